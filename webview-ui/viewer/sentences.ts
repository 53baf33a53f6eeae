/** The sentences of a page. Pure. */
import type { FoundStretch, PlacedItem } from './pageLetters.ts';

/** In the order of the page's texts, each as the stretches that it is made of. */
export function sentencesOf(items: readonly PlacedItem[]): readonly (readonly FoundStretch[])[] {
  const starts: number[] = [];
  let text = '';
  for (const [i, item] of items.entries()) {
    const before = items[i - 1];
    if (before) text += goesOn(before, item) ? (before.hasEOL ? ' ' : '') : '\n';
    starts.push(text.length);
    text += item.str;
  }
  return joined([...new Intl.Segmenter(undefined, { granularity: 'sentence' }).segment(text)])
    .filter(({ segment }) => /[\p{L}\p{N}]/u.test(segment))
    .map(({ segment, index }) => {
      const [from, to] = [index + segment.length - segment.trimStart().length, index + segment.trimEnd().length];
      return items.flatMap(({ str }, item) => {
        const at = starts[item] ?? 0;
        const [start, end] = [Math.max(0, from - at), Math.min(str.length, to - at)];
        return start < end && str.slice(start, end).trim() !== '' ? [{ item, start, end }] : [];
      });
    })
    .filter((stretches) => stretches.length > 0);
}

/** Another size, or more room between lines than inside a paragraph, begins something else, as a heading does. */
function goesOn(before: PlacedItem, { transform }: PlacedItem): boolean {
  const sizeOf = ([a = 1, b = 0]: readonly number[]): number => Math.hypot(a, b) || 1;
  const size = sizeOf(before.transform);
  const apart = Math.abs((transform[5] ?? 0) - (before.transform[5] ?? 0));
  // Where a column ends, the next one is far above.
  const isColumn = (transform[5] ?? 0) > (before.transform[5] ?? 0);
  return Math.abs(sizeOf(transform) - size) < size * 0.2 && (isColumn || apart < size * 2);
}

/** Segments that end with an abbreviation go on in the next one. */
function joined(segments: readonly Intl.SegmentData[]): readonly Pick<Intl.SegmentData, 'segment' | 'index'>[] {
  const all: { segment: string; index: number }[] = [];
  for (const { segment, index } of segments) {
    const last = all.at(-1);
    if (last && ABBREVIATION.test(last.segment)) last.segment += segment;
    else all.push({ segment, index });
  }
  return all;
}

const ABBREVIATION = /(?:\b(?:al|approx|cf|ca|Dr|Eqs?|Figs?|Mrs?|No|pp?|Prof|Secs?|St|Tab|vs)|(?:^|\s)\p{Lu})\. *$/u;
