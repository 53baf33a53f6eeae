import type { MetaInput, Performed, Reasoner, ReasonerCall, ReadOutput, RoleId, Roles } from '../reasoner.ts';
import { confirmAnswer } from './confirmAnswer.ts';
import { finishFrom, nextStep } from './plan.ts';
import { readPassages } from './readPassages.ts';

/**
 * Reasons without a model: takes a question apart by its grammar and answers each part with the best-supported words of the passages, or says that
 * it does not know. English; other languages are read as one step and mostly abstain. Deterministic, and a pure function of each call's input.
 */
export class ExtractiveReasoner implements Reasoner {
  readonly id = 'extractive';
  readonly can = { sample: false, plan: true, logprobs: false, stateConfidence: false } as const;

  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    return new Promise((resolve) => {
      call.signal.throwIfAborted();
      const serve: (input: Roles[R]['input']) => Roles[R]['output'] = SERVED[role];
      resolve({ output: serve(input), flags: [] });
    });
  }
}

const SERVED: { readonly [R in RoleId]: (input: Roles[R]['input']) => Roles[R]['output'] } = {
  read: readPassages,
  'sunar.read': readPassages,
  'sunar.step': nextStep,
  'sunar.finish': (input) => ({ answer: finishFrom(input) }),
  'sunar.mer': (input: MetaInput): ReadOutput => confirmAnswer(input),
};
