/** Where a stretch of a document's source is in its passages. */
import type { Passage, VerbatimRuns } from './passage.ts';

/** The passage that an offset of the source is in, or else the next, or else the last; -1 when there are none. */
export function passageAt(passages: readonly Pick<Passage, 'range'>[], offset: number): number {
  let low = 0;
  let high = passages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((passages[middle]?.range.endOffset ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, passages.length - 1);
}

/** Where a stretch of the source is in a passage's text; an empty place where it would be when the text lacks it. */
export function placeInPassage(
  runs: VerbatimRuns,
  sourceStart: number,
  sourceEnd: number,
): { readonly start: number; readonly end: number } {
  let start: number | undefined;
  let end = 0;
  for (let i = 0; i + 2 < runs.length; i += 4) {
    const [textStart = 0, sourceOffset = 0, length = 0] = runs.slice(i, i + 3);
    if (sourceOffset + length > sourceStart) start ??= textStart + Math.max(0, sourceStart - sourceOffset);
    if (sourceOffset < sourceEnd) end = textStart + Math.min(length, sourceEnd - sourceOffset);
  }
  const from = start ?? end;
  return { start: from, end: Math.max(from, end) };
}
