/** An immutable map whose changed copies share what did not change, so that a small change of a large map is cheap. */

/** With more changes than this, and more than this share of all entries, a copy takes everything over. */
const maxChanges = 1000;
const maxShare = 1 / 8;

export class LayeredMap<V> {
  readonly #base: ReadonlyMap<string, V>;
  /** Undefined for entries that were removed. */
  readonly #changes: ReadonlyMap<string, V | undefined>;

  constructor(base: ReadonlyMap<string, V> = new Map(), changes: ReadonlyMap<string, V | undefined> = new Map()) {
    this.#base = base;
    this.#changes = changes;
  }

  get isEmpty(): boolean {
    return this[Symbol.iterator]().next().done === true;
  }

  get(key: string): V | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  /** @param changes new values by key; undefined removes */
  with(changes: ReadonlyMap<string, V | undefined>): LayeredMap<V> {
    const all = new Map([...this.#changes, ...changes]);
    if (all.size <= Math.max(maxChanges, maxShare * this.#base.size)) return new LayeredMap(this.#base, all);
    const base = new Map(this.#base);
    for (const [key, value] of all) {
      if (value === undefined) base.delete(key);
      else base.set(key, value);
    }
    return new LayeredMap(base);
  }

  *[Symbol.iterator](): Generator<readonly [string, V]> {
    for (const entry of this.#base) if (!this.#changes.has(entry[0])) yield entry;
    for (const [key, value] of this.#changes) if (value !== undefined) yield [key, value];
  }
}
