import { greatest, least } from '../../base/extremes.ts';
import { cleanText } from '../extracted.ts';
import type { ItemLink } from '../extracted.ts';
import type { LinkTarget } from '../references.ts';
import type { PlacedText } from './placedText.ts';

/** Adjacent texts without a gap wide enough to separate columns. */
export interface Segment {
  readonly texts: readonly PlacedText[];
  readonly x0: number;
  readonly x1: number;
  readonly top: number;
  readonly bottom: number;
  readonly charCount: number;
}

/** A part of a line between wide gaps. */
export interface PdfCell {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
}

/** A line of text in reading order. */
export interface PdfLine {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly baseline: number;
  /** Font size of most of its characters. */
  readonly size: number;
  readonly isBold: boolean;
  readonly isMonospace: boolean;
  /** The parts of the line between wide gaps; more than one in tables. */
  readonly cells: readonly PdfCell[];
  /** In reading order. */
  readonly links: readonly ItemLink[];
}

/**
 * Joins texts written one after the other on a line, superscripts included. Keeps texts of only white space, which mark word boundaries.
 */
export function segmentsOf(texts: readonly PlacedText[], gapEm = WIDE_GAP_EM): readonly Segment[] {
  const segments: Segment[] = [];
  let open: PlacedText[] = [];
  let before: PlacedText | undefined;
  for (const text of texts) {
    // A space text is as wide as the gap it fills, so it would hide the gap.
    if (text.text.trim() !== '') {
      if (before !== undefined && !goesOn(before, text, gapEm)) {
        segments.push(segmentOf(open));
        open = [];
      }
      before = text;
    } else if (before === undefined) continue;
    open.push(text);
  }
  if (before !== undefined) segments.push(segmentOf(open));
  return segments;
}

function goesOn(before: PlacedText, { baseline, size, x0, x1 }: PlacedText, gapEm: number): boolean {
  const em = Math.max(before.size, size);
  if (Math.abs(before.baseline - baseline) > em * 0.55) return false;
  const gap = x0 >= before.x0 ? x0 - before.x1 : before.x0 - x1;
  return gap > -em && gap < em * gapEm;
}

/** A gap this wide separates columns; gaps in justified text are narrower. */
const WIDE_GAP_EM = 1.1;
/** Headers of narrow columns are closer to each other, in lines that have several short texts and so are not justified. */
const CELL_GAP_EM = 0.6;
const MAX_CELL_CHARS = 60;

function segmentOf(parts: readonly PlacedText[]): Segment {
  const shown = parts.filter(({ text }) => text.trim() !== '');
  return {
    texts: parts,
    x0: least(shown.map(({ x0 }) => x0)),
    x1: greatest(shown.map(({ x1 }) => x1)),
    top: least(shown.map(({ baseline, size }) => baseline - size * 0.75)),
    bottom: greatest(shown.map(({ baseline, size }) => baseline + size * 0.22)),
    charCount: shown.reduce((sum, { text }) => sum + text.length, 0),
  };
}

/** The lines of one column, from top to bottom. */
export function pdfLinesOf(segments: readonly Segment[]): readonly PdfLine[] {
  return pdfRowsOf(segments).flatMap((row) => lineOf(row));
}

/** Segments side by side on one line, left to right; rows from top to bottom. */
export function pdfRowsOf(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const rows: { top: number; bottom: number; segments: Segment[] }[] = [];
  for (const segment of segments.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows.at(-1);
    const overlap = row === undefined ? 0 : Math.min(row.bottom, segment.bottom) - Math.max(row.top, segment.top);
    if (row !== undefined && overlap > 0.5 * Math.min(row.bottom - row.top, segment.bottom - segment.top)) {
      row.segments.push(segment);
      // A row is as high as its largest text, not as all texts together; otherwise close lines would merge.
      if (segment.bottom - segment.top > row.bottom - row.top) Object.assign(row, { top: segment.top, bottom: segment.bottom });
    } else rows.push({ top: segment.top, bottom: segment.bottom, segments: [segment] });
  }
  return rows.map((row) => row.segments.toSorted((a, b) => a.x0 - b.x0));
}

function middle({ top, bottom }: Segment): number {
  return (top + bottom) / 2;
}

function lineOf(row: readonly Segment[]): readonly PdfLine[] {
  const texts = row.flatMap((segment) => segment.texts);
  const isRightToLeft = charsWhere(texts, (text) => text.isRightToLeft) > charsWhere(texts, (text) => !text.isRightToLeft);
  const main = mainStyle(texts);
  const cells: PdfCell[] = [];
  const links: ItemLink[] = [];
  let end: number | undefined;
  const ordered = isRightToLeft ? row.toReversed() : withMarks(row);
  const gapEm = row.length > 1 && row.every(({ charCount }) => charCount <= MAX_CELL_CHARS) ? CELL_GAP_EM : WIDE_GAP_EM;
  for (const segment of gapEm === WIDE_GAP_EM ? ordered : ordered.flatMap((wide) => segmentsOf(wide.texts, gapEm))) {
    const text = joined(segment.texts, isRightToLeft);
    if (text === '') continue;
    links.push(...linksIn(segment.texts, isRightToLeft));
    const gap = end === undefined ? Number.POSITIVE_INFINITY : isRightToLeft ? end - segment.x1 : segment.x0 - end;
    // The file's writing order may differ from the page order, so the neighbor may not be the preceding text.
    const { x0, x1 } = segment;
    const last = gap < main.size * gapEm ? cells.pop() : undefined;
    if (last === undefined) cells.push({ text, x0, x1 });
    else {
      const blank = gap > main.size * WORD_GAP_EM ? ' ' : '';
      cells.push({ text: `${last.text}${blank}${text}`, x0: Math.min(last.x0, x0), x1: Math.max(last.x1, x1) });
    }
    end = isRightToLeft ? segment.x0 : segment.x1;
  }
  if (cells.length === 0) return [];
  const x0 = least(row.map((segment) => segment.x0));
  const x1 = greatest(row.map((segment) => segment.x1));
  return [{ text: cells.map((cell) => cell.text).join(' '), x0, x1, cells, links, ...main }];
}

const WORD_GAP_EM = 0.12;

/** Puts marks such as `®` and `(1)`, which many files write after the line that they are raised in, where they are seen. */
function withMarks(row: readonly Segment[]): readonly Segment[] {
  const marked = new Map<Segment, PlacedText[]>();
  let host: Segment | undefined;
  for (const segment of row) {
    if (host !== undefined && segment.charCount <= MAX_MARK_CHARS && segment.x1 <= host.x1) marked.get(host)!.push(...segment.texts);
    else if (host === undefined || segment.x1 > host.x1) marked.set((host = segment), []);
    else marked.set(segment, []);
  }
  return [...marked].map(([segment, marks]) => (marks.length === 0 ? segment : { ...segment, texts: inserted(segment.texts, marks) }));
}

const MAX_MARK_CHARS = 5;

/** @param marks from left to right */
function inserted(texts: readonly PlacedText[], marks: readonly PlacedText[]): readonly PlacedText[] {
  const shown = marks.filter(({ text }) => text.trim() !== '');
  const all: PlacedText[] = [];
  let next = 0;
  for (const text of texts) {
    let rest = text;
    const isBlank = text.text.trim() === '';
    const from = next;
    for (let mark = shown[next]; mark !== undefined && mark.x0 < rest.x1 - 0.1 * rest.size; mark = shown[++next]) {
      if (isBlank) {
        all.push(mark);
        continue;
      }
      const width = (rest.x1 - rest.x0) / rest.text.length;
      const at = Math.round((mark.x0 - rest.x0) / width);
      // The blank that is left for it, surely one before a comma, or else between two characters.
      const near = Math.max(0, at - NEAR_CHARS);
      const around = rest.text.slice(near, at + NEAR_CHARS);
      const blanks = [/ (?=[,.;:)])/g, / /g].map((blank) => [...around.matchAll(blank)].map(({ index }) => near + index));
      const nearest = blanks.map((places) => places.sort((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]);
      const cut = at <= 0 ? 0 : (nearest[0] ?? nearest[1] ?? at);
      if (cut > 0) all.push({ ...rest, text: rest.text.slice(0, cut), x1: mark.x0 });
      all.push(mark);
      rest = { ...rest, text: cut > 0 ? rest.text.slice(cut).replace(/^ (?=[,.;:)])/, '') : rest.text, x0: Math.max(rest.x0, mark.x1) };
    }
    // Most files leave a blank for a mark.
    if (!isBlank || next === from) all.push(rest);
  }
  return [...all, ...shown.slice(next)];
}

/** How far the widths of characters, which are taken to be equal, can put a mark from its place. */
const NEAR_CHARS = 4;

/** A word that goes on in the next line is linked without its hyphen, which the text may lack. */
function linksIn(texts: readonly PlacedText[], isRightToLeft: boolean): readonly ItemLink[] {
  const runs: { readonly target: LinkTarget; readonly texts: PlacedText[] }[] = [];
  let isOpen = false;
  for (const text of texts) {
    const last = runs.at(-1);
    if (text.text.trim() === '') last?.texts.push(text);
    else if (text.link === undefined) isOpen = false;
    else if (isOpen && last?.target === text.link) last.texts.push(text);
    else runs.push({ target: text.link, texts: [text] });
    isOpen ||= text.link !== undefined;
  }
  return runs.map(({ target, texts: shown }) => ({ target, text: joined(shown, isRightToLeft).replace(/(?<=\p{L})[-\u2010]$/u, '') }));
}

function joined(texts: readonly PlacedText[], isRightToLeft: boolean): string {
  let all = '';
  let endsBlank = false;
  let before: PlacedText | undefined;
  for (const part of texts) {
    if (part.text.trim() === '') {
      all += ' ';
      endsBlank = true;
      continue;
    }
    const gap = before === undefined ? 0 : isRightToLeft ? before.x0 - part.x1 : part.x0 - before.x1;
    if (before !== undefined && gap > part.size * WORD_GAP_EM && !endsBlank && !/^\s/.test(part.text)) all += ' ';
    all += part.text;
    endsBlank = /\s$/.test(part.text);
    before = part;
  }
  return cleanText(composed(all.replace(LEADERS, ' … ').replace(SHOWN_SOFT_HYPHEN, '-')));
}

/** The dots in a table of contents between an entry and its page number. */
const LEADERS = /(?:(?<!\s)\s+)?(?:\.\s?){5,}\s*/g;
/** A visible soft hyphen at the end of a line. */
const SHOWN_SOFT_HYPHEN = /\u00ad\s*$/;

/** Combines accents with letters; TeX writes an accent as a separate character before the letter. */
function composed(text: string): string {
  return text.replace(ACCENTED, (_, accent: string, letter: string) => {
    const base = letter === 'ı' ? 'i' : letter === 'ȷ' ? 'j' : letter;
    return (base + (COMBINING.get(accent) ?? '')).normalize('NFC');
  });
}

const COMBINING: ReadonlyMap<string, string> = new Map([
  ['´', '\u0301'],
  ['\u02cb', '\u0300'],
  ['¨', '\u0308'],
  ['ˆ', '\u0302'],
  ['˜', '\u0303'],
  ['ˇ', '\u030c'],
  ['˘', '\u0306'],
  ['˚', '\u030a'],
  ['¸', '\u0327'],
]);
/** Many files have an acute accent for the apostrophe of a genitive. */
const ACCENTED = /(´(?!s\b)|[\u02cb¨ˆ˜ˇ˘˚¸])([A-Za-zıȷ])/g;

function mainStyle(texts: readonly PlacedText[]): Pick<PdfLine, 'size' | 'isBold' | 'isMonospace' | 'baseline'> {
  const shown = texts.filter(({ text }) => text.trim() !== '');
  let [letters, bold, monospace] = [0, 0, 0];
  const bySize = new Map<number, number>();
  for (const { text, size, isBold, isMonospace } of shown) {
    const rounded = roundedSize(size);
    bySize.set(rounded, (bySize.get(rounded) ?? 0) + text.length);
    const count = lettersIn(text);
    letters += count;
    if (isBold) bold += count;
    if (isMonospace) monospace += count;
  }
  const [size = 1] = [...bySize].reduce((most, entry) => (entry[1] > most[1] ? entry : most), [1, 0]);
  const baseline = shown.find((text) => roundedSize(text.size) === size)?.baseline ?? 0;
  return { size, baseline, isBold: bold > letters * 0.8, isMonospace: monospace > letters * 0.8 };
}

/** Rounds to half points, since a font's size often varies slightly within a document. */
export function roundedSize(size: number): number {
  return Math.max(0.5, Math.round(size * 2) / 2);
}

function charsWhere(texts: readonly PlacedText[], isCounted: (text: PlacedText) => boolean): number {
  return texts.reduce((sum, text) => sum + (isCounted(text) ? text.text.trim().length : 0), 0);
}

/** Letters and digits. Dots and rules do not make a line bold. */
function lettersIn(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
}
