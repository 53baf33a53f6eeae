/** A chat model as the reader that checks questions. */
import { AriadneError } from '../base/errors.ts';
import { scoreAnswer } from '../evaluation/answerScores.ts';
import type { ChatModel } from '../models/models.ts';
import type { AnsweringModel } from '../questions/verify.ts';
import { createReasoner } from '../reasoning/createReasoner.ts';
import { Calls } from './judge.ts';

/** @throws AriadneError `model-failed` from `answer`, when a call failed for good: no reply is not the same as no answer */
export function questionModel(chat: ChatModel, signal: AbortSignal): AnsweringModel {
  return {
    async answer(question, passages) {
      const calls = new Calls();
      const reasoner = createReasoner({ chat }, { recorder: calls });
      const call = { node: 'check', signal };
      const { output } = passages
        ? await reasoner.perform('read', { question, passages, cot: false }, call)
        : await reasoner.perform('direct', { question }, call);
      if (calls.failure !== undefined) throw new AriadneError('model-failed', `The questions were not checked: ${calls.failure}`);
      return output.answer;
    },
    isRight: (answer, accepted) => scoreAnswer(answer, accepted)?.em === 1,
  };
}
