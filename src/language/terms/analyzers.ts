/** What a search knows of each language: how its words become terms. */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hungarian } from '@orama/stemmers/hungarian';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as irish } from '@orama/stemmers/irish';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as lithuanian } from '@orama/stemmers/lithuanian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as romanian } from '@orama/stemmers/romanian';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { englishTerm } from '../english/searchTerms.ts';
import { accentFolded, withoutMarks } from './folding.ts';
import { beginning, endingOfNoun, lettersInThrees, type WordParts } from './parts.ts';
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

type Change = (text: string) => string;
const same: Change = (text) => text;

function language(
  tag: string,
  script: Script,
  { stem = same, fold = same, parts = [beginning], lower = lowerCase, hasCompounds = false }: Partial<Rules> = {},
) {
  return { tag, script, parts, hasCompounds, term: (word) => fold(stem(lower(word))) } satisfies Analyzer;
}

interface Rules {
  readonly lower: Change;
  readonly stem: Change;
  /** Takes off the diacritics that people leave out where they type. */
  readonly fold: Change;
  readonly parts: readonly WordParts[];
  readonly hasCompounds: boolean;
}

function lowerCase(word: string): string {
  return word.toLowerCase();
}

const latin = (tag: string, stem?: Change, more?: Partial<Rules>): Analyzer =>
  language(tag, 'Latin', { stem, fold: accentFolded, ...more });

const turkishLower: Change = (word) => word.toLocaleLowerCase('tr');

/**
 * Languages with rules besides those of their script. English terms are those that LanceDB made for it, which all results so far rest on.
 * Of inflecting languages the beginning of each stem is a term too, for forms that a stemmer misses.
 */
const languages: readonly Analyzer[] = [
  { tag: 'en', script: 'Latin', term: englishTerm, parts: [], hasCompounds: false },
  latin('de', german, { parts: [beginning, endingOfNoun], hasCompounds: true }),
  latin('fr', french),
  latin('es', spanish),
  latin('it', italian),
  latin('pt', portuguese),
  latin('nl', dutch),
  latin('sv', swedish),
  latin('da', danish),
  latin('no', norwegian),
  latin('fi', finnish),
  latin('hu', hungarian),
  latin('ro', romanian),
  latin('ga', irish),
  latin('lt', lithuanian),
  latin('tr', turkish, { lower: turkishLower }),
  latin('az', undefined, { lower: turkishLower }),
  // Its words differ by tones alone.
  language('vi', 'Latin'),
  language('ru', 'Cyrillic', { stem: russian, fold: yoFolded }),
  language('ar', 'Arabic', { stem: arabic, fold: withoutMarks, parts: [lettersInThrees] }),
  language('hi', 'Devanagari', { stem: hindi }),
  language('ne', 'Devanagari', { stem: nepali }),
  language('el', 'Greek', { stem: greek, fold: accentFolded }),
  language('hy', 'Armenian', { stem: armenian }),
  language('ta', 'Tamil', { stem: tamil }),
];

function yoFolded(word: string): string {
  return word.replaceAll('ё', 'е').replaceAll('\u0301', '');
}

const byTag = new Map(languages.map((one) => [one.tag, one]));

/** Of a word whose script the text's language is not written in. */
const usual: Partial<Record<Script, string>> = {
  Latin: 'en',
  Cyrillic: 'ru',
  Arabic: 'ar',
  Devanagari: 'hi',
  Greek: 'el',
  Armenian: 'hy',
  Tamil: 'ta',
};

const generic = new Map<string, Analyzer>();

/** How a word in the script becomes terms in a text of the language. */
export function analyzerOf(script: Script, tag: string): Analyzer {
  const own = byTag.get(tag);
  if (own?.script === script) return own;
  const isWrittenSo = own === undefined && scriptOfLanguage(tag) === script;
  const other = isWrittenSo ? undefined : byTag.get(usual[script] ?? '');
  return other ?? genericOf(script, isWrittenSo ? tag : script);
}

/** For a language without a stemmer. */
function genericOf(script: Script, tag: string): Analyzer {
  const key = `${script} ${tag}`;
  const made = generic.get(key) ?? language(tag, script, { fold: foldsOf[script] ?? same });
  generic.set(key, made);
  return made;
}

const foldsOf: Partial<Record<Script, Change>> = {
  Latin: accentFolded,
  Greek: accentFolded,
  Cyrillic: yoFolded,
  Arabic: withoutMarks,
  Hebrew: withoutMarks,
};

/** Of languages that share their script with others. */
const scriptsWithLanguages: ReadonlyMap<string, Script> = new Map<string, Script>(
  (
    [
      ['Latin', 'en de fr es it pt nl sv da no fi hu ro ga lt tr az vi ca cs et eu hr is lv ms pl sk sl sq tl yo'],
      ['Cyrillic', 'ru uk be bg sr'],
      ['Arabic', 'ar fa ur ku'],
      ['Devanagari', 'hi mr ne'],
      ['Hebrew', 'he'],
    ] as const
  ).flatMap(([script, tags]) => tags.split(' ').map((tag) => [tag, script] as const)),
);

/** Scripts in which texts may be in several languages. */
export const sharedScripts: ReadonlySet<Script> = new Set(scriptsWithLanguages.values());

/** The script of a language; undefined for one that is alone in its script. */
export function scriptOfLanguage(tag: string): Script | undefined {
  return scriptsWithLanguages.get(tag);
}

/** Whether an apostrophe is before the endings of names and numbers. */
export function separatesEndings(tag: string): boolean {
  return tag === 'tr' || tag === 'az';
}

/** The languages that most texts in a script are in, for scripts of one language and where the detector cannot tell. */
export const usualLanguage: Partial<Record<Script, string>> = {
  ...usual,
  Hebrew: 'he',
  Kana: 'ja',
  Han: 'zh',
  Hangul: 'ko',
  Thai: 'th',
  Lao: 'lo',
  Khmer: 'km',
  Myanmar: 'my',
  Georgian: 'ka',
  Bengali: 'bn',
  Gujarati: 'gu',
  Gurmukhi: 'pa',
  Kannada: 'kn',
  Malayalam: 'ml',
  Telugu: 'te',
  Sinhala: 'si',
  Ethiopic: 'am',
};
