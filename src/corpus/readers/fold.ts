/**
 * A text in which each long stretch of plain words is one character. The parsers scan every character several times, and no decision
 * depends on the middle of such a stretch.
 */
export interface FoldedText {
  readonly text: string;
  /** Maps an offset of the folded text to one of the whole text. */
  readonly offsetOf: (foldedOffset: number) => number;
  /** Restores the words in a value that the parser made of the folded text from `foldedOffset` on. */
  readonly unfolded: (value: string, foldedOffset: number) => string;
}

/** A range to fold: the inner words of a stretch, or marks that must be read as words. */
export interface Fold {
  readonly start: number;
  readonly end: number;
}

/** @param found in ascending order, without overlaps. */
export function foldText(whole: string, found: readonly Fold[]): FoldedText {
  const standIn = unusedCharacter(whole);
  const folds = whole.includes(standIn) ? [] : found;
  // Offsets of the folds in the folded text, and how much longer the whole text is before and after each.
  const at = new Int32Array(folds.length);
  const added = new Int32Array(folds.length + 1);
  const parts: string[] = [];
  let from = 0;
  folds.forEach(({ start, end }, i) => {
    at[i] = start - (added[i] ?? 0);
    added[i + 1] = (added[i] ?? 0) + end - start - 1;
    parts.push(whole.slice(from, start));
    from = end;
  });
  parts.push(whole.slice(from));
  const foldsBefore = (offset: number): number => {
    let low = 0;
    let high = at.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((at[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const unfold = (value: string, first: number): string => {
    let next = first;
    return value.replaceAll(standIn, () => {
      const fold = folds[next++];
      return fold === undefined ? standIn : whole.slice(fold.start, fold.end);
    });
  };
  return {
    text: parts.join(standIn),
    offsetOf: (offset) => offset + (added[foldsBefore(offset)] ?? 0),
    unfolded: (value, offset) => (value.includes(standIn) ? unfold(value, foldsBefore(offset)) : value),
  };
}

/** A private-use character, which the parser takes for a letter. Returns the first one if the text contains all of them. */
function unusedCharacter(whole: string): string {
  if (!whole.includes(STAND_IN)) return STAND_IN;
  const used = new Set(whole);
  for (let code = STAND_IN.charCodeAt(0); code <= LAST_PRIVATE; code++)
    if (!used.has(String.fromCharCode(code))) return String.fromCharCode(code);
  return STAND_IN;
}

const STAND_IN = '\ue000';
const LAST_PRIVATE = 0xf8ff;
const MIN_FOLDED_CHARS = 16;

/**
 * Folds the stretch of single spaces and characters that begins at `start`, without its first and last words.
 * @returns the end of the stretch
 */
export function foldStretch(whole: string, start: number, isPlain: (code: number) => boolean, folds: Fold[]): number {
  let i = start + 1;
  let firstBlank = -1;
  let lastBlank = -1;
  for (; i < whole.length; i++) {
    const code = whole.charCodeAt(i);
    if (code === BLANK && isPlain(whole.charCodeAt(i + 1))) {
      if (firstBlank < 0) firstBlank = i;
      lastBlank = i;
    } else if (!isPlain(code)) break;
  }
  if (lastBlank - firstBlank > MIN_FOLDED_CHARS) folds.push({ start: firstBlank + 1, end: lastBlank });
  return i;
}

export function isLetter(code: number): boolean {
  return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
}

/**
 * Tells which characters of 0 to 127 match `plain`. It must not match control characters or white space other than a non-breaking space.
 */
export function plainCharacters(plain: RegExp): (code: number) => boolean {
  const table = Uint8Array.from({ length: 128 }, (_, code) => (plain.test(String.fromCharCode(code)) ? 1 : 0));
  return (code) => (code < 128 ? table[code] === 1 : code >= 0xa0);
}

const BLANK = 32;
