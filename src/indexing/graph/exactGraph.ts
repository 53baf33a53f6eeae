/** Builds the exact neighbor graph by comparing every vector with all others. For a limited number of vectors. */
import type { NearestKernel } from '../../models/nearest.ts';
import type { NearestRows } from '../../models/nearestRows.ts';
import type { VectorTable } from '../vectorTable.ts';
import type { ChangedLists, GraphOptions, RowLists } from './neighborLists.ts';

/**
 * Up to this many passages a graph is stored; the time grows with the square. Extrapolated from tiles on two idle cores at 384 dimensions,
 * 50,000 take about 12 s and 100,000 about 45 s. Of more passages, neighbors are looked for when they are asked for.
 */
export const exactLimit = 100_000;

/** Queries at a time: 12 MB at 384 dimensions. */
const queryBlock = 8192;

/**
 * The exact `k` nearest neighbors of every vector, by row. Memory beside the result: one block of queries and one tile of scores. Time:
 * that of the matrix product plus a fifth. Yields to the event loop between tiles.
 * @throws AbortError between tiles
 */
export async function buildExactGraph(
  kernel: NearestKernel,
  vectors: VectorTable,
  k: number,
  { signal, onShare }: GraphOptions = {},
): Promise<ChangedLists> {
  const { rows } = vectors;
  const count = rows.length;
  const lists = { k, neighbors: new Int32Array(count * k).fill(-1), similarities: new Float32Array(count * k) };
  for (let from = 0; from < count; from += queryBlock) {
    const positions = Int32Array.from({ length: Math.min(queryBlock, count - from) }, (_, i) => from + i);
    const found = await vectors.nearest(kernel, vectors.gather(positions), k + 1, {
      ...(signal && { signal }),
      onTile: (done) => onShare?.((from + done) / count),
    });
    for (const [i, position] of positions.entries()) keepOthers(found, i, position, lists, position);
  }
  onShare?.(1);
  return { rows, neighbors: lists.neighbors.map((at) => (at < 0 ? -1 : rows[at]!)), similarities: lists.similarities };
}

/**
 * Copies list `i` of `found`, without the vector `self`, to list `at` of `lists`. If vectors equal to `self` have crowded it out of the
 * `k + 1` found, drops the last one.
 */
export function keepOthers(found: NearestRows, i: number, self: number, lists: RowLists, at: number): void {
  const { k } = lists;
  let kept = at * k;
  for (let j = i * found.k; j < (i + 1) * found.k && kept < (at + 1) * k; j++) {
    const row = found.rows[j]!;
    if (row === self || row < 0) continue;
    lists.neighbors[kept] = row;
    lists.similarities[kept++] = found.similarities[j]!;
  }
}
