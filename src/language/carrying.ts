/**
 * How follow-ups point to earlier questions in a language whose grammar is not known: by patterns alone. Patterns of `pointers` see the
 * question as it is typed; the others are tried without regard to case.
 */

/** What a pronoun or article allows: masculine, feminine, neuter, plural. */
export type Genders = string;

/** What an earlier question or its answer names. */
export interface Named {
  readonly text: string;
  /** Its article, where it has one; `text` begins with it. */
  readonly article?: string;
  /** Empty where nothing shows them. */
  readonly genders: Genders;
  readonly kind: 'person' | 'place' | 'thing' | 'unknown';
  /** The noun that says what it is, in lower case: `company` of the answer to `Which company …?`. */
  readonly head?: string;
}

export interface Pointer {
  readonly pattern: RegExp;
  /** What it may mean, by what it says of gender; absent where it says nothing. */
  readonly genders?: Genders;
  readonly kind?: 'person' | 'place' | 'thing';
  /** Only what the noun in group `noun` says: `this company`. */
  readonly isCalled?: boolean;
  /** The subject is left out; only in questions that name nothing. */
  readonly isDropped?: boolean;
  /** Gender that other words show. */
  readonly gendersOf?: (found: Groups) => Genders | undefined;
  /** Group `word` is what the user is asked about where it is not clear. */
  readonly put: (found: Groups, named: Named) => string;
}

export type Groups = Readonly<Record<string, string | undefined>>;

export interface CarryWords {
  readonly leads: RegExp;
  /** Asks the same of something else: `What about …`. */
  readonly about: RegExp;
  /** A question word alone: `Why?`. */
  readonly asking: RegExp;
  /** The question word of a question, in whose place another can be. */
  readonly opening: RegExp;
  /** What leads to a date, besides a preposition: `in the year`. */
  readonly beforeDate: RegExp;
  readonly pointers: readonly Pointer[];
  /** Words that point back and that nothing can take the place of. */
  readonly unclear: RegExp;
  /** Where pronouns point to nothing: `is it possible`. */
  readonly expletive: RegExp;
  /** What happens to people only, and to things only. */
  readonly ofPeople: RegExp;
  readonly ofThings: RegExp;
  /** What questions ask for. */
  readonly asks: readonly (readonly [RegExp, 'person' | 'place'])[];
  /** Group `head` is the noun after `which`. */
  readonly which?: RegExp;
  readonly gendersOfWhich?: (found: Groups) => Genders;
  /** Groups `article`, `head` and `rest` of `the bridge of Ardel`; absent where no article shows a noun. */
  readonly described?: RegExp;
  /** Of an article after the words before it, with how the noun is written after `is`. */
  readonly articleOf?: (article: string, before: string) => { readonly article: string; readonly genders: Genders };
  /** What is asked for follows: `Who was the …`. */
  readonly askedNext: RegExp;
  /** Common nouns are capitalized too; they are no names after these words. */
  readonly determiners?: RegExp;
}
