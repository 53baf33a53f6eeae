import { plainLine } from '../../base/plainText.ts';
import { findDates } from '../../language/dates.ts';
import type { Language } from '../../language/language.ts';
import { findPeriods, isBareYear } from '../../language/periods.ts';
import type { IdentityPart, IdentitySource } from '../../protocol/identity.ts';
import { datePart } from './dateParts.ts';
import type { OwnWords } from './ownWords.ts';

/** File names are short; folders may be called anything. */
const maxChars = 200;

export function stemOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/(?<=.)\.[^.]*$/, '');
}

/**
 * What the name of a file or folder says, taken apart: periods, dates, a version, the number in a series, what is left as names. What
 * programs make up says nothing: numbers of copies and scans, fingerprints.
 * @param own how the document itself writes the words
 */
export function fileNameParts(stem: string, from: IdentitySource, own: OwnWords, language: Language): readonly IdentityPart[] {
  const parts: IdentityPart[] = [];
  const put = (kind: IdentityPart['kind'], value: string, written: string): void => {
    parts.push({ kind, value, from, ...(written === value ? {} : { written }) });
  };
  let rest = plainLine(stem.slice(0, maxChars))
    .replace(/_+/g, ' ')
    .replace(/\s*\(\d{1,3}\)$/, '');
  const take = (start: number, end: number): void => {
    rest = `${rest.slice(0, start)} | ${rest.slice(end)}`;
  };
  rest = rest.replace(madeUp, ' | ');
  for (const period of findPeriods(rest, language).toReversed()) {
    if (isBareYear(period)) continue;
    put('period', period.value, rest.slice(period.start, period.end));
    take(period.start, period.end);
  }
  for (let match = version.exec(rest); match; match = version.exec(rest)) {
    put('version', `v${match[1] ?? ''}`, match[0]);
    take(match.index, match.index + match[0].length);
  }
  rest = rest.replace(/(?<!\d)((?:19|20)\d\d)([-. ]?)(0[1-9]|1[0-2])\2([0-2]\d|3[01])(?!\d)/g, '$1-$3-$4');
  const month = /(?<!\d)(?:19|20)\d\d-(?:0[1-9]|1[0-2])(?![\d-])/.exec(rest);
  if (month) {
    put('date', month[0], month[0]);
    take(month.index, month.index + month[0].length);
  }
  const numbered = /^[\s|-]*(?:(\p{L}{2,12})[\s-]?)?0*(\d{1,6})(?![\p{L}\d.])/u.exec(rest);
  if (numbered) {
    const { 0: written, 1: word, 2: number = '' } = numbered;
    const series = word === undefined ? own.seriesOf(number) : own.isSeries(word, number) ? own.series(word) : undefined;
    const isNumber = series !== undefined || (word === undefined && /\d{3}/.test(written) && !isYear.test(number) && /\p{L}/u.test(rest));
    if (isNumber) put('number', [...(series === undefined ? [] : [series]), number].join(' '), written.trim());
    if (isNumber || (!isYear.test(number) && (word === undefined || !own.has(word)))) take(numbered.index, numbered.index + written.length);
  }
  for (const date of findDates(rest, language).toReversed()) {
    const value = datePart(date);
    if (value === undefined || (date.isBareYear && !isYear.test(value))) continue;
    put(date.isBareYear ? 'period' : 'date', value, rest.slice(date.start, date.end));
    take(date.start, date.end);
  }
  // Beside dashes, a text's year would be part of a number.
  const year = /(?<![\p{L}\d])(?:19|20)\d\d(?![\p{L}\d])/u.exec(rest);
  if (year) {
    put('period', year[0], year[0]);
    take(year.index, year.index + year[0].length);
  }
  for (const phrase of rest.split('|')) for (const { kind, value, written } of namesIn(phrase, own)) put(kind, value, written);
  return parts;
}

/** Fingerprints, identifiers, and long mixtures of letters and digits. */
const madeUp =
  /(?<![\p{L}\p{N}])(?:[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=[\p{L}\d]*\d)(?=[\p{L}\d]*\p{L})[\p{L}\d]{16,}|[\da-f]{16,})(?![\p{L}\p{N}])/giu;
const isYear = /^(?:19|20)\d\d$/;
const version = /(?<![\p{L}\d])v(?:er(?:sion)?)?[. -]?(\d{1,4}(?:\.\d{1,4}){0,3})(?![\p{L}\d])/iu;

interface Written {
  readonly kind: 'name' | 'type';
  readonly value: string;
  readonly written: string;
}

/** Words that follow each other are one name; one with digits in it, or in capitals beside others, is a name alone. */
function* namesIn(phrase: string, own: OwnWords): Generator<Written> {
  const words = phrase.split(/[\s.-]+|(?<=\p{Ll})(?=\p{Lu}\p{Ll})/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
  let open: string[] = [];
  const close = function* (): Generator<Written> {
    const written = open.join(' ');
    open = [];
    if ((written.match(/\p{L}/gu)?.length ?? 0) < 2) return;
    yield { kind: 'name', value: own.nameOf(written), written };
  };
  for (const word of words) {
    if (!/\p{N}/u.test(word)) {
      open.push(word);
      continue;
    }
    yield* close();
    if (!/\p{L}/u.test(word)) continue;
    const designated = own.designated(word);
    yield { kind: designated === undefined ? 'name' : 'type', value: designated ?? word, written: word };
  }
  yield* close();
}
