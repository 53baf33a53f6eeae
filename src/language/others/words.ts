import type { LooseWords } from '../looseWords.ts';

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
  readonly sentences?: {
    /** Abbreviations without their last point: those after which a sentence goes on, … */
    readonly goingOn?: string;
    /** … with a number, … */
    readonly beforeNumbers?: string;
    /** … and those that may end it. */
    readonly mayEnd?: string;
    /** Capitalized words that begin sentences. */
    readonly starters?: string;
    /** A point makes an ordinal of a number: `3. Oktober`. */
    readonly hasOrdinalPoints?: boolean;
    /** No mark ends a sentence, only a space does. */
    readonly endsWithoutMark?: boolean;
  };
  readonly dates: {
    /** Locales whose month names count; none where months are numbers. */
    readonly months?: readonly string[];
    /** Pattern sources with `{day}`, `{month}` or `{monthNumber}`, and `{year}`. */
    readonly forms: readonly string[];
    readonly ordinalEnding?: string;
    readonly beforeChrist?: string;
    readonly century?: string;
    readonly decadeEnding?: string;
    /** How many years another era, in which all years from 2300 on are counted, began before ours. */
    readonly eraYears?: number;
  };
  readonly numbers?: {
    readonly decimal?: ',' | '.';
    /** Characters of a class that group digits by threes. */
    readonly grouping?: string;
    /** Only the last three digits are a group of three: `12,34,567`. */
    readonly groupsByTwo?: boolean;
    /** Words that multiply the number before them. */
    readonly scales?: Readonly<Record<string, number>>;
    /** Letters stand directly beside digits. */
    readonly isSpaceless?: boolean;
  };
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
