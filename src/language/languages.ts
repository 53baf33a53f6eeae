/** The languages whose sentences, words, numbers and dates are known, and which of them a text is in, without a detector. */
import { RecentValues } from '../base/recentValues.ts';
import { assumedLanguage } from './assumed.ts';
import { english } from './english.ts';
import type { Language } from './language.ts';
import { arabic } from './others/arabic.ts';
import { dutch } from './others/dutch.ts';
import { chinese, japanese, korean } from './others/eastAsian.ts';
import { french } from './others/french.ts';
import { german } from './others/german.ts';
import { greek } from './others/greek.ts';
import { hindi } from './others/hindi.ts';
import { languageWith } from './others/languageWith.ts';
import { italian, portuguese, romanian } from './others/romance.ts';
import { russian } from './others/russian.ts';
import { spanish } from './others/spanish.ts';
import { thai } from './others/thai.ts';
import { turkish } from './others/turkish.ts';
import { vietnamese } from './others/vietnamese.ts';
import type { LanguageWords } from './others/words.ts';
import { mainScript, type Script } from './terms/scripts.ts';
import { wordSet } from './wordSet.ts';

const others: readonly (readonly [Script, ...LanguageWords[]])[] = [
  ['Latin', german, french, spanish, italian, portuguese, romanian, dutch, turkish, vietnamese],
  ['Cyrillic', russian],
  ['Greek', greek],
  ['Arabic', arabic],
  ['Devanagari', hindi],
  ['Thai', thai],
  ['Han', chinese],
  ['Kana', japanese],
  ['Hangul', korean],
];

interface Written {
  readonly languages: readonly Language[];
  readonly foreignLetters: RegExp | undefined;
  /** Those that have a word without content, in lower case. */
  readonly having: ReadonlyMap<string, readonly Language[]>;
}

const byScript: ReadonlyMap<Script, Written> = new Map(others.map(([script, ...written]) => [script, writtenIn(script, written)]));

function writtenIn(script: Script, written: readonly LanguageWords[]): Written {
  const lists = written.map(({ functionWords }) => wordSet(functionWords));
  const all = script === 'Latin' ? [english.functionWords, ...lists] : lists;
  const made = written.map((words, i) => {
    const own = [...lists[i]!].filter((word) => all.every((list) => list === lists[i] || !list.has(word)));
    return languageWith(words, new Set(own));
  });
  const languages = script === 'Latin' ? [english, ...made] : made;
  const having = new Map<string, Language[]>();
  for (const [i, list] of all.entries()) for (const word of list) having.set(word, [...(having.get(word) ?? []), languages[i]!]);
  return { languages, having, foreignLetters: written[0]?.foreignLetters };
}

/** The language that a text is in; `otherwise` for a text that does not show it. Cheap, and the same everywhere. */
export function languageOf(text: string, otherwise: Language = assumedLanguage): Language {
  return shownLanguage(text) ?? otherwise;
}

/** The language that a text shows to be in; all in its script for one that shows none, such as a request of three words. */
export function possibleLanguages(text: string): readonly Language[] {
  const shown = shownLanguage(text);
  if (shown) return [shown];
  const script = mainScript(text.slice(0, sampleChars));
  return (script && byScript.get(script)?.languages) ?? [];
}

/**
 * The language that a text is in, judged by its script and by the words without content in it; undefined for a text that does not show it,
 * such as a name, and for one in a language that is not among these.
 */
export function shownLanguage(text: string): Language | undefined {
  const sample = text.slice(0, sampleChars);
  const { shown } = recent.get(sample) ?? { shown: languageShownBy(sample) };
  recent.set(sample, { shown }, sample.length);
  return shown;
}

/** A run asks for the languages of its questions and passages at each of its steps. */
const recent = new RecentValues<string, { readonly shown: Language | undefined }>(1_000_000);

function languageShownBy(sample: string): Language | undefined {
  const script = mainScript(sample);
  const written = script === undefined ? undefined : byScript.get(script);
  if (!written) return undefined;
  const [only, another] = written.languages;
  if (another === undefined) return isForeign(sample, written.foreignLetters) ? undefined : only;
  const words = wordsIn(sample);
  const hits = new Map<Language, number>();
  for (const [i, word] of words.entries()) {
    const owners = written.having.get(word.toLowerCase());
    // Capitalized ones are parts of names: Los Feliz.
    if (!owners || (i > 0 && /^\p{Lu}/u.test(word))) continue;
    for (const language of owners) hits.set(language, (hits.get(language) ?? 0) + 1 / owners.length);
  }
  const [best, second] = [...hits].sort((a, b) => b[1] - a[1]);
  if (best === undefined || best[1] < Math.max(fewest, leastShare * words.length) || best[1] < clearly * (second?.[1] ?? 0))
    return undefined;
  return best[0];
}

/** Whether letters are too many for a foreign name or two: Ukrainian is no Russian, and Persian no Arabic. */
function isForeign(text: string, letters: RegExp | undefined): boolean {
  const count = letters === undefined ? 0 : (text.match(letters)?.length ?? 0);
  return count > 0 && count >= leastForeign * (text.match(/\p{L}/gu)?.length ?? 0);
}

const leastForeign = 0.02;

/** The language of a question, as its words show, or the word that it begins with where only one language asks so; undefined for others. */
export function languageOfQuestion(question: string): Language | undefined {
  const shown = shownLanguage(question);
  if (shown) return shown;
  const asking = wordsIn(question)[0]?.toLowerCase() ?? '';
  const [only, ...others] = [...byTag.values()].filter(({ askingWords }) => askingWords.has(asking));
  return others.length === 0 ? only : undefined;
}

/** Whether a text has any word without content of a language; undefined where these are not known. */
export function hasBindingWords(text: string, tag: string, script: Script): boolean | undefined {
  const having = byScript.get(script)?.having;
  if (!having || !byTag.has(tag)) return undefined;
  return wordsIn(text).some((word) => having.get(word.toLowerCase())?.some((language) => language.tag === tag));
}

/**
 * What a word says in a question: `asks` for words like who and when, `binds` for others without content; undefined for the rest, and in
 * English, whose questions lose what they begin with instead (`askedFor`).
 */
export function roleOfWord(word: string, tag: string, script: Script): 'asks' | 'binds' | undefined {
  if (tag === english.tag) return undefined;
  const small = word.toLowerCase();
  const own = byScript
    .get(script)
    ?.having.get(small)
    ?.find((language) => language.tag === tag);
  const asking = own ?? byTag.get(tag);
  return asking?.askingWords.has(small) ? 'asks' : own ? 'binds' : undefined;
}

const byTag = new Map([...byScript.values()].flatMap(({ languages }) => languages.map((language) => [language.tag, language] as const)));

/** Words of all languages that multiply a number by a thousand or more: `million`, `tausend`. */
export const scaleWords: ReadonlySet<string> = new Set(
  [...byTag.values()].flatMap(({ numbers: { scales } }) => [...scales].filter(([, times]) => times >= 1000).map(([word]) => word)),
);

/** Whether a text is surely in the language, as far as its words and letters show. */
export function isSurelyIn(language: Language, text: string): boolean {
  const script = mainScript(text.slice(0, sampleChars));
  const written = script === undefined ? undefined : byScript.get(script);
  if (!written?.languages.includes(language)) return false;
  return !hasSpaces(script) || wordsIn(text).some((word) => language.unmistakableWords.has(word.toLowerCase()));
}

function wordsIn(text: string): readonly string[] {
  return text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

/** Scripts of one language each need no words to show it. */
function hasSpaces(script: Script | undefined): boolean {
  return script !== 'Han' && script !== 'Kana' && script !== 'Thai' && script !== 'Hangul' && script !== 'Greek';
}

const sampleChars = 1000;
/** A word that several languages have counts for each a part. */
const fewest = 1;
/** Share of the words. Prose has a third, a list of names hardly any. */
const leastShare = 0.07;
const clearly = 1.3;
