import { firstWhere } from '../base/binarySearch.ts';
import { LineTable, lineBreaksIn } from '../base/lines.ts';
import type { SourceRange, VerbatimRuns } from '../protocol/passage.ts';
import type { Link, LinkTarget } from './references.ts';

/** Text with a map to its source. */
export interface Piece {
  readonly text: string;
  readonly runs: VerbatimRuns;
  readonly range: SourceRange;
  /** Links in the text, by their place in it. */
  readonly links?: readonly Link[];
}

/** A file's text and its lines. */
export class SourceText {
  readonly text: string;
  readonly lines: LineTable;

  constructor(text: string) {
    this.text = text;
    this.lines = new LineTable(text);
  }

  rangeOf(start: number, end: number): SourceRange {
    const startLine = this.lines.lineAt(start);
    return { startLine, endLine: Math.max(startLine, this.lines.lineAt(Math.max(start, end - 1))) + 1, startOffset: start, endOffset: end };
  }
}

/**
 * Collects running text, both verbatim stretches (`copy`) and inserted characters (`make`), and keeps the map between text and source.
 * Stretches that are adjacent in text and source become one run.
 */
export class TextWriter {
  readonly #source: SourceText;
  readonly #parts: string[] = [];
  readonly #runs: number[] = [];
  /** Links with offsets in the text, and of appended pieces with offsets in the source. */
  readonly #links: Link[] = [];
  readonly #placedLinks: Link[] = [];
  #length = 0;
  #last = '';
  #start = Number.POSITIVE_INFINITY;
  #end = 0;

  constructor(source: SourceText) {
    this.#source = source;
  }

  /** Characters written so far. */
  get length(): number {
    return this.#length;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  get endsWithSpace(): boolean {
    return this.#last === '' || /\s/.test(this.#last.charAt(this.#last.length - 1));
  }

  copy(start: number, end: number): void {
    if (end <= start) return;
    const runs = this.#runs;
    const previous = runs.length - 4;
    const length = previous < 0 ? 0 : runs[previous + 2]!;
    if (previous >= 0 && runs[previous]! + length === this.#length && runs[previous + 1]! + length === start)
      runs[previous + 2] = length + end - start;
    else runs.push(this.#length, start, end - start, this.#source.lines.lineAt(start));
    this.#append(this.#source.text.slice(start, end), start, end);
  }

  /** Adds characters that the source does not have as they are. `start` and `end` give the range they were made from, if any. */
  make(text: string, start?: number, end?: number): void {
    if (text !== '') this.#append(text, start ?? this.#start, end ?? this.#end);
  }

  /** Makes what was written since the text had the length `from` the text of a link. */
  link(target: LinkTarget | undefined, from = this.#length, to = this.#length): void {
    if (target !== undefined) this.#links.push({ ...target, start: from, end: to });
  }

  /** Adds a piece of the same source. */
  append({ text, runs, range, links = [] }: Piece): void {
    let at = 0;
    for (let i = 0; i < runs.length; i += 4) {
      const [textStart, sourceOffset, length] = [runs[i]!, runs[i + 1]!, runs[i + 2]!];
      this.make(text.slice(at, textStart), range.startOffset, range.endOffset);
      this.copy(sourceOffset, sourceOffset + length);
      at = textStart + length;
    }
    this.make(text.slice(at), range.startOffset, range.endOffset);
    for (const link of links) this.#placedLinks.push(link);
  }

  /** Separates words with a space unless there is white space already. */
  space(): void {
    if (!this.endsWithSpace) this.make(' ');
  }

  /** The collected text without surrounding white space; undefined if there is only white space. */
  finish(): Piece | undefined {
    const all = this.#parts.join('');
    const text = all.trim();
    if (text === '') return undefined;
    const lead = all.length - all.trimStart().length;
    const { runs } = slicerOf({ text: all, runs: this.#runs, range: this.#source.rangeOf(0, 0) })(lead, lead + text.length);
    if (runs.length === 0 && !Number.isFinite(this.#start)) return { text, runs, range: this.#source.rangeOf(0, 0) };
    let start = runs[0] === 0 ? Number.POSITIVE_INFINITY : this.#start;
    const last = runs.length - 4;
    const reachesEnd = last >= 0 && (runs[last] ?? 0) + (runs[last + 2] ?? 0) === text.length;
    let end = reachesEnd ? 0 : this.#end;
    for (let i = 0; i < runs.length; i += 4) {
      start = Math.min(start, runs[i + 1] ?? 0);
      end = Math.max(end, (runs[i + 1] ?? 0) + (runs[i + 2] ?? 0));
    }
    const range = this.#source.rangeOf(start, end);
    const links = [
      ...this.#placedLinks,
      ...this.#links.map((link) => placeLink({ ...link, start: link.start - lead, end: link.end - lead }, runs, range)),
    ];
    return { text, runs, range, ...(links.length === 0 ? {} : { links }) };
  }

  #append(text: string, start: number, end: number): void {
    this.#parts.push(text);
    this.#length += text.length;
    this.#last = text;
    if (!/\S/.test(text)) return;
    this.#start = Math.min(this.#start, start);
    this.#end = Math.max(this.#end, end);
  }
}

/** A link of a text, with its place in the source: that of its verbatim text, otherwise the nearest verbatim place. */
export function placeLink(link: Link, runs: VerbatimRuns, { startOffset }: Pick<SourceRange, 'startOffset'>): Link {
  const { start: from, end: to } = link;
  const first = runEndingAfter(runs, from);
  const [firstStart = 0, firstSource = 0] = runs.slice(first, first + 2);
  if (first < runs.length && firstStart < Math.max(to, from + 1)) {
    const start = firstSource + Math.max(0, from - firstStart);
    const next = runEndingAfter(runs, Math.max(from, to - 1));
    const last = (runs[next] ?? Number.POSITIVE_INFINITY) < to ? next : Math.max(first, next - 4);
    const [lastStart = 0, lastSource = 0, lastLength = 0] = runs.slice(last, last + 3);
    return { ...link, start, end: Math.max(start, lastSource + Math.min(lastLength, to - lastStart)) };
  }
  const nearest = first > 0 ? (runs[first - 3] ?? 0) + (runs[first - 2] ?? 0) : first < runs.length ? firstSource : startOffset;
  return { ...link, start: nearest, end: nearest };
}

/** The index in `runs` of the first run that ends after an offset in the text. */
function runEndingAfter(runs: VerbatimRuns, offset: number): number {
  return 4 * firstWhere(runs.length / 4, (i) => runs[4 * i]! + runs[4 * i + 2]! > offset);
}

/** Cuts `[start, end)` out of a piece, with its map and range. Calls must be in ascending order. */
export type Slicer = (start: number, end: number) => Piece;

/** Scans every line of the piece once, for any number of slices. */
export function slicerOf({ text, runs, range }: Piece): Slicer {
  let i = 0;
  let countedTo = 0;
  let line = 0;
  const lineAt = (offset: number): number => {
    line += lineBreaksIn(text, countedTo, offset);
    countedTo = offset;
    return line;
  };
  return (start, end) => {
    if (start === 0 && end === text.length) return { text, runs, range };
    const sliced: number[] = [];
    const covered = { startLine: Infinity, endLine: 0, startOffset: Infinity, endOffset: 0 };
    while (i < runs.length && (runs[i] ?? 0) + (runs[i + 2] ?? 0) <= start) i += 4;
    for (; i < runs.length && (runs[i] ?? 0) < end; i += 4) {
      const textStart = runs[i] ?? 0;
      const runEnd = textStart + (runs[i + 2] ?? 0);
      const shift = (runs[i + 1] ?? 0) - textStart;
      const from = Math.max(textStart, start);
      const to = Math.min(runEnd, end);
      if (countedTo <= textStart) {
        countedTo = textStart;
        line = runs[i + 3] ?? 0;
      }
      const startLine = lineAt(from);
      sliced.push(from - start, from + shift, to - from, startLine);
      covered.startLine = Math.min(covered.startLine, startLine);
      covered.endLine = Math.max(covered.endLine, lineAt(to - 1) + 1);
      covered.startOffset = Math.min(covered.startOffset, from + shift);
      covered.endOffset = Math.max(covered.endOffset, to + shift);
      if (runEnd > end) break;
    }
    return { text: text.slice(start, end), runs: sliced, range: sliced.length > 0 ? covered : range };
  };
}
