/**
 * Where each token comes from in the text. transformers.js gives tokens without offsets, and tokenizers lower-case, strip accents, drop
 * control characters and split emoji into bytes. Text and tokens are folded more than any tokenizer does; what is left is compared.
 */

export interface AlignedRange {
  /** UTF-16 offsets; never inside a character as people see it. */
  readonly start: number;
  readonly end: number;
}

export interface Surface {
  /** As the tokenizer writes its tokens: with `##`, `▁`, or bytes as letters. */
  readonly tokens: readonly string[];
  readonly isByteLevel: boolean;
  readonly unknown: string | null;
}

/** One place per token, in ascending order. A token of which nothing is left (a lone accent) has the end of the one before it. */
export function alignTokens(text: string, surface: Surface): readonly AlignedRange[] {
  const folded = foldedWithPlaces(text);
  const pieces = piecesOf(surface);
  const places: AlignedRange[] = [];
  let cursor = 0;
  let last = 0;
  pieces.forEach((piece, i) => {
    const [from, to] = piece.isUnknown ? [cursor, endOfUnknown(folded, cursor, pieces, i)] : find(folded.text, cursor, piece.forms);
    cursor = to;
    const place = to > from ? { start: folded.starts[from]!, end: folded.ends[to - 1]! } : { start: last, end: last };
    last = place.end;
    for (let n = 0; n < piece.tokens; n++) places.push(place);
  });
  return places;
}

interface Folded {
  readonly text: string;
  /** Of each unit of `text`, the place of its character in the original. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  /** Whether a word, a number or a sign begins here. */
  readonly isBeginning: readonly boolean[];
}

interface Piece {
  /** What to look for, folded; the first that is found. */
  readonly forms: readonly string[];
  readonly isUnknown: boolean;
  /** The number of tokens that make it: several when each is a part of a character. */
  readonly tokens: number;
}

const characters = new Intl.Segmenter('und', { granularity: 'grapheme' });

function foldedWithPlaces(text: string): Folded {
  let folded = '';
  const starts: number[] = [];
  const ends: number[] = [];
  const isBeginning: boolean[] = [];
  let before = ' ';
  for (const { segment, index } of characters.segment(text)) {
    const part = fold(segment);
    for (let i = 0; i < part.length; i++) {
      starts.push(index);
      ends.push(index + segment.length);
      isBeginning.push(i === 0 && !(isWord.test(before) && isWord.test(segment)));
    }
    folded += part;
    before = segment;
  }
  return { text: folded, starts, ends, isBeginning };
}

/** A letter or digit of a script with spaces between words. */
const isWord = /^[\p{L}\p{N}](?<![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])/u;

function fold(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{C}\s\u2581]/gu, '')
    .replaceAll('ς', 'σ');
}

/** A known piece that is not here has been changed by the tokenizer, or something before it was dropped. */
function find(text: string, cursor: number, forms: readonly string[]): readonly [from: number, to: number] {
  for (const spelling of forms) if (text.startsWith(spelling, cursor)) return [cursor, cursor + spelling.length];
  for (const spelling of forms) {
    const at = text.slice(cursor, cursor + 64).indexOf(spelling);
    if (at >= 0) return [cursor + at, cursor + at + spelling.length];
  }
  return [cursor, cursor];
}

/** An unknown token stands for a word or a part of one: up to where the tokens after it fit. */
function endOfUnknown({ text, isBeginning }: Folded, cursor: number, pieces: readonly Piece[], at: number): number {
  let next = '';
  for (const piece of pieces.slice(at + 1, at + 4)) {
    if (piece.isUnknown) break;
    next += piece.forms.at(-1)!;
  }
  const isEnd = (end: number): boolean => end === text.length || isBeginning[end] === true;
  const limit = Math.min(text.length, cursor + 256);
  let wordEnd = limit;
  for (let end = limit; end > cursor; end--) if (isEnd(end)) wordEnd = end;
  if (next === '') return wordEnd;
  for (let end = cursor + 1; end <= limit; end++) if (isEnd(end) && text.startsWith(next, end)) return end;
  for (let end = cursor + 1; end <= limit; end++) if (text.startsWith(next, end)) return end;
  return wordEnd;
}

function piecesOf({ tokens, isByteLevel, unknown }: Surface): readonly Piece[] {
  const pieces: Piece[] = [];
  let bytes: number[] = [];
  let held = 0;
  for (const token of tokens) {
    const own = isByteLevel ? bytesOf(token) : byteOf(token);
    if (!own) {
      const isUnknown = token === unknown;
      const forms = [...new Set([fold(token), fold(token.replace(/^##/, ''))])];
      pieces.push({ forms, isUnknown, tokens: 1 });
      continue;
    }
    bytes = [...bytes, ...own];
    held++;
    const text = decoded(bytes);
    // A part of a character waits for the rest, which is at most three bytes away.
    if (text === undefined && bytes.length < 8 + own.length) continue;
    pieces.push({ forms: [fold(text ?? '')], isUnknown: false, tokens: held });
    bytes = [];
    held = 0;
  }
  if (held > 0) pieces.push({ forms: [''], isUnknown: false, tokens: held });
  return pieces;
}

function decoded(bytes: readonly number[]): string | undefined {
  const text = Buffer.from(bytes).toString('utf8');
  return text.includes('\ufffd') ? undefined : text;
}

/** SentencePiece writes bytes of characters that are not in its vocabulary as `<0xF0>`. */
function byteOf(token: string): readonly number[] | undefined {
  const [, hex] = /^<0x([0-9A-F]{2})>$/.exec(token) ?? [];
  return hex === undefined ? undefined : [Number.parseInt(hex, 16)];
}

/** Undefined for a token with other characters: a special one. */
function bytesOf(token: string): readonly number[] | undefined {
  const bytes = [...token].map((letter) => byteOfLetter.get(letter));
  return bytes.includes(undefined) ? undefined : (bytes as number[]);
}

/** GPT-2's letters for bytes: printable ones for themselves, the others from U+0100 on. */
const byteOfLetter = ((): ReadonlyMap<string, number> => {
  const letters = new Map<string, number>();
  let next = 256;
  for (let byte = 0; byte < 256; byte++) {
    const isPrintable = (byte >= 33 && byte <= 126) || (byte >= 161 && byte <= 172) || byte >= 174;
    letters.set(String.fromCodePoint(isPrintable ? byte : next++), byte);
  }
  return letters;
})();
