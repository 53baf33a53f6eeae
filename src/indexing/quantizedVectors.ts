import type { QuantizedRows } from '../models/nearest.ts';
import { placesOf } from './indexState.ts';
import type { PassageKeys } from './passageReader.ts';
import type { VectorCache } from './vectorCache.ts';

/** Vectors of passages with one byte per component, for searching only. `rows` ascends. */
export interface QuantizedTable {
  readonly rows: Int32Array;
  readonly values: QuantizedRows;
  readonly dimension: number;
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
  return withVector({ rows: keys.rows, values: { codes, scales }, dimension });
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
  return {
    rows: rows.filter((_, i) => scales[i] !== 0),
    values: { codes: codes.subarray(0, count * dimension), scales: scales.filter((scale) => scale !== 0) },
    dimension,
  };
}
