import { hashOf } from '../../src/base/hash.ts';
import type { Pick } from './sloppyQuotes.ts';
import type { WritingSlip, WritingSlips } from './writingSlips.ts';

export interface Character {
  /** Options of everything random. */
  readonly seed: number;
  /** Share of wrong judgments, in [0, 1]. */
  readonly error: number;
  /** Share of the facts known without a passage, in [0, 1]. */
  readonly knows: number;
  /** Chance that one passage which does not bear on a question misleads its reader, in [0, 1]. */
  readonly distraction: number;
  /** Share of questions that it gets another condition into when it words them, in [0, 1]. */
  readonly invents: number;
  /** Share of quotes in which a word is another than in the passage, in [0, 1]. */
  readonly misquotes: number;
  /** Share of quotes that are words of another place, in [0, 1]. */
  readonly strays: number;
  /** What goes wrong in answers that are written out. */
  readonly slips: WritingSlips;
  /** Share of quotes in such answers that are written other than letter by letter, in [0, 1]. */
  readonly sloppy: number;
}

/**
 * All random decisions. Each draw depends on the seed and on what is judged, never on the order of requests.
 *
 * The error rate E is the share of wrong answers over facts and samples. It results from two draws with probability √E: a fact is hard or
 * easy for all roles and samples, and each (role, sample) may get a hard fact wrong. So samples about an easy fact agree, and those about a
 * hard fact do not. Everything else (votes, verdicts, plans, confidences, statements without evidence) errs in one draw with probability E.
 */
export class Draws {
  readonly #character: Character;

  constructor(character: Character) {
    this.#character = character;
  }

  /** Whether an answer about a known fact is wrong. */
  slips(fact: string, role: string, sample: number): boolean {
    const once = Math.sqrt(this.#character.error);
    return this.#chance('hard', fact) < once && this.#chance('slip', fact, role, String(sample)) < once;
  }

  /** Whether an answer about a known fact is wrong because so many passages beside it are about something else. */
  isDistracted(others: number, fact: string, role: string, sample: number): boolean {
    return this.#chance('distracted', fact, role, String(sample)) < 1 - (1 - this.#character.distraction) ** others;
  }

  /** Whether this judgment is wrong. */
  errs(...about: readonly string[]): boolean {
    return this.#chance('errs', ...about) < this.#character.error;
  }

  /** Whether a condition is dropped or added where a question is only to be worded. */
  invents(question: string): boolean {
    return this.#chance('invents', question) < this.#character.invents;
  }

  /** Whether this quote has a word that its passage does not have. */
  misquotes(...about: readonly string[]): boolean {
    return this.#chance('misquotes', ...about) < this.#character.misquotes;
  }

  /** Whether this quote is from a place that says nothing of its answer. */
  strays(...about: readonly string[]): boolean {
    return this.#chance('strays', ...about) < this.#character.strays;
  }

  /** Whether a sentence that is written has this fault. */
  slipsInWriting(kind: WritingSlip, question: string, sentence: string): boolean {
    return this.#chance('slips', kind, question, sentence) < (this.#character.slips[kind] ?? 0);
  }

  /** Whether a quote of this sentence is written other than letter by letter, and draws for how it is. */
  sloppily(...about: readonly string[]): Pick | undefined {
    if (this.#chance('sloppy', ...about) >= this.#character.sloppy) return undefined;
    let nth = 0;
    return (choices) => Math.floor(this.#chance('sloppily', String(nth++), ...about) * choices);
  }

  isKnown(fact: string): boolean {
    return this.#chance('knows', fact) < this.#character.knows;
  }

  /** One of the choices; undefined when there are none. */
  pick<T>(choices: readonly T[], ...about: readonly string[]): T | undefined {
    return choices[Math.floor(this.#chance('pick', ...about) * choices.length)];
  }

  between(low: number, high: number, ...about: readonly string[]): number {
    return low + (high - low) * this.#chance('between', ...about);
  }

  #chance(...parts: readonly string[]): number {
    return chance(this.#character.seed, ...parts);
  }
}

/** A number in [0, 1), the same for the same parts. */
export function chance(seed: number, ...parts: readonly string[]): number {
  return Number.parseInt(hashOf([String(seed), ...parts], 8), 16) / 2 ** 32;
}
