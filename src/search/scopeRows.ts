/** The passages of the documents that the terms of a scope name. */
import { setImmediate as aMoment } from 'node:timers/promises';
import { RowSet } from '../base/rowSet.ts';
import { isIndexed, type StoredDocument } from '../indexing/documentRows.ts';
import { fieldsOfRow } from '../indexing/passageFields.ts';
import type { PassagePlaces } from '../indexing/passageReader.ts';
import { sql } from '../indexing/tables.ts';
import type { ScopeTerm } from '../protocol/scopeSyntax.ts';
import { documentMatcher, fieldMatcher } from './scopeMatch.ts';

export interface ScopedIndex {
  /** Indexed documents and those that could not be read, by path. */
  readonly documents: ReadonlyMap<string, StoredDocument>;
  /** Passages of the index that is searched, see `PassageReader`. */
  places(where?: string): AsyncIterable<PassagePlaces>;
}

/** Documents that are looked at before other work of the process has its turn. */
const mostAtOnce = 2_000;
/** For more documents, reading the places of all passages takes less time. */
const mostFilteredPaths = 200;

/** Also for scopes that match nothing. */
export async function rowsOf(
  terms: readonly ScopeTerm[],
  index: ScopedIndex,
  signal: AbortSignal,
): Promise<{ readonly rows: RowSet; readonly documents: number }> {
  const matches = documentMatcher(terms);
  const paths = new Set<string>();
  let looked = 0;
  for (const document of index.documents.values()) {
    if (++looked % mostAtOnce === 0) await aMoment(undefined, { signal });
    if (isIndexed(document) && matches(document)) paths.add(document.path);
  }
  const where = paths.size <= mostFilteredPaths ? `path IN (${[...paths].map(sql).join(', ')})` : undefined;
  if (paths.size === 0) return { rows: new RowSet([]), documents: 0 };
  const hasFields = await fieldVerdicts(terms, index, where, signal);
  const rows: number[] = [];
  const found = new Set<string>();
  for await (const places of index.places(where)) {
    await aMoment(undefined, { signal });
    places.rows.forEach((row, i) => {
      const path = places.paths[i] ?? '';
      if (!paths.has(path) || !hasFields(row, path)) return;
      rows.push(row);
      found.add(path);
    });
  }
  return { rows: new RowSet(Int32Array.from(rows).sort()), documents: found.size };
}

/** Whether the fields of a passage, or else those of its document, are as asked. */
async function fieldVerdicts(
  terms: readonly ScopeTerm[],
  index: ScopedIndex,
  where: string | undefined,
  signal: AbortSignal,
): Promise<(row: number, path: string) => boolean> {
  const matches = fieldMatcher(terms);
  if (!matches) return () => true;
  const ofRow = new Map<number, boolean>();
  const ofDocument = new Map<string, boolean>();
  for await (const { rows, paths, fields } of index.places(where === undefined ? withFields : `(${where}) AND ${withFields}`)) {
    await aMoment(undefined, { signal });
    rows.forEach((row, i) => {
      const { document, parts } = fieldsOfRow(fields[i] ?? '');
      if (parts)
        ofRow.set(
          row,
          parts.some((part) => matches([...(document ?? []), ...part])),
        );
      if (document) ofDocument.set(paths[i] ?? '', matches(document));
    });
  }
  const withoutFields = matches([]);
  return (row, path) => ofRow.get(row) ?? ofDocument.get(path) ?? withoutFields;
}

export const withFields = "fields != ''";
