import { english } from './english.ts';
import type { Language } from './language.ts';

/**
 * The language of documents, questions and answers where nothing says which it is. Where it is used, a detected language can take its
 * place.
 */
export const assumedLanguage: Language = english;
