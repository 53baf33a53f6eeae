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
  #frequencies: ReadonlyMap<number, number> | undefined;

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
    this.#frequencies ??= this.#frequenciesIn(sample);
    const hashes = terms.map((term) => hashOfWord(term));
    const worths = hashes.map((hash) => inverseFrequency(this.#frequencies?.get(hash) ?? 0, sample.length));
    const placeOf = new Map(hashes.map((hash, place) => [hash, place]));
    return { worths, passages: new Map(rows.map((row) => [row, { counts: this.#countsIn(row, placeOf, terms.length) }])) };
  }

  #countsIn(row: Row, placeOf: ReadonlyMap<number, number>, terms: number): readonly number[] {
    const counts = new Array<number>(terms).fill(0);
    for (const hash of this.#hashesAt(row)) {
      const place = placeOf.get(hash);
      if (place !== undefined) counts[place]!++;
    }
    return counts;
  }

  #frequenciesIn(sample: Int32Array): ReadonlyMap<number, number> {
    const frequencies = new Map<number, number>();
    for (const row of sample) for (const hash of new Set(this.#hashesAt(row))) frequencies.set(hash, (frequencies.get(hash) ?? 0) + 1);
    return frequencies;
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
