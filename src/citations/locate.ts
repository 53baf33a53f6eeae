import { firstWhere } from '../base/binarySearch.ts';
import { lineBreaksIn } from '../base/lines.ts';
import type { Passage, SourceRange } from '../protocol/passage.ts';

/** The part of a passage that these functions need. */
export type PassageText = Pick<Passage, 'text' | 'runs' | 'range'>;

/**
 * The source of `text[textStart, textEnd)`: the smallest range around its verbatim text. Text made by the reader maps to the nearest
 * verbatim character; a passage without verbatim text maps to its whole range.
 */
export function locate(passage: PassageText, textStart: number, textEnd: number): SourceRange {
  const pieces = piecesIn(passage, textStart, textEnd);
  const first = pieces[0];
  if (first !== undefined) return pieces.map((piece) => rangeOf(passage, piece)).reduce(cover);
  const nearest = nearestRun(passage, textStart, textEnd);
  return nearest === undefined ? passage.range : rangeOf(passage, nearest);
}

/** A quote's place in the source, before the source has been looked at. */
export interface QuotePlace {
  readonly range: SourceRange;
  /** Its verbatim stretches in the order of the source. */
  readonly stretches: readonly Stretch[];
}

interface Stretch {
  readonly text: string;
  /** What is between the stretch before and this one, in characters, and how many line breaks are among them. */
  readonly gap: number;
  readonly gapBreaks: number;
}

/**
 * The place of `text[textStart, textEnd)`, from its first to its last verbatim character. Where the reader brought together what is far
 * apart in the source, only the longest stretch; undefined without verbatim text.
 */
export function quotePlace(passage: PassageText, textStart: number, textEnd: number): QuotePlace | undefined {
  const pieces = piecesIn(passage, textStart, textEnd)
    .map((piece) => withoutOuterSpace(passage.text, piece))
    .filter(({ start, end }) => end > start)
    .map((piece) => ({ piece, range: rangeOf(passage, piece) }))
    .sort((a, b) => a.range.startOffset - b.range.startOffset);
  const longest = pieces.toSorted((a, b) => lengthOf(b.range) - lengthOf(a.range))[0];
  if (longest === undefined) return undefined;
  const whole = pieces.map(({ range }) => range).reduce(cover);
  const isTogether = lengthOf(whole) <= MOST_MARKUP * (textEnd - textStart) + SOME_MARKUP;
  const kept = isTogether ? pieces : [longest];
  const stretches = kept.flatMap(({ piece, range }, i): readonly Stretch[] => {
    const before = kept[i - 1]?.range ?? range;
    const text = passage.text.slice(piece.start, piece.end);
    if (i === 0) return [{ text, gap: 0, gapBreaks: 0 }];
    // The end line of a range is the one after its last character's.
    return [{ text, gap: range.startOffset - before.endOffset, gapBreaks: range.startLine - before.endLine + 1 }];
  });
  return { range: isTogether ? whole : longest.range, stretches };
}

/** By how many times, and by how many characters, markup may lengthen a quote. */
const MOST_MARKUP = 4;
const SOME_MARKUP = 400;

function lengthOf({ startOffset, endOffset }: SourceRange): number {
  return endOffset - startOffset;
}

/**
 * The quote as the source has it, markup included, with `\n` for every line break.
 * @param lines the lines of the place's range as they are now
 * @returns undefined when they no longer contain it
 */
export function quoteIn({ stretches }: QuotePlace, lines: readonly string[]): string | undefined {
  const source = lines.join('\n');
  const parts = stretches.map((stretch) => ({ ...stretch, text: stretch.text.replaceAll(/\r\n?/g, '\n') }));
  const [first] = parts;
  for (let at = first ? source.indexOf(first.text) : -1; first && at >= 0; at = source.indexOf(first.text, at + 1)) {
    const end = endOf(parts, source, at);
    if (end !== undefined) return source.slice(at, end);
  }
  return undefined;
}

/** The end of the last stretch when the first is at `start` and the others follow at their distances. */
function endOf(stretches: readonly Stretch[], source: string, start: number): number | undefined {
  let ends = [start];
  for (const { text, gap, gapBreaks } of stretches) {
    // Distances count both characters of a Windows line break, joined lines have one.
    const starts = ends.flatMap((end) => Array.from({ length: gapBreaks + 1 }, (_, i) => end + gap - i));
    ends = [...new Set(starts)].filter((at) => source.startsWith(text, at)).map((at) => at + text.length);
  }
  return ends[0];
}

/** Text offsets of a stretch inside one run, and that run. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly runStart: number;
  readonly sourceOffset: number;
  readonly sourceLine: number;
}

function piecesIn({ runs }: PassageText, textStart: number, textEnd: number): readonly Piece[] {
  const pieces: Piece[] = [];
  for (let i = firstRunEndingAfter(runs, textStart); i < runs.length; i += 4) {
    const piece = pieceAt(runs, i);
    if (piece.start >= textEnd) break;
    const start = Math.max(piece.start, textStart);
    const end = Math.min(piece.end, textEnd);
    if (end > start) pieces.push({ ...piece, start, end });
  }
  return pieces;
}

function firstRunEndingAfter(runs: readonly number[], offset: number): number {
  return 4 * firstWhere(runs.length / 4, (i) => pieceAt(runs, 4 * i).end > offset);
}

function pieceAt(runs: readonly number[], i: number): Piece {
  const [start = 0, sourceOffset = 0, length = 0, sourceLine = 0] = runs.slice(i, i + 4);
  return { start, end: start + length, runStart: start, sourceOffset, sourceLine };
}

/** The verbatim character closest to the range. */
function nearestRun({ runs }: PassageText, textStart: number, textEnd: number): Piece | undefined {
  const i = firstRunEndingAfter(runs, textStart);
  const after = i < runs.length ? pieceAt(runs, i) : undefined;
  const before = i >= 4 ? pieceAt(runs, i - 4) : undefined;
  if (before === undefined || (after !== undefined && after.start - textEnd < textStart - before.end)) {
    return after && { ...after, end: after.start + 1 };
  }
  return { ...before, start: before.end - 1 };
}

function rangeOf({ text }: PassageText, { start, end, runStart, sourceOffset, sourceLine }: Piece): SourceRange {
  const startLine = sourceLine + lineBreaksIn(text, runStart, start);
  return {
    startLine,
    // The line of the last character: a range that ends with a line break does not extend into the next line.
    endLine: startLine + lineBreaksIn(text, start, end - 1) + 1,
    startOffset: sourceOffset + start - runStart,
    endOffset: sourceOffset + end - runStart,
  };
}

function cover(a: SourceRange, b: SourceRange): SourceRange {
  return {
    startLine: Math.min(a.startLine, b.startLine),
    endLine: Math.max(a.endLine, b.endLine),
    startOffset: Math.min(a.startOffset, b.startOffset),
    endOffset: Math.max(a.endOffset, b.endOffset),
  };
}

function withoutOuterSpace(text: string, piece: Piece): Piece {
  let { start, end } = piece;
  while (start < end && /\s/.test(text.charAt(start))) start++;
  while (end > start && /\s/.test(text.charAt(end - 1))) end--;
  return { ...piece, start, end };
}
