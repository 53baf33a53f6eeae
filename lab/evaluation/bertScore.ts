/** BERTScore of two texts whose tokens have vectors. Source: Zhang et al. 2020, precision, recall and F; metrics.md 7. */
import type { Overlap } from './answerScores.ts';

/** One vector and one weight per token. Tokens with weight 0 (at the start and end of the sequence) are only match targets. */
export interface WeightedTokens {
  readonly vectors: readonly ArrayLike<number>[];
  readonly weights: readonly number[];
}

/** Vectors can have any length but the same dimension. All three values are zero when either text has no weight. */
export function bertScore(candidate: WeightedTokens, reference: WeightedTokens): Overlap {
  if (sum(candidate.weights) === 0 || sum(reference.weights) === 0) return { precision: 0, recall: 0, f: 0 };
  const [said, wanted] = [candidate.vectors.map(unit), reference.vectors.map(unit)];
  const precision = greedyMatch(said, candidate.weights, wanted);
  const recall = greedyMatch(wanted, reference.weights, said);
  return { precision, recall, f: precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall) };
}

/** The weighted mean over the tokens of the similarity to the most similar target. */
function greedyMatch(tokens: readonly Float64Array[], weights: readonly number[], targets: readonly Float64Array[]): number {
  let total = 0;
  tokens.forEach((token, i) => {
    const weight = weights[i] ?? 0;
    if (weight === 0) return;
    let best = -Infinity;
    for (const target of targets) best = Math.max(best, dot(token, target));
    total += weight * best;
  });
  return total / sum(weights);
}

function unit(vector: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(vector);
  const length = Math.sqrt(dot(values, values));
  return length === 0 ? values : values.map((value) => value / length);
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += (a[i] ?? 0) * (b[i] ?? 0);
  return total;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
