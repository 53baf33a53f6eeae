import type { Table } from '@lancedb/lancedb';
import pLimit from 'p-limit';
import { Lazy } from '../base/lazy.ts';
import { PiecedList } from '../base/pieces.ts';
import { RecentValues } from '../base/recentValues.ts';
import type { RowSet } from '../base/rowSet.ts';
import type { Stretch } from '../base/stretches.ts';
import { PhraseFinder } from '../language/phrases.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';
import { FullTextSearch, type KnownOfTable, type Limit } from './fullText/fullTextSearch.ts';
import { PassageTerms } from './fullText/passageTerms.ts';
import type { TermFrequencies } from './fullText/termFrequencies.ts';
import { countTerms, readTermHashes, storedTerms, type TermHashes } from './fullText/termHashes.ts';
import { FolderNames } from './mentions/folderNames.ts';
import { DocumentNames, type IdentifiedQuestion } from './identity/documentNames.ts';
import type { SaidIn } from './identity/folderDefinitions.ts';
import type { ScoredRow } from './interfaces.ts';
import type { KnownDocuments } from './knownDocuments.ts';
import { type LinkingPassage, passageOfRow, passageWithLinks, type StoredPassage } from './passageRows.ts';
import type { RecordBatch } from './arrow.cjs';
import { PackedTexts, type TextsOfRows } from './packedTexts.ts';
import { rereading } from './rereading.ts';
import { filtersOf } from './rowFilters.ts';
import { intValues, recordsOf, textBytes, textRuns } from './tables.ts';

/** Columns of all passages, in the same order. */
export interface PassageKeys {
  /** Ascending. */
  readonly rows: Int32Array;
  readonly ids: PackedTexts;
  readonly contentHashes: PackedTexts;
  /** Those of one document are the same text. */
  readonly paths: PiecedList<string>;
}

/** Of some passages, in the same order. */
export interface PassagePlaces {
  readonly rows: readonly number[];
  readonly paths: readonly string[];
  /** See `fieldsOfRow`. */
  readonly fields: readonly string[];
}

/** For more, reading all passages takes less time. */
const mostFilters = 20;
/** Limits concurrent searches: with hundreds, LanceDB took gigabytes. */
const maxQueriesInFlight = 4;
/** The columns that make a passage. Reading time depends on the number of columns. */
const passageColumns = ['row', 'indexed', 'passage'];
/**
 * Up to this many hits are returned with their passages: one query takes half the time of a search and a read. Of a hundred, which another
 * search is fused with, few are read in the end.
 */
const hitsWithPassages = 32;
const maxCachedCharacters = 4_000_000;
const keptQuestions = 50;

const noNames = new DocumentNames();
const noFolder = new FolderNames();

interface PassageReaderOptions {
  /** Converts an error of LanceDB to the one to throw. */
  readonly explain?: (error: unknown) => Promise<unknown>;
  /** A handle of the table as it is now, in place of a version whose files another process has removed. */
  readonly reopen?: () => Promise<Table | undefined>;
  /** Of the version. */
  readonly known?: KnownOfTable | undefined;
  /** In how many passages each term is, if that is stored of so many. */
  readonly frequencies?: (passages: number) => Promise<TermFrequencies | undefined>;
  /** Those that passages are read with. */
  readonly documents?: Pick<KnownDocuments, 'epoch' | 'identities' | 'names'>;
}

/** One version of the table. */
interface Version {
  readonly table: Table;
  readonly fullText: FullTextSearch;
}

/**
 * Reads one version of the passages table: writes during a run do not change what the run sees. If its files are removed, which writers do
 * some minutes later, it goes on with the newest version. A row is never of another passage there, but may be gone, and others may be new.
 */
export class PassageReader {
  readonly #options: PassageReaderOptions;
  readonly #limit: Limit = pLimit(maxQueriesInFlight);
  /** A row's content never changes within a version of the table. */
  readonly #cache = new RecentValues<number, LinkingPassage>(maxCachedCharacters);
  /** By row the read that brings it: who needs it meanwhile waits for that. */
  readonly #reading = new Map<number, Promise<readonly (readonly [number, LinkingPassage])[]>>();
  /** Of all passages, where a search needs them and does not bring them. */
  readonly #terms = new Lazy(() => this.terms());
  /** Of questions with the epoch of the documents: a search asks for what is shown, to find, and to rate. */
  readonly #named = new RecentValues<string, Promise<IdentifiedQuestion>>(keptQuestions);
  /** The last one is in use. */
  readonly #versions: Promise<Version>[];

  constructor(table: Table, options: PassageReaderOptions = {}) {
    this.#options = options;
    this.#versions = [Promise.resolve(this.#versionOf(table, options.known))];
  }

  #versionOf(table: Table, known?: KnownOfTable): Version {
    return { table, fullText: new FullTextSearch(table, this.#limit, known) };
  }

  async keys(): Promise<PassageKeys> {
    const found: number[] = [];
    const [someIds, someHashes]: [TextsOfRows[], TextsOfRows[]] = [[], []];
    const paths: string[] = [];
    const { table } = await this.#version;
    for await (const batch of table.query().select(['row', 'id', 'contentHash', 'path'])) {
      const count = batch.numRows;
      if (count === 0) continue;
      found.push(...intValues(batch, 'row'));
      someIds.push({ ...textBytes(batch, 'id'), count });
      someHashes.push({ ...textBytes(batch, 'contentHash'), count });
      for (const [path, times] of textRuns(textBytes(batch, 'path'), count)) for (let i = 0; i < times; i++) paths.push(path);
    }
    const rows = Int32Array.from(found);
    const [ids, contentHashes] = [PackedTexts.join(someIds), PackedTexts.join(someHashes)];
    if (rows.every((row, i) => i === 0 || row > rows[i - 1]!)) return { rows, ids, contentHashes, paths: PiecedList.of(paths) };
    const order = [...rows.keys()].sort((a, b) => rows[a]! - rows[b]!);
    const places = order.map((at): Stretch => [at, at + 1]);
    return {
      rows: rows.sort(),
      ids: ids.with(places).joined(),
      contentHashes: contentHashes.with(places).joined(),
      paths: PiecedList.of(order.map((at) => paths[at]!)),
    };
  }

  /** The terms of all passages, of which those are read that something is asked about. */
  async terms(): Promise<PassageTerms> {
    return this.#read(async ({ table }) => {
      const stored = await this.#options.frequencies?.(await table.countRows());
      return new PassageTerms(stored ?? (await countTerms(storedTerms(table))));
    });
  }

  /** @param rows all where there are none */
  termHashes(rows?: RowSet): Promise<TermHashes> {
    return this.#read(({ table }) => readTermHashes(table, rows));
  }

  /** Passages in the order of `rows`; undefined for a row that no longer exists. */
  async passages(rows: readonly number[]): Promise<readonly (Passage | undefined)[]> {
    return (await this.linking(rows)).map((found) => found?.passage);
  }

  /** As `passages`, with what is stored beside them. */
  async linking(rows: readonly number[]): Promise<readonly (LinkingPassage | undefined)[]> {
    const found = new Map(rows.map((row) => [row, this.#cache.get(row)]));
    const missing = [...found.keys()].filter((row) => found.get(row) === undefined);
    const unread = missing.filter((row) => !this.#reading.has(row));
    if (unread.length > 0) {
      const reading = this.#readRows(unread).finally(() => unread.forEach((row) => this.#reading.delete(row)));
      for (const row of unread) this.#reading.set(row, reading);
    }
    for (const reading of new Set(missing.map((row) => this.#reading.get(row)!))) {
      for (const [row, passage] of await reading) if (found.has(row)) found.set(row, passage);
    }
    return rows.map((row) => found.get(row));
  }

  async #readRows(rows: readonly number[]): Promise<readonly (readonly [number, LinkingPassage])[]> {
    const where = `row IN (${rows.join(', ')})`;
    const records = await this.#read(({ table }) => this.#limit(() => table.query().where(where).select(passageColumns).toArrow()));
    return this.#remember(recordsOf(records));
  }

  /** The number of passages in each language. */
  languages(): Promise<ReadonlyMap<string, number>> {
    return this.#read(({ fullText }) => fullText.languages());
  }

  /**
   * BM25 over title, headings and text; at most `n`, best first, ties by row. The query is plain words, never syntax.
   * @param passages their terms, if they are kept
   */
  async searchText(query: string, n: number, among?: RowSet, passages = this.#terms): Promise<readonly ScoredRow[]> {
    if (n === 0 || query.trim() === '' || among?.size === 0) return [];
    const bringsPassages = n <= hitsWithPassages;
    const columns = bringsPassages ? passageColumns : ['row'];
    const found = await this.#read(({ fullText }) => fullText.search({ query, n, columns, ...(among && { among }) }, passages));
    if (bringsPassages) this.#remember(found.flatMap(({ record }) => (record ? [record] : [])));
    return found.map(({ row, score }) => ({ row, score }));
  }

  /** The terms that a query is searched by, each once. @param passages their terms, if they are kept */
  async termsOf(query: string, passages = this.#terms): Promise<readonly string[]> {
    return [...new Set(await this.#read(({ fullText }) => fullText.termsOf(query, passages)))];
  }

  /** Whether a passage has one of the terms. @param passages their terms, if they are kept */
  hasAny(terms: readonly string[], passages = this.#terms): Promise<boolean> {
    return this.#read(({ fullText }) => fullText.hasAny(terms, passages));
  }

  /**
   * Ascending rows of the passages that contain each phrase verbatim in the title, a heading or the text. Reads every passage, at about 5
   * ms per megabyte of text. A full-text index with positions takes 2.8 times the space and has only stems, no stop words, and no words of
   * scripts without spaces.
   */
  async rowsWith(phrases: readonly string[], signal: AbortSignal, among?: RowSet): Promise<readonly number[]> {
    const finder = new PhraseFinder(phrases);
    // Without filters, which are too many then, all passages are read.
    const filters = (among && filtersOf(among, mostFilters)) ?? ['true'];
    const findIn = async (table: Table): Promise<readonly number[]> => {
      const found: number[] = [];
      for await (const batch of selected(table, passageColumns, filters)) {
        signal.throwIfAborted();
        const [rows, texts, passages] = passageColumns.map((name) => batch.getChild(name));
        for (let i = 0; i < batch.numRows; i++) {
          const indexed = texts?.get(i) as string;
          if (!finder.areIn(indexed) || among?.has(rows?.get(i) as number) === false) continue;
          // A phrase must not extend across the end of a title or a heading.
          const { title, headings, text } = passageOfRow({ indexed, passage: passages?.get(i) as string });
          if (finder.areIn(title, ...headings, text)) found.push(rows?.get(i) as number);
        }
      }
      return found.sort((a, b) => a - b);
    };
    return this.#read(({ table }) => this.#limit(() => findIn(table)));
  }

  /** Rows, paths and metadata of all passages, or of those that a filter selects, in batches. */
  async *places(where = 'true'): AsyncGenerator<PassagePlaces> {
    const { table } = await this.#version;
    for await (const batch of table.query().where(where).select(['row', 'path', 'fields'])) {
      const [rows, paths, fields] = ['row', 'path', 'fields'].map((name) => [...((batch.getChild(name) ?? []) as Iterable<unknown>)]);
      yield { rows: rows as number[], paths: paths as string[], fields: fields as string[] };
    }
  }

  #remember(records: readonly Readonly<Record<string, unknown>>[]): readonly (readonly [number, LinkingPassage])[] {
    return records.map((record) => {
      const row = record['row'] as number;
      // Returns the same object as before: callers cache by object what they derive from a passage.
      const found = this.#cache.get(row) ?? this.#identified(passageWithLinks(record as unknown as StoredPassage));
      this.#cache.set(row, found, found.passage.text.length);
      return [row, found] as const;
    });
  }

  /** See `DocumentIdentities`. */
  async lookAhead(): Promise<void> {
    await this.#options.documents?.identities.lookAhead();
  }

  /** Undefined for a path without a document. */
  identityOf(path: string): DocumentIdentity | undefined {
    return this.#options.documents?.identities.of(path);
  }

  /** See `PassageIndex`. @param saidIn of the passages of this version, the same in every call */
  namedIn(question: string, saidIn: SaidIn): Promise<IdentifiedQuestion> {
    const { epoch, identities } = this.#options.documents ?? {};
    const key = `${epoch?.toString() ?? ''} ${question}`;
    const named = this.#named.get(key) ?? (identities?.names ?? noNames).identify(question, saidIn);
    this.#named.set(key, named);
    named.catch(() => this.#named.delete(key));
    return named;
  }

  /** What documents call themselves and link to, as they are now. */
  get names(): FolderNames {
    return this.#options.documents?.names ?? noFolder;
  }

  #identified({ passage, links }: LinkingPassage): LinkingPassage {
    const identity = this.identityOf(passage.path);
    const saysMore = identity !== undefined && (identity.title !== passage.title || identity.parts.length > 0);
    return { passage: saysMore ? { ...passage, identity } : passage, links };
  }

  get #version(): Promise<Version> {
    return this.#versions.at(-1)!;
  }

  async #read<T>(work: (version: Version) => Promise<T>): Promise<T> {
    let version = this.#version;
    const renew = (): Promise<Version> => {
      // What else has failed meanwhile may have renewed it.
      if (version === this.#version) this.#versions.push(this.#renewed(version));
      version = this.#version;
      return version;
    };
    try {
      return await rereading(async () => work(await version), renew);
    } catch (error) {
      throw await (this.#options.explain?.(error) ?? error);
    }
  }

  async #renewed(version: Promise<Version>): Promise<Version> {
    const table = await this.#options.reopen?.();
    return table ? this.#versionOf(table) : version;
  }

  /** Whether the files of its first version were removed, so that rows may be gone and others new. */
  get isOutdated(): boolean {
    return this.#versions.length > 1;
  }

  close(): void {
    for (const version of this.#versions) {
      void version.then(
        ({ table }) => table.close(),
        () => undefined,
      );
    }
  }
}

async function* selected(table: Table, columns: readonly string[], filters: readonly string[]): AsyncGenerator<RecordBatch> {
  for (const filter of filters)
    yield* table
      .query()
      .where(filter)
      .select([...columns]);
}
