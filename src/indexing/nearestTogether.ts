/** A walk asks for the neighbors of a batch at the same time. One scan of a large index for sixteen takes much less than sixteen scans. */
import { yieldToEventLoop } from '../base/abort.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { PassageRows } from '../models/nearestRows.ts';
import type { Row } from './interfaces.ts';
import type { VectorTable } from './vectorTable.ts';

interface Asked {
  readonly position: number;
  readonly k: number;
  readonly found: PromiseWithResolvers<readonly Row[]>;
}

export class NearestTogether {
  readonly #kernel: NearestKernel;
  #asked: Asked[] = [];

  constructor(kernel: NearestKernel) {
    this.#kernel = kernel;
  }

  /**
   * The rows of the `k` vectors that are nearest to one of them, itself included, best first.
   * @param vectors the same in every call
   */
  ask(vectors: VectorTable<PassageRows>, position: number, k: number): Promise<readonly Row[]> {
    const found = Promise.withResolvers<readonly Row[]>();
    if (this.#asked.push({ position, k, found }) === 1) void this.#scan(vectors);
    return found.promise;
  }

  async #scan(vectors: VectorTable<PassageRows>): Promise<void> {
    await yieldToEventLoop();
    const asked = this.#asked.splice(0);
    try {
      const { rows, dimension } = vectors;
      const most = Math.min(rows.length, Math.max(...asked.map(({ k }) => k)));
      const queries = new Float32Array(asked.length * dimension);
      for (const [i, { position }] of asked.entries()) queries.set(vectors.at(position), i * dimension);
      const nearest = await vectors.nearest(this.#kernel, queries, most);
      for (const [i, { k, found }] of asked.entries())
        found.resolve(Array.from(nearest.rows.subarray(i * most, i * most + Math.min(k, most)), (at) => rows[at]!));
    } catch (error) {
      for (const { found } of asked) found.reject(error);
    }
  }
}
