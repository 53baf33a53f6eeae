import { assumedLanguage } from '../../language/assumed.ts';
import type { NameSpan } from '../../language/names.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import { findCountries, isDemonym } from '../../language/countries.ts';
import { findDates, hasYear } from '../../language/dates.ts';
import { english } from '../../language/english.ts';
import { findNames } from '../../language/names.ts';
import { findNumbers } from '../../language/numbers.ts';
import { wordsOf } from '../../language/words.ts';

/** A piece of a sentence that may be the answer; offsets are those of the sentence. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly kind: CandidateKind;
  /** How well its own words and the word before it fit the kind of answer, 0–1. */
  readonly fit: number;
}

type CandidateKind = 'name' | 'part' | 'country' | 'date' | 'year' | 'number' | 'title';

const mostInSentence = 60;
const { reading, articles } = assumedLanguage;

/** Candidates of the kind asked for, each place once. Another kind is no answer: a month is no person, a number no place. */
export function candidatesIn(sentence: string, asked: AskedAnswer): readonly Candidate[] {
  const found = new Map<string, Candidate>();
  for (const candidate of candidatesOf(sentence, asked)) {
    const key = `${candidate.start} ${candidate.end}`;
    if (candidate.end > candidate.start && !found.has(key)) found.set(key, candidate);
    if (found.size >= mostInSentence) break;
  }
  return [...found.values()];
}

function candidatesOf(sentence: string, asked: AskedAnswer): readonly Candidate[] {
  switch (asked.kind) {
    case 'date':
      return dates(sentence, asked);
    case 'amount':
      return amounts(sentence, asked);
    case 'country':
      return countries(sentence, asked.head !== 'country');
    case 'person':
    case 'place':
    case 'organization':
    case 'work':
    case 'thing':
      return names(sentence, asked);
    case 'reason':
      return [];
  }
}

function dates(sentence: string, { head }: AskedAnswer): readonly Candidate[] {
  return findDates(sentence, english)
    .filter(hasYear)
    .flatMap(({ start, end, isBareYear, readings: [{ years, month, day }] }): Candidate[] => {
      if (head === 'century' && (years === undefined || years[1] - years[0] < 99)) return [];
      const fit = isBareYear ? 0.6 : day !== undefined ? 1 : month !== undefined ? 0.8 : 0.5;
      const year = /(?<!\d)\d{3,4}(?!\d)/u.exec(sentence.slice(start, end));
      const whole: Candidate = { start, end, kind: isBareYear ? 'year' : 'date', fit };
      if (isBareYear || year === null || month === undefined) return [whole];
      const only: Candidate = {
        start: start + year.index,
        end: start + year.index + year[0].length,
        kind: 'year',
        fit: head === 'year' ? 1 : 0.3,
      };
      return head === 'year' ? [only] : [whole, only];
    });
}

/** Numbers with the unit asked for, with it and without. */
function amounts(sentence: string, { unit, counted }: AskedAnswer): readonly Candidate[] {
  const taken = findDates(sentence, english).filter(hasYear);
  return findNumbers(sentence, english)
    .filter(({ says }) => says === 'how many')
    .flatMap(({ start, end, kind: measured }): Candidate[] => {
      if (taken.some((date) => start < date.end && date.start < end)) return [];
      if (unit !== null && unit !== '' && measured !== unit) return [];
      const noun = counted === null ? null : assumedLanguage.singular(counted);
      const isOfNoun = noun !== null && sentence.slice(start, end).toLowerCase().includes(noun);
      if (unit === '' && measured !== undefined && noun !== null && !isOfNoun) return [];
      const next = /^[\s-](\p{L}+)/u.exec(sentence.slice(end, end + 24))?.[1]?.toLowerCase() ?? '';
      const isCounted = noun !== null && next !== '' && assumedLanguage.singular(next) === noun;
      const bare: Candidate = { start, end, kind: 'number', fit: isCounted || (unit !== null && unit !== '') ? 1 : 0.6 };
      const digits = measured === undefined ? undefined : /^[$£€]?[\d.,]+/u.exec(sentence.slice(start, end))?.[0].length;
      return digits === undefined || digits === end - start ? [bare] : [bare, { ...bare, end: start + digits, fit: 0.4 }];
    });
}

function countries(sentence: string, isNationality: boolean): readonly Candidate[] {
  return findCountries(sentence, english).map(({ start, end }) => ({
    start,
    end,
    kind: 'country',
    fit: isDemonym(sentence.slice(start, end), english) === isNationality ? 1 : 0.6,
  }));
}

/** Names, without the honorific, and the parts between commas and conjunctions. */
function names(sentence: string, asked: AskedAnswer): readonly Candidate[] {
  const taken = findDates(sentence, english).filter(hasYear);
  return findNames(sentence, english).flatMap((found): Candidate[] => {
    if (taken.some((date) => found.start < date.end && date.start < found.end)) return [];
    const { start, end } = trimmed(sentence, found);
    const text = sentence.slice(start, end);
    // PEP 484 is no person.
    if (reading.months.test(text) || (asked.kind === 'person' ? /\d/u : /^\d/u).test(text)) return [];
    const isOrigin = reading.origins.exec(sentence.slice(end))?.index === 0;
    const before = isOrigin ? 'from ' : sentence.slice(Math.max(0, start - 24), start);
    const of = (from: number, to: number, kind: CandidateKind): Candidate[] => {
      const fit = fitOf(sentence.slice(from, to), before, asked);
      return fit > 0 && to > from ? [{ start: from, end: to, kind, fit }] : [];
    };
    const honorific = asked.kind === 'person' ? (reading.honorifics.exec(text)?.[0].length ?? 0) : 0;
    const parts = honorific > 0 ? of(start + honorific, end, 'name') : [];
    const split = /^(.{3,}?)(?:,\s|\s(?:and|of the|of)\s)/u.exec(text);
    const first = split?.[1] === undefined ? [] : of(start, start + split[1].length, 'part');
    return [...parts, ...of(start, end, honorific > 0 ? 'part' : 'name'), ...first];
  });
}

function trimmed(sentence: string, { start, end }: NameSpan): NameSpan {
  const text = sentence.slice(start, end);
  const point = /\.$/u.test(text) && !/(?:\b\p{Lu}|\b(?:Jr|Sr|Inc|Ltd|Co|St))\.$/u.test(text) ? 1 : 0;
  // `Boston-based` has the name of the place.
  return { start, end: start + (reading.origins.exec(text)?.index ?? text.length - point) };
}

function fitOf(name: string, before: string, { kind, head }: AskedAnswer): number {
  const isOrganization = reading.organizations.test(name);
  const isPlace = reading.places.test(name);
  const [second = '', first = ''] = wordsOf(before, english)
    .map(({ fold }) => fold)
    .slice(-2);
  const isOf = first === reading.owning;
  const isAfter = isOf ? reading.heads.get(second) === 'place' : reading.where.has(first) || reading.where.has(second);
  const isWhere = isAfter || /[,;:(–—]\s?$/u.test(before);
  const [country] = findCountries(name, english);
  const isCountry = country !== undefined && country.end - country.start === name.length;
  if (isCountry && isDemonym(name, english)) return kind === 'thing' ? 0.4 : 0;
  if (country?.start === 0 && !isCountry && isDemonym(name.slice(0, country.end), english) && kind !== 'thing' && kind !== 'work') return 0;
  switch (kind) {
    case 'person':
      return isCountry || isPlace || isNoPerson(name)
        ? 0
        : isOrganization
          ? 0.3
          : /^\p{Lu}{2,6}$/u.test(name)
            ? 0.3
            : /\s/u.test(name)
              ? 1
              : 0.7;
    case 'place':
      // The Orrin Sound is no river.
      if (head !== null && isKindOfPlace(head) && isPlace && !name.toLowerCase().includes(head)) return 0;
      return isOrganization ? (isAfter ? 0.6 : 0) : isPlace || isCountry ? (isAfter ? 1 : 0.8) : isAfter ? 1 : isWhere ? 0.4 : 0;
    case 'organization':
      return isOrganization ? 1 : isCountry || isPlace ? 0.2 : 0.6;
    default:
      return 0.7;
  }
}

function isKindOfPlace(noun: string): boolean {
  return reading.places.test(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}`);
}

/** One that begins like a title (`Under Women's Feet`) or ends with a country (`Northern Ireland`, but not `Henry III of England`). */
function isNoPerson(name: string): boolean {
  const words = wordsOf(name, english);
  const last = findCountries(name, english).findLast(({ end }) => end === name.length);
  const beforeLast = last === undefined ? undefined : words.findLast(({ end }) => end <= last.start);
  const endsWithCountry =
    last !== undefined && !isDemonym(name.slice(last.start), english) && !reading.prepositions.has(beforeLast?.fold ?? 'of');
  const first = words[0]?.fold ?? '';
  return (
    name.length < 2 || reading.noPersons.test(name) || endsWithCountry || (english.functionWords.has(first) && !articles.includes(first))
  );
}
