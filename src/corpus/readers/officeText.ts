import type { Block } from '../document.ts';
import { cleanText } from '../extracted.ts';
import type { ExtractedItem } from '../extracted.ts';

export type ParagraphKind = { readonly kind: Exclude<Block['kind'], 'tableRow'> } | { readonly kind: 'heading'; readonly level: number };

/**
 * Collects what an office document says, in reading order: paragraphs, tables row by row with the names of their columns, and what is anchored in a paragraph
 * (notes, text boxes) after it.
 */
export class OfficeText {
  readonly items: ExtractedItem[] = [];
  readonly #paragraphs: string[] = [];
  readonly #anchored: ExtractedItem[] = [];
  readonly #tables: Table[] = [];

  openParagraph(): void {
    this.#paragraphs.push('');
  }

  /** Outside of paragraphs there is no text, only the white space of the XML. */
  text(text: string): void {
    if (this.#paragraphs.length > 0) this.#paragraphs.push((this.#paragraphs.pop() ?? '') + text);
  }

  closeParagraph(as: ParagraphKind): void {
    const text = cleanText(this.#paragraphs.pop() ?? '');
    const row = this.#tables.at(-1)?.rows.at(-1);
    if (text !== '' && row !== undefined) row.cells.push(`${row.cells.pop() ?? ''} ${text}`.trim());
    else if (text !== '') (this.#paragraphs.length > 0 ? this.#anchored : this.items).push({ ...as, text });
    if (this.#paragraphs.length === 0) this.items.push(...this.#anchored.splice(0));
  }

  /** For a paragraph that is not to be read. */
  dropParagraph(): void {
    this.#paragraphs.pop();
  }

  openTable(): void {
    this.#tables.push({ rows: [], mayHaveHeader: true });
  }

  /** The document says that the first row is like all others. */
  hasNoHeader(): void {
    const table = this.#tables.at(-1);
    if (table !== undefined) table.mayHaveHeader = false;
  }

  openRow(): void {
    this.#tables.at(-1)?.rows.push({ cells: [], isHeader: false });
  }

  isHeaderRow(): void {
    const row = this.#tables.at(-1)?.rows.at(-1);
    if (row !== undefined) row.isHeader = true;
  }

  openCell(): void {
    this.#tables.at(-1)?.rows.at(-1)?.cells.push('');
  }

  /** @param columns that the cell takes, or how often it is repeated */
  closeCell(columns: number): void {
    const row = this.#tables.at(-1)?.rows.at(-1);
    if (row === undefined) return;
    const cell = row.cells.at(-1) ?? '';
    for (let i = 1; i < Math.min(columns, MAX_COLUMNS); i++) row.cells.push(row.isHeader ? cell : '');
  }

  closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    const items = itemsOf(table);
    const outerRow = this.#tables.at(-1)?.rows.at(-1);
    if (outerRow !== undefined) outerRow.cells.push([outerRow.cells.pop() ?? '', ...items.map(({ text }) => text)].join(' ').trim());
    else (this.#paragraphs.length > 0 ? this.#anchored : this.items).push(...items);
  }
}

/** Spreadsheets repeat an empty cell to the end of the sheet. */
const MAX_COLUMNS = 1000;

interface Table {
  readonly rows: { readonly cells: string[]; isHeader: boolean }[];
  mayHaveHeader: boolean;
}

function itemsOf({ rows, mayHaveHeader }: Table): readonly ExtractedItem[] {
  const [first] = rows;
  if (first === undefined) return [];
  // A table of one column lays text out.
  if (rows.every(({ cells }) => cells.length <= 1))
    return rows.flatMap(({ cells: [text = ''] }) => (text === '' ? [] : [{ kind: 'paragraph', text }]));
  const headers = rows.filter(({ isHeader }) => isHeader);
  if (headers.length === 0 && mayHaveHeader && rows.length > 1 && looksLikeHeader(first.cells)) headers.push(first);
  const names = (headers.at(-1)?.cells ?? []).map((name) => name.replace(/:$/, ''));
  const values = rows.filter((row) => !headers.includes(row) || headers.length === rows.length);
  const isNamed = headers.length < rows.length;
  return values.flatMap(({ cells }) => {
    const text = cells
      .flatMap((cell, i) => (cell === '' ? [] : [isNamed && (names[i] ?? '') !== '' ? `${names[i]}: ${cell}` : cell]))
      .join('; ');
    return text === '' ? [] : [{ kind: 'tableRow' as const, text }];
  });
}

function looksLikeHeader(cells: readonly string[]): boolean {
  return new Set(cells).size === cells.length && cells.every((cell) => cell.length <= 60 && /\p{L}/u.test(cell));
}
