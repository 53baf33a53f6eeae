/** Vectors to build graphs of, and what must come out, found slowly. */
import type { RowLists } from '../../../src/indexing/graph/neighborLists.ts';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';

/** Small whole numbers: sums are exact in any order, and ties are the rule. */
export function wholeNumbers(count: number, d: number, seed: number): Float32Array {
  return Float32Array.from({ length: count * d }, (_, i) => ((i * 7919 + seed * 31 + ((i * i) % 97)) % 7) - 3);
}

/** Everything sorted by inner product, then by position. */
export function slowLists(values: Float32Array, d: number, k: number): RowLists {
  const n = values.length / d;
  const lists = { k, neighbors: new Int32Array(n * k).fill(-1), similarities: new Float32Array(n * k) };
  const dot = (a: number, b: number): number => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += (values[a * d + j] ?? 0) * (values[b * d + j] ?? 0);
    return sum;
  };
  for (let i = 0; i < n; i++) {
    Array.from({ length: n }, (_, at) => ({ at, similarity: dot(i, at) }))
      .filter(({ at }) => at !== i)
      .sort((a, b) => b.similarity - a.similarity || a.at - b.at)
      .slice(0, k)
      .forEach(({ at, similarity }, j) => {
        lists.neighbors[i * k + j] = at;
        lists.similarities[i * k + j] = similarity;
      });
  }
  return lists;
}

/** Vectors in rows from 0 on. */
export function tableOf(values: Float32Array, d: number): VectorTable {
  return VectorTable.of(
    Int32Array.from({ length: values.length / d }, (_, row) => row),
    values,
    d,
  );
}
