import { RecentValues } from '../base/recentValues.ts';
import { perLanguage, type Language } from '../language/language.ts';
import { isSurelyIn } from '../language/languages.ts';
import { comparedParts } from '../language/spaceless.ts';
import { contentWords, plainWords, unaccented } from '../language/words.ts';

/**
 * Whether cited lines surely do not support a claim, judged by their words alone. True only if that is certain enough to bother a writer:
 * both texts are prose in the language, the claim has at least two content words, and none of its words, names or numbers occurs in the
 * lines, their heading or their document's name, not even inflected otherwise (`harbor`, `harbors`) or compound (`Hafen`, `Hafenmauer`). A
 * paraphrase without a common word counts as unsupported too; texts in other languages, tables and code never do.
 * @param language the claim's, see `languageOf`
 */
export function isUnsupported(claim: string, source: string, language: Language): boolean {
  if (claim.length > longestClaim || !isSurelyIn(language, claim) || !isSurelyIn(language, source) || !saysEnough(claim, language))
    return false;
  const [said, given] = [contentStems(claim, language), contentStems(source, language)];
  const known = new Set(given);
  return !said.some((stem) => known.has(stem)) && !beginIn(said, source, language) && !beginIn(given, claim, language);
}

/** Whether a text has the beginning of any of the words, in a compound or behind what is written as one with it. */
function beginIn(stems: readonly string[], text: string, { beginnings }: Language): boolean {
  if (beginnings === undefined) return false;
  const plain = plainWords(unaccented(text)).join(' ');
  return stems.some((stem) => {
    const letters = Array.from(stem);
    return letters.length >= beginnings && plain.includes(letters.slice(0, beginnings).join(''));
  });
}

/** Whether a text has enough words to be checked. */
export function saysEnough(text: string, language: Language): boolean {
  return contentWords(text, language).flatMap(comparedParts).length >= fewestWords;
}

const fewestWords = 2;
/** Length limit in characters, longer than any sentence. A longer text may have many citations, each of which would read all of it. */
const longestClaim = 5000;
/** The number of first letters that forms of one word share. */
const stemLength = 5;
/** `A380` and `A310000` are no forms of one word. */
const hasDigit = /\d/;

/**
 * Stems of a text's content words, distinct and in order. Forms of one word have the same stem. In scripts that put no spaces between
 * words, every two neighboring characters are one.
 */
export function contentStems(text: string, language: Language): readonly string[] {
  const stems = contentWords(text, language)
    .flatMap(comparedParts)
    .map((word) => withoutAffixes(word, language))
    .map((word) => (word.length <= stemLength ? language.singular(word) : hasDigit.test(word) ? word : word.slice(0, stemLength)));
  return [...new Set(stems)];
}

/** The stems of one word, which texts repeat. */
export function stemsOfWord(word: string, language: Language): readonly string[] {
  const words = recentWords(language);
  const stems = words.get(word) ?? contentStems(word, language);
  words.set(word, stems);
  return stems;
}

const recentWords = perLanguage(() => new RecentValues<string, readonly string[]>(keptWords));
const keptWords = 10_000;

function withoutAffixes(word: string, { affixes: { prefixes, suffixes } }: Language): string {
  return word.replace(prefixes, '').replace(suffixes, '');
}
