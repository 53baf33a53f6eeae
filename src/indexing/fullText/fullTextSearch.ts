/**
 * BM25 over one version of the passages. LanceDB searches what its index holds; passages beside the index are searched here. LanceDB 0.31 scans them too, but
 * takes every time a word is repeated for one more passage that has it: a word of which there seem to be more than there are passages is worth nothing, and a
 * new passage is not found by it.
 */
import { MatchQuery, type Table } from '@lancedb/lancedb';
import type { Row, ScoredRow } from '../interfaces.ts';
import { recordsOf } from '../tables.ts';
import { BesideIndex } from './besideIndex.ts';
import { inverseFrequency, saturation } from './bm25.ts';
import type { FullTextMemory, IndexStatistics } from './fullTextMemory.ts';
import { fullTextState } from './fullTextIndex.ts';
import { bagOf, indexLanguage, termOf, wordsOf } from './terms.ts';

/** Beyond, searching in memory takes too long; LanceDB's own scan ranks them well enough until the index is made. */
export const besideLimit = 20_000;
/** Passages of the index whose lengths stand for all. */
const sampledPassages = 256;

interface Beside {
  readonly index: BesideIndex;
  /** Of the index; undefined where there is none. */
  readonly statistics: IndexStatistics | undefined;
  readonly passages: number;
  /** In terms, of the passages in the index. */
  readonly averageLength: number;
}

/** Makes queries wait for each other. */
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

  /** At most `n` rows, with the columns where LanceDB has found them; best first, ties by row. */
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

  /** What the index says the term is worth, so that scores of both parts compare; of a term it does not have, what it is worth among all passages. */
  async #worthOf(term: string, word: string, { index, statistics, passages, averageLength }: Beside): Promise<number> {
    const known = await statistics?.worth(term, () => this.#worthInIndex(term, word, averageLength));
    return known ?? inverseFrequency(index.containing(term), passages);
  }

  /** From the score of the best passage for this term alone. */
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

  /** Undefined when there is nothing beside the index, or too much. */
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

  /** All of them, ascending. */
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
  /** The columns asked for; absent for a passage beside the index. */
  readonly record?: Readonly<Record<string, unknown>>;
}
