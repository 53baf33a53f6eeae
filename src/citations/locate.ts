import { lineBreaksIn } from '../base/lines.ts';
import type { Passage, SourceRange } from '../protocol/passage.ts';

export interface VerbatimQuote {
  /** Verbatim text from the source lines of `range`; empty when the requested range contains none. */
  readonly quote: string;
  readonly range: SourceRange;
}

/** The part of a passage that these functions need. */
export type Located = Pick<Passage, 'text' | 'runs' | 'range'>;

/**
 * The source of `text[textStart, textEnd)`: the smallest range around its verbatim text. Text made by the reader maps to the nearest
 * verbatim character; a passage without verbatim text maps to its whole range.
 */
export function locate(passage: Located, textStart: number, textEnd: number): SourceRange {
  const pieces = piecesIn(passage, textStart, textEnd);
  const first = pieces[0];
  if (first !== undefined) return pieces.map((piece) => rangeOf(passage, piece)).reduce(cover);
  const nearest = nearestRun(passage, textStart, textEnd);
  return nearest === undefined ? passage.range : rangeOf(passage, nearest);
}

/**
 * The longest stretch of `text[textStart, textEnd)` that is contiguous and identical in the source, without surrounding white space. With
 * `mustContain`, the stretch that contains most of it is preferred over a longer one. Ties go to the first.
 */
export function verbatimQuote(
  passage: Located,
  textStart: number,
  textEnd: number,
  mustContain?: { readonly start: number; readonly end: number },
): VerbatimQuote {
  const pieces = piecesIn(passage, textStart, textEnd)
    .map((piece) => withoutOuterSpace(passage.text, piece))
    .filter(({ start, end }) => end > start);
  let best: Piece | undefined;
  let bestHeld = -1;
  for (const piece of pieces) {
    const held = mustContain === undefined ? 0 : overlap(piece, mustContain);
    if (best !== undefined && (held < bestHeld || (held === bestHeld && piece.end - piece.start <= best.end - best.start))) continue;
    best = piece;
    bestHeld = held;
  }
  if (best === undefined) return { quote: '', range: locate(passage, textStart, textEnd) };
  return { quote: passage.text.slice(best.start, best.end), range: rangeOf(passage, best) };
}

/** Text offsets of a stretch inside one run, and that run. */
interface Piece {
  readonly start: number;
  readonly end: number;
  readonly runStart: number;
  readonly sourceOffset: number;
  readonly sourceLine: number;
}

function piecesIn({ runs }: Located, textStart: number, textEnd: number): readonly Piece[] {
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
  let low = 0;
  let high = runs.length / 4;
  while (low < high) {
    const middle = (low + high) >> 1;
    const { end } = pieceAt(runs, middle * 4);
    if (end > offset) high = middle;
    else low = middle + 1;
  }
  return low * 4;
}

function pieceAt(runs: readonly number[], i: number): Piece {
  const [start = 0, sourceOffset = 0, length = 0, sourceLine = 0] = runs.slice(i, i + 4);
  return { start, end: start + length, runStart: start, sourceOffset, sourceLine };
}

/** The verbatim character closest to the range. */
function nearestRun({ runs }: Located, textStart: number, textEnd: number): Piece | undefined {
  const i = firstRunEndingAfter(runs, textStart);
  const after = i < runs.length ? pieceAt(runs, i) : undefined;
  const before = i >= 4 ? pieceAt(runs, i - 4) : undefined;
  if (before === undefined || (after !== undefined && after.start - textEnd < textStart - before.end)) {
    return after && { ...after, end: after.start + 1 };
  }
  return { ...before, start: before.end - 1 };
}

function rangeOf({ text }: Located, { start, end, runStart, sourceOffset, sourceLine }: Piece): SourceRange {
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

function overlap(piece: Piece, { start, end }: { readonly start: number; readonly end: number }): number {
  return Math.max(0, Math.min(piece.end, end) - Math.max(piece.start, start));
}
