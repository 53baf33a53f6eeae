export interface TextSize {
  /**
   * Words separated by white space. In scripts without it (Chinese, Japanese, Thai …) they are estimated from the length, possibly as a
   * fraction.
   */
  readonly words: number;
  /**
   * Estimated number of tokens, rather too many than too few: five letters, one further capital in a word, two digits or one other
   * character count as one each, as in the vocabularies of BERT, E5 and their multilingual variants. White space counts nothing, so the
   * sizes of parts add up to at least that of the whole.
   */
  readonly tokens: number;
}

/** The size of `text[start, end)`. */
export function sizeOf(text: string, start = 0, end = text.length): TextSize {
  let words = 0;
  let tokens = 0;
  let previous: number = SPACE;
  let length = 0;
  for (let i = start; i < end; i++) {
    const kind = KINDS[text.charCodeAt(i)] ?? OTHER;
    if (kind !== SPACE) {
      if (previous === SPACE) words++;
      else if (kind >= IDEOGRAPH) words += kind === IDEOGRAPH ? 0.5 : 0.25;
      length = kind === previous || (kind === LETTER && previous === CAPITAL) ? length + 1 : 1;
      if (length === 1 || length > (PER_TOKEN[kind] ?? 1)) {
        tokens++;
        length = 1;
      }
    }
    previous = kind;
  }
  return { words, tokens };
}

export function countWords(text: string): number {
  return sizeOf(text).words;
}

const OTHER = 0;
const SPACE = 1;
const LETTER = 2;
const CAPITAL = 3;
const DIGIT = 4;
/** A letter of an alphabet for which models know few whole words. */
const RARE_LETTER = 5;
/** A character of a script without spaces; two count as a word. */
const IDEOGRAPH = 6;
/** A character of a script without spaces; four count as a word. */
const SYLLABLE_PART = 7;

/** How many consecutive characters of each kind make one token. */
const PER_TOKEN: readonly number[] = [1, 0, 5, 5, 2, 2, 1, 1];

/** Kinds by UTF-16 code unit. Unlisted ones (punctuation, symbols, Hangul, halves of surrogate pairs) are OTHER. */
const KINDS: Uint8Array = kinds([
  [SPACE, 9, 13, 32, 32, 0xa0, 0xa0, 0x2000, 0x200a, 0x2028, 0x2029, 0x3000, 0x3000],
  [LETTER, 0x61, 0x7a, 0xc0, 0x52f, 0x1e00, 0x1fff],
  [CAPITAL, 0x41, 0x5a],
  [DIGIT, 0x30, 0x39],
  [RARE_LETTER, 0x530, 0xdff, 0x10a0, 0x10ff, 0x1200, 0x177f, 0x1800, 0x1dff],
  [IDEOGRAPH, 0x2e80, 0x2fdf, 0x3005, 0x3007, 0x3041, 0x312f, 0x3400, 0x4dbf, 0x4e00, 0x9fff, 0xf900, 0xfaff],
  [SYLLABLE_PART, 0xe00, 0x109f, 0x1780, 0x17ff],
]);

function kinds(ranges: readonly (readonly number[])[]): Uint8Array {
  const table = new Uint8Array(0x10000);
  for (const [kind = OTHER, ...bounds] of ranges) {
    for (let i = 0; i < bounds.length; i += 2) table.fill(kind, bounds[i], (bounds[i + 1] ?? 0) + 1);
  }
  return table;
}
