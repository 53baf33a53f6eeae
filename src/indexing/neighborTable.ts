/** The stored neighbor graph of one model, one list per row. Nothing else is stored that could contradict it. */
import type { ChangedLists, RowLists } from './graph/neighborLists.ts';
import type { IndexDatabase } from './database.ts';
import { graphK, neighborSchema } from './schema.ts';
import { listValues, slices } from './tables.ts';
import { neighborTableOf } from './vectorCache.ts';

const rowsPerFilter = 2000;

export class NeighborTable {
  readonly #database: IndexDatabase;
  readonly #name: string;

  constructor(database: IndexDatabase, model: string) {
    this.#database = database;
    this.#name = neighborTableOf(model);
  }

  /** False before the first complete graph. */
  get exists(): boolean {
    return this.#database.table(this.#name) !== undefined;
  }

  async drop(): Promise<void> {
    if (this.exists) await this.#database.drop(this.#name);
  }

  /** Replaces the graph. */
  async put(lists: ChangedLists): Promise<void> {
    await this.#database.replace(this.#name, neighborSchema, lists.rows.length, columnsOf(lists));
  }

  /** Writes changed and new lists, then removes those of removed rows. `read` repairs what a kill leaves between the two. */
  async patch(changed: ChangedLists, removed: readonly number[]): Promise<void> {
    await this.#database.merge(this.#name, neighborSchema, 'row', changed.rows.length, columnsOf(changed));
    const table = this.#database.table(this.#name);
    for (const some of slices(removed, rowsPerFilter)) await table?.delete(`row IN (${some.join(', ')})`);
  }

  /** Rows that have a list. */
  async rows(): Promise<Iterable<number>> {
    return ((await this.#database.select(this.#name, ['row']))?.getChild('row') ?? []) as Iterable<number>;
  }

  /** The lists of rows below `size`, and the rows that have one. */
  async read(size: number): Promise<{ readonly lists: RowLists; readonly rows: Int32Array }> {
    const neighbors = new Int32Array(size * graphK).fill(-1);
    const similarities = new Float32Array(size * graphK);
    const rows: number[] = [];
    for await (const batch of this.#database.table(this.#name)?.query().select(['row', 'neighbors', 'similarities']) ?? []) {
      if (batch.numRows === 0) continue;
      const lists = listValues(batch, 'neighbors') as Int32Array;
      const values = listValues(batch, 'similarities') as Float32Array;
      const of = batch.getChild('row');
      for (let i = 0; i < batch.numRows; i++) {
        const row = of?.get(i) as number;
        rows.push(row);
        if (row >= size) continue;
        neighbors.set(lists.subarray(i * graphK, (i + 1) * graphK), row * graphK);
        similarities.set(values.subarray(i * graphK, (i + 1) * graphK), row * graphK);
      }
    }
    return { lists: { k: graphK, neighbors, similarities }, rows: Int32Array.from(rows).sort() };
  }
}

function columnsOf({ rows, neighbors, similarities }: ChangedLists): Record<string, readonly number[] | Int32Array | Float32Array> {
  return { row: [...rows], neighbors, similarities };
}
