import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NearestTogether } from '../../../src/indexing/nearestTogether.ts';
import { quantized } from '../../../src/indexing/quantizedVectors.ts';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';
import { loadKernel } from '../../support/kernel.ts';
import { wholeNumbers } from './graphVectors.ts';

const kernel = await loadKernel();
const d = 8;
const rows = Int32Array.from({ length: 300 }, (_, i) => 2 * i + 1);

test('neighbors that are asked for together are those of one after the other', async () => {
  const vectors = VectorTable.zeros(rows, d, quantized);
  for (const at of rows.keys()) vectors.put(at, wholeNumbers(1, d, at));
  const nearest = new NearestTogether(kernel);
  const asked = [0, 7, 7, 150, 299].map((position, i) => ({ position, k: i === 3 ? 500 : 1 + i }));
  const together = await Promise.all(asked.map(({ position, k }) => nearest.ask(vectors, position, k)));
  for (const [i, { position, k }] of asked.entries()) {
    assert.deepEqual(together[i], await nearest.ask(vectors, position, k));
    assert.equal(together[i]?.length, Math.min(k, rows.length));
  }
});

test('each that has asked fails when vectors cannot be compared', async () => {
  const broken = new NearestTogether(kernel);
  const vectors = VectorTable.of(rows, wholeNumbers(rows.length, d, 1), d);
  const asked = [1, 2].map((position) =>
    broken.ask(Object.assign(vectors, { nearest: () => Promise.reject(new Error('no')) }), position, 3),
  );
  for (const one of asked) await assert.rejects(one, /no/);
});
