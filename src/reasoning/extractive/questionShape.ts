import { english } from '../../language/english.ts';
import { comparedThings } from '../comparedThings.ts';
import { chainOf } from './chain.ts';
import { comparisonPlan } from './comparison.ts';
import { maskNames } from './maskedText.ts';
import { isPersonNoun } from './nouns.ts';
import type { QuestionPlan } from './questionPlan.ts';

/** A plan of one step: the unchanged question. */
export function wholeQuestion(question: string): QuestionPlan {
  return { steps: [question.replaceAll(/\s+/gu, ' ').trim()], verdict: { kind: 'last' } };
}

/** Derives the structure of an English question. Without a known structure, the plan has one step: the question itself. */
export function planQuestion(question: string): QuestionPlan {
  const text = question.replaceAll(/\s+/gu, ' ').trim();
  if (text.length > MAX_STRUCTURED) return wholeQuestion(text);
  const comparison = comparisonPlan(text) ?? comparingPlan(text);
  if (comparison !== null) return comparison;
  const steps = chainOf(maskNames(text));
  return { steps: steps.length > MAX_STEPS ? [text] : steps, verdict: { kind: 'last' } };
}

/** Longer texts are not a single question, so they are not decomposed. */
const MAX_STRUCTURED = 1200;
const MAX_STEPS = 6;

/**
 * Asks for each property of each thing, those of one property beside each other; null where no properties are named, or things that have no
 * names: what is meant by `the draft` needs the whole question. No single answer follows.
 */
function comparingPlan(question: string): QuestionPlan | null {
  const { things = [], properties = [] } = comparedThings(question) ?? {};
  if (properties.length === 0 || !things.every((one) => /[\p{Lu}\d]/u.test(one))) return null;
  const steps = properties.flatMap((property) => things.map((thing) => `${asking(property)} the ${property} of ${thing}?`));
  return steps.length > mostSteps ? null : { steps, verdict: { kind: 'none' } };
}

const mostSteps = 12;

function asking(property: string): string {
  const noun = property.split(' ').at(-1) ?? '';
  return `${isPersonNoun(english.singular(noun)) ? 'Who' : 'What'} ${english.singular(noun) === noun ? 'is' : 'are'}`;
}
