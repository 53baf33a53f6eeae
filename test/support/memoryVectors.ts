import type { VectorSource } from '../../src/indexing/graph/neighborLists.ts';

/** Vectors that are already in memory. Reading returns a view, not a copy. */
export function memoryVectors(values: Float32Array, dimension: number): VectorSource {
  return {
    count: values.length / dimension,
    dimension,
    read: (from, to) => Promise.resolve(values.subarray(from * dimension, to * dimension)),
  };
}
