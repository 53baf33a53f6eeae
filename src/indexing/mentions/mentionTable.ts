/** The stored mentions, one record per passage. A record is made from its passage and the names of all documents, so any may be missing. */
import type { IndexDatabase } from '../database.ts';
import type { Row } from '../interfaces.ts';
import { mentionSchema } from '../schema.ts';
import { recordsOfBatch, slices } from '../tables.ts';
import type { MentionRecord } from './mentionIndex.ts';
import type { Place } from './mentionLists.ts';

const rowsPerFilter = 2000;
const mentionTableName = 'mentions';

export class MentionTable {
  readonly #database: IndexDatabase;

  constructor(database: IndexDatabase) {
    this.#database = database;
  }

  /** Replaces all records atomically. */
  async put(records: readonly MentionRecord[]): Promise<void> {
    await this.#database.replace(mentionTableName, mentionSchema, records.length, columnsOf(records));
  }

  /** Writes new and changed records, then removes those of removed rows. */
  async patch(records: readonly MentionRecord[], removed: readonly Row[]): Promise<void> {
    await this.#database.merge(mentionTableName, mentionSchema, 'row', records.length, columnsOf(records));
    const table = this.#database.table(mentionTableName);
    for (const some of slices(removed, rowsPerFilter)) await table?.delete(`row IN (${some.join(', ')})`);
  }

  /** Rows that have a record. */
  async rows(): Promise<Iterable<Row>> {
    return ((await this.#database.select(mentionTableName, ['row']))?.getChild('row') ?? []) as Iterable<Row>;
  }

  /** All records, in batches. */
  async *read(): AsyncGenerator<readonly MentionRecord[]> {
    const table = this.#database.table(mentionTableName);
    if (!table) return;
    for await (const batch of table.query().select(['row', 'mentions']))
      yield recordsOfBatch<{ row: Row; mentions: string }>(batch).map(({ row, mentions }) => recordOf(row, mentions));
  }
}

/** JSON of a record without its row. `places` has four values for each: key, start, end, and the fragment of a link or null. */
interface StoredMentions {
  readonly path: string;
  readonly title: string;
  readonly headings: readonly string[];
  readonly aliases?: readonly string[];
  readonly places: readonly (string | number | null)[];
}

function columnsOf(records: readonly MentionRecord[]): Record<string, readonly (number | string)[]> {
  return { row: records.map(({ row }) => row), mentions: records.map((record) => JSON.stringify(storedOf(record))) };
}

function storedOf({ path, title, headings, aliases, places }: MentionRecord): StoredMentions {
  const flat = places.flatMap(({ key, start, end, fragment }) => [key, start, end, fragment ?? null]);
  return { path, title, headings, ...(aliases.length === 0 ? {} : { aliases }), places: flat };
}

function recordOf(row: Row, json: string): MentionRecord {
  const { places: flat, aliases = [], ...names } = JSON.parse(json) as StoredMentions;
  const places: Place[] = [];
  for (let at = 0; at < flat.length; at += 4) {
    const fragment = flat[at + 3];
    places.push({
      key: String(flat[at]),
      start: Number(flat[at + 1]),
      end: Number(flat[at + 2]),
      ...(typeof fragment === 'string' ? { fragment } : {}),
    });
  }
  return { row, ...names, aliases, places };
}
