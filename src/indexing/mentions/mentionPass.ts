/**
 * Brings the stored mentions up to date with the passages. All records that exist have been searched for the names of all passages that
 * have one: so passages without a record are searched for every name, and the others only for names that are new with them. A process that
 * is killed between two writes leaves passages without a record, which the next pass makes.
 */
import { yieldToEventLoop } from '../../base/abort.ts';
import { assumedLanguage } from '../../language/assumed.ts';
import { findPartNames } from '../../language/partNames.ts';
import type { Passage } from '../../protocol/passage.ts';
import type { Row } from '../interfaces.ts';
import type { PassageLink } from '../passageReferences.ts';
import type { PassageReader, ReferringPassage } from '../passageReader.ts';
import type { IndexStore } from '../store.ts';
import { addressOf, partFragment, pathKey } from './addresses.ts';
import type { MentionIndex } from './mentionIndex.ts';
import { MentionIndexBuilder } from './mentionIndexBuilder.ts';
import type { MentionRange } from './mentionLists.ts';
import { type MentionRecord, MentionTable, wordsOfRows, type SearchedRecord } from './mentionTable.ts';
import { NameMatcher } from './nameMatcher.ts';
import { spokenNamesOf, type KnownFile } from './names.ts';
import { NameInSets, wordSetSize, type WordsOfRows } from './wordSet.ts';

interface MentionOptions {
  readonly signal: AbortSignal;
}

/** With a larger share of passages without a record, all are made again in less time. */
const patchShare = 0.2;
/** For more names than this, searching all texts takes less time than asking which may have one. */
const maxFilteredNames = 1000;
const recordsPerWrite = 10_000;
/** Searching this much takes a few milliseconds. */
const charactersPerTurn = 200_000;

/** The mentions of existing passages as they are stored. */
export async function loadMentions(table: MentionTable, exists: (row: Row) => boolean): Promise<MentionIndex> {
  const builder = new MentionIndexBuilder();
  for await (const batch of table.read()) {
    builder.add(batch.filter(({ row }) => exists(row)));
    await yieldToEventLoop();
  }
  const finishing = builder.finish();
  for (let step = finishing.next(); ; step = finishing.next()) {
    if (step.done) return step.value;
    await yieldToEventLoop();
  }
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
  await withReader(store, async (reader) => {
    const { rows } = await reader.keys();
    if (await areMentionsWhole(store, rows)) return;
    const exists = new Set(rows);
    const table = new MentionTable(store.database);
    const recorded = [...(await table.rows())];
    const removed = recorded.filter((row) => !exists.has(row));
    if (isManyOf(rows, recorded.length - removed.length)) await writeAll(reader, table, options);
    else
      await patch(
        reader,
        table,
        { rows, removed, mentions: await loadMentions(table, (row) => exists.has(row)) },
        () => table.words(),
        options,
      );
  });
}

/** Passages, and what is known of their mentions. */
interface Mentioning {
  readonly rows: Int32Array;
  /** Rows that were removed since mentions were last stored. */
  readonly removed: readonly Row[];
  readonly mentions: MentionIndex;
}

/**
 * The mentions after an update of some files, stored too.
 * @returns undefined when nothing changed
 * @throws AbortError
 */
export async function mentionNew(store: IndexStore, now: Mentioning, options: MentionOptions): Promise<MentionIndex | undefined> {
  const { rows, mentions } = now;
  return withReader(store, async (reader) => {
    const table = new MentionTable(store.database);
    const words = async function* (): AsyncGenerator<WordsOfRows> {
      yield* (await mentions.searched.words(() => table.words())).parts();
    };
    if (!isManyOf(rows, mentions.count)) return patch(reader, table, now, words, options);
    await writeAll(reader, table, options);
    const exists = new Set(rows);
    return loadMentions(table, (row) => exists.has(row));
  });
}

function isManyOf(rows: Int32Array, recorded: number): boolean {
  return rows.length - recorded > patchShare * rows.length;
}

async function withReader<T>(store: IndexStore, work: (reader: PassageReader) => Promise<T>): Promise<T | undefined> {
  const reader = await store.reader();
  if (!reader) return undefined;
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}

/** Reads all passages twice: for their names, and for what they mention. */
async function writeAll(reader: PassageReader, table: MentionTable, options: MentionOptions): Promise<void> {
  const matcher = await matcherOfAll(reader, options);
  const records: SearchedRecord[] = [];
  let isFirst = true;
  const write = async (): Promise<void> => {
    if (isFirst) await table.put(records.splice(0));
    else await table.patch(records.splice(0), []);
    isFirst = false;
  };
  for await (const batch of inTurns(reader.each(), options)) {
    records.push(...batch.map((passage) => searched(passage, matcher)));
    if (records.length >= recordsPerWrite) await write();
  }
  if (isFirst || records.length > 0) await write();
}

/**
 * Passages of one document mostly follow each other, and its names are those of all its passages: so nothing is kept but the names, each
 * once.
 */
async function matcherOfAll(reader: PassageReader, options: MentionOptions): Promise<NameMatcher> {
  const matcher = new NameMatcher();
  for await (const batch of inTurns(reader.eachWithoutText(), options))
    for (const document of documentsOf(batch)) for (const { key } of spokenNamesOf(document)) matcher.add(key);
  return matcher;
}

/** The documents of passages. One whose passages do not follow each other comes more than once, each time with a part of them. */
function documentsOf(passages: readonly ReferringPassage[]): readonly KnownFile[] {
  const documents: KnownFile[] = [];
  for (let first = 0; first < passages.length;) {
    const path = passages[first]?.passage.path;
    let end = first + 1;
    while (passages[end]?.passage.path === path) end++;
    documents.push(documentOf(passages.slice(first, end)));
    first = end;
  }
  return documents;
}

/** A document, or the part of it with these passages. */
function documentOf(passages: readonly ReferringPassage[]): KnownFile {
  const { path = '', title = '' } = passages[0]?.passage ?? {};
  return {
    path,
    title,
    aliases: passages.flatMap(({ references }) => references.aliases ?? []),
    rows: passages.map(({ row }) => row),
    headings: passages.map(({ passage }) => passage.headings),
    anchors: passages.flatMap(({ row, references }) => (references.anchors ?? []).map((anchor) => ({ ...anchor, row }))),
  };
}

/** @returns undefined when nothing changed */
async function patch(
  reader: PassageReader,
  table: MentionTable,
  { rows, removed, mentions }: Mentioning,
  words: () => AsyncIterable<WordsOfRows>,
  options: MentionOptions,
): Promise<MentionIndex | undefined> {
  const missing: ReferringPassage[] = [];
  const missingRows = [...rows.filter((row) => !mentions.has(row))];
  for await (const batch of inTurns(reader.each(missingRows), options)) missing.push(...batch);
  if (missing.length === 0 && removed.length === 0) return undefined;
  const { searched: texts } = mentions;
  const keys = namesIn(missing).filter((key) => !texts.matcher.has(key));
  const old = await passagesWith(keys, reader, mentions, words, options);
  for (const key of keys) texts.matcher.add(key);
  // At once: a new record may only exist when its names have been looked for in the old ones.
  const records = [...old, ...missing].map((passage) => searched(passage, texts.matcher));
  await table.patch(records, removed);
  texts.stored(wordsOfRows(records), removed);
  return mentions.with(new Set(), records);
}

/** The names of documents and sections with these passages, each once. */
function namesIn(passages: readonly ReferringPassage[]): readonly string[] {
  const keys = documentsOf(passages).flatMap((document) => [...spokenNamesOf(document)].map(({ key }) => key));
  return [...new Set(keys)];
}

/** Passages with a record that have one of the names. */
async function passagesWith(
  keys: readonly string[],
  reader: PassageReader,
  mentions: MentionIndex,
  words: () => AsyncIterable<WordsOfRows>,
  options: MentionOptions,
): Promise<readonly ReferringPassage[]> {
  if (keys.length === 0) return [];
  const matcher = new NameMatcher();
  for (const key of keys) matcher.add(key);
  const rows = keys.length > maxFilteredNames ? undefined : await rowsThatMayHave(keys, words());
  const found: ReferringPassage[] = [];
  for await (const batch of inTurns(reader.each(rows?.filter((row) => mentions.has(row))), options))
    for (const of of batch) if (mentions.has(of.row) && matcher.find(of.passage.text).length > 0) found.push(of);
  return found;
}

/** Rows of the passages that may have one of the names, and sometimes others. */
async function rowsThatMayHave(keys: readonly string[], words: AsyncIterable<WordsOfRows>): Promise<readonly Row[]> {
  const names = keys.map((key) => new NameInSets(key));
  const found: Row[] = [];
  for await (const { rows, sets } of words) {
    for (let i = 0; i < rows.length; i++) if (names.some((name) => name.mayBeIn(sets, i))) found.push(rows[i]!);
    await yieldToEventLoop();
  }
  return found;
}

/** The record of a passage that was not searched for names. */
function recordOf({ row, passage, references }: ReferringPassage): MentionRecord {
  const { path, title, headings } = passage;
  const { aliases = [], anchors = [], links = [] } = references;
  return { row, path, title, headings, aliases, anchors, places: [...links.flatMap(placeOfLink), ...numbersIn(passage)] };
}

function searched(passage: ReferringPassage, matcher: NameMatcher): SearchedRecord {
  const record = recordOf(passage);
  const words = new Int32Array(wordSetSize);
  const names = matcher.find(passage.passage.text, words);
  return { ...record, places: [...record.places, ...names], words };
}

function placeOfLink(link: PassageLink): readonly MentionRange[] {
  const address = addressOf(link);
  if (!address) return [];
  const { kind, target, fragment, start, end } = link;
  const written = fragment === undefined ? target : `${target}#${fragment}`;
  // These may well name what is not in the folder.
  const isForeign = kind === 'url' || kind === 'name';
  return [{ ...address, start, end, ...(isForeign ? {} : { written }) }];
}

/** Sections, notes, tables … that the text names by number, which are those of the document itself. */
function numbersIn({ path, text }: Passage): readonly MentionRange[] {
  return findPartNames(text, assumedLanguage).map(({ start, end, key }) => ({
    key: pathKey(path),
    fragment: partFragment(key),
    start,
    end,
  }));
}

/** Gives other work a turn between batches, which it cuts to a size that takes a few milliseconds to search. */
async function* inTurns(
  batches: AsyncIterable<readonly ReferringPassage[]>,
  { signal }: MentionOptions,
): AsyncGenerator<readonly ReferringPassage[]> {
  for await (const batch of batches) {
    let some: ReferringPassage[] = [];
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
