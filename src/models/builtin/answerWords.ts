import type { AnswerWordLists, Language } from '../../language/language.ts';
import { unaccented } from '../../language/words.ts';

/** One word of an answer that carries meaning. */
export interface AnswerWord {
  /** Lower-cased, without accents, possessive or points. */
  readonly key: string;
  /** Without the endings of plurals. */
  readonly stem: string;
  readonly isName: boolean;
  /** One capital: `J.`, `J`. */
  readonly isInitial: boolean;
  /** Cut short with a point: `Univ.`. */
  readonly isCut: boolean;
  /** Several capitals and nothing else: `NATO`, `J.R.R.`. */
  readonly isAcronym: boolean;
  /** Says more closely what is meant, or says it again: nothing is lost without it. */
  readonly isExtra: boolean;
  /** Keys of other words that mean the same, and of those that mean the opposite. */
  readonly same: readonly string[];
  readonly opposites: readonly string[];
}

/** Replaces a number. */
export const countMark = '#';

/** What a text says besides dates and numbers. */
export interface AnswerWords {
  readonly words: readonly AnswerWord[];
  /** How often it says no. */
  readonly negations: number;
  /** What it answers when it is one of these words, alone or before a clause. */
  readonly polarity: 'yes' | 'no' | undefined;
}

/**
 * @param text with `countMark` where numbers were
 * @param isPlace the answer is a place, after which a comma says where that is: `Oslo, Norway`
 */
export function wordsIn(text: string, isPlace: boolean, language: Language): AnswerWords {
  const { answers } = language;
  const polarity = answers.polarity.exec(text)?.[1]?.toLowerCase();
  const plain = answers.spellings.reduce((said, [written, usual]) => said.replace(written, usual), text);
  const end = isPlace ? placeEnd(plain, answers) : plain.length;
  const said = [...plain.matchAll(WORD)].filter((match, i) => !(i === 0 && polarity !== undefined) && !isIgnored(match, answers));
  const content = said.filter(([raw]) => !isNegator(raw, answers));
  const isWorn = ([raw]: RegExpExecArray): boolean => answers.worn.has(raw.toLowerCase().replace(/\.$/, ''));
  const hasCore = content.some((match) => !isWorn(match));
  return {
    words: content.map((match) => word(match[0], language, isCounted(plain, match) || (hasCore && (isWorn(match) || match.index >= end)))),
    negations: said.length - content.length,
    polarity: polarity === undefined ? undefined : answers.yes.test(polarity) ? 'yes' : 'no',
  };
}

/** Whether one of two words may stand for the other. */
export function isSameWord(a: AnswerWord, b: AnswerWord): boolean {
  if (a.key === b.key || a.stem === b.stem) return true;
  if (a.isInitial || b.isInitial) return false;
  if (a.same.includes(b.key)) return true;
  if (a.isCut !== b.isCut) {
    const [short, long] = a.isCut ? [a.key, b.key] : [b.key, a.key];
    return short.length >= 2 && long.startsWith(short);
  }
  return a.isName === b.isName && isSpellingOf(a.key, b.key);
}

/** Whether one is the first letter of the other, a name: `J.` of `John`. */
export function isInitialOf(a: AnswerWord, b: AnswerWord): boolean {
  return a.isInitial !== b.isInitial && a.isName && b.isName && a.key[0] === b.key[0];
}

/** Whether two words say the opposite of each other. */
export function areOpposite(a: AnswerWord, b: AnswerWord): boolean {
  return a.opposites.includes(b.key);
}

/** A text as far as spaces, case and, among letters, signs do not matter: `blue bird` and `bluebird`, but not `1.5` and `15`. */
export function withoutSigns(text: string): string {
  return unaccented(text.toLowerCase())
    .replace(/(?<!\d)[^\p{L}\p{N}$€£%+-](?!\d)|(?<=\d)[.,]?(?=\s|$)|\s+/gu, '')
    .replace(/(?<!\d)[+-](?!\d)/gu, '');
}

/** Words that are in a question as well. */
export function stemsIn(text: string, { singular }: Language): ReadonlySet<string> {
  return new Set([...text.matchAll(WORD)].map(([raw]) => singular(keyOf(raw))));
}

const WORD = /(?:\p{Lu}\.){2,}|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*\.?/gu;

/** Where a place is named, and where it is follows: at the first comma, unless there are several. */
function placeEnd(text: string, { or }: AnswerWordLists): number {
  const comma = or.test(text) ? -1 : text.indexOf(',');
  return comma > 0 ? comma : text.length;
}

/** What a number counts is understood without being said: `42 people`. */
function isCounted(text: string, { 0: raw, index }: RegExpExecArray): boolean {
  return /^\p{Ll}/u.test(raw) && text.slice(0, index).trimEnd().endsWith(countMark);
}

/** Capitals make a name of a word: `LA`, and at the end `Film A`. */
function isIgnored({ 0: raw, index, input }: RegExpExecArray, { ignored }: AnswerWordLists): boolean {
  if (!ignored.has(raw.toLowerCase())) return false;
  const isLoud = raw.length > 1 && raw === raw.toUpperCase() && /\p{Lu}/u.test(raw) && (raw === input || /\p{Ll}/u.test(input));
  return !isLoud && !(raw === 'A' && index > 0 && index + 1 === input.trimEnd().length);
}

function word(raw: string, { singular, answers }: Language, isExtra: boolean): AnswerWord {
  const key = keyOf(raw);
  const isName = /^\p{Lu}/u.test(raw);
  return {
    key,
    stem: singular(key),
    isName,
    isInitial: /^\p{Lu}\.?$/u.test(raw),
    isCut: raw.endsWith('.') && key.length >= 2 && !/^(?:\p{Lu}\.)+$/u.test(raw),
    isAcronym: /^(?:(?:\p{Lu}\.){2,}|\p{Lu}{2,6})$/u.test(raw),
    isExtra,
    same: answers.same.flatMap((words) => (words.includes(key) ? words : [])),
    opposites: answers.opposites.flatMap(([one, other]) => (one === key ? [other] : other === key ? [one] : [])),
  };
}

function isNegator(raw: string, { negator }: AnswerWordLists): boolean {
  return negator.test(raw.replace(/\.$/, '')) && raw !== 'No';
}

function keyOf(raw: string): string {
  return unaccented(raw.toLowerCase())
    .replace(/['’]s?(?=\.?$)/u, '')
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** One letter more or less in a longer word: `colour`, `Dostoyevsky`. Another letter makes another name: `Hansen`, `Hanson`. */
function isSpellingOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length !== 1 || short.length < 5 || short[0] !== long[0]) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  // A letter at the very end makes another form (Roman, Romani), not another spelling.
  return at < short.length && short.slice(at) === long.slice(at + 1);
}
