import { withAsciiDigits } from './digits.ts';
import { perLanguage, type Language } from './language.ts';
import { capitalized } from './words.ts';

/** A date written in a text, as precise as it was written. */
export interface DateSpan {
  readonly start: number;
  readonly end: number;
  /** What it may mean, the likeliest first: 3/4/1921 is in March or April. Never empty. */
  readonly readings: readonly [DateReading, ...DateReading[]];
  /** Nothing but a number of four digits, which may be no year at all. */
  readonly isBareYear: boolean;
}

interface DateReading {
  /** First and last year it may mean: equal for a year, ten for a decade; undefined for a day of the year. Negative before Christ. */
  readonly years: readonly [number, number] | undefined;
  /** 1–12. */
  readonly month?: number;
  readonly day?: number;
}

/** How one date relates to another: it implies it, leaves it open, or rules it out. */
export type DateRelation = 'implies' | 'open' | 'conflict';

/**
 * Dates in text order, never overlapping: `12 May 1921`, `May 12th, 1921`, `1921-05-12`, `12.5.1921`, `5/12/1921`, `12-May-21`, `May 1921`,
 * `5/1921`, `12 May`, `1920s`, `20th century`, `44 BC`, `1921`. A bare number counts as a year only between 1000 and 2199 and before no
 * unit, so that quantities stay quantities.
 */
export function findDates(text: string, language: Language): DateSpan[] {
  return [...withAsciiDigits(text).matchAll(grammarOf(language))].flatMap((match) => {
    const [first, ...others] = readingsOf(partsOf(match.groups ?? {}), language);
    if (!first) return [];
    return {
      start: match.index,
      end: match.index + match[0].length,
      readings: [first, ...others],
      isBareYear: match.groups?.['bareYear'] !== undefined,
    };
  });
}

/** The first date of a text that has a year, or null. A number of three or four digits alone is one. */
export function parseDate(text: string, language: Language): DateSpan | null {
  const [, bare] = /^\s*(\d{3,4})\s*$/u.exec(text) ?? [];
  const ofYear = (year: number): DateSpan => ({ start: 0, end: text.length, readings: [{ years: [year, year] }], isBareYear: true });
  return findDates(text, language).find(hasYear) ?? (bare === undefined ? null : ofYear(Number(bare)));
}

export function hasYear({ readings: [{ years }] }: DateSpan): boolean {
  return years !== undefined;
}

/**
 * Negative when `a` is earlier, positive when later, 0 when equal to the precision both have; null when that precision cannot tell them
 * apart.
 */
export function compareDates({ readings: [a] }: DateSpan, { readings: [b] }: DateSpan): number | null {
  if (!a.years || !b.years) return null;
  if (a.years[1] < b.years[0]) return a.years[1] - b.years[0];
  if (a.years[0] > b.years[1]) return a.years[0] - b.years[1];
  if (a.years[0] !== a.years[1] || b.years[0] !== b.years[1]) return null;
  if (a.month === undefined || b.month === undefined) return a.month === b.month ? 0 : null;
  if (a.month !== b.month) return a.month - b.month;
  if (a.day === undefined || b.day === undefined) return a.day === b.day ? 0 : null;
  return a.day - b.day;
}

/** Both have a year. */
export function isSameYear({ readings: [a] }: DateSpan, { readings: [b] }: DateSpan): boolean {
  return a.years?.[0] === b.years?.[0] && a.years?.[1] === b.years?.[1];
}

/** Years and parts of one; the middle of a year or month that is not more precise. */
export function yearsFrom({ readings: [from] }: DateSpan, { readings: [to] }: DateSpan): number {
  const months = ({ years: [first, last] = [0, 0], month = 6, day = 15 }: DateReading): number => 6 * (first + last) + month + day / 31;
  return (months(to) - months(from)) / 12;
}

/** The best that any reading of `premise` says of any reading of `hypothesis`. */
export function relationOf(premise: DateSpan, hypothesis: DateSpan): DateRelation {
  const relations = premise.readings.flatMap((said) => hypothesis.readings.map((asked) => relation(said, asked)));
  return relations.includes('implies') ? 'implies' : relations.includes('open') ? 'open' : 'conflict';
}

function relation(said: DateReading, asked: DateReading): DateRelation {
  const parts = [yearRelation(said.years, asked.years), partRelation(said.month, asked.month), partRelation(said.day, asked.day)];
  return parts.includes('conflict') ? 'conflict' : parts.includes('open') ? 'open' : 'implies';
}

function yearRelation(said: DateReading['years'], asked: DateReading['years']): DateRelation {
  if (!asked) return 'implies';
  if (!said) return 'open';
  if (said[0] >= asked[0] && said[1] <= asked[1]) return 'implies';
  return said[1] < asked[0] || said[0] > asked[1] ? 'conflict' : 'open';
}

function partRelation(said: number | undefined, asked: number | undefined): DateRelation {
  if (asked === undefined) return 'implies';
  return said === undefined ? 'open' : said === asked ? 'implies' : 'conflict';
}

/** Groups are numbered by pattern, as a name may not occur twice: `day1`, `month1`. */
const grammarOf = perLanguage(({ dates, units }) => {
  const month = anyMonth(dates.months);
  // Texts taken from tables have a year and the next day in one: `21 March 192011 January 2010`.
  const day = `(?:(?<![\\d.,])|(?<=(?<!\\d)[12]\\d{3}))(?:[12]\\d|3[01]|0?[1-9])(?!\\d)(?:${dates.ordinalEnding})?`;
  const year = `\\d{3,4}(?!\\d(?!\\d?\\s${month}))`;
  const bareYear = '(?:1\\d{3}|20\\d\\d|21\\d\\d)';
  // Of time only a few are counted in thousands, and `s`, `second` and the like follow years.
  const counted = [...units.flatMap(({ kind, names }) => (kind === 'time' ? [] : names)), ...dates.counted].filter((name) =>
    /\p{L}$/u.test(name),
  );
  const forms = dates.forms.map((pattern, i) =>
    pattern
      .replace('{day}', `(?<day${i}>${day})`)
      .replace('{month}', `(?<month${i}>${month})`)
      .replace('{monthNumber}', `(?<month${i}>0?[1-9]|1[0-2])(?!\\d)`)
      .replace('{year}', `(?<year${i}>${year})(?:\\s*(?<bc${i}>${dates.beforeChrist}))?`),
  );
  return new RegExp(
    [
      '(?<![\\d.,])(?<yearIso>[12]\\d{3})-(?<monthIso>0[1-9]|1[0-2])-(?<dayIso>[0-3]\\d)(?!\\d)',
      '(?<![\\d.,])(?<first>[0-3]?\\d)(?<mark>[./-])(?<second>[0-3]?\\d)\\k<mark>(?<numericYear>[12]\\d{3})(?!\\d)',
      ...forms,
      `(?<![\\d.,/-])(?<dayDash>${day})-(?<monthDash>${month})(?:-(?<yearDash>[12]\\d{3}|\\d{2}))?(?!\\d)`,
      '(?<![\\d.,/])(?<monthSlash>0?[1-9]|1[0-2])/(?<yearSlash>[12]\\d{3})(?!\\d)',
      `(?<![\\d.,])(?<decade>[12]\\d{2}0)${dates.decadeEnding}`,
      `\\b(?<century>\\d{1,2})(?:${dates.ordinalEnding})?${dates.century}(?:\\s*(?<bcCentury>${dates.beforeChrist}))?`,
      `(?<![\\p{L}\\d])(?<yearBefore>\\d{1,4})\\s*(?<bcBefore>${dates.beforeChrist})`,
      `(?:(?<![\\p{L}\\d.,$£€/#-]|\\d[–−])|(?<=\\d{4}[–−-]))(?<bareYear>${bareYear})` +
        `(?![\\d%°]|[.,]\\d|\\s*(?:${counted.join('|')})s?\\b)(?:\\s*${dates.afterChrist})?`,
    ].join('|'),
    'gu',
  );
});

/** A pattern's source. Only the first name of a month, unless it is short, is written without a point. */
function anyMonth(months: Language['dates']['months']): string {
  if (months.length === 0) return '(?!)';
  const isWhole = (name: string, i: number): boolean => i === 0 && name.length !== 4;
  const anyOf = (names: readonly string[]): string => `(?:${[...new Set(names.flatMap(shapes))].join('|') || '(?!)'})(?!\\p{L})`;
  const [whole, short] = [true, false].map((kind) =>
    anyOf(months.flatMap((names) => names.filter((name, i) => isWhole(name, i) === kind))),
  );
  return `(?:${whole}|${short}\\.?)`;
}

/** As a word, at the start of a sentence, in capitals: case counts, for `may` is more often a verb. */
function shapes(name: string): readonly string[] {
  return [capitalized(name), name, name.toUpperCase()];
}

/** What was written in each place, whatever the pattern. */
function partsOf(groups: Readonly<Record<string, string | undefined>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(groups).flatMap(([name, value]) => {
      const place = /^(?:year|month|day|bc)(?=\d|[A-Z])/u.exec(name)?.[0] ?? name;
      return value === undefined ? [] : [[place, value] as const];
    }),
  );
}

/** None when there is no such month or day. */
function readingsOf(parts: ReadonlyMap<string, string>, { dates }: Language): readonly DateReading[] {
  const number = (name: string): number | undefined => {
    const value = parts.get(name);
    return value === undefined ? undefined : Number.parseInt(value, 10);
  };
  const [first, second] = [number('first'), number('second')];
  if (first !== undefined && second !== undefined) {
    // With points and dashes the day comes first; with slashes it depends on the country.
    const orders = parts.get('mark') === '/' ? dates.slashed : (['day-first'] as const);
    return orders.flatMap((order) =>
      reading(number('numericYear'), ...(order === 'day-first' ? ([second, first] as const) : ([first, second] as const))),
    );
  }
  const decade = number('decade');
  if (decade !== undefined) return [{ years: [decade, decade % 100 === 0 ? decade + 99 : decade + 9] }];
  const century = number('century');
  if (century !== undefined) {
    return [{ years: parts.has('bc') ? [-100 * century, -100 * (century - 1) - 1] : [100 * (century - 1), 100 * century] }];
  }
  const bareYear = number('bareYear');
  if (bareYear !== undefined) return [{ years: [bareYear, bareYear] }];
  const year = fullYear(parts.get('year'), parts.has('bc'), dates.eraYears);
  const month = parts.get('month');
  if (month === undefined) return year === undefined ? [] : [{ years: [year, year] }];
  return reading(year, /^\d/u.test(month) ? Number(month) : monthOf(month, dates.months), number('day'));
}

function monthOf(name: string, months: Language['dates']['months']): number {
  const plain = name.toLowerCase().replace(/\.$/u, '');
  return months.findIndex((names) => names.includes(plain)) + 1;
}

/** Of two digits, the year nearest to ours: `22-Jan-23`, `16-Aug-77`. */
function fullYear(written: string | undefined, isBefore: boolean, eraYears = 0): number | undefined {
  if (written === undefined) return undefined;
  const year = Number(written);
  if (isBefore) return -year;
  if (eraYears > 0 && year >= 2300) return year - eraYears;
  return written.length > 2 ? year : year + (year < 50 ? 2000 : 1900);
}

function reading(year: number | undefined, month: number, day: number | undefined): DateReading[] {
  if (month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return [];
  return [{ years: year === undefined ? undefined : [year, year], month, day }];
}
