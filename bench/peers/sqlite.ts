import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Peer, PeerFolders, PeerPassage } from './peer.ts';

/** SQLite FTS5 as Node has it: Porter's stemmer, any word of the question, ranked by bm25(). */
export function openSqlite({ storage }: PeerFolders): Promise<Peer> {
  const database = new DatabaseSync(join(storage, 'passages.db'));
  database.exec(`create virtual table if not exists passages using fts5(path unindexed, text, tokenize = 'porter unicode61')`);
  const insert = database.prepare('insert into passages(rowid, path, text) values (?, ?, ?)');
  const remove = database.prepare('delete from passages where rowid = ?');
  const select = database.prepare('select path from passages where passages match ? order by rank limit ?');
  const write = (rows: readonly number[], passages: readonly PeerPassage[]): Promise<void> => {
    database.exec('begin');
    for (const row of rows) remove.run(row);
    for (const { row, path, text } of passages) insert.run(row, path, text);
    database.exec('commit');
    return Promise.resolve();
  };
  return Promise.resolve({
    index: (passages) => write([], passages),
    replace: write,
    search: (query, k) => {
      const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
      const found = words.length === 0 ? [] : select.all(words.map((word) => `"${word}"`).join(' OR '), k);
      return Promise.resolve(found.map(({ path }) => String(path)));
    },
    close: () => Promise.resolve(database.close()),
  });
}
