/** What of a table is out of date, and what is different after it was filled again. Pure. */
import { shownCell, type CellChange, type TableCell, type TableRecord, type TableStanding } from '../protocol/table.ts';
import { KnownCells } from './knownCells.ts';

type Age = Omit<NonNullable<TableStanding['age']>, 'faults'>;

/** Its rows whose documents have changed or are gone, and documents without a row. */
export function ageOf(record: TableRecord | undefined, documents: readonly { readonly path: string; readonly hash: string }[]): Age {
  const rows = new Map(record?.rows.map(({ path, documentHash }) => [path, documentHash]));
  const paths = new Set(documents.map(({ path }) => path));
  return {
    changed: documents.flatMap(({ path, hash }) => (rows.has(path) && rows.get(path) !== hash ? [path] : [])),
    gone: [...rows.keys()].filter((path) => !paths.has(path)),
    added: documents.flatMap(({ path }) => (rows.has(path) ? [] : [path])),
  };
}

/** Cells without an answer that counts: open, failed, or answered before their document changed. */
export function unfinishedIn({ rows }: TableRecord): number {
  return rows
    .flatMap(({ cells }) => cells.map(shownCell))
    .filter(({ state, isStale }) => state === 'open' || state === 'failed' || isStale === true).length;
}

/** As many are shown. */
const mostChanges = 500;

/** Cells that say something else than before. Those that have said nothing yet, or nothing but that they failed, are no changes. */
export function changesOf(before: TableRecord | undefined, { questions, rows }: TableRecord): CellChange[] {
  const known = new KnownCells(before);
  const changes = rows.flatMap(({ path, cells }) =>
    cells.flatMap((now, i): CellChange[] => {
      const question = questions[i] ?? '';
      const was = known.of(path, question);
      return was === undefined || was.state === 'open' || was.state === 'failed' || said(was) === said(now)
        ? []
        : [{ path, question, before: was, now }];
    }),
  );
  return changes.slice(0, mostChanges);
}

/** Another quote for the same answer is no other answer, and another reason for having none says nothing else. */
function said({ state, answer, quotes = [] }: TableCell): string {
  if (state === 'not-stated' || state === 'not-read') return '';
  return JSON.stringify([state, answer, state === 'conflict' ? quotes.map((quote) => quote.answer) : []]);
}
