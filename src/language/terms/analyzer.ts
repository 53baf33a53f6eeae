import { beginning, type WordParts } from './parts.ts';
import type { Script } from './scripts.ts';

/** How the words of a language become terms. A word is one term, and each of its parts another. */
export interface Analyzer {
  /** BCP 47; of words in a script whose language is unknown, the script's. */
  readonly tag: string;
  readonly script: Script;
  /** The term of a word, without inflection; undefined for a word that says nothing. */
  readonly term: (word: string) => string | undefined;
  readonly parts: readonly WordParts[];
  /** Whether words are put together, so that one is found inside another. */
  readonly hasCompounds: boolean;
}

export type TextChange = (text: string) => string;
export const same: TextChange = (text) => text;

export function language(
  tag: string,
  script: Script,
  { stem = same, fold = same, parts = [beginning], lower = lowerCase, hasCompounds = false }: Partial<Rules> = {},
) {
  return { tag, script, parts, hasCompounds, term: (word) => fold(stem(lower(word))) } satisfies Analyzer;
}

export interface Rules {
  readonly lower: TextChange;
  readonly stem: TextChange;
  /** Takes off the diacritics that people leave out where they type. */
  readonly fold: TextChange;
  readonly parts: readonly WordParts[];
  readonly hasCompounds: boolean;
}

function lowerCase(word: string): string {
  return word.toLowerCase();
}
