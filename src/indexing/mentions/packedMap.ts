/**
 * An immutable map whose values are numbers in one array, made into objects when they are looked up. Changed copies share what did not
 * change, so that a small change of a large map is cheap.
 */
import { RecentValues } from '../../base/recentValues.ts';
import { GrowingInts } from './growingInts.ts';
import type { PackedStrings } from './packedStrings.ts';

/** How a value is packed into numbers, which may be those of strings. */
export interface Packing<V> {
  pack(value: V, strings: PackedStrings): readonly number[];
  unpack(numbers: Int32Array, strings: PackedStrings): V;
}

/** With more changes than this, and more than this share of all entries, a copy takes everything over. */
const maxChanges = 1000;
const maxShare = 1 / 8;
/** As objects, a packed number takes about 40 bytes. */
const maxRecentNumbers = 600_000;

/** Values by the number of their key. Only its maker may add to it. */
export class PackedValues<V> {
  readonly strings: PackedStrings;
  readonly packing: Packing<V>;
  /** By the number of the key: one more than where its numbers begin, the first of which is how many follow. 0 for none. */
  readonly #places = new GrowingInts();
  readonly #numbers = new GrowingInts();
  /** What is looked up is often looked up again, and some keep what they made of it. */
  readonly #recent = new RecentValues<string, V>(maxRecentNumbers);
  #size = 0;

  constructor(strings: PackedStrings, packing: Packing<V>) {
    this.strings = strings;
    this.packing = packing;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): V | undefined {
    const recent = this.#recent.get(key);
    if (recent !== undefined) return recent;
    const id = this.strings.find(key);
    const numbers = id === undefined ? undefined : this.numbersAt(id);
    if (!numbers) return undefined;
    const value = this.packing.unpack(numbers, this.strings);
    this.#recent.set(key, value, numbers.length);
    return value;
  }

  /** The packed value of the key with this number. */
  numbersAt(id: number): Int32Array | undefined {
    const place = id < this.#places.length ? this.#places.at(id) : 0;
    return place === 0 ? undefined : this.#numbers.slice(place, place + this.#numbers.at(place - 1));
  }

  put(key: string, value: V): void {
    this.#recent.delete(key);
    this.putNumbers(this.strings.of(key), this.packing.pack(value, this.strings));
  }

  /** @param id number of a key that was not looked up */
  putNumbers(id: number, numbers: ArrayLike<number>): void {
    while (this.#places.length <= id) this.#places.push(0);
    if (this.#places.at(id) === 0) this.#size++;
    this.#numbers.push(numbers.length);
    this.#places.set(id, this.#numbers.length);
    this.#numbers.pushAll(numbers);
  }

  /** Gives back what is reserved for more. */
  trim(): void {
    this.#places.trim();
    this.#numbers.trim();
  }

  *keys(): Generator<string> {
    for (let id = 0; id < this.#places.length; id++) if (this.#places.at(id) > 0) yield this.strings.at(id);
  }

  /** All values, of which none is kept. */
  *values(): Generator<V> {
    for (let id = 0; id < this.#places.length; id++) {
      const numbers = this.numbersAt(id);
      if (numbers) yield this.packing.unpack(numbers, this.strings);
    }
  }

  /** A copy with changed values; undefined removes. */
  with(changes: ReadonlyMap<string, V | undefined>): PackedValues<V> {
    const copy = new PackedValues(this.strings, this.packing);
    const changed = new Set([...changes.keys()].map((key) => this.strings.find(key)));
    for (let id = 0; id < this.#places.length; id++) {
      const numbers = changed.has(id) ? undefined : this.numbersAt(id);
      if (numbers) copy.putNumbers(id, numbers);
    }
    for (const [key, value] of changes) if (value !== undefined) copy.put(key, value);
    copy.trim();
    return copy;
  }
}

export class PackedMap<V> {
  readonly #base: PackedValues<V>;
  /** Undefined for entries that were removed. */
  readonly #changes: ReadonlyMap<string, V | undefined>;

  constructor(base: PackedValues<V>, changes: ReadonlyMap<string, V | undefined> = new Map()) {
    this.#base = base;
    this.#changes = changes;
  }

  /** @returns the same object again as long as it is used, unless there are many others */
  get(key: string): V | undefined {
    return this.#changes.has(key) ? this.#changes.get(key) : this.#base.get(key);
  }

  /** @param changes new values by key; undefined removes */
  with(changes: ReadonlyMap<string, V | undefined>): PackedMap<V> {
    const all = new Map([...this.#changes, ...changes]);
    if (all.size <= Math.max(maxChanges, maxShare * this.#base.size)) return new PackedMap(this.#base, all);
    return new PackedMap(this.#base.with(all));
  }

  *keys(): Generator<string> {
    for (const key of this.#base.keys()) if (!this.#changes.has(key)) yield key;
    for (const [key, value] of this.#changes) if (value !== undefined) yield key;
  }
}
