import { least } from '../../base/extremes.ts';
import { assumedLanguage } from '../../language/assumed.ts';
import { scaleWords } from '../../language/languages.ts';
import { partNamed } from '../../language/partNames.ts';
import { HeaderSpans } from './pdfHeaderSpans.ts';
import type { HeaderPart } from './pdfHeaderSpans.ts';
import type { PdfLine } from './pdfLines.ts';
import { columnAt, MAX_CELL_CHARS } from './pdfTableLines.ts';
import type { Interval, Part, TableLine } from './pdfTableLines.ts';

/** The place of a column's cells, and what is above them. */
export interface TableColumn {
  readonly x0: number;
  readonly x1: number;
  /** Parts of its name from top to bottom. Columns below a header that spans them share that part. */
  readonly name: readonly HeaderPart[];
}

/** Lines of numbers with the lines between that only have labels: `[start, end)`. */
export interface TableBody {
  readonly start: number;
  readonly end: number;
  readonly columns: readonly Interval[];
}

interface Header {
  /** Its lines: `[start, end)`. */
  readonly start: number;
  readonly end: number;
  /** By column. */
  readonly names: readonly (readonly HeaderPart[])[];
  readonly unit: string | undefined;
  /** Lines with something that names no column. */
  readonly unused: readonly TableLine[];
}

/** The lines above the body that are over its columns. Labels of the first rows may be between. */
export function headerAbove(all: readonly TableLine[], { start, end, columns }: TableBody, free: number): Header {
  const left = least(all.slice(start, end).map(({ line }) => line.x0));
  const signed = extentsOf(all.slice(start, end), columns);
  const [{ x0: firstX0 }, { x1: right }] = [signed[0]!, signed.at(-1)!];
  const isOver = ({ x0, x1 }: Interval, em: number): boolean =>
    x0 > Math.max(left + em, firstX0 - Math.max(4 * em, 0.5 * (firstX0 - left))) && x1 > firstX0 - 1.5 * em && (x0 + x1) / 2 < right + em;
  const isNear = (i: number, em: number): boolean => {
    const gap = all[i + 1]!.line.baseline - all[i]!.line.baseline;
    return i >= free && gap > 0 && gap <= em * all[i]!.line.size;
  };
  const overIn = ({ line, parts }: TableLine): readonly Part[] => parts.filter((part) => isOver(part, line.size));
  const isHeader = (i: number): boolean => {
    const { parts, kind } = all[i]!;
    const over = overIn(all[i]!);
    const stubs = parts.filter((part) => part.x0 < firstX0 && !over.includes(part));
    if (kind === 'data' || over.length === 0 || stubs.length > MAX_STUBS || namesPart(all[i]!.line)) return false;
    return over.every(({ text }) => text.length <= MAX_CELL_CHARS);
  };
  let below = start;
  while (below > 0 && start - below < MAX_LABEL_LINES && isNear(below - 1, MAX_GAP_EM) && !isHeader(below - 1)) {
    const { line, kind } = all[below - 1]!;
    if (kind === 'data' || line.x1 > columns[0]!.x0 + line.size) break;
    below--;
  }
  let first = below;
  const gapOf = (i: number): number => (i === below ? MAX_HEADER_SPACE_EM : MAX_HEADER_GAP_EM);
  const goesOn = (i: number): boolean => i >= 0 && below - i <= MAX_HEADER_LINES && isNear(i, gapOf(i + 1)) && isHeader(i);
  // Between two of its lines, one may only be over the labels.
  const isAside = (i: number): boolean =>
    i < below - 1 &&
    i > 0 &&
    isNear(i, MAX_HEADER_GAP_EM) &&
    all[i]!.kind === 'words' &&
    all[i]!.parts.length <= MAX_STUBS &&
    overIn(all[i]!).length === 0;
  while (goesOn(first - 1) || (isAside(first - 1) && goesOn(first - 2))) first--;
  // Rows of a wide table would consist of names.
  if (first === below || columns.length > MAX_NAMED_COLUMNS) [first, below] = [start, start];
  const names = columns.map((): HeaderPart[] => []);
  const spans = new HeaderSpans(extentsOf(all.slice(below, end), columns), all.slice(first, below).map(overIn));
  const units: string[] = [];
  const unused: TableLine[] = [];
  // From the line below, whose cells show how wide their columns are.
  for (let i = below - 1; i >= first; i--) {
    const { line, parts, kind } = all[i]!;
    const over = overIn(all[i]!);
    const { placed, misfit } = spans.place(over, names, line.size);
    // A title is in the middle of the table with its labels.
    const isApart = all[i + 1]!.line.baseline - line.baseline > MIN_TITLE_GAP_EM * line.size;
    const isOutside = misfit > 2 || /^\(.*\)$/.test(line.text) || (isApart && line.x0 < firstX0 - 0.5 * line.size);
    if (parts.length === 1 && isOutside && Math.abs(line.x0 + line.x1 - left - right) < 2 * line.size) {
      first = i + 1;
      // What is below it, but over no column, introduces the table.
      for (; first < below && overIn(all[first]!).length === 0; first++) unused.shift();
      break;
    }
    const stubs = parts.filter((part) => !over.includes(part)).map((part) => ({ part, ...withUnit(part.text) }));
    for (const { unit } of stubs) if (unit !== undefined) units.push(unit);
    const [unit, ...others] = over.map(({ text }) => unitOf(text));
    // The unit of one column among others is a part of its name.
    const isOfAll =
      others.every((other) => other === unit) &&
      (over.length > 1 ||
        Math.abs(line.x0 + line.x1 - firstX0 - right) < 4 * line.size ||
        placed.every(({ from, to }) => 2 * (to - from + 1) > columns.length));
    if (unit !== undefined && isOfAll) {
      units.push(unit);
      continue;
    }
    for (const { cell, from, to } of placed.toReversed()) {
      const part = { text: cell.text };
      for (const name of names.slice(from, to + 1)) name.unshift(part);
    }
    const [stub] = stubs;
    // A period that the years of all columns belong to, or a year of all columns.
    const isPeriod =
      (kind === 'years' && stub?.text.endsWith(',') === true) ||
      (!names.flat().some(({ text }) => YEAR_INSIDE.test(text)) && YEAR_INSIDE.test(stub?.text ?? ''));
    const period = stubs.length === 1 && stub !== undefined && isPeriod ? { text: stub.text } : undefined;
    if (period) for (const name of names) name.unshift(period);
    const rest = [
      ...(period ? [] : stubs.filter(({ text }) => text !== '').map(({ part }) => part)),
      ...over.filter((part) => !placed.some(({ cell }) => cell === part)),
    ];
    if (rest.length > 0) unused.unshift({ line, parts: rest, kind: 'words' });
  }
  return { start: first, end: below, names, unit: units[0], unused };
}

/** Whether a line is the heading or caption of a part with a number, which is above the whole table. */
export function namesPart({ text, isBold }: PdfLine): boolean {
  return partNamed(text, assumedLanguage) !== undefined || (isBold && SECTION_NUMBER.test(text));
}

export const SECTION_NUMBER = /^(?:(\d{1,2}(?:\.\d{1,2})*)\.?|([IVX]{1,5}|[A-Z])\.)\s+\p{Lu}/u;

/** How many cells of a header's line may be left of the columns. */
const MAX_STUBS = 2;
const YEAR_INSIDE = /(?:19|20)\d\d/;

/** A label that ends with the unit of the numbers: `Year ended, (in thousands)`. */
function withUnit(text: string): { readonly text: string; readonly unit: string | undefined } {
  const whole = unitOf(text);
  if (whole !== undefined) return { text: '', unit: whole };
  const at = text.endsWith(')') ? text.lastIndexOf('(') : -1;
  const unit = at < 0 ? undefined : unitOf(text.slice(at));
  return { text: unit === undefined ? text : text.slice(0, at).trim(), unit };
}

/** The columns with the signs of their numbers. */
function extentsOf(lines: readonly TableLine[], columns: readonly Interval[]): { x0: number; x1: number }[] {
  const extents = columns.map(({ x0, x1 }) => ({ x0, x1 }));
  for (const part of lines.flatMap(({ parts }) => parts)) {
    const extent = part.signX0 === undefined ? undefined : extents[columnAt(part, columns) ?? -1];
    if (extent && part.signX0 !== undefined) extent.x0 = Math.min(extent.x0, part.signX0);
  }
  return extents;
}

/** Lines between rows with numbers that only have labels. */
export const MAX_LABEL_LINES = 5;
export const MAX_GAP_EM = 6;
export const MAX_NAMED_COLUMNS = 60;
const MAX_HEADER_LINES = 8;
const MAX_HEADER_GAP_EM = 2.6;
const MIN_TITLE_GAP_EM = 1.6;
/** Between the header and the first row. */
const MAX_HEADER_SPACE_EM = 4;

/** What says in which unit the numbers are, in the lines above the table. */
export function unitNear(all: readonly TableLine[], start: number, free: number): string | undefined {
  const lines = all.slice(Math.max(free, start - UNIT_LINES), start);
  // A remark in brackets may be broken.
  const text = lines.map(({ line }) => line.text).join(' ');
  const inBrackets = [...text.matchAll(/\(([^()]{1,120})\)/g)].map(([, inside = '']) => unitOf(inside));
  const alone = lines.map(({ line, parts }) => (parts.length === 1 && line.text.length <= MAX_CELL_CHARS ? unitOf(line.text) : undefined));
  return [...inBrackets, ...alone].findLast((unit) => unit !== undefined);
}

const UNIT_LINES = 4;
const MAX_UNIT_CHARS = 120;
const SCALE = new RegExp(`(?<![\\p{L}])(?:${[...scaleWords].join('|')})s?(?![\\p{L}])`, 'iu');

/** @returns the unit that a text is about, if that is all it says: `(In millions)`, `$’000`, `Millions of yen` */
export function unitOf(text: string): string | undefined {
  const bare = text
    .replace(/^\(|\)$/g, '')
    .replace(/;.*$/s, '')
    .trim();
  if (bare.length > MAX_UNIT_CHARS || bare === '' || /[()]/.test(bare)) return undefined;
  const isSign =
    /^(?:(?:[A-Z]{0,3}\s?\p{Sc}|[A-Z]{2,3})\s?['’‘]?(?:000['’]?s?|m|mn|bn|k|M)|['’‘]?000['’]?s?)$/u.test(bare) ||
    /^[A-Z]{0,3}\p{Sc}$/u.test(bare);
  if (isSign) return bare;
  if (!SCALE.test(bare) || /\d(?!0)/.test(bare.replace(/['’]?000s?/g, ''))) return undefined;
  return bare.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}
