import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mcNemarExact, mean, pairedBootstrap, pairedTTest, quantile } from '../../../src/evaluation/statistics.ts';

const a = Array.from({ length: 200 }, (_, i) => ((i * 37) % 101) / 100);
const b = Array.from({ length: 200 }, (_, i) => ((i * 53) % 97) / 96);

/** Expected values: scipy 1 `ttest_rel`; tolerance 1e-9. */
test('the paired t-test agrees with scipy', () => {
  for (const { x, y, t, p } of [
    { x: [0.1, 0.5, 0.3, 0.9, 0.2, 0.8], y: [0.4, 0.5, 0.6, 0.7, 0.9, 1.0], t: 1.7341042176646766, p: 0.14343070646321415 },
    { x: a, y: b, t: -0.15298463812822305, p: 0.8785654000702529 },
  ]) {
    const found = pairedTTest(x, y);
    assert.ok(Math.abs(found.t - t) < 1e-9 && Math.abs(found.p - p) < 1e-9, JSON.stringify(found));
  }
});

test('the t-test of systems that do not differ, or always by the same, is decided', () => {
  assert.deepEqual([pairedTTest([1, 0], [1, 0]).p, pairedTTest([0, 0], [1, 1]).p, pairedTTest([1], [0]).p], [1, 0, 1]);
});

/** Expected values: scipy 1 `binomtest`; tolerance 1e-9. */
test("McNemar's exact test agrees with the binomial test of the pairs that differ", () => {
  for (const { onlyA, onlyB, p } of [
    { onlyA: 2, onlyB: 7, p: 0.1796875 },
    { onlyA: 70, onlyB: 30, p: 7.85013964559367e-5 },
    { onlyA: 400, onlyB: 500, p: 0.0009564441369189373 },
    { onlyA: 0, onlyB: 0, p: 1 },
  ]) {
    const x = [...Array<number>(onlyA).fill(1), ...Array<number>(onlyB).fill(0), 1, 0];
    const y = [...Array<number>(onlyA).fill(0), ...Array<number>(onlyB).fill(1), 1, 0];
    const found = mcNemarExact(x, y);
    assert.deepEqual([found.onlyA, found.onlyB], [onlyA, onlyB]);
    assert.ok(Math.abs(found.p - p) < 1e-9, `${found.p}`);
  }
});

test('the bootstrap repeats by its seed, holds the mean difference, and widens with fewer pairs', () => {
  const all = pairedBootstrap(a, b, { resamples: 2000, seed: 3 });
  assert.deepEqual(pairedBootstrap(a, b, { resamples: 2000, seed: 3 }), all);
  assert.ok(all.low < all.meanDifference && all.meanDifference < all.high && all.p > 0.5);
  assert.ok(Math.abs(all.meanDifference - (mean(b) - mean(a))) < 1e-12);
  const few = pairedBootstrap(a.slice(0, 20), b.slice(0, 20), { resamples: 2000, seed: 3 });
  assert.ok(few.high - few.low > all.high - all.low);
  assert.deepEqual(pairedBootstrap([0, 0, 0], [1, 1, 1]), { meanDifference: 1, low: 1, high: 1, p: 0 });
});

test('a quantile lies between the values around it', () => {
  assert.deepEqual([quantile([3, 1, 2], 0.5), quantile([1, 2], 0.95), quantile([], 0.5)], [2, 1.95, 0]);
});
