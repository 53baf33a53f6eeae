import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { create, insertMultiple, load, removeMultiple, save, search, type RawData } from '@orama/orama';
import { stemmer } from '@orama/stemmers/english';
import { stopwords } from '@orama/stopwords/english';
import type { Peer, PeerFolders, PeerPassage } from './peer.ts';

/** Orama with its English stemmer and stop words, any word of the question, BM25. It is in memory and is stored whole, as JSON. */
export async function openOrama({ storage }: PeerFolders): Promise<Peer> {
  const file = join(storage, 'passages.json');
  const database = create({
    schema: { path: 'enum', text: 'string' },
    components: { tokenizer: { language: 'english', stemming: true, stemmer, stopWords: stopwords } },
  } as const);
  if (existsSync(file)) load(database, JSON.parse(readFileSync(file, 'utf8')) as RawData);
  const write = async (rows: readonly number[], passages: readonly PeerPassage[]): Promise<void> => {
    await removeMultiple(database, rows.map(String));
    await insertMultiple(
      database,
      passages.map(({ row, path, text }) => ({ id: String(row), path, text })),
    );
    writeFileSync(file, JSON.stringify(save(database)));
  };
  return Promise.resolve({
    index: (passages) => write([], passages),
    replace: write,
    search: async (query, k) => {
      const { hits } = await search(database, { term: query, properties: ['text'], limit: k });
      return hits.map(({ document }) => String(document.path));
    },
    close: () => Promise.resolve(),
  });
}
