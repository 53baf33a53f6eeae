import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';
import { loadKernel } from '../../support/kernel.ts';
import { wholeNumbers } from './graphVectors.ts';

const d = 2;
const pieceVectors = 4096;
const vectorOf = (row: number): Float32Array => wholeNumbers(1, d, row + 1);
const vectorsOf = (rows: Iterable<number>): Float32Array => Float32Array.from([...rows].flatMap((row) => [...vectorOf(row)]));
const rowsFrom = (first: number, count: number): readonly number[] => Array.from({ length: count }, (_, i) => first + i);

/** With rows removed, and others added after all that there ever were. */
function changed(table: VectorTable, removed: readonly number[], added: readonly number[]): VectorTable {
  return table.with(
    new Set(removed),
    added.map((row) => ({ row, vector: vectorOf(row) })),
  );
}

/** A table after many changes, and the rows that it must have. */
function changedOften(): { readonly table: VectorTable; readonly rows: readonly number[] } {
  let rows = rowsFrom(0, 20_000);
  let table = changed(VectorTable.zeros(new Int32Array(0), 1), [], rows);
  for (let round = 0, next = rows.length; round < 40; round++) {
    const removed = rows.filter((row) => row % 41 === round).slice(0, 300);
    const added = rowsFrom(next, round % 3 === 0 ? 150 : 7);
    next += added.length;
    table = changed(table, removed, added);
    const gone = new Set(removed);
    rows = [...rows.filter((row) => !gone.has(row)), ...added];
  }
  return { table, rows };
}

const { table: often, rows: kept } = changedOften();

test('after many changes a table has the vectors of its rows, at their positions', () => {
  assert.deepEqual([...often.rows], kept);
  assert.deepEqual(often.gather(Int32Array.from(kept.keys())), vectorsOf(kept));
});

test('its pieces stay as large as they may be: no two that follow each other fit in one', () => {
  const sizes = often.pieces.map(({ values }) => values.length / d);
  assert.deepEqual(
    sizes.filter((size, i) => size > pieceVectors || size + (sizes[i + 1] ?? pieceVectors) <= pieceVectors),
    [],
  );
});

test('a change copies the piece that it touches and shares the others', () => {
  const last = kept.at(-1) ?? 0;
  const after = changed(often, [last], [last + 1]);
  assert.deepEqual(
    after.pieces.map(({ values }, i) => values === often.pieces[i]?.values),
    after.pieces.map((_, i) => i < after.pieces.length - 1),
  );
});

test('what is nearest in pieces is nearest in all', async () => {
  const kernel = await loadKernel();
  const queries = wholeNumbers(3, d, 7);
  const whole = await kernel.nearest(queries, vectorsOf(kept), d, 5);
  assert.deepEqual((await often.nearest(kernel, queries, 5)).similarities, whole.similarities);
});

test('a table that loses all its vectors takes those of another dimension', () => {
  const table = VectorTable.of(Int32Array.of(4, 7), Float32Array.of(1, 2, 3, 4), 2).with(new Set([4, 7]), []);
  assert.deepEqual([table.rows.length, table.pieces.length], [0, 0]);
  assert.deepEqual(table.with(new Set(), [{ row: 9, vector: Float32Array.of(1, 2, 3) }]).at(0), Float32Array.of(1, 2, 3));
});
