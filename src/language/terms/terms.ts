/**
 * Terms of a text: what a full-text index holds and a query asks for. Words are cut and normalized alike in all languages (compatibility
 * forms, digits of any script, case) and analyzed by the language of their text, or, in another script than that, by the script's usual
 * language. Scripts that put no spaces between words have every few neighboring characters as terms instead of words: as good as a
 * dictionary's words (bench/RESULTS.md), and the same with every version of Node.
 */
import { asciiDigit, isAscii } from '../digits.ts';
import { roleOfWord } from '../languages.ts';
import type { Analyzer } from './analyzer.ts';
import { analyzerOf, scriptOfLanguage, separatesEndings } from './analyzers.ts';
import { simplified } from './han.ts';
import { KnownWords } from './knownWords.ts';
import { asInside, gramsOf, insideOfNoun } from './parts.ts';
import { scriptOf } from './scripts.ts';

/**
 * The terms of a text in the order of its words, repetitions included, then those of its numbers.
 * @param tag the text's language, see `languagesOf`
 */
export function termsOf(text: string, tag: string): readonly string[] {
  const terms = joinedTermsOf(text, tag);
  return terms === '' ? [] : terms.split(' ');
}

/** As `termsOf`, separated by blanks. */
export function joinedTermsOf(text: string, tag: string): string {
  const words = knownWords(tag);
  const plain = normalized(text);
  let terms = words.joined(separatesEndings(tag) ? normalized(withoutEndings(text)) : plain, (run) => {
    let ofRun = '';
    eachPart(run, { character: (term) => (ofRun += ` ${term}`), word: (word) => (ofRun += words.of(word)) });
    return ofRun;
  });
  for (const term of numberTerms(plain)) terms += ` ${term}`;
  return terms.slice(1);
}

/** The languages that a query searches. */
export interface QueryLanguages {
  /** Those that the query may be in. */
  readonly likely: readonly string[];
  /** Others that the texts are in. */
  readonly further: readonly string[];
}

/**
 * The terms by which a query finds texts in any of the languages: those of each word in each language that the query may be in, and of
 * names, which have another term where another language has another stem, in all. Words that ask are left out: they are rare in texts that
 * answer, and would outweigh others. Other words without content are only whole: their parts are in many words that have one.
 */
export function queryTermsOf(query: string, languages: QueryLanguages): readonly string[] {
  const terms = termsOfQuery(query, languages, true);
  return terms.length > 0 ? terms : termsOfQuery(query, languages, false);
}

function termsOfQuery(query: string, { likely, further }: QueryLanguages, isAsked: boolean): readonly string[] {
  const terms: string[] = [];
  const inLatin = likely.filter((tag) => scriptOfLanguage(tag) === 'Latin');
  const hasEndings = inLatin.length > 0 && inLatin.every(separatesEndings);
  eachWord(hasEndings ? withoutEndings(query) : query, {
    character: (term) => terms.push(term),
    word: (word) => {
      const isWrittenSo = (tag: string): boolean => scriptOfLanguage(tag) === scriptOf(word);
      const own = likely.filter(isWrittenSo);
      const roles = own.map((tag) => roleOfWord(word, tag, scriptOf(word)));
      if (isAsked && own.length > 0 && roles.every((role) => role === 'asks')) return;
      const ofWord = (own.length === 0 ? [''] : own).map((tag, i) =>
        termsOfWord(word, tag).slice(0, roles[i] === undefined ? undefined : 1),
      );
      // A word that says nothing in one language is rare in texts in another, and would outweigh all others.
      if (ofWord.some((one) => one.length === 0)) return;
      const ofNames = /^\p{Lu}/u.test(word) ? further.filter(isWrittenSo).flatMap((tag) => termsOfWord(word, tag).slice(0, 1)) : [];
      terms.push(...new Set([...ofWord.flat(), ...ofNames]));
    },
  });
  terms.push(...numberTerms(normalized(query)));
  return terms;
}

/** Names and numbers without what is put behind them: *İstanbul* for *İstanbul’daki*. */
function withoutEndings(text: string): string {
  return text.replace(/(?<=[\p{L}\p{N}])['’]\p{Ll}+/gu, '');
}

/** A noun of a query that may be inside of longer ones. */
export interface PossiblePart {
  /** The term of the noun itself. */
  readonly whole: string;
  /** The terms that passages have where it is inside a word. */
  readonly inside: readonly string[];
}

/**
 * The nouns of a query that may be parts of compounds. Where passages have the noun itself, looking for it inside others finds less on the
 * whole (bench/RESULTS.md), so it should be asked for only where none has.
 */
export function possibleParts(query: string, { likely }: QueryLanguages): readonly PossiblePart[] {
  const compounding = likely.find((tag) => analyzerOf('Latin', tag).hasCompounds);
  if (compounding === undefined) return [];
  const parts: PossiblePart[] = [];
  eachWord(query, {
    character: () => undefined,
    word: (word) => {
      const [whole = ''] = termsOfWord(word, compounding);
      const inside = asInside(whole, word);
      if (inside.length > 0) parts.push({ whole, inside });
    },
  });
  return parts;
}

interface Found {
  /** A term of a script without spaces. */
  readonly character: (term: string) => void;
  readonly word: (word: string) => void;
}

function eachWord(text: string, found: Found): void {
  const plain = normalized(text);
  const isPlain = isAscii(plain);
  for (const run of plain.match(isPlain ? /[A-Za-z0-9]+/g : /[\p{Alphabetic}\p{M}\p{N}]+/gu) ?? []) {
    if (isPlain) found.word(run);
    else eachPart(run, found);
  }
}

function eachPart(run: string, found: Found): void {
  if (!spaceless.test(run)) return found.word(run);
  for (const [part] of run.matchAll(stretches)) {
    if (inTwos.test(part)) inOnesAndTwos(simplified(part)).forEach(found.character);
    else if (inThrees.test(part)) (part.length <= 3 ? [part] : gramsOf(part, 3)).forEach(found.character);
    else found.word(part);
  }
}

function inOnesAndTwos(part: string): readonly string[] {
  return [...Array.from(part), ...gramsOf(part, 2)];
}

const twos = '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}ー';
const threes = '\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}';
const spaceless = new RegExp(`[${twos}${threes}]`, 'u');
const stretches = new RegExp(`[${twos}]+|[${threes}]+|[^${twos}${threes}]+`, 'gu');
const inTwos = new RegExp(`^[${twos}]`, 'u');
const inThrees = new RegExp(`^[${threes}]`, 'u');

/** A text in compatibility forms with ASCII digits, without characters that are not shown inside words. */
function normalized(text: string): string {
  if (isAscii(text)) return text;
  return text
    .normalize('NFKC')
    .replace(/(?!\u200b)\p{Default_Ignorable_Code_Point}+/gu, '')
    .replace(/(?![0-9])\p{Nd}/gu, asciiDigit);
}

/** Longer words are left out. */
const maxWordLength = 39;
/** By language the terms of words, and of the nouns inside them, each after a blank. */
const known = new Map<string, KnownWords>();

function knownWords(tag: string): KnownWords {
  const words =
    known.get(tag) ??
    new KnownWords((word) => {
      const own = termsOfWord(word, tag);
      const inside = analyzerOf(scriptOf(word), tag).hasCompounds ? insideOfNoun(own[0] ?? '', word) : [];
      const terms = [...own, ...inside].join(' ');
      return terms === '' ? '' : ` ${terms}`;
    });
  known.set(tag, words);
  return words;
}

/** The word's own terms, that of the whole word first. */
function termsOfWord(word: string, tag: string): readonly string[] {
  return word.length > maxWordLength ? [] : analyzed(word, analyzerOf(scriptOf(word), tag));
}

function analyzed(word: string, { term: termOf, parts }: Analyzer): readonly string[] {
  if (!/\p{L}/u.test(word)) return [word];
  const term = termOf(word);
  return term === undefined ? [] : [term, ...parts.flatMap((partsOf) => partsOf(term, word))];
}

/**
 * A term for each written number that its words do not show: the first digits, rounded, wherever the point is. So `136.8 billion`,
 * `$136,835 million` and `136 835` in a table in millions have one term in common, in languages with a decimal comma too.
 * @param text in compatibility forms with ASCII digits
 */
export function numberTerms(text: string): readonly string[] {
  return (text.match(WRITTEN) ?? []).flatMap((written): readonly string[] => {
    const digits = written.replace(/\D|^[0\D]+/g, '');
    const kept = digits.length > SHOWN_DIGITS ? String(Math.round(Number(digits.slice(0, SHOWN_DIGITS + 1)) / 10)) : digits;
    const told = kept.replace(/0+$/, '');
    return told.length < 2 ? [] : [`#${told}`];
  });
}

/** As many as people write of a large number. */
const SHOWN_DIGITS = 4;
/** Numbers with a point, comma or blank in them, of which words are parts, and long ones. Not versions, dates and addresses. */
const WRITTEN =
  /(?<![\p{L}\d][.,:/-]?)(?:\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3}){1,5}(?:[.,]\d{1,4})?|\d{1,6}[.,]\d{1,4}|\d{5,15})(?![\d/:]|[.,-]\d)/gu;
