/** A language of which only what citations, quotes and comparisons need is known. */
import { english } from '../english.ts';
import type { AnswerWordLists, DateWords, LooseWords, NumberWords, RequestWords, SentenceWords } from '../wordLists.ts';
import type { Language } from '../language.ts';
import { wordSet } from '../wordSet.ts';
import { unaccented } from '../words.ts';
import type { LanguageWords } from './words.ts';

const none: ReadonlySet<string> = new Set();
const never = /(?!)/u;
/** A pattern's source. */
const nothing = '(?:(?!))';
const exact: LooseWords = {
  fractions: new Map(),
  spans: new Map(),
  about: nothing,
  below: nothing,
  above: nothing,
  before: nothing,
  after: nothing,
  seasons: [],
  once: [],
  made: [],
  placed: [],
  being: nothing,
};

/** Rules for questions and reading remain those of English; what is here never uses them. */
export function languageWith(own: LanguageWords, unmistakableWords: ReadonlySet<string>): Language {
  const functionWords = wordSet(unaccented(own.functionWords));
  const { tag, prefixes, suffixes, beginnings = 4 } = own;
  // Of most languages nobody asks or answers: their patterns are made when they are first needed.
  let requests: RequestWords | undefined;
  let answers: AnswerWordLists | undefined;
  return {
    ...english,
    tag,
    functionWords,
    unmistakableWords,
    askingWords: own.askingWords === undefined ? none : wordSet(own.askingWords),
    articles: [],
    caseEnding: suffixes ?? never,
    stem: (word) => word,
    singular: (word) => word,
    affixes: { prefixes: prefixes ?? never, suffixes: suffixes ?? never },
    beginnings,
    determiners: own.determiners,
    sentences: sentencesOf(own),
    numbers: numbersOf(own),
    loose: { ...exact, ...own.loose },
    dates: datesOf(own),
    get requests() {
      return (requests ??= requestsOf(own));
    },
    get answers() {
      return (answers ??= answersOf(own, functionWords));
    },
  };
}

function sentencesOf({ sentences: { goingOn, beforeNumbers, mayEnd, starters, ...further } = {} }: LanguageWords): SentenceWords {
  const words = (list: string | undefined): ReadonlySet<string> => (list === undefined ? none : wordSet(list));
  return { goingOn: words(goingOn), beforeNumbers: words(beforeNumbers), mayEnd: words(mayEnd), starters: words(starters), ...further };
}

function numbersOf({ numbers: { decimal = '.', grouping = ',\\u00a0\\u202f', scales = {}, ...further } = {} }: LanguageWords): NumberWords {
  return {
    ...english.numbers,
    cardinals: new Map(),
    ordinals: new Map(),
    scales: new Map(Object.entries(scales)),
    ordinalEnding: nothing,
    plural: '',
    one: nothing,
    decimal,
    grouping,
    ...further,
  };
}

/** Words of several parts have `_` for the space. */
function requestsOf({ requests }: LanguageWords): RequestWords {
  if (!requests) return { instructs: never, opening: never, saying: never, compares: never, lists: never, explains: never };
  const { compares, lists, others, reasons, naming, reasonsAreInside = false } = requests;
  const oneOf = (...words: string[]): string => `(?:${words.join(' ').replaceAll(' ', '|').replaceAll('_', '\\s+')})`;
  // No space shows where such a word begins or ends, and a request may end with it.
  const isSpaceless = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Hangul}\p{sc=Thai}]/u.test(compares);
  const [before, after] = isSpaceless ? ['', ''] : ['(?<![\\p{L}\\p{M}])', '(?![\\p{L}\\p{M}])'];
  const first = isSpaceless ? '' : '^[\\s¿¡]*';
  const unnamed = naming === undefined ? '' : `(?!.*${before}${oneOf(naming)})`;
  return {
    instructs: never,
    opening: isSpaceless ? never : new RegExp(`${first}${oneOf(compares, lists, others)}${after}\\s*`, 'iu'),
    saying: never,
    compares: new RegExp(`${before}${oneOf(compares)}${after}`, 'iu'),
    lists: new RegExp(`${first}${oneOf(lists)}${after}`, 'iu'),
    explains: new RegExp(`${first}${oneOf(others)}${after}|${reasonsAreInside ? before : first}${oneOf(reasons)}${after}${unnamed}`, 'iu'),
  };
}

/** Names of months are looked up when they are first needed: that takes longer than all the rest. */
function datesOf({ dates: { months: locales = [], ...further } }: LanguageWords): DateWords {
  let months: DateWords['months'] | undefined;
  return {
    ...english.dates,
    get months() {
      return (months ??= monthsOf(locales));
    },
    ordinalEnding: nothing,
    beforeChrist: nothing,
    afterChrist: nothing,
    decadeEnding: nothing,
    century: nothing,
    counted: [],
    slashed: ['day-first', 'month-first'],
    ...further,
  };
}

function answersOf(
  { yes, no, negator, unsure = '', narrowing = '', limits = '' }: LanguageWords,
  ignored: ReadonlySet<string>,
): AnswerWordLists {
  const words = `${yes} ${no}`.replaceAll(' ', '|');
  return {
    ignored: new Set([...ignored].filter((word) => !negator.test(word))),
    worn: none,
    same: [],
    opposites: [],
    polarity: new RegExp(`^\\s*(${words})\\s*(?=$|[.,;:!–—。，、،؛।])`, 'iu'),
    yes: new RegExp(`^(?:${yes.replaceAll(' ', '|')})$`, 'iu'),
    negator,
    notDenying: never,
    impliedDenial: undefined,
    mutual: never,
    undoing: never,
    unsure: wordSet(unsure),
    narrowing: wordSet(narrowing),
    limits: wordSet(limits),
    spellings: [],
    asksPlace: never,
    asksPerson: never,
    or: never,
  };
}

/**
 * The names of the twelve months as the locales write them, alone and after a day, long and short, in lower case; empty for no locales.
 * Names in which the month is a number are left out.
 */
function monthsOf(locales: readonly string[]): readonly (readonly string[])[] {
  if (locales.length === 0) return [];
  const formats = locales.flatMap((locale) =>
    (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' } as const].map(
        (options) => new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...options, timeZone: 'UTC' }),
      ),
    ),
  );
  return Array.from({ length: 12 }, (_, i) => {
    const date = new Date(Date.UTC(2001, i, 15));
    const names = formats.flatMap((format) => format.formatToParts(date).flatMap(({ type, value }) => (type === 'month' ? [value] : [])));
    const plain = names.map((name) => name.toLowerCase().normalize('NFC').replace(/\.$/u, ''));
    return [...new Set(plain)].filter((name) => !/\d/u.test(name)).sort((a, b) => b.length - a.length);
  });
}
