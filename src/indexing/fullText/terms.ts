/** Terms of a text exactly as the full-text index makes them. The search outside the index must agree with it. */
import { assumedLanguage } from '../../language/assumed.ts';
import type { Language } from '../../language/language.ts';

/** The language of the full-text index. A database whose index has another language needs a rebuild. */
export const indexLanguage = assumedLanguage;

/** Length limit in bytes of UTF-8. Longer words are left out. */
export const maxTokenLength = 40;

/** Letters that Unicode does not decompose. */
const folded: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  ĸ: 'k',
  ł: 'l',
  ŋ: 'n',
  ŧ: 't',
  þ: 'th',
};

/** Words and numbers in text order, as written, including those that are not terms. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{Alphabetic}\p{N}]+/gu) ?? [];
}

/** The term that finds a word; undefined for a stop word or a word that is too long. */
export function termOf(word: string, { fullText: { stem, stopWords } }: Language): string | undefined {
  if (Buffer.byteLength(word) >= maxTokenLength) return undefined;
  // One character at a time, because JavaScript lowercases a sigma at the end of a word differently.
  const term = stem(isAscii(word) ? word.toLowerCase() : Array.from(word, (character) => character.toLowerCase()).join(''));
  if (stopWords.has(term)) return undefined;
  return isAscii(term) ? term : Array.from(term, fold).join('');
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** A letter without its diacritics if that is an ASCII letter; otherwise the letter unchanged. */
function fold(character: string): string {
  const letters = Array.from(character.normalize('NFKD'), (part) => folded[part] ?? part).filter((part) => /^[\x21-\x7e]+$/.test(part));
  return letters.length === 0 ? character : letters.join('');
}

/** The terms of a text with their counts, and the total number including repetitions. */
export interface TermBag {
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

export function bagOf(text: string, language: Language): TermBag {
  const counts = new Map<string, number>();
  let length = 0;
  for (const word of wordsOf(text)) {
    const term = termOf(word, language);
    if (term === undefined) continue;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    length++;
  }
  return { counts, length };
}
