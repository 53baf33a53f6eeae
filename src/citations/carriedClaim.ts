/** Whether a sentence says no more than its quotes, as far as its words and their order show that. Pure. */
import { assumedLanguage } from '../language/assumed.ts';
import { findDates } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { findNames } from '../language/names.ts';
import { findNumbers } from '../language/numbers.ts';
import { wordsOf } from '../language/words.ts';
import { hedgesOf } from './claimHedges.ts';
import { doubtedName } from './claimNames.ts';
import { contentStems } from './support.ts';
import type { TextRange } from './textRange.ts';
import { contentKeys, contentWordsOf, type ContentWord } from './wordForms.ts';

/**
 * True where all words of a sentence that carry content are words of its quotes, in any form, or of what its documents are known by; where
 * they follow each other as they do in a quote, besides what begins with a preposition in both; and where both are as sure of it, and say
 * it of as much: `may`, `only`, `before`. Its numbers and dates are checked elsewhere. Bounded: of a longer sentence nothing is known.
 */
export function isCarried(claim: string, quotes: readonly string[], known: string, language: Language): boolean {
  const said = contentWordsOf(claim, language);
  const given = quotes.map((quote) => contentWordsOf(quote, language));
  if (said.length > mostWords || given.some((tokens) => tokens.length > mostWords)) return false;
  const values = [...findDates(claim, language), ...findNumbers(claim, language)];
  const checked = [...values, ...hedgesOf(claim, quotes, language)];
  const names = knownNames(claim, [...quotes, known].join('\n'), language);
  const wording = said.filter(({ start, end }) => !checked.some((span) => start < span.end && span.start < end));
  const named = contentKeys(known, language);
  const places = wording.map(({ keys }) => placesOf(keys, given));
  const isNamed = ({ keys, start, end }: ContentWord): boolean =>
    keys.some((key) => named.has(key)) || names.some((name) => start < name.end && name.start < end);
  if (wording.some((word, i) => places[i]?.length === 0 && !isNamed(word))) return false;
  const placed = wording.flatMap((token, i) => (places[i]?.length ? [{ token, places: places[i] }] : []));
  // What only its title says is in no quote.
  if (placed.length < wording.length * leastQuoted || (placed.length === 0 && values.length === 0)) return false;
  const path = shortestPath(placed.map((one) => one.places));
  return areInOrder(placed, path, given, { claim, quotes }, language) && areAsSure(without(claim, checked), quotes, given, path, language);
}

/** Ranges of a text as spaces. */
function without(text: string, ranges: readonly TextRange[]): string {
  return ranges.reduce((left, { start, end }) => left.slice(0, start) + ' '.repeat(end - start) + left.slice(end), text);
}

/** The names of which the quotes have other forms, such as short ones. How names are written is known of English only. */
function knownNames(claim: string, known: string, language: Language): readonly TextRange[] {
  return language === assumedLanguage && doubtedName(claim, known, language) === undefined ? findNames(claim, language) : [];
}

const mostWords = 400;
const leastQuoted = 0.5;

/** Of a word in a quote. */
interface Place {
  readonly quote: number;
  readonly at: number;
}

/** A word that a quote repeats more often is taken where it is first. */
const mostPlaces = 12;

function placesOf(keys: readonly string[], given: readonly (readonly ContentWord[])[]): readonly Place[] {
  const places: Place[] = [];
  for (const [quote, tokens] of given.entries()) {
    for (const [at, token] of tokens.entries()) {
      if (places.length < mostPlaces && token.keys.some((key) => keys.includes(key))) places.push({ quote, at });
    }
  }
  return places;
}

/** One place for each word, so that as few as possible are behind or far from the one before. */
function shortestPath(places: readonly (readonly Place[])[]): readonly Place[] {
  let costs = (places[0] ?? []).map(() => 0);
  const steps: number[][] = [];
  places.forEach((own, i) => {
    if (i === 0) return;
    const before = places[i - 1] ?? [];
    const from = own.map((place) => {
      const each = before.map((other, j) => (costs[j] ?? 0) + distance(other, place));
      return each.indexOf(Math.min(...each));
    });
    costs = own.map((place, j) => (costs[from[j] ?? 0] ?? 0) + distance(before[from[j] ?? 0] ?? place, place));
    steps.push(from);
  });
  let at = costs.indexOf(Math.min(...costs));
  const path: Place[] = [];
  for (let i = places.length - 1; i >= 0; i--) {
    const place = places[i]?.[at];
    if (place) path.unshift(place);
    at = steps[i - 1]?.[at] ?? 0;
  }
  return path;
}

function distance(from: Place, to: Place): number {
  if (from.quote !== to.quote) return 2000;
  return to.at > from.at ? to.at - from.at - 1 : 1000 + (from.at - to.at);
}

interface Texts {
  readonly claim: string;
  readonly quotes: readonly string[];
}

/** Whether all but one stretch begins with a preposition, in both, and no stretch goes over to what another clause says. */
function areInOrder(
  placed: readonly { readonly token: ContentWord }[],
  path: readonly Place[],
  given: readonly (readonly ContentWord[])[],
  { claim, quotes }: Texts,
  language: Language,
): boolean {
  let free = 0;
  for (const [i, place] of path.entries()) {
    const before = path[i - 1];
    const token = placed[i]?.token;
    const tokens = given[place.quote] ?? [];
    const quote = quotes[place.quote] ?? '';
    if (!token) return false;
    const isNext = before?.quote === place.quote && place.at > before.at;
    // In a compound, several have one place.
    if (before?.quote === place.quote && place.at === before.at) continue;
    const between = claim.slice(placed[i - 1]?.token.end ?? 0, token.start);
    if (isNext) {
      if (isOtherClause(quote.slice(tokens[before.at]?.end, tokens[place.at]?.start), between, claim, language)) return false;
    } else {
      const lead = quote.slice(tokens[place.at - 1]?.end ?? 0, tokens[place.at]?.start);
      if (!(endsInPreposition(between, language) && endsInPreposition(lead, language))) free++;
    }
  }
  return free <= 1;
}

/** Whether the last words before a word, besides articles, are a preposition. */
function endsInPreposition(between: string, language: Language): boolean {
  const words = wordsOf(between, language).map(({ fold }) => fold);
  const last = words.findLast((word) => !language.articles.includes(word)) ?? '';
  return language.reading.prepositions.has(last) || language.reading.where.has(last);
}

/**
 * Whether what a sentence skips of its quote leads to another thing: over the end of a clause where the sentence has none, over a name that
 * it does not have, or over what comes before and behind a conjunction.
 */
function isOtherClause(skipped: string, between: string, claim: string, language: Language): boolean {
  if (contentStems(skipped, language).length === 0) return false;
  if (/[;:.!?—。；：！？؛]\s|[。；：！？]/u.test(skipped) && !/[,;:.!?—、，。；：]/u.test(between)) return true;
  const said = new Set(contentStems(claim, language));
  // `The bell of Coll was cast`: what follows a preposition is about the same.
  for (const { 0: name, index } of skipped.matchAll(/(?<=\s)\p{Lu}[\p{L}\p{M}\d]+(?:\s\p{Lu}[\p{L}\p{M}\d]+)*/gu)) {
    if (!endsInPreposition(skipped.slice(0, index), language) && contentStems(name, language).some((stem) => !said.has(stem))) return true;
  }
  const { conjunctions } = language.reading;
  const words = wordsOf(skipped, language);
  return words.some(({ fold, start, end }) => {
    if (!conjunctions.has(fold)) return false;
    return [skipped.slice(0, start), skipped.slice(end)].every((part) => contentStems(part, language).length > 0);
  });
}

/** Whether what a sentence says is as sure, and of as much, as around the same words of its quotes. */
function areAsSure(
  claim: string,
  quotes: readonly string[],
  given: readonly (readonly ContentWord[])[],
  path: readonly Place[],
  language: Language,
): boolean {
  const { negator, unsure, narrowing, limits } = language.answers;
  const own = wordsBesideDates(claim, language);
  const around = quotes.flatMap((quote, i) => {
    const at = path.filter((place) => place.quote === i).map((place) => place.at);
    if (at.length === 0) return [];
    const words = given[i] ?? [];
    const from = words[Math.min(...at) - 1]?.end ?? 0;
    const to = words[Math.max(...at) + 1]?.start ?? quote.length;
    return wordsBesideDates(quote.slice(from, to), language);
  });
  const everywhere = new Set(quotes.flatMap((quote) => wordsBesideDates(quote, language)));
  const isDenied = (words: readonly string[]): boolean => words.filter((word) => negator.test(word)).length % 2 === 1;
  return (
    isDenied(own) === isDenied(around) &&
    [...unsure, ...narrowing].every((word) => own.includes(word) === around.includes(word)) &&
    own.every((word) => !limits.has(word) || everywhere.has(word))
  );
}

/** `May 1911` is no permission. */
function wordsBesideDates(text: string, language: Language): readonly string[] {
  const dates = findDates(text, language);
  return wordsOf(text, language)
    .filter((word) => !dates.some(({ start, end }) => word.start < end && start < word.end))
    .map(({ start, end }) => text.slice(start, end).toLowerCase());
}
