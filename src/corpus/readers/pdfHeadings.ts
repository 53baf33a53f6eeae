import type { ExtractedItem } from '../extracted.ts';
import { isTelling } from './statedTitle.ts';
import type { PdfBookmark } from './pdfFile.ts';
import { CAPTION } from '../tables.ts';
import { SECTION_NUMBER } from './pdfTableHeaders.ts';
import type { PdfParagraph } from './pdfParagraphs.ts';

/** The document's items with their headings, and its title; the title is undefined when the document has none. */
export interface PdfStructure {
  readonly items: readonly ExtractedItem[];
  readonly title: string | undefined;
}

/**
 * Recognizes headings by bookmarks and typography: larger or bolder than the text, or in capitals, short and alone. Their level comes from
 * the bookmarks, otherwise from their number (`2.1`), otherwise from their style relative to others.
 */
export function structureOf(
  paragraphs: readonly PdfParagraph[],
  bodySize: number,
  bookmarks: readonly PdfBookmark[],
  statedTitle: string | undefined,
): PdfStructure {
  const titleParagraph = largestOnFirstPage(paragraphs, bodySize);
  const title = titleOf(paragraphs, titleParagraph, statedTitle, bodySize);
  const isBodyBold = charsOf(paragraphs.filter(({ isBold }) => isBold)) > charsOf(paragraphs) / 2;
  const bookmarked = bookmarkLevels(bookmarks);
  const isHeading = (paragraph: PdfParagraph): boolean =>
    bookmarked.has(wordsOf(paragraph.text)) || isSetAsHeading(paragraph, bodySize, isBodyBold);
  const isFrontMatter = frontMatterOf(paragraphs, titleParagraph, bodySize, bookmarked);
  const headings = paragraphs.filter((paragraph) => paragraph !== titleParagraph && !isFrontMatter.has(paragraph) && isHeading(paragraph));
  // If much of the text is large or bold, size and weight do not indicate a heading.
  const kept = new Set(
    charsOf(headings) > charsOf(paragraphs) * MAX_HEADING_SHARE ? headings.filter(({ text }) => bookmarked.has(wordsOf(text))) : headings,
  );
  const levels = levelsOf([...kept], bookmarked);
  const items = paragraphs.map((paragraph): ExtractedItem => {
    const { kind, text, pages, links, table } = paragraph;
    if (paragraph === titleParagraph && title === text) return { kind: 'heading', level: 1, text, pages, links };
    const level = 1 + (levels.get(paragraph) ?? 1);
    return kept.has(paragraph) ? { kind: 'heading', level, text, pages, links } : { kind, text, pages, links, table };
  });
  return { items, title };
}

const MAX_HEADING_SHARE = 0.3;
const LARGER = 1.12;
const TITLE_SIZE = 1.3;
const MAX_HEADING_CHARS = 160;

function isSetAsHeading({ kind, text, size, isBold, lineCount }: PdfParagraph, bodySize: number, isBodyBold: boolean): boolean {
  const isNumbered = SECTION_NUMBER.test(text);
  if (kind !== 'paragraph' && !(kind === 'listItem' && isNumbered)) return false;
  if (lineCount > 3 || text.length > MAX_HEADING_CHARS || CAPTION.test(text) || (text.match(/\p{L}/gu) ?? []).length < 3) return false;
  if ((/[,;]$|[^.]\.$/.test(text) && !isNumbered) || / … \S+$/.test(text)) return false;
  if (size >= bodySize * LARGER) return true;
  if (size < bodySize * 0.9) return false;
  return (isBold && !isBodyBold) || (isNumbered && text === text.toUpperCase());
}

/** The items around the title on its page, up to the first text or the heading above it: author names are often large. */
function frontMatterOf(
  paragraphs: readonly PdfParagraph[],
  title: PdfParagraph | undefined,
  bodySize: number,
  bookmarked: ReadonlyMap<string, number>,
): ReadonlySet<PdfParagraph> {
  const start = title === undefined ? -1 : paragraphs.indexOf(title);
  const page = title?.pages[0]?.page;
  for (let i = start + 1; i < paragraphs.length; i++) {
    const paragraph = paragraphs[i];
    if (paragraph === undefined || start < 0) break;
    if (paragraph.pages[0]?.page !== page || SECTION_NUMBER.test(paragraph.text) || bookmarked.has(wordsOf(paragraph.text)))
      return new Set(paragraphs.slice(0, i));
    if (isRunningText(paragraph, bodySize)) return new Set(paragraphs.slice(0, i - 1));
  }
  return new Set(start < 0 ? [] : paragraphs);
}

function isRunningText(paragraph: PdfParagraph | undefined, bodySize: number): boolean {
  return (
    paragraph !== undefined && paragraph.text.length > 120 && Math.abs(paragraph.size - bodySize) < 1.5 && /[.!?]/.test(paragraph.text)
  );
}

/** Levels of the bookmarks by the words of their titles. */
function bookmarkLevels(bookmarks: readonly PdfBookmark[]): ReadonlyMap<string, number> {
  return new Map(bookmarks.map(({ title, level }) => [wordsOf(title), level] as const).filter(([words]) => words !== ''));
}

/** The words of a heading without numbers, which only some bookmarks have. */
function wordsOf(text: string): string {
  if (text.length > 2 * MAX_HEADING_CHARS) return '';
  return text
    .toLowerCase()
    .replace(/^(?:chapter|section|appendix)?\s*(?:[\divx]+(?:\.[.\d]*)?|[a-z][.\d]*)[.:)]?\s+(?=\S)/, '')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

function levelsOf(headings: readonly PdfParagraph[], bookmarked: ReadonlyMap<string, number>): ReadonlyMap<PdfParagraph, number> {
  const styles = [...new Set(headings.map(styleOf))].sort((a, b) => b - a);
  const known = new Map<PdfParagraph, number>();
  const votes = new Map<number, number[]>();
  for (const heading of headings) {
    const number = SECTION_NUMBER.exec(heading.text)?.[1];
    const level = bookmarked.get(wordsOf(heading.text)) ?? number?.split('.').length;
    if (level === undefined) continue;
    known.set(heading, level);
    const style = styleOf(heading);
    const cast = votes.get(style) ?? [];
    cast.push(level);
    votes.set(style, cast);
  }
  // Text in the style of headings with a known level gets that level. Other styles are ranked between the known ones.
  const byStyle = new Map<number, number>();
  let above = 0;
  for (const style of styles) {
    const agreed = mostCommon(votes.get(style) ?? []);
    above = agreed ?? above + 1;
    byStyle.set(style, Math.min(MAX_LEVEL, above));
  }
  return new Map(headings.map((heading) => [heading, known.get(heading) ?? byStyle.get(styleOf(heading)) ?? 1]));
}

const MAX_LEVEL = 6;

/** A rank of the style; greater means more prominent. */
function styleOf({ size, isBold, text }: PdfParagraph): number {
  return Math.round(size * 2) * 4 + (isBold ? 2 : 0) + (text === text.toUpperCase() ? 1 : 0);
}

function mostCommon(levels: readonly number[]): number | undefined {
  const counts = new Map<number, number>();
  for (const level of levels) counts.set(level, (counts.get(level) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0];
}

function largestOnFirstPage(paragraphs: readonly PdfParagraph[], bodySize: number): PdfParagraph | undefined {
  const firstPage = paragraphs[0]?.pages[0]?.page;
  let largest: PdfParagraph | undefined;
  for (const paragraph of paragraphs) {
    if (paragraph.pages[0]?.page !== firstPage) break;
    const { text, size } = paragraph;
    if (size < bodySize * LARGER || text.length > 2 * MAX_HEADING_CHARS || (text.match(/\p{L}/gu) ?? []).length < 4) continue;
    if (size > (largest?.size ?? 0)) largest = paragraph;
  }
  return largest;
}

/**
 * The title in the file's properties, if the first pages show it or no heading can be the title. Many programs put a file name or a
 * template's title there.
 */
function titleOf(
  paragraphs: readonly PdfParagraph[],
  shown: PdfParagraph | undefined,
  stated: string | undefined,
  bodySize: number,
): string | undefined {
  const title = stated?.replace(/\s+/g, ' ').trim() ?? '';
  if (!isTelling(title)) return shown?.text;
  if (shown !== undefined && wordsOf(shown.text) === wordsOf(title)) return shown.text;
  const beginning = lettersOf(paragraphs.slice(0, 40));
  const isShownLarge = shown !== undefined && shown.size >= bodySize * TITLE_SIZE && !SECTION_NUMBER.test(shown.text);
  return !isShownLarge || beginning.includes(wordsOf(title)) ? title : shown.text;
}

function lettersOf(paragraphs: readonly PdfParagraph[]): string {
  return paragraphs.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')).join('');
}

function charsOf(paragraphs: readonly PdfParagraph[]): number {
  return paragraphs.reduce((sum, { text }) => sum + text.length, 0);
}
