/**
 * BERTScore of two texts whose tokens already have vectors. Source: Zhang et al. 2020, BERTScore, equations of precision, recall and F;
 * metrics.md 7. A metric computed with this function is named after the encoder of the vectors.
 */
import type { Overlap } from '../../src/evaluation/answerScores.ts';

/** One vector and one weight per token. Tokens with weight 0 (at the start and end of the sequence) are only match targets. */
export interface WeightedTokens {
  readonly vectors: readonly (readonly number[])[];
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

/** The scores of unrelated texts, as precision, recall and F of one model and layer. */
export type BertScoreBaseline = readonly [precision: number, recall: number, f: number];
/** roberta-large, layer 17, English. */
export const robertaLargeBaseline: BertScoreBaseline = [0.83150584, 0.8314941, 0.83122575];

/** May be negative. F is rescaled from the raw F, not computed from the rescaled precision and recall. */
export function rescaleBertScore({ precision, recall, f }: Overlap, baseline: BertScoreBaseline): Overlap {
  const rescale = (value: number, lowest: number): number => (value - lowest) / (1 - lowest);
  return { precision: rescale(precision, baseline[0]), recall: rescale(recall, baseline[1]), f: rescale(f, baseline[2]) };
}

/** The weighted mean over the tokens of the similarity to the most similar target. */
function greedyMatch(tokens: readonly (readonly number[])[], weights: readonly number[], targets: readonly (readonly number[])[]): number {
  const best = tokens.map((token) => Math.max(...targets.map((target) => dot(token, target))));
  return sum(best.map((similarity, i) => similarity * (weights[i] ?? 0))) / sum(weights);
}

function unit(vector: readonly number[]): readonly number[] {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((value) => value / length);
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((total, value, i) => total + value * (b[i] ?? 0), 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
