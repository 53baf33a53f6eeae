/**
 * Hides an API key in what a server sends back. Servers and proxies that explain a rejection repeat the `Authorization` header in whole or
 * in part, and their text goes into messages, logs and traces.
 *
 * Text is compared without case, spaces, control characters, backslashes and non-ASCII characters, with `\u0073`, `\x73`, `%73` and
 * `&#115;` decoded, and with the two alphabets of base64 treated as one. In the resulting text, these are hidden:
 * - any 12 consecutive characters of the key, and any 8 that contain a digit and a letter, which words seldom do;
 * - 8 bytes of the key in base64, at any offset, or in hexadecimal;
 * - a key of 8 to 11 characters with a digit and a letter, whole;
 * - the key after `Bearer`, even if it is short.
 *
 * Shorter keys are hidden nowhere else: servers without accounts are given `none`, `ollama` or `lm-studio`, and hiding those would make
 * holes in answers.
 */
import { yieldToEventLoop } from '../base/abort.ts';

export const hiddenKey = '[API key]';

export class KeyMask {
  readonly #forms: readonly Form[];

  constructor(key: string) {
    this.#forms = formsOf(key);
  }

  /** The text with the key hidden; the same string if it does not contain the key. */
  text(text: string): string {
    const bytes = Buffer.from(text);
    const found = this.rangesIn(bytes);
    return found.length === 0 ? text : Buffer.concat([...hidden(bytes, found)]).toString();
  }

  /** Where the key is, in order, without overlap. */
  rangesIn(bytes: Uint8Array): readonly KeyRange[] {
    const search = new KeySearch(bytes, this.#forms);
    search.upTo(bytes.length);
    return search.found;
  }

  /** The body with the key hidden. It is read completely first, so that the key is found across network chunks. */
  async *body(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    const read: Uint8Array[] = [];
    for await (const piece of pieces) read.push(piece);
    const bytes = Buffer.concat(read);
    const search = new KeySearch(bytes, this.#forms);
    for (let end = 0; end < bytes.length; await yieldToEventLoop()) {
      end += bytesInARow;
      search.upTo(end);
    }
    for (const piece of hidden(bytes, search.found)) {
      for (let at = 0; at < piece.length; at += bytesInARow) yield piece.subarray(at, at + bytesInARow);
    }
  }
}

/** Searched in a few milliseconds, after which the event loop gets a turn. */
const bytesInARow = 32 * 1024;

/**
 * As many compared characters before or after a place show whether it is part of the key: the longest parts that are searched for are 16
 * hexadecimal digits, and a key of 11 characters after `Bearer`.
 */
export const longestPart = 18;

/** The number of characters that are compared. */
export function lettersIn(bytes: Uint8Array): number {
  let count = 0;
  readCharacters(bytes, 0, bytes.length, () => count++);
  return count;
}

/** Offsets in bytes; `end` is exclusive. */
interface KeyRange {
  readonly start: number;
  readonly end: number;
}

function* hidden(bytes: Buffer, found: readonly KeyRange[]): Generator<Uint8Array> {
  let at = 0;
  for (const { start, end } of found) {
    yield bytes.subarray(at, start);
    yield Buffer.from(hiddenKey);
    at = end;
  }
  yield bytes.subarray(at);
}

/** Parts of the key with the same length, in decoded form. */
interface Form {
  readonly size: number;
  readonly parts: ReadonlySet<string>;
  readonly hashes: ReadonlySet<number>;
  readonly weight: number;
  /** Whether a letter or digit after it makes it another word. */
  readonly isWord: boolean;
}

function formsOf(key: string): readonly Form[] {
  const read = readAs(Buffer.from(key));
  const behindBearer = formOf([`bearer${read}`], { isWord: true });
  const isLong = read.length >= 12;
  if (!isLong && !(read.length >= 8 && isMixed(read))) return [behindBearer];
  const bytes = Buffer.from(key, 'latin1');
  const base64 = [0, 1, 2].map((shift) => {
    const text = Buffer.concat([Buffer.alloc(shift), bytes]).toString('base64');
    // Leaves out characters at both ends that also encode bits outside the key.
    return readAs(Buffer.from(text.slice(Math.ceil((shift * 8) / 6), Math.floor(((shift + bytes.length) * 8) / 6))));
  });
  return [
    formOf(isLong ? partsOf(read, 12) : [read]),
    formOf(partsOf(read, 8).filter(isMixed)),
    formOf(base64.flatMap((text) => partsOf(text, 10))),
    formOf(partsOf(bytes.toString('hex'), 16)),
    behindBearer,
  ].filter(({ parts }) => parts.size > 0);
}

function partsOf(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.max(0, text.length - size + 1) }, (_, i) => text.slice(i, i + size));
}

function isMixed(part: string): boolean {
  return /\d/.test(part) && /[a-z]/.test(part);
}

function formOf(parts: readonly string[], { isWord = false } = {}): Form {
  const hashes = parts.map((part) => [...part].reduce((hash, character) => rolled(hash, character.charCodeAt(0)), 0));
  const size = parts[0]?.length ?? 0;
  return { size, parts: new Set(parts), hashes: new Set(hashes), weight: weightOf(size), isWord };
}

function readAs(bytes: Uint8Array): string {
  let text = '';
  readCharacters(bytes, 0, bytes.length, (code) => (text += String.fromCharCode(code)));
  return text;
}

/**
 * Searches for all forms at once, each with a rolling hash (Karp and Rabin 1987). The time depends on the length of the text, not on its
 * content.
 */
class KeySearch {
  /** In order, without overlap. */
  readonly found: KeyRange[] = [];
  readonly #bytes: Uint8Array;
  readonly #forms: readonly Form[];
  /** For each form, the hash of the latest characters. */
  readonly #hashes: Int32Array;
  /** Ring buffer of the latest characters and their offsets, large enough for the longest form plus the character that leaves it. */
  readonly #codes: Uint8Array;
  readonly #starts: Uint32Array;
  readonly #turn: number;
  #count = 0;
  #at = 0;

  constructor(bytes: Uint8Array, forms: readonly Form[]) {
    this.#bytes = bytes;
    this.#forms = forms;
    this.#hashes = new Int32Array(forms.length);
    const length = 2 ** Math.ceil(Math.log2(1 + Math.max(...forms.map(({ size }) => size))));
    this.#turn = length - 1;
    this.#codes = new Uint8Array(length);
    this.#starts = new Uint32Array(length);
  }

  /** Continues to this offset, or the end of the character there. */
  upTo(end: number): void {
    const last = Math.min(end, this.#bytes.length);
    this.#at = readCharacters(this.#bytes, this.#at, last, (code, start, after) => this.#take(code, start, after));
  }

  #take(code: number, start: number, after: number): void {
    const at = this.#count++;
    this.#codes[at & this.#turn] = code;
    this.#starts[at & this.#turn] = start;
    for (let i = 0; i < this.#forms.length; i++) {
      const { size, weight, hashes, parts, isWord } = this.#forms[i]!;
      const leaving = at < size ? 0 : this.#codes[(at - size) & this.#turn]!;
      const hash = (rolled(this.#hashes[i]!, code) - Math.imul(leaving, weight)) | 0;
      this.#hashes[i] = hash;
      if (at + 1 < size || !hashes.has(hash) || !parts.has(this.#latest(size))) continue;
      if (!isWord || !isWordByte(this.#bytes[after])) this.#hide(this.#starts[(at + 1 - size) & this.#turn]!, after);
    }
  }

  #latest(size: number): string {
    let text = '';
    for (let i = this.#count - size; i < this.#count; i++) text += String.fromCharCode(this.#codes[i & this.#turn]!);
    return text;
  }

  #hide(start: number, end: number): void {
    let from = start;
    for (let last = this.found.at(-1); last && last.end >= from; last = this.found.at(-1)) {
      from = Math.min(from, last.start);
      this.found.pop();
    }
    this.found.push({ start: from, end });
  }
}

function rolled(hash: number, code: number): number {
  return (Math.imul(hash, hashBase) + code) | 0;
}

/** The weight of a character in the hash when it leaves after this many others. */
function weightOf(size: number): number {
  let weight = 1;
  for (let i = 0; i < size; i++) weight = Math.imul(weight, hashBase);
  return weight;
}

/** Called with each character in compared form, and the bytes [start, end) that encode it. */
type TakeCharacter = (code: number, start: number, end: number) => void;

/**
 * Reads the characters that begin in [from, to).
 * @returns where the next one begins
 */
function readCharacters(bytes: Uint8Array, from: number, to: number, take: TakeCharacter): number {
  let at = from;
  while (at < to) {
    const start = at;
    let code = bytes[at++]!;
    if (code === backslash) {
      while (bytes[at] === backslash) at++;
      const escape = escapes.get(bytes[at] ?? 0);
      const value = escape === undefined ? -1 : escape.digits === 0 ? blank : hexAt(bytes, at + 1, escape.digits);
      if (value >= 0) at += 1 + (escape?.digits ?? 0);
      code = value >= 0 ? value : (bytes[at++] ?? blank);
    } else if (code === percent) {
      // Double encoding begins with an encoded percent sign.
      while (bytes[at] === digit2 && bytes[at + 1] === digit5 && hexAt(bytes, at + 2, 2) >= 0) at += 2;
      const value = hexAt(bytes, at, 2);
      if (value >= 0) [code, at] = [value, at + 2];
    } else if (code === ampersand && bytes[at] === hash) {
      const entity = /^#(?:x([\da-f]{1,6})|(\d{1,7}));/i.exec(String.fromCharCode(...bytes.subarray(at, at + 10)));
      if (entity) {
        code = entity[1] === undefined ? Number(entity[2]) : Number.parseInt(entity[1], 16);
        at += entity[0].length;
      }
    }
    const compared = comparedAs[code] ?? 0;
    if (compared !== 0) take(compared, start, at);
  }
  return at;
}

const [backslash, percent, ampersand, hash, digit2, digit5] = [...'\\%&#25'].map((character) => character.charCodeAt(0));
const blank = 0x20;
/**
 * Characters that may follow a backslash, with the number of hexadecimal digits after them; 0 for line breaks and similar. Before other
 * characters the backslash is ignored.
 */
const escapes: ReadonlyMap<number, { readonly digits: number }> = new Map(
  [...'nrtbfvux'].map((name) => [name.charCodeAt(0), { digits: name === 'u' ? 4 : name === 'x' ? 2 : 0 }]),
);

/** The compared form by character code; 0 for ignored characters. */
const comparedAs = Uint8Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  if (code <= blank || code === 127 || character === '\\') return 0;
  return (character === '-' ? '+' : character === '_' ? '/' : character.toLowerCase()).charCodeAt(0);
});

/** -1 if there are other characters. */
function hexAt(bytes: Uint8Array, at: number, digits: number): number {
  let value = 0;
  for (let i = at; i < at + digits; i++) {
    const digit = Number.parseInt(String.fromCharCode(bytes[i] ?? 0), 16);
    if (Number.isNaN(digit)) return -1;
    value = 16 * value + digit;
  }
  return value;
}

function isWordByte(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}

/** The base of the FNV hash. */
const hashBase = 0x01000193;
