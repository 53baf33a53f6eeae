import { findQuoted, findNames } from '../../language/names.ts';
import { english } from '../../language/english.ts';

/**
 * A question with each name replaced by one private-use character, so that grammar patterns do not match words inside names (`The Father`,
 * `Which Way Is Up`).
 */
export interface MaskedText {
  readonly text: string;
  readonly names: readonly string[];
}

/** One masked name in a pattern. */
export const NAME = '[\\uE000-\\uF8FF]';

/** @param known words that are names whatever they look like */
export function maskNames(question: string, known: readonly string[] = []): MaskedText {
  const quoted = [
    ...findQuoted(question).map(({ start, end }) => ({ start: start - 1, end: end + 1 })),
    ...known.flatMap((name) => placesOf(name, question)),
  ];
  const opening = OPENING.exec(question)?.[0].length ?? 0;
  const names = findNames(question.slice(opening), english, { brackets: true })
    .map(({ start, end }) => widened(question, start + opening, end + opening, opening))
    .filter((name) => !quoted.some((quote) => name.start < quote.end && quote.start < name.end));
  const spans = merged(
    question,
    [...quoted, ...names].sort((a, b) => a.start - b.start || b.end - a.end),
  ).slice(0, MAX_NAMES);
  const parts: string[] = [];
  let at = 0;
  for (const [index, { start, end }] of spans.entries()) {
    parts.push(question.slice(at, start), String.fromCharCode(FIRST + index));
    at = end;
  }
  parts.push(question.slice(at));
  return { text: parts.join(''), names: spans.map(({ start, end }) => question.slice(start, end)) };
}

function placesOf(name: string, question: string): Range[] {
  const start = name === '' ? -1 : question.indexOf(name);
  return start < 0 ? [] : [{ start, end: start + name.length }];
}

/** Puts the names back. */
export function unmask(text: string, names: readonly string[]): string {
  return text.replace(new RegExp(NAME, 'gu'), (character) => names[character.charCodeAt(0) - FIRST] ?? '');
}

const FIRST = 0xe000;
const MAX_NAMES = 1000;
const OPENING =
  /^[^\p{L}\p{N}]*(?:(?:In|On|At|From|To|By|For|Of|With|Under|Between)\s(?=which|what|whom|whose))?(?:(?:Who|Whom|Whose|What|What's|Who's|Which|When|Where|Why|How|Is|Are|Was|Were|Do|Does|Did|Has|Have|Had|Can|Could|Will|Would|Should|Name|Tell|Give|List|Find|In|On|At|From|By|For|Of)(?![\p{L}'’])(?:\s(?=\S))?)?/u;

/** Adds capitalized words before the name to it (`The Jerk`, `Where Mountains Float`), because `findNames` leaves out function words. */
function widened(question: string, start: number, end: number, opening: number): Range {
  const lead = /(?:^|[^\p{L}\p{N}])((?:\p{Lu}[\p{L}'’]*\s)+)$/u.exec(question.slice(Math.max(opening, start - 60), start));
  const exclaimed = /^[!?]+(?=[\s,'’]+\p{Ll}|,)/u.exec(question.slice(end, end + 8))?.[0].length ?? 0;
  return { start: start - (lead?.[1]?.length ?? 0), end: end + exclaimed };
}

interface Range {
  readonly start: number;
  readonly end: number;
}

/** `Tabitha, Stand Up` and `Pearl, Mississippi`: a comma inside a name at the end of the question, where nothing is listed. */
function endsList(text: string, last: Range, range: Range): boolean {
  return (
    text.slice(last.end, range.start) === ', ' && /^(?:['’]s\b|[?.!\s]*$)/iu.test(text.slice(range.end)) && !/\b(?:and|or)\b/u.test(text)
  );
}

/** Joins ranges that overlap or that only a space or a joining sign separates. */
function merged(text: string, ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of ranges) {
    const last = joined.at(-1);
    if (
      last !== undefined &&
      (range.start < last.end || endsList(text, last, range) || /^(?:\s|\s?[–—:&+±×/-]\s?|: )$/u.test(text.slice(last.end, range.start)))
    ) {
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, range.end) };
    } else joined.push(range);
  }
  return joined;
}
