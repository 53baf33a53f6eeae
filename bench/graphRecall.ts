import type { IndexState } from '../src/indexing/indexState.ts';
import { isExact } from '../src/indexing/vectorTable.ts';
import type { NearestKernel } from '../src/models/nearest.ts';

/** Largest difference between one similarity computed in two ways. */
const tieTolerance = 1e-5;

/**
 * Share of the exact graph's edges in an index's lists. The exact graph is computed here by comparing all vectors. Of equally near vectors,
 * any counts. 1 when there are no edges.
 */
export async function graphRecall({ vectors, lists }: IndexState, kernel: NearestKernel): Promise<number> {
  const { rows } = vectors;
  if (!isExact(vectors)) throw new Error('vectors are quantized, and there is no graph');
  const all = vectors.gather(Int32Array.from(rows.keys()));
  const exact = await vectors.nearest(kernel, all, Math.min(lists.k + 1, rows.length));
  let wanted = 0;
  let found = 0;
  for (const [at, row] of rows.entries()) {
    const of = at * exact.k;
    const others: number[] = [];
    for (let i = of; i < of + exact.k && others.length < lists.k; i++) if (exact.rows[i] !== at) others.push(exact.similarities[i] ?? 0);
    const worst = others.at(-1) ?? 0;
    wanted += others.length;
    const similarities = lists.similarities.subarray(row * lists.k, (row + 1) * lists.k);
    const neighbors = lists.neighbors.subarray(row * lists.k, (row + 1) * lists.k);
    found += neighbors.filter((neighbor, i) => neighbor >= 0 && (similarities[i] ?? 0) >= worst - tieTolerance).length;
  }
  return wanted === 0 ? 1 : found / wanted;
}
