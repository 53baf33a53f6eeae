import { assumedLanguage } from '../../language/assumed.ts';
import { findQuoted } from '../../language/names.ts';
import type { AskedAnswer } from './askedAnswer.ts';
import { findCountries, findDates, findNames, findNumbers, functionWords, isDemonym, wordsOf } from './language.ts';

/** A piece of a sentence that may be the answer; offsets are those of the sentence. */
export interface Candidate {
  readonly start: number;
  readonly end: number;
  readonly form: Form;
  /** How well its own form and the word before it fit the kind of answer, 0–1. */
  readonly fit: number;
}

export const forms = ['name', 'part', 'quoted', 'country', 'date', 'year', 'number', 'counted', 'phrase', 'title'] as const;
export type Form = (typeof forms)[number];

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
      return [...quoted(sentence, asked), ...names(sentence, asked)];
    case 'thing':
      return [...quoted(sentence, asked), ...names(sentence, asked), ...amounts(sentence, asked), ...phrases(sentence)];
    case 'reason':
      return [];
  }
}

function dates(sentence: string, { head }: AskedAnswer): readonly Candidate[] {
  return findDates(sentence).flatMap(({ start, end, isBareYear, readings: [{ years, month, day }] }): Candidate[] => {
    if (head === 'century' && (years === undefined || years[1] - years[0] < 99)) return [];
    const fit = isBareYear ? 0.6 : day !== undefined ? 1 : month !== undefined ? 0.8 : 0.5;
    const year = /(?<!\d)\d{3,4}(?!\d)/u.exec(sentence.slice(start, end));
    const whole: Candidate = { start, end, form: isBareYear ? 'year' : 'date', fit };
    if (isBareYear || year === null || month === undefined) return [whole];
    const only: Candidate = {
      start: start + year.index,
      end: start + year.index + year[0].length,
      form: 'year',
      fit: head === 'year' ? 1 : 0.3,
    };
    return head === 'year' ? [only] : [whole, only];
  });
}

/** Numbers, alone and with the word that they count. One without the unit asked for is none. */
function amounts(sentence: string, { unit, counted, kind }: AskedAnswer): readonly Candidate[] {
  const taken = findDates(sentence);
  return findNumbers(sentence).flatMap(({ start, end, kind: measured }): Candidate[] => {
    if (taken.some((date) => start < date.end && date.start < end)) return [];
    if (unit !== null && unit !== '' && measured !== unit) return [];
    if (
      unit === '' &&
      measured !== undefined &&
      counted !== null &&
      !sentence.slice(start, end).toLowerCase().includes(assumedLanguage.singular(counted))
    )
      return [];
    const next = /^[\s-](\p{L}+)/u.exec(sentence.slice(end, end + 24));
    const isCounted =
      counted !== null && next?.[1] !== undefined && assumedLanguage.singular(next[1].toLowerCase()) === assumedLanguage.singular(counted);
    const fit = isCounted ? 1 : unit !== null && unit !== '' ? 1 : kind === 'thing' ? 0.4 : 0.6;
    const bare: Candidate = { start, end, form: 'number', fit };
    const digits = measured === undefined ? null : /^[$£€]?[\d.,]+/u.exec(sentence.slice(start, end));
    const short: Candidate[] =
      digits === null || digits[0].length === end - start ? [] : [{ ...bare, end: start + digits[0].length, fit: 0.4 }];
    // `How many turbines` has said what is counted.
    if (counted !== null || next?.[1] === undefined || functionWords.has(next[1].toLowerCase())) return [bare, ...short];
    return [bare, ...short, { start, end: end + next[0].length, form: 'counted', fit: 0.4 }];
  });
}

function countries(sentence: string, isNationality: boolean): readonly Candidate[] {
  return findCountries(sentence).map(({ start, end }) => ({
    start,
    end,
    form: 'country',
    fit: isDemonym(sentence.slice(start, end)) === isNationality ? 1 : 0.6,
  }));
}

function quoted(sentence: string, { kind }: AskedAnswer): readonly Candidate[] {
  if (kind === 'person' || kind === 'place') return [];
  return findQuoted(sentence).map(({ start, end }) => ({ start, end, form: 'quoted', fit: kind === 'work' ? 1 : 0.7 }));
}

/** Names, without the honorific, and the parts between commas and conjunctions. */
function names(sentence: string, asked: AskedAnswer): readonly Candidate[] {
  const taken = findDates(sentence);
  return listed(sentence, findNames(sentence)).flatMap((found): Candidate[] => {
    if (taken.some((date) => found.start < date.end && date.start < found.end)) return [];
    const { start, end } = trimmed(sentence, found);
    const text = sentence.slice(start, end);
    // PEP 484 is no person.
    if (reading.months.test(text) || (asked.kind === 'person' ? /\d/u : /^\d/u).test(text)) return [];
    const before = sentence.slice(Math.max(0, start - 16), start);
    const of = (from: number, to: number, form: Form): Candidate[] => {
      const fit = fitOf(sentence.slice(from, to), before, asked);
      return fit > 0 && to > from ? [{ start: from, end: to, form, fit }] : [];
    };
    const honorific = asked.kind === 'person' ? (reading.honorifics.exec(text)?.[0].length ?? 0) : 0;
    const parts = honorific > 0 ? of(start + honorific, end, 'name') : [];
    const split = /^(.{3,}?)(?:,\s|\s(?:and|of the|of)\s)/u.exec(text);
    const first = split?.[1] === undefined ? [] : of(start, start + split[1].length, 'part');
    return [...parts, ...of(start, end, honorific > 0 ? 'part' : 'name'), ...first];
  });
}

interface Place {
  readonly start: number;
  readonly end: number;
}

/** The names, and two that a conjunction joins as one. */
function listed(sentence: string, found: readonly Place[]): readonly Place[] {
  const pairs = found.flatMap((name, i) => {
    const next = found[i + 1];
    const between = next === undefined ? '' : sentence.slice(name.end, next.start).trim();
    return next !== undefined && reading.conjunctions.has(between) ? [{ start: name.start, end: next.end }] : [];
  });
  return [...found, ...pairs];
}

function trimmed(sentence: string, { start, end }: Place): Place {
  const text = sentence.slice(start, end);
  const point = /\.$/u.test(text) && !/(?:\b\p{Lu}|\b(?:Jr|Sr|Inc|Ltd|Co|St))\.$/u.test(text) ? 1 : 0;
  // `Boston-based` has the name of the place.
  return { start, end: start + (reading.origins.exec(text)?.index ?? text.length - point) };
}

function fitOf(name: string, before: string, { kind }: AskedAnswer): number {
  const isOrganization = reading.organizations.test(name);
  const isPlace = reading.places.test(name);
  const follows = /(?<!\p{L})(\p{L}+)(?:\s\p{L}+)?\s$/u.exec(before);
  const isWhere =
    reading.where.has(follows?.[1]?.toLowerCase() ?? '') || reading.where.has(/(\p{L}+)\s$/u.exec(before)?.[1]?.toLowerCase() ?? '');
  const [country] = findCountries(name);
  const isCountry = country !== undefined && country.end - country.start === name.length;
  if (isCountry && isDemonym(name)) return kind === 'thing' ? 0.4 : 0;
  if (country?.start === 0 && !isCountry && isDemonym(name.slice(0, country.end)) && kind !== 'thing' && kind !== 'work') return 0;
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
      return isOrganization ? (isWhere ? 0.6 : 0.2) : isPlace || isCountry ? (isWhere ? 1 : 0.8) : isWhere ? 1 : 0.4;
    case 'organization':
      return isOrganization ? 1 : isCountry || isPlace ? 0.2 : 0.6;
    default:
      return 0.7;
  }
}

/** One that begins like a title (`Under Women's Feet`) or ends with a country (`Northern Ireland`, but not `Henry III of England`). */
function isNoPerson(name: string): boolean {
  const words = wordsOf(name);
  const last = findCountries(name).findLast(({ end }) => end === name.length);
  const beforeLast = last === undefined ? undefined : words.findLast(({ end }) => end <= last.start);
  const endsWithCountry = last !== undefined && !isDemonym(name.slice(last.start)) && !reading.prepositions.has(beforeLast?.fold ?? 'of');
  const first = words[0]?.fold ?? '';
  return name.length < 2 || reading.noPersons.test(name) || endsWithCountry || (functionWords.has(first) && !articles.includes(first));
}

/** Groups of nouns: runs of at most five words without function words, with what follows after `of`. */
function phrases(sentence: string): readonly Candidate[] {
  const words = wordsOf(sentence);
  const found: Candidate[] = [];
  let from = 0;
  while (from < words.length) {
    const to = groupEnd(sentence, words, from);
    if (to === from) {
      from++;
      continue;
    }
    const [first, last] = [words[from], words[to - 1]];
    if (first && last) {
      const whole: Candidate = { start: first.start, end: last.end, form: 'phrase', fit: 0.5 };
      found.push(whole);
      const shorter = words[from + 1];
      if (to - from > 1 && shorter) found.push({ ...whole, start: shorter.start, fit: 0.3 });
      const before = words[to - 2];
      if (to - from > 1 && before) found.push({ ...whole, end: before.end, fit: 0.3 });
      if (words[to]?.fold === 'of') {
        const after = articles.includes(words[to + 1]?.fold ?? '') ? to + 2 : to + 1;
        const further = words[groupEnd(sentence, words, after) - 1];
        if (further && further.end > whole.end) found.push({ ...whole, end: further.end, fit: 0.4 });
      }
    }
    from = to;
  }
  return found;
}

function groupEnd(sentence: string, words: ReturnType<typeof wordsOf>, from: number): number {
  let to = from;
  while (to < words.length && to - from < 5) {
    const word = words[to];
    if (!word || functionWords.has(word.fold)) break;
    if (to > from && !/^[\s-]$/u.test(sentence.slice(words[to - 1]?.end, word.start))) break;
    to++;
  }
  return to;
}
