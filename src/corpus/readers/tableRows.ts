import type { Outline } from '../outline.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';

/** Cells without text are undefined. */
export interface Table {
  readonly rows: readonly (readonly (Piece | undefined)[])[];
  /** The number of rows at the top that name the columns. */
  readonly headerRows: number;
}

/**
 * Adds each row with its column names, so that it can be read without the header. The names are not verbatim; otherwise every row's range
 * would extend up to the header. Header cells that no row repeats become a row.
 * @param place converts places in the source to places in the file that contains it
 */
export function addTable(
  outline: Outline,
  source: SourceText,
  { rows, headerRows }: Table,
  place: (piece: Piece) => Piece = (piece) => piece,
): void {
  const headers = rows.slice(0, headerRows);
  const body = rows.slice(headerRows);
  const names = columnNames(headers);
  const filled = new Set<number>();
  for (const row of body) row.forEach((cell, column) => (cell === undefined ? undefined : filled.add(column)));
  const isUsed = names.map((name, column) => name !== '' && filled.has(column));
  const add = (row: readonly (Piece | undefined)[], rowNames: readonly string[]): void => {
    const piece = rowOf(source, row, rowNames);
    outline.add('tableRow', piece && place(piece));
  };
  for (const row of headers)
    add(
      row.map((cell, column) => (isUsed[column] === true ? undefined : cell)),
      [],
    );
  for (const row of body) add(row, names);
}

function rowOf(source: SourceText, cells: readonly (Piece | undefined)[], names: readonly string[]): Piece | undefined {
  const writer = new TextWriter(source);
  cells.forEach((cell, column) => {
    if (cell === undefined) return;
    writeCellStart(writer, names[column]);
    writer.append(cell);
  });
  return writer.finish();
}

/** Writes what precedes a cell's text: the separator from the preceding cell, and the column's name. */
export function writeCellStart(writer: TextWriter, name = ''): void {
  if (!writer.isEmpty) writer.make('; ');
  if (name !== '') writer.make(`${name}: `);
}

/** A header's text as every row repeats it. */
export function columnName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().replace(/:$/, '');
  return isColumnName(name) ? name : '';
}

/** Whether a header's text is short enough for a name, since each row repeats it. */
export function isColumnName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH;
}

const MAX_NAME_LENGTH = 80;

/** A name for the columns up to `end`, exclusive. */
export interface SpanningName {
  readonly name: string;
  readonly end: number;
}

/** Looks up the name of a column by index; indexes must be ascending. */
export function namesInOrder(names: readonly SpanningName[]): (column: number) => string {
  let i = 0;
  return (column) => {
    while (i < names.length && (names[i]?.end ?? 0) <= column) i++;
    return names[i]?.name ?? '';
  };
}

function columnNames(headers: Table['rows']): readonly string[] {
  const count = headers.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: count }, (_, column) => columnName(headers.map((row) => row[column]?.text ?? '').join(' ')));
}
