import type { PdfLine } from './pdfLines.ts';

/** Joins words that were divided at line ends, by the words that are undivided elsewhere in the document. */
export class Hyphens {
  readonly #words = new Set<string>();

  /** @param lines one below the other */
  learn(lines: readonly PdfLine[]): void {
    let wasDivided = false;
    for (const { text } of lines) {
      // The last word may be the first half of one, and the first the second half.
      const words = text.toLowerCase().match(WORDS) ?? [];
      const isDivided = ENDS_DIVIDED.test(text);
      for (const word of words.slice(wasDivided ? 1 : 0, isDivided ? -1 : undefined)) this.#words.add(word);
      wasDivided = isDivided;
    }
  }

  /** Two lines of a paragraph as running text. */
  join(before: string, after: string): string {
    if (before === '') return after;
    if (/[\u2014\u2013]$/.test(before) || (CJK_END.test(before) && CJK_START.test(after))) return before + after;
    const first = ENDS_DIVIDED.exec(before)?.[1];
    if (first === undefined) return `${before} ${after}`;
    const second = /^[\p{L}\p{M}’']+/u.exec(after)?.[0];
    if (second === undefined) return /^\d/.test(after) ? before + after : `${before} ${after}`;
    return this.#keepsHyphen(first, second) ? before + after : before.replace(/[-\u2010]$/, '') + after;
  }

  #keepsHyphen(first: string, second: string): boolean {
    const [a, b] = [first.toLowerCase(), second.toLowerCase()];
    if (this.#words.has(a + b)) return false;
    if (this.#words.has(`${a}-${b}`)) return true;
    // Names such as "Baden-Württemberg"; words are divided before small letters only.
    if (/^\p{Lu}/u.test(second)) return true;
    if (a.includes('-')) return true;
    return this.#words.has(a) && this.#words.has(b) && a.length > 2 && b.length > 2;
  }
}

const WORDS = /\p{L}[\p{L}\p{M}’']*(?:-\p{L}[\p{L}\p{M}’']*)*/gu;
/** The line ends within a word, or with the first part of one that has a hyphen. Only where a word begins, else each of its letters would be a beginning. */
export const ENDS_DIVIDED = /(?<![\p{L}\p{M}’'-])[\p{M}’'-]*(\p{L}[\p{L}\p{M}’'-]*)[-\u2010]$/u;
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
