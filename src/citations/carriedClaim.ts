/** Whether a sentence says no more than its quotes, as far as its words and who does what in it show that. Pure. */
import { findDates } from '../language/dates.ts';
import type { Language } from '../language/language.ts';
import { findNumbers } from '../language/numbers.ts';
import { wordsOf } from '../language/words.ts';
import { hedgesOf } from './claimDenial.ts';
import { asActive, beginsClause, isRelative, prepositionOf, roleWordsOf, isSameRoleWord, type RoleWord } from './roles.ts';
import { contentStems } from './support.ts';
import type { TextRange } from './readText.ts';
import { contentKeys } from './wordForms.ts';

/** What of a sentence its quotes show. */
export interface Carried {
  readonly isCarried: boolean;
  /** Words that neither they nor what their documents are known by have, as they are written, in order. */
  readonly unshown: readonly string[];
}

/**
 * A sentence is carried where all words of it that carry content are words of its quotes, inflected or not, or of what its documents
 * are known by; where each of its statements has them in the roles that they have in one quote: in the order of both as they are, or as if
 * both were active, with the same preposition before what is elsewhere; and where both are as sure of it, and say it of as much: `may`,
 * `only`, `before`. Whether its numbers and dates are known is checked elsewhere. Bounded: of a longer sentence nothing is known.
 */
export function carriedBy(claim: string, quotes: readonly string[], known: string, language: Language): Carried {
  const given = quotes.map((quote) => roleWordsOf(quote, language));
  const all = roleWordsOf(claim, language);
  if (all.length > mostWords || given.some((words) => words.length > mostWords)) return { isCarried: false, unshown: [] };
  const hedges = hedgesOf(claim, quotes, language);
  const said = all.filter((word) => word.date ?? word.number ?? !hedges.some(({ start, end }) => word.start < end && start < word.end));
  const named = contentKeys(known, language);
  const wording = said.filter((word) => !word.date && !word.number);
  const isQuoted = (word: RoleWord): boolean => given.some((words) => words.some((one) => isSameRoleWord(word, one)));
  const unshown = wording.filter((word) => !isQuoted(word) && !word.keys.some((key) => named.has(key))).map(({ text }) => text);
  const placed = said.filter(isQuoted);
  // What only its title says is in no quote.
  const isQuotedEnough = placed.length > 0 && wording.filter(isQuoted).length >= wording.length * leastQuoted;
  if (unshown.length > 0 || !isQuotedEnough) return { isCarried: false, unshown };
  const values = said.flatMap(({ date, number }) => date ?? number ?? []);
  const plain = without(claim, [...values, ...hedges]);
  const asIs = (words: readonly RoleWord[]): readonly RoleWord[] => words;
  const isCarried = [asIs, (words: readonly RoleWord[]) => asActive(words, language)].some((read) => {
    const statements = statementsOf(said, language);
    const quoted = given.flatMap((words) => statementsOf(words, language).map((one) => read(one.words)));
    const paths = statements.map(({ words, isPointing }) => pathOf(read(words), isPointing, quoted, said, known, language));
    return paths.every((path) => path !== undefined) && areAsSure(plain, quotes, quoted, paths.flat(), language);
  });
  return { isCarried, unshown };
}

/** Ranges of a text as zeros. */
function without(text: string, ranges: readonly TextRange[]): string {
  return ranges.reduce((left, { start, end }) => left.slice(0, start) + '0'.padEnd(end - start) + left.slice(end), text);
}

const mostWords = 400;
const leastQuoted = 0.5;

/** A part of a sentence that says one thing. */
interface Statement {
  readonly words: readonly RoleWord[];
  /** Whether a pronoun stands for who does it. */
  readonly isPointing: boolean;
}

/**
 * A clause with a verb is a statement: about the subject of the one before where it has none, and about the last word before it where it is
 * a relative clause. Any other part goes on with what is before it.
 */
function statementsOf(words: readonly RoleWord[], language: Language): readonly Statement[] {
  const { pronouns } = language.reading;
  const statements: Statement[] = [];
  const isOne = (word: RoleWord): boolean => isVerb(word, language);
  let last: RoleWord[] = [];
  let subject: readonly RoleWord[] = [];
  const say = (own: readonly RoleWord[], isPointing = false): void => {
    last = [...own];
    statements.push({ words: last, isPointing });
  };
  let from = 0;
  for (let to = 1; to <= words.length; to++) {
    const next = words[to];
    if (next && !beginsClause(next, language)) continue;
    const own = words.slice(from, to);
    const [first] = own;
    from = to;
    if (!first) continue;
    const gap = wordsOf(first.gap, language).map(({ fold }) => fold);
    const verb = own.findIndex(isOne);
    const isBegun = last.some(isOne);
    if (statements.length === 0) say(own);
    else if (verb < 0 || !isBegun) last.push(...(isBegun ? own : joined(own, language)));
    else if (gap.some((word) => isRelative(word, language.reading)) || (first.isPassive && first.gap.trim() === ','))
      say([...fromLastWord(last), ...joined(own, language)]);
    else if (verb > 0) say(own);
    else if (gap.some((word) => pronouns.has(word))) say(own, true);
    else say([...subject, ...joined(own, language)]);
    // A relative clause is inside the one that it belongs to.
    if (verb !== 0 && !gap.some((word) => isRelative(word, language.reading))) subject = last.slice(0, Math.max(0, last.findIndex(isOne)));
  }
  return statements;
}

/** The last word that is no date or number, with those behind it. */
function fromLastWord(words: readonly RoleWord[]): readonly RoleWord[] {
  const last = words.findLastIndex(({ date, number }) => !date && !number);
  return words.slice(Math.max(0, last));
}

/** Without what begins a clause. */
function joined([first, ...more]: readonly RoleWord[], language: Language): readonly RoleWord[] {
  if (!first) return [];
  const words = first.gap.match(/\p{L}+/gu)?.filter((word) => !beginsClause({ ...first, gap: word }, language)) ?? [];
  return [{ ...first, gap: ` ${words.join(' ')} ` }, ...more];
}

function isVerb({ gap, text, isPassive }: RoleWord, language: Language): boolean {
  const { reading, questions } = language;
  const fold = text.toLowerCase();
  return (
    isPassive ||
    wordsOf(gap, language).some((word) => reading.copulas.has(word.fold) || reading.auxiliaries.has(word.fold)) ||
    (/^\p{Ll}/u.test(text) && (reading.participle.test(fold) || questions.pasts.has(fold) || questions.verbs.has(fold)))
  );
}

/** Of a word in a quote. */
interface Place {
  readonly quote: number;
  readonly at: number;
}

/** A word that a quote repeats more often is taken where it is first. */
const mostPlaces = 12;

function placesOf(word: RoleWord, given: readonly (readonly RoleWord[])[]): readonly Place[] {
  const places: Place[] = [];
  for (const [quote, words] of given.entries()) {
    for (const [at, one] of words.entries()) if (places.length < mostPlaces && isSameRoleWord(word, one)) places.push({ quote, at });
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

/** Where the words of a statement are in the quotes; undefined where they are not in the same roles. */
function pathOf(
  words: readonly RoleWord[],
  isPointing: boolean,
  given: readonly (readonly RoleWord[])[],
  said: readonly RoleWord[],
  known: string,
  language: Language,
): readonly Place[] | undefined {
  const placed = words.flatMap((word, i) => {
    const places = placesOf(word, given);
    return places.length > 0
      ? [{ word, places, isAfterUnplaced: words.slice(0, i).some((one) => !one.date && !one.number && placesOf(one, given).length === 0) }]
      : [];
  });
  if (placed.length === 0) return [];
  const path = shortestPath(placed.map((one) => one.places));
  const of = ({ quote, at }: Place): RoleWord | undefined => given[quote]?.[at];
  const between = (a: Place, b: Place): string => {
    const [from, to] = a.at < b.at ? [a.at, b.at] : [b.at, a.at];
    const skipped = given[a.quote]?.slice(from + 1, to).map((one) => one.gap + (one.date || one.number ? '0' : one.text)) ?? [];
    return `${skipped.join('')}${given[a.quote]?.[to]?.gap ?? ''}`;
  };
  const main: Place[] = [];
  const moved: Place[] = [];
  for (const [i, place] of path.entries()) {
    const [before, word, quoted] = [path[i - 1], placed[i]?.word, of(place)];
    if (!word || !quoted) return undefined;
    // In a compound, several have one place.
    if (before?.quote === place.quote && before.at === place.at) continue;
    const from = before && isNext(before, place) ? before : main.at(-1);
    const isLed = haveSameLead(word, quoted, language);
    const follows = from && isNext(from, place) && isLed && !isOtherClause(between(from, place), word.gap, said, language);
    if (follows && !((word.date ?? word.number) && hasEdge(between(from, place)) && !beginsClause(word, language))) {
      if (word.isPassive !== quoted.isPassive) return undefined;
      if (from === main.at(-1)) main.push(place);
      else moved.push(place);
    } else if (main.length === 0 && word.lead === '' && !word.date) {
      const isAgentless = quoted.lead === '';
      if (!isAgentless || word.isPassive !== quoted.isPassive) return undefined;
      if ((isPointing || placed[i]?.isAfterUnplaced) && !isOfKnown(given[place.quote] ?? [], place.at, said, known, language))
        return undefined;
      main.push(place);
    } else if (isMovable(word, language) && isLed) moved.push(place);
    else return undefined;
  }
  // What is elsewhere belongs to the same clause.
  const isNear = (place: Place): boolean => {
    const others = path.filter((other) => other.quote === place.quote);
    const beside = [
      others.filter(({ at }) => at < place.at).sort((a, b) => b.at - a.at)[0],
      others.filter(({ at }) => at > place.at).sort((a, b) => a.at - b.at)[0],
    ];
    return beside.some((other) => other !== undefined && isTogether(between(other, place), language));
  };
  return moved.every((place) => main.length === 0 || isNear(place)) ? path : undefined;
}

/** Whether nothing is said between two words that are beside each other. */
function isTogether(between: string, language: Language): boolean {
  const isJoint = wordsOf(between, language).some(({ fold }) => language.reading.conjunctions.has(fold));
  return !hasEdge(between) && !isJoint && contentStems(between, language).length === 0;
}

function isNext(from: Place, to: Place): boolean {
  return from.quote === to.quote && to.at > from.at;
}

/** A time, or what begins with a preposition, may be in another place. What `of` leads to may not. */
function isMovable({ date, lead }: RoleWord, { reading: { owning } }: Language): boolean {
  return date !== undefined || (lead !== '' && lead !== owning);
}

/** Whether both are led to alike: a time may be with or without `in`. */
function haveSameLead(word: RoleWord, quoted: RoleWord, { reading: { then } }: Language): boolean {
  if (word.lead === quoted.lead) return true;
  return word.date !== undefined && quoted.date !== undefined && [word, quoted].every(({ lead }) => lead === '' || then.has(lead));
}

/** Whether a clause or another value is between two words. */
function hasEdge(between: string): boolean {
  return /[,;:.!?()—–\d]/u.test(between);
}

/** Whether nothing before a word does it but what the claim or its document names, or what a pronoun stands for. */
function isOfKnown(words: readonly RoleWord[], at: number, said: readonly RoleWord[], known: string, language: Language): boolean {
  const keys = contentKeys(known, language);
  const start = Math.max(
    0,
    words.findLastIndex((word, i) => i <= at && /[.!?]\s/u.test(word.gap)),
  );
  return words
    .slice(start, at)
    .filter(({ lead, date, number }) => lead === '' && !date && !number)
    .every((word) => said.some((one) => isSameRoleWord(one, word)) || word.keys.some((key) => keys.has(key)));
}

/**
 * Whether what a sentence skips of its quote leads to another thing: over the end of a clause where the sentence has none, over a name that
 * it does not have, or over what comes before and behind a conjunction.
 */
function isOtherClause(skipped: string, between: string, said: readonly RoleWord[], language: Language): boolean {
  if (contentStems(skipped, language).length === 0) return false;
  if (/[;:.!?—。；：！？؛]\s|[。；：！？]/u.test(skipped) && !/[,;:.!?—、，。；：]/u.test(between)) return true;
  const stems = new Set(said.flatMap(({ keys }) => keys));
  // `The bell of Coll was cast`: what follows a preposition is about the same.
  for (const { 0: name, index } of skipped.matchAll(/(?<=\s)\p{Lu}[\p{L}\p{M}\d]+(?:\s\p{Lu}[\p{L}\p{M}\d]+)*/gu)) {
    if (prepositionOf(skipped.slice(0, index), language) === '' && contentStems(name, language).some((stem) => !stems.has(stem)))
      return true;
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
  given: readonly (readonly RoleWord[])[],
  path: readonly Place[],
  language: Language,
): boolean {
  const { negator, unsure, narrowing, limits } = language.answers;
  const bounding = new Set([...unsure, ...narrowing, ...limits]);
  const own = wordsBesideValues(claim, language);
  const around = given.flatMap((words, i) => {
    const at = path.filter((place) => place.quote === i).map((place) => place.at);
    if (at.length === 0) return [];
    const next = words[Math.max(...at) + 1];
    const within = words.slice(Math.min(...at), Math.max(...at) + 1).map((word) => word.gap + (word.date || word.number ? '0' : word.text));
    // Behind a conjunction or mark, something else is said.
    return wordsBesideValues(`${within.join('')}${next === undefined || beginsClause(next, language) ? '' : next.gap}`, language);
  });
  const pairsOf = (words: readonly string[]): readonly string[] => words.map((word, i) => `${word} ${words[i + 1]}`);
  const everywhere = new Set(quotes.flatMap((quote) => pairsOf(wordsBesideValues(quote, language))));
  const isDenied = (words: readonly string[]): boolean => words.filter((word) => negator.test(word)).length % 2 === 1;
  return (
    isDenied(own) === isDenied(around) &&
    [...unsure, ...narrowing].every((word) => own.includes(word) === around.includes(word)) &&
    // `Only Holm sold bells` is not `Holm sold only bells`.
    pairsOf(own).every((pair, i) => everywhere.has(pair) || !bounding.has(own[i] ?? ''))
  );
}

/** Dates and numbers as zeros: `May 1911` is no permission. */
function wordsBesideValues(text: string, language: Language): readonly string[] {
  const values = [...findDates(text, language), ...findNumbers(text, language)];
  const isIn = (word: TextRange): boolean => values.some(({ start, end }) => word.start < end && start < word.end);
  return wordsOf(text, language).map((word) => (isIn(word) ? '0' : text.slice(word.start, word.end).toLowerCase()));
}
