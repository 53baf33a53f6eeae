/** Whether two sentences give another number or date for the same thing, as far as that is certain without a model. Pure. */
import { findDates, hasYear, relationOf, type DateSpan } from '../language/dates.ts';
import { perLanguage, type Language } from '../language/language.ts';
import { shownLanguage } from '../language/languages.ts';
import { findNames } from '../language/names.ts';
import { findNumbers, sameNumber, type NumberSpan } from '../language/numbers.ts';
import { plainWords, wordsOf } from '../language/words.ts';
import type { Passage } from '../protocol/passage.ts';
import { countedBy, isRoughlySame } from './claimNumbers.ts';
import { passageLanguage } from './passageLanguage.ts';
import { isRow } from './quotable.ts';
import type { TextRange } from './readText.ts';
import { changeable, isJoined, isQuantity, onceStems, sameButOne, type Worded } from './sameButOne.ts';
import { areAboutSame, haveSameTitle, subjectOf, type Subject } from './subject.ts';
import { contentStems } from './support.ts';

/** A sentence of a document. */
export interface Said {
  readonly text: string;
  /** Title and headings of its passage. */
  readonly about: string;
  readonly document: string;
  /** What its document reports on, as the identity has it: `fiscal year 2022`. Default: not known. */
  readonly periods?: readonly string[] | undefined;
  /** The versions that its document is of. */
  readonly versions?: readonly string[] | undefined;
}

/**
 * What two sentences have in common where they disagree, as numbers that are compared in no time: a value or name with the same words
 * around it, or all stems of a clause that the other sentence or its title has.
 */
export interface StatementKeys {
  /** Of all its words and signs of units. */
  readonly whole: number;
  readonly frames: readonly number[];
  /** Of each value, the stems of its clause and names. */
  readonly clauses: readonly (readonly number[])[];
  /** Stems of the sentence and its title. */
  readonly known: readonly number[];
}

export function keysOf({ language, values, subject, worded }: Statement): StatementKeys {
  const frames = changeable(worded, language).flatMap(({ start, end }) => {
    const others = worded.words.filter((word) => word.end <= start || word.start >= end);
    return others.length < 3 ? [] : [keyOf(others.map(({ fold }) => fold).join(' '))];
  });
  const clauses = values.flatMap(({ clause, names }) => {
    const stems = [...new Set([...clause, ...names])].filter((stem) => subject.known.has(stem));
    return stems.length === 0 ? [] : [stems.map(keyOf)];
  });
  const signs = worded.text.match(/[\p{Sc}%]/gu) ?? [];
  const whole = keyOf([...worded.words.map(({ fold }) => fold), ...signs].join(' '));
  return { whole, frames: [...new Set(frames)], clauses, known: clauses.length === 0 ? [] : [...subject.known].map(keyOf) };
}

/** 32 bits: two texts with one key are compared in vain, no more. */
function keyOf(text: string): number {
  let key = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) key = Math.imul(key ^ text.charCodeAt(i), 0x01000193);
  return key;
}

/** What each of them says, in its words. */
export type Disagreement = readonly [one: string, other: string];

/** A sentence with its values, which are looked for once, however many it is compared with. */
export interface Statement {
  readonly language: Language;
  readonly values: readonly Value[];
  readonly subject: Subject;
  readonly worded: Worded;
  readonly periods: readonly string[];
  readonly versions: readonly string[];
  /** Words of letters and digits that are no quantity, such as `R1`. */
  readonly codes: readonly string[];
}

export function statementOf(said: Said, language: Language): Statement {
  const { text, about, document, periods = [], versions = [] } = said;
  const worded = { text, words: wordsOf(text, language) };
  const subject = subjectOf(text, about, document, language);
  let values: readonly Value[] | undefined;
  return {
    language,
    // Few sentences are about the same as another one, so that their values are compared.
    get values() {
      return (values ??= valuesOf(text, subject, language));
    },
    subject,
    worded,
    periods,
    versions,
    codes: text.match(codes) ?? [],
  };
}

const codes = /(?<![\p{L}\p{N}])\p{Lu}\p{L}*\d[\p{L}\d]*/gu;

/** Words of a passage. */
export interface PassageWords {
  readonly passage: Passage;
  readonly range: TextRange;
}

/** @param language by default that of the words or, if they do not show it, of their passage */
export function statementIn({ passage, range }: PassageWords, language?: Language): Statement {
  const text = passage.text.slice(range.start, range.end);
  const parts = passage.identity?.parts ?? [];
  const [periods, versions] = (['period', 'version'] as const).map((kind) =>
    parts.filter((part) => part.kind === kind).map(({ value }) => value),
  );
  const said = { text, about: passage.title, document: passage.path, periods, versions };
  return statementOf(said, language ?? shownLanguage(text) ?? passageLanguage(passage));
}

/**
 * Two sentences disagree where a clause of each says the same of the same names, nothing but the value differs, and neither has the value
 * of the other. Of dates only those of what happens once count, and of numbers only those of one time. Sentences that say more than that
 * about either are left alone: they may speak of something else. So do sentences that are the same word for word but for one value or
 * name, if only one of them can be right. Reports on different periods say each what was then, and versions what is so
 * in them.
 * @param stated values that a text does not state are left out, such as those that an answer does not use
 * @param isSureSame whether sentences with the same words say the same: then any other value or name in them counts
 */
export function disagreement(one: Statement, other: Statement, stated?: string, isSureSame = false): Disagreement | undefined {
  if (one.language !== other.language || kinds.some((kind) => areOfOther(kind, one, other))) return undefined;
  return (
    (areAboutSame(one.subject, other.subject) ? differentValues(one, other, stated) : undefined) ??
    differentWords(one, other, stated, isSureSame)
  );
}

const kinds = ['periods', 'versions', 'codes'] as const;

/** Where both give one in the same form, that has to be the same: a fiscal quarter of one is a calendar quarter of another. */
function areOfOther(kind: (typeof kinds)[number], { [kind]: own }: Statement, { [kind]: theirs }: Statement): boolean {
  const isOther = (some: readonly string[], others: readonly string[]): boolean =>
    some.length > 0 && others.length > 0 && !some.some((value) => others.includes(value));
  const formOf = (value: string): string => value.replace(/\d+/gu, '0');
  const ofForm = (values: readonly string[], form: string): readonly string[] => values.filter((value) => formOf(value) === form);
  return isOther(own, theirs) || own.map(formOf).some((form) => isOther(ofForm(own, form), ofForm(theirs, form)));
}

function differentWords(one: Statement, other: Statement, stated: string | undefined, isSureSame: boolean): Disagreement | undefined {
  const { language, worded } = one;
  const [own, theirs] = sameButOne(worded, other.worded, language, isSureSame) ?? [];
  if (!own || !theirs) return undefined;
  // Where its first name differs, a sentence is about what comes after it.
  if (!isSureSame && !(own.start === 0 ? haveSameTitle : areAboutSame)(one.subject, other.subject)) return undefined;
  const words = worded.text.slice(own.start, own.end);
  // Of a name, an answer may say only the last part.
  const said = wordsOf(words, language).at(-1)?.fold;
  const isStatedThere = stated === undefined || wordsOf(stated, language).some(({ fold }) => fold === said);
  return isStatedThere ? [words, other.worded.text.slice(theirs.start, theirs.end)] : undefined;
}

function differentValues({ values: own, language }: Statement, other: Statement, stated?: string): Disagreement | undefined {
  if (own.length === 0) return undefined;
  const theirs = other.values;
  const used = stated === undefined ? own : own.filter((value) => isStated(value, stated, language));
  for (const a of used) {
    const b = theirs.find(
      (value) =>
        isOther(a, value) &&
        !own.some((mine) => isSame(mine, value)) &&
        !theirs.some((mine) => isSame(mine, a)) &&
        saySame(a, value, language),
    );
    if (b) return [a.words, b.words];
  }
  return undefined;
}

interface Value {
  readonly words: string;
  readonly date?: DateSpan;
  readonly number?: NumberSpan;
  /** Stems of what it counts. */
  readonly counted: readonly string[];
  /** Stems of its clause without names and values. */
  readonly clause: readonly string[];
  /** Stems of the names in its clause. */
  readonly names: readonly string[];
  /** Whether what its clause is about may be in the words before it: a relative clause, or one in brackets. */
  readonly isDependent: boolean;
  /** Stems of the title, and of all of the sentence. */
  readonly title: readonly string[];
  readonly all: ReadonlySet<string>;
  /** Other dates of the sentence. */
  readonly times: readonly DateSpan[];
}

function valuesOf(text: string, { titled, known }: Subject, language: Language): readonly Value[] {
  // A cell of a table is about what the row begins with, so only rows that are the same but for a value are compared.
  if (isRow(text)) return [];
  const all = findDates(text, language);
  const dates = all.filter((date) => hasYear(date) && !isJoined(date, text));
  const isIn = ({ start, end }: NumberSpan): boolean => all.some((date) => start < date.end && date.start < end);
  const numbers = findNumbers(text, language).filter((one) => isQuantity(one, text, language) && !isIn(one));
  const spans = [...dates.map((date) => ({ ...date, date })), ...numbers.map((number) => ({ ...number, number }))];
  if (spans.length === 0) return [];
  return spans.flatMap(({ start, end, ...value }): readonly Value[] => {
    const [from, to] = clauseAround(text, start, end, language);
    const inside = spans.filter((other) => other.start < to && from < other.end);
    // Of two values in a clause it is not known which says what.
    if (inside.length > 1) return [];
    const clause = text.slice(from, start) + ' '.repeat(end - start) + text.slice(end, to);
    const named = findNames(clause, language).map((name) => clause.slice(name.start, name.end).replace(language.reading.honorifics, ''));
    const names = contentStems(named.join(' '), language);
    const stems = [...contentStems(clause, language).filter((stem) => !names.includes(stem)), ...singledOut(clause, language)];
    const times = dates.filter((date) => date.start !== start);
    const kept =
      'date' in value ? { date: value.date, counted: [] } : { number: value.number, counted: countedBy(text, value.number, language) };
    const isDependent = /[\p{L}\p{N}]/u.test(text.slice(0, from)) && !/[.!?:;]\s*$/u.test(text.slice(0, from));
    return [{ words: text.slice(start, end).trim(), ...kept, clause: stems, names, isDependent, title: titled, all: known, times }];
  });
}

/** What tells one of several apart: `the second`, `the current`. */
function singledOut(clause: string, language: Language): readonly string[] {
  const ordinals = findNumbers(clause, language).flatMap(({ says, value }) => (says === 'which one' ? [`#${value}`] : []));
  const words = plainWords(clause).filter((word) => language.reading.restrictions.has(word));
  return [...new Set([...ordinals, ...words])];
}

const boundaries = perLanguage(({ reading }) => {
  const words = [...reading.conjunctions, ...reading.relative].filter((word) => /^\p{L}+$/u.test(word));
  return new RegExp(`[;:()—–.!?]|,\\s${words.length === 0 ? '' : `|\\s(?:${words.join('|')})\\s`}`, 'giu');
});

function clauseAround(text: string, start: number, end: number, language: Language): readonly [number, number] {
  let [from, to] = [0, text.length];
  for (const { 0: mark, index } of text.matchAll(boundaries(language))) {
    if (index + mark.length <= start) from = index + mark.length;
    else if (index >= end) {
      to = index;
      break;
    }
  }
  return [from, to];
}

function isSame(a: Value, b: Value): boolean {
  if (a.date && b.date) return relationOf(a.date, b.date) !== 'conflict';
  return a.number !== undefined && b.number !== undefined && (sameNumber(a.number, b.number) || isRoughlySame(a.number, b.number));
}

/** Whether they are of one kind, and different. */
function isOther(a: Value, b: Value): boolean {
  if (a.date && b.date) return !isSame(a, b);
  if (!a.number || !b.number || a.number.kind !== b.number.kind || isSame(a, b)) return false;
  return a.number.kind !== undefined || a.counted.some((stem) => b.counted.includes(stem));
}

function isStated(value: Value, text: string, language: Language): boolean {
  if (value.date) {
    const { date } = value;
    return findDates(text, language).some((one) => hasYear(one) && relationOf(date, one) === 'implies');
  }
  const { number } = value;
  return number !== undefined && findNumbers(text, language).some((one) => sameNumber(one, number));
}

function saySame(a: Value, b: Value, language: Language): boolean {
  // What both passages are about may be left out in either.
  const bare = [a, b].map(({ clause }) => clause.filter((stem) => !(a.title.includes(stem) && b.title.includes(stem))));
  const [fewer, more] = bare.toSorted((x, y) => x.length - y.length);
  if (!fewer || !more || fewer.length === 0) return false;
  if (!isTold(a, b, fewer)) return false;
  // What one of them says more than the other may tell them apart, such as first and second.
  if (!fewer.every((stem) => more.includes(stem))) return false;
  const [less, whole] = [a.clause.length, b.clause.length].toSorted((x, y) => x - y);
  if (fewer.length < more.length * leastShared && (less ?? 0) < (whole ?? 0) * leastShared) return false;
  if (!areOfSame(a, b)) return false;
  if (a.date) return fewer.some((stem) => onceStems(language).has(stem));
  return a.times.length === b.times.length && a.times.every((time) => b.times.some((other) => relationOf(time, other) === 'implies'));
}

const leastShared = 0.5;

/** Whether so much is said that it is of one thing: `Holt died in` may be any Holt, unless both passages have one title. */
function isTold(a: Value, b: Value, said: readonly string[]): boolean {
  const fewest = Math.min(a.names.length, b.names.length);
  return said.length + fewest >= leastTold || (isOfOneTitle(a, b) && (a.date !== undefined || said.length > 1));
}

const leastTold = 3;

/** Whether the names of each are known to the other; without names, whether their passages have the same title. */
function areOfSame(a: Value, b: Value): boolean {
  const isKnown = (names: readonly string[], { all }: Value): boolean => names.every((name) => all.has(name));
  if (!isKnown(a.names, b) || !isKnown(b.names, a)) return false;
  if (a.names.length > 0 && b.names.length > 0) return true;
  // What has no name is of the title, unless it is of the words before it.
  if ([a, b].some(({ names, isDependent }) => names.length === 0 && isDependent)) return false;
  return isOfOneTitle(a, b);
}

function isOfOneTitle({ title: own }: Value, { title: theirs }: Value): boolean {
  return own.length > 0 && own.length === theirs.length && own.every((stem) => theirs.includes(stem));
}
