/** The stored mentions, one record per passage. A record is made from its passage and the names of all documents, so any may be missing. */
import type { IndexDatabase } from '../database.ts';
import type { Row } from '../interfaces.ts';
import { mentionSchema } from '../schema.ts';
import { listValues, recordsOfBatch, slices, type Column } from '../tables.ts';
import type { MentionRange } from './mentionLists.ts';
import { wordSetSize, type WordsOfRows } from './wordSet.ts';
import type { PassageAnchor } from '../passageReferences.ts';

const rowsPerFilter = 2000;
const mentionTableName = 'mentions';

/** A record to be stored, with the words of its passage's text (`wordSet.ts`). */
export interface SearchedRecord extends MentionRecord {
  readonly words: Int32Array;
}

export class MentionTable {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** Replaces all records atomically. */
  async put(records: readonly SearchedRecord[]): Promise<void> {
    await this.#database.replace(mentionTableName, mentionSchema, records.length, columnsOf(records));
  }

  /** Writes new and changed records, then removes those of removed rows. */
  async patch(records: readonly SearchedRecord[], removed: readonly Row[]): Promise<void> {
    await this.#database.merge(mentionTableName, mentionSchema, 'row', records.length, columnsOf(records));
    const table = this.#database.table(mentionTableName);
    for (const some of slices(removed, rowsPerFilter)) await table?.delete(`row IN (${some.join(', ')})`);
  }

  /** Rows that have a record. */
  async rows(): Promise<Iterable<Row>> {
    return ((await this.#database.select(mentionTableName, ['row']))?.getChild('row') ?? []) as Iterable<Row>;
  }

  /** The words of all passages with a record, in batches. */
  async *words(): AsyncGenerator<WordsOfRows> {
    for await (const batch of this.#database.table(mentionTableName)?.query().select(['row', 'words']) ?? []) {
      if (batch.numRows === 0) continue;
      const rows = batch.getChild('row')?.toArray() as Int32Array;
      yield { rows, sets: listValues(batch, 'words') as Int32Array };
    }
  }

  /** The records of some rows. */
  async at(rows: readonly Row[]): Promise<readonly MentionRecord[]> {
    const found: MentionRecord[] = [];
    for (const some of slices(rows, rowsPerFilter))
      for await (const batch of this.#read(`row IN (${some.join(', ')})`)) found.push(...batch);
    return found.sort((a, b) => a.row - b.row);
  }

  /** All records, in batches. */
  read(): AsyncGenerator<readonly MentionRecord[]> {
    return this.#read('true');
  }

  async *#read(where: string): AsyncGenerator<readonly MentionRecord[]> {
    const table = this.#database.table(mentionTableName);
    if (!table) return;
    for await (const batch of table.query().where(where).select(['row', 'mentions']))
      yield recordsOfBatch<{ row: Row; mentions: string }>(batch).map(({ row, mentions }) => recordOf(row, mentions));
  }
}

/** JSON of a record without its row; empty lists are left out. */
interface StoredMentions {
  readonly path: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly aliases?: readonly string[];
  readonly anchors?: MentionRecord['anchors'];
  readonly links?: readonly MentionRange[];
  /** Key, start and end of each place. */
  readonly names?: readonly (string | number)[];
}

function columnsOf(records: readonly SearchedRecord[]): Record<string, Column> {
  const { rows, sets } = wordsOfRows(records);
  return { row: rows, mentions: records.map((record) => JSON.stringify(storedOf(record))), words: sets };
}

export function wordsOfRows(records: readonly SearchedRecord[]): WordsOfRows & { readonly rows: readonly Row[] } {
  const sets = new Int32Array(records.length * wordSetSize);
  records.forEach(({ words }, i) => sets.set(words, i * wordSetSize));
  return { rows: records.map(({ row }) => row), sets };
}

function storedOf({ path, title, headings, aliases, anchors, places }: MentionRecord): StoredMentions {
  const links = places.filter(({ fragment }) => fragment !== undefined);
  const names = places.filter(({ fragment }) => fragment === undefined).flatMap(({ key, start, end }) => [key, start, end]);
  return { path, title, headings, ...withoutEmpty({ aliases, anchors, links, names }) };
}

function withoutEmpty<T extends Readonly<Record<string, readonly unknown[]>>>(lists: T): Partial<T> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)) as Partial<T>;
}

function recordOf(row: Row, json: string): MentionRecord {
  const { links = [], names = [], aliases = [], anchors = [], ...rest } = JSON.parse(json) as StoredMentions;
  const places = [...links];
  for (let at = 0; at < names.length; at += 3)
    places.push({ key: String(names[at]), start: Number(names[at + 1]), end: Number(names[at + 2]) });
  return { row, ...rest, aliases, anchors, places };
}

/** What is stored of a passage. */
export interface MentionRecord {
  readonly row: Row;
  readonly path: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly aliases: readonly string[];
  readonly anchors: readonly PassageAnchor[];
  /** Links first; then names by place, at one place the longest first. */
  readonly places: readonly MentionRange[];
}
