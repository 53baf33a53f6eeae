import type { SourceText } from '../sourceText.ts';
import type { MarkupLines } from './markupLines.ts';
import { Stretches } from './stretches.ts';

/** A cell and the columns and rows that it covers. */
interface Cell {
  readonly text: Stretches;
  readonly columns: number;
  readonly rows: number;
}

/**
 * The cells of a `|===` table, row by row. A cell that covers several columns is in the first of them, followed by empty cells.
 * @param columnCount the columns that the table's attributes declare; without them, the first line's cells are one row
 */
export function asciidocRows(
  source: SourceText,
  lines: MarkupLines,
  first: number,
  end: number,
  columnCount: number | undefined,
): { readonly rows: readonly (readonly Stretches[])[]; readonly isFirstLineHeader: boolean } {
  const cells: Cell[] = [];
  let firstLine = -1;
  let width = columnCount ?? 0;
  for (let line = first; line < end; line++) {
    if (lines.isBlank(line)) continue;
    addCells(source, lines, line, cells);
    if (firstLine >= 0) continue;
    firstLine = line;
    width = columnCount ?? cells.reduce((sum, { columns }) => sum + columns, 0);
  }
  const isFirstLineHeader =
    firstLine === first && first + 1 < end && lines.isBlank(first + 1) && headerCells(cells, source, lines, first) === width;
  return { rows: rowsOf(source, cells, Math.min(Math.max(1, width), MAX_COLUMNS)), isFirstLineHeader };
}

const MAX_COLUMNS = 1000;

/** The number of columns that the cells of the first line cover. */
function headerCells(cells: readonly Cell[], source: SourceText, lines: MarkupLines, first: number): number {
  const count = source.text.slice(lines.startOf(first), lines.endOf(first)).match(BAR)?.length ?? 0;
  return cells.slice(0, count).reduce((sum, { columns }) => sum + columns, 0);
}

function addCells(source: SourceText, lines: MarkupLines, line: number, cells: Cell[]): void {
  const start = lines.startOf(line);
  const text = lines.textOf(line);
  let at = 0;
  for (const match of text.matchAll(BAR)) {
    append(source, cells, start + at, text.slice(at, match.index));
    const [whole, columns, rows] = match;
    cells.push({ text: new Stretches(source), columns: spanOf(columns), rows: spanOf(rows) });
    at = match.index + whole.length;
  }
  append(source, cells, start + at, text.slice(at));
}

/** Text before the first bar belongs to the cell above. */
function append(source: SourceText, cells: Cell[], start: number, text: string): void {
  const trimmed = text.trim();
  if (trimmed === '') return;
  if (cells.length === 0) cells.push({ text: new Stretches(source), columns: 1, rows: 1 });
  const from = start + text.length - text.trimStart().length;
  cells
    .at(-1)
    ?.text.addBreak()
    .add(from, from + trimmed.length);
}

function rowsOf(source: SourceText, cells: readonly Cell[], width: number): readonly (readonly Stretches[])[] {
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
    row.push(text);
    for (let i = 1; i < span; i++) row.push(empty);
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
