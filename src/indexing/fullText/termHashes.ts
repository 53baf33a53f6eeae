/** The terms of passages as hashes of 4 bytes, which take a third of the memory of their texts. */
import type { Table } from '@lancedb/lancedb';
import type { RowSet } from '../../base/rowSet.ts';
import type { Row } from '../interfaces.ts';
import { filtersOf } from '../rowFilters.ts';
import { intValues, type TextBytes, textBytes } from '../tables.ts';
import { TermFrequencies } from './termFrequencies.ts';
import { firstHash, hashWith, mixedHash } from './termHash.ts';

/** Terms of some passages, separated by blanks. */
interface TermsOfRows extends TextBytes {
  readonly rows: Int32Array;
}

/** Hashes of one passage after the other, each after their number. */
interface HashesOfRows {
  readonly rows: Int32Array;
  readonly hashes: Int32Array;
}

export class TermHashes {
  /** See `HashesOfRows`. */
  readonly #hashes: Int32Array;
  /** By row where its hashes begin; 0 for none. */
  readonly #places: Int32Array;

  private constructor(hashes: Int32Array, places: Int32Array) {
    this.#hashes = hashes;
    this.#places = places;
  }

  static none(): TermHashes {
    return new TermHashes(noHashes, noHashes);
  }

  static async load(batches: AsyncIterable<TermsOfRows>): Promise<TermHashes> {
    const parts: HashesOfRows[] = [];
    for await (const { rows, hashes } of hashed(batches)) parts.push({ rows: rows.slice(), hashes: hashes.slice() });
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
    return new TermHashes(hashes, places);
  }

  /** Of a passage, in the order of its terms; none for a row that is not there. */
  of(row: Row): Int32Array {
    const place = this.#places[row] ?? 0;
    return place === 0 ? noHashes : this.#hashes.subarray(place, place + this.#hashes[place - 1]!);
  }
}

export const noHashes = new Int32Array(0);

/** @param rows all where there are none */
export function readTermHashes(table: Table, rows?: RowSet): Promise<TermHashes> {
  return TermHashes.load(storedTerms(table, (rows && filtersOf(rows, Infinity)) ?? all));
}

/** In how many passages each term is. Keeps the hashes of few. */
export async function countTerms(batches: AsyncIterable<TermsOfRows>): Promise<TermFrequencies> {
  const counted = new TermFrequencies();
  for await (const { rows, hashes } of hashed(batches)) {
    let at = 0;
    for (let i = 0; i < rows.length; i++) {
      const end = at + 1 + hashes[at]!;
      counted.count(hashes.subarray(at + 1, end), 1);
      at = end;
    }
  }
  return counted;
}

/** @param passages the terms of each, separated by blanks */
export function frequenciesIn(passages: readonly string[]): TermFrequencies {
  const counted = new TermFrequencies();
  for (const terms of passages) counted.count(hashesOfTerms(terms), 1);
  return counted;
}

const all: readonly string[] = ['true'];

/** The hashes are overwritten when the next ones are asked for. */
async function* hashed(batches: AsyncIterable<TermsOfRows>): AsyncGenerator<HashesOfRows> {
  let scratch = noHashes;
  for await (const { rows, bytes, offsets } of batches) {
    const most = 2 * rows.length + bytes.length;
    if (scratch.length < most) scratch = new Int32Array(most);
    let length = 0;
    for (let i = 0; i < rows.length; i++) {
      const end = putHashes(scratch, length + 1, bytes, offsets[i]!, offsets[i + 1]!);
      scratch[length] = end - length - 1;
      length = end;
    }
    yield { rows, hashes: scratch.subarray(0, length) };
  }
}

export async function* storedTerms(table: Table, filters: readonly string[] = all): AsyncGenerator<TermsOfRows> {
  for (const filter of filters)
    for await (const batch of table.query().where(filter).select(['row', 'terms']))
      if (batch.numRows > 0) yield { rows: intValues(batch, 'row'), ...textBytes(batch, 'terms') };
}

const utf8 = new TextEncoder();
const blank = 0x20;

/** Letters of one byte, which are their own UTF-8: encoding takes ten times as long as hashing. */
const isPlain = /^[!-~]+$/;

export function hashOfTerm(term: string): number {
  if (!isPlain.test(term)) return hashesOfTerms(term)[0] ?? 0;
  let hash = firstHash;
  for (let i = 0; i < term.length; i++) hash = hashWith(hash, term.charCodeAt(i));
  return mixedHash(hash);
}

/** @param terms separated by blanks */
export function hashesOfTerms(terms: string): Int32Array {
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
