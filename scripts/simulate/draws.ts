import { hashOf } from '../../src/base/hash.ts';

export interface Character {
  /** Decides everything that is left to chance. */
  readonly seed: number;
  /** In [0, 1]: share of wrong judgments. */
  readonly error: number;
  /** In [0, 1]: share of the facts known without a passage. */
  readonly knows: number;
}

/**
 * What is left to chance. Every draw depends on the seed and on what is judged, never on the order of requests.
 *
 * The error rate E is the share of wrong answers, over facts and samples. It comes about in two draws of chance √E: a fact is hard or easy, once for all
 * roles and samples; of a hard fact each (role, sample) may slip. So samples about an easy fact agree, and those about a hard fact do not. Everything
 * else (votes, verdicts, plans, confidences, what is said without evidence) errs by one draw of chance E.
 */
export class Draws {
  readonly #character: Character;

  constructor(character: Character) {
    this.#character = character;
  }

  /** Whether this answer about a fact that could be told comes out wrong. */
  slips(fact: string, role: string, sample: number): boolean {
    const once = Math.sqrt(this.#character.error);
    return this.#chance('hard', fact) < once && this.#chance('slip', fact, role, String(sample)) < once;
  }

  /** Whether this judgment is wrong. */
  errs(...about: readonly string[]): boolean {
    return this.#chance('errs', ...about) < this.#character.error;
  }

  isKnown(fact: string): boolean {
    return this.#chance('knows', fact) < this.#character.knows;
  }

  /** One of the choices; undefined when there is none. */
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

/** In [0, 1), the same for the same parts. */
export function chance(seed: number, ...parts: readonly string[]): number {
  return Number.parseInt(hashOf([String(seed), ...parts], 8), 16) / 2 ** 32;
}
