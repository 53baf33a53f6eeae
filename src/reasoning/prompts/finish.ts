import type { ChatMessage } from '../../models/models.ts';
import type { Knowing } from '../role.ts';
import type { PathStep } from '../pathStep.ts';
import { inItsForm } from './answerForm.ts';
import { pathBlock, prompt, questionBlock, type ReplyField } from './blocks.ts';
import { restingOn } from './policy.ts';

export interface FromSteps extends Knowing {
  readonly question: string;
  readonly path: readonly PathStep[];
}

/** Asks for the answer at the end of a method, from its steps alone. */
export function finishPrompt({ question, path, knowledge }: FromSteps, fields: readonly ReplyField[]): readonly ChatMessage[] {
  return prompt(
    fields,
    questionBlock(question),
    pathBlock(path, { question }),
    `Answer the question from these steps ${inItsForm(question)}.`,
    restingOn('these steps', knowledge),
  );
}
