/**
 * Brings the stored mentions up to date with the passages. All records that exist have been searched for the names of all passages that
 * have one: so passages without a record are searched for every name, and the others only for names that are new with them. A process that
 * is killed between two writes leaves passages without a record, which the next pass makes.
 */
import { yieldToEventLoop } from '../../base/abort.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { IndexState } from '../indexState.ts';
import type { Row } from '../interfaces.ts';
import type { PassageReader } from '../passageReader.ts';
import type { IndexStore } from '../store.ts';
import { slices } from '../tables.ts';
import { MentionIndex, type MentionRecord } from './mentionIndex.ts';
import { MentionTable } from './mentionTable.ts';
import { NameMatcher } from './nameMatcher.ts';

interface MentionOptions {
  readonly signal: AbortSignal;
}

interface RowPassage {
  readonly row: Row;
  readonly passage: Passage;
}

/** With a larger share of passages without a record, all are made again in less time. */
const patchShare = 0.2;
const recordsPerWrite = 10_000;
const passagesPerRead = 500;
/** Searching this much takes a few milliseconds. */
const charactersPerTurn = 200_000;

/** The mentions of existing passages as they are stored. */
export async function loadMentions(table: MentionTable, exists: (row: Row) => boolean): Promise<MentionIndex> {
  const records: MentionRecord[] = [];
  for await (const batch of table.read()) {
    records.push(...batch.filter(({ row }) => exists(row)));
    await yieldToEventLoop();
  }
  return MentionIndex.none.with(new Set(), records);
}

/** Whether each passage has a record, and each record a passage. */
export async function areMentionsWhole(store: IndexStore, rows: Int32Array): Promise<boolean> {
  const recorded = new Set(await new MentionTable(store.database).rows());
  return recorded.size === rows.length && rows.every((row) => recorded.has(row));
}

/**
 * Brings the stored mentions up to date after a pass.
 * @throws AbortError
 */
export async function refreshMentions(store: IndexStore, options: MentionOptions): Promise<void> {
  const reader = await store.reader();
  if (!reader) return;
  try {
    const { rows } = await reader.keys();
    if (await areMentionsWhole(store, rows)) return;
    const exists = new Set(rows);
    const table = new MentionTable(store.database);
    const recorded = [...(await table.rows())].filter((row) => exists.has(row)).length;
    if (rows.length - recorded > patchShare * rows.length) await writeAll(reader, table, options);
    else await patch(reader, table, rows, await loadMentions(table, (row) => exists.has(row)), options);
  } finally {
    reader.close();
  }
}

/**
 * The mentions after an update of some files, stored too.
 * @returns undefined when nothing changed
 * @throws AbortError
 */
export async function mentionNew(
  store: IndexStore,
  { rows, mentions }: Pick<IndexState, 'rows' | 'mentions'>,
  options: MentionOptions,
): Promise<MentionIndex | undefined> {
  const reader = await store.reader();
  if (!reader) return undefined;
  try {
    return await patch(reader, new MentionTable(store.database), rows, mentions, options);
  } finally {
    reader.close();
  }
}

/** Reads all passages twice: for their names, and for what they mention. */
async function writeAll(reader: PassageReader, table: MentionTable, options: MentionOptions): Promise<void> {
  const names: MentionRecord[] = [];
  for await (const batch of inTurns(reader.each(), options)) names.push(...batch.map((passage) => recordOf(passage)));
  const named = MentionIndex.none.with(new Set(), names);
  const records: MentionRecord[] = [];
  let isFirst = true;
  const write = async (): Promise<void> => {
    if (isFirst) await table.put(records.splice(0));
    else await table.patch(records.splice(0), []);
    isFirst = false;
  };
  for await (const batch of inTurns(reader.each(), options)) {
    records.push(...batch.map((passage) => searched(passage, named)));
    if (records.length >= recordsPerWrite) await write();
  }
  await write();
}

async function patch(
  reader: PassageReader,
  table: MentionTable,
  rows: Int32Array,
  before: MentionIndex,
  options: MentionOptions,
): Promise<MentionIndex | undefined> {
  const exists = new Set(rows);
  const gone = [...(await table.rows())].filter((row) => !exists.has(row));
  const missing = await passagesAt(
    reader,
    [...rows].filter((row) => !before.has(row)),
  );
  if (missing.length === 0 && gone.length === 0) return undefined;
  const named = before.with(
    new Set(),
    missing.map((passage) => recordOf(passage)),
  );
  const records: MentionRecord[] = [];
  for (const passage of await passagesWithNew(reader, before, named, missing, options)) records.push(searched(passage, named));
  // Before the new ones: a record may only exist when its names have been looked for.
  await table.patch(records, gone);
  const added = missing.map((passage) => searched(passage, named));
  await table.patch(added, []);
  return named.with(new Set(), [...records, ...added]);
}

/** Passages that had a record before and contain a name that is new. Reads all passages if there is one. */
async function passagesWithNew(
  reader: PassageReader,
  before: MentionIndex,
  named: MentionIndex,
  missing: readonly RowPassage[],
  options: MentionOptions,
): Promise<readonly RowPassage[]> {
  const keys = named.namesSince(before, new Set(missing.map(({ passage }) => passage.path)));
  if (keys.length === 0 || before.count === 0) return [];
  const matcher = new NameMatcher();
  for (const key of keys) matcher.add(key);
  const found: RowPassage[] = [];
  for await (const batch of inTurns(reader.each(), options))
    found.push(...batch.filter(({ row, passage }) => before.has(row) && matcher.find(passage.text).length > 0));
  return found;
}

async function passagesAt(reader: PassageReader, rows: readonly Row[]): Promise<readonly RowPassage[]> {
  const found: RowPassage[] = [];
  for (const some of slices(rows, passagesPerRead)) {
    const passages = await reader.passages(some);
    passages.forEach((passage, i) => passage && found.push({ row: some[i]!, passage }));
  }
  return found;
}

/** The record of a passage that was not searched yet: its names alone. */
function recordOf({ row, passage: { path, title, headings } }: RowPassage): MentionRecord {
  return { row, path, title, headings, aliases: [], places: [] };
}

function searched(passage: RowPassage, named: MentionIndex): MentionRecord {
  return { ...recordOf(passage), places: named.matcher.find(passage.passage.text).filter(({ key }) => named.isName(key)) };
}

/** Gives other work a turn between batches, which it cuts to a size that takes a few milliseconds to search. */
async function* inTurns(batches: AsyncIterable<readonly RowPassage[]>, { signal }: MentionOptions): AsyncGenerator<readonly RowPassage[]> {
  for await (const batch of batches) {
    let some: RowPassage[] = [];
    let characters = 0;
    for (const passage of batch) {
      some.push(passage);
      characters += passage.passage.text.length;
      if (characters < charactersPerTurn) continue;
      yield some;
      some = [];
      characters = 0;
      await yieldToEventLoop();
      signal.throwIfAborted();
    }
    yield some;
    signal.throwIfAborted();
  }
}
