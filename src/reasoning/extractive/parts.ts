import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { learnedReader } from './learnedReader.ts';
import { readPassages } from './readPassages.ts';
import { readWithModel, type ReaderModel } from '../readWithModel.ts';
import type { QuestionPlan } from './questionPlan.ts';
import { planQuestion, wholeQuestion } from './questionShape.ts';

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
  /** If false, the likeliest answer is given however unsure it is. */
  readonly abstention?: boolean;
}

/** @param model reads in place of the built-in ranker */
export function createParts({ decomposition = true, abstention = true }: PartOptions = {}, model?: ReaderModel): Parts {
  const threshold = abstention ? learnedReader.threshold : 0;
  return {
    plan: decomposition ? planQuestion : wholeQuestion,
    read: (input) => (model ? readWithModel(model, input) : readPassages(input, learnedReader, threshold)),
  };
}

export const allParts: Parts = createParts();
