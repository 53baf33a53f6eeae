import type { Table } from '@lancedb/lancedb';
import type { IndexDatabase } from './database.ts';
import { type IndexState, placesOf } from './indexState.ts';
import type { ScoredRow } from './interfaces.ts';
import type { VectorSearch } from './snapshot.ts';
import { recordsOf } from './tables.ts';
import type { VectorCache } from './vectorCache.ts';

/** The number of partitions that a search visits. On clustered vectors it then finds over nine tenths of the true nearest. */
const probes = 24;

/** Approximate search with LanceDB's vector index, for more vectors than fit in memory. */
export class StoredVectorSearch implements VectorSearch {
  readonly #table: Table;
  readonly #rowsOf: ReadonlyMap<string, readonly number[]>;

  private constructor(table: Table, rowsOf: ReadonlyMap<string, readonly number[]>) {
    this.#table = table;
    this.#rowsOf = rowsOf;
  }

  static async open(database: IndexDatabase, cache: VectorCache, { rows, contentHashes }: IndexState): Promise<VectorSearch> {
    const table = await database.pin(cache.tableName);
    if (!table) return { search: () => Promise.resolve([]), close: () => undefined };
    const places = placesOf(contentHashes);
    const rowsOf = new Map([...places].map(([hash, at]) => [hash, at.map((i) => rows[i] ?? 0)]));
    return new StoredVectorSearch(table, rowsOf);
  }

  async search(query: Float32Array, n: number): Promise<readonly ScoredRow[]> {
    const found = await this.#table
      .query()
      .nearestTo(query)
      .distanceType('cosine')
      .nprobes(probes)
      .select(['contentHash', '_distance'])
      .limit(n)
      .toArrow();
    return recordsOf(found)
      .flatMap((hit) =>
        (this.#rowsOf.get(hit['contentHash'] as string) ?? []).map((row) => ({ row, score: 1 - (hit['_distance'] as number) })),
      )
      .sort((a, b) => b.score - a.score || a.row - b.row)
      .slice(0, n);
  }

  close(): void {
    this.#table.close();
  }
}
