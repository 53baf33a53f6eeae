/** Whether the numbers of a sentence are those of its quotes, or follow from them. Pure. */
import { findDates, yearsFrom, type DateSpan } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { findLooseNumbers } from '../language/looseNumbers.ts';
import { findNumbers, sameNumber, type NumberSpan, type Quantity } from '../language/numbers.ts';
import { wordsOf } from '../language/words.ts';
import { hedgesBefore, type Hedge } from './hedges.ts';
import { isRow } from './quotable.ts';
import { languagesToRead } from './selectQuotes.ts';
import { contentStems } from './support.ts';

/** A number that the quotes do not give. */
export interface DoubtedNumber {
  readonly words: string;
  /** Whether they give another one in its place. */
  readonly isOtherwise: boolean;
}

/**
 * @param isShown whether what the documents are known by has a number, as it is written
 * @param isWritten whether anything around the quotes has words
 */
export function doubtedNumber(
  claim: string,
  quotes: readonly string[],
  language: Language,
  isShown: (words: string) => boolean,
  isWritten: (words: string) => boolean,
): DoubtedNumber | undefined {
  const unread = unreadDigits(claim, language).find((words) => !isWritten(words));
  if (unread !== undefined) return { words: unread, isOtherwise: false };
  const own = numbersOf(claim, language).filter((one) => !isOne(one, claim));
  if (own.length === 0) return undefined;
  const given = givenIn(quotes, language);
  for (const one of own) {
    const words = claim.slice(one.start, one.end);
    if (isGiven(claim, one, given, language, true) || isShown(words)) continue;
    if (!isSmall(one)) return { words, isOtherwise: one.kind !== undefined && given.numbers.some(({ kind }) => kind === one.kind) };
    if (isCountedOtherwise(claim, one, quotes, language)) return { words, isOtherwise: true };
  }
  return undefined;
}

/** The numbers that the quotes do not give, even those that are too small for a doubt. Dates have none. */
export function numbersBeside(claim: string, quotes: readonly string[], language: Language): readonly NumberSpan[] {
  const own = numbersOf(claim, language);
  const given = own.length === 0 ? { numbers: [], dates: [] } : givenIn(quotes, language);
  return own.filter((one) => !isGiven(claim, one, given, language, false));
}

/** Words with digits that are no number and no date: `A380`, `c.1640`. Few digits are mostly an abbreviation: `FY22`. */
function unreadDigits(claim: string, language: Language): readonly string[] {
  if (!/\d{3}/.test(claim)) return [];
  const read = [...findDates(claim, language), ...findNumbers(claim, language)];
  return wordsOf(claim, language).flatMap(({ start, end }) => {
    const words = claim.slice(start, end);
    return /\d{3}/.test(words) && /^[\p{sc=Latin}\d.,'’]+$/u.test(words) && !read.some((one) => one.start <= start && end <= one.end)
      ? [words]
      : [];
  });
}

function numbersOf(claim: string, language: Language): readonly NumberSpan[] {
  const dates = findDates(claim, language);
  return findNumbers(claim, language).filter((one) => !dates.some((date) => date.start <= one.start && one.end <= date.end));
}

interface Given {
  readonly numbers: readonly GivenNumber[];
  readonly dates: readonly DateSpan[];
}

interface GivenNumber extends Quantity {
  /** The words around it; undefined where it is read in another way. */
  readonly place?: string;
}

function givenIn(quotes: readonly string[], language: Language): Given {
  const read = quotes.flatMap((quote) => languagesToRead(quote, language).map((own) => ({ quote, own })));
  return {
    numbers: read.flatMap(({ quote, own }) => [...numbersOfLines(quote, own), ...findLooseNumbers(quote, own)]),
    dates: read.flatMap(({ quote, own }) => findDates(quote, own)),
  };
}

/** In a row of a table brackets are a minus, and a number is in the unit that ends the row, too: `2022: (1,234) | in millions`. */
function numbersOfLines(quote: string, language: Language): readonly GivenNumber[] {
  return quote.split('\n').flatMap((line) => {
    const times = isRow(line) ? scaleOf(line.slice(line.lastIndexOf('|') + 1), language) : 1;
    return findNumbers(line, language).flatMap((number): readonly GivenNumber[] => {
      const isNegative = isRow(line) && /[:|]\s?\($/u.test(line.slice(0, number.start)) && /^%?\)/u.test(line.slice(number.end));
      const signed = isNegative ? scaled(number, -1) : number;
      const written = { ...signed, place: placeOf(line, number, language) };
      return times === 1 || number.kind === 'share' ? [written] : [written, scaled(signed, times)];
    });
  });
}

/** What a unit multiplies by: `in millions`, `$’000`. */
function scaleOf(unit: string, language: Language): number {
  if (/['’‘]000/u.test(unit)) return 1000;
  const scales = wordsOf(unit, language).flatMap(({ fold }) => findNumbers(`1 ${fold}`, language).map(({ value }) => value));
  return scales.find((value) => value > 1) ?? 1;
}

function scaled({ value, inBase, kind, factor, step }: Quantity, by: number): Quantity {
  return { value: value * by, inBase: inBase * by, kind, factor, step: step * Math.abs(by) };
}

/** Two words before a number and the one behind it. */
function placeOf(text: string, { start, end }: NumberSpan, language: Language): string {
  const before = wordsOf(text.slice(Math.max(0, start - 40), start), language).slice(-2);
  const [behind] = wordsOf(text.slice(end, end + 40), language);
  return `${before.map(({ fold }) => fold).join(' ')} _ ${behind?.fold ?? ''}`;
}

/** `one day to the next`: mostly no count. */
function isOne({ value, start }: NumberSpan, claim: string): boolean {
  return value === 1 && !/\d/.test(claim.charAt(start));
}

/** Whole numbers below it count what a sentence itself lists, and are doubted only where a quote counts the same otherwise. */
const leastDoubted = 13;

function isSmall({ value, kind }: NumberSpan): boolean {
  return kind === undefined && Number.isInteger(value) && Math.abs(value) < leastDoubted;
}

/**
 * What is not the same, but rounded, bounded, converted or calculated, is so from the number that quotes give in its place, if any:
 * `over 1,830 trucks` is no bound of `over 1,800 trucks`.
 * @param isLoose whether words may have the sign, as in `fell by 5 %`
 */
function isGiven(claim: string, claimed: NumberSpan, { numbers, dates }: Given, language: Language, isLoose: boolean): boolean {
  if (numbers.some((other) => (other.kind === undefined || other.factor === claimed.factor) && sameNumber(other, claimed))) return true;
  const place = placeOf(claim, claimed, language);
  const inPlace = numbers.filter((other) => other.place === place);
  const others = inPlace.length > 0 ? inPlace : isLoose ? [...numbers, ...numbers.map((other) => scaled(other, -1))] : numbers;
  const hedges = hedgesBefore(claim, claimed.start, language);
  if (others.some((other) => sameNumber(other, claimed) || isRounded(claimed, other, hedges) || isBound(claimed, other, hedges)))
    return true;
  return follows(claimed, inPlace.length > 0 ? inPlace : numbers, inPlace.length > 0 ? [] : dates);
}

/** The other number in the unit of the claimed one; undefined where the two measure different things. */
function inUnitOf({ kind, factor }: Quantity, other: Quantity): number | undefined {
  if (kind === undefined || other.kind === undefined) return other.value;
  return kind === other.kind ? other.inBase / factor : undefined;
}

/** `5.8 m` for 5.83 m, and `about 1,200` for 1,240: to the last digit written, of which zeros at the end are none if it says about. */
function isRounded(claimed: NumberSpan, other: Quantity, hedges: Pick<ReadonlySet<Hedge>, 'has'>): boolean {
  const value = inUnitOf(claimed, other);
  if (value === undefined) return false;
  const digits = claimed.value.toPrecision(12).replace(/(?:\.|(?<!0))0+$/, '');
  const decimals = /\.(\d+)$/.exec(digits)?.[1]?.length ?? 0;
  const zeros = hedges.has('about') && decimals === 0 ? (/(?<!0)0*$/.exec(String(claimed.value))?.[0].length ?? 0) : 0;
  const rounding = 10 ** (zeros - decimals) / 2;
  // A number that is more exact than its quote is not rounded from it.
  const isFiner = Math.abs(value * 10 ** decimals - Math.round(value * 10 ** decimals)) > 1e-6 || zeros > 0;
  return isFiner && Math.abs(value - claimed.value) <= Math.min(rounding, mostRounded * Math.abs(claimed.value)) * (1 + 1e-9);
}

const mostRounded = 0.1;

/** Whether one may be the other, rounded. */
export function isRoughlySame(a: NumberSpan, b: NumberSpan): boolean {
  const about = new Set<Hedge>(['about']);
  return isRounded(a, b, about) || isRounded(b, a, about);
}

/** `less than 20` for 18. What is far from its bound, or not rounder than what it bounds, says nothing of it. */
function isBound(claimed: NumberSpan, other: Quantity, hedges: ReadonlyMap<Hedge, number>): boolean {
  const value = inUnitOf(claimed, other);
  if (value === undefined || digitsOf(claimed.value) >= digitsOf(value)) return false;
  const share = value / claimed.value;
  return (hedges.has('below') && share <= 1 && share >= 1 / farthest) || (hedges.has('above') && share >= 1 && share <= farthest);
}

const farthest = 1.5;

/** How many digits are not zeros at the end; a five that is the last one is half of one. */
function digitsOf(value: number): number {
  const [digits = ''] = Number(value.toPrecision(12)).toExponential().split('e');
  return digits.replace(/\D/g, '').length - (digits.endsWith('5') ? 0.5 : 0);
}

/** Whether it is the sum, difference, product or percentage of two numbers, or the years between two dates. */
function follows(claimed: NumberSpan, numbers: readonly Quantity[], dates: readonly DateSpan[]): boolean {
  const { value, kind } = claimed;
  const near = (result: number): boolean => Math.abs(result - value) <= 1e-9 * Math.max(1, Math.abs(value));
  const isPercent = kind === 'share';
  const follow = (a: Quantity, b: Quantity): boolean => {
    if (near(Math.abs(a.value - b.value)) || near(a.value + b.value)) return true;
    if (isPercent) return [a.inBase / b.inBase, b.inBase / a.inBase, a.inBase / b.inBase - 1, b.inBase / a.inBase - 1].some(isThatPercent);
    return Math.min(a.value, b.value) > 1 && near(a.value * b.value);
  };
  const isThatPercent = (ratio: number): boolean => Math.abs(Math.abs(100 * ratio) - value) <= 0.5;
  if (numbers.some((a, i) => numbers.slice(i + 1).some((b) => follow(a, b)))) return true;
  return dates.some((a, i) => dates.slice(i + 1).some((b) => Math.abs(Math.abs(yearsFrom(a, b)) - value) < 1));
}

/** Whether a quote counts what the sentence counts, and otherwise: `seven men` where it says `nine men`. */
function isCountedOtherwise(claim: string, small: NumberSpan, quotes: readonly string[], language: Language): boolean {
  if (small.says !== 'how many') return false;
  const counted = new Set(countedBy(claim, small, language));
  if (counted.size === 0) return false;
  return quotes.some((quote) =>
    findNumbers(quote, language).some(
      (other) =>
        other.says === 'how many' && other.kind === undefined && countedBy(quote, other, language).some((stem) => counted.has(stem)),
    ),
  );
}

/** Stems of the next two words, as far as these have content: `seven cast-iron gates`. */
export function countedBy(text: string, { end }: NumberSpan, language: Language): readonly string[] {
  const [behind = ''] = text.slice(end, end + 60).split(/[.,;:()!?]/u);
  const words: string[] = [];
  for (const { fold } of wordsOf(behind, language).slice(0, 2)) {
    if (language.functionWords.has(fold)) break;
    words.push(fold);
  }
  return contentStems(words.join(' '), language);
}
