/** Years and parts of them for which something is reported, in one form: FY 2022, fiscal year 2022 and 2022 are equal, Q3 2022 and 3Q22. */
import { perLanguage, type Language } from './language.ts';

export interface Period {
  readonly year: number;
  /** Undefined for the whole year. */
  readonly part?: PeriodPart;
}

type PeriodPart = 'Q1' | 'Q2' | 'Q3' | 'Q4' | 'H1' | 'H2';

interface PeriodSpan extends Period {
  readonly start: number;
  readonly end: number;
}

/** In text order, never overlapping. A bare number counts as a year between 1900 and 2099. Underscores separate, as in names of files. */
export function periodsIn(text: string, language: Language): readonly PeriodSpan[] {
  return [...text.matchAll(grammarOf(language))].map(({ index, 0: written, groups = {} }) => {
    const of = (name: string): string | undefined => Object.entries(groups).find(([key, value]) => value && key.startsWith(name))?.[1];
    const [quarter, half, ordinal] = [of('quarter'), of('half'), of('ordinal')];
    const number =
      ordinal === undefined ? quarter : String(language.numbers.ordinals.get(ordinal.toLowerCase()) ?? Number.parseInt(ordinal, 10));
    const part = half === undefined ? number && `Q${number}` : `H${half}`;
    return {
      start: index,
      end: index + written.length,
      year: fullYear(of('year') ?? ''),
      ...(part === undefined ? {} : { part: part as PeriodPart }),
    };
  });
}

/** `2022`, `2022 Q3`: equal for equal periods, and in order of time within a year. */
export function periodKey({ year, part }: Period): string {
  return part === undefined ? String(year) : `${year} ${part}`;
}

function fullYear(written: string): number {
  const year = Number(written);
  return written.length > 2 ? year : year + (year < 70 ? 2000 : 1900);
}

/** Groups are numbered by form, as a name may not occur twice. */
const grammarOf = perLanguage(({ periods, numbers }) => {
  const fiscal = `(?:FY|${periods.fiscalYear})`;
  const between = `[\\s_,-]{0,3}(?:${periods.of}\\s{1,3})?(?:${fiscal}\\s{0,3})?`;
  const ordinal = `${periods.ordinals.join('|')}|[1-4](?:${numbers.ordinalEnding})`;
  const forms = [
    `Q(?<quarter1>[1-4])${between}'?(?<year1>(?:19|20)\\d\\d|\\d\\d)`,
    `H(?<half2>[12])${between}'?(?<year2>(?:19|20)\\d\\d|\\d\\d)`,
    `(?<quarter3>[1-4])Q${between}'?(?<year3>(?:19|20)\\d\\d|\\d\\d)`,
    `(?<half4>[12])H${between}'?(?<year4>(?:19|20)\\d\\d|\\d\\d)`,
    `(?:FY)?(?<year5>(?:19|20)\\d\\d)[\\s_-]{0,3}(?:Q(?<quarter5>[1-4])|(?<quarterBefore5>[1-4])Q)`,
    `(?:FY)?(?<year6>(?:19|20)\\d\\d)[\\s_-]{0,3}(?:H(?<half6>[12])|(?<halfBefore6>[12])H)`,
    `(?<ordinal7>${ordinal})[\\s-]{1,3}${periods.quarter}${between}'?(?<year7>(?:19|20)\\d\\d)`,
    `${fiscal}[\\s_-]{0,3}'?(?<year8>(?:19|20)\\d\\d|\\d\\d)`,
    `(?<![.,$€£])(?<year9>(?:19|20)\\d\\d)(?![.,]\\d|\\s?%)`,
  ];
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms.join('|')})(?![\\p{L}\\p{N}])`, 'giu');
});
