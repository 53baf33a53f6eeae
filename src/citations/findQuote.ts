/** Finds words that a model has quoted, although it wrote other dashes, quotation marks or spaces than the source. Pure. */
import type { TextRange } from './textRange.ts';

/**
 * Where a text has the words: letter by letter, except for case, white space, and how dashes, quotation marks, ligatures and full-width
 * characters are written. Words left out between the parts of a quote (`…`) must follow in order and not be many. Undefined when the text
 * does not have them, or when they have no letter or digit.
 */
export function findQuote(text: string, words: string): TextRange | undefined {
  const source = folded(text);
  const parts = words
    .split(/…|\.{3,}|\[\.\.\.\]/)
    .map((part) => trimmed(folded(part).text))
    .filter((part) => /[\p{L}\p{N}]/u.test(part));
  const [first] = parts;
  if (first === undefined) return undefined;
  for (let at = source.text.indexOf(first); at >= 0; at = source.text.indexOf(first, at + 1)) {
    const end = endOf(parts, source.text, at);
    if (end !== undefined && isWhole(source.text, at, end)) return rangeIn(source, at, end);
  }
  return undefined;
}

/** As many characters may be left out between two parts of a quote. */
const MOST_LEFT_OUT = 300;

function endOf(parts: readonly string[], text: string, start: number): number | undefined {
  let end = start;
  for (const [i, part] of parts.entries()) {
    const at = i === 0 ? start : text.indexOf(part, end);
    if (at < 0 || (i > 0 && at - end > MOST_LEFT_OUT)) return undefined;
    end = at + part.length;
  }
  return end;
}

/** `12` is not quoted from `2012`. Scripts without spaces have no whole words. */
function isWhole(text: string, start: number, end: number): boolean {
  const joins = (a: string, b: string): boolean => wordCharacter.test(a) && wordCharacter.test(b);
  return !joins(text.charAt(start - 1), text.charAt(start)) && !joins(text.charAt(end - 1), text.charAt(end));
}

const wordCharacter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

interface Folded {
  readonly text: string;
  /** For each character of `text`, where the source has what it was made of. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** One character at a time, so that every character knows its place. */
function folded(source: string): Folded {
  let text = '';
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of source) {
    const end = at + character.length;
    for (const one of foldedCharacter(character)) {
      if (one === ' ' && (text === '' || text.endsWith(' '))) continue;
      text += one;
      for (let i = 0; i < one.length; i++) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text, starts, ends };
}

function foldedCharacter(character: string): string {
  if (/\s/u.test(character)) return ' ';
  if (/[\p{Pd}\u2212]/u.test(character)) return '-';
  if (/["“”„‟«»″〝〞「」『』＂]/u.test(character)) return '"';
  if (/['‘’‚‛‹›′`´＇]/u.test(character)) return "'";
  // Soft hyphens, joiners and marks of direction are not seen.
  if (/[\u00ad\p{Cf}]/u.test(character)) return '';
  return character.normalize('NFKC').toLowerCase();
}

/** Quotation marks around the quote and punctuation at its end are the model's. */
function trimmed(words: string): string {
  return words.replace(/^[\s"'([]+/u, '').replace(/(?<![\s"')\].,;:!?])[\s"')\].,;:!?]+$/u, '');
}

function rangeIn({ starts, ends }: Folded, start: number, end: number): TextRange {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}
