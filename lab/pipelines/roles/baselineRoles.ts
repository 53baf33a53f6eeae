/** Roles of the prompt-only baselines (pipelines.md 7). */
import * as z from 'zod';
import type { Passage } from '../../../src/protocol/passage.ts';
import { isAbstention } from '../../../src/reasoning/abstention.ts';
import { backgroundPrompt } from '../../../src/reasoning/prompts/selfDc.ts';
import { readPrompt } from '../../../src/reasoning/prompts/read.ts';
import type { RawReply, Role, Knowing } from '../../../src/reasoning/role.ts';
import {
  answered,
  answerFrom,
  answerInProse,
  answering,
  cite,
  cleanAnswer,
  type LastAnswer,
  noAnswer,
  nothingFound,
  type ReadInput,
  type ReadOutput,
  readRole,
  reasoning,
  shortenPassages,
  withoutExample,
} from '../../../src/reasoning/roles/readRoles.ts';
import { inPlainText, parseReply, withoutLineBreaks } from '../../../src/reasoning/roles/replyValues.ts';
import { chainOfThoughtPrompt, directPrompt, draftPrompt, examplesFor, refinePrompt } from '../prompts/baselines.ts';

interface QuestionInput {
  readonly question: string;
}

interface WithExamples {
  /** The number of worked examples to show first. */
  readonly shots: number;
}

interface CotOutput extends LastAnswer {
  readonly reasoning: string;
}

export interface WithLikelihood {
  /** Mean log-probability of the reply's tokens; null when the server gives none. */
  readonly meanLogprob: number | null;
}

const { answer } = answering;
const abstain = answering.abstain.describe('true when you do not know it');
const directReply = z.object({ answer, abstain }).refine(answered, noAnswer);
const cotReply = z.object({ reasoning, answer, abstain }).refine(answered, noAnswer);
/** Source: pipelines.md 7, common defaults. */
const usual = { temperature: 0.1, topP: 0.1, maxTokens: 512 };
/** Not greedy, because drafts of one question must differ. */
const draftTemperature = 0.7;

/** The answer from the model's own knowledge. */
export const directRole: Role<QuestionInput & Knowing, LastAnswer> = {
  ...usual,
  id: 'direct',
  abstention: { answer: null },
  schema: () => directReply,
  messages: directPrompt,
  read: (reply) => parseReply(directReply, reply, (said) => ({ output: { answer: cleanAnswer(said) } })),
  fallback: (_input, raw) => ({ answer: answerFrom(raw) }),
};

export const cotRole: Role<QuestionInput & WithExamples & Knowing, CotOutput> = {
  ...usual,
  id: 'cot',
  maxTokens: 1_024,
  abstention: { reasoning: '', answer: null },
  schema: () => cotReply,
  messages: chainOfThoughtPrompt,
  read: (reply) => parseReply(cotReply, reply, (said) => ({ output: { reasoning: said.reasoning ?? '', answer: cleanAnswer(said) } })),
  fallback: (_input, raw) => ({ reasoning: '', answer: answerFrom(raw) }),
  shorten: withoutExample,
};

/** A background passage from the model's own knowledge; null when it has none. */
export const genReadRole: Role<QuestionInput & Knowing, { readonly passage: string | null }> = {
  id: 'genread.passage',
  temperature: 0,
  maxTokens: 300,
  abstention: { passage: null },
  messages: backgroundPrompt,
  read: (reply) => inPlainText(reply, (said) => ({ passage: isAbstention(said) ? null : withoutLineBreaks(said) })),
  fallback: () => ({ passage: null }),
};

/** Reading after worked examples. */
export const exampleReadRole: Role<ReadInput & Partial<WithExamples>, ReadOutput> = {
  ...readRole,
  messages: (input, fields) => readPrompt(input, fields, examplesFor(input.question, input.shots ?? 0)),
  // Examples are the first to be left out.
  shorten: (input) => withoutExample(input) ?? shortenPassages(input),
};

export const draftRole: Role<QuestionInput, LastAnswer & WithLikelihood> = {
  ...usual,
  id: 'refeed.draft',
  temperature: draftTemperature,
  topP: 1,
  logprobs: true,
  abstention: { answer: null, meanLogprob: null },
  messages: ({ question }) => draftPrompt(question),
  read: (reply, _input, raw) => inPlainText(reply, (said) => ({ answer: answerFrom(said), meanLogprob: meanLogprob(raw) })),
  fallback: (_input, raw) => ({ answer: answerFrom(raw), meanLogprob: null }),
};

/** Like `read`, in plain text, so that likelihoods can be compared (pipelines.md 1.3). */
export const refineRole: Role<QuestionInput & { readonly passages: readonly Passage[] }, ReadOutput & WithLikelihood> = {
  ...usual,
  id: 'refeed.read',
  logprobs: true,
  abstention: { ...nothingFound, meanLogprob: null },
  messages: ({ question, passages }) => refinePrompt(question, passages),
  read: (reply, input, raw) =>
    inPlainText(reply, (said) => ({ ...cite({ answer: answerInProse(said) }, input).output, meanLogprob: meanLogprob(raw) })),
  fallback: (input, raw) => ({ ...cite({ answer: answerInProse(raw) }, input).output, meanLogprob: null }),
  shorten: shortenPassages,
};

function meanLogprob({ logprobs = [] }: RawReply): number | null {
  return logprobs.length > 0 ? logprobs.reduce((sum, one) => sum + one, 0) / logprobs.length : null;
}
