/** A chat model that words questions better, and checks them. */
import { AriadneError } from '../../src/base/errors.ts';
import { scoreAnswer } from '../evaluation/answerScores.ts';
import type { ChatModel } from '../../src/models/models.ts';
import type { WordingModel } from '../questions/reword.ts';
import { createReasoner } from '../../src/reasoning/createReasoner.ts';
import type { Role } from '../../src/reasoning/role.ts';
import { readRole } from '../../src/reasoning/roles/readRoles.ts';
import { directRole } from '../pipelines/roles/baselineRoles.ts';
import { compareRole, mergeRole } from './wordingRoles.ts';
import { UnrecordedCalls } from '../../src/trace/unrecordedCalls.ts';

/** @throws AriadneError `model-failed` from each function, when a call failed for good: no reply is not the same as no answer */
export function questionModel(chat: ChatModel, signal: AbortSignal): WordingModel {
  const ask = async <I, O>(role: Role<I, O>, input: NoInfer<I>): Promise<O> => {
    const calls = new UnrecordedCalls();
    const { output } = await createReasoner({ chat }, { recorder: calls }).perform(role, input, { node: 'check', signal });
    if (calls.failure !== undefined) throw new AriadneError('model-failed', `The questions were not checked: ${calls.failure}`);
    return output;
  };
  return {
    async answer(question, passages) {
      return (passages ? await ask(readRole, { question, passages, cot: false }) : await ask(directRole, { question })).answer;
    },
    isRight: (answer, accepted) => scoreAnswer(answer, accepted)?.em === 1,
    reword: async (question, steps) => (await ask(mergeRole, { question, steps })).question,
    async differenceOf(question, wording) {
      const { same, difference } = await ask(compareRole, { question, wording });
      return same ? null : (difference ?? 'The model does not find that it asks the same.');
    },
  };
}
