/** An index as it stood at one moment, ready to be searched: keys, vectors and neighbor graph in typed arrays, passages in LanceDB. */
import { AriadneError } from '../base/errors.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { Passage } from '../protocol/passage.ts';
import type { PassageIndex, Row, ScoredRow } from './interfaces.ts';
import { graphK } from './schema.ts';
import type { PassageKey, PassageReader } from './passageReader.ts';

export class IndexSnapshot implements PassageIndex {
  readonly epoch: string;
  readonly #reader: PassageReader;
  readonly #kernel: NearestKernel;
  readonly #ids: readonly (string | undefined)[];
  readonly #rows: ReadonlyMap<string, Row>;
  readonly #vectors: VectorTable;
  /** `rows × graphK`, nearest first, -1 past the end of a list. */
  readonly #neighbors: Int32Array;
  #users = 1;

  constructor(parts: {
    readonly epoch: string;
    readonly reader: PassageReader;
    readonly kernel: NearestKernel;
    readonly keys: readonly PassageKey[];
    readonly vectors: VectorTable;
    readonly neighbors: Int32Array;
  }) {
    this.epoch = parts.epoch;
    this.#reader = parts.reader;
    this.#kernel = parts.kernel;
    this.#vectors = parts.vectors;
    this.#neighbors = parts.neighbors;
    const ids: (string | undefined)[] = [];
    for (const { row, id } of parts.keys) ids[row] = id;
    this.#ids = ids;
    this.#rows = new Map(parts.keys.map(({ id, row }) => [id, row]));
  }

  get passageCount(): number {
    return this.#rows.size;
  }

  idOf(row: Row): string {
    const id = this.#ids[row];
    if (id === undefined) throw missing(`row ${row}`);
    return id;
  }

  rowOf(id: string): Row {
    const row = this.#rows.get(id);
    if (row === undefined) throw missing(id);
    return row;
  }

  async searchText(query: string, n: number): Promise<readonly ScoredRow[]> {
    return this.#reader.searchText(query, n);
  }

  async searchVector(query: Float32Array, n: number): Promise<readonly ScoredRow[]> {
    const { rows, values, dimension } = this.#vectors;
    const k = Math.min(n, rows.length);
    if (k === 0 || query.every((value) => value === 0)) return [];
    const nearest = await this.#kernel.nearest(query, values, dimension, k);
    return Array.from(nearest.rows, (at, i) => ({ row: rows[at]!, score: nearest.similarities[i]! }));
  }

  neighborsOf(row: Row, k: number): readonly Row[] {
    const start = row * graphK;
    return [...this.#neighbors.subarray(start, start + Math.min(k, graphK))].filter((neighbor) => neighbor >= 0);
  }

  async passages(rows: readonly Row[]): Promise<readonly Passage[]> {
    const found = await this.#reader.passages(rows);
    return found.map((passage, i) => {
      if (!passage) throw missing(`row ${rows[i]}`);
      return passage;
    });
  }

  /** One more user, who closes it too: a run goes on with the index it began with while a newer one takes its place. */
  retain(): this {
    this.#users++;
    return this;
  }

  /** The last user's call frees it. */
  close(): void {
    if (--this.#users === 0) this.#reader.close();
  }
}

/** Vectors of the passages that have one: `values` is `rows.length × dimension`, row-major; `rows` ascends. */
export interface VectorTable {
  readonly rows: Int32Array;
  readonly values: Float32Array;
  readonly dimension: number;
}

function missing(what: string): AriadneError {
  return new AriadneError(
    'passage-missing',
    `A passage (${what}) is not in the index any more: its document changed. Index the folder and ask again.`,
  );
}
