/** Words in double quotes, straight or typographic, which a query asks for as they are. */
import { shortened } from '../base/plainText.ts';

/**
 * The phrases of a query in their order, each once, without their quotes. Quotes that are not closed, or hold no letter and no number, are
 * no phrase.
 */
export function phrasesOf(query: string): readonly string[] {
  return [...new Set(quotedRanges(query).map(({ start, end }) => query.slice(start + 1, end).trim()))];
}

/** As they are named in a sentence about all of them together. */
export function phrasesForPeople(phrases: readonly string[]): string {
  const shown = phrases.slice(0, 3).map((phrase) => `“${shortened(phrase, 80)}”`);
  return [...shown, ...(phrases.length > shown.length ? [`${phrases.length - shown.length} more`] : [])].join(' and ');
}

/** The words of a query: blanks instead of the quotes around its phrases. A query without phrases stays as it is. */
export function unquoted(query: string): string {
  const ranges = quotedRanges(query);
  if (ranges.length === 0) return query;
  let at = 0;
  const parts = ranges.map(({ start, end }) => {
    const part = `${query.slice(at, start)} ${query.slice(start + 1, end)} `;
    at = end + 1;
    return part;
  });
  return `${parts.join('')}${query.slice(at)}`.trim();
}

/** Places of the quotes around phrases, in order. */
function quotedRanges(query: string): readonly { readonly start: number; readonly end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  const unclosed = new Set<Marks>();
  for (let start = nextOf(anyMark, query, 0); start >= 0; start = nextOf(anyMark, query, start + 1)) {
    const marks = kinds.find(({ opens }) => opens.includes(query.charAt(start)));
    if (!marks || unclosed.has(marks) || !canOpen(query, start)) continue;
    const end = closingMark(query, start + 1, marks);
    if (end < 0) {
      // Nor is there a closing mark for a later one: without this, many opening marks take the square of their number.
      unclosed.add(marks);
      continue;
    }
    if (hasWord(folded(query.slice(start + 1, end)))) ranges.push({ start, end });
    start = end;
  }
  return ranges;
}

/** Whether there is anything to search for: a letter or a number. */
export function hasWord(query: string): boolean {
  return /[\p{L}\p{N}]/u.test(query);
}

/**
 * Finds texts in which phrases are word for word: case, runs of white space, invisible characters, compatibility forms (ligatures, full
 * width) and the shape of quotes and dashes do not count; everything else does, accents and punctuation too. "power" is not found in
 * "powers", where words have gaps.
 */
export class PhraseFinder {
  readonly #phrases: readonly { readonly text: string; readonly beginning: RegExp }[];

  constructor(phrases: readonly string[]) {
    this.#phrases = phrases.map((phrase) => {
      const text = folded(phrase).trim();
      return { text, beginning: beginningOf(text) };
    });
  }

  /** Whether each phrase occurs in at least one of the texts, as a whole. */
  areIn(...texts: readonly string[]): boolean {
    // Few texts have to be folded: 2 ms for a million characters instead of 25.
    return this.#phrases.every(({ text: phrase, beginning }) =>
      texts.some((text) => (beginning.test(text) || hasOtherForms.test(text)) && hasPhrase(folded(text), phrase)),
    );
  }
}

interface Marks {
  readonly opens: string;
  readonly closes: string;
}

/** In some languages the mark that opens in one closes in another: “a”, „a“, ”a”, «a», »a«. */
const kinds: readonly Marks[] = [
  { opens: '"', closes: '"' },
  { opens: '＂', closes: '＂' },
  { opens: '“”„‟', closes: '“”‟' },
  { opens: '«', closes: '»' },
  { opens: '»', closes: '«' },
];
const anyMark = /["＂“”„‟«»]/g;
const oneWay = '“„«';

/** A mark after a letter or a number closes, or stands for inches. */
function canOpen(text: string, at: number): boolean {
  return oneWay.includes(text.charAt(at)) || !endsInWord(text, at);
}

/** -1 when there is none. */
function closingMark(text: string, from: number, { closes }: Marks): number {
  for (let at = nextOf(anyMark, text, from); at >= 0; at = nextOf(anyMark, text, at + 1)) {
    const mark = text.charAt(at);
    if (closes.includes(mark) && ('”»«'.includes(mark) || !beginsWithWord(text, at + 1))) return at;
  }
  return -1;
}

/** Where the pattern, which is global, matches next; -1 when it does nowhere. */
function nextOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? -1;
}

function hasPhrase(text: string, phrase: string): boolean {
  for (let at = text.indexOf(phrase); at >= 0 && phrase !== ''; at = text.indexOf(phrase, at + 1)) {
    if (isGap(text, at) && isGap(text, at + phrase.length)) return true;
  }
  return false;
}

/** Whether a word may begin or end here. */
function isGap(text: string, at: number): boolean {
  return !(endsInWord(text, at) && beginsWithWord(text, at));
}

/** Letters of scripts that put gaps between words. */
const letter =
  '(?![\\p{scx=Han}\\p{scx=Hiragana}\\p{scx=Katakana}\\p{scx=Thai}\\p{scx=Lao}\\p{scx=Khmer}\\p{scx=Myanmar}\\p{scx=Tibetan}])[\\p{L}\\p{M}\\p{N}]';
const letterLast = new RegExp(`${letter}$`, 'u');
const letterFirst = new RegExp(`^${letter}`, 'u');

function endsInWord(text: string, end: number): boolean {
  return letterLast.test(text.slice(Math.max(0, end - 2), end));
}

function beginsWithWord(text: string, start: number): boolean {
  return letterFirst.test(text.slice(start, start + 2));
}

function folded(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/[“”„‟«»]/g, '"')
    .replace(/[‘’‚‛ʼ]/g, "'")
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/\s+/g, ' ')
    .toLowerCase();
}

/**
 * Finds how a folded phrase begins in a text that is not folded and has no other forms. Of a long phrase no more: regular expressions may
 * not be large.
 */
function beginningOf(phrase: string): RegExp {
  const characters = [...phrase].slice(0, 100);
  return new RegExp(characters.map((character) => shapes[character] ?? character.replace(/[$()*+./?[\\\]^{|}]/, '\\$&')).join(''), 'iu');
}

const shapes: Readonly<Record<string, string>> = { ' ': '\\s+', '"': '["“”„‟«»]', "'": "['‘’‚‛ʼ]", '-': '[\\p{Pd}−]' };

/** Anything but characters that folding leaves as they are, whatever is beside them, or only gives another shape. */
const hasOtherForms =
  /[^\t\n\r -~\u00a0-§©«¬®°±¶·»¿-įıĴ-ľŁ-ňŊ-žΑ-ΡΣ-Ωά-ώЀ-҂Ҋ-ԯא-ת\u0621-\u064aก-ะาเ-ๆ\u2010-\u2016\u2018-\u2023‰‹›€、-〕ぁ-ゔァ-ヺー一-鿿가-힣]/u;
