import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';
import { loadKernel } from '../../support/kernel.ts';
import { wholeNumbers } from './graphVectors.ts';

const d = 2;

test('after many changes a table has the vectors of its rows, in few pieces, and shares those that did not change', async () => {
  const kernel = await loadKernel();
  const vectors = new Map<number, Float32Array>();
  const add = (row: number): { row: number; vector: Float32Array } => {
    const vector = wholeNumbers(1, d, row + 1);
    vectors.set(row, vector);
    return { row, vector };
  };
  let next = 0;
  let table = VectorTable.zeros(new Int32Array(0), 1);
  const change = (removed: readonly number[], added: number): VectorTable => {
    for (const row of removed) vectors.delete(row);
    const before = table;
    table = table.with(
      new Set(removed),
      Array.from({ length: added }, () => add(next++)),
    );
    return before;
  };
  change([], 20_000);
  for (let round = 0; round < 40; round++)
    change([...vectors.keys()].filter((row) => row % 41 === round).slice(0, 300), round % 3 === 0 ? 150 : 7);
  const before = change([next - 1, next - 5], 3);
  const all = [...vectors].sort(([a], [b]) => a - b);
  assert.deepEqual(
    [...table.rows],
    all.map(([row]) => row),
  );
  assert.deepEqual(table.gather(Int32Array.from(table.rows.keys())), Float32Array.from(all.flatMap(([, vector]) => [...vector])));
  const shared = table.pieces.filter(({ values }) => before.pieces.some((piece) => piece.values === values)).length;
  assert.deepEqual([shared, table.pieces.length <= 2 * Math.ceil(all.length / 4096)], [table.pieces.length - 1, true]);

  const whole = Float32Array.from(all.flatMap(([, vector]) => [...vector]));
  const queries = wholeNumbers(3, d, 7);
  assert.deepEqual((await table.nearest(kernel, queries, 5)).similarities, (await kernel.nearest(queries, whole, d, 5)).similarities);
});

test('a table that loses all its vectors takes those of another dimension', () => {
  const table = VectorTable.of(Int32Array.of(4, 7), Float32Array.of(1, 2, 3, 4), 2).with(new Set([4, 7]), []);
  assert.deepEqual([table.rows.length, table.pieces.length], [0, 0]);
  assert.deepEqual(table.with(new Set(), [{ row: 9, vector: Float32Array.of(1, 2, 3) }]).at(0), Float32Array.of(1, 2, 3));
});
