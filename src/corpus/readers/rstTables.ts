import type { SourceText } from '../sourceText.ts';
import type { MarkupLines } from './markupLines.ts';
import { Stretches } from './stretches.ts';

/** A table's cells before their markup is read, row by row. */
export interface RstTable {
  readonly rows: readonly (readonly Stretches[])[];
  readonly headerRows: number;
  /** The line after the table. */
  readonly next: number;
}

/** The offset where the content of a line begins inside the text around the table. */
type Start = (line: number) => number;

/**
 * `+---+---+` with `|` between the cells. A line that rules only some columns, where a cell spans rows, ends the row in all columns. The
 * text of such a cell may be spread over rows but is never lost.
 */
export function gridTable(source: SourceText, lines: MarkupLines, first: number, end: number, startOf: Start): RstTable {
  const textOf = (line: number): string => source.text.slice(startOf(line), lines.endOf(line));
  const borders = [...textOf(first).matchAll(/\+/g)].map(({ index }) => index);
  const rows: Stretches[][] = [];
  let row: Stretches[] = [];
  let headerRows = 0;
  let line = first;
  for (; line < end && /^[+|]/.test(textOf(line)); line++) {
    const text = textOf(line);
    const isRule = /^\+|\+[-=]{2,}[+|]/.test(text);
    if (isRule && row.some(({ text: cell }) => cell !== '')) {
      rows.push(row);
      row = [];
    }
    if (/^\+=[=+]*\+?\s*$/.test(text)) headerRows = rows.length;
    if (isRule && /^[-+=\s]*$/.test(text)) continue;
    cellsOf(text, borders).forEach(([from, to], column) => {
      row[column] ??= new Stretches(source);
      const cell = text.slice(from, to);
      if (/^[-+=\s]*$/.test(cell) && isRule) return;
      addTrimmed(row[column], cell, startOf(line) + from);
    });
  }
  if (row.some(({ text }) => text !== '')) rows.push(row);
  return { rows, headerRows, next: line };
}

/** Splits a line at the first line's columns, or at the bars where wide characters shift them. */
function cellsOf(text: string, borders: readonly number[]): readonly (readonly [number, number])[] {
  const isAligned = /[|+]/.test(text.charAt(borders.at(-1) ?? 0));
  const bars = [...text.matchAll(/[|]/g)].map(({ index }) => index);
  const cuts = isAligned ? borders.filter((at) => /[|+]/.test(text.charAt(at))) : bars;
  const cells: (readonly [number, number])[] = [];
  cuts.forEach((from, i) => {
    const to = cuts[i + 1] ?? text.length;
    if (i + 1 < cuts.length || text.slice(from + 1).trim() !== '') cells.push([from + 1, to]);
  });
  return cells;
}

/**
 * `====  ====` above, below and, if there is a header, between. A line whose first column is blank continues the row above it.
 * @returns undefined when no line closes the table
 */
export function simpleTable(source: SourceText, lines: MarkupLines, first: number, end: number, startOf: Start): RstTable | undefined {
  const textOf = (line: number): string => source.text.slice(startOf(line), lines.endOf(line));
  const columns = [...textOf(first).matchAll(/=+/g)].map(({ index }) => index);
  const rows: Stretches[][] = [];
  let headerRows = 0;
  for (let line = first + 1; line < end; line++) {
    if (lines.isBlank(line)) continue;
    const text = textOf(line);
    if (SIMPLE_BORDER.test(text)) {
      if (line + 1 >= end || lines.isBlank(line + 1)) return { rows, headerRows, next: line + 1 };
      headerRows = rows.length;
      continue;
    }
    if (/^-[- ]*$/.test(text.trimEnd())) continue;
    const isContinued = rows.length > headerRows && text.slice(0, columns[1] ?? 0).trim() === '';
    const row = isContinued ? (rows.at(-1) ?? []) : [];
    if (!isContinued) rows.push(row);
    let from = 0;
    for (let column = 0; column < columns.length && (column === 0 || from < text.length); column++) {
      // A text that crosses the gap between columns stays whole.
      const next = columns[column + 1] ?? text.length;
      const isCut = column + 1 === columns.length || next >= text.length || /[ \t]/.test(text.charAt(next - 1));
      const cell = isCut ? text.slice(from, next) : '';
      const into = (row[column] ??= new Stretches(source));
      addTrimmed(into, cell, startOf(line) + from);
      if (isCut) from = Math.min(next, text.length);
    }
  }
  return undefined;
}

export const SIMPLE_BORDER = /^=+(?: +=+)+[ \t]*$/;

/** Rows of a list of lists, `* - cell`. */
export function listTable(source: SourceText, lines: MarkupLines, first: number, end: number): readonly (readonly Stretches[])[] {
  const indent = lines.leastIndent(first, end);
  const rows: Stretches[][] = [];
  let cellIndent = -1;
  for (let line = first; line < end; line++) {
    if (lines.isBlank(line)) continue;
    const start = lines.contentOf(line);
    const text = source.text.slice(start, lines.endOf(line));
    const row = lines.indentOf(line) === indent ? /^[-*+•][ \t]+(?=[-*+•](?:[ \t]|$))/.exec(text) : null;
    if (row !== null) {
      rows.push([]);
      cellIndent = indent + row[0].length;
    }
    const isCell = row !== null || (lines.indentOf(line) === cellIndent && /^[-*+•](?:[ \t]|$)/.test(text));
    const current = rows.at(-1);
    if (current === undefined) rows.push([new Stretches(source)]);
    else if (isCell) current.push(new Stretches(source));
    const cell = rows.at(-1)?.at(-1);
    const skipped = isCell ? (row?.[0].length ?? 0) + (/^[-*+•][ \t]*/.exec(text.slice(row?.[0].length ?? 0))?.[0].length ?? 0) : 0;
    if (cell !== undefined) addTrimmed(cell, text.slice(skipped), start + skipped);
  }
  return rows;
}

function addTrimmed(into: Stretches, text: string, start: number): void {
  const trimmed = text.trim();
  if (trimmed === '') return;
  const from = start + text.length - text.trimStart().length;
  into.addBreak().add(from, from + trimmed.length);
}
