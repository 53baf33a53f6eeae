/**
 * Whether two sentences are the same word for word but for one value or name that only one of them can have right, as in two drafts of a
 * document. Pure.
 */
import { editDistance } from '../base/nearestNames.ts';
import { assumedLanguage } from '../language/assumed.ts';
import { findDates, hasYear, relationOf, type DateSpan } from '../language/dates.ts';
import { perLanguage, type Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { findNumbers, sameNumber, type NumberSpan } from '../language/numbers.ts';
import { wordsOf, type Word } from '../language/words.ts';
import { countedBy, isRoughlySame } from './claimNumbers.ts';
import { hedgesBefore } from './hedges.ts';
import { contentStems } from './support.ts';
import { blanked, type TextRange } from './readText.ts';

/** A sentence as it is compared. */
export interface Worded {
  readonly text: string;
  readonly words: readonly Word[];
}

/**
 * The places of what differs.
 * @param isSureSame whether both are known to say the same: then any other value or name in its place counts
 */
export function sameButOne(
  one: Worded,
  other: Worded,
  language: Language,
  isSureSame = false,
): readonly [TextRange, TextRange] | undefined {
  const differing = differingWords(one.words, other.words) ?? (isSureSame ? differingUnits(one, other, language) : undefined);
  if (!differing) return undefined;
  const [own, theirs] = [spanOf(one, differing[0], language), spanOf(other, differing[1], language)];
  if (!own || !theirs || !areExclusive(own, theirs, one, language, isSureSame)) return undefined;
  return [own, theirs];
}

/** The values and names of which a sentence that is otherwise the same may have another one: no other words are compared. */
export function changeable({ text }: Worded, language: Language): readonly TextRange[] {
  const dates = findDates(text, language).filter(hasYear);
  const isInDate = ({ start, end }: TextRange): boolean => dates.some((date) => start < date.end && date.start < end);
  const numbers = findNumbers(text, language).filter((one) => isQuantity(one, text, language) && !isInDate(one));
  // How names are written is known of English only.
  const names = language === assumedLanguage ? findNames(text, language) : [];
  return [...dates.filter((one) => !isJoined(one, text)), ...numbers, ...names].filter((one) => !isInCode(one, text));
}

/** Fewer words are no sentence, and less in common may be another thing. */
const fewestShared = 4;
const leastShared = 0.6;

/** What is between the words that both begin and end with. */
function differingWords(one: readonly Word[], other: readonly Word[]): readonly [TextRange, TextRange] | undefined {
  const [fewer, more] = [Math.min(one.length, other.length), Math.max(one.length, other.length)];
  let before = 0;
  while (before < fewer && one[before]?.fold === other[before]?.fold) before++;
  let after = 0;
  while (after < fewer - before && one.at(-1 - after)?.fold === other.at(-1 - after)?.fold) after++;
  if (before + after < Math.max(fewestShared, more * leastShared)) return undefined;
  const between = (words: readonly Word[]): TextRange | undefined => {
    const [first, last] = [words[before], words[words.length - after - 1]];
    return first && last && before + after < words.length ? { start: first.start, end: last.end } : undefined;
  };
  const [own, theirs] = [between(one), between(other)];
  return own && theirs && [own, theirs];
}

/** Where words are the same but for the unit of a number, as `$5` and `€5`. */
function differingUnits(one: Worded, other: Worded, language: Language): readonly [TextRange, TextRange] | undefined {
  const [own, theirs] = [one, other].map(({ text }) => findNumbers(text, language).filter((number) => isQuantity(number, text, language)));
  if (!own || !theirs || own.length !== theirs.length) return undefined;
  const restOf = ({ text }: Worded, numbers: readonly NumberSpan[]): string =>
    wordsOf(blanked(text, numbers), language)
      .map(({ fold }) => fold)
      .join(' ');
  if (restOf(one, own) !== restOf(other, theirs)) return undefined;
  const [differing, ...more] = own.flatMap((a, i) => {
    const b = theirs[i];
    return !b || sameNumber(a, b) ? [] : [[a, b] as const];
  });
  return more.length === 0 ? differing : undefined;
}

type Span =
  | (TextRange & { readonly kind: 'date'; readonly date: DateSpan })
  | (TextRange & { readonly kind: 'number'; readonly number: NumberSpan; readonly counted: readonly string[] })
  | (TextRange & { readonly kind: 'name'; readonly said: string; readonly words: readonly string[]; readonly isOrganization: boolean });

/** Whether it is in code, or in an address: of a page, of mail, or of a file. */
function isInCode({ start, end }: TextRange, text: string): boolean {
  const from = /\S*$/u.exec(text.slice(0, start))?.index ?? start;
  const behind = /^\S*/u.exec(text.slice(end))?.[0].length ?? 0;
  const around = text.slice(from, end + behind);
  return /:\/\/|@|^www\.|\w\/\w+\/\w|[\p{L}_]\((?!s\))|[<>={}\\_]|::/u.test(around) || /^\s*:?=/u.test(text.slice(end + behind));
}

/** The value or name that has all of what differs. */
function spanOf({ text }: Worded, { start, end }: TextRange, language: Language): Span | undefined {
  if (isInCode({ start, end }, text)) return undefined;
  const hasAll = (span: TextRange): boolean => span.start <= start && end <= span.end;
  const date = findDates(text, language).find((one) => hasYear(one) && hasAll(one) && !isJoined(one, text));
  if (date) return { start: date.start, end: date.end, kind: 'date', date };
  const isInDate = findDates(text, language).some(hasAll);
  const number = isInDate ? undefined : findNumbers(text, language).find((one) => isQuantity(one, text, language) && hasAll(one));
  if (number) return { start: number.start, end: number.end, kind: 'number', number, counted: countedBy(text, number, language) };
  // How names are written is known of English only.
  const name = language === assumedLanguage ? findNames(text, language).find(hasAll) : undefined;
  if (!name) return undefined;
  const said = text.slice(name.start, name.end);
  const words = wordsOf(said, language).map(({ fold }) => fold);
  return { start: name.start, end: name.end, kind: 'name', said, words, isOrganization: language.reading.organizations.test(said) };
}

/** Parts of a time of day, a score, a range or an identifier count nothing, nor does what numbers a line, a reference or a name. */
export function isQuantity({ says, start, end, kind }: NumberSpan, text: string, language: Language): boolean {
  if (says !== 'how many' || isJoined({ start, end }, text) || (start === 0 && /^\d/u.test(text))) return false;
  const before = text.slice(Math.max(0, start - 40), start);
  // `Python 3.8`, `Table 2`; `[3]`, `"PEP: 9"`
  return (
    !isOfName(before, text.charAt(start), language) && (kind !== undefined || !(/\[$/u.test(before) || /["”’\]]/u.test(text.charAt(end))))
  );
}

/** Whether digits follow a word with a capital, unless it only begins the sentence: `About 500`, `In 12 of them`. */
function isOfName(before: string, digit: string, language: Language): boolean {
  const [, word] = /(\p{Lu}[\p{L}\p{N}]*)\s$/u.exec(before) ?? [];
  if (word === undefined || !/\d/u.test(digit)) return false;
  const isFirst = before.trim() === word;
  return !isFirst || (!language.functionWords.has(word.toLowerCase()) && hedgesBefore(before, before.length, language).size === 0);
}

/** Whether it is a part of what is written with digits: `2015–16`, `10:06`. */
export function isJoined({ start, end }: TextRange, text: string): boolean {
  return /\p{N}[:\p{Pd}]$/u.test(text.slice(0, start)) || /^[:\p{Pd}]\p{N}/u.test(text.slice(end));
}

function areExclusive(a: Span, b: Span, one: Worded, language: Language, isSureSame: boolean): boolean {
  if (a.kind === 'date' && b.kind === 'date')
    return relationOf(a.date, b.date) === 'conflict' && (isSureSame || isOnce(one.text, a, language));
  if (a.kind === 'number' && b.kind === 'number') {
    // Sentences that are sure to say the same may have another unit, too.
    if (a.number.kind !== b.number.kind) return isSureSame && a.number.kind !== undefined && b.number.kind !== undefined;
    if (sameNumber(a.number, b.number) || isRoughlySame(a.number, b.number)) return false;
    // A bare number may be a label.
    return isSureSame || a.number.kind !== undefined || a.counted.length > 0;
  }
  if (a.kind !== 'name' || b.kind !== 'name' || a.isOrganization !== b.isOrganization) return false;
  // A letter more, less or other is mostly a typing error.
  if (Math.min(a.said.length, b.said.length) >= fewestOfSpelling && editDistance(a.said, b.said) < 2) return false;
  // Names that share a word may be forms of one, such as with and without a first name.
  return !a.words.some((word) => b.words.includes(word)) && (isSureSame || isOneOf(one, a, language));
}

/** In letters. Shorter names are others with one other letter: `Ada`, `Ida`. */
const fewestOfSpelling = 6;

/** Whether a date is of what happens once: by its words, as the years of a life, or as what its thing is known by (`is a 1944 film`). */
function isOnce(text: string, { start, end }: TextRange, language: Language): boolean {
  const [, opened] = /\(([^()]*)$/u.exec(text.slice(0, start)) ?? [];
  const closed = /^[^()]*(?=\))/u.exec(text.slice(end))?.[0];
  if (opened !== undefined && closed !== undefined && findDates(`${opened} ${closed}`, language).some(hasYear)) return true;
  const stems = contentStems(text, language);
  return stems.some((stem) => onceStems(language).has(stem)) || new RegExp(`${language.loose.being}\\s*$`, 'iu').test(text.slice(0, start));
}

export const onceStems = perLanguage((language) => new Set(contentStems(language.loose.once.join(' '), language)));

/** Whether only one name fits: `designed by`, `born in` before it, `designed the` after it. */
function isOneOf({ text }: Worded, { start, end }: TextRange, language: Language): boolean {
  const { before, after } = single(language);
  return before.test(text.slice(0, start)) || (start === 0 && after.test(text.slice(end)));
}

const single = perLanguage(({ loose: { made, placed }, reading: { agents, where, honorifics } }) => {
  const oneOf = (words: Iterable<string>): string => `(?:${[...words].join('|')})`;
  const title = `(?:${honorifics.source.replace(/^\^/, '')})?`;
  // When and where may come between: `founded in 1896 by`.
  const between = `(?:\\s+${oneOf(where)}(?:\\s+[^\\s,;]+){1,3})?\\s+`;
  const relations = `${oneOf(made)}${between}${oneOf(agents)}|${oneOf(placed)}${between}${oneOf(where)}`;
  return {
    before: new RegExp(`(?<!\\p{L})(?:${relations})\\s+(?:the\\s+)?${title}$`, 'iu'),
    after: new RegExp(`^\\s+${oneOf(made)}\\s+the\\s`, 'iu'),
  };
});
