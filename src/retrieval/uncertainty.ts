/**
 * Uncertainty feedback (ASU): a batch from which the model cannot answer consistently is ranked lower. Answers are consistent that are in
 * one semantic set: they entail each other, found by comparing each new answer with the first member of every set so far. Source: SUNAR,
 * formulas 2 to 5; Kuhn, Gal, Farquhar 2023 (semantic uncertainty), Algorithm 1; ties and edge cases as in pipelines.md 2.4 and signs and
 * scales as in 2.5.
 */
import type { NarTurn } from '../protocol/trace.ts';
import type { LabelPair, SampledAnswers, UncertaintyFeedback } from './retrieval.ts';

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
  feedback: Pick<UncertaintyFeedback, 'm' | 'abstainPolicy' | 'label'>,
): Promise<Uncertainty> {
  const { answers, folded = 0 } = sampled;
  if (answers.length === 0) return notAsked('no_samples', sampled.flags);
  const flags = new Set(sampled.flags);
  const label = labelsOfOnce(question, feedback.label, () => flags.add('nli_failed'));
  const found = await semanticSets(answers, (first, second) => areEquivalent(label, first, second));
  const allAbstained = answers.every((answer) => answer === null);
  if (allAbstained) flags.add('all_abstained');
  const s = allAbstained && feedback.abstainPolicy === 'max-uncertainty' ? feedback.m : found.s;
  const facts = { answers: [...answers], sets: [...found.sets], s, comparisons: found.comparisons, ...(folded > 0 ? { folded } : {}) };
  return { facts, divisor: s, flags: [...flags] };
}

/** A batch that keeps its scores because nobody was asked about it, or nobody answered. */
export function notAsked(skipped: string, flags: readonly string[] = []): Uncertainty {
  return { facts: { answers: [], sets: [], s: 1, comparisons: 0, skipped }, divisor: 1, flags };
}

/** A negative score is multiplied: divided it would rise, and the penalty become a reward. */
export function rescaled(x: number | null, divisor: number): number | null {
  if (x === null) return null;
  return x >= 0 ? x / divisor : x * divisor;
}

/**
 * What is done to scores before feedback divides them: logits are often negative and go through the sigmoid; scores in [0, 1] would be
 * squeezed into a quarter of their range by it and stay.
 */
export function transformFor(scale: 'probability' | 'logit', isLowered: boolean): keyof typeof transforms {
  return isLowered && scale === 'logit' ? 'sigmoid' : 'identity';
}

export const transforms = { identity: (raw: number) => raw, sigmoid } as const;

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

export interface SemanticSets {
  /** Of each answer, the set it is in; sets are numbered by first appearance. */
  readonly sets: readonly number[];
  /** How many sets there are, at least 1: no answers are no disagreement (pipelines.md 2.4). */
  readonly s: number;
  /** How many tests of a set's first member with another answer were made. */
  readonly comparisons: number;
}

interface OpenedSet {
  readonly index: number;
  readonly representative: string;
}

/**
 * @param answers in sample order; null is an abstention. Abstentions are one set, trimmed identical texts one candidate, and neither is
 * compared.
 * @param isEquivalent whether two answers, trimmed, mean the same; the first opened its set
 */
export async function semanticSets(
  answers: readonly (string | null)[],
  isEquivalent: (representative: string, candidate: string) => Promise<boolean>,
): Promise<SemanticSets> {
  const setOf = new Map<string | null, number>();
  const opened: OpenedSet[] = [];
  let s = 0;
  let comparisons = 0;
  for (const candidate of new Set(answers.map(trimmed))) {
    if (candidate === null) {
      setOf.set(null, s++);
      continue;
    }
    let joined: number | undefined;
    for (const { index, representative } of opened) {
      comparisons++;
      if (!(await isEquivalent(representative, candidate))) continue;
      joined = index;
      break;
    }
    if (joined === undefined) opened.push({ index: s, representative: candidate });
    setOf.set(candidate, joined ?? s++);
  }
  return { sets: answers.map((answer) => setOf.get(trimmed(answer)) ?? 0), s: Math.max(1, s), comparisons };
}

/** Whether two texts entail each other. The second direction is asked only where the first does not decide; no label is no. */
export async function areEquivalent(label: LabelPair, first: string, second: string): Promise<boolean> {
  return (await label(first, second)) === 'entailment' && (await label(second, first)) === 'entailment';
}

function trimmed(answer: string | null): string | null {
  return answer === null ? null : answer.trim();
}
