/** What the page of a table shows: its rows in order, filtered, with a word for every state. Pure. */
import { t } from '@vscode/l10n';
import { cellWords, shownCell, stateWords, type TableCell, type TableRecord, type TableRow } from '../../src/protocol/table.ts';
import type { ToTableView } from '../../src/protocol/tableView.ts';
import { count, grouped, plural } from '../../src/base/amounts.ts';
import type { Arrangement } from './tableHost.ts';

export type ShownTable = Extract<ToTableView, { readonly kind: 'table' }>;
type Progress = NonNullable<Extract<ToTableView, { readonly kind: 'progress' }>['progress']>;

/** Names of the choices of the filter, in order. */
type StateFilter = TableCell['state'] | 'all' | 'by-hand' | 'doubtful' | 'out-of-date' | typeof changedNow;

/** Rows with cells that say something else since the table was filled. */
export const changedNow = 'changed-now';

export interface ShownRow {
  readonly row: TableRow;
  /** Why its cells may no longer be right. */
  readonly age: 'changed' | 'gone' | undefined;
  /** By column, what cells said before the table was filled again, where that is something else. */
  readonly before: ReadonlyMap<number, string>;
}

/** Sorted and filtered. Rows without an answer in the column come last, in either direction. */
export function shownRows({ record, changed, gone, changes }: ShownTable, { filter, state, sort }: Arrangement): readonly ShownRow[] {
  const [isChanged, isGone] = [new Set(changed), new Set(gone)];
  const columns = new Map(record.questions.map((question, i) => [question, i]));
  const changesOfRow = Map.groupBy(changes, ({ path }) => path);
  const rows = record.rows.map((row): ShownRow => {
    const before = (changesOfRow.get(row.path) ?? []).map((one) => [columns.get(one.question) ?? -1, cellWords(one.before)] as const);
    return { row, age: isGone.has(row.path) ? 'gone' : isChanged.has(row.path) ? 'changed' : undefined, before: new Map(before) };
  });
  const words = filter
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  const found = rows.filter((shown) => hasState(shown, state) && words.every((word) => textOf(shown.row).includes(word)));
  if (!sort) return found;
  const keyed = found.map((shown) => ({ shown, key: keyOf(shown.row, sort.column) }));
  const direction = sort.isDescending ? -1 : 1;
  return keyed
    .toSorted((a, b) => {
      if (a.key === '' || b.key === '') return (a.key === '' ? 1 : 0) - (b.key === '' ? 1 : 0);
      return direction * order.compare(a.key, b.key);
    })
    .map(({ shown }) => shown);
}

const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Column 0 is the document. */
function keyOf({ title, path, cells }: TableRow, column: number): string {
  if (column === 0) return title === '' ? path : title;
  const found = cells[column - 1];
  const cell = found && shownCell(found);
  return cell?.state === 'answered' || cell?.state === 'conflict' ? (cell.answer ?? '') : '';
}

function hasState({ row: { cells }, age, before }: ShownRow, state: string): boolean {
  if (state === changedNow) return before.size > 0;
  if (state === 'all') return true;
  if (state === 'by-hand') return cells.some(({ byHand }) => byHand !== undefined);
  const shown = cells.map(shownCell);
  if (state === 'doubtful') return shown.some(({ doubt }) => doubt !== undefined);
  if (state === 'out-of-date') return age !== undefined || shown.some(({ isStale }) => isStale === true);
  return shown.some((cell) => cell.state === state);
}

/** Of rows that were filtered before. */
const texts = new WeakMap<TableRow, string>();

function textOf(row: TableRow): string {
  const known = texts.get(row) ?? textIn(row);
  texts.set(row, known);
  return known;
}

function textIn({ path, title, cells }: TableRow): string {
  const said = cells.flatMap(({ answer, reason, byHand, quotes = [] }) => [
    byHand?.answer,
    answer,
    reason,
    ...quotes.map(({ quote }) => quote),
  ]);
  return [path, title, ...said].join('\n').toLocaleLowerCase();
}

export interface StateCount {
  readonly state: StateFilter;
  readonly words: string;
  readonly count: number;
}

/** The states that some cell has, with the number of such cells; and rows that are out of date. */
export function stateCounts(table: ShownTable): readonly StateCount[] {
  const cells = table.record.rows.flatMap((row) => row.cells.map(shownCell));
  const counts = Object.entries(stateWords).map(([state, words]) => {
    const shown = state === 'not-read' ? t('No sure answer, or not read') : words;
    return { state: state as StateFilter, words: shown, count: cells.filter((cell) => cell.state === state).length };
  });
  const doubtful = {
    state: 'doubtful' as const,
    words: t('Not in its quote'),
    count: cells.filter(({ doubt }) => doubt !== undefined).length,
  };
  const byHand = { state: 'by-hand' as const, words: t('By hand'), count: cells.filter((cell) => cell.byHand !== undefined).length };
  const old = shownRows(table, { filter: '', state: 'out-of-date' }).length;
  const now = { state: changedNow, words: t('Changed now'), count: table.changes.length } as const;
  return [...counts, byHand, doubtful, { state: 'out-of-date' as const, words: t('Out of date'), count: old }, now].filter(
    ({ count }) => count > 0,
  );
}

interface QuotePart {
  readonly text: string;
  /** Whether the answer has these words. */
  readonly isAnswer: boolean;
}

/** So much of a quote before its answer is shown. */
const beforeAnswer = 80;

/** A quote in one line, from shortly before the words of its answer, which would otherwise often be cut off. */
export function answerParts(quote: string, answer = ''): readonly QuotePart[] {
  const text = quote.replaceAll(/\s+/g, ' ').trim();
  const words = answer.replaceAll(/\s+/g, ' ').trim();
  const at = words === '' ? -1 : text.toLowerCase().indexOf(words.toLowerCase());
  const whole = [{ text, isAnswer: false }];
  // Lower case can have another length in some languages.
  if (at < 0 || text.slice(at, at + words.length).toLowerCase() !== words.toLowerCase()) return whole;
  const from = at <= beforeAnswer ? 0 : text.indexOf(' ', at - beforeAnswer) + 1;
  const begins = from === 0 || from > at ? 0 : from;
  return [
    { text: `${begins === 0 ? '' : '… '}${text.slice(begins, at)}`, isAnswer: false },
    { text: text.slice(at, at + words.length), isAnswer: true },
    { text: text.slice(at + words.length), isAnswer: false },
  ].filter((part) => part.text !== '');
}

/** The table with cells that were just answered. */
export function withAnswers(table: ShownTable, told: readonly Progress[]): ShownTable {
  const { questions, rows } = table.record;
  const columns = new Map(questions.map((question, i) => [question, i]));
  const byPath = Map.groupBy(
    told.flatMap(({ answered }) => answered ?? []),
    ({ path }) => path,
  );
  const filled = rows.map((row) => {
    const cells = new Map(byPath.get(row.path)?.map(({ question, cell }) => [columns.get(question), cell]));
    return cells.size === 0 ? row : { ...row, cells: row.cells.map((old, i) => cells.get(i) ?? old) };
  });
  return { ...table, record: { ...table.record, rows: filled } };
}

/** In words: `12 of 122 cells, about 40 s left`. */
export function progressWords({ due, answeredNow, remainingSeconds }: Progress): string {
  if (remainingSeconds === undefined || remainingSeconds < 3) return t('{0} of {1} cells', answeredNow, due);
  return t('{0} of {1} cells, about {2} s left', answeredNow, due, remainingSeconds);
}

export function modelWords(id: string): string {
  return id === 'builtin' ? t('built-in reader') : id;
}

/** `120 cells are from the built-in reader. The model chosen now is openai:small.` */
export function otherModelWords({ answeredBy }: TableRecord, { cells, now }: NonNullable<ShownTable['otherModel']>): string {
  const named = (id: string): string => (id === 'builtin' ? t('the built-in reader') : id);
  return cells === 1
    ? t('1 cell is from {0}. The model chosen now is {1}.', named(answeredBy), named(now))
    : t('{0} cells are from {1}. The model chosen now is {2}.', grouped(cells), named(answeredBy), named(now));
}

/** `Unfinished: 12 cells are out of date, 4 failed.`; undefined when every cell says what counts. */
export function unfinishedWords({ rows }: TableRecord): string | undefined {
  const cells = rows.flatMap((row) => row.cells.map(shownCell));
  const old = cells.filter(({ isStale }) => isStale === true).length;
  const inState = (wanted: TableCell['state']): number => cells.filter(({ state, isStale }) => state === wanted && isStale !== true).length;
  const [failed, open] = [inState('failed'), inState('open')];
  const parts = [
    ...(open > 0 ? [plural(open, t('{0} cell is not asked yet'), t('{0} cells are not asked yet'))] : []),
    ...(old > 0 ? [plural(old, t('{0} cell is out of date'), t('{0} cells are out of date'))] : []),
    ...(failed > 0 ? [plural(failed, t('{0} cell failed'), t('{0} cells failed'))] : []),
  ];
  return parts.length === 0 ? undefined : t('Unfinished: {0}.', parts.join(', '));
}

export function sizeWords({ rows, questions }: TableRecord): string {
  return `${count(rows.length, 'document')} × ${count(questions.length, 'question')}`;
}
