import type { abstention } from './english/abstention.ts';
import type { countries } from './english/countries.ts';
import type { names } from './english/names.ts';
import type { periods } from './english/periods.ts';
import type { questions } from './english/questions.ts';
import type { reading } from './english/reading.ts';
import type { AnswerWordLists, DateWords, LooseWords, NumberWords, RequestWords, SentenceWords, Unit } from './wordLists.ts';

/**
 * What the toolkit knows of one language. The functions beside this file take it as an argument; another language is one more object like
 * `english.ts`; those that only quote, check and compare need less (`languages.ts`).
 */
export interface Language {
  /** BCP 47, as `Intl` takes it. */
  readonly tag: string;
  /** In lower case; left out where answers are compared. */
  readonly articles: readonly string[];
  /** Words that carry no content, folded. */
  readonly functionWords: ReadonlySet<string>;
  /** Those of them that are frequent, and words of no other language that is written with the same letters. */
  readonly unmistakableWords: ReadonlySet<string>;
  /** Words, in lower case, that a question may begin with and that say nothing of what it is about. */
  readonly askingWords: ReadonlySet<string>;
  /** What texts say in a shape, mostly without its name beside it: `UV_CACHE_DIR` is an environment variable, `18,500 euros` a cost. */
  readonly identifierKinds: readonly { readonly shape: RegExp; readonly words: string }[];
  /** What documents are called, in lower case and the singular: `Which page explains …`. */
  readonly documentWords: ReadonlySet<string>;
  /** Matches a question whose answer has a number in it, a date or time too. */
  readonly asksForNumber?: RegExp;
  /** Matches one of these whose answer is a date or time. */
  readonly asksForDate?: RegExp;
  /** Words, in lower case, before what a question asks for or describes: `which PEP`, `the PEP about`. */
  readonly singlingWords: ReadonlySet<string>;
  /** Endings that a word takes off before it is compared, in lower case: the possessive. */
  readonly caseEnding: RegExp;
  /** What is written as one with a folded word and is no part of it: `wa-`, and, `al-`, the, in Arabic. */
  readonly affixes: { readonly prefixes: RegExp; readonly suffixes: RegExp };
  /**
   * How many first letters of a word are in every word that has anything to do with it, compounds too; undefined where `stem` and
   * `singular` show that.
   */
  readonly beginnings?: number;
  /** Takes inflection off a folded word, so that the forms of one verb or noun meet. */
  readonly stem: (word: string) => string;
  /** Takes the plural off a word in lower case, and nothing else. */
  readonly singular: (word: string) => string;
  readonly sentences: SentenceWords;
  readonly numbers: NumberWords;
  readonly loose: LooseWords;
  readonly units: readonly Unit[];
  readonly dates: DateWords;
  readonly periods: typeof periods;
  readonly names: typeof names;
  readonly countries: typeof countries;
  readonly questions: typeof questions;
  readonly requests: RequestWords;
  /** Where common nouns are capitalized too: what is before one of them, so that it is no name. */
  readonly determiners?: RegExp;
  readonly reading: typeof reading;
  readonly answers: AnswerWordLists;
  readonly abstention: typeof abstention;
}

/** Keeps what is made of a language's data, a pattern above all. */
export function perLanguage<T extends object>(make: (language: Language) => T): (language: Language) => T {
  const made = new WeakMap<Language, T>();
  return (language) => {
    const one = made.get(language) ?? make(language);
    made.set(language, one);
    return one;
  };
}
