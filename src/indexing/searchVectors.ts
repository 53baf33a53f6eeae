/** Dense search over vectors in memory. */
import { insertionIndex } from '../base/binarySearch.ts';
import type { RowSet } from '../base/rowSet.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { NearestRows, PassageRows } from '../models/nearestRows.ts';
import type { ScoredRow } from './interfaces.ts';
import type { VectorTable } from './vectorTable.ts';

/** Vectors compared at a time where some are left out: 4 MB at 256 dimensions, however many are searched. */
const vectorsPerPart = 4096;
/** Of so many rows or more for each wanted one, all need not be looked at. */
const farApart = 32;

/**
 * Exact for the vectors as they are held; at most `n`, best first, ties by row.
 * @param among by default all passages
 */
export async function searchVectors(
  kernel: NearestKernel,
  vectors: VectorTable<PassageRows>,
  query: Float32Array,
  n: number,
  among?: RowSet,
): Promise<readonly ScoredRow[]> {
  const { rows } = vectors;
  const positions = among && positionsOf(rows, among.rows);
  const k = Math.min(n, (positions ?? rows).length);
  if (k === 0) return [];
  const found = positions ? await nearestAmong(kernel, vectors, query, k, positions) : await vectors.nearest(kernel, query, k);
  return Array.from(found.rows, (at, i) => ({ row: rows[positions ? positions[at]! : at]!, score: found.similarities[i]! }));
}

/** Rows of the result are indexes into `positions`. */
async function nearestAmong(
  kernel: NearestKernel,
  vectors: VectorTable<PassageRows>,
  query: Float32Array,
  k: number,
  positions: Int32Array,
): Promise<NearestRows> {
  const found = { k, rows: new Int32Array(k).fill(-1), similarities: new Float32Array(k) };
  for (let from = 0; from < positions.length; from += vectorsPerPart) {
    const part = vectors.gather(positions.subarray(from, from + vectorsPerPart));
    await kernel.addNearest(found, query, part, vectors.dimension, from);
  }
  return found;
}

/** Where the wanted rows are in `rows`, without those that it lacks. Both ascend. */
function positionsOf(rows: Int32Array, wanted: Int32Array): Int32Array {
  if (wanted.length * farApart < rows.length) return wanted.map((row) => insertionIndex(row, rows)).filter((position) => position >= 0);
  const positions = new Int32Array(Math.min(rows.length, wanted.length));
  let count = 0;
  let position = 0;
  for (const row of wanted) {
    while (position < rows.length && rows[position]! < row) position++;
    if (rows[position] === row) positions[count++] = position;
  }
  return positions.subarray(0, count);
}
