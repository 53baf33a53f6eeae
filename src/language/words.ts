import type { Language } from './language.ts';

/** A word of a text: `fold` is lower case without accents, apostrophes and possessive ending, so `Witch'S` and `witch` meet. */
export interface Word {
  readonly start: number;
  readonly end: number;
  readonly fold: string;
}

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=[\p{L}\p{N}])|(?<=\p{N})[.,](?=\p{N}))*/gu;

/** Words in text order; punctuation is dropped, numbers keep their separators. Linear. */
export function wordsOf(text: string, language: Language): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => ({ start: index, end: index + word.length, fold: fold(word, language) }));
}

/** Folds one word. Names keep their last `s` apart from the possessive: `Dickens's` and `Dickens` become `dickens`. */
function fold(word: string, { caseEnding }: Language): string {
  return unaccented(word.toLowerCase().replace(caseEnding, '').replace(/['’]/gu, ''));
}

/** The folded words of a text, joined with one space: what two names are compared by. */
export function foldText(text: string, language: Language): string {
  return wordsOf(text, language)
    .map((word) => word.fold)
    .join(' ');
}

/** Runs of letters and digits in lower case, in text order. */
export function plainWords(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Distinct words and numbers that carry meaning, in text order: lower case, without accents; `1,250` is one number. */
export function contentWords(text: string, { functionWords }: Language): readonly string[] {
  const plain = unaccented(text.toLowerCase()).replace(/(?<=\d)[.,'’\u00a0\u202f](?=\d{3}(?!\d))/g, '');
  return [...new Set(plainWords(plain))].filter((word) => !functionWords.has(word));
}

export function capitalized(word: string): string {
  return `${word.charAt(0).toUpperCase()}${word.slice(1)}`;
}

/** A text in lower case without accents, in compatibility forms, so that `ﬁancé` and `fiance` meet. */
export function unaccented(text: string): string {
  if (ASCII.test(text)) return text;
  return plainLetters(text.normalize('NFKD').replace(/\p{M}/gu, ''));
}

/** The letters of a text in lower case that Unicode does not take apart, as plain ones: `ø` is `o`. */
export function plainLetters(text: string): string {
  return text.replace(indivisible, (letter) => letters[letter] ?? letter);
}

const indivisible = /[øœæßłđðþ]/gu;
const ASCII = /^[\x20-\x7e]*$/u;
/** Letters that Unicode does not take apart. */
const letters: Readonly<Record<string, string>> = { ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th' };

/**
 * What is compared of names of anchors and fragments of links: only letters and digits, in lower case without accents. It is the same for
 * a heading and for the ids that the formats make of it: `Don't set up & run`, `dont-set-up--run`, `_don_t_set_up_run`,
 * `Don't-set-up-&-run`. Empty when the name has no letter or digit.
 */
export function anchorKey(name: string): string {
  return unaccented(name.toLowerCase()).replace(/[^\p{L}\p{N}]+/gu, '');
}
