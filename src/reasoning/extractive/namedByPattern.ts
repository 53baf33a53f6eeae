/** What an earlier question and its answer name, in a language whose grammar is not known. */
import type { CarryWords, Named } from '../../language/carrying.ts';
import { findDates } from '../../language/dates.ts';
import type { Language } from '../../language/language.ts';
import { describedIn, namesIn } from '../../language/namedPlaces.ts';
import type { EarlierTurn } from '../earlierTurn.ts';

/** What the answer names first, then what those of the steps do, then what is in the question. */
export function namedBy({ question, answer, steps = [] }: EarlierTurn, language: Language, words: CarryWords): readonly Named[] {
  const described = describedIn(question, words);
  const answers = [{ question, answer }, ...steps.toReversed()].flatMap((turn) => answered(turn, language, words));
  const isPerson = answers.length === 0 && kindAsked(question, words) === 'person';
  const asked = described.flatMap((one) => (one.isAsked ? (isPerson ? [{ ...one, kind: 'person' as const }] : []) : [one]));
  const all = [...answers, ...asked, ...namesIn(question, language).filter(({ text }) => !isSeveral(text))];
  return all.filter(({ text }, i) => all.findIndex((one) => one.text.toLowerCase() === text.toLowerCase()) === i);
}

/** Two beside each other: where the one ends is not shown. */
function isSeveral(name: string): boolean {
  return name.split(/\s(?=\p{Lu})/u).length > 3;
}

/** A longer text cannot replace a pronoun. */
const longest = 80;
const longestWithoutSpaces = 15;

function answered({ question, answer }: Pick<EarlierTurn, 'question' | 'answer'>, language: Language, words: CarryWords): readonly Named[] {
  const text = answer?.trim() ?? '';
  const hasCase = /\p{Lu}|\p{Ll}/u.test(text);
  const isName = hasCase ? /^["“«„]?\p{Lu}[^?!\n;]*$/u.test(text) && text.length <= longest : isShort(text);
  if (!isName || language.answers.polarity.test(text.toLowerCase()) || findDates(text, language).length > 0) return [];
  const kind = kindAsked(question, words);
  const which = words.which?.exec(question)?.groups;
  const head = which?.['head']?.toLowerCase();
  const asked = describedIn(question, words).find(({ isAsked }) => isAsked);
  const genders = kind === 'person' && asked ? asked.genders : which && kind === undefined ? (words.gendersOfWhich?.(which) ?? '') : '';
  return [
    {
      text,
      genders,
      kind: kind ?? (head === undefined ? 'unknown' : 'thing'),
      ...(head === undefined ? {} : { head }),
    },
  ];
}

function kindAsked(question: string, { asks }: CarryWords): 'person' | 'place' | undefined {
  return asks.find(([pattern]) => pattern.test(question))?.[1];
}

function isShort(text: string): boolean {
  return text !== '' && text.length <= longestWithoutSpaces && /^\p{L}[\p{L}\p{M}・·ー]*$/u.test(text);
}
