/** How often each of some keys is there; those that are not have no entry. */
export class Counts<Key extends string | number> {
  readonly #counts = new Map<Key, number>();

  of(key: Key): number {
    return this.#counts.get(key) ?? 0;
  }

  /** The key that is there most often, the first of several, with how often. */
  get most(): readonly [Key | undefined, number] {
    let most: readonly [Key | undefined, number] = [undefined, 0];
    for (const entry of this.#counts) if (entry[1] > most[1] || (entry[1] === most[1] && entry[0] < most[0]!)) most = entry;
    return most;
  }

  get entries(): Iterable<readonly [Key, number]> {
    return this.#counts;
  }

  get size(): number {
    return this.#counts.size;
  }

  add(keys: Iterable<Key>, by: 1 | -1): void {
    for (const key of keys) {
      const count = this.of(key) + by;
      if (count > 0) this.#counts.set(key, count);
      else this.#counts.delete(key);
    }
  }
}
