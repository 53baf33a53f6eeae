/** Values that were used lately, in two halves: when the newer one is full, it replaces the older one. */
export class RecentValues<K, V> {
  readonly #most: number;
  #newer = new Map<K, Sized<V>>();
  #older = new Map<K, Sized<V>>();
  #newerSize = 0;

  /** @param most of all sizes in sum, as far as no value alone is larger than half of it */
  constructor(most: number) {
    this.#most = most;
  }

  get(key: K): V | undefined {
    const found = this.#newer.get(key) ?? this.#older.get(key);
    if (found && !this.#newer.has(key)) this.set(key, found.value, found.size);
    return found?.value;
  }

  set(key: K, value: V, size = 1): void {
    // An older value of the key is never looked at while there is a newer one.
    this.#newerSize -= this.#newer.get(key)?.size ?? 0;
    if (this.#newerSize + size > this.#most / 2) {
      this.#older = this.#newer;
      this.#newer = new Map();
      this.#newerSize = 0;
    }
    this.#newer.set(key, { value, size });
    this.#newerSize += size;
  }

  delete(key: K): void {
    this.#newerSize -= this.#newer.get(key)?.size ?? 0;
    this.#newer.delete(key);
    this.#older.delete(key);
  }
}

interface Sized<V> {
  readonly value: V;
  readonly size: number;
}
