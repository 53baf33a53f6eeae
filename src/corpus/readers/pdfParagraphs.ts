import { least, median } from '../../base/extremes.ts';
import type { Block } from '../document.ts';
import type { ItemLink, PageMark } from '../extracted.ts';
import { CAPTION } from '../tables.ts';
import { dividedEnd } from './pdfHyphens.ts';
import type { Hyphens } from './pdfHyphens.ts';
import { roundedSize } from './pdfLines.ts';
import type { PdfLine } from './pdfLines.ts';
import type { PageColumns } from './pdfRunningLines.ts';
import { RunningTables } from './pdfRunningTables.ts';
import type { RowOfTable, TablePlace } from './pdfRunningTables.ts';
import { namesPart } from './pdfTableHeaders.ts';
import { rowText } from './pdfTables.ts';
import { tablesIn } from './pdfWordTables.ts';

export interface PdfParagraph {
  readonly kind: Block['kind'];
  readonly text: string;
  readonly pages: readonly PageMark[];
  readonly size: number;
  readonly isBold: boolean;
  readonly lineCount: number;
  readonly links: readonly ItemLink[];
  /** Of a row: the number of its table, ascending. */
  readonly table?: number;
}

/** Measures that hold for the whole document. */
export interface PdfTypography {
  /** Size of the font that most text uses. */
  readonly bodySize: number;
  /** Line distance by font size. */
  readonly leading: ReadonlyMap<number, number>;
}

export function typographyOf(pages: readonly PageColumns[]): PdfTypography {
  const chars = new Map<number, number>();
  const distances = new Map<number, number[]>();
  for (const lines of pages.flat()) {
    lines.forEach((line, i) => {
      const size = roundedSize(line.size);
      if (!line.isMonospace) chars.set(size, (chars.get(size) ?? 0) + line.text.length);
      const next = lines[i + 1];
      const distance = next === undefined || roundedSize(next.size) !== size ? 0 : next.baseline - line.baseline;
      if (distance <= 0.5 * size || distance > 2.5 * size) return;
      const known = distances.get(size) ?? [];
      distances.set(size, known);
      if (known.length < MAX_DISTANCES) known.push(distance);
    });
  }
  const [bodySize = 10] = [...chars].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [10, 0]);
  return { bodySize, leading: new Map([...distances].map(([size, known]) => [size, median(known)])) };
}

const MAX_DISTANCES = 5000;

/** Joins lines to paragraphs, across columns and pages too. */
export function paragraphsOf(pages: readonly PageColumns[], typography: PdfTypography, hyphens: Hyphens): readonly PdfParagraph[] {
  const done: PdfParagraph[] = [];
  let open: OpenParagraph | undefined;
  const tables = new RunningTables();
  for (const [page, columns] of pages.entries()) {
    const drafts = columns.map((lines) => draftsOf(lines, typography, hyphens));
    for (const inColumn of footnotesLast(drafts, typography))
      for (const draft of continuationFirst(inColumn, open?.last, typography)) {
        if (!draft.row) tables.pass(draft.lines, page);
        if (open !== undefined && goesOnElsewhere(open.last, draft)) open.extend(draft, page);
        else {
          if (open !== undefined) done.push(open.finish());
          open = new OpenParagraph(draft, page, hyphens, draft.row && tables.placeOf(draft.row, draft.lines, page));
        }
      }
  }
  if (open !== undefined) done.push(open.finish());
  return done;
}

interface Draft {
  readonly kind: Block['kind'];
  readonly lines: readonly PdfLine[];
  readonly column: Column;
  /** Of a row of a table whose numbers have columns. */
  readonly row?: RowOfTable;
}

interface Column {
  readonly lines: readonly PdfLine[];
  readonly left: number;
  readonly right: number;
}

class OpenParagraph {
  readonly #draft: Draft;
  readonly #hyphens: Hyphens;
  readonly #pages: PageMark[];
  readonly #links: ItemLink[] = [];
  readonly #place: TablePlace | undefined;
  /** The joined text except for its end, which a hyphenated word may still change. */
  readonly #before: string[] = [];
  #beforeLength = 0;
  #end = '';
  #lineCount = 0;
  last: Draft;

  constructor(draft: Draft, page: number, hyphens: Hyphens, place: TablePlace | undefined) {
    this.#draft = draft;
    this.#place = place;
    this.#hyphens = hyphens;
    this.last = draft;
    this.#pages = [{ offset: 0, page }];
    this.#add(draft);
  }

  extend(draft: Draft, page: number): void {
    this.last = draft;
    const offset = this.#add(draft);
    if (this.#pages.at(-1)?.page !== page) this.#pages.push({ offset, page });
  }

  finish(): PdfParagraph {
    const [first] = this.#draft.lines;
    const { kind, lines } = this.#draft;
    const isBold = lines.every((line) => line.isBold);
    return {
      kind,
      text: this.#before.join('') + this.#end,
      pages: this.#pages,
      size: first?.size ?? 0,
      isBold,
      lineCount: this.#lineCount,
      links: this.#links,
      ...(this.#place ? { table: this.#place.number } : {}),
    };
  }

  /** @returns the offset of its first line's first character, after any space */
  #add({ kind, lines }: Draft): number {
    this.#lineCount += lines.length;
    for (const line of lines) for (const link of line.links) this.#links.push(link);
    if (kind === 'code') return this.#addLine(codeOf(lines));
    if (this.#place) return this.#addLine(rowText(this.#place, (before, after) => this.#hyphens.join(before, after)));
    if (kind === 'tableRow') return this.#addLine(lines.map(({ cells }) => cells.map((cell) => cell.text).join(' | ')).join(' '));
    const [first = 0] = lines.map(({ text }) => this.#addLine(text));
    return first;
  }

  #addLine(text: string): number {
    const length = this.#end.length;
    const joined = this.#hyphens.join(this.#end, text);
    const start = this.#beforeLength + (joined.charAt(length) === ' ' ? length + 1 : Math.min(length, joined.length));
    const endStart = Math.max(0, joined.length - MAX_WORD_CHARS);
    this.#before.push(joined.slice(0, endStart));
    this.#beforeLength += endStart;
    this.#end = joined.slice(endStart);
    return start;
  }
}

/** Length limit for a hyphenated word; only the end of a longer one is used. */
const MAX_WORD_CHARS = 200;

/** Joins lines of code with their breaks and with the indentation that follows from the width of their characters. */
function codeOf(lines: readonly PdfLine[]): string {
  const left = least(lines.map(({ x0 }) => x0));
  const indented = lines.map(({ x0, size, cells }) => {
    const indent = Math.round((x0 - left) / (size * 0.55));
    return ' '.repeat(Math.min(MAX_INDENT, Math.max(0, indent))) + cells.map((cell) => cell.text).join('  ');
  });
  return indented.join('\n').trim();
}

/** Limits indentation: in a tiny font a page is a million characters wide. */
const MAX_INDENT = 200;

/** Moves footnotes before a paragraph that continues in another column, otherwise to the end of the page. */
function footnotesLast(columns: readonly (readonly Draft[])[], { bodySize }: PdfTypography): readonly (readonly Draft[])[] {
  const notes: Draft[] = [];
  const body = columns.map((drafts) => {
    const last = drafts.findLastIndex(({ lines }) => (lines[0]?.size ?? 0) >= bodySize * SMALL);
    if (last < 0) return drafts;
    for (const note of drafts.slice(last + 1)) notes.push(note);
    return drafts.slice(0, last + 1);
  });
  const lastColumn = body.at(-1) ?? [];
  const end = lastColumn.at(-1);
  if (end === undefined || !isUnfinished(end) || !isFilled(end)) return [...body, notes];
  return [...body.slice(0, -1), [...lastColumn.slice(0, -1), ...notes, end]];
}

/** Moves the continuation of the preceding column's paragraph before the figures and captions above it. */
function continuationFirst(drafts: readonly Draft[], last: Draft | undefined, { bodySize }: PdfTypography): readonly Draft[] {
  const i = drafts.findIndex((draft) => !isFloat(draft, bodySize));
  const continuation = drafts[i];
  if (i <= 0 || continuation === undefined || last === undefined || !goesOnElsewhere(last, continuation)) return drafts;
  return [continuation, ...drafts.slice(0, i), ...drafts.slice(i + 1)];
}

/** Whether a draft is set apart from the text, like a figure's caption. */
function isFloat({ kind, lines }: Draft, bodySize: number): boolean {
  if ((lines[0]?.size ?? 0) < bodySize * SMALL) return true;
  if (kind === 'tableRow' || kind === 'code' || CAPTION.test(lines[0]?.text ?? '')) return true;
  return lines.length === 1 && kind === 'paragraph' && (lines[0]?.text.length ?? 0) < 30;
}

const SMALL = 0.93;

function goesOnElsewhere(last: Draft, { kind, lines, column }: Draft): boolean {
  const before = last.lines.at(-1);
  const [after] = lines;
  if (before === undefined || after === undefined || kind !== 'paragraph' || column === last.column || !isUnfinished(last)) return false;
  if (Math.abs(before.size - after.size) > 0.5 || before.isBold !== after.isBold) return false;
  const indent = after.x0 - column.left;
  // A page may end within a line, and an item of a list is indented.
  if (/^\p{Ll}/u.test(after.text) && (last.lines.length > 1 || before.text.length >= MIN_CUT_CHARS))
    return indent <= after.size * 0.8 || Math.abs(after.x0 - before.x0) < after.size * 0.8;
  if (!isFilled(last) || indent > after.size * 0.8) return false;
  return /^[\p{Ll}\d([“"']/u.test(after.text) || (/[-,\p{Ll}]$/u.test(before.text) && /^\p{Lu}/u.test(after.text) && !after.isBold);
}

/** A shorter line, if it is alone, may be a label. */
const MIN_CUT_CHARS = 40;

function isUnfinished({ kind, lines }: Draft): boolean {
  const last = lines.at(-1);
  if (last === undefined || (kind !== 'paragraph' && kind !== 'listItem') || last.isBold) return false;
  return !/[.!?:;][)\]"'”’]*$/.test(last.text);
}

function isFilled({ lines, column }: Draft): boolean {
  return (lines.at(-1)?.x1 ?? 0) > column.right - (column.right - column.left) * 0.15;
}

function draftsOf(lines: readonly PdfLine[], { leading }: PdfTypography, hyphens: Hyphens): readonly Draft[] {
  const column = columnOf(lines);
  const drafts: { kind: Block['kind']; lines: PdfLine[]; row?: RowOfTable }[] = [];
  const tables = tablesIn(lines, (before, after) => hyphens.join(before, after));
  let next = 0;
  lines.forEach((line, i) => {
    const table = tables[next];
    if (table !== undefined && i >= table.start) {
      if (i === table.start) for (const row of table.rows) drafts.push({ kind: 'tableRow', lines: [...row.lines], row: { table, row } });
      if (i === table.end - 1) next++;
      return;
    }
    const before = lines[i - 1];
    const open = drafts.at(-1);
    const kind = kindOf(lines, i);
    const known = leading.get(roundedSize(line.size)) ?? line.size * 1.2;
    const isNew =
      before === undefined ||
      open === undefined ||
      kind === 'tableRow' ||
      kind === 'listItem' ||
      (kind === 'code') !== (open.kind === 'code') ||
      open.kind === 'tableRow' ||
      line.baseline - before.baseline > (kind === 'code' ? 2.2 : 1.3) * known ||
      line.baseline < before.baseline - line.size ||
      (kind !== 'code' && (hasOtherStyle(before, line, open.lines) || startsParagraph(before, line, lines[i + 1], open, column)));
    if (isNew) drafts.push({ kind, lines: [line] });
    else open.lines.push(line);
  });
  return drafts.map((draft) => ({ ...draft, column }));
}

function columnOf(lines: readonly PdfLine[]): Column {
  const rights = lines.map(({ x1 }) => x1).sort((a, b) => a - b);
  // A single line that is too long does not define the column.
  return { lines, left: least(lines.map(({ x0 }) => x0)), right: rights[Math.floor((rights.length - 1) * 0.95)] ?? 0 };
}

function kindOf(lines: readonly PdfLine[], i: number): Block['kind'] {
  const line = lines[i];
  if (line === undefined) return 'paragraph';
  if (line.isMonospace && !BULLET.test(line.text)) return 'code';
  const isHeading = namesPart(line) && (line.isBold || line.size > LARGER * (lines[i + 1]?.size ?? line.size));
  const cells = isHeading ? 1 : line.cells.length;
  const nearby = Math.max(lines[i - 1]?.cells.length ?? 1, lines[i + 1]?.cells.length ?? 1);
  if ((cells > 2 && nearby > 1) || (cells === 2 && nearby > 1 && !BULLET.test(line.text))) return 'tableRow';
  return BULLET.test(line.text) || isNumbered(lines, i) ? 'listItem' : 'paragraph';
}

const LARGER = 1.1;
const BULLET = /^[•◦▪‣●○■□◆➢✓∙·]\s?\S|^[–—*-]\s\S/u;

/**
 * Whether line `i` starts a numbered item. `2.` may also end a sentence, so the item must follow a finished one, or start further left than
 * the text.
 */
function isNumbered(lines: readonly PdfLine[], i: number): boolean {
  const line = lines[i];
  const before = lines[i - 1];
  if (line === undefined || !/^(?:\[\d{1,4}\]|\(?\d{1,3}[.)]|\(?[a-z][.)])\s+\S/.test(line.text) || line.isBold) return false;
  return before === undefined || /[.:;!?)]$/.test(before.text) || line.x0 < before.x0 - line.size * 0.5;
}

function hasOtherStyle(before: PdfLine, line: PdfLine, [first]: readonly PdfLine[]): boolean {
  if (Math.abs(before.size - line.size) > Math.max(0.5, 0.07 * line.size)) return true;
  // Captions often begin in bold.
  return before.isBold !== line.isBold && !(first !== undefined && CAPTION.test(first.text));
}

/** @param open the paragraph so far; `before` is its last line */
function startsParagraph(
  before: PdfLine,
  line: PdfLine,
  next: PdfLine | undefined,
  open: { readonly kind: Block['kind']; readonly lines: readonly PdfLine[] },
  { left, right }: Column,
): boolean {
  if (CAPTION.test(line.text) || (line.isBold && namesPart(line))) return true;
  if (/ … \S+$/.test(before.text)) return true;
  const em = line.size;
  const indent = line.x0 - before.x0;
  const isCentered = Math.abs(indent) > em && Math.abs(before.x0 + before.x1 - line.x0 - line.x1) < em;
  if (isCentered || (dividedEnd(before.text) !== undefined && /^\p{L}/u.test(line.text))) return false;
  const isFirst = open.lines.length === 1;
  const firstWord = /^\S+/.exec(line.text)?.[0].length ?? 0;
  const wordWidth = (firstWord * (line.x1 - line.x0)) / Math.max(1, line.text.length);
  // Unjustified lines vary in length, but are at least half full.
  const maybeRagged = before.x1 - left > 0.7 * (right - left) && !/[.!?:;][)\]"'”’]*$/.test(before.text);
  // The next word would have fit, so the break is intended.
  if (right - before.x1 > wordWidth + 1.5 * em && right - left > 8 * em && !maybeRagged)
    return !(isFirst && indent > 0.5 * em && open.kind === 'listItem' && !/[.!?:]$/.test(before.text));
  if (indent < 0.8 * em || (isFirst && open.kind === 'listItem')) return false;
  // A line indented more than the one before starts a paragraph, or belongs to one with a hanging indent.
  const goesOnIndented = next !== undefined && Math.abs(next.x0 - line.x0) < 0.3 * em;
  return !(isFirst && goesOnIndented);
}
