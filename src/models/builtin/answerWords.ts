import type { AnswerWordLists } from '../../language/wordLists.ts';
import type { Language } from '../../language/language.ts';
import { wordsInside } from '../../language/spaceless.ts';
import { unaccented } from '../../language/words.ts';

/** One content word of an answer. */
export interface AnswerWord {
  /** Lowercase, without accents, possessive ending or periods. */
  readonly key: string;
  /** The key without plural endings. */
  readonly stem: string;
  readonly isName: boolean;
  /** A single capital: `J.`, `J`. */
  readonly isInitial: boolean;
  /** Abbreviated with a period: `Univ.`. */
  readonly isCut: boolean;
  /** Several capitals only: `NATO`, `J.R.R.`. */
  readonly isAcronym: boolean;
  /** True for a word that only adds precision or repeats; the meaning is the same without it. */
  readonly isExtra: boolean;
  /** Keys of synonyms. */
  readonly same: readonly string[];
  readonly opposites: readonly string[];
}

/** The placeholder for a number. */
export const countMark = '#';

/** The content of a text other than dates and numbers. */
export interface AnswerWords {
  readonly words: readonly AnswerWord[];
  /** The number of negations. */
  readonly negations: number;
  /** The answer if it is `yes` or `no`, alone or before a clause. */
  readonly polarity: 'yes' | 'no' | undefined;
}

/**
 * @param text text with `countMark` in place of numbers
 * @param isPlace whether the answer is a place, where a comma introduces the larger place: `Oslo, Norway`
 */
export function answerWords(text: string, isPlace: boolean, language: Language): AnswerWords {
  const { answers } = language;
  const polarity = answers.polarity.exec(text)?.[1]?.toLowerCase();
  const plain = answers.spellings.reduce((said, [written, usual]) => said.replace(written, usual), text);
  const end = isPlace ? placeEnd(plain, answers) : plain.length;
  const said = rawWords(plain).filter((match, i) => !(i === 0 && polarity !== undefined) && !isIgnored(match, answers));
  const content = said.filter(({ raw }) => !isNegator(raw, answers));
  const isWorn = ({ raw }: RawWord): boolean => answers.worn.has(raw.toLowerCase().replace(/\.$/, ''));
  const hasCore = content.some((match) => !isWorn(match));
  return {
    words: content.map((match) => word(match.raw, language, isCounted(plain, match) || (hasCore && (isWorn(match) || match.index >= end)))),
    negations: said.length - content.length,
    polarity: polarity === undefined ? undefined : answers.yes.test(polarity) ? 'yes' : 'no',
  };
}

/** Whether one of two words can replace the other. */
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

/** Whether one word is the initial of the other, a name: `J.` for `John`. */
export function isInitialOf(a: AnswerWord, b: AnswerWord): boolean {
  return a.isInitial !== b.isInitial && a.isName && b.isName && a.key[0] === b.key[0];
}

/** Whether two words are opposites. */
export function areOpposite(a: AnswerWord, b: AnswerWord): boolean {
  return a.opposites.includes(b.key);
}

/** A text without spaces, case and, between letters, punctuation: `blue bird` equals `bluebird`, but `1.5` does not equal `15`. */
export function withoutSigns(text: string): string {
  return unaccented(text.toLowerCase())
    .replace(/(?<!\d)[^\p{L}\p{N}$€£%+-](?!\d)|(?<=\d)[.,]?(?=\s|$)|\s+/gu, '')
    .replace(/(?<!\d)[+-](?!\d)/gu, '');
}

/** Stems of a text's words. */
export function stemsIn(text: string, { singular }: Language): ReadonlySet<string> {
  return new Set(rawWords(text).map(({ raw }) => singular(keyOf(raw))));
}

interface RawWord {
  readonly raw: string;
  readonly index: number;
  readonly input: string;
}

function rawWords(input: string): readonly RawWord[] {
  return [...input.matchAll(WORD)].flatMap(({ 0: run, index }) => {
    let at = index;
    return wordsInside(run).map((raw) => {
      at += raw.length;
      return { raw, index: at - raw.length, input };
    });
  });
}

const WORD = /(?:\p{Lu}\.){2,}|[\p{L}\p{M}\p{N}]+(?:['’][\p{L}]+)*\.?/gu;

/** The end of a place name, before the larger place that follows: the first comma, unless there are several. */
function placeEnd(text: string, { or }: AnswerWordLists): number {
  const comma = or.test(text) ? -1 : text.indexOf(',');
  return comma > 0 ? comma : text.length;
}

/** Whether a word is the unit that a number counts, which may be left out: `42 people`. */
function isCounted(text: string, { raw, index }: RawWord): boolean {
  return /^\p{Ll}/u.test(raw) && text.slice(0, index).trimEnd().endsWith(countMark);
}

/** Whether a word is ignored. Capitals make it a name: `LA`, or `Film A` at the end. */
function isIgnored({ raw, index, input }: RawWord, { ignored }: AnswerWordLists): boolean {
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

/** Whether longer words differ by one extra letter: `colour`, `Dostoyevsky`. A replaced letter makes another name: `Hansen`, `Hanson`. */
function isSpellingOf(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.length - short.length !== 1 || short.length < 5 || short[0] !== long[0]) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  // An extra letter at the very end is an inflection (Roman, Romani), not another spelling.
  return at < short.length && short.slice(at) === long.slice(at + 1);
}
