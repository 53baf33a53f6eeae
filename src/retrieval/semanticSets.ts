/**
 * Semantic sets: sampled answers that entail each other, found by comparing each new answer with the first member of every set so far.
 * Source: SUNAR, formula 3; Kuhn, Gal, Farquhar 2023 (semantic uncertainty), Algorithm 1; ties and edge cases as in pipelines.md 2.4.
 */
import type { EntailmentLabel } from '../models/models.ts';

/** Strict: both entail. Lenient: neither contradicts and not both are neutral. */
export type Equivalence = 'strict' | 'lenient' | 'no-contradiction';

/** Null when the model gave no label. */
export type LabelPair = (premise: string, hypothesis: string) => Promise<EntailmentLabel | null>;

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
 * @param answers in sample order; null is an abstention. Abstentions are one set, trimmed identical texts one candidate, and neither is compared.
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

/** Whether two texts entail each other as far as `mode` asks. The second direction is asked only where the first does not decide; no label is no. */
export async function areEquivalent(mode: Equivalence, label: LabelPair, first: string, second: string): Promise<boolean> {
  const there = await label(first, second);
  if (there === null || there === 'contradiction' || (mode === 'strict' && there === 'neutral')) return false;
  const back = await label(second, first);
  if (back === null || back === 'contradiction') return false;
  if (mode === 'strict') return back === 'entailment';
  return mode === 'no-contradiction' || there === 'entailment' || back === 'entailment';
}

/** Of distinct answers, how many unordered pairs contradict in either direction: what the public code divides by. */
export async function contradictoryPairs(answers: readonly string[], label: LabelPair): Promise<number> {
  const distinct = [...new Set(answers)];
  let count = 0;
  for (const [i, first] of distinct.entries()) {
    for (const second of distinct.slice(i + 1)) {
      if ((await label(first, second)) === 'contradiction' || (await label(second, first)) === 'contradiction') count++;
    }
  }
  return count;
}

function trimmed(answer: string | null): string | null {
  return answer === null ? null : answer.trim();
}
