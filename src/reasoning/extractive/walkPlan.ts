import type { Passage } from '../../protocol/passage.ts';
import type { ReadOutput } from '../roles/readRoles.ts';
import type { PathStep } from '../pathStep.ts';
import { finishFrom, guessFrom, openSteps } from './plan.ts';
import type { Parts } from './parts.ts';

/** How far some passages answer a question's plan. */
export interface Walk {
  /** Look-ups in the order of the plan with the passages' answers, including unanswered ones. */
  readonly steps: readonly (PathStep & ReadOutput)[];
  /** Look-ups that the passages do not answer, although their dependencies are known. */
  readonly open: readonly string[];
  /** The answer to the question; null when the plan cannot be completed. */
  readonly answer: string | null;
}

/** Follows a question's plan through the passages, without searching for more. */
export async function walkPlan(parts: Parts, question: string, passages: readonly Passage[]): Promise<Walk> {
  const steps: (PathStep & ReadOutput)[] = [];
  for (;;) {
    const [next] = openSteps(parts, { question, path: steps });
    if (next === undefined) break;
    steps.push({ question: next.question, ...(await parts.read({ question: next.question, passages, cot: false })) });
  }
  return {
    steps,
    open: steps.flatMap(({ question: asked, answer }) => (answer === null ? [asked] : [])),
    answer: steps.some(({ answer }) => answer !== null) ? finishFrom(parts, { question, path: steps }) : null,
  };
}

/** Answers a question of any number of hops from these passages alone. The quote is that of the last look-up. */
export async function readQuestion(parts: Parts, question: string, passages: readonly Passage[]): Promise<ReadOutput> {
  const { steps, answer } = await walkPlan(parts, question, passages);
  const said = steps.filter((step) => step.answer !== null).reverse();
  const [last] = said;
  if (answer === null || last === undefined) {
    const guess = guessFrom(parts, { question, path: steps });
    return { answer: null, citations: [], quote: null, ...(guess === undefined ? {} : { guess }) };
  }
  const citations = [...new Set(said.flatMap((step) => step.citations))];
  // On data sets left out, the least sure look-up tells right plans from wrong ones better than the product of all.
  const confidence = Math.min(...said.map((step) => step.confidence ?? 1));
  return { answer, citations, quote: last.quote, confidence };
}
