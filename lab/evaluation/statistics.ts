/** Statistics for comparing systems on the same questions. Source: metrics.md 9. */
import { seededRandom } from '../../src/base/seededRandom.ts';

/** The mean; zero for no values. */
export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((total, value) => total + value, 0) / values.length;
}

/** The quantile `q`, interpolated linearly; zero for no values. */
export function quantile(values: readonly number[], q: number): number {
  return quantileOfSorted(Float64Array.from(values).sort(), q);
}

function quantileOfSorted(sorted: Float64Array, q: number): number {
  const at = q * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0];
  return below + (above - below) * (at - Math.floor(at));
}

export interface TTest {
  readonly n: number;
  /** The mean of `b` minus `a`. */
  readonly meanDifference: number;
  /** Infinite when all differences are equal and not zero. */
  readonly t: number;
  /** Two-sided; 1 with fewer than two pairs. */
  readonly p: number;
}

/** Student's t-test of paired values. `a` and `b` have the same order and length. */
export function pairedTTest(a: readonly number[], b: readonly number[]): TTest {
  const differences = a.map((value, i) => (b[i] ?? 0) - value);
  const n = differences.length;
  const meanDifference = mean(differences);
  if (n < 2) return { n, meanDifference, t: 0, p: 1 };
  const variance = differences.reduce((total, value) => total + (value - meanDifference) ** 2, 0) / (n - 1);
  if (variance === 0)
    return meanDifference === 0 ? { n, meanDifference, t: 0, p: 1 } : { n, meanDifference, t: Math.sign(meanDifference) * Infinity, p: 0 };
  const t = meanDifference / Math.sqrt(variance / n);
  const freedom = n - 1;
  return { n, meanDifference, t, p: incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) };
}

export interface McNemar {
  /** The number of pairs in which only `a` is right. */
  readonly onlyA: number;
  readonly onlyB: number;
  /** Two-sided, exact. */
  readonly p: number;
}

/** McNemar's exact test of paired scores that are 0 or 1: a sign test of the pairs that differ. */
export function mcNemarExact(a: readonly number[], b: readonly number[]): McNemar {
  const onlyA = a.filter((value, i) => value > (b[i] ?? 0)).length;
  const onlyB = a.filter((value, i) => value < (b[i] ?? 0)).length;
  const n = onlyA + onlyB;
  const logTotal = n * Math.log(2);
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyA, onlyB); k++) tail += Math.exp(logChoose(n, k) - logTotal);
  return { onlyA, onlyB, p: Math.min(1, 2 * tail) };
}

/** Ends of the interval that holds 95 % of the resampled values. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * Draws questions with replacement, as many as there are, and takes the mean of every system over the same draw.
 * @param scores of each system, in the same order of questions
 * @returns per system, the means in the order of the resamples; deterministic for a given seed
 */
export function resampledMeans(
  scores: readonly (readonly number[])[],
  { resamples = 10_000, seed = 1 }: { readonly resamples?: number; readonly seed?: number } = {},
): readonly Float64Array[] {
  const n = scores[0]?.length ?? 0;
  const columns = scores.map((values) => Float64Array.from(values));
  const means = scores.map(() => new Float64Array(resamples));
  if (n === 0) return means;
  const random = seededRandom(seed);
  const drawn = new Int32Array(n);
  for (let r = 0; r < resamples; r++) {
    for (let i = 0; i < n; i++) drawn[i] = Math.floor(random() * n);
    for (const [s, values] of columns.entries()) {
      let total = 0;
      for (let i = 0; i < n; i++) total += values[drawn[i]!]!;
      means[s]![r] = total / n;
    }
  }
  return means;
}

/** The interval of a system's resampled means. */
export function intervalOf(means: Float64Array): Interval {
  const sorted = Float64Array.from(means).sort();
  return { low: quantileOfSorted(sorted, 0.025), high: quantileOfSorted(sorted, 0.975) };
}

export interface Bootstrap extends Interval {
  /** Two-sided: twice the share of resamples on the other side of zero. */
  readonly p: number;
}

/** The difference `b` minus `a` of means over the same draws. */
export function bootstrapDifference(a: Float64Array, b: Float64Array): Bootstrap {
  // The sums of two systems round differently, so a difference this small is none.
  const differences = b.map((value, r) => (Math.abs(value - a[r]!) < 1e-12 ? 0 : value - a[r]!));
  let [notAbove, notBelow] = [0, 0];
  for (const difference of differences) {
    if (difference <= 0) notAbove++;
    if (difference >= 0) notBelow++;
  }
  return { ...intervalOf(differences), p: Math.min(1, (2 * Math.min(notAbove, notBelow)) / Math.max(1, differences.length)) };
}

/**
 * Corrects the p values of several tests, so that the chance of even one false difference stays below the level.
 * @returns in the same order, each at least the value given and at most 1. Source: Holm 1979
 */
export function holm(ps: readonly number[]): readonly number[] {
  const corrected = new Array<number>(ps.length).fill(1);
  let least = 0;
  for (const [rank, i] of [...ps.keys()].sort((x, y) => ps[x]! - ps[y]!).entries()) {
    least = Math.max(least, Math.min(1, (ps.length - rank) * ps[i]!));
    corrected[i] = least;
  }
  return corrected;
}

function logChoose(n: number, k: number): number {
  return logGamma(n + 1) - logGamma(k + 1) - logGamma(n - k + 1);
}

/** Source: Lanczos 1964, with g = 7 and nine terms; accurate to about 15 digits for x > 0. */
function logGamma(x: number): number {
  const base = x + 6.5;
  const series = lanczos.reduce((total, term, i) => total + (i === 0 ? term : term / (x - 1 + i)), 0);
  return 0.5 * Math.log(2 * Math.PI) + (x - 0.5) * Math.log(base) - base + Math.log(series);
}

const lanczos = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059, 12.507343278686905,
  -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

/** Regularized incomplete beta function I_x(a, b). Source: its continued fraction, evaluated by Lentz's method (Numerical Recipes 6.4). */
function incompleteBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - incompleteBeta(1 - x, b, a);
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x)) / a;
  const awayFromZero = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);
  let [c, d] = [1, 1 / awayFromZero(1 - ((a + b) * x) / (a + 1))];
  let fraction = d;
  for (let m = 1; m <= 300; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m));
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1));
    for (const term of [even, odd]) {
      d = 1 / awayFromZero(1 + term * d);
      c = awayFromZero(1 + term / c);
      fraction *= c * d;
    }
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return front * fraction;
}
