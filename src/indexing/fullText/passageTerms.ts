/**
 * The terms of all passages in memory, as hashes of 4 bytes: how often passages have the words of a question, and which of a few passages
 * suit it best, is known without a query, which would take as long as a search of everything.
 */
import type { RowSet } from '../../base/rowSet.ts';
import type { Row, ScoredRow, WordCounts } from '../interfaces.ts';
import type { TextBytes } from '../tables.ts';
import { inverseFrequency, saturation } from './bm25.ts';
import { firstHash, hashWith, mixedHash } from './termHash.ts';
import { TermFrequencies } from './termFrequencies.ts';

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
  /** Of rows that came after those were read; without hashes for a row that was removed. */
  readonly #changed: ReadonlyMap<Row, Int32Array>;
  #sampled: SampledTerms | undefined;
  /** Made when it is first needed. Copies share it: it counts the passages of the newest. */
  #frequencies: TermFrequencies | undefined;

  private constructor(hashes: Int32Array, places: Int32Array, changed: ReadonlyMap<Row, Int32Array>, frequencies?: TermFrequencies) {
    this.#hashes = hashes;
    this.#places = places;
    this.#changed = changed;
    this.#frequencies = frequencies;
  }

  static empty(): PassageTerms {
    return new PassageTerms(nothing, nothing, new Map());
  }

  static async load(batches: AsyncIterable<StoredTerms>): Promise<PassageTerms> {
    const parts: { readonly rows: Int32Array; readonly hashes: Int32Array }[] = [];
    let scratch = nothing;
    for await (const { rows, bytes, offsets } of batches) {
      const most = 2 * rows.length + bytes.length;
      if (scratch.length < most) scratch = new Int32Array(most);
      let length = 0;
      for (let i = 0; i < rows.length; i++) {
        const end = putHashes(scratch, length + 1, bytes, offsets[i]!, offsets[i + 1]!);
        scratch[length] = end - length - 1;
        length = end;
      }
      parts.push({ rows: rows.slice(), hashes: scratch.slice(0, length) });
    }
    const hashes = new Int32Array(parts.reduce((sum, part) => sum + part.hashes.length, 0));
    const size = parts.reduce((most, { rows }) => rows.reduce((end, row) => Math.max(end, row + 1), most), 0);
    const places = new Int32Array(size);
    let at = 0;
    for (const part of parts) {
      hashes.set(part.hashes, at);
      for (const row of part.rows) {
        places[row] = at + 1;
        at += 1 + hashes[at]!;
      }
    }
    return new PassageTerms(hashes, places, new Map());
  }

  /** A copy that is as cheap as the change. */
  with(removed: Iterable<Row>, added: readonly TermsOfPassage[]): PassageTerms {
    const changed = new Map(this.#changed);
    const put = (row: Row, hashes: Int32Array): void => {
      this.#frequencies?.count(changed.get(row) ?? this.#hashesAt(row), -1);
      this.#frequencies?.count(hashes, 1);
      changed.set(row, hashes);
    };
    for (const row of removed) put(row, nothing);
    for (const { row, terms } of added) put(row, hashesOf(terms));
    return new PassageTerms(this.#hashes, this.#places, changed, this.#frequencies);
  }

  /** BM25 of some passages, with the weights that terms have among all; at most `n`, best first, ties by row. */
  best(terms: readonly string[], n: number, { rows }: RowSet): readonly ScoredRow[] {
    const { passages } = this.#counted();
    return this.#scored(new Map(terms.map((term) => [hashOfTerm(term), inverseFrequency(this.containing(term), passages)])), rows).slice(
      0,
      n,
    );
  }

  /**
   * The `k` of some passages that BM25 finds best for a passage as the query, without itself. It is asked by at most 24 of its terms, those
   * of the largest frequency × IDF, none of them in more than a twentieth of the passages, which replaces a list of stop words.
   */
  like(row: Row, k: number, rows: Int32Array): readonly Row[] {
    const counted = this.#counted();
    const most = Math.max(rarePassages, frequentShare * counted.passages);
    const strongest = [...countsOf(this.#hashesAt(row))]
      .map(([hash, count]) => ({ hash, weight: count * inverseFrequency(counted.of(hash), counted.passages) }))
      .filter(({ hash }) => counted.of(hash) > 1 && counted.of(hash) <= most)
      .sort((a, b) => b.weight - a.weight || a.hash - b.hash)
      .slice(0, likeTerms);
    const found = this.#scored(new Map(strongest.map(({ hash, weight }) => [hash, weight])), rows);
    return found.flatMap((one) => (one.row === row ? [] : [one.row])).slice(0, k);
  }

  /**
   * BM25 of some of the passages outside of an index, with the weights that terms have in it; a term that it lacks has its weight among
   * all passages. At most `n`, best first, ties by row.
   * @param beside all passages outside of the index
   */
  bestBeside(terms: readonly string[], n: number, { rows }: RowSet, beside: RowSet): readonly ScoredRow[] {
    const counted = this.#counted();
    const containing = new Map(terms.map((term) => [hashOfTerm(term), 0]));
    let length = 0;
    for (const row of beside.rows) {
      const hashes = this.#hashesAt(row);
      length += hashes.length;
      for (const hash of new Set(hashes.filter((one) => containing.has(one)))) containing.set(hash, containing.get(hash)! + 1);
    }
    const indexed = counted.passages - beside.size;
    const worthOf = (hash: number, outside: number): number => {
      const inside = counted.of(hash) - outside;
      return inside > 0 ? inverseFrequency(inside, indexed) : inverseFrequency(outside, counted.passages);
    };
    const worths = new Map([...containing].map(([hash, outside]) => [hash, worthOf(hash, outside)]));
    const averageLength = indexed > 0 ? (counted.averageLength * counted.passages - length) / indexed : counted.averageLength;
    return this.#scored(worths, rows, averageLength).slice(0, n);
  }

  /** Passages with some of the terms, best first, ties by row. @param worths by the hash of a term */
  #scored(worths: ReadonlyMap<number, number>, rows: Int32Array, averageLength = this.#counted().averageLength): readonly ScoredRow[] {
    const isAsked = amongFew(worths);
    const scored: ScoredRow[] = [];
    for (const row of rows) {
      const hashes = this.#hashesAt(row);
      if (!hashes.some(isAsked)) continue;
      let score = 0;
      for (const [hash, count] of countsOf(hashes.filter(isAsked)))
        score += worths.get(hash)! * saturation(count, hashes.length, averageLength);
      if (score > 0) scored.push({ row, score });
    }
    return scored.sort((a, b) => b.score - a.score || a.row - b.row);
  }

  /**
   * @param terms each once
   * @param sample passages by which terms are weighed, the same in every call
   */
  count(terms: readonly string[], rows: readonly Row[], sample: Int32Array): WordCounts {
    const sampled = this.#sampledIn(sample);
    const hashes = terms.map(hashOfTerm);
    const placeOf = new Map(hashes.map((hash, place) => [hash, place]));
    const isAsked = amongFew(placeOf);
    return {
      worths: hashes.map((hash) => inverseFrequency(sampled.with(hash).length, sample.length)),
      passages: new Map(rows.map((row) => [row, { counts: this.#countsIn(row, placeOf, isAsked, terms.length) }])),
    };
  }

  /** Passages of the sample that have all terms; none where there is no term. @param sample as for `count` */
  sampledWith(terms: readonly string[], sample: Int32Array): readonly Row[] {
    const sampled = this.#sampledIn(sample);
    const [first = [], ...others] = terms.map((term) => sampled.with(hashOfTerm(term)));
    const sets = others.map((rows) => new Set(rows));
    return first.filter((row) => sets.every((rows) => rows.has(row)));
  }

  /**
   * In about how many passages that are not left out all terms are: exact for one term and where the sample is of all passages.
   * @param sample as for `count`
   * @param without whether a passage is left out, and how many are
   */
  having(terms: readonly string[], sample: Int32Array, without: { has(row: Row): boolean; readonly size: number }): number {
    const rarest = terms.reduce((least, term) => Math.min(least, this.containing(term)), Infinity);
    const most = Math.max(0, rarest - without.size);
    if (terms.length < 2 || most === 0) return most;
    const { passages } = this.#counted();
    const sampled = this.sampledWith(terms, sample).filter((row) => !without.has(row)).length;
    // What a sample lacks may still be in some passages of a large index.
    return Math.min(most, sampled > 0 ? (sampled * passages) / sample.length : Math.sqrt(passages / sample.length) - 1);
  }

  #sampledIn(sample: Int32Array): SampledTerms {
    return (this.#sampled ??= new SampledTerms(sample, (row) => this.#hashesAt(row)));
  }

  /** The number of passages with the term. */
  containing(term: string): number {
    return this.#counted().of(hashOfTerm(term));
  }

  #counted(): TermFrequencies {
    if (this.#frequencies) return this.#frequencies;
    const made = new TermFrequencies();
    for (let row = 0; row < this.#places.length; row++) if (!this.#changed.has(row)) made.count(this.#hashesAt(row), 1);
    for (const hashes of this.#changed.values()) made.count(hashes, 1);
    return (this.#frequencies = made);
  }

  #countsIn(row: Row, placeOf: ReadonlyMap<number, number>, isAsked: (hash: number) => boolean, terms: number): readonly number[] {
    const counts = new Array<number>(terms).fill(0);
    const hashes = this.#hashesAt(row);
    // An iterator takes twice the time.
    for (let i = 0; i < hashes.length; i++) if (isAsked(hashes[i]!)) counts[placeOf.get(hashes[i]!)!]!++;
    return counts;
  }

  #hashesAt(row: Row): Int32Array {
    const place = this.#places[row] ?? 0;
    return this.#changed.get(row) ?? (place === 0 ? nothing : this.#hashes.subarray(place, place + this.#hashes[place - 1]!));
  }
}

const nothing = new Int32Array(0);
/** See `like`. In an index of few passages no term is too frequent. */
const likeTerms = 24;
const frequentShare = 0.05;
const rarePassages = 64;

/** Whether a hash is a key. Most are not, which a look at their bucket shows in a fraction of the time. */
function amongFew(few: ReadonlyMap<number, unknown>): (hash: number) => boolean {
  const mayBe = new Uint8Array(buckets);
  for (const hash of few.keys()) mayBe[bucketOf(hash)] = 1;
  return (hash) => mayBe[bucketOf(hash)] === 1 && few.has(hash);
}

function countsOf(hashes: Int32Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const hash of hashes) counts.set(hash, (counts.get(hash) ?? 0) + 1);
  return counts;
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
  const bytes = utf8.encode(terms);
  const hashes = new Int32Array(bytes.length + 1);
  return hashes.slice(0, putHashes(hashes, 0, bytes, 0, bytes.length));
}

/** @returns where they end. A text has at most one term more than bytes. */
function putHashes(hashes: Int32Array, at: number, terms: Uint8Array, start: number, end: number): number {
  if (start === end) return at;
  let hash = firstHash;
  for (let i = start; i < end; i++) {
    if (terms[i] === blank) {
      hashes[at++] = mixedHash(hash);
      hash = firstHash;
    } else hash = hashWith(hash, terms[i]!);
  }
  hashes[at++] = mixedHash(hash);
  return at;
}
