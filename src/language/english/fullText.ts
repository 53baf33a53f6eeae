import { stem } from 'porter2';
import type { FullTextRules } from '../language.ts';
import { wordSet } from '../wordSet.ts';

/** Of LanceDB 0.31. */
export const fullText: FullTextRules = {
  name: 'English',
  stem,
  stopWords: wordSet(
    'a an and are as at be but by for if in into is it no not of on or such that the their then there these they this to was will with',
  ),
};
