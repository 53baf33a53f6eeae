import type { RerankItem } from '../models.ts';

/**
 * A sample of at most `size` of the passages offered, independent of their order: those with the smallest hashes. Holds at most twice as
 * many.
 */
export class PassageSample {
  readonly #size: number;
  readonly #seed: number;
  #kept: Entry[] = [];
  #limit = 0xffffffff;
  #offered = 0;

  constructor(size: number, seed: number) {
    this.#size = size;
    this.#seed = seed;
  }

  /** The number of passages offered. */
  get offered(): number {
    return this.#offered;
  }

  offer({ title, headings, text }: RerankItem): void {
    this.#offered++;
    const key = hash(title, hash(text, this.#seed));
    if (key > this.#limit) return;
    this.#kept.push({ key, passage: { title, headings, text } });
    if (this.#kept.length >= 2 * this.#size) this.#prune();
  }

  /** The sample in the order of hashes, which is as good as shuffled. */
  passages(): readonly RerankItem[] {
    this.#prune();
    return this.#kept.map(({ passage }) => passage);
  }

  #prune(): void {
    this.#kept.sort((a, b) => a.key - b.key || compare(a.passage.title, b.passage.title) || compare(a.passage.text, b.passage.text));
    if (this.#kept.length <= this.#size) return;
    this.#kept = this.#kept.slice(0, this.#size);
    this.#limit = this.#kept.at(-1)?.key ?? this.#limit;
  }
}

interface Entry {
  readonly key: number;
  readonly passage: RerankItem;
}

/** FNV-1a over UTF-16 code units, with the final mix of MurmurHash3. */
function hash(text: string, seed: number): number {
  let state = 0x811c9dc5 ^ seed;
  for (let i = 0; i < text.length; i++) state = Math.imul(state ^ text.charCodeAt(i), 0x01000193);
  state = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
  state = Math.imul(state ^ (state >>> 13), 0xc2b2ae35);
  return (state ^ (state >>> 16)) >>> 0;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
