/** Which language texts are in, for their full-text terms. The detector takes 30 MB and is loaded when words do not show it. */
import type { eld as Detector } from 'eld/extrasmall';
import { english } from '../english.ts';
import { interrogatives } from '../english/words.ts';
import { hasBindingWords, shownLanguage } from '../languages.ts';
import { plainWords } from '../words.ts';
import { scriptOfLanguage, sharedScripts } from './analyzers.ts';
import { mainScript, scriptOf, usualLanguage, type Script } from './scripts.ts';
import type { QueryLanguages } from './terms.ts';

/** Of fewer, the detector would guess. */
const enoughLetters = /^\P{L}*(?:\p{L}\P{L}*){20}/u;
/** Enough for the detector to be sure, and a fraction of a long passage. */
const sampleChars = 400;

/**
 * Tags of the texts' languages, in their order. The script restricts what a text can be in. A text whose words do not show it, such as a
 * list of names or code, is taken to be in the language of most of the others in its script.
 */
export async function languagesOf(texts: readonly string[]): Promise<readonly string[]> {
  const counts = new Map<string, number>();
  const found: { readonly script: Script; readonly tag: string | undefined }[] = [];
  for (const text of texts) {
    const sample = text.slice(0, sampleChars);
    const script = mainScript(sample) ?? 'Latin';
    const tag = await languageOf(sample, script);
    if (tag !== undefined) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    found.push({ script, tag });
  }
  const byCount = [...counts].sort((a, b) => b[1] - a[1]);
  const most = (script: Script): string | undefined => byCount.find(([tag]) => scriptOfLanguage(tag) === script)?.[0];
  return found.map(({ script, tag }) => tag ?? most(script) ?? usualLanguage[script] ?? 'und');
}

/** undefined where the words do not show it */
async function languageOf(text: string, script: Script): Promise<string | undefined> {
  if (!sharedScripts.has(script)) return usualLanguage[script];
  if (script === 'Latin' && (isEnglish(text) || shownLanguage(text)?.tag === english.tag)) return english.tag;
  if (!enoughLetters.test(text)) return undefined;
  const scores = await scoresOf(text, script);
  const [[best, most] = ['', 0]] = scores;
  const [, ofEnglish = 0] = scores.find(([tag]) => tag === 'en') ?? [];
  const likely = ofEnglish >= nearlyAsLikely * most ? 'en' : best;
  return most > 0 && isProse(text, likely, script) ? likely : undefined;
}

/** A list of names or keywords has no word that binds others, and would be taken to be in any language. */
function isProse(text: string, tag: string, script: Script): boolean {
  return hasBindingWords(text, tag, script) ?? smallWords(text) >= fewestWords;
}

/**
 * Which of the languages of the texts a query may be in. That of most texts always is. A language of very few texts, some of which may be
 * lists of foreign names, has to be the likeliest: its words are rare, and would outweigh all others.
 * @param known the number of texts in each language
 */
export async function queryLanguages(query: string, known: ReadonlyMap<string, number>): Promise<QueryLanguages> {
  const script = mainScript(query) ?? 'Latin';
  const written = [...known].filter(([tag]) => scriptOfLanguage(tag) === script).sort((a, b) => b[1] - a[1]);
  const others = [...known.keys()].filter((tag) => scriptOfLanguage(tag) !== script);
  const [[main, texts] = ['', 0], ...further] = written;
  if (further.length === 0) return { likely: [...known.keys()], further: [] };
  const isCommon = (count: number): boolean => count >= fewTexts * texts;
  // What shows itself to be in the language of most texts needs no detector.
  if (shownLanguage(query)?.tag === main)
    return { likely: [...others, main], further: further.filter(([, count]) => isCommon(count)).map(([tag]) => tag) };
  const scores = new Map(await scoresOf(query, script));
  const most = Math.max(0, ...written.map(([tag]) => scores.get(tag) ?? 0));
  const isLikely = ([tag, count]: readonly [string, number]): boolean =>
    (scores.get(tag) ?? 0) >= (isCommon(count) ? mayBeLikely : 1) * most;
  return {
    likely: [...others, main, ...further.filter(isLikely).map(([tag]) => tag)],
    further: further.filter((one) => isCommon(one[1]) && !isLikely(one)).map(([tag]) => tag),
  };
}

/** Every language in which a text, for sure, has words, by the scripts that it is written in; undefined for one that may be a name. */
export function shownIn(text: string): readonly string[] | undefined {
  const shown = shownLanguage(text)?.tag;
  if (shown === undefined) return undefined;
  // A few words of another script are enough to find something by.
  const scripts = new Set(Array.from(text.matchAll(/\p{L}/gu), ([letter]) => scriptOf(letter)));
  scripts.delete('Latin');
  return [shown, ...[...scripts].flatMap((script) => usualLanguage[script] ?? [])];
}

/** The languages that a text may be in, the likeliest first. */
export async function languagesItMayBeIn(text: string): Promise<readonly string[]> {
  const script = mainScript(text) ?? 'Latin';
  if (!sharedScripts.has(script)) return [usualLanguage[script] ?? []].flat();
  const scores = await scoresOf(text, script);
  const [[, most] = ['', 0]] = scores;
  return scores.filter(([, score]) => score >= mayBeLikely * most).map(([tag]) => tag);
}

/** The language of a question that is surely not in English. */
export async function languageBesidesEnglish(question: string): Promise<string | undefined> {
  const script = mainScript(question) ?? 'Latin';
  if (!sharedScripts.has(script)) return usualLanguage[script];
  if (plainWords(question).some((word) => interrogatives.has(word) || english.unmistakableWords.has(word))) return undefined;
  const shown = shownLanguage(question)?.tag;
  if (shown === english.tag) return undefined;
  const scores = await scoresOf(question, script);
  const [[best, most] = ['', 0]] = scores;
  const isLikely = (language: string): boolean => (scores.find(([tag]) => tag === language)?.[1] ?? 0) >= mayBeLikely * most;
  if (most === 0) return undefined;
  if (shown !== undefined && isLikely(shown)) return shown;
  // Names and keywords in Latin letters look like words of any language.
  const isAsked = script !== 'Latin' || hasBindingWords(question, best, script) === true || smallWords(question) >= fewestSmall;
  return isLikely(english.tag) || !isAsked ? undefined : best;
}

function smallWords(text: string): number {
  return text.match(/(?<![\p{L}\p{M}])(?!\p{Lu})\p{L}/gu)?.length ?? 0;
}

/** A score, at most 1, for each language in the script that has any, best first. */
async function scoresOf(text: string, script: Script): Promise<readonly (readonly [string, number])[]> {
  const detector = await (detecting ??= import('eld/extrasmall').then(({ eld }) => eld));
  return Object.entries(detector.detect(text).getScores())
    .filter(([tag]) => scriptOfLanguage(tag) === script)
    .sort((a, b) => b[1] - a[1]);
}

/** By how much a language has to be more likely than English, in which names and titles in other languages are common. */
const nearlyAsLikely = 0.9;
const mayBeLikely = 0.85;
/** Share of the texts in the commonest language. */
const fewTexts = 0.01;

let detecting: Promise<typeof Detector> | undefined;

/** Spares most English texts the detector, which takes longer than all the rest. */
function isEnglish(text: string): boolean {
  const words = plainWords(text);
  const telling = words.filter((word) => english.unmistakableWords.has(word));
  return new Set(telling).size >= fewestTelling && telling.length >= tellingShare * words.length;
}

/** Not capitalized, in a language of which no word is known. */
const fewestWords = 6;
/** The same, in a question. */
const fewestSmall = 3;
const fewestTelling = 3;
/** Most English prose has a fifth. */
const tellingShare = 0.12;
