/** How rows of tables are written in every format: each cell with the name of its column, so that a row can be read without the header. */
import { firstWhere } from '../../base/binarySearch.ts';
import type { Outline } from '../outline.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';

interface TableCell<T> {
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

/** Adds each row with its column names. @param place converts places in the source to places in the file that contains it */
export function addTable(outline: Outline, source: SourceText, rows: readonly TableRow<Piece>[], place?: (piece: Piece) => Piece): void {
  const append = (writer: TextWriter, piece: Piece): void => writer.append(piece);
  for (const piece of rowPieces(source, rows, ({ text }) => text, append)) outline.add('tableRow', place ? place(piece) : piece);
}

/**
 * The texts of the rows. The names are not verbatim; otherwise every row's range would extend up to the header.
 * @param write writes what is in a cell
 */
export function rowPieces<T>(
  source: SourceText,
  rows: readonly TableRow<T>[],
  textOf: (content: T) => string,
  write: (writer: TextWriter, content: T) => void,
): readonly Piece[] {
  return namedRows(rows, textOf).flatMap((cells) => {
    const writer = new TextWriter(source);
    for (const { name, content } of cells) {
      if (!writer.isEmpty) writer.make('; ');
      if (name !== '') writer.make(`${name}: `);
      write(writer, content);
    }
    return writer.finish() ?? [];
  });
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
      let name = names.get(column);
      if (name === undefined) names.set(column, (name = columnName(headers.map((row) => textAt(row, column, textOf)).join(' '))));
      return name;
    };
    const named = rows.slice(body, at).map(({ cells }) => {
      const row: NamedCell<T>[] = [];
      let column = 0;
      for (const { content, columns } of cells) {
        if (content !== undefined) row.push({ name: nameOf(column), content });
        column += spanOf(columns);
      }
      return row;
    });
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
  return cells.map(({ content, columns }) => ({ content, column: end, end: (end += spanOf(columns)) }));
}

function spanOf(columns = 1): number {
  return Math.min(Math.max(1, columns), MAX_COLUMNS);
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
