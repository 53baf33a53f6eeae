import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowSet } from '../../../src/base/rowSet.ts';
import { quantized } from '../../../src/indexing/quantizedVectors.ts';
import { filtersOf } from '../../../src/indexing/rowFilters.ts';
import { searchVectors } from '../../../src/indexing/searchVectors.ts';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';
import { loadKernel } from '../../support/kernel.ts';

const kernel = await loadKernel();
const d = 8;
const count = 9000;
const rows = Int32Array.from({ length: count }, (_, i) => 2 * i + 1);
const values = Float32Array.from({ length: count * d }, (_, i) => Math.sin(i * 12.9898) * 0.5);
const query = Float32Array.from({ length: d }, (_, i) => Math.cos(i));

test('vectors are compared among some passages only, in parts, with the result of sorting all', async () => {
  const table = VectorTable.zeros(rows, d, quantized);
  for (const at of rows.keys()) table.put(at, values.subarray(at * d, (at + 1) * d));
  // Some rows have no vector, and more than one part is taken.
  const among = new RowSet(Array.from({ length: 12_000 }, (_, i) => i + 3000));
  const scoreOf = (at: number): number => query.reduce((sum, value, j) => sum + value * values[at * d + j]!, 0);
  const expected = [...rows.keys()]
    .filter((at) => among.has(rows[at]!))
    .sort((a, b) => scoreOf(b) - scoreOf(a))
    .slice(0, 20)
    .map((at) => rows[at]);
  const exact = await searchVectors(kernel, VectorTable.of(rows, values, d), query, 20, among);
  assert.deepEqual(
    exact.map(({ row }) => row),
    expected,
  );
  const near = await searchVectors(kernel, table, query, 20, among);
  assert.ok(near.every(({ row, score }, i) => among.has(row) && Math.abs(score - exact[i]!.score) < 0.02));
  assert.deepEqual(await searchVectors(kernel, VectorTable.of(rows, values, d), query, 20, new RowSet([0, 2, 4])), []);
});

test('filters name neighboring rows by their range, each row once, and are not too many', () => {
  const folder = new RowSet([...Array.from({ length: 5000 }, (_, i) => 100 + i), 9000, 9002]);
  assert.deepEqual(filtersOf(folder, 1), ['(row >= 100 AND row <= 5099) OR row IN (9000, 9002)']);
  const scattered = new RowSet(Array.from({ length: 3000 }, (_, i) => 2 * i));
  assert.equal(filtersOf(scattered, 8)?.length, 6);
  assert.equal(filtersOf(scattered, 5), undefined);
  assert.deepEqual(filtersOf(new RowSet([]), 1), []);
});
