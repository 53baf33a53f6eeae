import type { DateWords, LooseWords, NumberWords, SentenceWords } from '../wordLists.ts';

/** What citations, quotes and comparisons need to know of a language besides English: less than a reasoner would. */
export interface LanguageWords {
  /** BCP 47 */
  readonly tag: string;
  /** Where it is alone in its script here: letters of other languages of this script that it does not have. */
  readonly foreignLetters?: RegExp;
  /** Words that carry no content. They show which language a text is in where several are written in its script. */
  readonly functionWords: string;
  /** Words that a question has and the texts that answer it seldom have. Absent for scripts without spaces. */
  readonly askingWords?: string;
  /** Words, in lower case, of questions that are requests. In scripts without spaces they are found anywhere in the question. */
  readonly requests?: {
    /** Verbs and nouns that say that things are compared, wherever they are. */
    readonly compares: string;
    /** Words that a question for several things begins with. */
    readonly lists: string;
    /** Other words that a request begins with: to explain, describe or summarize. */
    readonly others: string;
    /** Words that a question for reasons or for how something happens begins with; none that also ask to what degree. */
    readonly reasons: string;
    /** What a question for a name has in spite of them, the beginnings of words: `Wie wird … genannt`. */
    readonly naming?: string;
    /** Such words are seldom the first: क्यों, neden. */
    readonly reasonsAreInside?: true;
  };
  readonly yes: string;
  readonly no: string;
  /** Matches one word that negates, in lower case. */
  readonly negator: RegExp;
  /** Words that make a sentence less sure, or hold for less, and others without content that change what is said. */
  readonly unsure?: string;
  readonly narrowing?: string;
  readonly limits?: string;
  /** As `SentenceWords`, each list one text. */
  readonly sentences?: Partial<
    Record<'goingOn' | 'beforeNumbers' | 'mayEnd' | 'starters', string> & Pick<SentenceWords, 'hasOrdinalPoints' | 'endsWithoutMark'>
  >;
  /** `months`: locales whose month names count; none where months are numbers. */
  readonly dates: Partial<Omit<DateWords, 'months' | 'forms'>> & Pick<DateWords, 'forms'> & { readonly months?: readonly string[] };
  /** `scales`: words that multiply the number before them. */
  readonly numbers?: Partial<Omit<NumberWords, 'scales'>> & { readonly scales?: Readonly<Record<string, number>> };
  /** Pattern sources of what is directly before numbers and dates that are not exact. */
  readonly loose?: Partial<Pick<LooseWords, 'about' | 'below' | 'above' | 'before' | 'after'>>;
  /** What is written as one with the beginning of a word, or with its end, and is no part of it. */
  readonly prefixes?: RegExp;
  readonly suffixes?: RegExp;
  /** Common nouns are capitalized too; after these words they are no names. */
  readonly determiners?: RegExp;
  /** How many first letters of a word are in every word that has anything to do with it; 4 if absent. */
  readonly beginnings?: number;
}
