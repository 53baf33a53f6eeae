import { lineBreaksIn } from '../base/lines.ts';
import type { Piece } from './sourceText.ts';

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
