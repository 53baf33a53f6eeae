import { greatest, least, median } from '../../base/extremes.ts';
import { pdfRowsOf } from './pdfLines.ts';
import type { Segment } from './pdfLines.ts';

/**
 * Splits a page into columns in reading order: each result is read from top to bottom before the next. Content as wide as several columns
 * (titles, captions of wide figures) separates the columns above from those below. Tables are not split, although their cells are in
 * columns too.
 */
export function columnsOf(segments: readonly Segment[]): readonly (readonly Segment[])[] {
  const gutter = gutterOf(segments);
  if (gutter === undefined) return segments.length === 0 ? [] : [segments];
  return bandsOf(segments, gutter).flatMap(({ left, right, isTable, spanning }) => {
    if (spanning.length > 0) return columnsOf(spanning);
    if (isTable) return [[...left, ...right]];
    return [...columnsOf(left), ...columnsOf(right)];
  });
}

/** Where the right column begins, and how far the left one extends. */
interface Gutter {
  readonly leftEnd: number;
  readonly rightStart: number;
}

function gutterOf(segments: readonly Segment[]): Gutter | undefined {
  if (segments.length < 2 * MIN_LINES) return undefined;
  const start = least(segments.map(({ x0 }) => x0));
  const end = greatest(segments.map(({ x1 }) => x1));
  const em = median(segments.map(({ top, bottom }) => bottom - top));
  if (end - start < MIN_PAGE_EM * em) return undefined;
  let best: (Gutter & { readonly crossing: number }) | undefined;
  for (const rightStart of commonStarts(segments, em)) {
    if (rightStart < start + (end - start) * 0.15 || rightStart > end - (end - start) * 0.15) continue;
    const right = segments.filter(({ x0 }) => x0 >= rightStart - 0.2 * em);
    const left = segments.filter(({ x1, x0 }) => x1 <= rightStart - MIN_GUTTER_EM * em && x0 < rightStart);
    const crossing = segments.length - left.length - right.length;
    if (left.length < MIN_LINES || right.length < MIN_LINES || crossing > left.length + right.length) continue;
    if (best !== undefined && best.crossing <= crossing) continue;
    if (!isText(left) || !isText(right)) continue;
    best = { leftEnd: greatest(left.map(({ x1 }) => x1)), rightStart: rightStart - 0.2 * em, crossing };
  }
  return best;
}

const MIN_LINES = 4;
const MIN_PAGE_EM = 16;
const MIN_GUTTER_EM = 0.6;

/** Left edges that many lines share, the most common first. */
function commonStarts(segments: readonly Segment[], em: number): readonly number[] {
  const starts = segments.map(({ x0 }) => x0).sort((a, b) => a - b);
  const groups: { first: number; count: number }[] = [];
  for (const x0 of starts) {
    const group = groups.at(-1);
    if (group !== undefined && x0 - group.first < 0.5 * em) group.count++;
    else groups.push({ first: x0, count: 1 });
  }
  return groups
    .filter(({ count }) => count >= MIN_LINES)
    .sort((a, b) => b.count - a.count)
    .slice(0, 12)
    .map(({ first }) => first);
}

/** Whether the lines fill their column, unlike cells. */
function isText(segments: readonly Segment[]): boolean {
  const start = least(segments.map(({ x0 }) => x0));
  const width = greatest(segments.map(({ x1 }) => x1)) - start;
  const chars = segments.reduce((sum, { charCount }) => sum + charCount, 0);
  const charsInLong = segments.reduce((sum, { x0, x1, charCount }) => sum + (x1 - x0 > 0.6 * width && charCount >= 16 ? charCount : 0), 0);
  // Text with a table in it has fewer lines with cells than others.
  return charsInLong > 0.5 * chars && median(pdfRowsOf(segments).map((row) => greatest(row.map(({ charCount }) => charCount)))) >= 12;
}

interface Band {
  readonly left: Segment[];
  readonly right: Segment[];
  readonly spanning: Segment[];
  isTable?: boolean;
}

function bandsOf(segments: readonly Segment[], gutter: Gutter): readonly Band[] {
  const bands: Band[] = [];
  for (const row of pdfRowsOf(segments)) {
    // Only a line alone in its row can span: one slightly too long for its column has the other column's text beside it.
    const spanning = row.length === 1 ? row.filter((segment) => isSpanning(segment, gutter)) : [];
    const last = bands.at(-1);
    const isSpanningBand = spanning.length > 0;
    const band = last !== undefined && last.spanning.length > 0 === isSpanningBand ? last : { left: [], right: [], spanning: [] };
    if (band !== last) bands.push(band);
    band.spanning.push(...spanning);
    if (isSpanningBand) continue;
    for (const segment of row) (isRightOf(segment, gutter) ? band.right : band.left).push(segment);
  }
  return bands.flatMap((band) => (band.spanning.length > 0 ? [band] : withoutTables(band)));
}

function isSpanning({ x0, x1 }: Segment, { leftEnd, rightStart }: Gutter): boolean {
  return x0 < leftEnd && x1 > rightStart + 0.1 * (x1 - x0);
}

function isRightOf({ x0, x1 }: Segment, { leftEnd, rightStart }: Gutter): boolean {
  return (x0 + x1) / 2 > (leftEnd + rightStart) / 2;
}

/** Separates tables as wide as both columns from the band, where space divides them from the text above and below. */
function withoutTables({ left, right }: Band): readonly Band[] {
  const parts: Band[] = [];
  const groups = apart(pdfRowsOf([...left, ...right]));
  const groupOf = new Map(groups.flatMap((rows, i) => rows.flat().map((segment) => [segment, i] as const)));
  const lefts = Map.groupBy(left, (segment) => groupOf.get(segment));
  const rights = Map.groupBy(right, (segment) => groupOf.get(segment));
  for (const [i, rows] of groups.entries()) {
    const part: Band = { left: lefts.get(i) ?? [], right: rights.get(i) ?? [], spanning: [], isTable: isTable(rows) };
    const last = parts.at(-1);
    if (last === undefined || last.isTable === true || part.isTable === true) parts.push(part);
    else {
      for (const segment of part.left) last.left.push(segment);
      for (const segment of part.right) last.right.push(segment);
    }
  }
  return parts;
}

/** Groups of rows, divided where both columns are empty for more than a line. */
function apart(rows: readonly (readonly Segment[])[]): readonly (readonly Segment[])[][] {
  const groups: (readonly Segment[])[][] = [];
  let bottom = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const height = median(row.map((segment) => segment.bottom - segment.top));
    if (groups.length === 0 || topOf(row) - bottom > 0.8 * height) groups.push([]);
    groups.at(-1)?.push(row);
    bottom = groups.at(-1)?.length === 1 ? bottomOf(row) : Math.max(bottom, bottomOf(row));
  }
  return groups;
}

function isTable(rows: readonly (readonly Segment[])[]): boolean {
  const all = rows.flat();
  return rows.length >= 3 && all.length >= 2.5 * rows.length && median(all.map(({ charCount }) => charCount)) < 16;
}

function topOf(segments: readonly Segment[]): number {
  return least(segments.map(({ top }) => top));
}

function bottomOf(segments: readonly Segment[]): number {
  return greatest(segments.map(({ bottom }) => bottom));
}
