import type { Passage } from '../../protocol/passage.ts';
import type { Performed, Reasoner, ReasonerCall, RoleId, Roles } from '../reasoner.ts';
import type { ReadOutput } from '../roles/readRoles.ts';
import { confirmAnswer } from './confirmAnswer.ts';
import { finishFrom, nextStep } from './plan.ts';
import { checkAnswer, classifyQuestion, integrateAnswers, planAtOnce } from './planAtOnce.ts';
import {
  assess,
  findGaps,
  finishFollowUps,
  isAligned,
  labelPassages,
  nextFollowUp,
  nextQuery,
  nextThought,
  nextTurn,
} from './readAndAsk.ts';
import { readPassages } from './readPassages.ts';
import { standaloneQuestion } from './standaloneQuestion.ts';
import { readQuestion } from './walkPlan.ts';

/**
 * Reasons without a model: takes a question apart by its grammar and answers each part with the best-supported words of the passages, or says that
 * it does not know. English; other languages are read as one step and mostly abstain. Deterministic, and a pure function of each call's input.
 */
export class ExtractiveReasoner implements Reasoner {
  readonly id = 'extractive';
  readonly can = { sample: false, logprobs: false, stateConfidence: false } as const;

  serves(role: RoleId): boolean {
    return SERVED[role] !== undefined;
  }

  async sample<R extends RoleId>(
    role: R,
    input: Roles[R]['input'],
    _n: number,
    call: Omit<ReasonerCall, 'sample'>,
  ): Promise<readonly Performed<R>[]> {
    return [await this.perform(role, input, call)];
  }

  perform<R extends RoleId>(role: R, input: Roles[R]['input'], call: ReasonerCall): Promise<Performed<R>> {
    return new Promise((resolve) => {
      call.signal.throwIfAborted();
      const serve: ((input: Roles[R]['input']) => Roles[R]['output']) | undefined = SERVED[role];
      if (!serve) throw new Error(`the role ${role} is not served`);
      resolve({ output: serve(standalone(input)), flags: [] });
    });
  }
}

/** Every role reads the same question. */
function standalone<I>(input: I): I {
  if (typeof input !== 'object' || input === null || !('question' in input) || typeof input.question !== 'string') return input;
  return { ...input, question: standaloneQuestion(input.question) };
}

const read = ({ question, passages }: { readonly question: string; readonly passages: readonly Passage[] }): ReadOutput =>
  readQuestion(question, passages);
const withoutLikelihood = <T>(output: T): T & { readonly meanLogprob: null } => ({ ...output, meanLogprob: null });

/** Roles that are missing here need a memory, a stated confidence or words of one's own; they fall back (pipelines.md 1.11). */
const SERVED: { readonly [R in RoleId]?: (input: Roles[R]['input']) => Roles[R]['output'] } = {
  read,
  'sunar.read': readPassages,
  'sunar.step': nextStep,
  'sunar.finish': (input) => ({ answer: finishFrom(input) }),
  'sunar.mer': confirmAnswer,
  'leap.gaps': findGaps,
  'leap.verify': isAligned,
  'leap.answer': read,
  'selfdc.read': read,
  'drr.classify': classifyQuestion,
  'drr.decompose': planAtOnce,
  'drr.answer': readPassages,
  'drr.refine': checkAnswer,
  'drr.integrate': integrateAnswers,
  'selfask.step': nextFollowUp,
  'selfask.finish': finishFollowUps,
  'ircot.next': nextThought,
  'refeed.read': (input) => withoutLikelihood(read(input)),
  'selfrag.assess': assess,
  'r2ag.read': read,
  'gear.read': read,
  'efficientrag.label': labelPassages,
  'efficientrag.next': nextQuery,
  'autorag.turn': nextTurn,
};
