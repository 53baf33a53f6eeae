/**
 * The terms of all passages in memory, as hashes of 4 bytes: how often passages have the words of a question is known without a query,
 * which would take half as long as the search that found them.
 */
import { GrowingInts } from '../mentions/growingInts.ts';
import { hashOfWord } from '../mentions/wordSet.ts';
import type { Row, WordCounts } from '../interfaces.ts';
import { inverseFrequency } from './bm25.ts';

interface TermsOfPassage {
  readonly row: Row;
  /** Separated by blanks. */
  readonly terms: string;
}

export class PassageTerms {
  /** Hashes of one passage after the other, each after their number. */
  readonly #hashes: Int32Array;
  /** By row where its hashes begin; 0 for none. */
  readonly #places: Int32Array;
  readonly #added: ReadonlyMap<Row, Int32Array>;
  /** By hash the passages of the sample that have it. */
  #sampled: ReadonlyMap<number, readonly Row[]> | undefined;

  private constructor(hashes: Int32Array, places: Int32Array, added: ReadonlyMap<Row, Int32Array>) {
    this.#hashes = hashes;
    this.#places = places;
    this.#added = added;
  }

  static empty(): PassageTerms {
    return new PassageTerms(new Int32Array(0), new Int32Array(0), new Map());
  }

  static async load(batches: AsyncIterable<Iterable<TermsOfPassage>>): Promise<PassageTerms> {
    const [hashes, rows, begin] = [new GrowingInts(), new GrowingInts(), new GrowingInts()];
    let size = 0;
    for await (const batch of batches) {
      for (const { row, terms } of batch) {
        const place = hashes.length + 1;
        hashes.push(0);
        pushHashes(terms, hashes);
        hashes.set(place - 1, hashes.length - place);
        rows.push(row);
        begin.push(place);
        size = Math.max(size, row + 1);
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
    for (const { row, terms } of added) changed.set(row, hashesOf(terms));
    return new PassageTerms(this.#hashes, this.#places, changed);
  }

  /**
   * @param terms each once
   * @param sample passages by which terms are weighed, the same in every call
   */
  count(terms: readonly string[], rows: readonly Row[], sample: Int32Array): WordCounts {
    const sampled = this.#sampledIn(sample);
    const hashes = terms.map((term) => hashOfWord(term));
    const worths = hashes.map((hash) => inverseFrequency(sampled.get(hash)?.length ?? 0, sample.length));
    const placeOf = new Map(hashes.map((hash, place) => [hash, place]));
    return { worths, passages: new Map(rows.map((row) => [row, { counts: this.#countsIn(row, placeOf, terms.length) }])) };
  }

  /** Passages of the sample that have all terms; none where there is no term. @param sample as for `count` */
  sampledWith(terms: readonly string[], sample: Int32Array): readonly Row[] {
    const sampled = this.#sampledIn(sample);
    const [first = [], ...others] = terms.map((term) => sampled.get(hashOfWord(term)) ?? []);
    const sets = others.map((rows) => new Set(rows));
    return first.filter((row) => sets.every((rows) => rows.has(row)));
  }

  #countsIn(row: Row, placeOf: ReadonlyMap<number, number>, terms: number): readonly number[] {
    const counts = new Array<number>(terms).fill(0);
    for (const hash of this.#hashesAt(row)) {
      const place = placeOf.get(hash);
      if (place !== undefined) counts[place]!++;
    }
    return counts;
  }

  #sampledIn(sample: Int32Array): ReadonlyMap<number, readonly Row[]> {
    if (this.#sampled) return this.#sampled;
    const sampled = new Map<number, Row[]>();
    for (const row of sample) {
      for (const hash of new Set(this.#hashesAt(row))) {
        const rows = sampled.get(hash);
        if (rows) rows.push(row);
        else sampled.set(hash, [row]);
      }
    }
    return (this.#sampled = sampled);
  }

  #hashesAt(row: Row): Int32Array {
    const place = this.#places[row] ?? 0;
    return this.#added.get(row) ?? (place === 0 ? nothing : this.#hashes.subarray(place, place + this.#hashes[place - 1]!));
  }
}

const nothing = new Int32Array(0);

function hashesOf(terms: string): Int32Array {
  const hashes = new GrowingInts();
  pushHashes(terms, hashes);
  return hashes.toArray();
}

function pushHashes(terms: string, into: GrowingInts): void {
  for (let start = 0; start < terms.length;) {
    const blank = terms.indexOf(' ', start);
    const end = blank < 0 ? terms.length : blank;
    into.push(hashOfWord(terms, start, end));
    start = end + 1;
  }
}
