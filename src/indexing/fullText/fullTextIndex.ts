/** LanceDB's full-text index over the passages: making it, and what it holds. */
import { Index, type Table } from '@lancedb/lancedb';
import type { Dataset } from '../dataset.ts';
import { indexLanguage, maxTokenLength } from './terms.ts';

const fullTextIndex = 'indexed_idx';
const rowIndex = 'row_idx';
/** Every update adds a piece, and a read looks into those that hold its passages. */
const tolerablePieces = 40;

/** Makes the index where there is none. True when something was made. */
export async function createFullText(dataset: Dataset, olderThan: Date): Promise<boolean> {
  const table = dataset.table('passages');
  if (!table) return false;
  const made = new Set((await table.listIndices()).map(({ name }) => name));
  if (!made.has(fullTextIndex)) {
    // In one piece passages are read in half the time.
    await dataset.optimize('passages', olderThan);
    await makeFullText(table);
  }
  if (!made.has(rowIndex)) await makeRowIndex(table);
  return !made.has(fullTextIndex) || !made.has(rowIndex);
}

/**
 * Whether the index should be made again: it is missing, or too much is beside it.
 * @param tolerated share of passages beside the index up to which it stays as it is, as long as they are in few pieces
 */
export async function isFullTextDue(dataset: Dataset, tolerated: number): Promise<boolean> {
  const table = dataset.table('passages');
  const state = table && (await fullTextState(table));
  const passages = (await table?.countRows()) ?? 0;
  if (!table || !state || passages === 0) return false;
  return state.uuid === undefined || state.beside > tolerated * passages || (await piecesOf(table)) > tolerablePieces;
}

/**
 * Makes the index again, with everything in it, and compacts the passages. Not by LanceDB's own `optimize`: an index that LanceDB 0.31 merges with what came
 * later leaves out passages that belong among the best (lance-format/lance#7467).
 */
export async function remakeFullText(dataset: Dataset, olderThan: Date): Promise<void> {
  const table = dataset.table('passages');
  if (!table) return;
  // The new one replaces the old one in one step: a process that is killed here leaves one of them, never none.
  await makeFullText(table);
  await makeRowIndex(table);
  // Only now that nothing is beside the index: before, this would merge.
  await dataset.optimize('passages', olderThan);
}

async function makeFullText(table: Table): Promise<void> {
  await table.createIndex('indexed', { config: fullTextConfig(), name: fullTextIndex });
}

async function makeRowIndex(table: Table): Promise<void> {
  await table.createIndex('row', { config: Index.btree(), name: rowIndex });
}

async function piecesOf(table: Table): Promise<number> {
  return (await table.stats()).fragmentStats.numFragments;
}

/** `termOf` does the same. */
export function fullTextConfig(): Index {
  return Index.fts({
    baseTokenizer: 'simple',
    language: indexLanguage.fullText.name,
    maxTokenLength,
    lowercase: true,
    stem: true,
    removeStopWords: true,
    asciiFolding: true,
    withPosition: false,
  });
}

export interface FullTextState {
  /** Changes when the index is made again; undefined where there is none. */
  readonly uuid: string | undefined;
  /** Passages that the index does not hold: those with the highest rows, because an index takes in all that there are when it is made. */
  readonly beside: number;
}

/** Undefined for a server's table, which does not tell, and keeps its index up to date itself. */
export async function fullTextState(table: Table): Promise<FullTextState | undefined> {
  const found = (await table.listIndices()).find(({ name }) => name === fullTextIndex);
  if (!found) return { uuid: undefined, beside: await table.countRows() };
  const { indexUuid, numUnindexedRows } = found;
  return indexUuid === undefined || numUnindexedRows === undefined ? undefined : { uuid: indexUuid, beside: numUnindexedRows };
}
