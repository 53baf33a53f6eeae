/** Scores retrieval results against gold documents. Source: metrics.md 5. */
import { normalized } from './answerText.ts';

/** The ranks at which rankings are cut. */
export const cuts = [1, 3, 5, 10] as const;
export type ByCut<T> = Readonly<Record<`${(typeof cuts)[number]}`, T>>;

export function byCut<T>(value: (k: number) => T): ByCut<T> {
  return Object.fromEntries(cuts.map((k) => [String(k), value(k)])) as Record<keyof ByCut<T>, T>;
}

export interface RetrievalScores {
  /** Share of the gold documents among the first k. */
  readonly recall: number;
  /** 1 when at least one gold document is among the first k, otherwise 0. */
  readonly hit: number;
  /** 1 when all gold documents are among the first k, otherwise 0. */
  readonly all: number;
}

/**
 * @param ranked document ids, best first; only the first occurrence of an id counts, so a document cut into passages counts once
 * @returns null when there is no gold document
 */
export function scoreRanking(ranked: readonly string[], gold: readonly string[], k: number): RetrievalScores | null {
  return scoreSet(new Set([...new Set(ranked)].slice(0, k)), gold);
}

/** Like `scoreRanking`, for documents without an order. */
export function scoreSet(found: ReadonlySet<string>, gold: readonly string[]): RetrievalScores | null {
  const wanted = [...new Set(gold)];
  if (wanted.length === 0) return null;
  const count = wanted.filter((id) => found.has(id)).length;
  return { recall: count / wanted.length, hit: Number(count > 0), all: Number(count === wanted.length) };
}

/** The union of the first k of each ranking, in order of arrival. */
export function unionOf(rankings: readonly (readonly string[])[], k: number): ReadonlySet<string> {
  return new Set(rankings.flatMap((ranked) => [...new Set(ranked)].slice(0, k)));
}

/**
 * `answer_recall@k`: 1 when one of the first k passages contains an accepted answer, both normalized.
 * @param texts texts of the ranked passages, best first, without repeats
 * @returns null when the measure is meaningless: no accepted answer has words, or one is yes or no
 */
export function answerRecall(texts: readonly string[], accepted: readonly string[], k: number): number | null {
  const wanted = accepted.map(normalized).filter((answer) => answer !== '');
  if (wanted.length === 0 || wanted.some((answer) => answer === 'yes' || answer === 'no')) return null;
  const found = texts.slice(0, k).map(normalized);
  return Number(wanted.some((answer) => found.some((text) => text.includes(answer))));
}
