import type { ReadInput, ReadOutput } from '../roles/readRoles.ts';
import { ratePlainly } from './ratePlainly.ts';
import { rateSpans } from './rateSpans.ts';
import { readPassages } from './readPassages.ts';
import type { QuestionPlan } from './questionPlan.ts';
import { planQuestion, wholeQuestion } from './questionShape.ts';
import { noRelations, relationTable } from './relations.ts';

/** What the reasoner is made of. */
export interface Parts {
  /** Takes a question apart. */
  readonly plan: (question: string) => QuestionPlan;
  /** Answers a question of one hop. */
  readonly read: (input: ReadInput) => ReadOutput;
}

/** Parts to do without, which shows what each is worth: `npm run bench -- reader`. */
export interface PartOptions {
  /** Without it every question is read as one step. */
  readonly decomposition?: boolean;
  /** How texts put the relations that questions ask for, and what paraphrases what. Without it a sentence has to use the question's words. */
  readonly relations?: boolean;
  /** Where in a sentence the answer is. Without it any span of the right kind will do. */
  readonly placement?: boolean;
}

export function createParts({ decomposition = true, relations = true, placement = true }: PartOptions = {}): Parts {
  const reading = { relations: relations ? relationTable : noRelations, rate: placement ? rateSpans : ratePlainly };
  return { plan: decomposition ? planQuestion : wholeQuestion, read: (input) => readPassages(input, reading) };
}

export const allParts: Parts = createParts();
