/**
 * BM25 over one version of the passages. LanceDB searches its index; passages outside the index are searched here. LanceDB 0.31 can scan
 * them too, but counts every repetition of a word as one more passage with it. A word that seems to be in more passages than there are then
 * has no weight, so a new passage is not found by it.
 */
import { MatchQuery, type Table } from '@lancedb/lancedb';
import type { Row, ScoredRow } from '../interfaces.ts';
import { recordsOf } from '../tables.ts';
import { BesideIndex } from './besideIndex.ts';
import { inverseFrequency, saturation } from './bm25.ts';
import type { FullTextMemory, IndexStatistics } from './fullTextMemory.ts';
import { fullTextState } from './fullTextIndex.ts';
import { bagOf, indexLanguage, termOf, wordsOf } from './terms.ts';

/** Above this number, searching in memory takes too long. LanceDB's scan ranks well enough until the index is rebuilt. */
export const besideLimit = 20_000;
/** The number of indexed passages that are sampled for the average length. */
const sampledPassages = 256;

interface Beside {
  readonly index: BesideIndex;
  /** Statistics of the index; undefined when there is none. */
  readonly statistics: IndexStatistics | undefined;
  readonly passages: number;
  /** Average length in terms of the passages in the index. */
  readonly averageLength: number;
}

/** Limits the number of concurrent queries. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export class FullTextSearch {
  readonly #table: Table;
  readonly #limit: Limit;
  readonly #memory: FullTextMemory;
  #beside: Promise<Beside | undefined> | undefined;

  constructor(table: Table, limit: Limit, memory: FullTextMemory) {
    this.#table = table;
    this.#limit = limit;
    this.#memory = memory;
  }

  /** At most `n` rows, best first, ties by row. Rows found by LanceDB include the columns. */
  async search(query: string, n: number, columns: readonly string[]): Promise<readonly FoundRow[]> {
    const beside = await this.#loadBeside();
    const [indexed, others] = await Promise.all([
      beside && !beside.statistics ? [] : this.#ask(query, n, columns, beside !== undefined),
      beside ? this.#scoreBeside(beside, query, n) : [],
    ]);
    const found = [...indexed, ...others].sort((a, b) => b.score - a.score || a.row - b.row);
    return found.slice(0, n);
  }

  async #ask(query: string, n: number, columns: readonly string[], onlyIndexed: boolean): Promise<readonly FoundRow[]> {
    const found = await this.#limit(() => {
      const search = this.#table
        .query()
        .fullTextSearch(new MatchQuery(query, 'indexed'))
        .select([...columns, '_score'])
        .limit(n);
      return (onlyIndexed ? search.fastSearch() : search).toArrow();
    });
    return recordsOf(found).map((record) => ({ row: record['row'] as Row, score: record['_score'] as number, record }));
  }

  async #scoreBeside(beside: Beside, query: string, n: number): Promise<readonly ScoredRow[]> {
    const words = new Map<string, string>();
    for (const word of wordsOf(query)) {
      const term = termOf(word, indexLanguage);
      if (term !== undefined && beside.index.containing(term) > 0) words.set(term, word);
    }
    const worths = await Promise.all([...words].map(async ([term, word]) => [term, await this.#worthOf(term, word, beside)] as const));
    return beside.index.best(new Map(worths), beside.averageLength, n);
  }

  /**
   * The term's weight in the index, so that scores of both parts are comparable. For a term that the index lacks, its weight among all
   * passages.
   */
  async #worthOf(term: string, word: string, { index, statistics, passages, averageLength }: Beside): Promise<number> {
    const known = await statistics?.worth(term, () => this.#worthInIndex(term, word, averageLength));
    return known ?? inverseFrequency(index.containing(term), passages);
  }

  /** Derives the weight from the score of the best passage for this term alone. */
  async #worthInIndex(term: string, word: string, averageLength: number): Promise<number | undefined> {
    const [best] = await this.#ask(word, 1, ['row', 'indexed'], true);
    if (!best) return undefined;
    const { counts, length } = bagOf(String(best.record?.['indexed']), indexLanguage);
    const count = counts.get(term) ?? 0;
    return count === 0 ? undefined : best.score / saturation(count, length, averageLength);
  }

  #loadBeside(): Promise<Beside | undefined> {
    this.#beside ??= this.#readBeside().catch((error: unknown) => {
      this.#beside = undefined;
      throw error;
    });
    return this.#beside;
  }

  /** @returns undefined when no passages are outside the index, or too many */
  async #readBeside(): Promise<Beside | undefined> {
    const state = await fullTextState(this.#table);
    if (!state || state.beside === 0 || state.beside > besideLimit) return undefined;
    const rows = await this.#rows();
    const bound = rows.length - state.beside;
    const texts = await this.#texts(`row >= ${rows[bound]}`);
    const index = new BesideIndex(this.#memory.bags(texts));
    const statistics = state.uuid === undefined || bound === 0 ? undefined : this.#memory.ofIndex(state.uuid);
    const averageLength = await statistics?.averageLength(() => this.#sampleLength(rows.subarray(0, bound)));
    return { index, statistics, passages: rows.length, averageLength: averageLength ?? index.averageLength };
  }

  /** All rows, ascending. */
  async #rows(): Promise<Int32Array> {
    const found = await this.#limit(() => this.#table.query().select(['row']).toArrow());
    return Int32Array.from((found.getChild('row') ?? []) as Iterable<number>).sort();
  }

  async #texts(where: string): Promise<readonly { readonly row: Row; readonly text: string }[]> {
    const found = await this.#limit(() => this.#table.query().where(where).select(['row', 'indexed']).toArrow());
    return recordsOf(found).map(({ row, indexed }) => ({ row: row as Row, text: indexed as string }));
  }

  async #sampleLength(rows: Int32Array): Promise<number> {
    const step = Math.max(1, Math.floor(rows.length / sampledPassages));
    const texts = await this.#texts(`row IN (${rows.filter((_, i) => i % step === 0).join(', ')})`);
    return new BesideIndex(texts.map(({ row, text }) => ({ row, bag: bagOf(text, indexLanguage) }))).averageLength;
  }
}

export interface FoundRow extends ScoredRow {
  /** The requested columns; absent for a passage outside the index. */
  readonly record?: Readonly<Record<string, unknown>>;
}
