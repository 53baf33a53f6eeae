import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import MiniSearch, { type Options } from 'minisearch';
import type { Peer, PeerFolders, PeerPassage } from './peer.ts';

/** MiniSearch with its defaults: no stemmer, any word of the question, BM25+. It is in memory and is stored whole, as JSON. */
export function openMiniSearch({ storage }: PeerFolders): Promise<Peer> {
  const file = join(storage, 'passages.json');
  const options: Options<PeerPassage> = { idField: 'row', fields: ['text'], storeFields: ['path'] };
  const index = existsSync(file) ? MiniSearch.loadJSON(readFileSync(file, 'utf8'), options) : new MiniSearch(options);
  const write = (rows: readonly number[], passages: readonly PeerPassage[]): Promise<void> => {
    index.discardAll(rows);
    index.addAll(passages);
    writeFileSync(file, JSON.stringify(index));
    return Promise.resolve();
  };
  return Promise.resolve({
    index: (passages) => write([], passages),
    replace: write,
    search: (query, k) =>
      Promise.resolve(
        index
          .search(query)
          .slice(0, k)
          .map(({ path }) => String(path)),
      ),
    close: () => Promise.resolve(),
  });
}
