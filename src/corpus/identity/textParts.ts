import { findDates } from '../../language/dates.ts';
import type { Language } from '../../language/language.ts';
import { findPeriods, isBareYear, type PeriodSpan } from '../../language/periods.ts';
import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';
import { datePart } from './dateParts.ts';
import type { OwnWords } from './ownWords.ts';

/** Longer lines are prose, which speaks of other documents and periods too. */
const maxLineChars = 120;
const maxDateChars = 48;
const maxBesideDate = 16;

/** What a title or another prominent line says. */
export function textParts(line: string, from: IdentitySource, own: OwnWords, periods: DocumentPeriods): readonly IdentityPart[] {
  const parts: IdentityPart[] = [];
  // Everything that follows has one.
  if (!/\d/.test(line)) return parts;
  const put = (kind: IdentityPart['kind'], value: string, written: string): void => {
    parts.push({ kind, value, from, ...(written === value ? {} : { written }) });
  };
  const isShort = line.length <= maxLineChars;
  for (const period of periods.in(line))
    if (isShort || period.ended !== undefined)
      for (const value of period.values) put('period', value, line.slice(period.start, period.end));
  if (!isShort) return parts;
  const [numbered, series, number] = /^(\p{Lu}{2,8})[ -]0*(\d{1,6})(?=\s*(?:[:–—]|-\s|$))/u.exec(line) ?? [];
  if (numbered !== undefined) put('number', `${series} ${number}`, numbered);
  const [stated, version] = /(?<![\p{L}\d])v(?:er(?:sion)?)?[. ]?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\d])/iu.exec(line) ?? [];
  if (stated !== undefined) put('version', `v${version}`, stated);
  for (const { 0: word } of line.matchAll(/(?<![\p{L}\p{N}-])(?:\d{1,3}-?\p{Lu}{1,3}|\p{Lu}{1,3}-?\d{1,3})(?![\p{L}\p{N}-])/gu)) {
    const kind = own.designated(word);
    if (kind !== undefined) put('type', kind, word);
  }
  // A line that is a date, with at most a word or two about it.
  const [date] = line.length <= maxDateChars ? findDates(line, periods.language) : [];
  const value = date && datePart(date);
  if (date && value !== undefined && !date.isBareYear && line.length - (date.end - date.start) <= maxBesideDate)
    put('date', value, line.slice(date.start, date.end));
  return parts;
}

/** Periods as the document itself calls them, which only its text shows where a year does not end in December. */
export class DocumentPeriods {
  readonly language: Language;
  readonly #sample: readonly string[];
  #counts: ReadonlyMap<string, number> | undefined;

  constructor(sample: readonly string[], language: Language) {
    this.#sample = sample;
    this.language = language;
  }

  /** @returns with the values of each, the best one first */
  in(text: string): readonly (PeriodSpan & { readonly values: readonly string[] })[] {
    return findPeriods(text, this.language).flatMap((period) =>
      isBareYear(period) ? [] : [{ ...period, values: this.#valuesOf(period) }],
    );
  }

  #valuesOf({ value, year, ended }: PeriodSpan): readonly string[] {
    if (ended === undefined) return [value];
    if (value.startsWith('quarter')) {
      const name = this.#latest([year, year + 1].flatMap((of) => [1, 2, 3, 4].map((nth) => `Q${nth} ${of}`)));
      return name === undefined ? [value] : [name, value];
    }
    // A year that ends in its first weeks is called after the one before by some.
    return ended.slice(5) > '02-15' ? [value] : [this.#latest([`fiscal year ${year - 1}`, value]) ?? value];
  }

  /** Of some values, in time order, the last one that the text names about as often as any: it compares with earlier ones. */
  #latest(values: readonly string[]): string | undefined {
    this.#counts ??= countsOf(this.#sample.flatMap((text) => findPeriods(text, this.language).map((period) => period.value)));
    const times = values.map((value) => this.#counts?.get(value) ?? 0);
    const enough = Math.max(2, Math.max(...times) / 3);
    return values.findLast((_, i) => times[i]! >= enough);
  }
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
