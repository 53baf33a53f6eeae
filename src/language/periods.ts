/** Years and parts of them for which something is reported. FY 2022, fiscal year 2022 and 2022 are equal, and so are Q3 2022 and 3Q22. */
import { findDates } from './dates.ts';
import { perLanguage, type Language } from './language.ts';

export interface Period {
  /** The year in its name, or in which it ended. */
  readonly year: number;
  /** Undefined for the whole year, and for one of which only the last day is known. */
  readonly part?: PeriodPart;
}

type PeriodPart = 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2';

/** A period that a text names. */
export interface PeriodSpan extends Period {
  readonly start: number;
  readonly end: number;
  /** Equal for all ways to write one: `fiscal year 2022`, `Q3 2022`, `H1 2023`, `quarter ended 2022-09-30`; `2022` for a bare year. */
  readonly value: string;
  /** Its last day, `2022-09-30`, where the text has it. */
  readonly ended?: string;
}

/**
 * Periods in text order, never overlapping: `FY22`, `fiscal 2022`, `Q3 2022`, `3Q22`, `2022 Q3`, `third quarter of 2022`, `1H23`, `for the
 * fiscal year ended June 30, 2023`, `quarterly period ended September 30, 2022`. A fiscal year that a text names by its end has the
 * year of its last day. A bare number counts as a year between 1900 and 2099. Underscores separate, as in names of files.
 */
export function findPeriods(text: string, language: Language): readonly PeriodSpan[] {
  const found: PeriodSpan[] = [];
  if (!/\d/.test(text)) return found;
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
    if (parts.has('bare')) return { start, end, value: written, year: Number(written) };
    const nth = nthOf(parts, language);
    const part = parts.has('half') ? `H${nth}` : parts.has('quarter') ? `Q${nth}` : undefined;
    return { start, end, value: `${part ?? 'fiscal year'} ${year}`, year, ...(part === undefined ? {} : { part: part as PeriodPart }) };
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

/** `2022`, `2022 Q3`: equal for equal periods, and in order of time within a year. */
export function periodKey({ year, part }: Period): string {
  return part === undefined ? String(year) : `${year} ${part}`;
}

/** Whether a period is a number alone. */
export function isBareYear({ value }: Pick<PeriodSpan, 'value'>): boolean {
  return value.length === 4;
}

function fullYear(written: string): number {
  const year = Number(written);
  return written.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

/** From `3`, `third` or `3rd`. */
function nthOf(parts: ReadonlyMap<string, string>, { periods }: Language): number {
  const written = (parts.get('quarter') ?? parts.get('half') ?? '').toLowerCase();
  return Number.parseInt(written, 10) || periods.ordinals.indexOf(written) + 1;
}

/** Groups are numbered by pattern, as a name may not occur twice. */
const grammarOf = perLanguage(({ periods, numbers }) => {
  const { ordinals, quarter, half, of, yearEnded, quarterEnded, fiscalYear } = periods;
  const begin = '(?<![\\p{L}\\p{N}])';
  const gap = "[\\s_,/'’-]{0,3}";
  const fiscal = `(?:FY|CY|${fiscalYear})`;
  const between = `${gap}(?:${of}\\s{1,3})?(?:${fiscal}${gap})?`;
  const whole = '(?:19|20)\\d\\d';
  const year = (i: number): string => `(?<year${i}>${whole}|(?<=[FCHQ]Y?['’]?|['’]|${begin}[1-4][QH])\\d\\d)`;
  const nth = `${ordinals.join('|')}|[1-4](?:${numbers.ordinalEnding})`;
  const forms = [
    `(?<yearEnded>${yearEnded})`,
    `(?<quarterEnded>${quarterEnded})`,
    `Q(?<quarter0>[1-4])${between}${year(0)}`,
    `(?<quarter1>[1-4])Q${between}${year(1)}`,
    `(?:FY)?(?<year2>${whole})${gap}(?:Q(?<quarter2>[1-4])|(?<quarter3>[1-4])Q)`,
    `H(?<half4>[12])${between}${year(4)}`,
    `(?<half5>[12])H${between}${year(5)}`,
    `(?:FY)?(?<year6>${whole})${gap}(?:H(?<half6>[12])|(?<half7>[12])H)`,
    `(?<quarter8>${nth})[\\s-]{1,3}(?:${fiscalYear}\\s)?${quarter}${between}(?<year8>${whole})`,
    `(?<half9>${nth})[\\s-]{1,3}${half}${between}(?<year9>${whole})`,
    `${fiscal}${gap}(?:${of}\\s{1,3})?(?:(?:${whole}|\\d\\d)[/–-])?(?<year10>${whole}|\\d\\d)`,
    `(?<year11>${whole})\\s${fiscalYear}`,
    `(?<![.,$€£])(?<bare>${whole})(?![.,]\\d|\\s?%)`,
  ];
  return new RegExp(`${begin}(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
});
