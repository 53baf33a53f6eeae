/** The LanceDB tables of one index at any location: opening, creating and dropping them, and refreshing after other processes wrote. */
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { connect, Session, type Connection, type Table } from '@lancedb/lancedb';
import { isSystemError, messageOf } from '../base/errors.ts';
import { isInUse, whenFree } from '../base/whenFree.ts';
import type { RecordBatch, Schema, Table as ArrowTable } from './arrow.cjs';
import { openLeaseCell, takeLease } from './lease.ts';
import type { Location } from './location.ts';
import { lockForWriting, type LockedWork, type WriteLock } from './lock.ts';
import { arrowTable, type Column } from './tables.ts';

// On one or two cores LanceDB 0.31 uses one compute thread, and building a full-text index of some thousand passages then deadlocks
// (lancedb/lancedb#3568). LanceDB reads the variable when it first computes.
process.env['LANCE_CPU_THREADS'] ??= String(Math.max(4, availableParallelism()));
// With a full-text index in several parts, LanceDB 0.31 omits passages that belong among the best (lance-format/lance#7467).
process.env['LANCE_FTS_NUM_SHARDS'] ??= '1';

/** LanceDB's caches may otherwise take gigabytes. The full-text index of 200 MB of text takes 110 MB. */
const indexCacheBytes = 256 * 1024 * 1024;
const metadataCacheBytes = 64 * 1024 * 1024;
/** Passages of 4 MB. */
const rowsInTurn = 4096;
const droppedPrefix = 'dropped-';
/** More tables than an index ever has. */
const maxTables = 1000;

export class IndexDatabase {
  readonly location: Location;
  #connected: Connected;
  readonly #tables = new Map<string, Table>();
  /** Which folders the tables are in. */
  readonly #identities = new Map<string, string>();

  private constructor(location: Location, connected: Connected) {
    this.location = location;
    this.#connected = connected;
  }

  static async open(location: Location): Promise<IndexDatabase> {
    const database = new IndexDatabase(location, await connectedTo(location));
    await database.refresh();
    return database;
  }

  get #connection(): Connection {
    return this.#connected.connection;
  }

  /** What LanceDB keeps in memory of what was read, also of versions that are gone. */
  get cachedBytes(): number {
    return Number(this.#connected.session.sizeBytes());
  }

  /**
   * Makes this process the only one that does this work.
   * @throws AriadneError `index-locked` naming the owner
   */
  async lock(work: LockedWork): Promise<WriteLock> {
    const { location } = this;
    return location.kind === 'local' ? lockForWriting(location.folder, work) : takeLease(await openLeaseCell(this.#connection, work));
  }

  /** Makes writes of other processes visible: a table stays at the version that this process last opened or wrote. */
  async refresh(): Promise<void> {
    const names = await this.#connection.tableNames({ limit: maxTables });
    for (const [name, table] of this.#tables) {
      const isSame = names.includes(name) && (await this.#identityOf(name)) === this.#identities.get(name);
      if (isSame) continue;
      table.close();
      this.#tables.delete(name);
    }
    await Promise.all(names.map((name) => this.#tables.get(name)?.checkoutLatest() ?? this.#reopen(name)));
  }

  /**
   * As `refresh`, with empty caches, and where something could not be read: on other storage it cannot be seen that a table was dropped and
   * created again, and one with fewer versions than before is not the latest for LanceDB 0.31.
   */
  async renew(): Promise<void> {
    this.#connected = await connectedTo(this.location);
    for (const name of await this.#connection.tableNames({ limit: maxTables })) await this.#reopen(name);
    await this.refresh();
  }

  async #reopen(name: string): Promise<void> {
    const identity = await this.#identityOf(name);
    const table = await this.#open(name);
    if (!table) return;
    // The old one is not closed: it may be in use.
    this.#tables.set(name, table);
    if (identity !== undefined) this.#identities.set(name, identity);
  }

  /** Of a table that was dropped and created again it is another one. Undefined where it cannot be seen. */
  async #identityOf(name: string): Promise<string | undefined> {
    if (this.location.kind !== 'local') return undefined;
    const found = await stat(join(this.location.folder, `${name}.lance`), { bigint: true }).catch(() => undefined);
    return found && `${found.ino} ${found.birthtimeNs}`;
  }

  /** Changes whenever the table's newest version does; undefined if finding out would take a request for everything. */
  async stamp(name: string): Promise<string | undefined> {
    if (this.location.kind !== 'local') return undefined;
    try {
      return String((await stat(join(this.location.folder, `${name}.lance`, '_versions'), { bigint: true })).mtimeNs);
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return 'none';
      throw error;
    }
  }

  names(): readonly string[] {
    return [...this.#tables.keys()];
  }

  /** @returns undefined when the table does not exist */
  table(name: string): Table | undefined {
    return this.#tables.get(name);
  }

  async ensure(name: string, schema: Schema): Promise<Table> {
    const known = this.#tables.get(name);
    if (known) return known;
    const table = await this.#connection.createEmptyTable(name, schema);
    this.#tables.set(name, table);
    const identity = await this.#identityOf(name);
    if (identity !== undefined) this.#identities.set(name, identity);
    return table;
  }

  /** Appends rows given by column. Creates the table if it does not exist. */
  async add(name: string, schema: Schema, rows: number, columns: Readonly<Record<string, Column>>): Promise<void> {
    if (rows === 0) return;
    const table = await this.ensure(name, schema);
    await table.add(arrowTable(schema, rows, columns));
  }

  /** Replaces all rows of a table atomically: readers see either the old or the new ones. */
  async replace(name: string, schema: Schema, rows: number, columns: Readonly<Record<string, Column>>): Promise<void> {
    const table = await this.ensure(name, schema);
    await table.add(arrowTable(schema, rows, columns), { mode: 'overwrite' });
  }

  /** Inserts rows, or updates those whose `key` exists, atomically. */
  async merge(name: string, schema: Schema, key: string, rows: number, columns: Readonly<Record<string, Column>>): Promise<void> {
    if (rows === 0) return;
    const table = await this.ensure(name, schema);
    await table
      .mergeInsert(key)
      .whenMatchedUpdateAll()
      .whenNotMatchedInsertAll()
      .execute(arrowTable(schema, rows, columns));
  }

  async select(name: string, columns: string[], where?: string): Promise<ArrowTable | undefined> {
    const table = this.#tables.get(name);
    if (!table) return undefined;
    return (where === undefined ? table.query() : table.query().where(where)).select(columns).toArrow();
  }

  /** All rows of a table, a part at a time. */
  async *batches(name: string, columns: string[]): AsyncGenerator<RecordBatch> {
    const table = this.#tables.get(name);
    if (table) for await (const batch of table.query().select(columns)) yield batch;
  }

  /**
   * As `batches`, where more is done with a batch than to read it: LanceDB would read 100 MB ahead. All are of the version that is the
   * current one at the first.
   */
  async *batchesInTurn(name: string, columns: string[]): AsyncGenerator<RecordBatch> {
    const table = await this.pin(name);
    try {
      const rows = (await table?.countRows()) ?? 0;
      for (let from = 0; table && from < rows; from += rowsInTurn)
        for await (const batch of table.query().select(columns).limit(rowsInTurn).offset(from)) yield batch;
    } finally {
      table?.close();
    }
  }

  /** A separate handle that stays at one version of a table, whatever is written later. The caller closes it. */
  async pin(name: string): Promise<Table | undefined> {
    const version = await this.#tables.get(name)?.version();
    if (version === undefined) return undefined;
    const table = await this.#connection.openTable(name);
    await table.checkout(version);
    return table;
  }

  /** As `pin`, at the version that is the newest now. */
  async pinNewest(name: string): Promise<Table> {
    const table = await this.#connection.openTable(name);
    await table.checkout(await table.version());
    return table;
  }

  /** Acts as if there were no tables, until the next `refresh`. */
  hide(): void {
    for (const table of this.#tables.values()) table.close();
    this.#tables.clear();
  }

  async drop(name: string): Promise<void> {
    this.#tables.get(name)?.close();
    this.#tables.delete(name);
    if (this.location.kind !== 'local') return this.#connection.dropTable(name);
    // Moved away in one step: a process killed while it deletes must not leave a table with some files missing.
    const dropped = join(this.location.folder, `${droppedPrefix}${randomUUID()}`);
    const table = join(this.location.folder, `${name}.lance`);
    await whenFree(() => rename(table, dropped));
    await removeUnlessInUse(dropped);
  }

  /** Folders left by processes that were killed while they created or dropped a table. Only the writer knows all tables. */
  async remnants(): Promise<readonly string[]> {
    if (this.location.kind !== 'local') return [];
    const tables = new Set([...this.#tables.keys()].map((name) => `${name}.lance`));
    const isRemnant = (entry: string): boolean =>
      entry.startsWith(droppedPrefix) || (entry.endsWith('.lance') && !entry.startsWith('__') && !tables.has(entry));
    return (await readdir(this.location.folder)).filter(isRemnant);
  }

  /** Removes remnants. Only the writer may call it. */
  async sweep(): Promise<void> {
    if (this.location.kind !== 'local') return;
    for (const entry of await this.remnants()) await removeUnlessInUse(join(this.location.folder, entry));
  }

  /** Compacts fragments, adds new rows to the indices, and drops versions older than the date. */
  async optimize(name: string, cleanupOlderThan: Date): Promise<void> {
    // A server does this automatically; the client rejects the call.
    if (this.location.kind !== 'cloud') await this.#tables.get(name)?.optimize({ cleanupOlderThan });
  }

  /** Bytes on disk; undefined for a remote database. */
  async sizeBytes(): Promise<number | undefined> {
    return this.location.kind === 'local' ? sizeOfFolder(this.location.folder) : undefined;
  }

  close(): void {
    this.hide();
    this.#connection.close();
  }

  /**
   * @returns undefined for a table whose process was killed while it created or dropped it. Such a table does not exist and can be created.
   */
  async #open(name: string): Promise<Table | undefined> {
    try {
      return await this.#connection.openTable(name);
    } catch (error) {
      if (await this.#isRemnant(name, error)) return undefined;
      throw error;
    }
  }

  async #isRemnant(name: string, error: unknown): Promise<boolean> {
    // On other storage, only the client's message distinguishes a missing table from an unreachable one.
    if (this.location.kind !== 'local') return new RegExp(`Table '${name}' was not found`).test(messageOf(error));
    try {
      return !(await readdir(join(this.location.folder, `${name}.lance`, '_versions'))).some((file) => file.endsWith('.manifest'));
    } catch (cause) {
      if (isSystemError(cause, 'ENOENT')) return true;
      throw cause;
    }
  }
}

interface Connected {
  readonly connection: Connection;
  readonly session: Session;
}

async function connectedTo({ kind, uri, options }: Location): Promise<Connected> {
  const session = new Session(BigInt(indexCacheBytes), BigInt(metadataCacheBytes));
  return { session, connection: await connect(uri, { ...options, ...(kind === 'cloud' ? {} : { session }) }) };
}

/** What another process reads cannot be removed on Windows. The next sweep tries again. */
async function removeUnlessInUse(folder: string): Promise<void> {
  try {
    await rm(folder, { recursive: true, force: true });
  } catch (error) {
    if (!isInUse(error)) throw error;
  }
}

/** A file that disappears during the count adds nothing. */
async function sizeOfFolder(folder: string): Promise<number> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      entries.filter((entry) => entry.isFile()).map((entry) => sizeOfFile(join(entry.parentPath, entry.name))),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    throw error;
  }
}

async function sizeOfFile(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    throw error;
  }
}
