/**
 * The terms of passages in memory: how often passages have the words of a question, and which of a few passages suit it best, is known
 * without a query, which would take as long as a search of everything. A first question asks about a few passages, whose terms are read
 * then; later all are in memory.
 */
import pLimit from 'p-limit';
import { RowSet } from '../../base/rowSet.ts';
import type { Row, ScoredRow, WordCounts } from '../interfaces.ts';
import { inverseFrequency, saturation } from './bm25.ts';
import { TermFrequencies } from './termFrequencies.ts';
import { hashesOfTerms, hashOfTerm, noHashes, TermHashes } from './termHashes.ts';

/** @param rows all where there are none */
export type ReadHashes = (rows?: RowSet) => Promise<TermHashes>;

/** See `PassageTerms.together`. */
export interface SeenTerms {
  /** Each once. */
  readonly terms: readonly string[];
  /** In how many passages the rarest is. */
  readonly rarest: number;
  /** Passages of the sample that have all of them, where there are several. */
  readonly sampled: readonly Row[];
}

interface TermsOfPassage {
  readonly row: Row;
  /** Separated by blanks. */
  readonly terms: string;
}

export class PassageTerms {
  /** Undefined until the terms of all passages are asked for. */
  #all: TermHashes | undefined;
  /** What was read one by one. Copies share it: the passage of a row does not change. */
  #some: Map<Row, Int32Array>;
  /** Of rows that came after `all` was read; none for a row that was removed. */
  readonly #changed: ReadonlyMap<Row, Int32Array>;
  /** Of all passages. Copies share it: it counts those of the newest. */
  readonly #frequencies: TermFrequencies;
  /** What two searches need is read once. */
  readonly #inTurn = pLimit(1);
  #sampled: SampledTerms | undefined;

  /** @param frequencies of all passages */
  constructor(
    frequencies: TermFrequencies,
    all?: TermHashes,
    some: Map<Row, Int32Array> = new Map(),
    changed: ReadonlyMap<Row, Int32Array> = new Map(),
  ) {
    this.#frequencies = frequencies;
    this.#all = all;
    this.#some = some;
    this.#changed = changed;
  }

  static empty(): PassageTerms {
    return new PassageTerms(new TermFrequencies(), TermHashes.none());
  }

  /**
   * Must be awaited before it is asked about what is in passages.
   * @param rows those that it is asked about; all where there are none
   */
  async ready(read: ReadHashes, ...rows: readonly Iterable<Row>[]): Promise<this> {
    if (this.#all) return this;
    await this.#inTurn(async () => {
      if (this.#all) return;
      if (rows.length === 0) {
        this.#all = await read();
        this.#some = new Map();
        return;
      }
      const missing = new Set(rows.flatMap((some) => [...some].filter((row) => !this.#changed.has(row) && !this.#some.has(row))));
      if (missing.size === 0) return;
      const found = await read(new RowSet(Int32Array.from(missing).sort()));
      for (const row of missing) this.#some.set(row, found.of(row));
    });
    return this;
  }

  /** A copy that is as cheap as the change. */
  with(removed: readonly TermsOfPassage[], added: readonly TermsOfPassage[]): PassageTerms {
    const changed = new Map(this.#changed);
    for (const { row, terms } of removed) {
      this.#frequencies.count(hashesOfTerms(terms), -1);
      changed.set(row, noHashes);
    }
    for (const { row, terms } of added) {
      const hashes = hashesOfTerms(terms);
      this.#frequencies.count(hashes, 1);
      changed.set(row, hashes);
    }
    return new PassageTerms(this.#frequencies, this.#all, this.#some, changed);
  }

  /** BM25 of some passages, with the weights that terms have among all; at most `n`, best first, ties by row. */
  best(terms: readonly string[], n: number, { rows }: RowSet): readonly ScoredRow[] {
    const { passages } = this.#frequencies;
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
    const counted = this.#frequencies;
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
    const counted = this.#frequencies;
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
  #scored(worths: ReadonlyMap<number, number>, rows: Int32Array, averageLength = this.#frequencies.averageLength): readonly ScoredRow[] {
    const placeOf = placesOf([...worths.keys()]);
    const worthAt = Float64Array.from(worths.values());
    const counts = new Int32Array(worths.size);
    const found: number[] = [];
    const scored: ScoredRow[] = [];
    for (const row of rows) {
      const hashes = this.#hashesAt(row);
      for (let i = 0; i < hashes.length; i++) {
        const place = placeOf(hashes[i]!);
        if (place >= 0 && counts[place]!++ === 0) found.push(place);
      }
      if (found.length === 0) continue;
      let score = 0;
      for (const place of found) {
        score += worthAt[place]! * saturation(counts[place]!, hashes.length, averageLength);
        counts[place] = 0;
      }
      found.length = 0;
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
    const placeOf = placesOf(hashes);
    const countsIn = (row: Row): readonly number[] => {
      const counts = new Array<number>(terms.length).fill(0);
      this.#eachPlace(row, placeOf, (place) => counts[place]!++);
      return counts;
    };
    return {
      worths: hashes.map((hash) => inverseFrequency(sampled.with(hash).length, sample.length)),
      passages: new Map(rows.map((row) => [row, { counts: countsIn(row) }])),
    };
  }

  /** Which passages have which terms: of each row a byte for each term, 1 where it has the term. @param terms each once */
  having(terms: readonly string[], rows: readonly Row[]): Uint8Array {
    const placeOf = placesOf(terms.map(hashOfTerm));
    const having = new Uint8Array(rows.length * terms.length);
    for (const [i, row] of rows.entries()) this.#eachPlace(row, placeOf, (place) => (having[i * terms.length + place] = 1));
    return having;
  }

  /** Passages of the sample that have all terms; none where there is no term. @param sample as for `count` */
  sampledWith(terms: readonly string[], sample: Int32Array): readonly Row[] {
    const sampled = this.#sampledIn(sample);
    const [first = [], ...others] = terms.map((term) => sampled.with(hashOfTerm(term)));
    const sets = others.map((rows) => new Set(rows));
    return first.filter((row) => sets.every((rows) => rows.has(row)));
  }

  /** What `together` needs to know of terms. @param terms each once @param sample as for `count` */
  seen(terms: readonly string[], sample: Int32Array): SeenTerms {
    const rarest = terms.reduce((least, term) => Math.min(least, this.containing(term)), Infinity);
    return { terms, rarest, sampled: terms.length < 2 || rarest === 0 ? [] : this.sampledWith(terms, sample) };
  }

  /**
   * In about how many passages that are not left out all terms are: exact for one term and where the sample is of all passages.
   * @param sample as for `count`
   * @param without whether a passage is left out, and how many are
   */
  together({ terms, rarest, sampled }: SeenTerms, sample: Int32Array, without: { has(row: Row): boolean; readonly size: number }): number {
    const most = Math.max(0, rarest - without.size);
    if (terms.length < 2 || most === 0) return most;
    const { passages } = this.#frequencies;
    const inSample = without.size === 0 ? sampled.length : sampled.filter((row) => !without.has(row)).length;
    // What a sample lacks may still be in some passages of a large index.
    return Math.min(most, inSample > 0 ? (inSample * passages) / sample.length : Math.sqrt(passages / sample.length) - 1);
  }

  #sampledIn(sample: Int32Array): SampledTerms {
    return (this.#sampled ??= new SampledTerms(sample, (row) => this.#hashesAt(row)));
  }

  /** The number of passages with the term. */
  containing(term: string): number {
    return this.#frequencies.of(hashOfTerm(term));
  }

  /** Visits the asked hashes of a passage, in its order, by their place. */
  #eachPlace(row: Row, placeOf: (hash: number) => number, visit: (place: number) => void): void {
    const hashes = this.#hashesAt(row);
    // An iterator takes twice the time.
    for (let i = 0; i < hashes.length; i++) {
      const place = placeOf(hashes[i]!);
      if (place >= 0) visit(place);
    }
  }

  #hashesAt(row: Row): Int32Array {
    return this.#changed.get(row) ?? this.#all?.of(row) ?? this.#some.get(row) ?? noHashes;
  }
}

/** See `like`. In an index of few passages no term is too frequent. */
const likeTerms = 24;
const frequentShare = 0.05;
const rarePassages = 64;

/** The place of a hash among few; -1 for others. Most are others, which a look at their bucket shows in a fraction of the time. */
function placesOf(few: readonly number[]): (hash: number) => number {
  const places = new Map(few.map((hash, place) => [hash, place]));
  const mayBe = new Uint8Array(buckets);
  for (const hash of few) mayBe[bucketOf(hash)] = 1;
  return (hash) => (mayBe[bucketOf(hash)] === 0 ? -1 : (places.get(hash) ?? -1));
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
