/** Finds words that a model has quoted, however it writes them, and what it has changed. Pure. */
import { normalizedText, type NormalizedText, type TextRange } from './readText.ts';

/** A text in which quotes are looked for, read once for all of them. */
export class QuotableText {
  readonly text: string;
  #read: NormalizedText | undefined;
  #withoutNotes: NormalizedText | undefined;

  constructor(text: string) {
    this.text = text;
  }

  get read(): NormalizedText {
    return (this.#read ??= normalizedText(this.text));
  }

  /** Undefined where the text has no marks of footnotes. */
  get withoutNotes(): NormalizedText | undefined {
    this.#withoutNotes ??= normalizedText(this.text, true);
    return this.#withoutNotes.lacksNotes ? this.#withoutNotes : undefined;
  }
}

/**
 * Where a text has the words: equal after reading (`readText`), whatever is written with a backslash (`\n`, `\"`) or put in square
 * brackets. The parts of a quote that leaves something out (`…`) must follow in order, near each other. Undefined when the text does not
 * have them, or when they have no letter or digit. Linear.
 */
export function findQuote(text: string | QuotableText, words: string): TextRange | undefined {
  const parts = findQuoteParts(text, words);
  const [first, last] = [parts?.[0], parts?.at(-1)];
  return first && last && { start: first.start, end: last.end };
}

/** The same, with the place of each part. */
export function findQuoteParts(text: string | QuotableText, words: string): readonly TextRange[] | undefined {
  return findQuoteWhere(text, words, () => true);
}

/** The same, for the first place of which each part is accepted. */
export function findQuoteWhere(
  text: string | QuotableText,
  words: string,
  isMeant: (part: TextRange) => boolean,
): readonly TextRange[] | undefined {
  const { read, withoutNotes } = typeof text === 'string' ? new QuotableText(text) : text;
  for (const said of words.includes('\\') ? [words, unescaped(words)] : [words]) {
    // Dots and what is in brackets may be in the source, or the model’s.
    for (const marks of [...(leftOut.test(said) ? [nothing] : []), leftOut, ...(said.includes('[') ? [leftOutOrPutIn] : [])]) {
      const parts = partsOf(said, marks, false);
      const found = placesOf(parts, read, isMeant) ?? (withoutNotes && placesOf(parts, withoutNotes, isMeant));
      if (found) return found;
      const bare = partsOf(said, marks, true);
      const isSame = bare.length === parts.length && bare.every(({ text }, i) => text === parts[i]?.text);
      const plain = isSame ? undefined : placesOf(bare, read, isMeant);
      if (plain) return plain;
    }
  }
  return undefined;
}

const nothing = /(?!)/;
const leftOut = /(\[\s*(?:…|\.{3,}|\. \. \.)\s*\]|\(\s*(?:…|\.{3,})\s*\)|…|\.{3,}|\. \. \.)/;
/** Words in brackets that are not written as one with what is before them. */
const leftOutOrPutIn = new RegExp(String.raw`${leftOut.source.slice(0, -1)}|(?<!\S)\[(?=[^\][]*\p{L})[^\][]{1,80}\])`, 'u');

/** More are no quote. */
const mostParts = 50;

interface Part {
  readonly text: string;
  /** How many characters at most are between the part before it and this one. */
  readonly farthest: number;
}

/** As many characters may be left out, and may be where words in brackets are. */
const mostLeftOut = 4000;
const mostReplaced = 80;

function partsOf(words: string, marks: RegExp, withoutNotes: boolean): readonly Part[] {
  const parts: Part[] = [];
  let farthest = 0;
  for (const [i, piece] of words.split(marks).entries()) {
    if (i % 2 === 1) farthest = Math.max(farthest, /\p{L}/u.test(piece) ? mostReplaced : mostLeftOut);
    else {
      const text = trimmed(normalizedText(piece, withoutNotes).text);
      if (!/[\p{L}\p{N}]/u.test(text)) continue;
      parts.push({ text, farthest });
      farthest = 0;
    }
  }
  return parts.length > mostParts ? [] : parts;
}

/** As in a string of JSON or of code. */
function unescaped(words: string): string {
  return words.replace(/\\(?:u([\da-f]{4})|(.))/gisu, (_, code: string | undefined, character: string) =>
    code === undefined ? (/[nrt]/.test(character) ? ' ' : character) : String.fromCharCode(parseInt(code, 16)),
  );
}

/** Punctuation around a quote is the model's, and so are dashes that lead to it or on. */
function trimmed(words: string): string {
  return words.replace(/^[\s(']+|^[-\s]+(?=\p{L})/gu, '').replace(/(?<![\s'().,;:!?-])[\s'().,;:!?-]+$/u, '');
}

/** The first place at which the parts follow each other: for each start of the first, the others are looked for from where they were. */
function placesOf(parts: readonly Part[], read: NormalizedText, isMeant: (part: TextRange) => boolean): readonly TextRange[] | undefined {
  const next = ({ text }: Part, from: number): number => {
    for (let at = read.text.indexOf(text, from); at >= 0; at = read.text.indexOf(text, at + 1)) {
      if (isWhole(read, at, at + text.length) && isMeant(rangeIn(read, at, at + text.length))) return at;
    }
    return -1;
  };
  const [first, ...more] = parts;
  if (!first) return undefined;
  const starts = more.map(() => -1);
  for (let start = next(first, 0); start >= 0; start = next(first, start + 1)) {
    const places = [rangeIn(read, start, start + first.text.length)];
    let end = start + first.text.length;
    for (const [i, part] of more.entries()) {
      let at = starts[i] ?? -1;
      if (at < end) at = starts[i] = next(part, end);
      if (at < 0) return undefined;
      if (at - end > part.farthest) break;
      end = at + part.text.length;
      places.push(rangeIn(read, at, end));
    }
    if (places.length === parts.length) return places;
  }
  return undefined;
}

/** `12` is not quoted from `2012`, `12.5`, `12%` or `-12`. Scripts without spaces have no whole words. */
function isWhole({ source, starts, ends }: NormalizedText, first: number, end: number): boolean {
  const [start, stop] = [starts[first] ?? 0, ends[end - 1] ?? 0];
  if (starts[first - 1] === start || ends[end] === stop) return false;
  return !joins(source, start) && !joins(source, stop);
}

function joins(source: string, at: number): boolean {
  const [before, after] = [source.charAt(at - 1), source.charAt(at)];
  if (/\p{M}/u.test(after)) return true;
  if (/\d/.test(before) && /[%‰]/.test(after)) return true;
  if (/[-−]/.test(before) && /\d/.test(after)) return !/[\p{L}\p{N}]/u.test(source.charAt(at - 2));
  if (/[.,]/.test(before) && /\d/.test(after)) return /\d/.test(source.charAt(at - 2));
  if (/[.,]/.test(after) && /\d/.test(before)) return /\d/.test(source.charAt(at + 1));
  return wordCharacter.test(before) && wordCharacter.test(after);
}

const wordCharacter = /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]/u;

function rangeIn({ starts, ends }: NormalizedText, start: number, end: number): TextRange {
  return { start: starts[start] ?? 0, end: ends[end - 1] ?? 0 };
}
