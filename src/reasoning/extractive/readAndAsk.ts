/**
 * Roles that look at passages and decide what to look up next, without a model: the question's plan, as far as these passages answer it.
 */
import type { ThoughtInput, ThoughtOutput } from '../roles/ircotRole.ts';
import type { FollowUpOutput, HistoryInput } from '../roles/selfAskRoles.ts';
import type { GapsOutput } from '../roles/leapRoles.ts';
import type { Gaps, Verify } from '../prompts/leap.ts';
import { finishFrom, nextStep } from './plan.ts';
import { walkPlan } from './walkPlan.ts';
import { english } from '../../language/english.ts';
import { foldText, wordsOf } from '../../language/words.ts';
import type { Parts } from './parts.ts';

/** Look-ups of the plan that the passages leave open. Source: pipelines.md 3.3. */
export async function findGaps(parts: Parts, { question, passages }: Gaps): Promise<GapsOutput> {
  const { open } = await walkPlan(parts, question, passages);
  return { kind: 'generated', found: [], gaps: open, subQuestions: open };
}

/** A sub-question is aligned with a question if they share a content word. */
export function isAligned({ question, subQuestion }: Verify): { readonly aligned: boolean } {
  const asked = contentStems(question);
  return { aligned: [...contentStems(subQuestion)].some((word) => asked.has(word)) };
}

export function nextFollowUp(parts: Parts, { question, history }: HistoryInput): FollowUpOutput {
  const step = nextStep(parts, { question, path: history });
  if (step.action === 'finish') return { action: 'answer', answer: step.answer };
  const { subQuestion: followUp, guessed } = step;
  return { action: 'ask', followUp, ...(guessed ? { guessed } : {}) };
}

export function finishFollowUps(parts: Parts, { question, history }: HistoryInput): { readonly answer: string | null } {
  return { answer: finishFrom(parts, { question, path: history }) };
}

/** The next sentence of the chain: one with what the plan needs, otherwise what is still to be looked up, otherwise the answer. */
export async function nextThought(parts: Parts, { question, passages, cot }: ThoughtInput): Promise<ThoughtOutput> {
  const { steps, open, answer } = await walkPlan(parts, question, passages);
  const said = new Set(cot.map((text) => foldText(text, english)));
  if (answer !== null) return { sentence: `So the answer is: ${answer}.`, answer };
  const thoughts = [...steps.flatMap(({ quote }) => (quote === null ? [] : [quote])), ...open];
  return { sentence: thoughts.find((thought) => !said.has(foldText(thought, english))) ?? '' };
}

function contentStems(text: string): ReadonlySet<string> {
  return new Set(wordsOf(text, english).flatMap(({ fold }) => (english.functionWords.has(fold) ? [] : [english.stem(fold)])));
}
