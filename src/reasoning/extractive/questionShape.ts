import { chainOf } from './chain.ts';
import { comparingPlan } from './comparedThings.ts';
import { comparisonPlan } from './comparison.ts';
import { maskNames } from './maskedText.ts';
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
