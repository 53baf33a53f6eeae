/** What to try after a run that found no answer. Pure. */
import { questionKey } from '../language/questionKey.ts';
import type { RunSummary } from '../protocol/engine.ts';
import type { Trace } from '../protocol/trace.ts';

export interface OtherMethod {
  /** Pipeline id. */
  readonly pipeline: string;
  /** One sentence. */
  readonly why: string;
}

/**
 * The method that is most likely to find what this one did not, and has not been asked this question; undefined where none is likely to.
 *
 * Measured on 2WikiMultihopQA. With built-in models `sunar-nar` answers 91 of 131 questions that `retrieve-read` leaves open, 66 of them rightly; of the 40 that it
 * leaves open itself, no other method answers one rightly. With a simulated model (error rate 0.2) it leaves 12 of 150 open, of which `drr-rag` answers 7, 5 of
 * them rightly, `auto-rag-lite` 11 and 7, `leapquery` 7 and 2.
 * @param runs of the folder
 */
export function otherMethod(
  { question, pipeline, models }: Pick<Trace, 'question' | 'pipeline' | 'models'>,
  runs: readonly Pick<RunSummary, 'question' | 'pipeline'>[],
): OtherMethod | undefined {
  const key = questionKey(question);
  const tried = new Set([pipeline, ...runs.filter((run) => questionKey(run.question) === key).map((run) => run.pipeline)]);
  // What it does besides takes a model.
  if (tried.has('sunar')) tried.add('sunar-nar');
  return (usesBuiltinModels(models) ? withoutModel : withModel).find((method) => !tried.has(method.pipeline));
}

/** A chat model may then be the better way on. */
export function usesBuiltinModels({ chat }: Trace['models']): boolean {
  return chat === 'builtin';
}

export const modelAdvice = 'The built-in models only find answers worded much like the question. A language model understands more.';

const stepwise: OtherMethod = {
  pipeline: 'sunar-nar',
  why: 'It splits the question, follows related passages, and checks the answer.',
};
const withoutModel: readonly OtherMethod[] = [stepwise];
const withModel: readonly OtherMethod[] = [
  stepwise,
  { pipeline: 'drr-rag', why: 'It plans all steps at once, and plans again when evidence is missing.' },
  { pipeline: 'auto-rag-lite', why: 'The model searches repeatedly, each time for what it still needs.' },
  { pipeline: 'leapquery', why: 'Each round asks for what the passages still lack.' },
];
