import { least } from '../../base/extremes.ts';
import { scaleWords } from '../../language/languages.ts';
import { columnAt, MAX_CELL_CHARS } from './pdfTableLines.ts';
import type { Interval, Part, TableLine } from './pdfTableLines.ts';

/** The place of a column's cells, and what is above them. */
export interface TableColumn {
  readonly x0: number;
  readonly x1: number;
  /** Parts of its name from top to bottom. Columns below a header that spans them share that part. */
  readonly name: readonly HeaderPart[];
}

export interface HeaderPart {
  readonly text: string;
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
  const [firstColumn, lastColumn] = [columns[0]!, columns.at(-1)!];
  const left = least(all.slice(start, end).map(({ line }) => line.x0));
  const isOver = ({ x0, x1 }: Interval, em: number): boolean =>
    x0 > Math.max(left + em, firstColumn.x0 - Math.max(4 * em, 0.5 * (firstColumn.x0 - left))) &&
    x1 > firstColumn.x0 - 1.5 * em &&
    (x0 + x1) / 2 < lastColumn.x1 + em;
  const isNear = (i: number, em: number): boolean => {
    const gap = all[i + 1]!.line.baseline - all[i]!.line.baseline;
    return i >= free && gap > 0 && gap <= em * all[i]!.line.size;
  };
  const isHeader = (i: number): boolean => {
    const { line, parts, kind } = all[i]!;
    const over = parts.filter((part) => isOver(part, line.size));
    if (kind === 'data' || over.length === 0 || parts.length - over.length > 1) return false;
    return over.every(({ text }) => text.length <= MAX_CELL_CHARS);
  };
  let below = start;
  while (below > 0 && start - below < MAX_LABEL_LINES && isNear(below - 1, MAX_GAP_EM) && !isHeader(below - 1)) {
    const { line, kind } = all[below - 1]!;
    if (kind === 'data' || line.x1 > firstColumn.x0 + line.size) break;
    below--;
  }
  let first = below;
  const gapOf = (i: number): number => (i === below ? MAX_HEADER_SPACE_EM : MAX_HEADER_GAP_EM);
  while (first > 0 && below - first < MAX_HEADER_LINES && isNear(first - 1, gapOf(first)) && isHeader(first - 1)) first--;
  // Rows of a wide table would consist of names.
  if (first === below || columns.length > MAX_NAMED_COLUMNS) [first, below] = [start, start];
  const lines = all.slice(first, below);
  const names = columns.map((): HeaderPart[] => []);
  const extents = extentsOf(all.slice(below, end), columns);
  const groups = columns.map((_, i): Group => ({ from: i, to: i }));
  const units: string[] = [];
  const unused: TableLine[] = [];
  // From the line below, whose cells show how wide their columns are.
  for (const { line, parts, kind } of lines.toReversed()) {
    const over = parts.filter((part) => isOver(part, line.size));
    const stub = parts.find((part) => !over.includes(part));
    const spans = spansOf(over, extents, groups, line.size);
    const [unit, ...others] = over.map(({ text }) => unitOf(text));
    const stubUnit = stub && unitOf(stub.text);
    if (stubUnit !== undefined) units.push(stubUnit);
    // The unit of one column among others is a part of its name.
    const isOfAll =
      others.every((other) => other === unit) && spans.every(([, from, to]) => over.length > 1 || 2 * (to - from + 1) > columns.length);
    if (unit !== undefined && isOfAll) units.push(unit);
    else {
      // A period that the years of all columns belong to.
      const isPeriod = stub !== undefined && stubUnit === undefined && kind === 'years' && /,$/.test(stub.text);
      for (const [{ text, x0, x1 }, from, to] of spans) {
        const part = { text };
        for (let column = from; column <= to; column++) groups[column] = { from, to };
        for (const name of names.slice(from, to + 1)) name.unshift(part);
        const only = from === to ? extents[from] : undefined;
        if (only) Object.assign(only, { x0: Math.min(only.x0, x0), x1: Math.max(only.x1, x1) });
      }
      const period = { text: stub?.text ?? '' };
      if (isPeriod) for (const name of names) name.unshift(period);
      if (stub !== undefined && stubUnit === undefined && !isPeriod) unused.unshift({ line, parts: [stub], kind: 'words' });
    }
  }
  return { start: first, end: below, names, unit: units[0], unused };
}

/** The columns with the signs of their numbers. */
function extentsOf(lines: readonly TableLine[], columns: readonly Interval[]): readonly { x0: number; x1: number }[] {
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
const MAX_NAMED_COLUMNS = 60;
const MAX_HEADER_LINES = 8;
const MAX_HEADER_GAP_EM = 2.6;
/** Between the header and the first row. */
const MAX_HEADER_SPACE_EM = 4;

/** Columns below one cell of a header, both inclusive. */
interface Group {
  readonly from: number;
  readonly to: number;
}

/** Which columns each cell of a header's line is over: those that make it centered, and whole groups of the lines below. */
function spansOf(
  cells: readonly Part[],
  columns: readonly Interval[],
  groups: readonly Group[],
  em: number,
): readonly (readonly [Part, number, number])[] {
  if (cells.length === columns.length) return cells.map((cell, i) => [cell, i, i]);
  const touched = cells.map(({ x0, x1 }): Group => {
    const from = columns.findIndex((column) => column.x1 > x0);
    const to = columns.findLastIndex((column) => column.x0 < x1);
    // Between two columns, a cell touches both.
    const [a, b] = [from < 0 ? columns.length - 1 : from, Math.max(to, 0)];
    return { from: Math.min(a, b), to: Math.max(a, b) };
  });
  return cells.map((cell, i) => {
    const [first, last] = [(touched[i - 1]?.to ?? -1) + 1, (touched[i + 1]?.from ?? columns.length) - 1];
    const center = (cell.x0 + cell.x1) / 2;
    const offset = (a: number, b: number): number => (columns[a]!.x0 + columns[b]!.x1) / 2 - center;
    let { from, to } = touched[i]!;
    from = Math.min(from, Math.max(first, groups[from]!.from));
    to = Math.max(to, Math.min(last, groups[to]!.to));
    // Grows on the side where columns are missing, as long as that makes it more centered.
    for (;;) {
      const now = offset(from, to);
      const [left, right] = [from > 0 ? groups[from - 1]!.from : 0, to + 1 < columns.length ? groups[to + 1]!.to : to];
      if (now < 0 && to < last && right <= last && Math.abs(offset(from, right)) < Math.abs(now) - 0.1 * em) to = right;
      else if (now > 0 && from > first && left >= first && Math.abs(offset(left, to)) < Math.abs(now) - 0.1 * em) from = left;
      // A cell wider than its column may be over the columns on both sides.
      else if (
        cell.x1 - cell.x0 > columns[to]!.x1 - columns[from]!.x0 + 0.3 * em &&
        from > first &&
        left >= first &&
        to < last &&
        right <= last &&
        Math.abs(offset(left, right)) < Math.abs(now)
      )
        [from, to] = [left, right];
      else break;
    }
    return [cell, from, to];
  });
}

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
function unitOf(text: string): string | undefined {
  const bare = text
    .replace(/^\(|\)$/g, '')
    .replace(/;.*$/s, '')
    .trim();
  if (bare.length > MAX_UNIT_CHARS || bare === '' || /[()]/.test(bare)) return undefined;
  const isSign =
    /^(?:(?:[A-Z]{0,3}\s?\p{Sc}|[A-Z]{2,3})\s?(?:['’‘]?000['’]?s?|m|mn|bn|k|M)|['’‘]?000['’]?s?)$/u.test(bare) ||
    /^[A-Z]{0,3}\p{Sc}$/u.test(bare);
  if (isSign) return bare;
  if (!SCALE.test(bare) || /\d(?!0)/.test(bare.replace(/['’]?000s?/g, ''))) return undefined;
  return bare.replace(/^\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase());
}
