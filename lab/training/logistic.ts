export interface Labelled {
  /** The first is a bias. */
  readonly factors: readonly number[];
  readonly isTrue: boolean;
  readonly weight: number;
}

const rounds = 400;
const step = 0.5;
const shrinkage = 0.003;

/** Weights of a logistic regression, by gradient descent on standardized factors. Deterministic. */
export function fitLogistic(cases: readonly Labelled[]): readonly number[] {
  const width = cases[0]?.factors.length ?? 0;
  const columns = Array.from({ length: width }, (_, i) => cases.map(({ factors }) => factors[i] ?? 0));
  const means = columns.map((column, i) => (i === 0 ? 0 : mean(column)));
  const spreads = columns.map((column, i) => (i === 0 ? 1 : Math.sqrt(mean(column.map((one) => (one - (means[i] ?? 0)) ** 2))) || 1));
  const rows = cases.map(({ factors }) => factors.map((one, i) => (one - (means[i] ?? 0)) / (spreads[i] ?? 1)));
  const weights = new Array<number>(width).fill(0);
  for (let round = 0; round < rounds; round++) {
    const slope = weights.map((weight, i) => (i === 0 ? 0 : shrinkage * weight));
    for (const [at, row] of rows.entries()) {
      const { isTrue = false, weight = 0 } = cases[at] ?? {};
      const sum = row.reduce((total, one, i) => total + one * (weights[i] ?? 0), 0);
      const error = (weight * (1 / (1 + Math.exp(-sum)) - (isTrue ? 1 : 0))) / rows.length;
      for (const [i, one] of row.entries()) slope[i] = (slope[i] ?? 0) + error * one;
    }
    for (const [i, one] of slope.entries()) weights[i] = (weights[i] ?? 0) - step * one;
  }
  const plain = weights.map((weight, i) => weight / (spreads[i] ?? 1));
  const shift = plain.reduce((sum, weight, i) => (i === 0 ? sum : sum + weight * (means[i] ?? 0)), 0);
  return plain.map((weight, i) => Number((i === 0 ? weight - shift : weight).toPrecision(6)));
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length);
}
