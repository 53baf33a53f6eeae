import type { Citation, ComposedPart, Trace, TraceNode } from '../protocol/trace.ts';
import { composeSentence } from '../reasoning/extractive/composeSentence.ts';
import { foldText } from '../reasoning/extractive/language.ts';

/**
 * The answers of a run's steps as one sentence with their citations, without its final point; null when a step has no answer, is
 * unconfirmed or has no citation, when the run's answer is another, or when the sentence would not be grammatical.
 */
export function composedOf(
  { nodes, question }: Trace,
  answer: string | null,
  citations: readonly Citation[],
): readonly ComposedPart[] | null {
  const steps = nodes
    .filter(({ kind, status }) => kind === 'sub_question' && status !== 'superseded' && status !== 'rejected')
    .sort((a, b) => a.order - b.order);
  const answered = steps.map(({ text, resolvedText = text, answer: said }) => ({ question: resolvedText, answer: said ?? '' }));
  if (steps.some(({ unconfirmed }) => unconfirmed !== undefined)) return null;
  if (answer === null || answered.some((step) => step.answer === '') || !follows(answer, question, answered)) return null;
  const parts = composeSentence(answered);
  const composed = parts?.map((text, i) => ({ text, cites: citesOf(steps[i], citations) }));
  return composed === undefined || composed.some(({ cites }) => cites.length === 0) ? null : composed;
}

/** Whether an answer is that of a step, or one that a comparison of the steps gives. */
function follows(answer: string, question: string, steps: readonly { readonly answer: string }[]): boolean {
  const key = foldText(answer);
  return steps.some((step) => foldText(step.answer) === key) || key === 'yes' || key === 'no' || foldText(question).includes(key);
}

/** Two steps may rest on the same quote, which then is cited for the first of them. */
function citesOf(node: TraceNode | undefined, citations: readonly Citation[]): number[] {
  const own = citations.filter(({ nodeId }) => nodeId === node?.id);
  const shared = citations.filter(({ passageId }) => node?.cites?.[0] === passageId);
  return (own.length > 0 ? own : shared.slice(0, 1)).map(({ n }) => n);
}
