/** What a search knows of each language: how its words become terms. */
import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as armenian } from '@orama/stemmers/armenian';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as hindi } from '@orama/stemmers/indian';
import { stemmer as nepali } from '@orama/stemmers/nepali';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as tamil } from '@orama/stemmers/tamil';
import { type Analyzer, type TextChange, language, same } from './analyzer.ts';
import { accentFolded, withoutMarks } from './folding.ts';
import { latinAnalyzers } from './latinAnalyzers.ts';
import { lettersInThrees } from './parts.ts';
import { usualLanguage, type Script } from './scripts.ts';

/** Languages with rules besides those of their script. */
const languages: readonly Analyzer[] = [
  ...latinAnalyzers,
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

const generic = new Map<string, Analyzer>();

/** How a word in the script becomes terms in a text of the language. */
export function analyzerOf(script: Script, tag: string): Analyzer {
  const own = byTag.get(tag);
  if (own?.script === script) return own;
  const isWrittenSo = own === undefined && scriptOfLanguage(tag) === script;
  const other = isWrittenSo ? undefined : byTag.get(usualLanguage[script] ?? '');
  return other ?? genericOf(script, isWrittenSo ? tag : script);
}

/** For a language without a stemmer. */
function genericOf(script: Script, tag: string): Analyzer {
  const key = `${script} ${tag}`;
  const made = generic.get(key) ?? language(tag, script, { fold: foldsOf[script] ?? same });
  generic.set(key, made);
  return made;
}

const foldsOf: Partial<Record<Script, TextChange>> = {
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
