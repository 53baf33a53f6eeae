import { findDates } from './dates.ts';
import { perLanguage, type Language } from './language.ts';

/** A business period that a text names. */
export interface PeriodSpan {
  readonly start: number;
  readonly end: number;
  /** Equal for all ways to write one: `fiscal year 2022`, `Q3 2022`, `H1 2023`, `quarter ended 2022-09-30`. */
  readonly value: string;
  /** The year in its name, or in which it ended. */
  readonly year: number;
  /** Its last day, `2022-09-30`, where the text has it. */
  readonly ended?: string;
}

/**
 * Periods in text order, never overlapping: `FY22`, `fiscal 2022`, `Q3 2022`, `3Q22`, `2022 Q3`, `third quarter of 2022`, `1H23`, `for the
 * fiscal year ended June 30, 2023`, `quarterly period ended September 30, 2022`. A fiscal year that a text names by its end has the
 * year of its last day.
 */
export function findPeriods(text: string, language: Language): readonly PeriodSpan[] {
  const found: PeriodSpan[] = [];
  const grammar = grammarOf(language);
  grammar.lastIndex = 0;
  for (let match = grammar.exec(text); match; match = grammar.exec(text)) {
    const period = periodOf(match, text, language);
    if (period) {
      found.push(period);
      grammar.lastIndex = period.end;
    }
  }
  return found;
}

/** The longest date, with what may be before it: `on Saturday,`. */
const dateChars = 48;

function periodOf(match: RegExpExecArray, text: string, language: Language): PeriodSpan | undefined {
  const { 0: written, index: start, groups = {} } = match;
  const end = start + written.length;
  const parts = new Map(
    Object.entries(groups).flatMap(([name, value]) => (value === undefined ? [] : [[name.replace(/\d+$/, ''), value]])),
  );
  const ended = parts.has('yearEnded') ? 'year' : parts.has('quarterEnded') ? 'quarter' : undefined;
  if (ended === undefined) {
    const year = fullYear(parts.get('year') ?? '');
    const nth = nthOf(parts, language);
    const name = parts.has('half') ? `H${nth}` : parts.has('quarter') ? `Q${nth}` : 'fiscal year';
    return { start, end, value: `${name} ${year}`, year };
  }
  const [date] = findDates(text.slice(end, end + dateChars), language);
  const { years, month, day } = date?.readings[0] ?? {};
  if (
    !date ||
    !years ||
    month === undefined ||
    day === undefined ||
    !/^\P{L}*(?:\p{L}{2,9}\P{L}+)?$/u.test(text.slice(end, end + date.start))
  )
    return undefined;
  const last = [years[1], month, day].map((number) => String(number).padStart(2, '0')).join('-');
  const value = ended === 'year' ? `fiscal year ${years[1]}` : `quarter ended ${last}`;
  return { start, end: end + date.end, value, year: years[1], ended: last };
}

function fullYear(written: string): number {
  const year = Number(written);
  return written.length > 2 ? year : year + (year < 50 ? 2000 : 1900);
}

function nthOf(parts: ReadonlyMap<string, string>, { periods }: Language): number {
  const written = (parts.get('quarter') ?? parts.get('half') ?? '').toLowerCase();
  return /^\d$/.test(written) ? Number(written) : periods.ordinals.indexOf(written) + 1;
}

/** Groups are numbered by form, as a name may not occur twice. */
const grammarOf = perLanguage(({ periods }) => {
  const begin = '(?<![\\p{L}\\p{N}])';
  const gap = "[ \\u00a0_,/'’-]{0,3}";
  const fiscal = '(?:FY|CY)?';
  const year = (i: number): string => `(?<year${i}>(?:19|20)\\d\\d|(?<=[FCHQ]Y?['’]?|['’]|${begin}[1-4][QH])\\d\\d)(?![\\p{L}\\p{N}])`;
  const forms = [
    `${begin}Q(?<quarter0>[1-4])${gap}${fiscal}${gap}${year(0)}`,
    `${begin}(?<quarter1>[1-4])Q${gap}${fiscal}${gap}${year(1)}`,
    `${begin}(?<year2>(?:19|20)\\d\\d)${gap}Q(?<quarter2>[1-4])(?![\\p{L}\\p{N}])`,
    `${begin}H(?<half3>[12])${gap}${fiscal}${gap}${year(3)}`,
    `${begin}(?<half4>[12])H${gap}${fiscal}${gap}${year(4)}`,
    `${begin}(?<year5>(?:19|20)\\d\\d)${gap}H(?<half5>[12])(?![\\p{L}\\p{N}])`,
    `${begin}FY${gap}(?:(?:(?:19|20)?\\d\\d)[/–-])?(?<year6>(?:19|20)\\d\\d|\\d\\d)(?![\\p{L}\\p{N}])`,
  ];
  const { ordinals, quarter, half, fiscalYear, of, yearEnded, quarterEnded } = periods;
  const whole = (i: number): string => `(?<year${i}>(?:19|20)\\d\\d)(?!\\d)`;
  const nth = ordinals.join('|');
  const all = [
    ...forms,
    `${begin}(?<yearEnded>${yearEnded})`,
    `${begin}(?<quarterEnded>${quarterEnded})`,
    `${begin}(?<quarter7>${nth})[\\s-](?:${fiscalYear}\\s)?${quarter},?\\s(?:${of}\\s)?(?:${fiscalYear}\\s)?${whole(7)}`,
    `${begin}(?<half8>${nth})[\\s-]${half},?\\s(?:${of}\\s)?(?:${fiscalYear}\\s)?${whole(8)}`,
    `${begin}${fiscalYear}\\s(?:${of}\\s)?${whole(9)}`,
    `${begin}(?<year10>(?:19|20)\\d\\d)\\s${fiscalYear}(?!\\p{L})`,
  ];
  return new RegExp(all.join('|'), 'giu');
});
