import { greatest, least } from '../../base/extremes.ts';
import { CAPTION } from '../tables.ts';
import { roundedSize } from './pdfLines.ts';
import type { PdfCell, PdfLine } from './pdfLines.ts';
import { namesPart } from './pdfTableHeaders.ts';
import { columnAt, merged, tableLine } from './pdfTableLines.ts';
import type { Interval, TableLine } from './pdfTableLines.ts';
import { numberTablesIn } from './pdfTables.ts';
import type { JoinLines, PdfTable, PdfTableRow } from './pdfTables.ts';

/**
 * Finds the tables of numbers, and between them those of words.
 * @param lines of one column, from top to bottom
 * @returns from top to bottom
 */
export function tablesIn(lines: readonly PdfLine[], join: JoinLines): readonly PdfTable[] {
  const all = lines.map(tableLine);
  const numbers = numberTablesIn(all, join);
  const tables: PdfTable[] = [];
  let next = 0;
  for (let i = 0; i < all.length;) {
    const table = numbers[next]?.start === i ? numbers[next++] : wordTableAt(all, i, numbers[next]?.start ?? all.length, join);
    if (table) tables.push(table);
    i = table?.end ?? i + 1;
  }
  return tables;
}

/** A line of a table with its cells by column. */
interface WordLine {
  readonly line: PdfLine;
  /** Whether it has no numbers as cells. */
  readonly isWords: boolean;
  readonly cells: readonly { readonly cell: PdfCell; readonly column: number }[];
}

/**
 * Finds a table of words, whose cells may take several lines. A line without a label goes on with the row above, and so does a label that
 * is wrapped. Space between the rows, where a table has it, says where they begin.
 * @param end where the lines end that may be in the table
 */
function wordTableAt(all: readonly TableLine[], start: number, end: number, join: JoinLines): PdfTable | undefined {
  const region = regionAt(all, start, end);
  if (!region) return undefined;
  const lines = all.slice(start, region.end).map(({ line, kind }): WordLine => ({
    line,
    isWords: kind === 'words',
    cells: cellsOf(line).map((cell) => ({ cell, column: columnAt(cell, region.columns) ?? 0 })),
  }));
  if (!isTable(lines, region.columns)) return undefined;
  const rows = rowsOf(lines, region.columns);
  const texts = rows.map((row) => textsOf(row, region.columns.length, join));
  const isHeader = (row: readonly WordLine[] | undefined): boolean => row?.every(({ line }) => line.isBold) === true;
  const header = isHeader(rows[0]) && !isHeader(rows[1]) && rows.length > 2 ? texts[0] : undefined;
  return {
    start,
    end: region.end,
    unit: undefined,
    columns: region.columns.map((place, i) => ({ ...place, name: header?.[i] ? [{ text: header[i] }] : [] })),
    rows: rows.map((row, i): PdfTableRow => {
      const [label = '', ...cells] = texts[i]!;
      const isNamed = texts[i] !== header;
      return {
        lines: row.map(({ line }) => line),
        label,
        cells: cells.flatMap((text, at) => (text === '' ? [] : [{ text, column: isNamed ? at + 1 : undefined }])),
      };
    }),
  };
}

/** The lines from one with several cells on whose cells are below each other. */
function regionAt(all: readonly TableLine[], start: number, limit: number): { end: number; columns: readonly Interval[] } | undefined {
  const [first, second] = [all[start]!.line, all[start + 1]?.line];
  if (first.cells.length < 2 && !(second && isBeside(first, second))) return undefined;
  let columns = merged(cellsOf(first));
  if (columns.length > MAX_COLUMNS) return undefined;
  let end = start + 1;
  const last = Math.min(limit, start + MAX_LINES);
  for (let i = end; i < last && i - end < MAX_LABEL_LINES; i++) {
    const [line, before] = [all[i]!.line, all[i - 1]!.line];
    const gap = line.baseline - before.baseline;
    const isOther = line.isMonospace || CAPTION.test(line.text) || namesPart(line);
    if (isOther || gap < -line.size || gap > MAX_GAP_EM * line.size) break;
    const cells = cellsOf(line);
    const place = columnAt(cells[0]!, columns);
    const isAside = place === undefined ? !isBeside(before, line) : Math.abs(line.x0 - columns[place]!.x0) > MAX_INDENT_EM * line.size;
    if (cells.length === 1 && isAside) break;
    const wider = merged([...columns, ...cells]);
    const isOverSeveral = wider.length < columns.length;
    if ((isOverSeveral && cells.length === 1) || wider.length > MAX_COLUMNS) break;
    if (!isOverSeveral) columns = wider;
    const isRest = place === 0 && goesOn(line) && gap < CLOSE * line.size;
    if (cells.length > 1 || place !== 0 || isRest) end = i + 1;
  }
  return { end, columns };
}

/** The cells of a line, with the marks of items beside their texts. */
function cellsOf({ cells }: PdfLine): readonly PdfCell[] {
  const all: PdfCell[] = [];
  for (const cell of cells) {
    const mark = MARK.test(all.at(-1)?.text ?? '') ? all.pop() : undefined;
    all.push(mark ? { ...cell, text: `${mark.text} ${cell.text}`, x0: mark.x0 } : cell);
  }
  return all;
}

const MARK = /^[•◦▪‣●○■□◆➢∙·]$/;

/** Whether two lines are too close to be below each other, so that they are lines of different cells. */
function isBeside(before: PdfLine, after: PdfLine): boolean {
  const [cell, next] = [before.cells.at(-1)!, after.cells[0]!];
  return after.baseline - before.baseline < 0.9 * after.size && (cell.x1 < next.x0 || next.x1 < cell.x0);
}

const MAX_LINES = 300;
const MAX_LABEL_LINES = 5;
const MAX_GAP_EM = 4;
const MAX_INDENT_EM = 3;
const MAX_COLUMNS = 12;

/** Whether most cells begin or have their middle where others do, unlike parts of prose beside blanks to fill in. */
function areAligned(lines: readonly WordLine[], columns: readonly Interval[]): boolean {
  const off = lines.flatMap(({ line, cells }) =>
    cells.slice(1).map(({ cell: { x0, x1 }, column }) => {
      const place = columns[column]!;
      return Math.min(Math.abs(x0 - place.x0), Math.abs(x0 + x1 - place.x0 - place.x1) / 2) / line.size;
    }),
  );
  return 2 * off.filter((ems) => ems < 1).length > off.length;
}

/** Lists, whose first column counts or marks, and tables of contents are none. */
function isTable(lines: readonly WordLine[], columns: readonly Interval[]): boolean {
  const several = lines.filter(({ cells }) => cells.length > 1);
  const labels = several.flatMap(({ cells: [first] }) => (first?.column === 0 ? [first.cell.text] : []));
  const areWords = 2 * labels.filter((label) => /\p{L}{2}/u.test(label) && !ITEM.test(label)).length > labels.length;
  const numbers = several.filter(({ isWords }) => !isWords).length;
  const leaders = several.filter(({ line }) => line.text.includes(' … ')).length;
  return several.length > 1 && areWords && 2 * Math.max(numbers, leaders) < several.length && areAligned(several, columns);
}

const ITEM = /^\(?[\p{L}\d]{1,4}[.)]$/u;

function rowsOf(lines: readonly WordLine[], columns: readonly Interval[]): readonly (readonly WordLine[])[] {
  const leading = leadingOf(lines);
  const groups: WordLine[][] = [];
  for (const [i, line] of lines.entries()) {
    const before = lines[i - 1]?.line;
    if (before && line.line.baseline - before.baseline <= APART * leading) groups.at(-1)!.push(line);
    else groups.push([line]);
  }
  const isSpaced = groups.filter((group) => group.some((line) => labelOf(line))).length > 2;
  const rows: WordLine[][] = [];
  let last: WordLine | undefined;
  for (const group of groups) {
    const first = group[0]!;
    const isFull = first.cells.length > 1 && !first.cells.some(({ cell }) => goesOn(cell));
    if (rows.length === 0 || isFull || group.some((line) => labelOf(line))) {
      rows.push([]);
      last = undefined;
    }
    for (const line of group) {
      if (labelOf(line)) {
        if (last && !wraps(last, line, { columns, leading, isSpaced })) rows.push([]);
        last = line;
      }
      rows.at(-1)!.push(line);
    }
  }
  return rows;
}

/** Shares of the distance of lines in one cell. The lines of cells side by side may be at different heights. */
const APART = 1.15;
const CLOSE = 1.25;
const REST = 2.3;

/** The distance of lines in one cell: the smallest of those that many lines of a column have. */
function leadingOf(lines: readonly WordLine[]): number {
  const last = new Map<number, number>();
  const distances: number[] = [];
  for (const { line, cells } of lines) {
    for (const { column } of cells) {
      const distance = roundedSize(line.baseline - (last.get(column) ?? Infinity));
      if (distance > 0.9 * line.size) distances.push(distance);
      last.set(column, line.baseline);
    }
  }
  const counts = new Map<number, number>();
  for (const distance of distances) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  const most = greatest([...counts.values()]);
  return least([...counts].flatMap(([distance, count]) => (4 * count >= most ? [distance] : [])));
}

function labelOf({ cells: [first] }: WordLine): PdfCell | undefined {
  return first?.column === 0 ? first.cell : undefined;
}

function distanceOf(before: WordLine, after: WordLine): number {
  return after.line.baseline - before.line.baseline;
}

/** Whether the label of a line begins within a sentence, close below another. */
function startsRest(before: WordLine, after: WordLine, leading: number): boolean {
  const label = labelOf(after);
  return after.isWords && label !== undefined && goesOn(label) && distanceOf(before, after) < REST * leading;
}

/** Whether a text begins within a sentence. */
function goesOn({ text }: { readonly text: string }): boolean {
  return /^[\p{Ll}(]/u.test(text);
}

/** Whether the label of a line goes on in the next. */
function wraps(before: WordLine, after: WordLine, { columns, leading, isSpaced }: Spacing): boolean {
  if (startsRest(before, after, leading)) return true;
  if (!after.isWords || goesOn(labelOf(after)!) || distanceOf(before, after) > CLOSE * leading) return false;
  const cells = new Map(after.cells.toReversed().map(({ cell, column }) => [column, cell]));
  const shared = before.cells.flatMap(({ cell, column }) => {
    const next = cells.get(column);
    return next ? [{ cell, next, right: columns[column]!.x1 }] : [];
  });
  if (shared.some(({ cell, next, right }) => cell.x1 + firstWord(next) + 0.3 * before.line.size < right)) return false;
  // What has one word in each of two lines is a list.
  if (shared.slice(1).some(({ cell, next }) => !/\s/.test(cell.text + next.text) && !goesOn(next))) return false;
  return isSpaced || after.cells.length === 1 || shared.some(({ next }) => goesOn(next));
}

interface Spacing {
  readonly columns: readonly Interval[];
  /** Between the lines of a cell, in points. */
  readonly leading: number;
  /** Whether space divides the rows. */
  readonly isSpaced: boolean;
}

/** The width of a cell's first word. Widths of characters are taken to be equal. */
function firstWord({ text, x0, x1 }: PdfCell): number {
  return ((x1 - x0) * (text + ' ').indexOf(' ')) / text.length;
}

/** The texts of a row by column. */
function textsOf(row: readonly WordLine[], count: number, join: JoinLines): readonly string[] {
  const texts = Array.from({ length: count }, () => '');
  for (const { cells } of row) for (const { cell, column } of cells) texts[column] = join(texts[column]!, cell.text);
  return texts;
}
