/** A time as precise as it was written. */
interface WrittenDate {
  /** First and last year it may mean: equal for a year, ten for a decade; undefined for a day of the year. */
  readonly years: readonly [number, number] | undefined;
  /** 1–12. */
  readonly month?: number;
  readonly day?: number;
}

/** A date with all it may mean (3/4/1921 is in March or April), and whether it is nothing but a number that may be no year at all. */
export interface DateReadings {
  readonly readings: readonly WrittenDate[];
  readonly bareYear?: number;
}

/** How one date relates to another: it implies it, leaves it open, or rules it out. */
export type DateRelation = 'implies' | 'open' | 'conflict';

/** Takes the dates out of a text: `12 May 1921`, `May 12th, 1921`, `1921-05-12`, `12.5.1921`, `5/12/1921`, `12-May-21`, `May 1921`, `5/1921`, `12 May`, `1920s`, `20th century`, `44 BC`, `1921`. */
export function takeDates(text: string): { readonly dates: readonly DateReadings[]; readonly rest: string } {
  const dates: DateReadings[] = [];
  const rest = text.replace(DATE, (...args: unknown[]) => {
    const groups: unknown = args.at(-1);
    const found = dateOf(isGroups(groups) ? groups : {});
    if (!found) return String(args[0]);
    dates.push(found);
    return ' ';
  });
  return { dates, rest };
}

/** The best that any reading of `premise` says of any reading of `hypothesis`. */
export function relationOf(premise: DateReadings, hypothesis: DateReadings): DateRelation {
  const relations = premise.readings.flatMap((said) => hypothesis.readings.map((asked) => relation(said, asked)));
  return relations.includes('implies') ? 'implies' : relations.includes('open') ? 'open' : 'conflict';
}

function relation(said: WrittenDate, asked: WrittenDate): DateRelation {
  const parts = [yearRelation(said.years, asked.years), partRelation(said.month, asked.month), partRelation(said.day, asked.day)];
  return parts.includes('conflict') ? 'conflict' : parts.includes('open') ? 'open' : 'implies';
}

function yearRelation(said: WrittenDate['years'], asked: WrittenDate['years']): DateRelation {
  if (!asked) return 'implies';
  if (!said) return 'open';
  if (said[0] >= asked[0] && said[1] <= asked[1]) return 'implies';
  return said[1] < asked[0] || said[0] > asked[1] ? 'conflict' : 'open';
}

function partRelation(said: number | undefined, asked: number | undefined): DateRelation {
  if (asked === undefined) return 'implies';
  return said === undefined ? 'open' : said === asked ? 'implies' : 'conflict';
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:jan(?:uary|\\b\\.?)|feb(?:ruary|\\b\\.?)|mar(?:ch|\\b\\.?)|apr(?:il|\\b\\.?)|may\\b|june?\\b\\.?|july?\\b\\.?|aug(?:ust|\\b\\.?)|sept?(?:ember|\\b\\.?)|oct(?:ober|\\b\\.?)|nov(?:ember|\\b\\.?)|dec(?:ember|\\b\\.?))';
const DAY = '(?:[12]\\d|3[01]|0?[1-9])(?:st|nd|rd|th)?';
const YEAR = '[12]\\d{3}(?!\\d)';
const DATE = new RegExp(
  [
    `(?<![\\d.,])(?<isoYear>[12]\\d{3})-(?<isoMonth>0[1-9]|1[0-2])-(?<isoDay>[0-3]\\d)(?!\\d)`,
    `(?<![\\d.,])(?<first>[0-3]?\\d)(?<mark>[./-])(?<second>[0-3]?\\d)\\k<mark>(?<numericYear>[12]\\d{3})(?!\\d)`,
    `\\b(?<day1>${DAY})\\s+(?:of\\s+)?(?<month1>${MONTH})(?:,?\\s+(?:of\\s+)?(?<year1>${YEAR}))?`,
    `\\b(?<month2>${MONTH})\\s+(?:the\\s+)?(?<day2>${DAY})(?!\\d)(?:(?:\\s*,\\s*|\\s+)(?<year2>${YEAR}))?`,
    `(?<![\\d.,/-])(?<day4>${DAY})-(?<month4>${MONTH})(?:-(?<year4>[12]\\d{3}|\\d{2}))?(?!\\d)`,
    `(?<![\\d.,/])(?<month5>0?[1-9]|1[0-2])/(?<year5>${YEAR})`,
    `\\b(?<month3>${MONTH}),?\\s+(?:of\\s+)?(?<year3>${YEAR})`,
    `(?<![\\d.,])(?<decade>[12]\\d{2}0)['’]?s\\b`,
    `\\b(?<century>\\d{1,2})(?:st|nd|rd|th)[\\s-]+century\\b(?<centuryBefore>\\s*b\\.?c)?`,
    `\\b(?<before>\\d{1,4})\\s*(?:bce?\\b|b\\.c\\.(?:e\\.)?)`,
    `(?<![\\p{L}\\d.,$£€#-]|\\d[–−])(?<bare>1\\d{3}|20\\d\\d|21\\d\\d)(?![\\d%°]|[.,]\\d)(?:\\s*(?:ad|ce)\\b)?`,
    `(?<=\\d{4}[–−-])(?<bareEnd>1\\d{3}|20\\d\\d|21\\d\\d)(?!\\d)`,
  ].join('|'),
  'giu',
);

type Groups = Readonly<Record<string, unknown>>;

function isGroups(value: unknown): value is Groups {
  return typeof value === 'object' && value !== null;
}

function dateOf(groups: Groups): DateReadings | undefined {
  const named = (...names: readonly string[]): string | undefined => {
    for (const name of names) {
      const value = groups[name];
      if (typeof value === 'string') return value;
    }
    return undefined;
  };
  const number = (...names: readonly string[]): number | undefined => {
    const value = named(...names);
    return value === undefined ? undefined : Number.parseInt(value, 10);
  };
  const first = number('first');
  const second = number('second');
  if (first !== undefined && second !== undefined) {
    const dayFirst = reading(number('numericYear'), second, first);
    // With points and dashes the day comes first; with slashes it depends on the country.
    const readings = groups['mark'] !== '/' ? dayFirst : [...dayFirst, ...reading(number('numericYear'), first, second)];
    return readings.length > 0 ? { readings } : undefined;
  }
  const decade = number('decade');
  if (decade !== undefined) return { readings: [{ years: [decade, decade % 100 === 0 ? decade + 99 : decade + 9] }] };
  const century = number('century');
  if (century !== undefined) {
    const years: readonly [number, number] = named('centuryBefore')
      ? [-100 * century, -100 * (century - 1) - 1]
      : [100 * (century - 1), 100 * century];
    return { readings: [{ years }] };
  }
  const before = number('before');
  if (before !== undefined) return { readings: [{ years: [-before, -before] }] };
  const bareYear = number('bare', 'bareEnd');
  if (bareYear !== undefined) return { readings: [{ years: [bareYear, bareYear] }], bareYear };
  const monthName = named('month1', 'month2', 'month3', 'month4')?.slice(0, 3).toLowerCase();
  const month = monthName === undefined ? number('isoMonth', 'month5') : MONTHS.indexOf(monthName) + 1;
  const readings = reading(
    fullYear(number('isoYear', 'year1', 'year2', 'year3', 'year4', 'year5')),
    month,
    number('isoDay', 'day1', 'day2', 'day4'),
  );
  return readings.length > 0 ? { readings } : undefined;
}

/** Of two digits, the year nearest to ours: `22-Jan-23`, `16-Aug-77`. */
function fullYear(year: number | undefined): number | undefined {
  return year === undefined || year >= 100 ? year : year + (year < 50 ? 2000 : 1900);
}

/** None when there is no such month or day. */
function reading(year: number | undefined, month: number | undefined, day: number | undefined): WrittenDate[] {
  if (month === undefined || month < 1 || month > 12 || (day !== undefined && (day < 1 || day > 31))) return [];
  return [{ years: year === undefined ? undefined : [year, year], month, ...(day === undefined ? {} : { day }) }];
}
