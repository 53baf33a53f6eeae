/** The stored index: documents, passages, learned models, metadata. Reads and writes it, and repairs what a killed process left behind. */
import type { Table } from '@lancedb/lancedb';
import { AriadneError } from '../base/errors.ts';
import type { CutDocument, FoundFile } from '../corpus/document.ts';
import type { DocumentIdentity } from '../protocol/identity.ts';
import type { Passage } from '../protocol/passage.ts';
import { explainIndexFailure } from './damage.ts';
import { IndexDatabase } from './database.ts';
import { isIndexed, rowOfDocument, rowOfFailure, type FailedFile, type StoredDocument } from './documentRows.ts';
import { createFullText, isFullTextDue, remakeFullText } from './fullText/fullTextIndex.ts';
import type { KnownOfTable } from './fullText/fullTextSearch.ts';
import { FrequencyTable } from './frequencyTable.ts';
import type { FileLists } from './fileLists.ts';
import { KnownDocuments } from './knownDocuments.ts';
import type { Location } from './location.ts';
import { type Reasons, unpackReasons } from './leftOut.ts';
import { keptVersions } from './oldVersions.ts';
import { columnsOfPassages, type NumberedPassage, numberPassages, passageOfRow, type StoredPassage } from './passageRows.ts';
import { countsByDocument, documentKey, passagesOf, rowsOf } from './documentPassages.ts';
import { dropOtherModels } from './modelTables.ts';
import { PassageReader } from './passageReader.ts';
import { documentSchema, formatVersion, metaSchema, passageSchema, vectorsSinceFormat } from './schema.ts';
import { filtersOf } from './rowFilters.ts';
import { recordsOf, recordsOfBatch, slices, sql } from './tables.ts';
import { isVectorTable } from './vectorCache.ts';

interface Known {
  readonly documents: KnownDocuments;
  /** Undefined until a passage is added. */
  nextRow?: number;
}

/** The number of paths that fit in one filter expression. */
const pathsPerFilter = 200;
/** Share of passages outside the full-text index up to which searching them costs less than a rebuild. */
const tolerableShare = 0.02;

export class IndexStore {
  readonly database: IndexDatabase;
  readonly frequencies: FrequencyTable;
  /** The documents and the next free row; undefined until needed, and after another process has written. */
  #known: Known | undefined;
  /** As they were when they were last known. */
  readonly #documents = new KnownDocuments();
  #versions = '';
  #leftOut: { readonly packed: string | undefined; readonly reasons: Reasons } | undefined;
  #isWhole = false;
  /** Whether what was read from the tables may differ from them. */
  #isDistrusted = false;
  /** Tables of an older format. The next writer drops them. */
  #outdated: readonly string[] = [];

  private constructor(database: IndexDatabase) {
    this.database = database;
    this.frequencies = new FrequencyTable(database);
  }

  /** @throws AriadneError `index-too-new`, `index-unreadable`; for other errors see `explainIndexFailure` */
  static async open(location: Location): Promise<IndexStore> {
    let database: IndexDatabase | undefined;
    try {
      database = await IndexDatabase.open(location);
      const store = new IndexStore(database);
      await store.#checkFormat();
      return store;
    } catch (cause) {
      database?.close();
      throw await explainIndexFailure(cause, location);
    }
  }

  /** Whether there is an index of an older format, which is not read. */
  get isOutdated(): boolean {
    return this.#outdated.length > 0;
  }

  /**
   * Must be called by the holder of the lock before it writes. Refreshes the tables and repairs what a killed process, or a failed write of
   * this process, may have left.
   * @returns true when something may have changed
   */
  async prepareToWrite(): Promise<boolean> {
    const isOther = (await this.refresh()) || this.#isDistrusted || this.isOutdated;
    if (this.isOutdated) {
      // Until all others are gone, the format must be readable: a process may be killed here.
      const last = 'meta';
      for (const name of this.#outdated.filter((table) => table !== last)) await this.database.drop(name);
      if (this.#outdated.includes(last)) await this.database.drop(last);
      await this.refresh();
    }
    if (!isOther && this.#isWhole) return false;
    const isRepaired = await this.repair();
    this.#isWhole = true;
    this.#isDistrusted = false;
    return isOther || isRepaired;
  }

  /** Makes the next write repair first, after a failed write. */
  distrust(): void {
    this.#isWhole = false;
    this.#isDistrusted = true;
    this.#known = undefined;
  }

  /**
   * Makes writes of other processes visible.
   * @returns true when there were any
   */
  async refresh(): Promise<boolean> {
    await this.database.refresh();
    await this.#checkFormat();
    const versions = await this.#versionsNow();
    if (versions === this.#versions) return false;
    this.#versions = versions;
    // The process that wrote may have been killed.
    this.distrust();
    return true;
  }

  async meta(key: string): Promise<string | undefined> {
    return (await this.metas()).get(key);
  }

  async metas(): Promise<ReadonlyMap<string, string>> {
    const rows = recordsOf(await this.database.select('meta', ['key', 'value']));
    return new Map(rows.map(({ key, value }) => [key as string, value as string]));
  }

  /** Sets all values atomically, which puts a finished pass into effect. */
  async setMeta(values: Readonly<Record<string, string>>): Promise<void> {
    const all = { formatVersion: String(formatVersion), ...values };
    const columns = { key: Object.keys(all), value: Object.values(all) };
    await this.database.merge('meta', metaSchema, 'key', columns.key.length, columns);
  }

  async documents(): Promise<ReadonlyMap<string, StoredDocument>> {
    return (await this.#load()).documents.byPath;
  }

  /** The files that rules leave out. */
  async leftOut(): Promise<Reasons> {
    const packed = await this.meta('leftOut');
    if (!this.#leftOut || this.#leftOut.packed !== packed) this.#leftOut = { packed, reasons: await unpackReasons(packed) };
    return this.#leftOut.reasons;
  }

  /** The documents beside what is not indexed. */
  async files(): Promise<FileLists> {
    return (await this.#load()).documents.files(await this.leftOut());
  }

  /** Who a document is in this index; undefined for a path without an indexed document. */
  async identityOf(path: string): Promise<DocumentIdentity | undefined> {
    return (await this.#load()).documents.identities.of(path);
  }

  /** Names the set of indexed documents by their contents. */
  async epoch(): Promise<string> {
    return (await this.#load()).documents.epoch.toString();
  }

  /** Names the set of indexed documents by their contents and the rows of their passages. */
  async placed(): Promise<bigint> {
    return (await this.#load()).documents.epoch.placed;
  }

  async passageCount(): Promise<number> {
    return (await this.database.table('passages')?.countRows()) ?? 0;
  }

  /**
   * Stores documents and their passages, which get rows, and removes earlier passages of the same paths. The document's row is written
   * after its passages: after a kill, a document is either complete or read again.
   */
  async putDocuments(documents: readonly { readonly file: FoundFile; readonly cut: CutDocument }[]): Promise<readonly NumberedPassage[]> {
    if (documents.length === 0) return [];
    const known = await this.#load();
    const nextRow = (known.nextRow ??= await this.#nextRow());
    const passages = numberPassages(
      documents.map(({ cut }) => cut),
      nextRow,
    );
    const replaced = documents.flatMap(({ cut }) => known.documents.byPath.get(cut.path) ?? []).filter(isIndexed);
    known.nextRow = nextRow + passages.length;
    await this.database.add('passages', passageSchema, passages.length, columnsOfPassages(passages));
    let firstRow = nextRow;
    const rows = documents.map(({ file, cut }) => rowOfDocument(file, cut, (firstRow += cut.passages.length) - cut.passages.length));
    await this.#putRows(rows);
    await this.#deletePassages(replaced);
    await this.#wrote();
    return passages;
  }

  /**
   * Stores documents that could not be read, with the reason, so that they are not tried again until they change. Removes their earlier
   * passages.
   */
  async putFailures(failures: readonly FailedFile[]): Promise<void> {
    if (failures.length === 0) return;
    const known = await this.#load();
    const before = failures.flatMap(({ file }) => known.documents.byPath.get(file.path) ?? []).filter(isIndexed);
    await this.#putRows(failures.map(rowOfFailure));
    await this.#deletePassages(before);
    await this.#wrote();
  }

  /** Updates documents whose files were touched but not changed. */
  async touchDocuments(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await this.#putRows(documents);
    await this.#wrote();
  }

  async removeDocuments(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    await this.#forget(documents);
    await this.#deletePassages(documents.filter(isIndexed));
    await this.#wrote();
  }

  async #forget(documents: readonly StoredDocument[]): Promise<void> {
    const known = await this.#load();
    for (const some of slices(documents, pathsPerFilter))
      await this.database.table('documents')?.delete(`path IN (${some.map(({ path }) => sql(path)).join(', ')})`);
    for (const { path } of documents) known.documents.delete(path);
  }

  /** Removes passages without a document row, and document rows with missing passages. @returns whether there were any */
  async repair(): Promise<boolean> {
    const passages = this.database.table('passages');
    if (!passages) {
      const indexed = [...(await this.documents()).values()].filter(isIndexed);
      await this.removeDocuments(indexed);
      return indexed.length > 0;
    }
    const documents = await this.documents();
    const counts = await countsByDocument(passages);
    const broken = [...documents.values()].filter(
      (document) => isIndexed(document) && (counts.get(documentKey(document))?.count ?? 0) !== document.passages,
    );
    // Their rows are not to be trusted: what there is of them is orphaned.
    await this.#forget(broken);
    const orphans = [...counts.values()].filter(({ path, hash }) => documents.get(path)?.hash !== hash);
    for (const some of slices(orphans, pathsPerFilter)) await passages.delete(some.map((one) => `(${passagesOf(one)})`).join(' OR '));
    if (broken.length + orphans.length > 0) await this.#wrote();
    return broken.length + orphans.length > 0;
  }

  /** Hashes of every passage's embedded text, in batches. */
  async *contentHashes(): AsyncGenerator<readonly string[]> {
    for await (const batch of this.database.batches('passages', ['contentHash']))
      yield [...((batch.getChild('contentHash') ?? []) as Iterable<string>)];
  }

  /** Every passage's embedded text, in batches. */
  async *embeddedTexts(): AsyncGenerator<readonly { readonly contentHash: string; readonly text: string }[]> {
    for await (const batch of this.database.batchesInTurn('passages', ['contentHash', 'indexed', 'embeddedStart'])) {
      yield recordsOfBatch<{ contentHash: string; indexed: string; embeddedStart: number }>(batch).map(
        ({ contentHash, indexed, embeddedStart }) => ({ contentHash, text: indexed.slice(embeddedStart) }),
      );
    }
  }

  /** All passages, in batches. */
  async *passages(): AsyncGenerator<readonly Passage[]> {
    for await (const batch of this.database.batchesInTurn('passages', ['indexed', 'passage']))
      yield recordsOfBatch<StoredPassage>(batch).map(passageOfRow);
  }

  /**
   * Makes the passages searchable by BM25. Passages added later are found too, see `FullTextSearch`.
   * @param olderThan if the index is built, versions of the passages from before this date are removed
   */
  async refreshFullText(olderThan = keptVersions()): Promise<void> {
    if (await createFullText(this.database, olderThan)) await this.#wrote();
  }

  /** Whether too many passages must be searched one by one: after many edits, or when a process was killed. */
  isFullTextDue(): Promise<boolean> {
    return isFullTextDue(this.database, tolerableShare);
  }

  /** Compacts all tables and removes their versions from before this date. */
  async removeOldVersions(olderThan = keptVersions): Promise<void> {
    await this.#optimizeOthers(olderThan);
    await this.completeFullText(0, olderThan);
  }

  /**
   * Rebuilds the full-text index if too many passages are outside of it.
   * @param tolerated share of such passages up to which nothing is done
   * @param olderThan versions of the passages from before this date are removed; without it some are, if the index is built
   */
  async completeFullText(tolerated = tolerableShare, olderThan?: () => Date): Promise<void> {
    const isDue = await isFullTextDue(this.database, tolerated);
    if (isDue) await remakeFullText(this.database, olderThan ?? keptVersions);
    else if (olderThan) await this.database.optimize('passages', olderThan());
    else return;
    // Other processes hold versions that will be removed. This change makes them look for a newer one.
    await this.setMeta({ optimizedAtUtc: new Date().toISOString() });
    await this.#wrote();
  }

  /**
   * Compacts the tables after writes.
   * @param tolerated see `completeFullText`
   */
  async optimize(tolerated = tolerableShare): Promise<void> {
    await this.#optimizeOthers(keptVersions);
    await this.completeFullText(tolerated);
  }

  async #optimizeOthers(olderThan: () => Date): Promise<void> {
    await this.database.sweep();
    await this.frequencies.complete(await this.placed());
    for (const name of this.database.names().filter((table) => table !== 'passages')) await this.database.optimize(name, olderThan());
  }

  /** A reader of the current passages, unaffected by later writes; undefined when there are none. @param known what is known of them */
  async reader(known?: KnownOfTable): Promise<PassageReader | undefined> {
    const [table, { documents }] = await Promise.all([this.database.pin('passages'), this.#load()]);
    const explain = (error: unknown): Promise<unknown> => explainIndexFailure(error, this.database.location);
    const reopen = (): Promise<Table> => this.database.pinNewest('passages');
    const frequencies = this.frequencies.reader(documents.epoch.placed);
    return table && new PassageReader(table, { explain, reopen, documents, known, frequencies });
  }

  /** Drops models that are not in use and not kept for a return, with their vectors, and the graphs of all but this. */
  async dropOtherModels(id: string): Promise<void> {
    await dropOtherModels(this.database, id, await this.metas());
  }

  close(): void {
    this.database.close();
  }

  /**
   * Ignores an index of an older format, since everything in it can be rebuilt from the documents.
   * @throws AriadneError `index-too-new`
   */
  async #checkFormat(): Promise<void> {
    const found = Number((await this.meta('formatVersion')) ?? formatVersion);
    const isKept = (table: string): boolean => found >= vectorsSinceFormat && isVectorTable(table);
    this.#outdated = found < formatVersion ? this.database.names().filter((table) => !isKept(table)) : [];
    if (this.isOutdated) this.database.hide();
    if (found <= formatVersion) return;
    throw new AriadneError(
      'index-too-new',
      `The index in ${this.database.location.uri} has format ${found}, but this version of Ariadne reads ${formatVersion}. Update Ariadne, or delete the index and index again.`,
    );
  }

  async #load(): Promise<Known> {
    if (this.#known) return this.#known;
    const columns = documentSchema.fields.map(({ name }) => name);
    const documents: StoredDocument[] = [];
    for await (const batch of this.database.batches('documents', columns)) documents.push(...recordsOfBatch<StoredDocument>(batch));
    this.#documents.replace(documents);
    this.#known = { documents: this.#documents };
    this.#versions = await this.#versionsNow();
    return this.#known;
  }

  /** One more than the highest row of a passage or of what is stored about one, which must never pass to a passage that was added later. */
  async #nextRow(): Promise<number> {
    let next = 0;
    for (const name of this.database.names().filter((table) => /^(passages|neighbors-.*)$/.test(table))) {
      for (const value of (await this.database.select(name, ['row']))?.getChild('row') ?? []) next = Math.max(next, (value as number) + 1);
    }
    return next;
  }

  async #putRows(rows: readonly StoredDocument[]): Promise<void> {
    const known = await this.#load();
    const columns = Object.fromEntries(
      documentSchema.fields.map(({ name }) => [name, rows.map((row) => row[name as keyof StoredDocument])]),
    );
    // Finding rows to replace takes time with each row that is there.
    if (rows.some(({ path }) => known.documents.byPath.has(path)))
      await this.database.merge('documents', documentSchema, 'path', rows.length, columns);
    else await this.database.add('documents', documentSchema, rows.length, columns);
    for (const row of rows) known.documents.put(row);
  }

  /** Those of a folder mostly have rows next to each other, so there are few deletions, each of which is a version of the table. */
  async #deletePassages(documents: readonly StoredDocument[]): Promise<void> {
    for (const filter of filtersOf(rowsOf(documents), Infinity) ?? []) await this.database.table('passages')?.delete(filter);
  }

  /** Keeps the cached state valid after this process's own writes. */
  async #wrote(): Promise<void> {
    this.#versions = await this.#versionsNow();
  }

  async #versionsNow(): Promise<string> {
    const versions = await Promise.all(['documents', 'passages'].map(async (name) => this.database.table(name)?.version()));
    return versions.join(' ');
  }
}
