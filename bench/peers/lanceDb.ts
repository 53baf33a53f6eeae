import { connect, Index, MatchQuery } from '@lancedb/lancedb';
import type { Peer, PeerFolders } from './peer.ts';

/** LanceDB without Ariadne: its own tokenizer with English stems and stop words, any word of the question. */
export async function openLanceDb({ storage }: PeerFolders): Promise<Peer> {
  const connection = await connect(storage);
  const isIndexed = (await connection.tableNames()).includes('passages');
  let table = isIndexed ? await connection.openTable('passages') : undefined;
  const indexed = (): NonNullable<typeof table> => {
    if (!table) throw new Error('nothing is indexed');
    return table;
  };
  return {
    async index(passages) {
      table = await connection.createTable(
        'passages',
        passages.map((passage) => ({ ...passage })),
      );
      await table.createIndex('text', {
        config: Index.fts({ language: 'English', stem: true, removeStopWords: true, withPosition: false }),
      });
    },
    // What the index does not hold yet is searched beside it.
    async replace(rows, passages) {
      await indexed().delete(`row in (${rows.join(', ')})`);
      await indexed().add(passages.map((passage) => ({ ...passage })));
    },
    async search(query, k) {
      const found = (await indexed()
        .query()
        .fullTextSearch(new MatchQuery(query, 'text'))
        .select(['path', '_score'])
        .limit(k)
        .toArray()) as { path: string }[];
      return found.map(({ path }) => path);
    },
    close: () => {
      table?.close();
      connection.close();
      return Promise.resolve();
    },
  };
}
