import type { Language } from '../language/language.ts';
import { comparedParts } from '../language/spaceless.ts';
import { contentWords, plainWords } from '../language/words.ts';

/**
 * Whether cited lines surely do not support a claim, judged by their words alone. True only if that is certain enough to bother a writer:
 * both texts are prose in the language, the claim has at least two content words, and none of its words, names or numbers occurs in the
 * lines, their heading or their document's name, not even in another form (`harbor`, `harbors`). A paraphrase without a common word counts
 * as unsupported too; texts in other languages, tables and code never do.
 */
export function isUnsupported(claim: string, source: string, language: Language): boolean {
  if (claim.length > longestClaim || !isIn(language, claim) || !isIn(language, source) || !saysEnough(claim, language)) return false;
  const given = new Set(contentStems(source, language));
  return !contentStems(claim, language).some((stem) => given.has(stem));
}

/** Whether a text has enough words to be checked. */
export function saysEnough(text: string, language: Language): boolean {
  return contentWords(text, language).length >= fewestWords;
}

const fewestWords = 2;
/** Length limit in characters, longer than any sentence. A longer text may have many citations, each of which would read all of it. */
const longestClaim = 5000;
/** The number of first letters that forms of one word share. */
const stemLength = 5;

/**
 * Stems of a text's content words, distinct and in order. Forms of one word have the same stem. In scripts that put no spaces between
 * words, every two neighboring characters are one.
 */
export function contentStems(text: string, language: Language): readonly string[] {
  const stems = contentWords(text, language)
    .flatMap(comparedParts)
    .map((word) => (word.length <= stemLength ? language.singular(word) : word.slice(0, stemLength)));
  return [...new Set(stems)];
}

function isIn({ unmistakableWords }: Language, text: string): boolean {
  return plainWords(text).some((word) => unmistakableWords.has(word));
}
