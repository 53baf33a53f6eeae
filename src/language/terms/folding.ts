import { plainLetters } from '../words.ts';

/** Letters that Unicode does not decompose, besides those of `plainLetters`. */
const furtherLetters: Readonly<Record<string, string>> = { ħ: 'h', ı: 'i', ĸ: 'k', ŋ: 'n', ŧ: 't', ς: 'σ' };

/** A word in lower case with plain letters instead of accented ones. */
export function accentFolded(word: string): string {
  if (/^[\x20-\x7e]*$/.test(word)) return word;
  return plainLetters(withoutMarks(word)).replace(/[ħıĸŋŧς]/gu, (letter) => furtherLetters[letter] ?? letter);
}

/** A word without diacritics and vowel signs, letters that are lengthened included. */
export function withoutMarks(word: string): string {
  return word.normalize('NFKD').replace(/[\p{M}ـ]/gu, '');
}
