/** Terms as the full-text index makes them of a text. What searches beside the index has to agree with it to the letter. */
import { assumedLanguage } from '../../language/assumed.ts';
import type { Language } from '../../language/language.ts';

/** What the full-text index is made for. A dataset that has one for another language needs it made again. */
export const indexLanguage = assumedLanguage;

/** In bytes of UTF-8; longer words are left out. */
export const maxTokenLength = 40;

/** Letters that Unicode does not take apart. */
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

/** Words and numbers as they are in the text, in its order, also those that are no terms. */
export function wordsOf(text: string): readonly string[] {
  return text.match(/[\p{Alphabetic}\p{N}]+/gu) ?? [];
}

/** The term that a word is searched by; undefined for a stop word and what is too long. */
export function termOf(word: string, { fullText: { stem, stopWords } }: Language): string | undefined {
  if (Buffer.byteLength(word) >= maxTokenLength) return undefined;
  // One character at a time: JavaScript gives a sigma at the end of a word another form.
  const term = stem(isAscii(word) ? word.toLowerCase() : Array.from(word, (character) => character.toLowerCase()).join(''));
  if (stopWords.has(term)) return undefined;
  return isAscii(term) ? term : Array.from(term, fold).join('');
}

function isAscii(text: string): boolean {
  return /^[\x20-\x7e]*$/.test(text);
}

/** A letter without its marks where that is an ASCII letter; others keep theirs. */
function fold(character: string): string {
  const letters = Array.from(character.normalize('NFKD'), (part) => folded[part] ?? part).filter((part) => /^[\x21-\x7e]+$/.test(part));
  return letters.length === 0 ? character : letters.join('');
}

/** The terms of a text, how often each occurs in it, and how many there are with their repetitions. */
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
