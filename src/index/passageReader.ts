import type { Table } from '@lancedb/lancedb';
import pLimit, { type LimitFunction } from 'p-limit';
import type { Passage } from '../protocol/passage.ts';
import { recordsOf } from './tables.ts';

export interface PassageKey {
  readonly row: number;
  readonly id: string;
  readonly contentHash: string;
}

/** Searches in flight at once: LanceDB was seen to take gigabytes with hundreds. */
const maxQueriesInFlight = 4;

/** Reads one version of the passages table: what is written while a run goes on does not change what the run sees. */
export class PassageReader {
  readonly #table: Table;
  readonly #limit: LimitFunction = pLimit(maxQueriesInFlight);

  constructor(table: Table) {
    this.#table = table;
  }

  /** Keys of all passages, ascending by row. */
  async keys(): Promise<readonly PassageKey[]> {
    const keys: PassageKey[] = [];
    for await (const batch of this.#table.query().select(['row', 'id', 'contentHash'])) {
      for (const { row, id, contentHash } of batch as Iterable<PassageKey>) keys.push({ row, id, contentHash });
    }
    return keys.sort((a, b) => a.row - b.row);
  }

  /** Passages by row, same order; a row that is gone is undefined. */
  async passages(rows: readonly number[]): Promise<readonly (Passage | undefined)[]> {
    if (rows.length === 0) return [];
    const found = new Map<number, Passage>();
    const table = await this.#limit(() =>
      this.#table
        .query()
        .where(`row IN (${rows.join(', ')})`)
        .toArrow(),
    );
    for (const row of recordsOf(table)) found.set(row['row'] as number, passageOf(row));
    return rows.map((row) => found.get(row));
  }

  /** BM25 over title, headings and text; at most `n`, best first, ties by row. */
  async searchText(query: string, n: number): Promise<readonly { readonly row: number; readonly score: number }[]> {
    if (n === 0 || query.trim() === '') return [];
    const found = await this.#limit(() =>
      this.#table
        .query()
        .fullTextSearch(query, { columns: ['indexed'] })
        .select(['row', '_score'])
        .limit(n)
        .toArrow(),
    );
    return recordsOf(found)
      .map((hit) => ({ row: hit['row'] as number, score: hit['_score'] as number }))
      .sort((a, b) => b.score - a.score || a.row - b.row);
  }

  close(): void {
    this.#table.close();
  }
}

function passageOf(row: Record<string, unknown>): Passage {
  const numbers = row as Record<'textStart' | 'startLine' | 'endLine' | 'startOffset' | 'endOffset', number>;
  const { startLine, endLine, startOffset, endOffset } = numbers;
  return {
    id: row['id'] as string,
    path: row['path'] as string,
    title: row['title'] as string,
    headings: [...(row['headings'] as Iterable<string>)],
    text: (row['indexed'] as string).slice(numbers.textStart),
    range: { startLine, endLine, startOffset, endOffset },
    runs: [...(row['runs'] as Iterable<number>)],
    documentHash: row['documentHash'] as string,
  };
}
