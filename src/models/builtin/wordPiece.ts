import { simplified } from '../../language/terms/han.ts';
import { wordsInside } from '../../language/spaceless.ts';

/** WordPiece: greedy longest-match split of a text into the pieces of a vocabulary. Source: Schuster and Nakajima 2012, section 4. */
export const continuation = '##';
/** Length limit in characters; the rest of a longer word is ignored. */
export const maxWordLength = 48;
const wordPattern = /[\p{L}\p{M}]+|\p{N}+|[^\s\p{L}\p{M}\p{N}]/gu;
/** The number of words whose ids are cached; a power of two. */
const cacheSize = 2 ** 17;
/** Words that are not ASCII take ten times as long, but a text repeats them. Scripts without spaces have long chunks, which differ. */
const maxCachedChunks = 2 ** 16;
const maxCachedLength = 40;

/** Lowercase words without accents, runs of digits and single symbols, in order. */
export function splitWords(text: string): string[] {
  const words: string[] = [];
  eachWord(
    text,
    (from, to) => words.push(text.slice(from, to).toLowerCase()),
    (from, to) => {
      for (const word of anyWords(text.slice(from, to))) words.push(word);
    },
  );
  return words;
}

export class WordPiece {
  /** Pieces by id; a piece that continues a word begins with `##`. */
  readonly pieces: readonly string[];
  /** Ids of the pieces that begin a word, and of those that continue one, without the `##`. */
  readonly #first = new Map<string, number>();
  readonly #further = new Map<string, number>();
  /** Length of the longest piece in code units. */
  readonly #longest: number;
  /** Cached words and their ids, at the index given by the word's hash. A newer word replaces an older one. */
  readonly #cachedWords: string[] = new Array<string>(cacheSize).fill('');
  readonly #cachedIds: (readonly number[])[] = new Array<readonly number[]>(cacheSize).fill([]);
  /** Ids of chunks with characters that are not ASCII. */
  readonly #cachedChunks = new Map<string, readonly number[]>();

  constructor(pieces: readonly string[]) {
    this.pieces = pieces;
    pieces.forEach((piece, id) => {
      if (isContinuation(piece)) this.#further.set(piece.slice(continuation.length), id);
      else this.#first.set(piece, id);
    });
    this.#longest = pieces.reduce((longest, piece) => Math.max(longest, piece.length), 0);
  }

  /** Whether a piece continues a word. */
  isFragment(id: number): boolean {
    return isContinuation(this.pieces[id] ?? '');
  }

  /** Piece ids of the text in order. Words with unknown characters are skipped. */
  encode(text: string): number[] {
    const ids: number[] = [];
    const add = (known: readonly number[]): void => {
      for (let i = 0; i < known.length; i++) ids.push(known[i]!);
    };
    eachWord(
      text,
      (from, to, hash) => add(this.#idsOfPlain(text, from, to, hash)),
      (from, to) => add(this.#idsOfOther(text.slice(from, to))),
    );
    return ids;
  }

  /** Does not create a string for a cached word. */
  #idsOfPlain(text: string, from: number, to: number, hash: number): readonly number[] {
    const place = hash & (cacheSize - 1);
    if (isWordAt(text, from, to, this.#cachedWords[place]!)) return this.#cachedIds[place]!;
    const word = text.slice(from, to).toLowerCase();
    const ids = this.#longestMatches(word);
    this.#cachedWords[place] = word;
    this.#cachedIds[place] = ids;
    return ids;
  }

  #idsOfOther(chunk: string): readonly number[] {
    const cached = this.#cachedChunks.get(chunk);
    if (cached) return cached;
    const ids = anyWords(chunk).flatMap((word) => this.#longestMatches(word));
    if (chunk.length > maxCachedLength) return ids;
    if (this.#cachedChunks.size >= maxCachedChunks) this.#cachedChunks.clear();
    // A copy, because a part of a text keeps the whole text in memory.
    this.#cachedChunks.set(Buffer.from(chunk, 'utf16le').toString('utf16le'), ids);
    return ids;
  }

  #longestMatches(word: string): readonly number[] {
    const whole = this.#first.get(word);
    if (whole !== undefined) return [whole];
    const ids: number[] = [];
    const length = endOfCharacters(word, maxWordLength);
    for (let start = 0; start < length;) {
      const known = start === 0 ? this.#first : this.#further;
      let end = Math.min(length, start + this.#longest);
      while (end > start && !known.has(word.slice(start, end))) end--;
      const id = known.get(word.slice(start, end));
      if (id === undefined) return [];
      ids.push(id);
      start = end;
    }
    return ids;
  }
}

/** A symbol is a separate word, so no word begins with `##`. */
function isContinuation(piece: string): boolean {
  return piece.startsWith(continuation);
}

/** The end of the first `count` characters of a word, in UTF-16 code units. */
function endOfCharacters(word: string, count: number): number {
  if (word.length <= count) return word.length;
  return [...word.slice(0, 2 * count)].slice(0, count).join('').length;
}

const space = 0;
const lower = 1;
const upper = 2;
const digit = 3;
const sign = 4;
/** A character that needs Unicode tables. */
const other = 5;

const asciiKinds = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (/\s/.test(character)) return space;
  if (/[a-z]/.test(character)) return lower;
  if (/[A-Z]/.test(character)) return upper;
  return /\d/.test(character) ? digit : sign;
});

function kindAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 128) return asciiKinds[code]!;
  // Dashes, curly quotes, bullets and dots, which no normalization changes.
  return code >= 0x2010 && code <= 0x2027 ? sign : other;
}

/**
 * Visits the words of a text in order. Most text is ASCII and needs neither normal forms nor regular expressions.
 * @param onPlain called with the range of an ASCII word, in any case, and the hash of its lower case
 * @param onOther called with the range of a chunk with other characters, without white space; `anyWords` finds its words
 */
function eachWord(
  text: string,
  onPlain: (from: number, to: number, hash: number) => void,
  onOther: (from: number, to: number) => void,
): void {
  let start = 0;
  while (start < text.length) {
    let end = start;
    let hasOther = false;
    for (; end < text.length; end++) {
      const kind = kindAt(text, end);
      if (kind === space) break;
      if (kind === other) hasOther = true;
    }
    // Normal forms and lowercasing do not extend across white space, but one word may mix both kinds: "café".
    if (hasOther) onOther(start, end);
    else plainWords(text, start, end, onPlain);
    start = end + 1;
  }
}

function plainWords(text: string, start: number, end: number, onPlain: (from: number, to: number, hash: number) => void): void {
  for (let at = start; at < end;) {
    const from = at;
    const isDigits = kindAt(text, at) === digit;
    const isSign = kindAt(text, at) === sign;
    let hash = 0x811c9dc5;
    do {
      hash = Math.imul(hash ^ lowerCode(text, at++), 0x01000193);
    } while (at < end && !isSign && kindAt(text, at) !== sign && (kindAt(text, at) === digit) === isDigits);
    onPlain(from, at, hash ^ (hash >>> 15));
  }
}

function anyWords(chunk: string): readonly string[] {
  const plain = chunk
    .replace(/[\uff01-\uffef]+/g, (wide) => wide.normalize('NFKC'))
    .normalize('NFD')
    .replace(diacritics, '')
    .normalize('NFC')
    .toLowerCase();
  return (plain.match(wordPattern) ?? []).flatMap(wordsInside).map(simplified);
}

/**
 * Marks without which a word is still found, also where they are vowels (Devanagari). Those of Thai and its neighbors are not among them,
 * nor is the voicing mark of kana, without which it is another letter.
 */
const diacritics = /(?![\u3099\u309a\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])\p{Mn}/gu;

function isWordAt(text: string, from: number, to: number, word: string): boolean {
  if (word.length !== to - from) return false;
  for (let i = 0; i < word.length; i++) if (word.charCodeAt(i) !== lowerCode(text, from + i)) return false;
  return true;
}

function lowerCode(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 65 && code <= 90 ? code + 32 : code;
}
