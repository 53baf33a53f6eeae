/** The LanceDB dataset of one workspace: reading, writing, and repair of what a killed process left behind. */
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { connect, Index, type Connection, type Table } from '@lancedb/lancedb';
import type { Schema, Table as ArrowTable } from 'apache-arrow';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import type { CutDocument, FoundFile } from '../corpus/document.ts';
import type { Passage } from '../protocol/passage.ts';
import { PassageReader } from './passageReader.ts';
import {
  documentSchema,
  embeddingSchema,
  formatVersion,
  graphK,
  metaSchema,
  modelSchema,
  neighborSchema,
  passageSchema,
} from './schema.ts';
import { listValues, recordsOf, sql } from './tables.ts';

export interface StoredDocument {
  readonly path: string;
  readonly hash: string;
  readonly sizeBytes: number;
  readonly mtimeMs: number;
  readonly title: string;
  readonly parser: string;
  readonly passages: number;
}

/** Old versions younger than this may still be read by another window. */
const keepVersionsMs = 5 * 60_000;
const pathsPerFilter = 200;

type TableName = 'meta' | 'documents' | 'passages' | 'neighbors' | 'embeddings' | 'models';

export class IndexStore {
  readonly #storage: string;
  readonly #connection: Connection;
  readonly #tables = new Map<TableName, Table>();

  private constructor(storage: string, connection: Connection) {
    this.#storage = storage;
    this.#connection = connection;
  }

  /**
   * Opens or creates the dataset in `storage`.
   * @throws AriadneError `index-too-new`, `index-unreadable`, `storage-unwritable`
   */
  static async open(storage: string): Promise<IndexStore> {
    try {
      await mkdir(storage, { recursive: true });
    } catch (cause) {
      throw new AriadneError(
        'storage-unwritable',
        `The index cannot be kept in ${storage}: the folder cannot be created. Choose another with --storage.`,
        { cause },
      );
    }
    try {
      const store = new IndexStore(storage, await connect(join(storage, 'index.lancedb')));
      await store.refresh();
      return store;
    } catch (cause) {
      if (cause instanceof AriadneError) throw cause;
      throw new AriadneError(
        'index-unreadable',
        `The index in ${storage} cannot be read (${messageOf(cause).split('\n')[0]}). Delete it ("Ariadne: Delete Index") and index again.`,
        { cause },
      );
    }
  }

  /**
   * Sees what other processes have written since: a table stays at the version at which it was opened, or last written, by this one.
   * @throws AriadneError `index-too-new`
   */
  async refresh(): Promise<void> {
    const names = (await this.#connection.tableNames()) as TableName[];
    for (const name of this.#tables.keys()) if (!names.includes(name)) this.#tables.delete(name);
    for (const name of names) {
      const known = this.#tables.get(name);
      if (known) await known.checkoutLatest();
      else if (await this.#hasVersion(name)) this.#tables.set(name, await this.#connection.openTable(name));
    }
    await this.#checkFormat();
  }

  /** False for a table whose process was killed while it created it: it is not there yet, and creating it again works. */
  async #hasVersion(name: TableName): Promise<boolean> {
    try {
      return (await readdir(join(this.#storage, 'index.lancedb', `${name}.lance`, '_versions'))).some((file) => file.endsWith('.manifest'));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return false;
      throw error;
    }
  }

  async #checkFormat(): Promise<void> {
    const found = await this.meta('formatVersion');
    if (found !== undefined && Number(found) !== formatVersion) {
      throw new AriadneError(
        'index-too-new',
        `The index in ${this.#storage} has format ${found}, this version of Ariadne reads ${formatVersion}. Update Ariadne, or delete the index and index again.`,
      );
    }
  }

  async meta(key: string): Promise<string | undefined> {
    const rows = await this.#select('meta', ['value'], `key = ${sql(key)}`);
    const value: unknown = rows?.getChild('value')?.get(0);
    return typeof value === 'string' ? value : undefined;
  }

  async setMeta(values: Readonly<Record<string, string>>): Promise<void> {
    const table = await this.#table('meta', metaSchema);
    const rows = Object.entries({ formatVersion: String(formatVersion), ...values }).map(([key, value]) => ({ key, value }));
    await table.mergeInsert('key').whenMatchedUpdateAll().whenNotMatchedInsertAll().execute(rows);
  }

  async documents(): Promise<ReadonlyMap<string, StoredDocument>> {
    const rows = await this.#select('documents', ['path', 'hash', 'sizeBytes', 'mtimeMs', 'title', 'parser', 'passages']);
    const documents = new Map<string, StoredDocument>();
    for (const row of recordsOf(rows)) documents.set(row['path'] as string, row as unknown as StoredDocument);
    return documents;
  }

  /**
   * Stores documents with their passages; earlier passages of the same paths go. The document's own row is written after its passages, so that a killed
   * process leaves a document either done or to be read again.
   */
  async putDocuments(documents: readonly { readonly file: FoundFile; readonly cut: CutDocument }[], firstRow: number): Promise<void> {
    if (documents.length === 0) return;
    const passages = await this.#table('passages', passageSchema);
    const before = await this.documents();
    let row = firstRow;
    const rows = documents.flatMap(({ cut }) => cut.passages.map((passage) => passageRow(passage, row++)));
    if (rows.length > 0) await passages.add(rows);
    await this.#putDocumentRows(documents.map(({ file, cut }) => documentRow(file, cut)));
    const replaced = documents.flatMap(({ cut }) => {
      const old = before.get(cut.path);
      return old && old.hash !== cut.hash ? [old] : [];
    });
    await this.#deletePassages(replaced);
  }

  /** The file was touched but holds what was indexed. */
  async touchDocuments(documents: readonly StoredDocument[]): Promise<void> {
    if (documents.length > 0) await this.#putDocumentRows(documents);
  }

  async removeDocuments(documents: readonly StoredDocument[]): Promise<void> {
    const table = this.#tables.get('documents');
    if (!table) return;
    for (const some of slices(documents, pathsPerFilter)) await table.delete(`path IN (${some.map(({ path }) => sql(path)).join(', ')})`);
    await this.#deletePassages(documents);
  }

  /** One more than the highest row that a passage or a stored list of neighbors has: a list must never name a passage that came after it. */
  async nextRow(): Promise<number> {
    let next = 0;
    for (const name of ['passages', 'neighbors'] as const) {
      const rows = await this.#select(name, ['row']);
      for (const value of rows?.getChild('row') ?? []) next = Math.max(next, (value as number) + 1);
    }
    return next;
  }

  /** Removes passages that no document row vouches for, and document rows whose passages are not all there. */
  async repair(): Promise<void> {
    const passages = this.#tables.get('passages');
    if (!passages) return;
    const documents = await this.documents();
    const counts = new Map<string, { readonly path: string; readonly hash: string; count: number }>();
    for await (const batch of passages.query().select(['path', 'documentHash'])) {
      for (const { path, documentHash: hash } of batch as Iterable<{ path: string; documentHash: string }>) {
        const key = `${path}\0${hash}`;
        const entry = counts.get(key) ?? { path, hash, count: 0 };
        entry.count++;
        counts.set(key, entry);
      }
    }
    const broken = [...documents.values()].filter(
      (document) => (counts.get(`${document.path}\0${document.hash}`)?.count ?? 0) !== document.passages,
    );
    await this.removeDocuments(broken);
    const orphans = [...counts.values()].filter(({ path, hash }) => documents.get(path)?.hash !== hash);
    await this.#deletePassages(orphans);
  }

  /** What is searched and embedded of every passage (title, headings, text), a batch at a time. */
  async *indexedTexts(): AsyncGenerator<readonly { readonly contentHash: string; readonly text: string }[]> {
    const table = this.#tables.get('passages');
    if (!table) return;
    for await (const batch of table.query().select(['contentHash', 'indexed'])) {
      yield [...(batch as Iterable<{ contentHash: string; indexed: string }>)].map(({ contentHash, indexed }) => ({
        contentHash,
        text: indexed,
      }));
    }
  }

  /** Makes new passages part of the full-text index. Until then they are found too, by a scan. */
  async refreshFullText(): Promise<void> {
    const table = this.#tables.get('passages');
    if (!table) return;
    const indices = await table.listIndices();
    if (!indices.some(({ columns }) => columns.includes('indexed'))) {
      await table.createIndex('indexed', {
        config: Index.fts({ stem: true, removeStopWords: true, asciiFolding: true, withPosition: false }),
      });
      await table.createIndex('row', { config: Index.btree() });
    }
  }

  /** Compacts what edits have scattered and drops versions that nobody reads any more. */
  async optimize(): Promise<void> {
    for (const table of this.#tables.values()) await table.optimize({ cleanupOlderThan: new Date(Date.now() - keepVersionsMs) });
  }

  /** The passages as they are now, whatever is written later. Undefined when there are none. */
  async reader(): Promise<PassageReader | undefined> {
    const version = await this.#tables.get('passages')?.version();
    if (version === undefined) return undefined;
    const table = await this.#connection.openTable('passages');
    await table.checkout(version);
    return new PassageReader(table);
  }

  async saveModel(id: string, kind: string, data: Uint8Array): Promise<void> {
    const table = await this.#table('models', modelSchema);
    await table.add([{ id, kind, data }]);
    await table.delete(`kind = ${sql(kind)} AND id != ${sql(id)}`);
  }

  /** The newest model of a kind. */
  async loadModel(kind: string): Promise<{ readonly id: string; readonly data: Uint8Array } | undefined> {
    const rows = await this.#select('models', ['id', 'data'], `kind = ${sql(kind)}`);
    const row = recordsOf(rows).at(-1);
    return row ? { id: row['id'] as string, data: row['data'] as Uint8Array } : undefined;
  }

  async addEmbeddings(contentHashes: readonly string[], model: string, vectors: Float32Array, dimension: number): Promise<void> {
    if (contentHashes.length === 0) return;
    const table = await this.#table('embeddings', embeddingSchema(dimension));
    // Rows, not an Arrow table: LanceDB loads its own copy of Arrow and takes no table of ours.
    await table.add(
      contentHashes.map((contentHash, i) => ({ contentHash, model, vector: vectors.subarray(i * dimension, (i + 1) * dimension) })),
    );
  }

  /** Visits every stored vector of a model. */
  async eachEmbedding(model: string, visit: (contentHash: string, vector: Float32Array) => void): Promise<void> {
    const table = this.#tables.get('embeddings');
    if (!table) return;
    for await (const batch of table
      .query()
      .where(`model = ${sql(model)}`)
      .select(['contentHash', 'vector'])) {
      const values = listValues(batch, 'vector');
      const hashes = batch.getChild('contentHash');
      const dimension = values.length / batch.numRows;
      for (let i = 0; i < batch.numRows; i++)
        visit(hashes?.get(i) as string, values.subarray(i * dimension, (i + 1) * dimension) as Float32Array);
    }
  }

  /** Drops vectors of other models, and the table itself when its dimension is another. */
  async keepEmbeddingsOf(model: string, dimension: number): Promise<void> {
    const table = this.#tables.get('embeddings');
    if (!table) return;
    const field = (await table.schema()).fields.find(({ name }) => name === 'vector');
    const stored = (field?.type as { listSize?: number } | undefined)?.listSize;
    if (stored === dimension) await table.delete(`model != ${sql(model)}`);
    else await this.#drop('embeddings');
  }

  /** Replaces the neighbor graph. */
  async putNeighbors(rows: Int32Array, neighbors: Int32Array, similarities: Float32Array): Promise<void> {
    const lists = Array.from(rows, (row, i) => {
      const [start, end] = [i * graphK, (i + 1) * graphK];
      return { row, neighbors: neighbors.subarray(start, end), similarities: similarities.subarray(start, end) };
    });
    const mode = this.#tables.has('neighbors') ? 'overwrite' : 'create';
    const table = await this.#connection.createTable('neighbors', lists, { mode, schema: neighborSchema });
    this.#tables.set('neighbors', table);
  }

  async eachNeighborList(visit: (row: number, neighbors: Int32Array) => void): Promise<void> {
    const table = this.#tables.get('neighbors');
    if (!table) return;
    for await (const batch of table.query().select(['row', 'neighbors'])) {
      const values = listValues(batch, 'neighbors') as Int32Array;
      const rows = batch.getChild('row');
      const k = values.length / batch.numRows;
      for (let i = 0; i < batch.numRows; i++) visit(rows?.get(i) as number, values.subarray(i * k, (i + 1) * k));
    }
  }

  close(): void {
    for (const table of this.#tables.values()) table.close();
    this.#tables.clear();
    this.#connection.close();
  }

  async #putDocumentRows(rows: readonly StoredDocument[]): Promise<void> {
    const table = await this.#table('documents', documentSchema);
    await table
      .mergeInsert('path')
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .execute(rows.map((row) => ({ ...row })));
  }

  async #deletePassages(documents: readonly { readonly path: string; readonly hash: string }[]): Promise<void> {
    const table = this.#tables.get('passages');
    if (!table) return;
    for (const some of slices(documents, pathsPerFilter)) {
      await table.delete(some.map(({ path, hash }) => `(path = ${sql(path)} AND \`documentHash\` = ${sql(hash)})`).join(' OR '));
    }
  }

  async #select(name: TableName, columns: string[], where?: string): Promise<ArrowTable | undefined> {
    const table = this.#tables.get(name);
    if (!table) return undefined;
    return (where === undefined ? table.query() : table.query().where(where)).select(columns).toArrow();
  }

  async #table(name: TableName, schema: Schema): Promise<Table> {
    const known = this.#tables.get(name);
    if (known) return known;
    const table = await this.#connection.createEmptyTable(name, schema);
    this.#tables.set(name, table);
    return table;
  }

  async #drop(name: TableName): Promise<void> {
    this.#tables.get(name)?.close();
    this.#tables.delete(name);
    await this.#connection.dropTable(name);
  }
}

/** Deletes index and run logs. */
export async function deleteStorage(storage: string): Promise<void> {
  await rm(storage, { recursive: true, force: true });
}

function documentRow(file: FoundFile, cut: CutDocument): StoredDocument {
  return {
    path: cut.path,
    hash: cut.hash,
    sizeBytes: file.sizeBytes,
    mtimeMs: file.mtimeMs,
    title: cut.title,
    parser: cut.parser,
    passages: cut.passages.length,
  };
}

function passageRow(passage: Passage, row: number): Record<string, unknown> {
  const { id, path, documentHash, title, headings, text, range, runs } = passage;
  const context = `${[title, ...headings].join('\n')}\n`;
  const indexed = context + text;
  return {
    row,
    id,
    path,
    documentHash,
    title,
    headings,
    indexed,
    textStart: context.length,
    contentHash: hashOf([indexed], 32),
    ...range,
    runs,
  };
}

function slices<T>(items: readonly T[], size: number): (readonly T[])[] {
  const parts: (readonly T[])[] = [];
  for (let i = 0; i < items.length; i += size) parts.push(items.slice(i, i + size));
  return parts;
}
