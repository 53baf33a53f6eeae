import type { Passage } from '../protocol/passage.ts';
import { nearDuplicates } from './nearDuplicates.ts';
import type { RunContext } from './pipeline.ts';

export interface Pooled {
  readonly passage: Passage;
  /** Null when the reranker gave none. */
  readonly score: number | null;
}

/** Every passage that a run has retrieved, scored against its question and, where a caller asks for it, against other questions. */
export class RerankedPool {
  readonly #ctx: RunContext;
  readonly #question: string;
  /** In the order in which they were first seen. */
  readonly #pooled = new Map<string, Pooled>();

  constructor(ctx: RunContext, question: string) {
    this.#ctx = ctx;
    this.#question = question;
  }

  /**
   * Adds the results of several searches and scores the new passages as one batch on behalf of `node`. If the reranker fails, they have no
   * scores and stay in search order, and the node gets the flag `rerank_failed`.
   * @returns the ids of the new ones, in that order
   */
  async add(node: string, lists: readonly (readonly Passage[])[]): Promise<readonly string[]> {
    const unseen = new Map(lists.flat().flatMap((passage) => (this.#pooled.has(passage.id) ? [] : [[passage.id, passage]])));
    const ids = [...unseen.keys()];
    if (ids.length > 0) this.#ctx.trace.doing(node, { kind: 'reranking', done: 0, of: ids.length });
    const scores = ids.length === 0 ? [] : await this.#score(node, ids);
    [...unseen.values()].forEach((passage, i) => {
      this.#pooled.set(passage.id, { passage, score: numberOrNull(scores[i]) });
    });
    return ids;
  }

  /**
   * Scores pooled passages against another question too, on behalf of `node`, which may have ended. The larger score counts from then on.
   * @returns the passage that suits that question best, the first of equals; undefined when there are none
   */
  async raise(node: string, question: string, passages: readonly Passage[]): Promise<Passage | undefined> {
    if (passages.length === 0) return undefined;
    const scores = await this.#score(
      node,
      passages.map(({ id }) => id),
      question,
    );
    const scored = passages.map((passage, i) => ({ passage, score: numberOrNull(scores[i]) }));
    for (const { passage, score } of scored) {
      const known = this.scoreOf(passage.id);
      if (bestFirst(score, known) < 0) this.#pooled.set(passage.id, { passage, score });
    }
    return scored.sort((a, b) => bestFirst(a.score, b.score))[0]?.passage;
  }

  /** The best `k`, without near-duplicates of better ones: higher scores first, missing scores last, ties by first seen. */
  top(k: number): readonly Pooled[] {
    const sorted = [...this.#pooled.values()].sort((a, b) => bestFirst(a.score, b.score));
    const isFolded = nearDuplicates(sorted.map(({ passage }) => passage));
    return sorted.filter((_, i) => isFolded[i] !== true).slice(0, k);
  }

  scoreOf(passageId: string): number | null {
    return this.#pooled.get(passageId)?.score ?? null;
  }

  async #score(node: string, ids: readonly string[], question = this.#question): Promise<readonly (number | null)[]> {
    const { reranker, trace, signal } = this.#ctx;
    const scores = await reranker.score(question, ids, { node, signal });
    if (scores.every((score) => score === null)) trace.flagNode(node, 'rerank_failed');
    return scores;
  }
}

function bestFirst(a: number | null, b: number | null): number {
  const [x, y] = [a ?? -Infinity, b ?? -Infinity];
  return x < y ? 1 : x > y ? -1 : 0;
}

function numberOrNull(score: number | null | undefined): number | null {
  return score === undefined || Number.isNaN(score) ? null : score;
}
