/** Builds LanceDB's full-text index of the passages and reports its state. */
import { Index, type Table } from '@lancedb/lancedb';
import type { IndexDatabase } from '../database.ts';

const fullTextIndex = 'terms_idx';
const rowIndex = 'row_idx';
/** Every update adds a fragment, and a read opens each fragment that holds one of its passages. */
const tolerablePieces = 40;

/**
 * Builds the index if it does not exist.
 * @returns true when something was built
 */
export async function createFullText(database: IndexDatabase, olderThan: Date): Promise<boolean> {
  const table = database.table('passages');
  if (!table) return false;
  const made = new Set((await table.listIndices()).map(({ name }) => name));
  if (!made.has(fullTextIndex)) {
    // Reading passages from a single fragment takes half the time.
    await database.optimize('passages', olderThan);
    await makeFullText(table);
  }
  if (!made.has(rowIndex)) await makeRowIndex(table);
  return !made.has(fullTextIndex) || !made.has(rowIndex);
}

/**
 * Whether the index must be rebuilt: it is missing, or too many passages are not in it.
 * @param tolerated share of passages outside the index up to which it is kept, if they are in few fragments
 */
export async function isFullTextDue(database: IndexDatabase, tolerated: number): Promise<boolean> {
  const table = database.table('passages');
  const state = table && (await fullTextState(table));
  const passages = (await table?.countRows()) ?? 0;
  if (!table || !state || passages === 0) return false;
  return state.uuid === undefined || state.beside > tolerated * passages || (await piecesOf(table)) > tolerablePieces;
}

/**
 * Rebuilds the index with all passages and compacts the table. Does not update the index with LanceDB's `optimize`: after that, LanceDB
 * 0.31 omits passages that belong among the best (lance-format/lance#7467).
 */
export async function remakeFullText(database: IndexDatabase, olderThan: () => Date): Promise<void> {
  const table = database.table('passages');
  if (!table) return;
  // The new index replaces the old one atomically: a process killed here leaves one of them.
  await makeFullText(table);
  await makeRowIndex(table);
  // Only after the index holds all passages; before, this would merge.
  await database.optimize('passages', olderThan());
}

async function makeFullText(table: Table): Promise<void> {
  await table.createIndex('terms', { config: fullTextConfig(), name: fullTextIndex });
}

async function makeRowIndex(table: Table): Promise<void> {
  await table.createIndex('row', { config: Index.btree(), name: rowIndex });
}

async function piecesOf(table: Table): Promise<number> {
  return (await table.stats()).fragmentStats.numFragments;
}

/** The index options: terms are indexed as they are stored. */
function fullTextConfig(): Index {
  return Index.fts({
    baseTokenizer: 'whitespace',
    maxTokenLength: longestTermBytes,
    lowercase: false,
    stem: false,
    removeStopWords: false,
    asciiFolding: false,
    withPosition: false,
  });
}

/** More than any term has. LanceDB leaves out longer ones. */
const longestTermBytes = 1000;

export interface FullTextState {
  /** Changes when the index is rebuilt; undefined when there is none. */
  readonly uuid: string | undefined;
  /** The number of passages outside the index. They have the highest rows, because a new index includes all existing passages. */
  readonly beside: number;
}

/** @returns undefined for a table on a server, which does not report it and keeps its index up to date automatically */
export async function fullTextState(table: Table): Promise<FullTextState | undefined> {
  const found = (await table.listIndices()).find(({ name }) => name === fullTextIndex);
  if (!found) return { uuid: undefined, beside: await table.countRows() };
  const { indexUuid, numUnindexedRows } = found;
  return indexUuid === undefined || numUnindexedRows === undefined ? undefined : { uuid: indexUuid, beside: numUnindexedRows };
}
