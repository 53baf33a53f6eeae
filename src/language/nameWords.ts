/**
 * The words of a text as names are compared with it. `PEP-484`, `pep_0484` and `PEP484` have the same two words. A script without spaces
 * has no words to see, so each of its letters is one: a name is found wherever its letters follow each other.
 */
import { plainLetters } from './words.ts';

/**
 * Visits the words in text order: lower case, numbers without leading zeros, Latin and Greek letters without accents. Linear.
 * @param visit offsets are of the text, end-exclusive
 */
export function eachNameWord(text: string, visit: (word: string, start: number, end: number) => void): void {
  for (let at = 0; at < text.length;) {
    const end = endOfPlain(text, at);
    if (end > at && !(text.charCodeAt(end) > lastAscii)) {
      visit(foldedPlain(text.slice(at, end)), at, end);
      at = end;
      continue;
    }
    if (text.charCodeAt(at) <= lastAscii && end === at) {
      at++;
      continue;
    }
    anyWord.lastIndex = at;
    const word = anyWord.exec(text)?.[0];
    if (word !== undefined) visit(folded(word), at, at + word.length);
    at += Math.max(1, word?.length ?? 0);
  }
}

/** The words of a name, joined with one space; equal for two ways to write one name. */
export function nameKey(name: string): string {
  const words: string[] = [];
  eachNameWord(name, (word) => words.push(word));
  return words.join(' ');
}

const lastAscii = 0x7f;
/** Of these scripts, only Katakana has visible words: its runs. */
const spaceless = '\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}';
const isKana = '[\\p{sc=Katakana}ー]';
const anyWord = new RegExp(
  `${isKana}+\\p{M}*|(?=[${spaceless}])[\\p{L}\\p{N}]\\p{M}*|\\p{N}+|(?:(?![${spaceless}\\p{sc=Katakana}])\\p{L}\\p{M}*)+`,
  'uy',
);

/** The end of the ASCII letters or digits at an offset; the offset when there are none. */
function endOfPlain(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  if (at === start) while (isLetter(text.charCodeAt(at))) at++;
  return at;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function foldedPlain(word: string): string {
  return word.charCodeAt(0) === 0x30 ? word.replace(/^0+(?=\d)/, '') : word.toLowerCase();
}

function folded(word: string): string {
  const known = recent.get(word);
  if (known !== undefined) return known;
  if (recent.size >= maxRecent) recent.clear();
  const plain = foldedSlowly(word);
  recent.set(word, plain);
  return plain;
}

/** Folding takes a microsecond, and a text repeats its words. */
const recent = new Map<string, string>();
const maxRecent = 10_000;

function foldedSlowly(word: string): string {
  const lower = foldedPlain(word.normalize('NFKC')).toLowerCase().replaceAll('ς', 'σ');
  // In other scripts a mark makes another letter: й is not и, が is not か, and Thai vowels are marks.
  const bare = lower.normalize('NFD').replace(/(?<=[\p{sc=Latin}\p{sc=Greek}])[\u0300-\u036f]+|(?<=\u0435)\u0308/gu, '');
  return plainLetters(bare.normalize('NFC'));
}

/** A number that two lines with the same words have, and hardly ever two others: FNV-1a of the `nameKey`. */
export function lineKey(line: string): number {
  return lineKeyOf(nameKey(line));
}

/** @param key the `nameKey` of a line */
export function lineKeyOf(key: string): number {
  let state = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) state = Math.imul(state ^ key.charCodeAt(i), 0x01000193);
  return state;
}
