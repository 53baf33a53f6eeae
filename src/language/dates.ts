/** A date written in a text, as precise as it was written. */
export interface DateSpan {
  readonly start: number;
  readonly end: number;
  readonly year: number;
  /** 1–12. */
  readonly month: number | null;
  readonly day: number | null;
}

/**
 * Dates in text order, never overlapping: `14 September 1911`, `September 14, 1911`, `14th of September, 1911`, `September 1911`, `1911-09-14`,
 * `1911`, `c. 1580`, `480 BC`. A bare number counts as a year only between 1000 and 2199, so that quantities stay quantities.
 */
export function findDates(text: string): DateSpan[] {
  const spans: DateSpan[] = [];
  for (const match of text.matchAll(DATE)) {
    const groups = match.groups ?? {};
    const year = Number(groups['y1'] ?? groups['y2'] ?? groups['y3'] ?? groups['y4'] ?? groups['y5'] ?? groups['y6']);
    const monthName = groups['m1'] ?? groups['m2'] ?? groups['m3'];
    const month = monthName === undefined ? numberOrNull(groups['m4']) : MONTHS.indexOf(monthName.slice(0, 3).toLowerCase()) + 1;
    const sign = /\bB\.?C/u.test(match[0]) ? -1 : 1;
    spans.push({
      start: match.index,
      end: match.index + match[0].length,
      year: sign * year,
      month,
      day: numberOrNull(groups['d1'] ?? groups['d2'] ?? groups['d4']),
    });
  }
  return spans;
}

/** The first date of a text, or null. */
export function parseDate(text: string): DateSpan | null {
  return (
    findDates(text)[0] ??
    /^\s*(\d{3,4})\s*$/u
      .exec(text)
      ?.slice(1)
      .map((year) => ({ start: 0, end: text.length, year: Number(year), month: null, day: null }))[0] ??
    null
  );
}

/** Negative when `a` is earlier, positive when later, 0 when equal to the precision both have; null when that precision cannot tell them apart. */
export function compareDates(a: DateSpan, b: DateSpan): number | null {
  if (a.year !== b.year) return a.year - b.year;
  if (a.month === null || b.month === null) return a.month === b.month ? 0 : null;
  if (a.month !== b.month) return a.month - b.month;
  if (a.day === null || b.day === null) return a.day === b.day ? 0 : null;
  return a.day - b.day;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTH =
  '(?:Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?|July?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?)';
const DAY = '(?:(?<![\\d.,])|(?<=(?<!\\d)[12]\\d{3}))(?:[12]\\d|3[01]|0?[1-9])(?!\\d)(?:st|nd|rd|th)?';
const YEAR = `\\d{3,4}(?!\\d(?!\\d?\\s${MONTH}))(?:\\s*(?:BCE?|B\\.C\\.)(?![a-z]))?`;
const DATE = new RegExp(
  [
    `(?<y4>\\b\\d{4})-(?<m4>0\\d|1[0-2])-(?<d4>[0-3]\\d)(?!\\d)`,
    `(?<d1>${DAY})\\s+(?:of\\s+)?(?<m1>${MONTH}),?\\s+(?<y1>${YEAR})`,
    `\\b(?<m2>${MONTH})\\s+(?<d2>${DAY})(?:\\s*,\\s*|\\s+)(?<y2>${YEAR})`,
    `\\b(?<m3>${MONTH}),?\\s+(?:of\\s+)?(?<y3>\\d{4})(?!\\d)`,
    `(?<![\\p{L}\\d])(?<y6>\\d{1,4})\\s*(?:BCE?\\b|B\\.C\\.)`,
    `(?<![\\p{L}\\d.,$£€/#-]|\\d[–−])(?<y5>1\\d{3}|20\\d\\d|21\\d\\d)(?![\\d%°]|[.,]\\d|\\s*(?:km|m|mi|ft|feet|met(?:re|er)s?|tons?|tonnes|people|inhabitants|[kMG]?W|crowns|pounds|dollars|acres|ha)\\b)`,
  ].join('|'),
  'gu',
);

function numberOrNull(text: string | undefined): number | null {
  return text === undefined ? null : Number.parseInt(text, 10);
}
