/**
 * BM25 over one version of the passages. LanceDB searches its index; passages outside the index are searched in memory. LanceDB 0.31 can
 * scan them too, but counts every repetition of a word as one more passage with it. A word that seems to be in more passages than there are
 * then has no weight, so a new passage is not found by it.
 */
import { MatchQuery, type Table } from '@lancedb/lancedb';
import { Lazy } from '../../base/lazy.ts';
import { RowSet } from '../../base/rowSet.ts';
import { queryLanguages } from '../../language/terms/detect.ts';
import { possibleParts, queryTermsOf } from '../../language/terms/terms.ts';
import type { Row, ScoredRow } from '../interfaces.ts';
import { filtersOf } from '../rowFilters.ts';
import { countTexts, recordsOf, textBytes } from '../tables.ts';
import { fullTextState } from './fullTextIndex.ts';
import type { PassageTerms } from './passageTerms.ts';
import { readTermHashes } from './termHashes.ts';

/** Passages that take more filters, some thousands here and there, are looked for in the ranking of all. */
const mostFilters = 8;
const firstDepth = 1000;
const deeper = 8;

/** Passages outside the index. */
interface Beside {
  readonly rows: RowSet;
  /** Whether others are in it. */
  readonly hasIndex: boolean;
}

/** Limits the number of concurrent queries. */
export type Limit = <T>(work: () => Promise<T>) => Promise<T>;

export interface TextQuery {
  readonly query: string;
  readonly n: number;
  readonly columns: readonly string[];
  readonly among?: RowSet;
}

/** What is known of a table without reading it. */
export interface KnownOfTable {
  /** All of them, ascending. */
  readonly rows: Int32Array;
  /** The number of passages in each. */
  readonly languages: ReadonlyMap<string, number>;
}

export class FullTextSearch {
  readonly #table: Table;
  readonly #limit: Limit;
  readonly #rows: Int32Array | undefined;
  readonly #beside = new Lazy(() => this.#readBeside());
  readonly #languages: Lazy<ReadonlyMap<string, number>>;

  constructor(table: Table, limit: Limit, { rows, languages }: Partial<KnownOfTable> = {}) {
    this.#table = table;
    this.#limit = limit;
    this.#rows = rows;
    this.#languages = languages ? Lazy.of(languages) : new Lazy(() => this.#readLanguages());
  }

  /**
   * At most `n` rows, of all or some, best first, ties by row. Most rows found by LanceDB include the columns.
   * @param passages the terms of all passages of this version
   */
  async search({ query, ...asked }: TextQuery, passages: Lazy<PassageTerms>): Promise<readonly FoundRow[]> {
    const [beside, terms] = await Promise.all([this.#beside.value(), this.termsOf(query, passages)]);
    if (terms.length === 0) return [];
    const { n, among } = asked;
    const outside = beside && (among ? beside.rows.and(among) : beside.rows);
    const indexed = beside?.hasIndex === false ? [] : await this.#askAmong(terms, asked, beside !== undefined);
    const others = outside ? (await this.#read(passages, beside.rows)).bestBeside(terms, n, outside, beside.rows) : [];
    return [...indexed, ...others].sort(bestFirst).slice(0, n);
  }

  /** The terms that the query is searched by; parts of longer nouns where no passage has the nouns but inside others. */
  async termsOf(query: string, passages: Lazy<PassageTerms>): Promise<readonly string[]> {
    const languages = await queryLanguages(query, await this.languages());
    const words = queryTermsOf(query, languages);
    if (words.length === 0) return [];
    const possible = possibleParts(query, languages);
    const isThere = await Promise.all(possible.map(({ whole }) => this.hasAny([whole], passages)));
    return [...words, ...new Set(possible.flatMap(({ inside }, i) => (isThere[i] ? [] : inside)))];
  }

  /** Whether a passage has one of the terms. When a first question is asked, that is not in memory yet, and the index is asked. */
  async hasAny(terms: readonly string[], passages: Lazy<PassageTerms>): Promise<boolean> {
    const known = passages.known ?? ((await this.#beside.value()) ? await passages.value() : undefined);
    if (known) return terms.some((term) => known.containing(term) > 0);
    return terms.length > 0 && (await this.#ask(terms, 1, ['row'], false)).length > 0;
  }

  async #read(passages: Lazy<PassageTerms>, { rows }: RowSet): Promise<PassageTerms> {
    return (await passages.value()).ready((missing) => readTermHashes(this.#table, missing), rows);
  }

  /** A passage's score is the same in each part, so the best of the parts are the best of all. */
  async #askAmong(terms: readonly string[], asked: Omit<TextQuery, 'query'>, onlyIndexed: boolean): Promise<readonly FoundRow[]> {
    const { n, columns, among } = asked;
    if (!among) return this.#ask(terms, n, columns, onlyIndexed);
    const filters = filtersOf(among, mostFilters);
    if (filters) {
      const parts = await Promise.all(filters.map((filter) => this.#ask(terms, n, columns, onlyIndexed, filter)));
      return parts.flat().sort(bestFirst).slice(0, n);
    }
    // So many passages are a large share of the ranking, which is followed until there are enough of them or it ends.
    for (let depth = Math.max(n, firstDepth); ; depth *= deeper) {
      const ranking = await this.#ask(terms, depth, ['row'], onlyIndexed);
      const found = ranking.filter(({ row }) => among.has(row)).map(({ row, score }) => ({ row, score }));
      if (found.length >= n || ranking.length < depth) return found.slice(0, n);
    }
  }

  async #ask(
    terms: readonly string[],
    n: number,
    columns: readonly string[],
    onlyIndexed: boolean,
    filter?: string,
  ): Promise<readonly FoundRow[]> {
    const found = await this.#limit(() => {
      const search = this.#table
        .query()
        .fullTextSearch(new MatchQuery(terms.join(' '), 'terms'))
        .select([...columns, '_score'])
        .limit(n);
      if (filter !== undefined) search.where(filter);
      return (onlyIndexed ? search.fastSearch() : search).toArrow();
    });
    return recordsOf(found).map((record) => ({ row: record['row'] as Row, score: record['_score'] as number, record }));
  }

  /** The number of passages in each language. */
  languages(): Promise<ReadonlyMap<string, number>> {
    return this.#languages.value();
  }

  async #readLanguages(): Promise<ReadonlyMap<string, number>> {
    const counts = new Map<string, number>();
    await this.#limit(async () => {
      for await (const batch of this.#table.query().select(['language'])) countTexts(textBytes(batch, 'language'), counts);
    });
    return counts;
  }

  async #readRows(): Promise<Int32Array> {
    const found = await this.#limit(() => this.#table.query().select(['row']).toArrow());
    return Int32Array.from((found.getChild('row')?.toArray() ?? []) as Int32Array).sort();
  }

  /** @returns undefined when no passages are outside the index */
  async #readBeside(): Promise<Beside | undefined> {
    const state = await fullTextState(this.#table);
    if (!state || state.beside === 0) return undefined;
    const rows = this.#rows ?? (await this.#readRows());
    const bound = rows.length - state.beside;
    return { rows: new RowSet(rows.subarray(bound)), hasIndex: state.uuid !== undefined && bound > 0 };
  }
}

export interface FoundRow extends ScoredRow {
  /** The requested columns; absent for a passage outside the index, and for one that was looked for in the ranking of all. */
  readonly record?: Readonly<Record<string, unknown>>;
}

function bestFirst(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || a.row - b.row;
}
