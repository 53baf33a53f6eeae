/**
 * The terms of all passages in memory, as hashes of 4 bytes: how often passages have the words of a question is known without a query,
 * which would take half as long as the search that found them.
 */
import { GrowingInts } from '../mentions/growingInts.ts';
import { firstHash, hashWith, mixedHash } from '../mentions/wordSet.ts';
import type { Row, WordCounts } from '../interfaces.ts';
import type { TextBytes } from '../tables.ts';
import { inverseFrequency } from './bm25.ts';

/** Terms of some passages, separated by blanks. */
interface StoredTerms extends TextBytes {
  readonly rows: Int32Array;
}

interface TermsOfPassage {
  readonly row: Row;
  readonly terms: string;
}

export class PassageTerms {
  /** Hashes of one passage after the other, each after their number. */
  readonly #hashes: Int32Array;
  /** By row where its hashes begin; 0 for none. */
  readonly #places: Int32Array;
  readonly #added: ReadonlyMap<Row, Int32Array>;
  #sampled: SampledTerms | undefined;
  /** A bit for each hash, made when it is first needed. Copies share it, so it may have those of removed passages. */
  #bits: Uint32Array | undefined;

  private constructor(hashes: Int32Array, places: Int32Array, added: ReadonlyMap<Row, Int32Array>, bits?: Uint32Array) {
    this.#hashes = hashes;
    this.#places = places;
    this.#added = added;
    this.#bits = bits;
  }

  static empty(): PassageTerms {
    return new PassageTerms(new Int32Array(0), new Int32Array(0), new Map());
  }

  static async load(batches: AsyncIterable<StoredTerms>): Promise<PassageTerms> {
    const [hashes, rows, begin] = [new GrowingInts(), new GrowingInts(), new GrowingInts()];
    let size = 0;
    for await (const { rows: some, bytes, offsets } of batches) {
      for (let i = 0; i < some.length; i++) {
        const place = hashes.length + 1;
        hashes.push(0);
        pushHashes(bytes, offsets[i]!, offsets[i + 1]!, hashes);
        hashes.set(place - 1, hashes.length - place);
        rows.push(some[i]!);
        begin.push(place);
        size = Math.max(size, some[i]! + 1);
      }
    }
    const places = new Int32Array(size);
    for (let i = 0; i < rows.length; i++) places[rows.at(i)] = begin.at(i);
    return new PassageTerms(hashes.toArray(), places, new Map());
  }

  /** A copy that is as cheap as the change. Removed rows are not asked for again, so those in the large list stay there. */
  with(removed: Iterable<Row>, added: readonly TermsOfPassage[]): PassageTerms {
    const changed = new Map(this.#added);
    for (const row of removed) changed.delete(row);
    for (const { row, terms } of added) {
      const hashes = hashesOf(terms);
      changed.set(row, hashes);
      if (this.#bits) setBits(hashes, this.#bits);
    }
    return new PassageTerms(this.#hashes, this.#places, changed, this.#bits);
  }

  /**
   * @param terms each once
   * @param sample passages by which terms are weighed, the same in every call
   */
  count(terms: readonly string[], rows: readonly Row[], sample: Int32Array): WordCounts {
    const sampled = this.#sampledIn(sample);
    const hashes = terms.map(hashOfTerm);
    const placeOf = new Map(hashes.map((hash, place) => [hash, place]));
    return {
      worths: hashes.map((hash) => inverseFrequency(sampled.with(hash).length, sample.length)),
      passages: new Map(rows.map((row) => [row, { counts: this.#countsIn(row, placeOf, terms.length) }])),
    };
  }

  /** Passages of the sample that have all terms; none where there is no term. @param sample as for `count` */
  sampledWith(terms: readonly string[], sample: Int32Array): readonly Row[] {
    const sampled = this.#sampledIn(sample);
    const [first = [], ...others] = terms.map((term) => sampled.with(hashOfTerm(term)));
    const sets = others.map((rows) => new Set(rows));
    return first.filter((row) => sets.every((rows) => rows.has(row)));
  }

  #sampledIn(sample: Int32Array): SampledTerms {
    return (this.#sampled ??= new SampledTerms(sample, (row) => this.#hashesAt(row)));
  }

  /** False only where no passage has the term. */
  mayHave(term: string): boolean {
    if (!this.#bits) {
      this.#bits = new Uint32Array(bitWords);
      for (const hashes of [this.#hashes, ...this.#added.values()]) setBits(hashes, this.#bits);
    }
    const hash = hashOfTerm(term);
    return (this.#bits[hash >>> bitShift]! & (1 << (hash & 31))) !== 0;
  }

  /** How often passages have each of the terms, removed passages included. Reads all: a million terms take a millisecond. */
  occurrences(terms: readonly string[]): readonly number[] {
    const hashes = terms.map(hashOfTerm);
    const counts = new Map(hashes.map((hash) => [hash, 0]));
    // Most terms are none of these, which this tells faster than a map.
    const mayBe = new Uint8Array(2 ** 14);
    for (const hash of hashes) mayBe[hash & 0x3fff] = 1;
    for (const list of [this.#hashes, ...this.#added.values()]) {
      for (let i = 0; i < list.length; i++) {
        if (mayBe[list[i]! & 0x3fff] === 0) continue;
        const count = counts.get(list[i]!);
        if (count !== undefined) counts.set(list[i]!, count + 1);
      }
    }
    return hashes.map((hash) => counts.get(hash)!);
  }

  #countsIn(row: Row, placeOf: ReadonlyMap<number, number>, terms: number): readonly number[] {
    const counts = new Array<number>(terms).fill(0);
    for (const hash of this.#hashesAt(row)) {
      const place = placeOf.get(hash);
      if (place !== undefined) counts[place]!++;
    }
    return counts;
  }

  #hashesAt(row: Row): Int32Array {
    const place = this.#places[row] ?? 0;
    return this.#added.get(row) ?? (place === 0 ? nothing : this.#hashes.subarray(place, place + this.#hashes[place - 1]!));
  }
}

const nothing = new Int32Array(0);
/** A megabyte: of a folder with 100,000 different terms, one in eighty seems to be there that is not. */
const bitWords = 2 ** 18;
const bitShift = 14;

function setBits(hashes: Int32Array, bits: Uint32Array): void {
  for (let i = 0; i < hashes.length; i++) bits[hashes[i]! >>> bitShift]! |= 1 << (hashes[i]! & 31);
}

const buckets = 4096;

/** Which passages of a sample have a term. Every edit makes one: it takes a tenth of the time of a map of lists. */
class SampledTerms {
  readonly #begin = new Int32Array(buckets + 1);
  /** Of each bucket, in the order of the sample. */
  readonly #hashes: Int32Array;
  readonly #rows: Int32Array;

  constructor(sample: Int32Array, hashesAt: (row: Row) => Int32Array) {
    for (const row of sample) for (const hash of hashesAt(row)) this.#begin[bucketOf(hash) + 1]!++;
    for (let bucket = 0; bucket < buckets; bucket++) this.#begin[bucket + 1]! += this.#begin[bucket]!;
    const next = this.#begin.slice();
    this.#hashes = new Int32Array(this.#begin[buckets]!);
    this.#rows = new Int32Array(this.#begin[buckets]!);
    for (const row of sample) {
      for (const hash of hashesAt(row)) {
        const at = next[bucketOf(hash)]!++;
        this.#hashes[at] = hash;
        this.#rows[at] = row;
      }
    }
  }

  /** Each once. */
  with(hash: number): readonly Row[] {
    const rows: Row[] = [];
    const end = this.#begin[bucketOf(hash) + 1]!;
    for (let at = this.#begin[bucketOf(hash)]!; at < end; at++)
      if (this.#hashes[at] === hash && rows.at(-1) !== this.#rows[at]) rows.push(this.#rows[at]!);
    return rows;
  }
}

function bucketOf(hash: number): number {
  return hash & (buckets - 1);
}

const utf8 = new TextEncoder();
const blank = 0x20;

function hashOfTerm(term: string): number {
  return hashesOf(term)[0] ?? 0;
}

function hashesOf(terms: string): Int32Array {
  const hashes = new GrowingInts();
  const bytes = utf8.encode(terms);
  pushHashes(bytes, 0, bytes.length, hashes);
  return hashes.toArray();
}

function pushHashes(terms: Uint8Array, start: number, end: number, into: GrowingInts): void {
  if (start === end) return;
  let hash = firstHash;
  for (let at = start; at < end; at++) {
    if (terms[at] === blank) {
      into.push(mixedHash(hash));
      hash = firstHash;
    } else hash = hashWith(hash, terms[at]!);
  }
  into.push(mixedHash(hash));
}
