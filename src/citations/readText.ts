/** How quotes and their sources are read, so that both meet however they are written. Pure. */

/** A text as it is read, one UTF-16 code unit after the other. */
export interface NormalizedText {
  readonly source: string;
  readonly text: string;
  /** For each code unit of `text`, where the source has what it was made of. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether marks of footnotes were left out. */
  readonly lacksNotes: boolean;
}

/**
 * A text without what differs between ways of writing the same words: case, white space, the kind of dashes and of quotation marks, hyphens
 * inside words, also at the end of a line, markup, square brackets, entities, what is not seen, Unicode compatibility forms. Apostrophes
 * inside words, accents and all other signs stay. Linear.
 * @param withoutNotes whether marks of footnotes are left out, too: `[1]`, and raised figures behind a word
 */
export function normalizedText(source: string, withoutNotes = false): NormalizedText {
  const reading = new Reading(source);
  let lacksNotes = false;
  for (let at = 0; at < source.length;) {
    const note = withoutNotes ? noteAt(source, at) : 0;
    lacksNotes ||= note > 0;
    const markup = note > 0 ? note : markupAt(source, at);
    if (markup > 0) at += markup;
    else at += reading.take(at);
  }
  return { source, text: reading.text, starts: reading.starts, ends: reading.ends, lacksNotes };
}

class Reading {
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  readonly #source: string;
  readonly #parts: string[] = [];
  /** What was read last, as it is read; empty at the beginning. */
  #last = '';
  /** White space and dashes that wait for what follows them. */
  #space = -1;
  #dash = -1;
  #dashEnd = -1;

  constructor(source: string) {
    this.#source = source;
  }

  get text(): string {
    return this.#parts.join('');
  }

  /** @returns how many code units of the source it has read */
  take(at: number): number {
    const source = this.#source;
    const code = source.charCodeAt(at);
    if (isSpace(code) || code === bar) {
      if (this.#space < 0) this.#space = at;
      return 1;
    }
    const entity = code === ampersand ? entityAt(source, at) : undefined;
    const character = entity?.character ?? String.fromCodePoint(source.codePointAt(at) ?? code);
    const length = entity?.length ?? character.length;
    if (DASH.test(character)) {
      if (isBullet(source, at)) this.#space = at;
      else {
        // A minus behind a dash is another sign; `--` is one dash.
        const isMinus = this.#dash >= 0 && at > this.#dashEnd && /\d/.test(source.charAt(at + length));
        if (isMinus) this.#push('-', this.#dash, this.#dashEnd);
        [this.#dash, this.#dashEnd] = [this.#dash < 0 || isMinus ? at : this.#dash, at + length];
      }
    } else if (QUOTATION.test(character)) {
      if (isApostrophe(source, at)) this.#emit("'", at, at + 1);
    } else if (!IGNORED.test(character)) {
      const read = ASCII.test(character) ? character.toLowerCase() : character.toLowerCase().normalize('NFKD');
      this.#emit(read, at, at + length);
    }
    return length;
  }

  #emit(read: string, start: number, end: number): void {
    if (this.#dash >= 0) {
      // One inside a word or between words is how they are joined, not what they are.
      if (!(/[\p{L}\p{M}]$/u.test(this.#last) && /^\p{L}/u.test(read))) this.#push('-', this.#dash, this.#dashEnd);
    } else if (this.#space >= 0 && this.#last !== '' && !/^[.,;:!?)%]/.test(read) && this.#last !== '(') {
      if (!(SPACELESS.test(this.#last) && SPACELESS.test(read))) this.#push(' ', this.#space, start);
    }
    [this.#space, this.#dash] = [-1, -1];
    this.#push(read, start, end);
  }

  #push(read: string, start: number, end: number): void {
    this.#parts.push(read);
    this.#last = read;
    for (let i = 0; i < read.length; i++) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }
}

const [bar, ampersand] = ['|'.charCodeAt(0), '&'.charCodeAt(0)];
const ASCII = /^[\x20-\x7e]$/;
const DASH = /[\p{Pd}\u2212]/u;
const QUOTATION = /["“”„‟«»″〝〞「」『』＂'‘’‚‛‹›′`´＇]/u;
/** Soft hyphens, joiners, marks of direction and control characters are not seen; brackets enclose what was put in. */
const IGNORED = /[\p{Cf}\p{Cc}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5[\]\\]/u;
const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\u3000-\u303f]/u;

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || (code > 127 && /\s/u.test(String.fromCharCode(code)));
}

/** A dash that begins a line is an item's. */
function isBullet(source: string, at: number): boolean {
  if (source[at] !== '-' || !/\s/u.test(source.charAt(at + 1))) return false;
  let before = at - 1;
  while (before >= 0 && at - before < 40 && (source[before] === ' ' || source[before] === '\t')) before--;
  return before < 0 || source[before] === '\n';
}

function isApostrophe(source: string, at: number): boolean {
  return /['’‘`´＇]/u.test(source.charAt(at)) && /[\p{L}\p{M}\p{N}]/u.test(source.charAt(at - 1)) && /\p{L}/u.test(source.charAt(at + 1));
}

/** The length of markup: signs at the edge of a word, tags of HTML. Signs of a number or a name are none: `~5`, `+5`, `5+`, `C++`, `#5`. */
function markupAt(source: string, at: number): number {
  const character = source.charAt(at);
  if (character === '<') return lengthAt(TAG, source, at);
  if (!/[*_`#+^~]/.test(character)) return 0;
  const [before, after] = [source.slice(Math.max(0, at - 200), at), source.charAt(at + 1)];
  if (/[+~]/.test(character) && /\d/.test(after)) return 0;
  // Before a word that no `+` behind it ends, as in `+dev`.
  if (character === '+' && isInWord(after) && !isInWord(before.slice(-1)) && !/^\+[^\n+]*\+/.test(source.slice(at, at + 200))) return 0;
  // Behind a word that no `+` before it has begun.
  if (character === '+' && /[\p{L}\p{N}]\+?$/u.test(before) && !/(?:^|[\s(])\+\+?[^\s+][^\n+]*\+?$/.test(before)) return 0;
  if (character === '#' && (isInWord(before.slice(-1)) || isInWord(after))) return 0;
  return isInWord(before.slice(-1)) && isInWord(after) ? 0 : 1;
}

function isInWord(character: string): boolean {
  return /[\p{L}\p{M}\p{N}]/u.test(character);
}

const TAG = /<\/?(?:b|i|u|s|em|strong|code|sub|sup|br|mark|small|tt|kbd|span|p)(?:\s[^<>]{0,100})?\/?>/iy;
const NOTE = /\[(?:\d{1,3}|[a-z*†‡]|(?:note|n\.?|fn\.?)\s?\d{1,3})\]|[¹²³⁰⁴-⁹*†‡]{1,3}/iuy;

/** Directly behind a word or a sentence. A raised figure behind a short word may be a power: `km²`. */
function noteAt(source: string, at: number): number {
  if (!/[[¹²³⁰⁴-⁹*†‡]/u.test(source.charAt(at))) return 0;
  const before = source.slice(Math.max(0, at - 4), at);
  if (source.charAt(at) === '[' ? !/[\p{L}\p{M}\p{N}.,;:!?)\]"”’»]\s?$/u.test(before) : !/(?:\p{L}{4}|[.,;:!?)\]"”’»])$/u.test(before))
    return 0;
  return lengthAt(NOTE, source, at);
}

function lengthAt(pattern: RegExp, source: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.exec(source)?.[0].length ?? 0;
}

const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip)|#(\d{1,6})|#x([\da-f]{1,5}));/iy;
const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
};

function entityAt(source: string, at: number): { readonly character: string; readonly length: number } | undefined {
  ENTITY.lastIndex = at;
  const found = ENTITY.exec(source);
  if (!found) return undefined;
  const [whole, name, decimal, hexadecimal] = found;
  const code = decimal === undefined ? parseInt(hexadecimal ?? '0', 16) : Number(decimal);
  const character =
    name === undefined ? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ') : (named[name.toLowerCase()] ?? '');
  return { character, length: whole.length };
}

/** 0-based UTF-16 offsets, end-exclusive. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text with spaces in place of ranges. */
export function blanked(text: string, ranges: readonly TextRange[]): string {
  return ranges.reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text);
}
