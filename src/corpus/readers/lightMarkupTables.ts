/** The cells of tables in light markup languages, before their markup is read. */
import { csvRecords } from './csvRecords.ts';
import type { Line, MarkupWalk } from './lightMarkup.ts';
import { Stretches } from './stretches.ts';

/** Cells row by row. */
export interface MarkupTable {
  readonly rows: readonly (readonly Stretches[])[];
  /** The number of rows at the top that name the columns. */
  readonly headerRows: number;
  /** The line after the table. */
  readonly next: number;
}

type Walk = Pick<MarkupWalk<unknown>, 'source' | 'lines' | 'at' | 'isBlank'>;

/**
 * reStructuredText's `+---+---+` with `|` between the cells. A line that rules only some columns, where a cell spans rows, ends the row in
 * all columns. The text of such a cell may be spread over rows but is never lost.
 */
export function gridTable(walk: Walk, { region, line: first, text: top }: Line): MarkupTable {
  const borders = [...top.matchAll(/\+/g)].map(({ index }) => index);
  const rows: Stretches[][] = [];
  let row: Stretches[] = [];
  let headerRows = 0;
  let line = first;
  for (; line < region.end; line++) {
    const { start, text } = walk.at(region, line);
    if (!/^[+|]/.test(text)) break;
    const isRule = /^\+|\+[-=]{2,}[+|]/.test(text);
    if (isRule && row.some(({ text: cell }) => cell !== '')) {
      rows.push(row);
      row = [];
    }
    if (/^\+=[=+]*\+?$/.test(text)) headerRows = rows.length;
    if (isRule && /^[-+=\s]*$/.test(text)) continue;
    cellsOf(text, borders).forEach(([from, to], column) => {
      row[column] ??= new Stretches(walk.source);
      const cell = text.slice(from, to);
      if (!isRule || !/^[-+=\s]*$/.test(cell)) addTrimmed(row[column], cell, start + from);
    });
  }
  if (row.some(({ text }) => text !== '')) rows.push(row);
  return { rows, headerRows, next: line };
}

/** Splits a line at the first line's columns, or at the bars where wide characters shift them. */
function cellsOf(text: string, borders: readonly number[]): readonly (readonly [number, number])[] {
  const isAligned = /[|+]/.test(text.charAt(borders.at(-1) ?? 0));
  const cuts = isAligned ? borders.filter((at) => /[|+]/.test(text.charAt(at))) : [...text.matchAll(/\|/g)].map(({ index }) => index);
  return cuts.flatMap((from, i) => {
    const to = cuts[i + 1] ?? text.length;
    return i + 1 < cuts.length || text.slice(from + 1).trim() !== '' ? [[from + 1, to] as const] : [];
  });
}

/**
 * reStructuredText's `====  ====` above, below and, if there is a header, between. A line whose first column is blank continues the row
 * above it.
 * @returns undefined when no line closes the table
 */
export function simpleTable(walk: Walk, { region, line: first, text: top }: Line): MarkupTable | undefined {
  const columns = [...top.matchAll(/=+/g)].map(({ index }) => index);
  const rows: Stretches[][] = [];
  let headerRows = 0;
  for (let line = first + 1; line < region.end; line++) {
    if (walk.isBlank(region, line)) continue;
    const { start, text } = walk.at(region, line);
    if (SIMPLE_BORDER.test(text)) {
      if (walk.isBlank(region, line + 1)) return { rows, headerRows, next: line + 1 };
      headerRows = rows.length;
      continue;
    }
    if (/^-[- ]*$/.test(text)) continue;
    const isContinued = rows.length > headerRows && text.slice(0, columns[1] ?? 0).trim() === '';
    if (!isContinued) rows.push([]);
    const row = rows.at(-1) ?? [];
    let from = 0;
    for (let column = 0; column < columns.length && (column === 0 || from < text.length); column++) {
      // A text that crosses the gap between columns stays whole.
      const next = columns[column + 1] ?? text.length;
      const isCut = column + 1 === columns.length || next >= text.length || /[ \t]/.test(text.charAt(next - 1));
      addTrimmed((row[column] ??= new Stretches(walk.source)), isCut ? text.slice(from, next) : '', start + from);
      if (isCut) from = Math.min(next, text.length);
    }
  }
  return undefined;
}

export const SIMPLE_BORDER = /^=+(?: +=+)+$/;

/** Rows of reStructuredText's list of lists, `* - cell`. */
export function listTable({ source, lines }: Walk, first: number, end: number): readonly (readonly Stretches[])[] {
  const indent = lines.leastIndent(first, end);
  const rows: Stretches[][] = [];
  let cellIndent = -1;
  for (let line = first; line < end; line++) {
    if (lines.isBlank(line)) continue;
    const start = lines.contentOf(line);
    const text = source.text.slice(start, lines.endOf(line));
    const row = lines.indentOf(line) === indent ? (/^[-*+•][ \t]+(?=[-*+•](?:[ \t]|$))/.exec(text)?.[0].length ?? 0) : 0;
    if (row > 0) {
      rows.push([]);
      cellIndent = indent + row;
    }
    const cell = row > 0 || lines.indentOf(line) === cellIndent ? (/^[-*+•](?:[ \t]+|$)/.exec(text.slice(row))?.[0].length ?? 0) : 0;
    const cells = rows.at(-1) ?? rows[rows.push([]) - 1] ?? [];
    if (cell > 0 || cells.length === 0) cells.push(new Stretches(source));
    addTrimmed(cells.at(-1), text.slice(row + cell), start + row + cell);
  }
  return rows;
}

/** Rows of separated values. */
export function separatedRows(text: Stretches, delimiter: string): readonly (readonly Stretches[])[] {
  return [...csvRecords(text.text, 0, delimiter)].map((cells) => cells.map(({ start, end }) => text.part(start, end)));
}

/** Org's `| a | b |` with rules `|---+---|`, the first of which ends the header. Rows that only set widths are left out. */
export function barTable(walk: Walk, { region, line: first }: Line): MarkupTable {
  const rows: Stretches[][] = [];
  let headerRows: number | undefined;
  let line = first;
  for (; !walk.isBlank(region, line); line++) {
    const { start, text } = walk.at(region, line);
    if (!text.startsWith('|')) break;
    if (text.startsWith('|-')) {
      if (rows.length > 0) headerRows ??= rows.length;
      continue;
    }
    const row: Stretches[] = [];
    let at = 1;
    for (const cell of text.slice(1).split('|')) {
      if (cell.trim() !== '' || at + cell.length < text.length) addTrimmed(row[row.push(new Stretches(walk.source)) - 1], cell, start + at);
      at += cell.length + 1;
    }
    const isSetting =
      row.every(({ text: cell }) => /^(?:\/|[<>]|<>|<[lrc]?\d*>|)$/.test(cell)) && row.some(({ text: cell }) => cell !== '');
    if (!isSetting) rows.push(row);
  }
  return { rows, headerRows: headerRows !== undefined && rows.length > headerRows ? headerRows : 0, next: line };
}

/** A cell of AsciiDoc, and the columns and rows that it covers. */
interface SpanningCell {
  readonly text: Stretches;
  readonly columns: number;
  readonly rows: number;
}

/**
 * The cells of AsciiDoc's `|===`, of the lines between. A cell that covers several columns is in the first of them, followed by empty
 * cells.
 * @param columnCount the columns that the table's attributes declare; without them, the first line's cells are one row
 * @returns `headerRows` 1 when a blank line below the first makes it the header
 */
export function spanTable(
  { source, lines }: Walk,
  first: number,
  end: number,
  columnCount: number | undefined,
): Pick<MarkupTable, 'rows' | 'headerRows'> {
  const cells: SpanningCell[] = [];
  let width = columnCount ?? 0;
  let headerRows = 0;
  for (let line = first; line < end; line++) {
    const isFirst = cells.length === 0;
    addCells(source, lines.startOf(line), lines.textOf(line), cells);
    if (!isFirst || cells.length === 0) continue;
    const covered = cells.reduce((sum, { columns }) => sum + columns, 0);
    width = columnCount ?? covered;
    if (line === first && line + 1 < end && lines.isBlank(line + 1) && covered === width) headerRows = 1;
  }
  return { rows: rowsOf(source, cells, Math.min(Math.max(1, width), MAX_COLUMNS)), headerRows };
}

const MAX_COLUMNS = 1000;

/** Text before the first bar belongs to the cell above. */
function addCells(source: Walk['source'], start: number, text: string, cells: SpanningCell[]): void {
  let at = 0;
  for (const { 0: whole, 1: columns, 2: rows, index } of [
    ...text.matchAll(BAR),
    { 0: '', 1: undefined, 2: undefined, index: text.length },
  ]) {
    if (text.slice(at, index).trim() !== '') {
      if (cells.length === 0) cells.push({ text: new Stretches(source), columns: 1, rows: 1 });
      addTrimmed(cells.at(-1)?.text, text.slice(at, index), start + at);
    }
    if (whole !== '') cells.push({ text: new Stretches(source), columns: spanOf(columns), rows: spanOf(rows) });
    at = index + whole.length;
  }
}

function rowsOf(source: Walk['source'], cells: readonly SpanningCell[], width: number): readonly (readonly Stretches[])[] {
  const rows: Stretches[][] = [];
  const empty = new Stretches(source);
  /** Limits how many more columns and rows cells may cover; otherwise a few characters could produce a million cells. */
  let budget = MIN_COVERED + MAX_COVERED_PER_CELL * cells.length;
  /** For each column, the number of rows that a cell above still covers. */
  const covered = new Int32Array(width);
  let row: Stretches[] = [];
  let column = width;
  const skipCovered = (): void => {
    for (; column < width && (covered[column] ?? 0) > 0 && budget > 0; column++, budget--) {
      row.push(empty);
      covered[column] = (covered[column] ?? 1) - 1;
    }
  };
  for (const { text, columns, rows: height } of cells) {
    skipCovered();
    while (column >= width) {
      row = [];
      rows.push(row);
      column = 0;
      skipCovered();
    }
    const span = Math.min(columns, width - column, 1 + budget);
    covered.fill(height - 1, column, column + span);
    row.push(text, ...Array.from({ length: span - 1 }, () => empty));
    budget -= span - 1;
    column += span;
  }
  return rows;
}

const MIN_COVERED = 10_000;
const MAX_COVERED_PER_CELL = 10;

function spanOf(digits: string | undefined): number {
  return Math.min(Math.max(1, Number(digits ?? 1)), MAX_COLUMNS);
}

/** A bar with the specification before it: the columns and rows that the cell covers, its alignment and style. */
const BAR = /(?<![^ \t])(?:(?:(\d{1,4})?(?:\.(\d{1,4}))?\+|\d{1,4}\*)?[<^>]?(?:\.[<^>])?[adehlmsv]?)\||(?<!\\)\|/g;

function addTrimmed(into: Stretches | undefined, text: string, start: number): void {
  const trimmed = text.trim();
  if (trimmed === '') return;
  const from = start + text.length - text.trimStart().length;
  into?.addBreak().add(from, from + trimmed.length);
}
