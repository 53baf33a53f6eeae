/**
 * Uncertainty feedback (ASU): a batch from which the model cannot answer consistently is ranked lower.
 * Source: SUNAR, formulas 2 to 5; signs, scales and compatibility with the public code as in pipelines.md 2.5.
 */
import type { NarTurn } from '../protocol/trace.ts';
import { areEquivalent, contradictoryPairs, type LabelPair, semanticSets } from './semanticSets.ts';
import type { SampledAnswers, ScoreTransform, UncertaintyFeedback } from './retrieval.ts';

/** What the answers to a batch came to. */
export interface Uncertainty {
  readonly facts: NonNullable<NarTurn['asu']>;
  /** What the scores of the batch are divided by, > 0. */
  readonly divisor: number;
  readonly flags: readonly string[];
}

/** @param sampled answers from one batch in sample order, failed samples left out */
export async function uncertaintyOf(
  question: string,
  sampled: SampledAnswers,
  feedback: Pick<UncertaintyFeedback, 'm' | 'equivalence' | 'divisor' | 'abstainPolicy' | 'label'>,
): Promise<Uncertainty> {
  const { answers } = sampled;
  if (answers.length === 0) return notAsked('no_samples', sampled.flags);
  const flags = new Set(sampled.flags);
  const label = labelsOfOnce(question, feedback.label, () => flags.add('nli_failed'));
  const found = await semanticSets(answers, (first, second) => areEquivalent(feedback.equivalence, label, first, second));
  const allAbstained = answers.every((answer) => answer === null);
  if (allAbstained) flags.add('all_abstained');
  const s = allAbstained && feedback.abstainPolicy === 'max-uncertainty' ? feedback.m : found.s;
  const facts = { answers: [...answers], sets: [...found.sets], s, comparisons: found.comparisons };
  if (feedback.divisor === 'sets') return { facts, divisor: s, flags: [...flags] };
  // An abstention has no words that could contradict.
  const said = answers.filter((answer) => answer !== null);
  const pairs = await contradictoryPairs(said, label);
  return { facts: { ...facts, contradictoryPairs: pairs }, divisor: Math.max(1, pairs) / 2, flags: [...flags] };
}

/** A batch that keeps its scores because nobody was asked about it, or nobody answered. */
export function notAsked(skipped: string, flags: readonly string[] = []): Uncertainty {
  return { facts: { answers: [], sets: [], s: 1, comparisons: 0, skipped }, divisor: 1, flags };
}

/** A negative score is multiplied: divided it would rise, and the penalty become a reward. */
export function lowered(x: number | null, divisor: number): number | null {
  if (x === null) return null;
  return x >= 0 ? x / divisor : x * divisor;
}

/**
 * The transform that `auto` stands for: logits are often negative and go through the sigmoid, scores in [0, 1] would be squeezed into a quarter of
 * their range by it and stay.
 */
export function effectiveTransform(
  asked: ScoreTransform,
  scale: 'probability' | 'logit',
  isLowered: boolean,
): Exclude<ScoreTransform, 'auto'> {
  if (asked !== 'auto') return asked;
  return isLowered && scale === 'logit' ? 'sigmoid' : 'identity';
}

export const transforms: Readonly<Record<Exclude<ScoreTransform, 'auto'>, (raw: number) => number>> = { identity: (raw) => raw, sigmoid };

/** In two branches, so that neither exponential overflows. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const e = Math.exp(x);
  return e / (1 + e);
}

/** Labels of answers to a question, each ordered pair asked once. */
function labelsOfOnce(question: string, label: LabelPair, onFailure: () => void): LabelPair {
  const known = new Map<string, ReturnType<LabelPair>>();
  return async (premise, hypothesis) => {
    const key = JSON.stringify([premise, hypothesis]);
    const asked = known.get(key) ?? label(`${question} ${premise}`, `${question} ${hypothesis}`);
    known.set(key, asked);
    const said = await asked;
    if (said === null) onFailure();
    return said;
  };
}
