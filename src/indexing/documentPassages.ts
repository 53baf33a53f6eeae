/** The stored passages of documents. */
import type { Table } from '@lancedb/lancedb';
import type { StoredDocument } from './documentRows.ts';
import { recordsOfBatch, sql } from './tables.ts';

/** Without rows where passages may have any. */
export interface PassagesOf extends Pick<StoredDocument, 'path' | 'hash'>, Partial<Pick<StoredDocument, 'firstRow' | 'passages'>> {}

/** A filter. There is an index of rows and none of paths: it reads the paths of these rows only. */
export function passagesOf({ path, hash, firstRow, passages }: PassagesOf): string {
  const rows = firstRow === undefined || passages === undefined ? '' : ` AND row >= ${firstRow} AND row < ${firstRow + passages}`;
  return `path = ${sql(path)} AND \`documentHash\` = ${sql(hash)}${rows}`;
}

/** The number of stored passages, by `documentKey`. */
export async function countsByDocument(
  passages: Table,
): Promise<ReadonlyMap<string, { readonly path: string; readonly hash: string; readonly count: number }>> {
  const counts = new Map<string, { readonly path: string; readonly hash: string; count: number }>();
  for await (const batch of passages.query().select(['path', 'documentHash'])) {
    for (const { path, documentHash: hash } of recordsOfBatch<{ path: string; documentHash: string }>(batch)) {
      const key = documentKey({ path, hash });
      const entry = counts.get(key) ?? { path, hash, count: 0 };
      entry.count++;
      counts.set(key, entry);
    }
  }
  return counts;
}

/** Tells a document's contents from earlier ones at the same path. */
export function documentKey({ path, hash }: Pick<StoredDocument, 'path' | 'hash'>): string {
  return `${path}\0${hash}`;
}
