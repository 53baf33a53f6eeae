/** Words as they may have been meant that a question has with a typing error. */

/** A word that is searched in another spelling than it is written in. */
export interface Respelled {
  /** Offset in the question. */
  readonly start: number;
  readonly written: string;
  readonly meant: string;
}

/** Words of letters only, long enough that hardly any other word is one letter away. */
export function spellableIn(text: string): readonly Pick<Respelled, 'start' | 'written'>[] {
  return Array.from(text.matchAll(longWords), ({ 0: written, index }) => ({ start: index, written }));
}

const longWords = /(?<![\p{L}\p{M}\p{N}])(?:\p{sc=Latin}{6,24}|\p{sc=Cyrillic}{6,24}|\p{sc=Greek}{6,24})(?![\p{L}\p{M}\p{N}])/gu;

/**
 * What may have been meant: a letter is missing, typed twice, or two are the other way round; in a longer word also one too many or another
 * one. In shorter ones that is more often another word (*leader*, *loader*), and at the end another form. The first letter stays.
 */
export function spelledNear(written: string): readonly string[] {
  const first = written.slice(0, 1);
  const small = written.slice(1).toLowerCase();
  const letters = new Set([...(alphabets.find((all) => Array.from(small).some((letter) => all.includes(letter))) ?? ''), ...small]);
  const isLong = written.length >= longWord;
  const near = new Set<string>();
  for (let at = 0; at < small.length; at++) {
    const [before, after] = [first + small.slice(0, at), small.slice(at)];
    const isInner = isLong && after.length > 1;
    for (const letter of letters) {
      near.add(before + letter + after);
      if (isInner) near.add(before + letter + after.slice(1));
    }
    if (isInner || before.at(-1)?.toLowerCase() === after[0]) near.add(before + after.slice(1));
    if (after.length > 1) near.add(before + after[1]! + after[0]! + after.slice(2));
  }
  near.add(first + small + small.slice(-1));
  near.delete(first + small);
  return [...near];
}

/** In letters. So long a word is hardly ever like another one. */
export const longWord = 8;

const alphabets = ['abcdefghijklmnopqrstuvwxyz', 'абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґ', 'αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώ'];

/** @param words in order */
export function asMeant(text: string, words: readonly Respelled[]): string {
  let meant = '';
  let at = 0;
  for (const { start, written, meant: word } of words) {
    meant += text.slice(at, start) + word;
    at = start + written.length;
  }
  return meant + text.slice(at);
}

/** Where a place of what `asMeant` gives is in the text. */
export function placeWritten(at: number, words: readonly Respelled[]): number {
  let longer = 0;
  for (const { start, written, meant } of words) if (at >= start + longer + meant.length) longer += meant.length - written.length;
  return at - longer;
}
