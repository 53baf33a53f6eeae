import type { Block } from '../document.ts';
import { cleanText } from '../extracted.ts';
import type { ExtractedItem, ExtractedOrigin, ItemLink } from '../extracted.ts';
import type { LinkTarget } from '../references.ts';
import { isTelling, otherTitle } from './statedTitle.ts';
import { namedRows } from './tableRows.ts';
import { fieldsOf, titleIn } from './xml.ts';

/** Of the titles, the first is that of the document. */
export type ParagraphKind =
  | 'title'
  | { readonly kind: Exclude<Block['kind'], 'tableRow'> }
  | { readonly kind: 'heading'; readonly level: number };

/** Limits a chain of styles based on each other, which may be circular. Word allows 11. */
export const MAX_STYLE_DEPTH = 50;

/**
 * What the properties of a document say.
 * @param xml of the properties
 * @param shown the title that the document shows
 */
export async function propertiesIn(
  xml: string | undefined,
  shown: string | undefined,
  labels: Readonly<Record<string, string | undefined>>,
): Promise<Pick<ExtractedOrigin, 'title' | 'fields'>> {
  const stated = (await titleIn(xml)) ?? '';
  const title = shown ?? (isTelling(stated) ? stated : undefined);
  return { title, fields: [...otherTitle(stated, title), ...(await fieldsOf(xml, labels))] };
}

/** A style's name or id, cut to the length that Word allows, because every paragraph looks it up. */
export function styleName(name: string): string {
  return name.slice(0, MAX_STYLE_NAME_CHARS);
}

const MAX_STYLE_NAME_CHARS = 253;

/**
 * Collects the text of an office document in reading order: paragraphs, tables row by row with their column names, and anchored content
 * (notes, text boxes) after its paragraph.
 */
export class OfficeText {
  readonly items: ExtractedItem[] = [];
  /** The title that the document shows. */
  title: string | undefined;
  readonly #paragraphs: Paragraph[] = [];
  /** Names that a document gives to the next paragraph. */
  readonly #nextAnchors: string[] = [];
  readonly #links: { readonly target: LinkTarget | undefined; text: string }[] = [];
  readonly #anchored: ExtractedItem[] = [];
  readonly #tables: Table[] = [];

  openParagraph(): void {
    this.#paragraphs.push({ text: '', links: [], anchors: this.#nextAnchors.splice(0) });
  }

  /** Names the open paragraph, or the next one. */
  anchor(name: string): void {
    (this.#paragraphs.at(-1)?.anchors ?? this.#nextAnchors).push(name);
  }

  openLink(target: LinkTarget | undefined): void {
    this.#links.push({ target, text: '' });
  }

  closeLink(): void {
    const { target, text = '' } = this.#links.pop() ?? {};
    if (target !== undefined) this.#paragraphs.at(-1)?.links.push({ target, text });
  }

  /** Text outside of paragraphs is only the XML's white space. */
  text(text: string): void {
    const paragraph = this.#paragraphs.at(-1);
    const link = this.#links.at(-1);
    if (paragraph !== undefined) paragraph.text += text;
    if (link !== undefined) link.text += text;
  }

  closeParagraph(as: ParagraphKind): void {
    const paragraph = this.#paragraphs.pop() ?? { text: '', links: [], anchors: [] };
    const text = cleanText(paragraph.text);
    const row = this.#tables.at(-1)?.rows.at(-1);
    if (text !== '' && row !== undefined) addToCell(lastCell(row), { ...paragraph, text });
    else if (text !== '') {
      if (as === 'title') this.title ??= text;
      const kind = as === 'title' ? { kind: 'heading' as const, level: 1 } : as;
      (this.#paragraphs.length > 0 ? this.#anchored : this.items).push({ ...kind, ...paragraph, text });
    }
    if (this.#paragraphs.length === 0) for (const item of this.#anchored.splice(0)) this.items.push(item);
  }

  /** Discards a paragraph that is not part of the text. */
  dropParagraph(): void {
    this.#paragraphs.pop();
  }

  openTable(): void {
    this.#tables.push({ rows: [], mayHaveHeader: true });
  }

  /** The document says that the table has no header row. */
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
    this.#tables.at(-1)?.rows.at(-1)?.cells.push(emptyCell());
  }

  /** @param columns columns that the cell covers, or the number of times it is repeated */
  closeCell(columns: number): void {
    const cell = this.#tables.at(-1)?.rows.at(-1)?.cells.at(-1);
    if (cell !== undefined) cell.columns = columns;
  }

  closeTable(): void {
    const table = this.#tables.pop();
    if (table === undefined) return;
    const items = itemsOf(table);
    const outerRow = this.#tables.at(-1)?.rows.at(-1);
    const into = this.#paragraphs.length > 0 ? this.#anchored : this.items;
    for (const item of items)
      if (outerRow !== undefined) addToCell(lastCell(outerRow), item);
      else into.push(item);
  }
}

interface Paragraph {
  text: string;
  readonly links: ItemLink[];
  readonly anchors: string[];
}

interface Cell {
  readonly texts: string[];
  readonly links: ItemLink[];
  readonly anchors: string[];
  columns: number;
}

interface Row {
  readonly cells: Cell[];
  isHeader: boolean;
}

interface Table {
  readonly rows: Row[];
  mayHaveHeader: boolean;
}

/** The row's last cell, or a new one if the row has text outside of cells. */
function lastCell({ cells }: Row): Cell {
  const last = cells.at(-1) ?? emptyCell();
  if (cells.length === 0) cells.push(last);
  return last;
}

function emptyCell(): Cell {
  return { texts: [], links: [], anchors: [], columns: 1 };
}

function addToCell(cell: Cell, { text, links = [], anchors = [] }: Pick<ExtractedItem, 'text' | 'links' | 'anchors'>): void {
  cell.texts.push(text);
  for (const link of links) cell.links.push(link);
  for (const anchor of anchors) cell.anchors.push(anchor);
}

/** What the cells link to, and the names of their places. */
function referencesIn(cells: readonly Cell[]): Pick<ExtractedItem, 'links' | 'anchors'> {
  return { links: cells.flatMap(({ links }) => links), anchors: cells.flatMap(({ anchors }) => anchors) };
}

function itemsOf({ rows, mayHaveHeader }: Table): readonly ExtractedItem[] {
  const [first] = rows;
  if (first === undefined) return [];
  // A table with one column is layout.
  if (rows.every(({ cells: [cell, ...others] }) => others.length === 0 && (cell?.columns ?? 1) === 1))
    return rows.flatMap(({ cells: [cell] }) =>
      cell === undefined || cell.texts.length === 0 ? [] : [{ kind: 'paragraph', text: textOf(cell), ...referencesIn([cell]) }],
    );
  const headers = new Set(rows.filter(({ isHeader }) => isHeader));
  if (headers.size === 0 && mayHaveHeader && rows.length > 1 && looksLikeHeader(first)) headers.add(first);
  const table = rows.map((row) => ({
    isHeader: headers.has(row),
    cells: row.cells.map((cell) => ({ content: cell.texts.length > 0 ? cell : undefined, columns: cell.columns })),
  }));
  return namedRows(table, textOf).map((cells) => {
    const text = cells.map(({ name, content }) => (name === '' ? textOf(content) : `${name}: ${textOf(content)}`)).join('; ');
    return { kind: 'tableRow', text, ...referencesIn(cells.map(({ content }) => content)) };
  });
}

function textOf({ texts }: Cell): string {
  return texts.join(' ');
}

function looksLikeHeader({ cells }: Row): boolean {
  const texts = cells.map(textOf);
  const areNames = cells.every(({ columns }, i) => columns === 1 && (texts[i]?.length ?? 0) <= 60 && /\p{L}/u.test(texts[i] ?? ''));
  return areNames && new Set(texts).size === texts.length;
}
