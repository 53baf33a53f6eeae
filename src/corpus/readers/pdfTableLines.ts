import { firstWhere } from '../../base/binarySearch.ts';
import { currencyCodes } from '../../language/numbers.ts';
import type { PdfCell, PdfLine } from './pdfLines.ts';

/** A line in parts, with currency signs, percent signs and brackets beside the numbers that they belong to. */
export interface TableLine {
  readonly line: PdfLine;
  readonly parts: readonly Part[];
  readonly kind: 'data' | 'years' | 'words';
}

export interface Part extends PdfCell {
  readonly isValue: boolean;
  /** Where the sign before a number begins. */
  readonly signX0?: number;
}

export function tableLine(line: PdfLine): TableLine {
  const parts: Part[] = [];
  let isOrdered = true;
  for (const cell of line.cells) {
    const last = parts.at(-1);
    isOrdered &&= last === undefined || cell.x0 >= last.x0;
    for (const part of partsOf(cell)) parts.push(part);
  }
  const joinedParts = withYearAsLabel(joinSigns(parts));
  const values = joinedParts.filter(({ isValue }) => isValue);
  const [first] = joinedParts;
  // Numbers before words count the items of a list.
  const afterFirst = joinedParts.slice(joinedParts.findIndex(({ isValue }) => isValue));
  const isList = first?.isValue === true && values.length < joinedParts.length;
  const isProse = afterFirst.some(({ text, isValue }) => !isValue && text.length > MAX_CELL_CHARS);
  if (values.length === 0 || !isOrdered || isList || isProse) return { line, parts: joinedParts, kind: 'words' };
  return { line, parts: joinedParts, kind: values.every(({ text }) => YEAR.test(text)) ? 'years' : 'data' };
}

/** A year or a span of time before other numbers names their row. */
function withYearAsLabel(parts: readonly Part[]): readonly Part[] {
  const [first, ...others] = parts;
  const isLabel =
    first?.isValue === true && LABEL_VALUE.test(first.text) && others.some((other) => other.isValue && !YEAR.test(other.text));
  return isLabel ? [{ ...first, isValue: false }, ...others] : parts;
}

/** What is longer is prose. */
export const MAX_CELL_CHARS = 60;
const YEAR = /^(?:FY\s?)?(?:19|20)\d\d(?:[/-]\d{2,4})?[AEP*¹²³]?$/;
const LABEL_VALUE = new RegExp(`${YEAR.source}|\\d\\s\\p{Ll}{2,7}$`, 'u');
const SIGN = String.raw`(?:[A-Z]{0,3}\p{Sc}|${currencyCodes.join('|')}|RMB|Rs\.?|RM|kr)`;
const BEFORE_NUMBER = new RegExp(`^(?:[(]?[-–—−]?${SIGN}|${SIGN}\\s?[(]|[(])$`, 'u');
const AFTER_NUMBER = /^(?:[)]?\s?%|[)])$/;
const VALUE = new RegExp(
  String.raw`^[~<>≈]?[([]?[-–—−‐+]?${SIGN}?\s?[-–—−‐(]?(?:\d{1,3}(?:[.,'’\u00a0 ]\d{3})+|\d+)(?:[.,]\d+)?\s?(?:%|x|×|p|bps|pp|pts|(?<=\s)(?<!(?:19|20)\d\d\s)\p{Ll}{2,7})?[)\]]?\s?%?\s?(?:[*†‡§#¹²³⁴⁵⁶]{1,3}|\((?:\d|[a-z])\))?$`,
  'u',
);
/** The sign of a number may be written at the end of the dots before it. */
const LEADERS_TO_SIGN = new RegExp(`^(.+) … (${SIGN})$`, 'u');
const NOTHING = /^(?:[-–—−‐‒]{1,3}|(?:nil|n\/?[am]\.?|n\.[am]\.|nm)|[-–—−‐]\s?%)$/i;
/** Between the ends of a range, at least one blank, as `2023-24` is a year. */
const RANGE = /\s[-–—−]\s?|[-–—−]\s/;
const MAX_VALUE_CHARS = 40;

function isValue(text: string): boolean {
  // The end of a remark in brackets is none.
  const isWhole = text.split('(').length === text.split(')').length;
  if (text.length > MAX_VALUE_CHARS || !isWhole) return false;
  return VALUE.test(text) || NOTHING.test(text) || text.split(RANGE).every((end, _, ends) => ends.length === 2 && VALUE.test(end));
}

/** The numbers of a cell that has only numbers and signs, otherwise the cell. Widths of characters are taken to be equal. */
function partsOf(cell: PdfCell): readonly Part[] {
  const text = cell.text.replace(/(?<=[(\p{Sc}]) (?=[(\d])|(?<=[\d)]) (?=[)%])/gu, '').replace(/ …$/, '');
  const [, label, sign] = LEADERS_TO_SIGN.exec(text) ?? [];
  if (label !== undefined && sign !== undefined)
    return [
      { ...cell, text: label, isValue: false },
      { x0: cell.x1, x1: cell.x1, text: sign, isValue: false },
    ];
  if (isValue(text)) return [{ ...cell, text, isValue: true }];
  const words = text.split(' ');
  const areValues = words.every((word) => isValue(word) || BEFORE_NUMBER.test(word) || AFTER_NUMBER.test(word));
  if (words.length < 2 || !areValues || !words.some((word) => isValue(word))) return text === '' ? [] : [{ ...cell, text, isValue: false }];
  const width = (cell.x1 - cell.x0) / text.length;
  let at = 0;
  return words.map((word) => {
    const x0 = cell.x0 + at * width;
    at += word.length + 1;
    return { text: word, x0, x1: x0 + word.length * width, isValue: isValue(word) };
  });
}

/** Many tables have the signs before and after a number in separate columns. */
function joinSigns(parts: readonly Part[]): readonly Part[] {
  const joined: Part[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    const isEnd = last !== undefined && AFTER_NUMBER.test(part.text) && (last.isValue || isOpenNumber(last));
    const isAfterSign = last !== undefined && !last.isValue && BEFORE_NUMBER.test(last.text) && isOfNumber(part, last.text);
    if (!isEnd && !isAfterSign) {
      joined.push(part);
      continue;
    }
    joined.pop();
    // The place of a sign says nothing about the column.
    const { x0, x1 } = isEnd ? last : part;
    const whole = { text: last.text + part.text, x0, x1, signX0: isEnd ? (last.signX0 ?? last.x0) : last.x0 };
    joined.push({ ...whole, isValue: !isOpenNumber(whole) && (last.isValue || part.isValue || isValue(whole.text)) });
  }
  return joined;
}

function isOfNumber(part: Part, sign: string): boolean {
  return part.isValue || isOpenNumber(part) || BEFORE_NUMBER.test(sign + part.text);
}

/** Whether the bracket at the end of a negative number is missing: `(1,234`. */
function isOpenNumber({ text }: Pick<Part, 'text'>): boolean {
  return text.includes('(') && !text.includes(')') && isValue(`${text})`);
}

/** The places of a line's numbers. */
export function valuesOf({ parts }: TableLine): readonly Interval[] {
  return parts.filter((part) => part.isValue);
}

export interface Interval {
  readonly x0: number;
  readonly x1: number;
}

/** The index of the column that a cell overlaps most. */
export function columnAt({ x0, x1 }: Interval, columns: readonly Interval[]): number | undefined {
  const first = firstWhere(columns.length, (i) => columns[i]!.x1 > x0);
  let best: number | undefined;
  let most = 0;
  for (let i = first; i < columns.length && columns[i]!.x0 < x1; i++) {
    const overlap = Math.min(x1, columns[i]!.x1) - Math.max(x0, columns[i]!.x0);
    if (overlap > most) [best, most] = [i, overlap];
  }
  return best;
}

/** Intervals that overlap become one; the result is ascending. */
export function merged(intervals: readonly Interval[]): readonly Interval[] {
  const all: { x0: number; x1: number }[] = [];
  for (const { x0, x1 } of intervals.toSorted((a, b) => a.x0 - b.x0)) {
    const last = all.at(-1);
    if (last !== undefined && x0 < last.x1) last.x1 = Math.max(last.x1, x1);
    else all.push({ x0, x1 });
  }
  return all;
}
