import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  bootstrapDifference,
  holm,
  intervalOf,
  mcNemarExact,
  mean,
  pairedTTest,
  quantile,
  resampledMeans,
} from '../../../../lab/evaluation/statistics.ts';

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

test('the bootstrap repeats by its seed, holds the mean difference, and widens with fewer questions', () => {
  const differenceOf = (x: readonly number[], y: readonly number[]) => {
    const [means = assert.fail(), others = assert.fail()] = resampledMeans([x, y], { resamples: 2000, seed: 3 });
    return bootstrapDifference(means, others);
  };
  const all = differenceOf(a, b);
  assert.deepEqual(differenceOf(a, b), all);
  assert.ok(all.low < mean(b) - mean(a) && mean(b) - mean(a) < all.high && all.p > 0.5);
  const few = differenceOf(a.slice(0, 20), b.slice(0, 20));
  assert.ok(few.high - few.low > all.high - all.low);
  assert.deepEqual(differenceOf([0, 0, 0], [1, 1, 1]), { low: 1, high: 1, p: 0 });
  assert.deepEqual(differenceOf([0.1, 0.7, 0.2], [0.1, 0.7, 0.2]), { low: 0, high: 0, p: 1 });
  assert.deepEqual(differenceOf([], []), { low: 0, high: 0, p: 1 });
});

test('the interval of a mean is that of its resamples', () => {
  const [means = assert.fail()] = resampledMeans([a], { resamples: 2000 });
  const { low, high } = intervalOf(means);
  const standardError = Math.sqrt(mean(a.map((value) => (value - mean(a)) ** 2)) / a.length);
  assert.ok(Math.abs(low - (mean(a) - 1.96 * standardError)) < 0.2 * standardError, `${low}`);
  assert.ok(Math.abs(high - (mean(a) + 1.96 * standardError)) < 0.2 * standardError, `${high}`);
});

/** Expected values: R 4 `p.adjust(p, "holm")`, by hand. */
test("Holm's correction multiplies by the number of tests that are left, and never turns their order around", () => {
  const corrected = holm([0.01, 0.04, 0.03, 0.005]).map((p) => Math.round(p * 1e6) / 1e6);
  assert.deepEqual(corrected, [0.03, 0.06, 0.06, 0.02]);
  assert.deepEqual(holm([0.6, 0.7]), [1, 1]);
  assert.deepEqual(holm([]), []);
});

test('a quantile lies between the values around it', () => {
  assert.deepEqual([quantile([3, 1, 2], 0.5), quantile([1, 2], 0.95), quantile([], 0.5)], [2, 1.95, 0]);
});
