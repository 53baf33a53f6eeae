/** Suggests what to try after a run without an answer. Pure. */
import { t } from '@vscode/l10n';
import { questionKey } from '../base/questionKey.ts';
import type { RunSummary } from '../protocol/engine.ts';
import type { Trace } from '../protocol/trace.ts';

export interface OtherMethod {
  /** Pipeline id. */
  readonly pipeline: string;
  /** One sentence. */
  readonly why: string;
}

/**
 * The method most likely to find what this one did not, if it has not been tried for this question; undefined when none is likely to.
 *
 * Measured on 2WikiMultihopQA. With built-in models, `sunar-nar` answers 15 of the 252 questions that `retrieve-read` leaves open, 12 of
 * them correctly. With a simulated model (error rate 0.2), `sunar-nar` leaves 12 of 150 questions open. Of these `drr-rag` answers 7 (5
 * correctly) and `leapquery` 7 (2 correctly).
 * @param runs runs of the folder
 */
export function otherMethod(
  { question, pipeline, models }: Pick<Trace, 'question' | 'pipeline' | 'models'>,
  runs: readonly Pick<RunSummary, 'question' | 'pipeline'>[],
): OtherMethod | undefined {
  const key = questionKey(question);
  const tried = new Set([pipeline, ...runs.filter((run) => questionKey(run.question) === key).map((run) => run.pipeline)]);
  // What `sunar` does beyond `sunar-nar` needs a model.
  if (tried.has('sunar')) tried.add('sunar-nar');
  return (isWithoutChat(models) ? withoutModel : withModel).find((method) => !tried.has(method.pipeline));
}

/** Whether no language model has answered: built-in rules or a reader have, which only quote. */
export function isWithoutChat({ chat }: Trace['models']): boolean {
  return chat === 'builtin';
}

/** Why a language model may find more than those that answered; undefined if one has. */
export function modelAdvice(models: Trace['models']): string | undefined {
  if (!isWithoutChat(models)) return undefined;
  return (models.reader ?? 'builtin') === 'builtin'
    ? t('The built-in models only find answers worded much like the question. A language model understands more.')
    : t('A reader only quotes single passages. A language model also combines what several of them say.');
}

const stepwise: OtherMethod = {
  pipeline: 'sunar-nar',
  why: t('It splits the question, follows related passages, and checks the answer.'),
};
const withoutModel: readonly OtherMethod[] = [stepwise];
const withModel: readonly OtherMethod[] = [
  stepwise,
  { pipeline: 'drr-rag', why: t('It plans all steps at once, and plans again when evidence is missing.') },
  { pipeline: 'leapquery', why: t('Each round asks for what the passages still lack.') },
];
