import type { VectorSource } from './graph/neighborLists.ts';
import type { VectorFile } from './graph/vectorFile.ts';
import { placesOf } from './indexState.ts';
import type { PassageKeys } from './passageReader.ts';
import type { VectorCache } from './vectorCache.ts';

/** The vectors of an index's passages in row order, read from a file with one vector per content. */
export class PassageVectors implements VectorSource {
  readonly dimension: number;
  /** Ascending rows that have a vector. */
  readonly rows: Int32Array;
  readonly #file: VectorSource;
  /** Position in the file of each row's vector. */
  readonly #places: Int32Array;

  private constructor(rows: Int32Array, places: Int32Array, file: VectorSource) {
    this.rows = rows;
    this.dimension = file.dimension;
    this.#places = places;
    this.#file = file;
  }

  get count(): number {
    return this.rows.length;
  }

  /** @param file an empty file; the caller disposes of it */
  static async collect(keys: PassageKeys, cache: VectorCache, file: VectorFile): Promise<PassageVectors> {
    const wanted = placesOf(keys.contentHashes);
    const places = new Int32Array(keys.rows.length).fill(-1);
    let count = 0;
    await cache.each(async (hashes, vectors) => {
      const { dimension } = cache;
      const kept = new Float32Array(vectors.length);
      let length = 0;
      hashes.forEach((hash, i) => {
        const at = wanted.get(hash);
        if (!at || places[at[0] ?? 0]! >= 0) return;
        for (const place of at) places[place] = count;
        kept.set(vectors.subarray(i * dimension, (i + 1) * dimension), length);
        length += dimension;
        count++;
      });
      await file.append(kept.subarray(0, length));
    });
    const rows = keys.rows.filter((_, i) => places[i]! >= 0);
    return new PassageVectors(
      rows,
      places.filter((place) => place >= 0),
      file,
    );
  }

  async read(from: number, to: number): Promise<Float32Array> {
    const values = new Float32Array((to - from) * this.dimension);
    for (let start = from; start < to;) {
      // Passages embedded in sequence are adjacent in the file, so this is almost always one read.
      let end = start + 1;
      while (end < to && this.#places[end]! === this.#places[end - 1]! + 1) end++;
      const first = this.#places[start]!;
      values.set(await this.#file.read(first, first + end - start), (start - from) * this.dimension);
      start = end;
    }
    return values;
  }
}
