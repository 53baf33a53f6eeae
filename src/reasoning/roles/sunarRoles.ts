/** Roles of SUNAR (pipelines.md 2.8). */
import * as z from 'zod';
import type { Passage } from '../../protocol/passage.ts';
import { finishPrompt, type FromSteps } from '../prompts/finish.ts';
import { answerBatchPrompt, type MetaInput, metaPrompt, type NextStep, stepPrompt } from '../prompts/sunar.ts';
import { isSaid, nextQuestion, oneOf, parseReply, text } from './replyValues.ts';
import {
  answered,
  answering,
  cite,
  cleanAnswer,
  finishing,
  type LastAnswer,
  noAnswer,
  nothingFound,
  type ReadInput,
  type ReadOutput,
  readStep,
  reasonedReply,
  reasoning,
  shortenPassages,
} from './readRoles.ts';
import { missingIn, type PartAnswered } from '../missing.ts';
import type { Guessed, PathStep } from '../pathStep.ts';
import type { Role } from '../role.ts';

export interface StepInput {
  readonly question: string;
  readonly path: readonly PathStep[];
}

export type StepOutput =
  | ({ readonly action: 'ask'; readonly subQuestion: string } & Guessed)
  | ({ readonly action: 'finish'; readonly answer: string | null } & PartAnswered);

export interface BatchInput {
  readonly question: string;
  /** One reranked batch, in its order. */
  readonly passages: readonly Passage[];
}

interface SunarRoles {
  /** The next sub-question, or the answer. */
  readonly step: Role<NextStep, StepOutput>;
  /** The answer from one batch alone, sampled for uncertainty feedback; null when the reply was unusable and the sample is dropped. */
  readonly asu: Role<BatchInput, { readonly answer: string | null } | null>;
  readonly read: Role<ReadInput, ReadOutput>;
  /** The answer from the path alone. */
  readonly finish: Role<FromSteps, LastAnswer>;
  /** The answer from the path, checked against pooled evidence. */
  readonly mer: Role<MetaInput, ReadOutput>;
}

const batchFields = z.object({
  reasoning,
  answer: text.describe('the answer; your best guess where the passages have none'),
});
const batchReply = batchFields.refine(answered, noAnswer);
/** A model may abstain although it is not offered to: the pipeline decides what that means (pipelines.md 2.4). */
const batchReplyOrNone = batchFields.extend({ abstain: answering.abstain }).refine(answered, noAnswer);
const stepReply = z
  .object({
    reasoning: text.describe('what is known and what is missing, in one or two sentences'),
    action: oneOf(['ask', 'finish']).optional().catch(undefined).describe('what comes next'),
    sub_question: nextQuestion.describe('the next sub-question; empty when you finish'),
    answer: text.describe('the answer; empty when you ask'),
    missing: answering.missing,
    abstain: answering.abstain.describe('true when you finish without an answer'),
  })
  // What is filled in says it as well.
  .refine(
    ({ action, sub_question, answer, abstain }) => action !== undefined || abstain === true || isSaid(sub_question) || isSaid(answer),
    {
      error: 'the field "action" is missing',
      path: ['action'],
    },
  )
  .refine(({ action, sub_question }) => action !== 'ask' || isSaid(sub_question), {
    error: 'the action is "ask" but "sub_question" is empty',
    path: ['sub_question'],
  });

export const sunarRoles: SunarRoles = {
  read: { ...readStep, id: 'sunar.read', temperature: 0.3 },
  asu: {
    id: 'sunar.asu',
    temperature: 0.3,
    maxTokens: 512,
    abstention: { answer: null },
    schema: () => batchReply,
    messages: ({ question, passages }, fields) => answerBatchPrompt(question, passages, fields),
    read: (reply) => parseReply(batchReplyOrNone, reply, (said) => ({ output: { answer: cleanAnswer(said) } })),
    fallback: () => null,
    shorten: shortenPassages,
  },
  step: {
    id: 'sunar.step',
    work: 'plan',
    temperature: 0.3,
    maxTokens: 1_024,
    schema: () => stepReply,
    messages: stepPrompt,
    read: (reply) => parseReply(stepReply, reply, (said) => ({ output: nextStep(said) })),
    fallback: () => ({ action: 'finish', answer: null }),
  },
  finish: {
    ...finishing,
    id: 'sunar.finish',
    temperature: 0.3,
    messages: finishPrompt,
    fallback: ({ path }) => ({ answer: path.at(-1)?.answer ?? null }),
  },
  mer: {
    id: 'sunar.mer',
    work: 'answer',
    temperature: 0.3,
    maxTokens: 1_024,
    abstention: nothingFound,
    schema: () => reasonedReply,
    messages: metaPrompt,
    read: (reply, input) => parseReply(reasonedReply, reply, (said) => cite(said, input)),
    // The pipeline can fall back on the sequential answer (2.7).
    fallback: () => nothingFound,
    shorten: shortenPassages,
  },
};

function nextStep(said: z.output<typeof stepReply>): StepOutput {
  if (said.action !== 'finish' && isSaid(said.sub_question)) return { action: 'ask', subQuestion: said.sub_question };
  return { action: 'finish', answer: cleanAnswer(said), ...missingIn(said.missing) };
}
