/**
 * The words of a passage as a set that may have more words than the passage but never fewer (Bloom 1970): a new name is looked for only in
 * the passages that may have all of its words, so few texts are read.
 */

import type { Row } from '../interfaces.ts';
import { GrowingInts } from './growingInts.ts';

/** Numbers of 32 bits per set. About 90 different words set a tenth of the bits, so that one passage in a hundred has a word by chance. */
export const wordSetSize = 64;

export function addWord(set: Int32Array, word: string): void {
  const hash = hashOfWord(word);
  set[firstOf(hash)]! |= 1 << (hash & 31);
  set[secondOf(hash)]! |= 1 << ((hash >>> 16) & 31);
}

/** A name, prepared to be looked for in many sets. */
export class NameInSets {
  readonly #hashes: Int32Array;

  /** @param key a `nameKey` */
  constructor(key: string) {
    this.#hashes = Int32Array.from(key.split(' '), (word) => hashOfWord(word));
  }

  /** @param sets one after the other; `at` is the number of one */
  mayBeIn(sets: Int32Array, at: number): boolean {
    const start = at * wordSetSize;
    for (const hash of this.#hashes) {
      const [first, second] = [sets[start + firstOf(hash)]!, sets[start + secondOf(hash)]!];
      if (((first >>> (hash & 31)) & (second >>> ((hash >>> 16) & 31)) & 1) === 0) return false;
    }
    return true;
  }
}

/** The sets of some rows, one after the other. */
export interface WordsOfRows {
  /** -1 where a row was removed. */
  readonly rows: ArrayLike<Row>;
  readonly sets: Int32Array;
}

/** The sets of so many passages are searched for a thousand names in a few milliseconds. */
const setsPerPart = 2048;

/** The sets of all passages in memory, as many as there are passages. */
export class WordSets {
  readonly #places = new Map<Row, number>();
  /** By place; -1 for a place that is free. */
  readonly #rows = new GrowingInts();
  readonly #sets = new GrowingInts();
  readonly #free: number[] = [];

  /** How many sets it has memory for in use, those of removed rows included. */
  get room(): number {
    return this.#rows.length;
  }

  /** Adds sets, or replaces those of the same rows. */
  put({ rows, sets }: WordsOfRows): void {
    for (let i = 0; i < rows.length; i++) this.#put(rows[i]!, sets.subarray(i * wordSetSize, (i + 1) * wordSetSize));
  }

  delete(rows: Iterable<Row>): void {
    for (const row of rows) {
      const place = this.#places.get(row);
      if (place === undefined) continue;
      this.#places.delete(row);
      this.#rows.set(place, -1);
      this.#free.push(place);
    }
  }

  /** All sets, some at a time. Valid until the next change. */
  *parts(): Generator<WordsOfRows> {
    for (let from = 0; from < this.#rows.length; from += setsPerPart) {
      const to = Math.min(this.#rows.length, from + setsPerPart);
      yield { rows: this.#rows.slice(from, to), sets: this.#sets.slice(from * wordSetSize, to * wordSetSize) };
    }
  }

  /** Gives back what is reserved for more. */
  trim(): void {
    this.#rows.trim();
    this.#sets.trim();
  }

  #put(row: Row, set: Int32Array): void {
    const place = this.#places.get(row) ?? this.#free.pop() ?? this.#rows.length;
    this.#places.set(row, place);
    if (place === this.#rows.length) {
      this.#rows.push(row);
      this.#sets.pushAll(set);
      return;
    }
    this.#rows.set(place, row);
    this.#sets.slice(place * wordSetSize, (place + 1) * wordSetSize).set(set);
  }
}

function firstOf(hash: number): number {
  return (hash >>> 5) % wordSetSize;
}

function secondOf(hash: number): number {
  return (hash >>> 21) % wordSetSize;
}

/** FNV-1a over UTF-16, with a last step that mixes the high bits. */
export function hashOfWord(word: string): number {
  let hash = firstHash;
  for (let i = 0; i < word.length; i++) hash = hashWith(hash, word.charCodeAt(i));
  return mixedHash(hash);
}

export const firstHash = 0x811c9dc5;

export function hashWith(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 0x01000193);
}

export function mixedHash(hash: number): number {
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return mixed ^ (mixed >>> 13);
}
