import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { ratePlainly } from './ratePlainly.ts';
import { rateSpans } from './rateSpans.ts';
import { readPassages } from './readPassages.ts';
import { readWithModel, type ReaderModel } from './readWithModel.ts';
import type { QuestionPlan } from './questionPlan.ts';
import { planQuestion, wholeQuestion } from './questionShape.ts';
import { noRelations, relationTable } from './relations.ts';

/** The parts of the reasoner. */
export interface Parts {
  /** Decomposes a question. */
  readonly plan: (question: string) => QuestionPlan;
  /** Answers a single-hop question. */
  readonly read: (input: ReadInput) => ReadOutput | Promise<ReadOutput>;
}

/** Switches for leaving out parts to measure their effect: `npm run bench -- reader`. */
export interface PartOptions {
  /** If false, every question is read as one step. */
  readonly decomposition?: boolean;
  /** Wordings of relations, and paraphrases. If false, a sentence must use the question's words. */
  readonly relations?: boolean;
  /** Where in a sentence the answer is. If false, any span of the right kind counts. */
  readonly placement?: boolean;
}

/** @param model reads in place of the rules */
export function createParts({ decomposition = true, relations = true, placement = true }: PartOptions = {}, model?: ReaderModel): Parts {
  const reading = { relations: relations ? relationTable : noRelations, rate: placement ? rateSpans : ratePlainly };
  return {
    plan: decomposition ? planQuestion : wholeQuestion,
    read: (input) => (model ? readWithModel(model, input) : readPassages(input, reading)),
  };
}

export const allParts: Parts = createParts();
