import { insertionIndex } from '../base/binarySearch.ts';
import type { RowSet } from '../base/rowSet.ts';
import type { Table } from '@lancedb/lancedb';
import { fromHalf } from './vectorTable.ts';
import type { IndexDatabase } from './database.ts';
import { type IndexState, placesOf } from './indexState.ts';
import type { ScoredRow } from './interfaces.ts';
import type { VectorSearch } from './snapshot.ts';
import { listValues, recordsOf, slices, sql } from './tables.ts';
import type { VectorCache } from './vectorCache.ts';

/** The number of partitions that a search visits. On clustered vectors it then finds over nine tenths of the true nearest. */
const probes = 24;
/** Up to so many contents are compared one by one: 20 filters of 500, see `filtersOf`. For more the index is searched deeper. */
const mostFiltered = 10_000;
const contentsPerFilter = 500;
const firstDepth = 1000;
const deeper = 8;

type Keys = Pick<IndexState, 'rows' | 'contentHashes'>;

/** Approximate search with LanceDB's vector index, for more vectors than fit in memory. */
export class StoredVectorSearch implements VectorSearch {
  readonly #table: Table;
  readonly #rowsOf: ReadonlyMap<string, readonly number[]>;
  readonly #hashOf: (row: number) => string | undefined;

  private constructor(table: Table, rowsOf: ReadonlyMap<string, readonly number[]>, { rows, contentHashes }: Keys) {
    this.#table = table;
    this.#hashOf = (row) => contentHashes[insertionIndex(row, rows)];
    this.#rowsOf = rowsOf;
  }

  static async open(database: IndexDatabase, cache: VectorCache, keys: Keys): Promise<VectorSearch> {
    const table = await database.pin(cache.tableName);
    if (!table) return { search: () => Promise.resolve([]), vectorOf: () => Promise.resolve(undefined), close: () => undefined };
    const { rows, contentHashes } = keys;
    const places = placesOf(contentHashes);
    const rowsOf = new Map([...places].map(([hash, at]) => [hash, at.map((i) => rows[i] ?? 0)]));
    return new StoredVectorSearch(table, rowsOf, keys);
  }

  async search(query: Float32Array, n: number, among?: RowSet): Promise<readonly ScoredRow[]> {
    if (!among) return this.#rowsOfHits(await this.#ask(query, n)).slice(0, n);
    const contents = this.#contentsOf(among);
    if (contents.length <= mostFiltered) return this.#searchContents(query, n, contents, among);
    for (let depth = Math.max(n, firstDepth), visited = probes; ; depth *= deeper, visited *= deeper) {
      const hits = await this.#ask(query, depth, { visited });
      const found = this.#rowsOfHits(hits).filter(({ row }) => among.has(row));
      if (found.length >= n || hits.length < depth) return found.slice(0, n);
    }
  }

  async vectorOf(row: number): Promise<Float32Array | undefined> {
    const hash = this.#hashOf(row);
    if (hash === undefined) return undefined;
    for await (const batch of this.#table
      .query()
      .where(`\`contentHash\` = ${sql(hash)}`)
      .select(['contentHash', 'vector'])) {
      if (batch.numRows > 0) return fromHalf(listValues(batch, 'vector') as Uint16Array);
    }
    return undefined;
  }

  /** Compares the query with each of the vectors, without the index. */
  async #searchContents(query: Float32Array, n: number, contents: readonly string[], among: RowSet): Promise<readonly ScoredRow[]> {
    const found: ScoredRow[] = [];
    for (const some of slices(contents, contentsPerFilter)) {
      const hits = await this.#ask(query, n, { where: `\`contentHash\` IN (${some.map(sql).join(', ')})` });
      found.push(...this.#rowsOfHits(hits).filter(({ row }) => among.has(row)));
    }
    return found.sort(bestFirst).slice(0, n);
  }

  #contentsOf(among: RowSet): readonly string[] {
    return [...new Set(Array.from(among.rows, this.#hashOf))].filter((hash) => hash !== undefined);
  }

  async #ask(
    query: Float32Array,
    n: number,
    { where, visited = probes }: { readonly where?: string; readonly visited?: number } = {},
  ): Promise<readonly Record<string, unknown>[]> {
    const search = this.#table
      .query()
      .nearestTo(query)
      .distanceType('cosine')
      .nprobes(visited)
      .select(['contentHash', '_distance'])
      .limit(n);
    return recordsOf(await (where === undefined ? search : search.where(where).bypassVectorIndex()).toArrow());
  }

  #rowsOfHits(hits: readonly Record<string, unknown>[]): ScoredRow[] {
    return hits
      .flatMap((hit) =>
        (this.#rowsOf.get(hit['contentHash'] as string) ?? []).map((row) => ({ row, score: 1 - (hit['_distance'] as number) })),
      )
      .sort(bestFirst);
  }

  close(): void {
    this.#table.close();
  }
}

function bestFirst(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || a.row - b.row;
}
