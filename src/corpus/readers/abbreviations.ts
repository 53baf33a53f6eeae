/**
 * Names that stand for other text: attributes, substitutions, strings. Their expansions together may be only a few times as long as the
 * document; otherwise a few lines could expand to gigabytes. Beyond that, and for long texts, a name is not resolved.
 */
export class Abbreviations {
  readonly #texts = new Map<string, string>();
  #budget: number;

  /** @param sourceLength length of the document in characters */
  constructor(sourceLength: number) {
    this.#budget = 100_000 + 2 * sourceLength;
  }

  define(name: string, text: string): void {
    if (text.length <= MAX_LENGTH) this.#texts.set(name, text);
    else this.#texts.delete(name);
  }

  remove(name: string): void {
    this.#texts.delete(name);
  }

  resolve(name: string): string | undefined {
    const text = this.#texts.get(name);
    if (text === undefined || text.length > this.#budget) return undefined;
    this.#budget -= text.length;
    return text;
  }
}

const MAX_LENGTH = 1000;
