import type { PdfLine } from './pdfLines.ts';

/** Joins words that are hyphenated at line ends, if the document contains them unhyphenated elsewhere. */
export class Hyphens {
  readonly #words = new Set<string>();

  /** @param lines consecutive lines of a column */
  learn(lines: readonly PdfLine[]): void {
    let wasDivided = false;
    for (const { text } of lines) {
      // The first and last words may be halves of a hyphenated word.
      const words = text.toLowerCase().match(WORDS) ?? [];
      const isDivided = dividedEnd(text) !== undefined;
      for (const word of words.slice(wasDivided ? 1 : 0, isDivided ? -1 : undefined)) this.#words.add(word);
      wasDivided = isDivided;
    }
  }

  /** Joins two lines of a paragraph to running text. */
  join(before: string, after: string): string {
    if (before === '') return after;
    if (/[\u2014\u2013]$/.test(before) || (CJK_END.test(before) && CJK_START.test(after))) return before + after;
    const first = dividedEnd(before);
    if (first === undefined) return `${before} ${after}`;
    const second = /^[\p{L}\p{M}’']+/u.exec(after)?.[0];
    if (second === undefined) return /^\d/.test(after) ? before + after : `${before} ${after}`;
    return this.#keepsHyphen(first, second) ? before + after : before.replace(/[-\u2010]$/, '') + after;
  }

  #keepsHyphen(first: string, second: string): boolean {
    const [a, b] = [first.toLowerCase(), second.toLowerCase()];
    if (this.#words.has(a + b)) return false;
    if (this.#words.has(`${a}-${b}`)) return true;
    // Keeps the hyphen of names such as "Baden-Württemberg": hyphenation only happens before lowercase letters.
    if (/^\p{Lu}/u.test(second)) return true;
    if (a.includes('-')) return true;
    return this.#words.has(a) && this.#words.has(b) && a.length > 2 && b.length > 2;
  }
}

const WORDS = /\p{L}[\p{L}\p{M}’']*(?:-\p{L}[\p{L}\p{M}’']*)*/gu;

/** The word without its hyphen, if the line ends within a word, or with the first part of a hyphenated one. */
export function dividedEnd(line: string): string | undefined {
  return line.endsWith('-') || line.endsWith('\u2010') ? ENDS_DIVIDED.exec(line)?.[1] : undefined;
}

/** Anchored at the word's start; otherwise each letter would start a match attempt. */
const ENDS_DIVIDED = /(?<![\p{L}\p{M}’'-])[\p{M}’'-]*(\p{L}[\p{L}\p{M}’'-]*)[-\u2010]$/u;
const CJK_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]$/u;
const CJK_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uff60]/u;
