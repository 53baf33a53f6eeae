/** Words of scripts that put no spaces between words. */

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]*/gu;

/**
 * What a run of letters and digits is compared by: every two neighboring characters of a stretch in such a script, and the other stretches
 * as they are. A word in another script is returned unchanged.
 */
export function comparedParts(word: string): readonly string[] {
  return comparedRanges(word, { start: 0, end: word.length }).map(({ start, end }) => word.slice(start, end));
}

/** Letters that need no closer look, which takes ten times as long. */
const LATIN = /^[\0-\u024f]*$/;

/** Where the same parts of a word in a text are, in order. */
export function comparedRanges(text: string, { start, end }: Range): readonly Range[] {
  const word = text.slice(start, end);
  if (LATIN.test(word)) return start < end ? [{ start, end }] : [];
  const parts: Range[] = [];
  let at = start;
  for (const { 0: stretch, index } of word.matchAll(SPACELESS)) {
    const from = start + index;
    if (from > at) parts.push({ start: at, end: from });
    at = from + stretch.length;
    const [first = '', ...others] = Array.from(stretch);
    if (others.length === 0) parts.push({ start: from, end: at });
    let before = first.length;
    let pair = from;
    for (const { length } of others) {
      parts.push({ start: pair, end: pair + before + length });
      pair += before;
      before = length;
    }
  }
  if (at < end) parts.push({ start: at, end });
  return parts;
}

/** Offsets in UTF-16 code units, end-exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Made when it is first needed, which takes longer than loading this file. */
let segmenter: Intl.Segmenter | undefined;

/**
 * The words in a run of letters, by the dictionaries of `Intl.Segmenter` where a script has no spaces. They differ a little with the
 * version of Node, so nothing should need to find exactly the same words later.
 */
export function wordsInside(run: string): readonly string[] {
  if (run.search(SPACELESS) < 0) return [run];
  segmenter ??= new Intl.Segmenter('und', { granularity: 'word' });
  return Array.from(segmenter.segment(run), ({ segment }) => segment);
}
