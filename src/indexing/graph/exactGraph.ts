/** Builds the exact neighbor graph by comparing every vector with all others. For a limited number of vectors. */
import type { NearestKernel, NearestRows } from '../../models/nearest.ts';
import type { GraphOptions, NeighborLists, VectorSource } from './neighborLists.ts';

/**
 * Up to this many passages the graph is exact; the time grows with the square. Extrapolated from tiles on two idle cores at 384 dimensions,
 * 50,000 take about 12 s and 100,000 about 45 s. Partitions are faster at much smaller sizes, but an exact graph is preferable while it
 * takes less than a minute.
 */
export const exactLimit = 100_000;

/** Queries per pass over the source: 12 MB at 384 dimensions, so a file of 50,000 vectors is read seven times. */
const queryBlock = 8192;
/** Vectors read at a time during a pass. */
const passageBlock = 4096;

/**
 * The exact `k` nearest neighbors of every vector. Memory beside the result: one block of queries, one of passages and one tile of scores,
 * about 30 MB for any count. Time: that of the matrix product plus a fifth. Yields to the event loop between tiles.
 * @throws AbortError between tiles
 */
export async function buildExactGraph(
  kernel: NearestKernel,
  source: VectorSource,
  k: number,
  { signal, onShare }: GraphOptions = {},
): Promise<NeighborLists> {
  const { count } = source;
  const lists = { k, neighbors: new Int32Array(count * k).fill(-1), similarities: new Float32Array(count * k) };
  for (let from = 0; from < count; from += queryBlock) {
    const to = Math.min(count, from + queryBlock);
    const found = await nearestOfSource(kernel, await source.read(from, to), source, k + 1, {
      ...(signal && { signal }),
      onShare: (share) => onShare?.((from + share * (to - from)) / count),
    });
    for (let i = from; i < to; i++) keepOthers(found, i - from, i, lists, i);
  }
  if (count === 0) onShare?.(1);
  return lists;
}

/** The `k` vectors of a source nearest to each of `queries`, in one pass over the source. */
export async function nearestOfSource(
  kernel: NearestKernel,
  queries: Float32Array,
  source: VectorSource,
  k: number,
  { signal, onShare }: GraphOptions,
): Promise<NearestRows> {
  const { count, dimension } = source;
  const m = queries.length / dimension;
  const found: NearestRows = { k, rows: new Int32Array(m * k).fill(-1), similarities: new Float32Array(m * k) };
  for (let from = 0; from < count; from += passageBlock) {
    signal?.throwIfAborted();
    const to = Math.min(count, from + passageBlock);
    await kernel.addNearest(found, queries, await source.read(from, to), dimension, from, {
      ...(signal && { signal }),
      onTile: (done) => onShare?.((from + (done / m) * (to - from)) / count),
    });
  }
  return found;
}

/**
 * Copies list `i` of `found`, without the vector `self`, to list `at` of `lists`. If vectors equal to `self` have crowded it out of the
 * `k + 1` found, drops the last one.
 */
export function keepOthers(found: NearestRows, i: number, self: number, lists: NeighborLists, at: number): void {
  const { k } = lists;
  let kept = at * k;
  for (let j = i * found.k; j < (i + 1) * found.k && kept < (at + 1) * k; j++) {
    const row = found.rows[j]!;
    if (row === self || row < 0) continue;
    lists.neighbors[kept] = row;
    lists.similarities[kept++] = found.similarities[j]!;
  }
}
