import type { Outline } from '../outline.ts';
import { TextWriter } from '../sourceText.ts';
import type { Piece, SourceText } from '../sourceText.ts';

/** Cells without text are undefined. */
export interface Table {
  readonly rows: readonly (readonly (Piece | undefined)[])[];
  /** How many rows at the top name the columns. */
  readonly headerRows: number;
}

/**
 * Each row with its column names, so that it can be read alone; the names are not verbatim, else every row would reach up to the header. What no row repeats
 * of the header is a row itself.
 */
export function addTable(outline: Outline, source: SourceText, { rows, headerRows }: Table): void {
  const headers = rows.slice(0, headerRows);
  const body = rows.slice(headerRows);
  const names = columnNames(headers);
  const filled = new Set<number>();
  for (const row of body) row.forEach((cell, column) => (cell === undefined ? undefined : filled.add(column)));
  const isUsed = names.map((name, column) => name !== '' && filled.has(column));
  for (const row of headers)
    outline.add(
      'tableRow',
      rowOf(
        source,
        row.map((cell, column) => (isUsed[column] === true ? undefined : cell)),
        [],
      ),
    );
  for (const row of body) outline.add('tableRow', rowOf(source, row, names));
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

/** What is before a cell's text: the separator from the cell before it, and the column's name. */
export function writeCellStart(writer: TextWriter, name = ''): void {
  if (!writer.isEmpty) writer.make('; ');
  if (name !== '') writer.make(`${name}: `);
}

/** A header's text as the name that is repeated in every row. */
export function columnName(text: string): string {
  const name = text.replace(/\s+/g, ' ').trim().replace(/:$/, '');
  return isColumnName(name) ? name : '';
}

/** A longer text in the header is no name, and would be repeated in each row. */
export function isColumnName(text: string): boolean {
  return text.length <= MAX_NAME_LENGTH;
}

const MAX_NAME_LENGTH = 80;

/** The name of columns up to `end`, exclusive. */
export interface SpanningName {
  readonly name: string;
  readonly end: number;
}

/** Names of columns by index; to be asked for ascending ones. */
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
