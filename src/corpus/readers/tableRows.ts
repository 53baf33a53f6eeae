/** How rows of tables are written in every format: each cell with the name of its column, so that a row can be read without the header. */
import { firstWhere } from '../../base/binarySearch.ts';
import type { Outline } from '../outline.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';

export interface TableCell<T> {
  /** Undefined in a cell without text. */
  readonly content: T | undefined;
  /** The columns that it covers, from 1. */
  readonly columns?: number;
}

export interface TableRow<T> {
  readonly cells: readonly TableCell<T>[];
  /** Whether it names the columns of the rows below, up to the next such row. Several in a row do so together. */
  readonly isHeader: boolean;
}

export interface NamedCell<T> {
  /** Empty for a column without a name. */
  readonly name: string;
  readonly content: T;
}

/** Rows of which the first `headerRows` name the columns. */
export function withHeader<T>(rows: readonly (readonly (T | undefined)[])[], headerRows: number): readonly TableRow<T>[] {
  return rows.map((cells, i) => ({ isHeader: i < headerRows, cells: cells.map((content) => ({ content })) }));
}

/**
 * Adds each row with its column names. The names are not verbatim; otherwise every row's range would extend up to the header.
 * @param place converts places in the source to places in the file that contains it
 */
export function addTable(
  outline: Outline,
  source: SourceText,
  rows: readonly TableRow<Piece>[],
  place: (piece: Piece) => Piece = (piece) => piece,
): void {
  for (const cells of namedRows(rows, ({ text }) => text)) {
    const writer = new TextWriter(source);
    for (const { name, content } of cells) {
      if (!writer.isEmpty) writer.make('; ');
      if (name !== '') writer.make(`${name}: `);
      writer.append(content);
    }
    const piece = writer.finish();
    outline.add('tableRow', piece && place(piece));
  }
}

/** The rows to write, with what is in their cells. Cells of a header that no row repeats are a row. */
export function namedRows<T>(rows: readonly TableRow<T>[], textOf: (content: T) => string): readonly (readonly NamedCell<T>[])[] {
  const written: (readonly NamedCell<T>[])[] = [];
  for (let at = 0; at < rows.length;) {
    const header = at;
    while (rows[at]?.isHeader === true) at++;
    const body = at;
    while (rows[at]?.isHeader === false) at++;
    const headers = rows.slice(header, body).map(placed);
    const names = new Map<number, string>();
    const nameOf = (column: number): string => {
      const known = names.get(column) ?? columnName(headers.map((row) => textAt(row, column, textOf)).join(' '));
      names.set(column, known);
      return known;
    };
    const named = rows
      .slice(body, at)
      .map((row) => placed(row).flatMap(({ content, column }) => (content === undefined ? [] : [{ name: nameOf(column), content }])));
    const used = [...names].flatMap(([column, name]) => (name === '' ? [] : [column])).sort((a, b) => a - b);
    const isUsed = ({ column, end }: PlacedCell<T>): boolean => (used[firstWhere(used.length, (i) => used[i]! >= column)] ?? end) < end;
    for (const row of headers)
      written.push(row.flatMap((cell) => (cell.content === undefined || isUsed(cell) ? [] : [{ name: '', content: cell.content }])));
    for (const row of named) written.push(row);
  }
  return written.filter(({ length }) => length > 0);
}

/** A cell with the columns that it covers: `[column, end)`. */
interface PlacedCell<T> {
  readonly content: T | undefined;
  readonly column: number;
  readonly end: number;
}

function placed<T>({ cells }: TableRow<T>): readonly PlacedCell<T>[] {
  let end = 0;
  return cells.map(({ content, columns = 1 }) => {
    const column = end;
    end += Math.min(Math.max(1, columns), MAX_COLUMNS);
    return { content, column, end };
  });
}

/** Spreadsheets repeat an empty cell to the end of the sheet. */
const MAX_COLUMNS = 1000;

function textAt<T>(row: readonly PlacedCell<T>[], column: number, textOf: (content: T) => string): string {
  const content = row[firstWhere(row.length, (i) => row[i]!.end > column)]?.content;
  return content === undefined ? '' : textOf(content);
}

/** A header's text as every row repeats it; empty when it is too long for that. */
export function columnName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().replace(/:$/, '');
  return name.length <= MAX_NAME_LENGTH ? name : '';
}

const MAX_NAME_LENGTH = 80;
