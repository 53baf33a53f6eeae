import type { NearestKernel, NearestRows, QuantizedRows } from '../models/nearest.ts';
import { placesOf } from './indexState.ts';
import type { PassageKeys } from './passageReader.ts';
import type { HeldVectors } from './searchVectors.ts';
import type { VectorCache } from './vectorCache.ts';

/** Vectors of passages with one byte per component, for searching only. */
export class QuantizedTable implements HeldVectors {
  readonly rows: Int32Array;
  readonly values: QuantizedRows;
  readonly dimension: number;

  constructor(rows: Int32Array, values: QuantizedRows, dimension: number) {
    this.rows = rows;
    this.values = values;
    this.dimension = dimension;
  }

  at(position: number): Float32Array {
    return Float32Array.from(this.#codesAt(position), (code) => code * this.values.scales[position]!);
  }

  gather(positions: Int32Array): QuantizedRows {
    const codes = new Int8Array(positions.length * this.dimension);
    positions.forEach((position, i) => codes.set(this.#codesAt(position), i * this.dimension));
    return { codes, scales: Float32Array.from(positions, (position) => this.values.scales[position]!) };
  }

  nearest(kernel: NearestKernel, queries: Float32Array, k: number): Promise<NearestRows> {
    return kernel.nearest(queries, this.values, this.dimension, k);
  }

  #codesAt(position: number): Int8Array {
    return this.values.codes.subarray(position * this.dimension, (position + 1) * this.dimension);
  }
}

/**
 * Quantized vectors of the passages that have one. Similarities of unit vectors are off by about 0.001, which moves few passages by a rank.
 */
export async function loadQuantized(cache: Pick<VectorCache, 'dimension' | 'each'>, keys: PassageKeys): Promise<QuantizedTable> {
  const { dimension } = cache;
  const places = placesOf(keys.contentHashes);
  const codes = new Int8Array(keys.rows.length * dimension);
  const scales = new Float32Array(keys.rows.length);
  await cache.each((hashes, vectors) => {
    hashes.forEach((hash, i) => {
      const vector = vectors.subarray(i * dimension, (i + 1) * dimension);
      for (const at of places.get(hash) ?? []) scales[at] = quantize(vector, codes.subarray(at * dimension, (at + 1) * dimension));
    });
  });
  return withVector(new QuantizedTable(keys.rows, { codes, scales }, dimension));
}

/**
 * Scales a vector to whole numbers up to 127.
 * @returns the factor that scales them back, never 0
 */
export function quantize(vector: Float32Array, codes: Int8Array): number {
  let largest = 0;
  for (let i = 0; i < vector.length; i++) largest = Math.max(largest, Math.abs(vector[i]!));
  const scale = largest === 0 ? 1 : largest / 127;
  for (let i = 0; i < vector.length; i++) codes[i] = Math.round(vector[i]! / scale);
  return scale;
}

function withVector({ rows, values: { codes, scales }, dimension }: QuantizedTable): QuantizedTable {
  let count = 0;
  for (let i = 0; i < rows.length; i++) {
    if (scales[i] === 0) continue;
    codes.copyWithin(count * dimension, i * dimension, (i + 1) * dimension);
    count++;
  }
  const kept = { codes: codes.subarray(0, count * dimension), scales: scales.filter((scale) => scale !== 0) };
  return new QuantizedTable(
    rows.filter((_, i) => scales[i] !== 0),
    kept,
    dimension,
  );
}
