/** Cells that were found in their documents, so that they are not looked up again while neither is another. */
export class KnownQuotes {
  readonly #keys = new Set<string>();

  has(key: string): boolean {
    return this.#keys.has(key);
  }

  add(key: string): void {
    // The oldest make room.
    for (const oldest of this.#keys.size < mostKnown ? [] : [...this.#keys.keys()].slice(0, mostKnown / 2)) this.#keys.delete(oldest);
    this.#keys.add(key);
  }
}

const mostKnown = 200_000;
