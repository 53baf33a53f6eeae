/** The form of the next answer. Does not use VS Code. */
import type { AskRequest } from '../protocol/runRequests.ts';
import { builtinModels, type ModelIds } from '../protocol/runSpec.ts';
import type { AnswerForm } from '../protocol/writtenAnswer.ts';

/** What each form is, as the settings and the choice at the question box say it. */
export const formWords: Readonly<Record<AnswerForm, string>> = {
  auto: 'What the question calls for. Short while no chat model is chosen.',
  short: 'A few words.',
  explained: 'One to three paragraphs below the short answer. Needs a chat model and one more call.',
  list: 'A list below the short answer. Without a chat model, a list of quotes.',
  table: 'A table of what is compared below the short answer. Without a chat model, a table of quotes.',
};

interface FormSettings {
  readonly form: AnswerForm;
  readonly isStrict: boolean;
  readonly models: ModelIds;
}

/** Short without a chat model unless another form is chosen: quotes are then seen below the answer as they are. */
export function askedForm({ form, isStrict, models }: FormSettings): Pick<AskRequest, 'form' | 'strict'> {
  const asked = form === 'auto' && models.chat === builtinModels.chat ? 'short' : form;
  return { form: asked, ...(isStrict && asked !== 'short' ? { strict: true } : {}) };
}
