/**
 * BM25 over one version of the passages. LanceDB searches its index; passages outside the index are searched here. LanceDB 0.31 can scan
 * them too, but counts every repetition of a word as one more passage with it. A word that seems to be in more passages than there are then
 * has no weight, so a new passage is not found by it.
 */
import { MatchQuery, type Table } from '@lancedb/lancedb';
import { RecentValues } from '../../base/recentValues.ts';
import type { RowSet } from '../../base/rowSet.ts';
import { queryLanguages } from '../../language/terms/detect.ts';
import { possibleParts, queryTermsOf, type PossiblePart } from '../../language/terms/terms.ts';
import type { Row, ScoredRow } from '../interfaces.ts';
import { filtersOf } from '../rowFilters.ts';
import { recordsOf } from '../tables.ts';
import { BesideIndex } from './besideIndex.ts';
import { inverseFrequency, saturation } from './bm25.ts';
import { type FullTextMemory, type IndexStatistics, bagOf } from './fullTextMemory.ts';
import { fullTextState } from './fullTextIndex.ts';

/** Above this number, searching in memory takes too long. LanceDB's scan ranks well enough until the index is rebuilt. */
export const besideLimit = 20_000;
/** The number of indexed passages that are sampled for the average length. */
const sampledPassages = 256;
/** Passages that take more filters, some thousands here and there, are looked for in the ranking of all. */
const mostFilters = 8;
const firstDepth = 1000;
const deeper = 8;
const maxKnownTerms = 20_000;

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
  #languages: Promise<ReadonlyMap<string, number>> | undefined;
  /** Whether a passage has a term. */
  readonly #known = new RecentValues<string, Promise<boolean>>(maxKnownTerms);

  constructor(table: Table, limit: Limit, memory: FullTextMemory) {
    this.#table = table;
    this.#limit = limit;
    this.#memory = memory;
  }

  /** At most `n` rows, of all or some, best first, ties by row. Most rows found by LanceDB include the columns. */
  async search(query: string, n: number, columns: readonly string[], among?: RowSet): Promise<readonly FoundRow[]> {
    const beside = await this.#loadBeside();
    const terms = await this.#termsOf(query, beside);
    return terms.length === 0 ? [] : this.#best(terms, beside, n, columns, among);
  }

  /** The terms that the query is searched by, each once. */
  async termsOf(query: string): Promise<readonly string[]> {
    return [...new Set(await this.#termsOf(query, await this.#loadBeside()))];
  }

  async #termsOf(query: string, beside: Beside | undefined): Promise<readonly string[]> {
    const languages = await queryLanguages(query, await this.#loadLanguages());
    const words = queryTermsOf(query, languages);
    return words.length === 0 ? [] : [...words, ...(await this.#insideOthers(possibleParts(query, languages), beside))];
  }

  async #best(
    terms: readonly string[],
    beside: Beside | undefined,
    n: number,
    columns: readonly string[],
    among?: RowSet,
  ): Promise<readonly FoundRow[]> {
    const onlyIndexed = beside !== undefined;
    const ask = among ? () => this.#askAmong(among, terms, n, columns, onlyIndexed) : () => this.#ask(terms, n, columns, onlyIndexed);
    const [indexed, others] = await Promise.all([
      beside && !beside.statistics ? [] : ask(),
      beside ? this.#scoreBeside(beside, terms, n, among) : [],
    ]);
    return [...indexed, ...others].sort(bestFirst).slice(0, n);
  }

  /** Terms for nouns that no passage has but inside longer ones. */
  async #insideOthers(parts: readonly PossiblePart[], beside: Beside | undefined): Promise<readonly string[]> {
    const asked = await Promise.all(parts.map(async ({ whole, inside }) => ((await this.#isKnown(whole, beside)) ? [] : inside)));
    return [...new Set(asked.flat())];
  }

  #isKnown(term: string, beside: Beside | undefined): Promise<boolean> {
    if ((beside?.index.containing(term) ?? 0) > 0) return Promise.resolve(true);
    if (beside && !beside.statistics) return Promise.resolve(false);
    const known = this.#known.get(term) ?? this.#ask([term], 1, ['row'], beside !== undefined).then((found) => found.length > 0);
    this.#known.set(term, known);
    known.catch(() => this.#known.delete(term));
    return known;
  }

  /** A passage's score is the same in each part, so the best of the parts are the best of all. */
  async #askAmong(
    among: RowSet,
    terms: readonly string[],
    n: number,
    columns: readonly string[],
    onlyIndexed: boolean,
  ): Promise<readonly FoundRow[]> {
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

  async #scoreBeside(beside: Beside, terms: readonly string[], n: number, among?: RowSet): Promise<readonly ScoredRow[]> {
    const known = [...new Set(terms)].filter((term) => beside.index.containing(term) > 0);
    const worths = await Promise.all(known.map(async (term) => [term, await this.#worthOf(term, beside)] as const));
    return beside.index.best(new Map(worths), beside.averageLength, n, among && ((row) => among.has(row)));
  }

  /**
   * The term's weight in the index, so that scores of both parts are comparable. For a term that the index lacks, its weight among all
   * passages.
   */
  async #worthOf(term: string, { index, statistics, passages, averageLength }: Beside): Promise<number> {
    const known = await statistics?.worth(term, () => this.#worthInIndex(term, averageLength));
    return known ?? inverseFrequency(index.containing(term), passages);
  }

  /** Derives the weight from the score of the best passage for this term alone. */
  async #worthInIndex(term: string, averageLength: number): Promise<number | undefined> {
    const [best] = await this.#ask([term], 1, ['row', 'terms'], true);
    if (!best) return undefined;
    const { counts, length } = bagOf(String(best.record?.['terms']));
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

  /** The number of passages in each language. */
  languages(): Promise<ReadonlyMap<string, number>> {
    return this.#loadLanguages();
  }

  #loadLanguages(): Promise<ReadonlyMap<string, number>> {
    this.#languages ??= this.#readLanguages().catch((error: unknown) => {
      this.#languages = undefined;
      throw error;
    });
    return this.#languages;
  }

  async #readLanguages(): Promise<ReadonlyMap<string, number>> {
    const found = await this.#limit(() => this.#table.query().select(['language']).toArrow());
    const counts = new Map<string, number>();
    for (const tag of (found.getChild('language') ?? []) as Iterable<string>) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    return counts;
  }

  /** @returns undefined when no passages are outside the index, or too many */
  async #readBeside(): Promise<Beside | undefined> {
    const state = await fullTextState(this.#table);
    if (!state || state.beside === 0 || state.beside > besideLimit) return undefined;
    const rows = await this.#rows();
    const bound = rows.length - state.beside;
    const passages = await this.#terms(`row >= ${rows[bound]}`);
    const index = new BesideIndex(this.#memory.bags(passages));
    const statistics = state.uuid === undefined || bound === 0 ? undefined : this.#memory.ofIndex(state.uuid);
    const averageLength = await statistics?.averageLength(() => this.#sampleLength(rows.subarray(0, bound)));
    return { index, statistics, passages: rows.length, averageLength: averageLength ?? index.averageLength };
  }

  /** All rows, ascending. */
  async #rows(): Promise<Int32Array> {
    const found = await this.#limit(() => this.#table.query().select(['row']).toArrow());
    return Int32Array.from((found.getChild('row') ?? []) as Iterable<number>).sort();
  }

  async #terms(where: string): Promise<readonly { readonly row: Row; readonly terms: string }[]> {
    const found = await this.#limit(() => this.#table.query().where(where).select(['row', 'terms']).toArrow());
    return recordsOf(found).map(({ row, terms }) => ({ row: row as Row, terms: terms as string }));
  }

  async #sampleLength(rows: Int32Array): Promise<number> {
    const step = Math.max(1, Math.floor(rows.length / sampledPassages));
    const passages = await this.#terms(`row IN (${rows.filter((_, i) => i % step === 0).join(', ')})`);
    return new BesideIndex(passages.map(({ row, terms }) => ({ row, bag: bagOf(terms) }))).averageLength;
  }
}

export interface FoundRow extends ScoredRow {
  /** The requested columns; absent for a passage outside the index, and for one that was looked for in the ranking of all. */
  readonly record?: Readonly<Record<string, unknown>>;
}

function bestFirst(a: ScoredRow, b: ScoredRow): number {
  return b.score - a.score || a.row - b.row;
}
