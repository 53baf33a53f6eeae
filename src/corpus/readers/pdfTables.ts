import { greatest, least } from '../../base/extremes.ts';
import type { PdfLine } from './pdfLines.ts';
import { columnAt, merged, valuesOf } from './pdfTableLines.ts';
import type { Interval, Part, TableLine } from './pdfTableLines.ts';
import { headerAbove, MAX_GAP_EM, MAX_LABEL_LINES, MAX_NAMED_COLUMNS, unitNear, unitOf } from './pdfTableHeaders.ts';
import type { TableBody, TableColumn } from './pdfTableHeaders.ts';
import type { HeaderPart } from './pdfHeaderSpans.ts';
import { columnName } from './tableRows.ts';

/** A table among the lines of a column. */
export interface PdfTable {
  /** The lines that it takes, headers included: `[start, end)`. */
  readonly start: number;
  readonly end: number;
  readonly rows: readonly PdfTableRow[];
  /** In which its numbers are: `in millions, except per share data`. */
  readonly unit: string | undefined;
  /** Left to right. */
  readonly columns: readonly TableColumn[];
}

/** A row, or lines of the header that name no column. */
export interface PdfTableRow {
  readonly lines: readonly PdfLine[];
  readonly label: string;
  readonly cells: readonly RowCell[];
}

interface RowCell {
  readonly text: string;
  /** Index of the column that it is in. */
  readonly column: number | undefined;
}

/**
 * Finds tables of numbers by their geometry: numbers below each other at the same places of several lines, with labels left of them. Prose
 * in columns, lists and tables of contents are none.
 * @param all the lines of one column, from top to bottom
 */
export function numberTablesIn(all: readonly TableLine[], join: JoinLines): readonly PdfTable[] {
  const tables: PdfTable[] = [];
  let free = 0;
  for (let first = 0; first < all.length;) {
    const body = bodyAt(all, first);
    const table = body && tableOf(all, body, free, join);
    if (table) {
      tables.push(table);
      free = table.end;
    }
    first = body ? Math.max(body.end, table?.end ?? 0) : first + 1;
  }
  return tables;
}

/** A row of a table that may have begun on an earlier page, with the columns and the unit of the whole table. */
export interface PlacedRow extends Pick<PdfTable, 'columns' | 'unit'> {
  readonly row: PdfTableRow;
  /** The label of the part of the table that the row is in. */
  readonly under: string | undefined;
}

/**
 * The text of a row in which each number has its column's name, and what is below a label says so:
 * `Revenue › Products | 2022: 136,835 | 2021: 133,613 | in millions`.
 */
export function rowText({ row: { label, cells }, columns, unit, under }: PlacedRow, join: JoinLines): string {
  const group = under !== undefined && cells.length > 0 && under.length <= MAX_GROUP_CHARS ? under.replace(/:$/, '') : '';
  const parts = label === '' ? [] : [group === '' ? label : `${group} › ${label}`];
  let before: readonly HeaderPart[] = [];
  for (const { text, column } of cells) {
    const name = (column === undefined ? undefined : columns[column]?.name) ?? [];
    // What a column shares with the one before is said once.
    let shared = 0;
    while (shared < name.length - 1 && name[shared] === before[shared]) shared++;
    const shown = nameOf(name.slice(shared), join);
    parts.push(shown === '' ? text : `${shown}: ${text}`);
    before = name;
  }
  const hasNumber = cells.some(({ column }) => column !== undefined);
  if (unit !== undefined && hasNumber && unit.length <= MAX_ROW_UNIT_CHARS) parts.push(unit);
  return parts.join(' | ');
}

/** Of a name that is too long, the parts next to the numbers. */
function nameOf(parts: readonly HeaderPart[], join: JoinLines): string {
  if (parts.length === 0) return '';
  return columnName(parts.map(({ text }) => text).reduce(join)) || nameOf(parts.slice(1), join);
}

const MAX_GROUP_CHARS = 90;
/** A longer unit is only in its place above the table. */
const MAX_ROW_UNIT_CHARS = 40;

function bodyAt(all: readonly TableLine[], start: number): TableBody | undefined {
  const first = all[start];
  if (first?.kind !== 'data') return undefined;
  let columns = merged(valuesOf(first));
  let end = start + 1;
  for (let i = end; i < all.length && i - end < MAX_LABEL_LINES; i++) {
    const { line, parts, kind } = all[i]!;
    const before = all[i - 1]!.line;
    const gap = line.baseline - before.baseline;
    if (gap <= 0 || gap > MAX_GAP_EM * Math.max(line.size, before.size)) break;
    if (kind === 'data') {
      const values = valuesOf(all[i]!);
      // Rows next to each other may have numbers in different columns.
      if (!fits(values, columns) && !(i === end && isClose(all[i - 1]!, all[i]!))) break;
      columns = merged([...columns, ...values]);
      end = i + 1;
    } else if (parts.length === 1 && /^\(.*\)$/.test(line.text) && unitOf(line.text) !== undefined) break;
    else if (greatest(parts.map(({ x1 }) => x1)) > (columns[0]?.x0 ?? 0) + line.size) break;
  }
  return { start, end, columns };
}

function fits(values: readonly Interval[], columns: readonly Interval[]): boolean {
  return 2 * values.filter((value) => columnAt(value, columns) !== undefined).length >= values.length;
}

function tableOf(all: readonly TableLine[], body: TableBody, free: number, join: JoinLines): PdfTable | undefined {
  const places = withWords(body, all.slice(body.start, body.end));
  const header = headerAbove(all, { ...body, columns: places }, free);
  const columns = places.map((place, i): TableColumn => ({ ...place, name: header.names[i] ?? [] }));
  const lines = all.slice(header.end, body.end);
  if (!isTable(lines, columns)) return undefined;
  const unit = header.unit ?? unitNear(all, header.start, free);
  const rows = [...header.unused.map(({ line, parts }): PdfTableRow => wordsRow([line], parts)), ...rowsOf(lines, columns, join)];
  return { start: header.start, end: body.end, rows, unit, columns };
}

/** The columns with those of words beside them, which several rows have. */
function withWords({ columns }: TableBody, lines: readonly TableLine[]): readonly Interval[] {
  const isWords = (part: Part): boolean => !part.isValue && part.x0 > columns[0]!.x1 && columnAt(part, columns) === undefined;
  const words = lines.flatMap(({ kind, parts }) => (kind === 'data' ? parts.filter(isWords) : []));
  const places: Place[] = [];
  // The narrowest first, as a wide cell may reach into the next column.
  for (const { x0, x1 } of words.sort((a, b) => a.x1 - a.x0 - (b.x1 - b.x0))) {
    if (places.length > MAX_NAMED_COLUMNS) return columns;
    const [place, another] = places.filter((other) => x0 < other.x1 && x1 > other.x0);
    if (place === undefined) places.push({ x0, x1, count: 1 });
    else if (another === undefined)
      Object.assign(place, { x0: Math.min(x0, place.x0), x1: Math.max(x1, place.x1), count: place.count + 1 });
  }
  return [...columns, ...places.filter(({ count }) => count > 1)].sort((a, b) => a.x0 - b.x0);
}

interface Place {
  x0: number;
  x1: number;
  count: number;
}

function isTable(lines: readonly TableLine[], columns: readonly TableColumn[]): boolean {
  const data = lines.filter(({ kind }) => kind === 'data');
  const labeled = data.filter(({ parts: [first] }) => first?.isValue === false).length;
  const several = data.filter((line) => valuesOf(line).length > 1).length;
  const isNamed = columns.some(({ name }) => name.length > 0);
  if (labeled < data.length / 3) return false;
  // Columns that run into each other have no names, and one row for two numbers in one of them.
  if (data.some((line) => new Set(valuesOf(line).map((value) => columnAt(value, columns))).size < valuesOf(line).length)) return false;
  if (several > 1 || (several === 1 && isNamed)) return true;
  return data.length > (isNamed ? 1 : 2) && !isContents(data);
}

/** Whether the numbers can be those of pages or items: small, without signs, and ascending. */
function isContents(data: readonly TableLine[]): boolean {
  const numbers = data.flatMap(({ parts }) => parts.filter((part) => part.isValue).map(({ text }) => text));
  return numbers.every((text, i) => /^\d{1,4}$/.test(text) && Number(text) >= Number(numbers[i - 1] ?? 0));
}

function wordsRow(lines: readonly PdfLine[], parts: readonly Part[]): PdfTableRow {
  return { lines, label: '', cells: parts.map(({ text }) => ({ text, column: undefined })) };
}

function rowsOf(lines: readonly TableLine[], columns: readonly Interval[], join: JoinLines): PdfTableRow[] {
  const rows: PdfTableRow[] = [];
  let waiting: TableLine[] = [];
  const take = (more: readonly string[] = []): Pick<PdfTableRow, 'lines' | 'label'> => {
    const labels = [...waiting.map(({ parts }) => parts.map(({ text }) => text).join(' ')), ...more].filter((text) => text !== '');
    const taken = { lines: waiting.map(({ line }) => line), label: labels.reduce(join, '') };
    waiting = [];
    return taken;
  };
  const flush = (): void => {
    if (waiting.length > 0) rows.push({ ...take(), cells: [] });
  };
  const besideLabels = lines.flatMap(({ parts: [, second] }) => (second ? [second.signX0 ?? second.x0] : []));
  const width = { left: least(lines.map(({ line }) => line.x0)), right: least([...besideLabels, ...columns.map(({ x0 }) => x0)]) };
  for (const [i, line] of lines.entries()) {
    const last = waiting.at(-1);
    const before = lines[i - 1];
    if (line.kind === 'data') {
      const row = rowOf(line, columns);
      if (last !== undefined && !(row.label === '' ? isOpen(last) && isClose(last, line) : goesOn(last, line, width))) flush();
      const { label, lines: labels } = take([row.label]);
      rows.push({ ...row, label, lines: [...labels, line.line] });
    } else if (before?.kind === 'data' && isRest(before, line)) {
      const row = rows.pop();
      if (row) rows.push({ ...row, lines: [...row.lines, line.line], label: join(row.label, line.line.text) });
    } else {
      if (last !== undefined && !goesOn(last, line, width)) flush();
      waiting.push(line);
    }
  }
  flush();
  return rows;
}

/** Joins two lines of running text, of which the first may end within a word. */
export type JoinLines = (before: string, after: string) => string;

/** Whether a line of only a label can go on in the next line. */
function isOpen({ parts }: TableLine): boolean {
  return !/:$/.test(parts.at(-1)?.text ?? '');
}

function isClose({ line: before }: TableLine, { line }: TableLine): boolean {
  return line.baseline - before.baseline < CLOSE_EM * line.size;
}

const CLOSE_EM = 1.3;

/** Whether a line only has the rest of the label of the row before. */
function isRest(before: TableLine, line: TableLine): boolean {
  const [first, another] = line.parts;
  const isLabeled = before.parts[0]?.isValue === false && isOpen({ ...before, parts: before.parts.slice(0, 1) });
  return isLabeled && another === undefined && /^\p{Ll}/u.test(first?.text ?? '') && isClose(before, line);
}

/** Whether a label is long enough to be broken, or the next line goes on within a sentence. */
function goesOn(before: TableLine, after: TableLine, { left, right }: { readonly left: number; readonly right: number }): boolean {
  if (!isOpen(before) || before.line.isBold !== after.line.isBold) return false;
  if (/^[\p{Ll}(]/u.test(after.parts[0]?.text ?? '')) return true;
  return before.line.x1 - left > WRAPPED_SHARE * (right - left) && isClose(before, after);
}

const WRAPPED_SHARE = 0.75;

function rowOf({ line, parts }: TableLine, columns: readonly Interval[]): PdfTableRow {
  const labels: string[] = [];
  const cells: RowCell[] = [];
  for (const part of parts) {
    const column = columnAt(part, columns);
    if (cells.length === 0 && !part.isValue && (column === undefined || labels.length === 0)) labels.push(part.text);
    else cells.push({ text: part.text, column });
  }
  return { lines: [line], label: labels.join(' | '), cells };
}
