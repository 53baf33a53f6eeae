import type { LooseWords } from './looseWords.ts';
import type { PeriodWords } from './periodWords.ts';

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
  /** Names, in lower case, of fields that list keywords: `tags: harbor, tide`. */
  readonly keywordFields: ReadonlySet<string>;
  /** What manuals call an identifier of this shape, mostly without saying so beside it: `UV_CACHE_DIR` is an environment variable. */
  readonly identifierKinds: readonly { readonly shape: RegExp; readonly words: string }[];
  /** What documents are called, in lower case and the singular: `Which page explains …`. */
  readonly documentWords: ReadonlySet<string>;
  /** Matches a question whose answer has a number in it, a date or time too. */
  readonly asksForNumber?: RegExp;
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
  readonly periods: PeriodWords;
  readonly names: NameWords;
  readonly countries: CountryWords;
  readonly questions: QuestionRules;
  readonly requests: RequestWords;
  /** Where common nouns are capitalized too: what is before one of them, so that it is no name. */
  readonly determiners?: RegExp;
  readonly reading: ReadingWords;
  readonly answers: AnswerWordLists;
  readonly abstention: AbstentionWords;
}

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
  readonly weekdays: readonly string[];
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

export interface NameWords {
  /** Pattern sources of words inside names that are not capitalized: `of the`, `van der`. */
  readonly particles: string;
  /** Capitalized short forms that a point follows inside a name: `St`, `Dr`. */
  readonly abbreviations: string;
  /** Those that end a name with their point: `Jr`, `Inc`. */
  readonly endings: string;
  readonly suffixes: string;
  /** Titles that follow a name and a comma, with what follows them: `, 1st Earl of Kent`. */
  readonly appended: (capitalized: string) => string;
  /** Capitalized words that are no name alone. */
  readonly notNames: RegExp;
  /** Capitalized words and phrases that lead into a name. */
  readonly lead: RegExp;
  readonly caseEnding: RegExp;
  /** Folded words that say little in a name: `of`, `the`, `van`. */
  readonly smallWords: ReadonlySet<string>;
  /** Pattern source of what is before the number of a part of a document, in lower case: `section`, `note`, `table`. */
  readonly parts: string;
  /** Pattern source of what follows the number of a part of another work: ` of the Exchange Act`. */
  readonly ofAnotherWork: string;
}

export interface CountryWords {
  /** Names and adjectives of one country each, its usual name first. */
  readonly countries: readonly (readonly string[])[];
  /** Matches those that are adjectives or people, which name no place. */
  readonly demonym: RegExp;
}

/** How questions are built. Words are in lower case. */
export interface QuestionRules {
  /** One `symbol -> right side weight | right side weight` per line; the start symbol is `q`. See `chart.ts`. */
  readonly grammar: string;
  /** Closed classes: the words of each tag, separated by spaces. A word may have several tags. */
  readonly tags: Readonly<Record<string, string>>;
  /** Of irregular verbs: the past tense of each, all past forms, and the verbs by the forms that follow an auxiliary. */
  readonly past: ReadonlyMap<string, string>;
  readonly pasts: ReadonlySet<string>;
  readonly participles: ReadonlyMap<string, string>;
  /** Base forms that are likely a verb where both a verb and a noun may be. */
  readonly verbs: ReadonlySet<string>;
  /** Words that only look like participles. */
  readonly notParticiples: RegExp;
  /** Nouns for people; endings of others; words for who does something, with the stem of the verb in group 1. */
  readonly persons: ReadonlySet<string>;
  readonly peoplesEndings: RegExp;
  readonly agents: RegExp;
  /** Nouns that say no more than "a person". */
  readonly generalPersons: ReadonlySet<string>;
  /** Nouns before `of` that name no thing to look up, only what follows or an event of it. */
  readonly transparent: ReadonlySet<string>;
  /** Nouns for several things, or for what is not counted, without an ending that shows it. */
  readonly uncounted: ReadonlySet<string>;
  /** Nouns whose things have no names to look up, and exceptions that only look like them. */
  readonly abstract: RegExp;
  readonly concrete: RegExp;
  /** Places that texts give for a birth or death, and larger ones. */
  readonly towns: ReadonlySet<string>;
  readonly regions: ReadonlySet<string>;
  /** What an adjective measures, by its stem in comparatives; those measures that people have. */
  readonly dimensions: Readonly<Record<string, string>>;
  /** Stems of other adjectives in comparatives. */
  readonly comparedStems: ReadonlySet<string>;
  readonly dimensionsOfPeople: ReadonlySet<string>;
  /** Words that make a description of one thing: `first`, `highest`. */
  readonly superlative: RegExp;
}

/** How a question says how its answer is to be written. */
export interface RequestWords {
  /** A sentence beside the question that says how to answer. */
  readonly instructs: RegExp;
  /** Matches, maybe empty, what only says that something is asked for: `List all`, `What is the difference between`. */
  readonly opening: RegExp;
  /** Matches a question that compares things, or asks the same of each. */
  readonly compares: RegExp;
  /** Matches one that asks for several things. */
  readonly lists: RegExp;
  /** Matches one that asks why or how, or to explain, describe or summarize. */
  readonly explains: RegExp;
}

/** What a question asks for. A `thing` is anything; a `reason` (or manner) has no short answer. */
export type AskedKind = 'person' | 'place' | 'country' | 'organization' | 'work' | 'date' | 'amount' | 'thing' | 'reason';

/** How questions say what they ask for, and where answers are in sentences. All words folded. */
export interface ReadingWords {
  /** Question words, and what each asks for on its own. */
  readonly asks: ReadonlyMap<string, AskedKind>;
  /** Those that also begin relative clauses. */
  readonly relative: ReadonlySet<string>;
  /** What a noun after a question word asks for. */
  readonly heads: ReadonlyMap<string, AskedKind>;
  /** Words that ask for an amount together with `how`, and what its unit measures: '' for a bare count, null for any. */
  readonly amounts: ReadonlyMap<string, string | null>;
  /** What the unit measures in which a noun is given. */
  readonly measures: ReadonlyMap<string, string>;
  /** Nouns that only say what kind of answer is asked for. */
  readonly generic: ReadonlySet<string>;
  /** Words of one family or meaning that do not begin alike, stemmed. */
  readonly families: readonly (readonly string[])[];
  /** Verbs that begin a question that is answered with yes or no. */
  readonly auxiliaries: ReadonlySet<string>;
  readonly copulas: ReadonlySet<string>;
  /** Those that take the place of what a passage is about. */
  readonly pronouns: ReadonlySet<string>;
  readonly prepositions: ReadonlySet<string>;
  /** Prepositions before who or what did it. */
  readonly agents: ReadonlySet<string>;
  /** Words that join a description to a noun: each may need a separate step. */
  readonly links: ReadonlySet<string>;
  /** The one of them before an owner, as a possessive is read. */
  readonly owning: string;
  /** Prepositions before a time that say no more than that it is then. */
  readonly then: ReadonlySet<string>;
  readonly conjunctions: ReadonlySet<string>;
  /** Where a question offers names to choose from: `…, A or B?`. */
  readonly alternatives: RegExp;
  /** What the two dates in brackets after a person's name are: `(10 June 1910 – 27 March 1976)`. */
  readonly life: readonly [string, string];
  /** Nouns after a question word that say nothing about the answer. */
  readonly emptyHeads: ReadonlySet<string>;
  /** Words that leave one of many: `the first`, `the current`. Ordinals and numbers are besides. */
  readonly restrictions: ReadonlySet<string>;
  /** Prepositions before places. */
  readonly where: ReadonlySet<string>;
  /** Words in names of organizations, and of places. */
  readonly organizations: RegExp;
  readonly places: RegExp;
  /** Words in names of other things, which no person has. */
  readonly noPersons: RegExp;
  /** What follows the name of where something is from: `-based`. */
  readonly origins: RegExp;
  /** Verbs before an agent: `directed` by. */
  readonly participle: RegExp;
  /** Words for what two are to each other: `wife`. */
  readonly mutual: readonly string[];
  /** Words of questions that name one of several and ask for the other: `with`. */
  readonly joining: ReadonlySet<string>;
  /** Before a part that someone plays, or another name: `starring … as`. */
  readonly standsFor: RegExp;
  /** Offices that one person holds at a time, and what follows the name of one who no longer does. */
  readonly offices: ReadonlySet<string>;
  readonly ended: RegExp;
  /** Verbs for what is so now: `is`. */
  readonly present: ReadonlySet<string>;
  /** A date reckoned from another one: `two days before …`. No text says it. */
  readonly reckoned: RegExp;
  /** Titles at the beginning of a person's name. */
  readonly honorifics: RegExp;
  /** Before a date that does not say when it was: `before`, `late`. */
  readonly inexact: RegExp;
  /** A whole name that is a month or a day of the week. */
  readonly months: RegExp;
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

/** Ways to say "I cannot answer", as keys of `questionKey`. */
export interface AbstentionWords {
  /** Those that abstain when they are all that is said. */
  readonly wholeAnswers: ReadonlySet<string>;
  /** Those that refuse, whatever follows, … */
  readonly refusals: readonly string[];
  /** … among them those that say nothing of why, … */
  readonly apologies: readonly string[];
  /** … and those that abstain also when more words follow. */
  readonly beginnings: readonly string[];
  /** What is said in place of gaps and conflicts where there are none. */
  readonly nothingMissing: RegExp;
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
