/** Short forms that a text explains: `property, plant and equipment (PP&E)`, `capital expenditures (“capex”)`, `PP&E (property, …)`. */
import { nameKey } from './nameWords.ts';

export interface Definition {
  /** As written: `PP&E`. */
  readonly short: string;
  /** As written, on one line, at most 80 characters. */
  readonly long: string;
}

const maxLongChars = 80;
const maxShortChars = 10;

/** In text order, at most one for each pair of brackets. Linear. */
export function findDefinitions(text: string): readonly Definition[] {
  const found: Definition[] = [];
  for (const { index, 1: inside = '' } of inBrackets(text)) {
    const before = text
      .slice(Math.max(0, index - maxLongChars), index)
      .replace(/^.*(?:[\n|;:()“”"]|[.?!]\s(?=\p{Lu}\p{Ll}+\s\p{Ll}))/su, '');
    const short = shortIn(inside);
    const long = short === undefined ? undefined : longBefore(short, before.trim());
    if (short !== undefined && long !== undefined) found.push({ short, long });
    else {
      const last = /(?<![\p{L}\p{N}])\S+$/u.exec(before.trim())?.[0] ?? '';
      if (isShort(last) && /\p{Lu}\P{Lu}*\p{Lu}/u.test(last) && longBefore(last, inside) === inside)
        found.push({ short: last, long: inside });
    }
  }
  return found;
}

/** Brackets after a word. Looking for one first is faster than a pattern that is tried everywhere. */
function* inBrackets(text: string): Generator<RegExpExecArray> {
  const pattern = /(?<=[\p{L}\p{N}.,”"’]\s)\(([^()\n]{2,100})\)/uy;
  for (let at = text.indexOf('('); at >= 0; at = text.indexOf('(', at + 1)) {
    pattern.lastIndex = at;
    const match = pattern.exec(text);
    if (match) yield match;
  }
}

/** What brackets have in quotation marks, or alone. */
function shortIn(inside: string): string | undefined {
  const written = /^[^“"]{0,24}[“"]([^”"]+)[”"]/u.exec(inside)?.[1] ?? inside.replace(/[,;].*$/su, '');
  return isShort(written.trim()) ? written.trim() : undefined;
}

function isShort(written: string): boolean {
  return written.length <= maxShortChars && /^\p{L}[\p{L}\p{N}]*(?:[&./-]\s?[\p{L}\p{N}]+)*$/u.test(written) && written.length > 1;
}

/** The last words of a text that have the letters of the abbreviation, the first one at their beginning; undefined where none have. */
function longBefore(short: string, before: string): string | undefined {
  const letters = [...short.toLowerCase()].filter((letter) => /[\p{L}\p{N}]/u.test(letter));
  const words = [...before.slice(-maxLongChars).matchAll(/[\p{L}\p{N}’']+/gu)].slice(-Math.min(letters.length + 5, 2 * letters.length));
  const isInCapitals = /\p{Lu}\P{Lu}*\p{Lu}/u.test(short);
  for (const { index, 0: word } of words.toReversed()) {
    const long = before.slice(-maxLongChars).slice(index);
    if (!word.toLowerCase().startsWith(letters[0]!) || /^\p{Ll}{1,3}$/u.test(word) || ` ${nameKey(long)} `.includes(` ${nameKey(short)} `))
      continue;
    if (isInCapitals ? hasInOrder(long.toLowerCase(), letters) : isBlend(short.toLowerCase(), nameKey(long).split(' ')))
      return long.replace(/[\s,]+$/u, '');
  }
  return undefined;
}

/** Whether the text has the letters in order, so that most of them begin a word. */
function hasInOrder(text: string, letters: readonly string[]): boolean {
  // For the letters so far, how many begin a word at best, in the text up to each offset.
  let best = new Array<number>(text.length + 1).fill(0);
  for (const letter of letters) {
    const next = [-Infinity];
    for (let at = 0; at < text.length; at++) {
      const isFirst = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
      next.push(Math.max(next[at]!, text.charAt(at) === letter ? best[at]! + (isFirst ? 1 : 0) : -Infinity));
    }
    best = next;
  }
  return best[text.length]! * 2 > letters.length;
}

/** Whether the letters are the first ones of two words or more, at least two of the first word: `capex`. */
function isBlend(letters: string, [first = '', ...others]: readonly string[], least = 2): boolean {
  if (others.length === 0) return least === 1 && letters !== '' && first !== letters && first.startsWith(letters);
  for (let count = least; count < Math.min(letters.length, first.length) && letters.startsWith(first.slice(0, count)); count++)
    if (isBlend(letters.slice(count), others, 1)) return true;
  return false;
}
