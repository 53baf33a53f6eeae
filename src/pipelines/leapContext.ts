import type { Passage } from '../protocol/passage.ts';
import type { PathStep } from '../reasoning/pathStep.ts';
import type { FoundAnswer } from '../reasoning/roles/leapRoles.ts';
import type { RunContext } from './pipeline.ts';
import { type Pooled, RerankedPool } from './rerankedPool.ts';
import { pathStep } from './steps.ts';
import { together } from './together.ts';

export interface SubQuestion {
  readonly node: string;
  readonly text: string;
}

/** A sub-question with what its search found, best first. */
export interface SearchedQuestion extends SubQuestion {
  readonly passages: readonly Passage[];
}

export interface ContextParameters {
  readonly k: number;
  readonly contextScore: 'question' | 'larger';
  readonly carry: boolean;
}

/**
 * What the model sees of all that was retrieved: the best k passages and, if `carry`, what earlier sub-questions found. A sub-question's
 * best passage is shown for one round. If the model reads its answer there, answer and passage stay; otherwise the passage has to be among
 * the best k. Source: pipelines.md 3.2.
 */
export class LeapContext {
  readonly pool: RerankedPool;
  readonly #ctx: RunContext;
  readonly #p: ContextParameters;
  /** Every sub-question that was put to the vote, in order. */
  readonly #asked: SubQuestion[] = [];
  /** By node. */
  readonly #answers = new Map<string, Omit<FoundAnswer, 'asked' | 'passage'> & { readonly passage: Passage }>();
  /** The best passage of each sub-question of the last round. */
  #latest: readonly Passage[] = [];

  constructor(ctx: RunContext, question: string, p: ContextParameters) {
    this.#ctx = ctx;
    this.#p = p;
    this.pool = new RerankedPool(ctx, question);
  }

  /** The passages shown: the best k, then carried ones that are not among them. */
  shown(): readonly Pooled[] {
    const best = this.pool.top(this.#p.k);
    const carried = new Map([...[...this.#answers.values()].map(({ passage }) => passage), ...this.#latest].map((one) => [one.id, one]));
    for (const { passage } of best) carried.delete(passage.id);
    return [...best, ...[...carried.values()].map((passage) => ({ passage, score: this.pool.scoreOf(passage.id) }))];
  }

  /** Every sub-question so far, with its answer if the model has read one. */
  asked(): readonly PathStep[] {
    return this.#asked.map(({ node, text }) => pathStep(text, this.#answers.get(node) ?? { answer: null }));
  }

  answered(): readonly PathStep[] {
    return this.asked().filter(({ answer }) => answer !== null);
  }

  ask(round: readonly SubQuestion[]): void {
    this.#asked.push(...round);
  }

  /** Keeps what the model has read from the passages shown, which answers the sub-questions asked so far. */
  keep(found: readonly FoundAnswer[], shown: readonly Passage[]): void {
    this.#latest = [];
    if (!this.#p.carry) return;
    for (const { asked, passage: index, ...said } of found) {
      const sub = this.#asked[asked];
      const passage = shown[index];
      if (!sub || !passage || this.#answers.has(sub.node)) continue;
      this.#answers.set(sub.node, { ...said, passage });
      this.#ctx.trace.note(sub.node, { ...said, abstained: false, cites: [passage.id] });
    }
  }

  /**
   * Adds the results of a round, scored as one batch against the question and, with `contextScore: larger`, each against its sub-question
   * too.
   * @returns the ids of new passages
   */
  async add(root: string, round: readonly SearchedQuestion[]): Promise<readonly string[]> {
    const newDocs = await this.pool.add(
      root,
      round.map(({ passages }) => passages),
    );
    const isRaised = this.#p.contextScore === 'larger';
    const best = await together(round, async ({ node, text, passages }) =>
      isRaised ? await this.pool.raise(node, text, passages) : passages[0],
    );
    if (this.#p.carry) this.#latest = best.filter((passage) => passage !== undefined);
    return newDocs;
  }
}
