/** Dense search among some of the vectors in memory. */
import type { RowSet } from '../base/rowSet.ts';
import type { NearestKernel, NearestRows, PassageRows } from '../models/nearest.ts';
import type { ScoredRow } from './interfaces.ts';
import type { QuantizedTable } from './quantizedVectors.ts';
import { VectorTable } from './vectorTable.ts';

/** Vectors compared at a time: 4 MB at 256 dimensions, however many are searched. */
const vectorsPerPart = 4096;

/** Exact for the vectors as they are held; at most `n`, best first, ties by row. */
export async function scanAmong(
  kernel: NearestKernel,
  table: VectorTable | QuantizedTable,
  query: Float32Array,
  n: number,
  among: RowSet,
): Promise<readonly ScoredRow[]> {
  const positions = positionsOf(table.rows, among.rows);
  const k = Math.min(n, positions.length);
  if (k === 0) return [];
  const found: NearestRows = { k, rows: new Int32Array(k).fill(-1), similarities: new Float32Array(k) };
  for (let from = 0; from < positions.length; from += vectorsPerPart) {
    const part = gathered(table, positions.subarray(from, from + vectorsPerPart));
    await kernel.addNearest(found, query, part, table.dimension, from);
  }
  return Array.from(found.rows, (at, i) => ({ row: table.rows[positions[at]!]!, score: found.similarities[i]! }));
}

/** Where the wanted rows are in `rows`, without those that it lacks. Both ascend. */
function positionsOf(rows: Int32Array, wanted: Int32Array): Int32Array {
  const positions = new Int32Array(Math.min(rows.length, wanted.length));
  let count = 0;
  let position = 0;
  for (const row of wanted) {
    while (position < rows.length && rows[position]! < row) position++;
    if (rows[position] === row) positions[count++] = position;
  }
  return positions.subarray(0, count);
}

function gathered(table: VectorTable | QuantizedTable, positions: Int32Array): PassageRows {
  if (table instanceof VectorTable) return table.gather(positions);
  const { dimension, values } = table;
  const codes = new Int8Array(positions.length * dimension);
  positions.forEach((position, i) => codes.set(values.codes.subarray(position * dimension, (position + 1) * dimension), i * dimension));
  return { codes, scales: Float32Array.from(positions, (position) => values.scales[position]!) };
}
