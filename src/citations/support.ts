import type { Language } from '../language/language.ts';
import { contentWords, plainWords } from '../language/words.ts';

/**
 * Whether cited lines can support a claim, told from their words alone. It says no only where that is certain enough to bother a writer: both texts are
 * prose in the language, the claim has at least two words that carry meaning, and none of its words, names or numbers is in the lines, their heading or the
 * name of their document, not even in another form (`harbor`, `harbors`). Paraphrases without one common word are called unsupported too; texts in other
 * languages, tables and code never are.
 */
export function isUnsupported(claim: string, source: string, language: Language): boolean {
  if (claim.length > longestClaim || !isIn(language, claim) || !isIn(language, source) || !saysEnough(claim, language)) return false;
  const given = new Set(contentStems(source, language));
  return !contentStems(claim, language).some((stem) => given.has(stem));
}

/** Whether a text has enough words to be judged. */
export function saysEnough(text: string, language: Language): boolean {
  return contentWords(text, language).length >= fewestWords;
}

const fewestWords = 2;
/** In characters. No sentence is longer; what is may have many citations, for each of which all of it would be read. */
const longestClaim = 5000;
/** Forms of one word agree in so many letters. */
const stemLength = 5;

/** What of a text carries meaning, so that forms of one word are the same: distinct, in order. */
export function contentStems(text: string, language: Language): readonly string[] {
  const stems = contentWords(text, language).map((word) =>
    word.length <= stemLength ? language.singular(word) : word.slice(0, stemLength),
  );
  return [...new Set(stems)];
}

function isIn({ unmistakableWords }: Language, text: string): boolean {
  return plainWords(text).some((word) => unmistakableWords.has(word));
}
