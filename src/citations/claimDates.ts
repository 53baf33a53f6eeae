/** Whether the dates of a sentence are those of its quotes or of what is around them. Pure. */
import { compareDates, findDates, hasYear, isSameYear, relationOf, yearsFrom, type DateSpan } from '../language/dates.ts';
import { perLanguage, type Language } from '../language/language.ts';
import { findNumbers } from '../language/numbers.ts';
import { hedgesBefore } from './hedges.ts';
import { languagesToRead } from './selectQuotes.ts';

/** A date that the quotes do not give. */
export interface DoubtedDate {
  readonly words: string;
  /** Whether they give another one in its place. */
  readonly isOtherwise: boolean;
}

export function doubtedDate(
  claim: string,
  quotes: readonly string[],
  around: readonly string[],
  language: Language,
): DoubtedDate | undefined {
  const own = findDates(claim, language);
  const given = datesIn(quotes, language);
  const known = own.length === 0 ? [] : [...given, ...datesIn(around, language)];
  for (const date of own) {
    if (isKnown(date, given, known) || isBound(claim, date, given, language)) continue;
    const words = claim.slice(date.start, date.end);
    // A number of four digits may count something.
    if (date.isBareYear && quotes.some((quote) => findNumbers(quote, language).some(({ value }) => String(value) === words))) continue;
    return { words, isOtherwise: given.length > 0 && given.every((one) => relationOf(one, date) === 'conflict') };
  }
  return doubtedSeason(claim, quotes, language);
}

/** The dates that the quotes do not give. @param isExact whether those that are only said to be before or after another one count */
export function datesBeside(claim: string, quotes: readonly string[], language: Language, isExact = false): readonly DateSpan[] {
  const own = findDates(claim, language);
  const given = own.length === 0 ? [] : datesIn(quotes, language);
  const isGiven = (date: DateSpan): boolean => given.some((one) => relationOf(one, date) === 'implies');
  return own.filter((date) => !isGiven(date) && (isExact || !isBound(claim, date, given, language)));
}

function datesIn(texts: readonly string[], language: Language): readonly DateSpan[] {
  return texts.flatMap((text) => languagesToRead(text, language).flatMap((own) => findDates(text, own)));
}

/** News give the day, and the year only where they begin. */
function isKnown(date: DateSpan, given: readonly DateSpan[], known: readonly DateSpan[]): boolean {
  if (known.some((one) => relationOf(one, date) === 'implies')) return true;
  const dayOfYear = given.some((one) => !hasYear(one) && relationOf(one, date) === 'open');
  return dayOfYear && known.some((one) => hasYear(one) && isSameYear(one, date));
}

/** `before 1900` for 1898: as long as the quotes have nothing on the other side, and one that is near. */
function isBound(claim: string, date: DateSpan, given: readonly DateSpan[], language: Language): boolean {
  const hedges = hedgesBefore(claim, date.start, language);
  const sides = given.filter(hasYear).map((one) => Math.sign(compareDates(one, date) ?? 0));
  if (!given.some((one) => hasYear(one) && Math.abs(yearsFrom(one, date)) <= farthest)) return false;
  return (hedges.has('before') && sides.every((side) => side <= 0)) || (hedges.has('after') && sides.every((side) => side >= 0));
}

/** In years. */
const farthest = 10;

const seasonsOf = perLanguage(({ loose }) => {
  const names = loose.seasons.map((words) => `(${words.join('|')})`);
  return new RegExp(names.length === 0 ? '(?!)' : `(?<!\\p{L})(?:${names.join('|')})(?:\\s+of)?,?\\s+(\\d{4})(?!\\d)`, 'giu');
});

/** A season of a year for which the quotes name another one. */
function doubtedSeason(claim: string, quotes: readonly string[], language: Language): DoubtedDate | undefined {
  const own = seasonsIn(claim, language);
  const given = own.length === 0 ? [] : quotes.flatMap((quote) => seasonsIn(quote, language));
  const other = own.find(({ year, season }) => {
    const same = given.filter((one) => one.year === year);
    return same.length > 0 && same.every((one) => one.season !== season);
  });
  return other && { words: other.words, isOtherwise: true };
}

function seasonsIn(
  text: string,
  language: Language,
): readonly { readonly season: number; readonly year: string; readonly words: string }[] {
  const grammar = seasonsOf(language);
  return [...text.matchAll(grammar)].map(([words, ...parts]) => ({
    words,
    season: parts.findIndex((part) => part !== undefined),
    year: parts[language.loose.seasons.length] ?? '',
  }));
}
