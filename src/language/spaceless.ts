/** Words of scripts that put no spaces between words. */

const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー][\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{M}ー]*/gu;

/**
 * What a run of letters and digits is compared by: every two neighboring characters of a stretch in such a script, and the other stretches
 * as they are. A word in another script is returned unchanged.
 */
export function comparedParts(word: string): readonly string[] {
  const stretches = [...word.matchAll(SPACELESS)];
  if (stretches.length === 0) return [word];
  const parts: string[] = [];
  let at = 0;
  for (const { 0: stretch, index } of stretches) {
    if (index > at) parts.push(word.slice(at, index));
    const characters = [...stretch];
    if (characters.length === 1) parts.push(stretch);
    for (let i = 1; i < characters.length; i++) parts.push(`${characters[i - 1] ?? ''}${characters[i] ?? ''}`);
    at = index + stretch.length;
  }
  if (at < word.length) parts.push(word.slice(at));
  return parts;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

/**
 * The words in a run of letters, by the dictionaries of `Intl.Segmenter` where a script has no spaces. They differ a little with the
 * version of Node, so nothing should need to find exactly the same words later.
 */
export function wordsInside(run: string): readonly string[] {
  return run.search(SPACELESS) < 0 ? [run] : Array.from(segmenter.segment(run), ({ segment }) => segment);
}
