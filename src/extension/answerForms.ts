/** How the next answer is written. Does not use VS Code. */
import { t } from '@vscode/l10n';
import { builtinModels, type ModelIds } from '../protocol/runSpec.ts';
import { askedFormOf, inForm, type AnswerForm, type AnswerWanted } from '../protocol/writtenAnswer.ts';

/** What each choice is, as the settings and the choice at the question box say it. */
export const formWords: Readonly<Record<AnswerForm, string>> = {
  auto: t('What the question calls for. Short while no chat model is chosen.'),
  short: t('A few words.'),
  explained: t('One to three paragraphs below the short answer. Needs a chat model and one more call.'),
  list: t('A list below the short answer. Without a chat model, a list of quotes.'),
  table: t('A table of what is compared below the short answer. Without a chat model, a table of quotes.'),
};

/** Short without a chat model unless another is chosen: quotes are then seen below the answer as they are. */
export function wantedNow({ answer, models }: { readonly answer: AnswerWanted; readonly models: ModelIds }): AnswerWanted {
  return askedFormOf(answer) === 'auto' && models.chat === builtinModels.chat ? inForm('short') : answer;
}
