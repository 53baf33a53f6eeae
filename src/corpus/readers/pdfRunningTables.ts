import type { PdfLine } from './pdfLines.ts';
import type { TableColumn } from './pdfTableHeaders.ts';
import type { PdfTable, PdfTableRow, PlacedRow } from './pdfTables.ts';

/** A row as it is found on its page. */
export interface RowOfTable {
  readonly table: PdfTable;
  readonly row: PdfTableRow;
}

/** A row in its table, which may have begun on an earlier page. */
export interface TablePlace extends RowOfTable, PlacedRow {
  readonly number: number;
}

/** Numbers the tables of a document, and joins those that go on over the end of a page. */
export class RunningTables {
  #count = 0;
  #last: (TablePlace & { readonly page: number }) | undefined;
  /** Labels that the last row is below, each a part of the one before. */
  #labels: { readonly text: string; readonly line: PdfLine }[] = [];
  /** Whether all lines since the last table may be between two parts of one, and how many there are. */
  #isOnlyTitle = true;
  #linesBetween = 0;
  /** Whether the numbers of the last row are percentages. Only the first row of several may say so. */
  #arePercent = false;
  #page = 0;
  /** How the lines outside of tables look, on this page and on the one before. */
  #here = new Set<string>();
  #before = new Set<string>();

  /** Takes lines outside of tables. Pages ascend. */
  pass(lines: readonly PdfLine[], page: number): void {
    if (page !== this.#page) {
      this.#before = page === this.#page + 1 ? this.#here : new Set();
      this.#here = new Set();
      this.#page = page;
    }
    for (const { text } of lines) {
      const shape = shapeOf(text);
      const isBelow = page === this.#last?.page && text.length < MAX_NOTE_CHARS && !text.endsWith(':');
      this.#isOnlyTitle &&= (isBelow || this.#before.has(shape)) && ++this.#linesBetween <= MAX_LINES_BETWEEN;
      this.#here.add(shape);
    }
  }

  placeOf(of: RowOfTable, [line]: readonly PdfLine[], page: number): TablePlace {
    const last = this.#last;
    const known = last?.table === of.table ? last : this.#begin(of.table, page);
    if (known.number !== last?.number) this.#labels = [];
    while (line && this.#labels.length > 0 && !isUnder(this.#labels.at(-1)!.line, line)) this.#labels.pop();
    const under = this.#labels.at(-1)?.text;
    if (line && of.row.cells.length === 0) this.#labels.push({ text: of.row.label, line });
    const numbers = of.row.cells.flatMap(({ text, column }) => (column === undefined ? [] : [text]));
    if (numbers.length === 0 || numbers.some((text) => NOT_PERCENT.test(text))) this.#arePercent = false;
    else if (numbers.some((text) => text.endsWith('%'))) this.#arePercent = true;
    const place = { ...of, number: known.number, columns: known.columns, unit: known.unit, under };
    this.#last = { ...place, page };
    this.#isOnlyTitle = true;
    this.#linesBetween = 0;
    return this.#arePercent ? { ...place, unit: undefined } : place;
  }

  #begin({ columns, unit }: PdfTable, page: number): Pick<TablePlace, 'number' | 'columns' | 'unit'> {
    const last = this.#last;
    if (last !== undefined && page <= last.page + 1 && columns.length === last.columns.length && this.#isOnlyTitle) {
      const isBare = columns.every(({ name }) => name.length === 0);
      const isSame = columns.every(({ name }, i) => nameOf(name) === nameOf(last.columns[i]?.name ?? []));
      if (page > last.page && (isBare || isSame))
        return { number: last.number, columns: isBare ? last.columns : columns, unit: unit ?? last.unit };
      // What is said of several tables is above the first.
      if (isSame && !isBare) return { number: this.#count++, columns, unit: unit ?? last.unit };
    }
    return { number: this.#count++, columns, unit };
  }
}

/** Between parts of a table on two pages are at most the table's title, and a note below the first part. */
const MAX_LINES_BETWEEN = 6;
const MAX_NOTE_CHARS = 100;
/** An amount, or a number of more than three digits. */
const NOT_PERCENT = /\p{Sc}|\d[,.'’\u00a0 ]?\d{3}/u;

/** A line without its numbers, and without what says in brackets that it goes on. */
function shapeOf(text: string): string {
  return text
    .replace(/[([]\p{L}[^()[\]]{1,30}[)\]]|\d+/gu, '')
    .replace(/[\s,–-]+/g, '')
    .toLowerCase();
}

function nameOf(parts: TableColumn['name']): string {
  return parts.map(({ text }) => text).join(' ');
}

/** Whether a row is set as a part of what a label is above. */
function isUnder(label: PdfLine, line: PdfLine): boolean {
  return line.x0 > label.x0 + 0.3 * line.size || (label.isBold && !line.isBold && line.x0 > label.x0 - 0.3 * line.size);
}
