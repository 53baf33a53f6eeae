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

const longWords = /(?<![\p{L}\p{M}\p{N}])(?:\p{sc=Latin}{5,24}|\p{sc=Cyrillic}{5,24}|\p{sc=Greek}{5,24})(?![\p{L}\p{M}\p{N}])/gu;

/** All that is one letter more, less or other, or two letters the other way round. The first letter stays: few are wrong there. */
export function spelledNear(written: string): readonly string[] {
  const small = written.slice(1).toLowerCase();
  const letters = new Set([...(alphabets.find((all) => Array.from(small).some((letter) => all.includes(letter))) ?? ''), ...small]);
  const near = new Set<string>();
  for (let at = 0; at <= small.length; at++) {
    const [before, after] = [written.slice(0, 1) + small.slice(0, at), small.slice(at)];
    for (const letter of letters) {
      near.add(before + letter + after);
      if (after !== '') near.add(before + letter + after.slice(1));
    }
    if (after !== '') near.add(before + after.slice(1));
    if (after.length > 1) near.add(before + after[1]! + after[0]! + after.slice(2));
  }
  near.delete(written.slice(0, 1) + small);
  return [...near];
}

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
