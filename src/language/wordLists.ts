/** What of a language its numbers, dates, sentences, requests and answers are read by: English has all of it, other languages less. */

export interface SentenceWords {
  /** Abbreviations in lower case, without their last point: those after which a sentence always goes on, … */
  readonly goingOn: ReadonlySet<string>;
  /** … those after which it goes on with a number, … */
  readonly beforeNumbers: ReadonlySet<string>;
  /** … and those that may end it: it does where a starter follows. */
  readonly mayEnd: ReadonlySet<string>;
  /** Words that begin sentences, capitalized. */
  readonly starters: ReadonlySet<string>;
  /** A point makes an ordinal of a number: `3. Oktober`. A starter after it begins a sentence. */
  readonly hasOrdinalPoints?: boolean;
  /** No mark ends a sentence, only a space does, which parts clauses and names too. */
  readonly endsWithoutMark?: boolean;
}

export interface NumberWords {
  /** What each word says; neighbors add up: `twenty-one`. */
  readonly cardinals: ReadonlyMap<string, number>;
  readonly ordinals: ReadonlyMap<string, number>;
  /** Multiply what is before them. */
  readonly scales: ReadonlyMap<string, number>;
  /** Those that only follow digits: `5k`. */
  readonly shortScales: ReadonlyMap<string, number>;
  /**
   * Pattern sources. What makes an ordinal of digits; the plural of units and scales; what is between number words; what says one before a
   * scale.
   */
  readonly ordinalEnding: string;
  readonly plural: string;
  readonly and: string;
  readonly one: string;
  /** What follows a number word that counts nothing: `one of`. */
  readonly partitive: string;
  readonly decimal: '.' | ',';
  /** Characters of a class, as a pattern's source, that group digits by threes. */
  readonly grouping: string;
  /** Groups before the last one may have two digits: `12,34,567`. */
  readonly groupsByTwo?: boolean;
  /** Letters may stand directly beside digits. */
  readonly isSpaceless?: boolean;
}

export interface Unit {
  /** What it measures, the same in every language: `length`, `mass`, a currency's sign. */
  readonly kind: string;
  /** In the base unit of the kind: m, m², kg, l, s, W, Wh, byte, Hz, m/s. */
  readonly factor: number;
  /** In lower case and, of words, the singular. */
  readonly names: readonly string[];
}

export interface DateWords {
  /** January first; each with its shorter forms, a point allowed after those. Empty where months are numbers. */
  readonly months: readonly (readonly string[])[];
  /** Pattern sources, most precise first, with `{day}`, `{month}` or `{monthNumber}`, and `{year}` where those are. */
  readonly forms: readonly string[];
  /** How many years before ours another era began, in which all years from 2300 on are counted. */
  readonly eraYears?: number;
  readonly ordinalEnding: string;
  /** Pattern sources of what follows a year or number. */
  readonly beforeChrist: string;
  readonly afterChrist: string;
  readonly decadeEnding: string;
  readonly century: string;
  /** Words after which a number of four digits counts and is no year, besides units. */
  readonly counted: readonly string[];
  /** Orders that `3/4/1921` may have, the likelier first. */
  readonly slashed: readonly ('day-first' | 'month-first')[];
}

/** How a question says how its answer is to be written. */
export interface RequestWords {
  /** A sentence beside the question that says how to answer. */
  readonly instructs: RegExp;
  /** Matches, maybe empty, what only says that something is asked for: `List all`, `What is the difference between`. */
  readonly opening: RegExp;
  /** Matches a question up to the verb of what somebody says in it, with `before` for what is before that: `What does the board report`. */
  readonly saying: RegExp;
  /** Matches a question that compares things, or asks the same of each. */
  readonly compares: RegExp;
  /** Matches one that asks for several things. */
  readonly lists: RegExp;
  /** Matches one that asks why or how, or to explain, describe or summarize. */
  readonly explains: RegExp;
}

/** Of short answers. All words in lower case and without accents. */
export interface AnswerWordLists {
  /** Say nothing on their own. */
  readonly ignored: ReadonlySet<string>;
  /** Titles, kinds of company and of thing that come with a name or not. Two different ones still differ. */
  readonly worn: ReadonlySet<string>;
  readonly same: readonly (readonly string[])[];
  readonly opposites: readonly (readonly [string, string])[];
  /** An answer that is yes or no, alone or before a clause; group 1 is the word. */
  readonly polarity: RegExp;
  readonly yes: RegExp;
  readonly negator: RegExp;
  /** Phrases with a negator that deny nothing: `not until`, `no less than`. */
  readonly notDenying: RegExp;
  /** Words other than negators that a denial may be told from: `refused`, `hardly`, `only`. Undefined where they are not known. */
  readonly impliedDenial: RegExp | undefined;
  /** Words between two names of which each does the same to the other, or says the same of it: `met`, `between`, `as`. */
  readonly mutual: RegExp;
  /** Verbs whose denial says that something stays as it is: `does not break`. */
  readonly undoing: RegExp;
  /** Words, in lower case, that make a sentence less sure (`may`), hold for less (`only`), and others without content (`all`, `before`). */
  readonly unsure: ReadonlySet<string>;
  readonly narrowing: ReadonlySet<string>;
  readonly limits: ReadonlySet<string>;
  /** Several ways to write one name, and the one that they become. */
  readonly spellings: readonly (readonly [RegExp, string])[];
  readonly asksPlace: RegExp;
  readonly asksPerson: RegExp;
  readonly or: RegExp;
}

/** How sentences say a quantity or date other than exactly. Empty, or matching nothing, where it is not known. */
export interface LooseWords {
  /** What a word takes of what is behind it: `two thirds`, `half an hour`. */
  readonly fractions: ReadonlyMap<string, number>;
  /** Nouns for spans of time, in seconds: `a decade`. */
  readonly spans: ReadonlyMap<string, number>;
  /** Pattern sources of what is directly before a number that is not exact: `about`, … */
  readonly about: string;
  /** … before one that is not reached or just reached, and before one that is exceeded or just reached. */
  readonly below: string;
  readonly above: string;
  /** The same before dates. */
  readonly before: string;
  readonly after: string;
  /** Words for the seasons, each with its other names. */
  readonly seasons: readonly (readonly string[])[];
  /** Words for what happens once: of two dates for it, one is wrong. */
  readonly once: readonly string[];
  /** Verbs for what one maker did, before or after a name (`written` by), and for what happened in one place (`born` in). */
  readonly made: readonly string[];
  readonly placed: readonly string[];
  /** Pattern source of what is between a thing and the year it is known by: `is a` 1944 film. */
  readonly being: string;
}
