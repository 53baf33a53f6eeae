/** The stored passages of documents. */
import type { Table } from '@lancedb/lancedb';
import { RowSet } from '../base/rowSet.ts';
import type { SearchTerms } from '../corpus/searchTerms.ts';
import type { IndexDatabase } from './database.ts';
import type { StoredDocument } from './documentRows.ts';
import { filtersOf } from './rowFilters.ts';
import { recordsOf, recordsOfBatch, sql } from './tables.ts';

/** A filter for passages whatever their rows. */
export function passagesOf({ path, hash }: Pick<StoredDocument, 'path' | 'hash'>): string {
  return `path = ${sql(path)} AND \`documentHash\` = ${sql(hash)}`;
}

export function rowsOf(documents: readonly Pick<StoredDocument, 'firstRow' | 'passages'>[]): RowSet {
  const rows = documents.flatMap(({ firstRow, passages }) => Array.from({ length: passages }, (_, i) => firstRow + i));
  return new RowSet(Int32Array.from(rows).sort());
}

/** What full text has of stored passages, by row. */
export async function storedSearchTerms(database: IndexDatabase, rows: RowSet): Promise<ReadonlyMap<number, SearchTerms>> {
  const stored = new Map<number, SearchTerms>();
  for (const filter of filtersOf(rows, Infinity) ?? []) {
    const found = recordsOf(await database.select('passages', ['row', 'language', 'terms'], filter));
    for (const { row, language, terms } of found) stored.set(row as number, { language: language as string, terms: terms as string });
  }
  return stored;
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
