import { findQuoted } from '../../language/names.ts';
import type { AnswerKind } from './relations.ts';
import { findCountries, findDates, findNames, findNumbers, isDemonym } from './language.ts';

/** A piece of a sentence that may be the answer; offsets are those of the sentence. */
export interface AnswerSpan {
  readonly start: number;
  readonly end: number;
  /** How well it fits the kind of answer, 0–1. */
  readonly fit: number;
}

/** Candidates of a kind in a sentence, in text order. `unit` restricts what a number's unit measures: `''` for a count, null for any. */
export function spansOf(sentence: string, kind: AnswerKind, unit: string | null): AnswerSpan[] {
  switch (kind) {
    case 'date':
      return findDates(sentence).map(({ start, end, readings: [{ month, day }] }) => ({
        start,
        end,
        fit: day !== undefined ? 1 : month !== undefined ? 0.9 : 0.8,
      }));
    case 'number':
      return quantities(sentence, unit);
    case 'country':
      return findCountries(sentence).map(({ start, end }) => ({
        start,
        end,
        fit: /^\s?-\s?born\b/u.test(sentence.slice(end, end + 8)) ? 0.2 : 1,
      }));
    case 'person':
      return names(sentence, personFit);
    case 'place':
      return names(sentence, placeFit);
    case 'organization':
      return names(sentence, (name, before) =>
        isDemonym(name) ? 0 : ORGANIZATION.test(name) ? 1 : PLACE_BEFORE.test(before) || /^\p{Lu}{2,6}$/u.test(name) ? 0.5 : 0.7,
      );
    case 'work':
      return [...quoted(sentence), ...names(sentence, (name) => (isDemonym(name) ? 0 : 0.7))];
    case 'name':
      return [...quoted(sentence), ...names(sentence, nameFit)];
    case 'reason':
      return [...causes(sentence), ...phrases(sentence, 0.6)];
    case 'phrase':
      return [
        ...quoted(sentence),
        ...names(sentence, nameFit),
        ...quantities(sentence, null).map((span) => ({ ...span, fit: 0.6 })),
        ...phrases(sentence, 0.5),
      ];
    case 'yes-no':
      return [];
  }
}

/**
 * The two halves of parenthesized life dates, `(10 June 1910, Oslo – 27 March 1976)`, as ranges of the sentence; null when there are none.
 */
export function lifeRanges(sentence: string): { readonly birth: TextSpan | null; readonly death: TextSpan | null } | null {
  for (const match of sentence.matchAll(/\(([^()]{4,160})\)/gu)) {
    const inner = match[1] ?? '';
    const start = match.index + 1;
    const dates = findDates(inner);
    const first = dates[0];
    if (first === undefined) {
      if (/^\s*born\b/u.test(inner)) return { birth: { start, end: start + inner.length }, death: null };
      continue;
    }
    if (/\b(?:reign|ruled?|r\.|fl\.|film|song|album|released|in office)\b/u.test(inner)) continue;
    const rest = inner.slice(first.end);
    const dash = rest.search(dates.length > 1 ? /\s?[–—−]|\s-\s?|-\s|^-\d/u : /\s?[–—−]/u);
    const adjacent = dates[1] !== undefined && inner.slice(first.end, dates[1].start).trim() === '';
    if (dash >= 0 || adjacent) {
      const split = first.end + Math.max(0, adjacent ? 0 : dash);
      return { birth: { start, end: start + split }, death: { start: start + split, end: start + inner.length } };
    }
    if (/^\s*(?:\w+ )?(?:died|d\.|dead|†)/u.test(inner)) return { birth: null, death: { start, end: start + inner.length } };
    const died = inner.search(/\b(?:died|d\.)\s/u);
    if (/\bborn\b|^\s*b\./u.test(inner)) {
      const split = start + (died > 0 ? died : inner.length);
      return { birth: { start, end: split }, death: died > 0 ? { start: split, end: start + inner.length } : null };
    }
  }
  return openLife(sentence);
}

/** Life dates without parentheses, on a separate line: `Oslo, 10 June 1910 – Bergen, 27 March 1976.` */
function openLife(sentence: string): { readonly birth: TextSpan; readonly death: TextSpan } | null {
  if (sentence.length > 120) return null;
  const [first, second, third] = findDates(sentence);
  if (first?.readings[0].day === undefined || second?.readings[0].day === undefined || third !== undefined) return null;
  const dash = /\s[–—-]\s/u.exec(sentence.slice(first.end, second.start));
  if (dash === null) return null;
  const split = first.end + dash.index;
  return { birth: { start: 0, end: split }, death: { start: split, end: sentence.length } };
}

export interface TextSpan {
  readonly start: number;
  readonly end: number;
}

const PLACE_BEFORE = /(?:^|\W)(?:in|at|near|from|to|of|on|around|outside|into|via)(?: the)?\s$/iu;
const ORGANIZATION =
  /\b(?:University|College|School|Institute|Academy|Company|Corporation|Films?|Productions?|Pictures|Entertainment|Inc|Ltd|Limited|Society|Association|Board|Trust|Bank|Union|Council|Ministry|Department|Party|Club|Group|Works|Records|Studios?|Press|Agency|Authority|Commission(?:ers)?|Office|Foundation|Museum|Laborator(?:y|ies)|Conservatory|Conservatoire|Army|Navy|Brothers|Bros|Yard|Lines?)\b/u;
const PLACE_WORD =
  /\b(?:Sound|Bay|Island|Isles?|River|Lake|Harbou?r|Point|Head|Ness|Castle|Palace|Abbey|Cathedral|Church|Hospital|Cemetery|Prison|Street|Square|County|Province|City|Mountains?|Valley|Park)\b/u;
export const HONORIFIC =
  /^(?:(?:King|Queen|Emperor|Empress|Sultan|Caliph|First Lady|Governor|Senator|Judge|Sir|Dame|Dr\.?|Mr\.?|Mrs\.?|Ms\.?|Professor|President|Captain|Colonel|General|Major|Reverend|Rev\.|Saint|Pope|Tsar|Cardinal|Bishop)\s)+(?=\p{Lu}[\p{L}'’-]*)/u;
const NOT_PERSON =
  /^(?:Academy|Western|Eastern|Northern|Southern|Catholic|Roman Catholic|Jewish|Islamic|Hollywood|World|National|International|Parliament|Member|Emir|Count|Duke|Earl|Queen|King|Prince|Princess|Capt|Nobody|Immediately)(?:\s(?:of|War|Championship|Award)\b|$)/u;

function names(sentence: string, fitOf: (name: string, before: string, after: string) => number): AnswerSpan[] {
  const dates = findDates(sentence);
  return findNames(sentence).flatMap(({ start, end }) => {
    if (dates.some((date) => start < date.end && date.start < end)) return [];
    const whole = sentence.slice(start, end);
    const from = start + (fitOf === personFit ? (HONORIFIC.exec(whole)?.[0].length ?? 0) : 0);
    const name = sentence.slice(from, end);
    const fit = fitOf(name, sentence.slice(Math.max(0, start - 14), start), sentence.slice(end, end + 40));
    return fit > 0
      ? [{ start: from, end: end - (/\.$/u.test(name) && !/(?:\b\p{Lu}|\b(?:Jr|Sr|Inc|Ltd|Co|St))\.$/u.test(name) ? 1 : 0), fit }]
      : [];
  });
}

function nameFit(name: string): number {
  return isDemonym(name) ? 0 : 0.9;
}

function personFit(name: string, before: string, after: string): number {
  if (/^\d/u.test(name) || NOT_PERSON.test(name) || /^\p{Lu}{2,6}$/u.test(name)) return 0;
  // `California governor Arnold …`: the place of the office, not the person.
  if (!/\s/u.test(name) && /^\s(?:\p{Ll}+\s){1,2}\p{Lu}/u.test(after) && /^\s\p{Ll}+(?:or|er|ist|ian|ent|king|queen)\s/u.test(after))
    return 0;
  const [country] = findCountries(name);
  if (country?.start === 0 && country.end === name.length) return 0;
  if (ORGANIZATION.test(name)) return 0.5;
  if (/["“]$/u.test(before)) return 0;
  if (/(?:^|\W)(?:in|at|near|from)(?:\sthe)?\s$/iu.test(before)) return 0;
  return /\s/u.test(name) ? 1 : 0.8;
}

function placeFit(name: string, before: string): number {
  if (/^\d/u.test(name) || isDemonym(name)) return 0;
  if (/\b(?:north|south|east|west|northeast|northwest|southeast|southwest) of(?: the)? $/u.test(before)) return 0.3;
  const near = PLACE_BEFORE.test(before) || /,\s$/u.test(before) ? 1 : 0.4;
  return PLACE_WORD.test(name) ? Math.max(near, 0.9) : ORGANIZATION.test(name) ? near * 0.7 : near;
}

function quoted(sentence: string): AnswerSpan[] {
  return findQuoted(sentence).map(({ start, end }) => ({ start, end, fit: 1 }));
}

function quantities(sentence: string, wanted: string | null): AnswerSpan[] {
  const dates = findDates(sentence);
  return findNumbers(sentence)
    .filter((number) => !dates.some((date) => number.start < date.end && date.start < number.end))
    .map(({ start, end, kind }) => ({
      start,
      end,
      fit: wanted === null ? (kind === undefined ? 0.8 : 1) : (kind ?? '') === wanted ? 1 : kind === undefined ? 0.3 : 0,
    }))
    .filter((span) => span.fit > 0);
}

/** Causes of death, as phrases. */
function causes(sentence: string): AnswerSpan[] {
  return [...sentence.matchAll(CAUSE)].map((match) => ({ start: match.index, end: match.index + match[0].length, fit: 1 }));
}

const CAUSE =
  /\b(?:(?:struck|hit|shot|stabbed|crushed|poisoned|burned|swept|thrown|run|beaten|bitten|killed)(?: \w+)? (?:by|in|from|off|over|down by) (?:an? |the )?[\p{L}-]+(?: (?:accident|attack|crash|fire))?|drowned|(?:heart|liver|kidney) (?:attack|failure|disease)|(?:lung |breast |\w+ )?cancer|pneumonia|tuberculosis|typhus|cholera|influenza|smallpox|overdose|stroke|suicide|cardiac arrest|old age)/gu;

/** Runs of at most six words without a clause break, without leading articles and function words. */
function phrases(sentence: string, fit: number): AnswerSpan[] {
  return [...sentence.matchAll(/[^\s,.;:()"“”][^,.;:()"“”]*/gu)].flatMap((clause) => {
    const spans: AnswerSpan[] = [];
    for (const match of clause[0].matchAll(PHRASE)) {
      const start = clause.index + match.index;
      spans.push({ start, end: start + match[0].length, fit });
      if (spans.length >= 40) break;
    }
    return spans;
  });
}

const FUNCTION =
  'the|an?|is|are|was|were|be|been|being|has|have|had|and|or|but|that|which|who|whose|it|its|he|she|they|his|her|their|this|these|those|in|on|at|by|to|from|for|with|as|into|of|when|where|while|after|before|not|also|there|then|than|so|if|would|could|can|will|did|do|does|only|about|over|under|between|through';
const PHRASE = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?!(?:${FUNCTION})\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*(?:\\s(?!(?:${FUNCTION})\\b)[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*){0,4}(?:\\sof\\s(?:the\\s)?[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*)?`,
  'giu',
);
