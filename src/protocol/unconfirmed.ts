/** Reasons why an answer is given although nothing has confirmed it. */
import { t } from '@vscode/l10n';
import * as z from 'zod';

export const unconfirmed = z.enum([
  /** The last check looked at the evidence and gave no answer, so the answer of the preceding steps is used. */
  'check-gave-none',
  /** The reply of the answering step was unusable, or its call failed, so the method's fallback is used. */
  'reply-unusable',
  'call-failed',
  /** The step that checks an answer could not run. */
  'unchecked',
  /** The method judges that the evidence does not support the answer. */
  'not-supported',
  /** The answer was made from answers of steps, at least one of which is unconfirmed or unsupported. */
  'unconfirmed-step',
  /** The question of the step takes for granted what an earlier step was too unsure of to give as its answer. */
  'guessed',
  /** No document contains it: the model knew it or made it up. */
  'from-memory',
  'partly-from-memory',
  'uncited',
  /** The run was stopped, or ended before its last step. */
  'cut-short',
]);
export type Unconfirmed = z.infer<typeof unconfirmed>;

/** One sentence each, for the user, about an answer that there is. */
export const unconfirmedSentences: Readonly<Record<Unconfirmed, string>> = {
  'check-gave-none': t('The final check did not find this answer in the passages.'),
  'reply-unusable': t('The model’s last reply was unusable; this is the best answer without it.'),
  'call-failed': t('The last call to the model failed; this is the best answer without it.'),
  unchecked: t('The answer could not be checked against its evidence.'),
  'not-supported': t('The model judges that no passage supports this answer.'),
  'unconfirmed-step': t('This answer rests on a step whose own answer is unconfirmed.'),
  guessed: t('The question of this step takes a guess of an earlier step for granted.'),
  'from-memory': t('Answered from the model’s memory: nothing in this answer comes from your documents.'),
  'partly-from-memory': t('Part of this answer comes from the model’s memory, not from your documents.'),
  uncited: t('No passage is cited for this answer.'),
  'cut-short': t('The run ended before its last step; this is the best answer so far.'),
};
