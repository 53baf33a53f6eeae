import { english } from './english.ts';
import type { Language } from './language.ts';

/**
 * The language of documents, questions and answers where nothing says which it is. Where it is used, that of a text (`languageOf`) can take
 * its place, as it does for quotes, citations and comparisons.
 */
export const assumedLanguage: Language = english;
