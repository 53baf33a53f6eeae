/** Which rows of a table a change of their documents touches. */
import { isAbort } from '../base/abort.ts';
import { isAriadneError } from '../base/errors.ts';
import type { TableCell, TableRecord } from '../protocol/table.ts';
import type { OpenDocument, TableSource } from './tableSource.ts';

/** Passages for a question that count: what comes after them is seldom read. The same for runs. */
const first = 10;
/** More rows at once are taken as touched: a folder that was written again would be searched for minutes. */
const mostSearched = 50;

/**
 * Of rows whose documents have changed, those of which a cell quotes words that are no longer there, or has other first passages for its
 * question. The others would only be asked the same again.
 * @throws AbortError
 */
export async function touchedRows(
  { questions, rows }: Pick<TableRecord, 'questions' | 'rows'>,
  changed: readonly string[],
  { documents, open }: Pick<TableSource, 'documents' | 'open'>,
  signal: AbortSignal,
): Promise<string[]> {
  if (changed.length > mostSearched) return [...changed];
  const touched: string[] = [];
  for (const path of changed) {
    const [row, document] = [rows.find((one) => one.path === path), documents.find((one) => one.path === path)];
    const looked = row && document && (await isTouched(row.cells, questions, await open(document, signal), signal).catch(unlessUnknown));
    if (looked === true) touched.push(path);
  }
  return touched;
}

/** A row that cannot be searched, because the embedder cannot be opened, may be touched. */
function unlessUnknown(error: unknown): true {
  if (isAbort(error) || !isAriadneError(error)) throw error;
  return true;
}

async function isTouched(
  cells: readonly TableCell[],
  questions: readonly string[],
  { passagesFor }: OpenDocument,
  signal: AbortSignal,
): Promise<boolean> {
  for (const [i, { passages: before, quotes = [], byHand }] of cells.entries()) {
    signal.throwIfAborted();
    if (byHand) continue;
    if (!before) return true;
    const now = (await passagesFor(questions[i] ?? '', signal)).map(({ id }) => id);
    const cited = quotes.map(({ passageId }) => passageId);
    if (cited.some((id) => id === undefined || !now.includes(id))) return true;
    const [firstBefore, firstNow] = [before.slice(0, first), now.slice(0, first)];
    if (firstBefore.length !== firstNow.length || firstBefore.some((id) => !firstNow.includes(id))) return true;
  }
  return false;
}
