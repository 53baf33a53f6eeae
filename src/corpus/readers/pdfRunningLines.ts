import type { PdfLine } from './pdfLines.ts';
import { unitOf } from './pdfTableHeaders.ts';
import { tableLine, valuesOf } from './pdfTableLines.ts';

/** A page's columns of lines, in reading order. */
export type PageColumns = readonly (readonly PdfLine[])[];

interface WithoutRunning {
  readonly pages: readonly PageColumns[];
  /** What the removed lines say without page numbers, most frequent first; at most 8. */
  readonly runningLines: readonly string[];
}

/**
 * Removes headers, footers and page numbers: lines at the top or bottom of pages that are the same except for numbers or count with the
 * pages, at the same place on three pages in a row or on every second page. Large text stays, because slide titles repeat too. Headers of
 * tables with which pages begin stay as well.
 * @param bodySize size of the font that most text uses
 */
export function withoutRunningLines(pages: readonly PageColumns[], bodySize: number): WithoutRunning {
  const open = new Map<string, Occurrence[]>();
  const dropped = new Set<PdfLine>();
  const enough = Math.max(2, Math.min(MIN_REPEATS, pages.length));
  pages.forEach((columns, page) => {
    for (const { line, zone, isOuter } of edgesOf(columns)) {
      if (line.size > bodySize * LARGE) continue;
      const shape = shapeOf(line.text);
      const offsets = pageOffsets(line.text, page);
      // Where pages are not filled, the page number is wherever the text ends.
      const moving = isOuter ? offsets.map((offset) => `${offset} ${shape}`) : [];
      for (const kind of [shape, ...offsets, ...moving]) {
        const key = `${zone} ${kind}`;
        const before = (open.get(key) ?? []).filter((occurrence) => page - occurrence.page <= MAX_PAGES_BETWEEN);
        const same = before.findLast(
          (occurrence) =>
            page > occurrence.page && (moving.includes(kind) || Math.abs(occurrence.line.baseline - line.baseline) < MAX_SHIFT_POINTS),
        );
        const run = [...(same?.run ?? []), line];
        if (run.length >= enough) for (const repeated of run) dropped.add(repeated);
        open.set(key, [...before, { line, page, run: run.slice(1 - MIN_REPEATS) }]);
      }
    }
  });
  const kept = pages.map((columns) =>
    columns.map((lines) => lines.filter((line) => !dropped.has(line))).filter((lines) => lines.length > 0),
  );
  return { pages: kept, runningLines: textsOf(dropped) };
}

const MAX_RUNNING_LINES = 8;

function textsOf(dropped: Iterable<PdfLine>): readonly string[] {
  const counts = new Map<string, number>();
  for (const { text } of dropped) {
    const bare = text.replace(/^\s*\d{1,4}(?=\s)|(?<=\s)\d{1,4}\s*$/g, '').replace(/^[\s|·•–—-]+|[\s|·•–—-]+$/g, '');
    if (/\p{L}{2}/u.test(bare)) counts.set(bare, (counts.get(bare) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, m], [, n]) => n - m)
    .slice(0, MAX_RUNNING_LINES)
    .map(([bare]) => bare);
}

interface Occurrence {
  readonly line: PdfLine;
  readonly page: number;
  /** The most recent lines of this run, including this one. */
  readonly run: readonly PdfLine[];
}

const MIN_REPEATS = 3;
const MAX_PAGES_BETWEEN = 2;
const MAX_SHIFT_POINTS = 4;
const LARGE = 1.25;
const EDGE_LINES = 3;

interface EdgeLine {
  readonly line: PdfLine;
  readonly zone: 'top' | 'bottom';
  /** Whether nothing is above or below it. */
  readonly isOuter: boolean;
}

function edgesOf(columns: PageColumns): readonly EdgeLine[] {
  const lines = columns.flat().sort((a, b) => a.baseline - b.baseline);
  // On a page with few lines, no line is at both the top and the bottom.
  const count = Math.min(EDGE_LINES, Math.ceil(lines.length / 2));
  const top = lines.slice(0, count);
  const header = top.findIndex(isHeader);
  // What is set over its columns belongs to it.
  const isOver = ({ x0, x1, baseline, size }: PdfLine, below: PdfLine): boolean => {
    const left = valuesOf(tableLine(below))[0]?.x0 ?? below.x1;
    return x0 > left - MAX_BESIDE_EM * size && x1 < below.x1 + size && below.baseline - baseline < MAX_HEADER_EM * size;
  };
  let end = header < 0 ? count : header;
  while (header > 0 && end > 0 && isOver(top[end - 1]!, top[header]!)) end--;
  return [
    ...top.slice(0, end).map((line, i) => ({ line, zone: 'top' as const, isOuter: i === 0 })),
    ...lines
      .slice(Math.max(count, lines.length - EDGE_LINES))
      .map((line) => ({ line, zone: 'bottom' as const, isOuter: line === lines.at(-1) })),
  ];
}

/** Whether a line names columns of a table by years, or says its unit. */
function isHeader(line: PdfLine): boolean {
  const table = tableLine(line);
  return unitOf(line.text) !== undefined || (table.kind === 'years' && valuesOf(table).length > 1);
}

const MAX_HEADER_EM = 1.8;
const MAX_BESIDE_EM = 4;

/**
 * The numbers that a line begins or ends with, minus the page's index. For page numbers the difference is constant, whatever is beside
 * them.
 */
function pageOffsets(text: string, page: number): readonly string[] {
  const words = text.replace(/^[-–—]\s|\s[-–—]$/g, '').split(/\s+/);
  const numbers = [words[0], words.at(-1)].flatMap((word = '') => PAGE_NUMBER.exec(word)?.[1] ?? []);
  return [...new Set(numbers.map((number) => `#${Number(number) - page}`))];
}

/** `12`, `F-12`, `-12-` */
const PAGE_NUMBER = /^(?:\p{L}?[-–—])?(\d{1,4})[-–—]?$/u;

function shapeOf(text: string): string {
  return text.replace(/\d+/g, '#').replace(/\s+/g, '').toLowerCase();
}
