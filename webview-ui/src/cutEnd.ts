/** The last characters of a text, which share a line with the citation that follows. Pure. */

/** A longer word, or the text of a script that is written without spaces, is cut within it. */
const lastWord = /\S{1,16}$/u;
const uncut = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const atEnd = 2;
const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** @returns the text before its end, and its end */
export function cutEnd(text: string): readonly [string, string] {
  const word = lastWord.exec(text)?.[0] ?? '';
  const isWord = word !== '' && !uncut.test(word) && /^$|\s$/.test(text.slice(0, -word.length));
  const at = isWord ? text.length - word.length : ([...graphemes.segment(text)].at(-atEnd)?.index ?? 0);
  return [text.slice(0, at), text.slice(at)];
}
