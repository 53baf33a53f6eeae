import { stem } from 'porter2';
import { accentFolded } from '../terms/folding.ts';
import { wordSet } from '../wordSet.ts';

/** Compared with stems, so that `wills` is one too. */
const stopWords = wordSet(
  'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with',
);

/** The term of an English word; undefined for a stop word. */
export function englishTerm(word: string): string | undefined {
  const term = stem(word.toLowerCase());
  return stopWords.has(term) ? undefined : accentFolded(term);
}
