/** The letters of a page in one order of its texts, and where each is from. Pure. */

/** A text as the page places it. */
export interface PlacedItem {
  readonly str: string;
  readonly hasEOL: boolean;
  /** a, b, c, d, e, f of the matrix that places it, as in PDF. */
  readonly transform: readonly number[];
  readonly width: number;
  /** Ascending. */
  readonly page: number;
}

/** A stretch of an item. */
export interface FoundStretch {
  /** Index of the item. */
  readonly item: number;
  /** UTF-16 offsets in its text, end-exclusive. */
  readonly start: number;
  readonly end: number;
}

/** Letters and digits as they are compared: without case, ligatures, accents, and everything else. */
export function lettersOf(text: string): string {
  return text.normalize('NFKD').toLowerCase().replace(OTHERS, '');
}

const OTHERS = /[^\p{L}\p{N}]/gu;

/** A range of letters of the page, end-exclusive. */
export interface Letters {
  readonly start: number;
  readonly end: number;
}

/** More are not one page's. */
const mostPageLetters = 200_000;

export class PageLetters {
  readonly text: string;
  readonly #items: number[] = [];
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Whether a word may begin at a letter, and so end before it. */
  readonly #begins: boolean[] = [];

  constructor(items: readonly PlacedItem[], order: readonly number[]) {
    const letters: string[] = [];
    let isApart = true;
    let last: PlacedItem | undefined;
    for (const index of order) {
      const item = items[index];
      if (!item || letters.length > mostPageLetters) continue;
      isApart ||= last !== undefined && !isNextTo(last, item);
      for (let at = 0; at < item.str.length;) {
        const character = String.fromCodePoint(item.str.codePointAt(at) ?? 0);
        const read = lettersOf(character);
        if (read === '' && !/\p{M}/u.test(character)) isApart ||= !isInNumber(item.str, at);
        for (const letter of read.split('')) {
          letters.push(letter);
          this.#items.push(index);
          this.#starts.push(at);
          this.#ends.push(at + character.length);
          this.#begins.push(isApart || SPACELESS.test(letter));
          isApart = false;
        }
        at += character.length;
      }
      isApart ||= item.hasEOL;
      last = item;
    }
    this.text = letters.join('');
  }

  /** Whether no word goes on over this place. */
  readonly isEdge = (at: number): boolean => at >= this.text.length || this.#begins[at] === true;

  /** Where the letters begin as words do, at or after a place; -1 if nowhere. */
  nextEdge(letters: string, from: number): number {
    let at = this.text.indexOf(letters, from);
    while (at >= 0 && !this.isEdge(at)) at = this.text.indexOf(letters, at + 1);
    return at;
  }

  /** Where the letters are as whole words, at or after a place; -1 if nowhere. */
  next(letters: string, from: number): number {
    for (let at = this.text.indexOf(letters, from); at >= 0; at = this.text.indexOf(letters, at + 1))
      if (this.isEdge(at) && this.isEdge(at + letters.length)) return at;
    return -1;
  }

  stretches(found: readonly Letters[]): readonly FoundStretch[] {
    const stretches: { item: number; start: number; end: number }[] = [];
    for (const { start, end } of found)
      for (let at = start; at < end; at++) {
        const [item = 0, first = 0, last = 0] = [this.#items[at], this.#starts[at], this.#ends[at]];
        const before = stretches.at(-1);
        if (before?.item === item && before.start <= first && at > start) before.end = Math.max(before.end, last);
        else stretches.push({ item, start: first, end: last });
      }
    return stretches.sort((a, b) => a.item - b.item || a.start - b.start);
  }
}

const SPACELESS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Whether a sign is part of a number, so that `250` is not found in `1,250`. */
function isInNumber(text: string, at: number): boolean {
  return /[.,]/.test(text.charAt(at)) && /\d/.test(text.charAt(at - 1)) && /\d/.test(text.charAt(at + 1));
}

/** Whether a text goes on in the next item without a space, as where the font changes inside a word. */
function isNextTo(before: PlacedItem, { transform, page }: PlacedItem): boolean {
  const [a = 1, b = 0, , , x = 0, y = 0] = before.transform;
  const size = Math.hypot(a, b) || 1;
  const along = ((transform[4] ?? 0) - x) * (a / size) + ((transform[5] ?? 0) - y) * (b / size);
  const isOneSize = Math.abs(Math.hypot(...transform.slice(0, 2)) - size) < size * 0.2;
  const across = ((transform[5] ?? 0) - y) * (a / size) - ((transform[4] ?? 0) - x) * (b / size);
  const isAfter = Math.abs(along - before.width) < size * 0.15;
  return page === before.page && isOneSize && isAfter && Math.abs(across) < size * 0.6;
}
