/** The text of tokens as they come. Decoding all of them again for each would take longer than computing them in a long reply. */
export class WrittenText {
  readonly #decode: (tokens: readonly number[]) => string;
  #settled = '';
  /** Tokens that are decoded with each new one: what a token means may depend on the one before it. */
  #tail: number[] = [];
  /** Of the tail, how many have their text in `#settled`, and how long that is. */
  #known = 0;
  #knownLength = 0;

  constructor(decode: (tokens: readonly number[]) => string) {
    this.#decode = decode;
  }

  /** All text so far. While the last character is not complete, it ends with a replacement character. */
  add(token: number): string {
    this.#tail.push(token);
    const decoded = this.#decode(this.#tail);
    const text = this.#settled + decoded.slice(this.#knownLength);
    if (decoded.length <= this.#knownLength || decoded.endsWith('\ufffd')) return text;
    this.#settled = text;
    this.#tail = this.#tail.slice(this.#known);
    this.#known = this.#tail.length;
    this.#knownLength = this.#decode(this.#tail).length;
    return text;
  }
}
