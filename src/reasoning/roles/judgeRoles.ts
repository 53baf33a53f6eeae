/** Judges an answer by the accepted ones (metrics.md 4). A role for evaluations, which no pipeline uses. */
import * as z from 'zod';
import { judgePrompt } from '../prompts/judge.ts';
import { cannotShorten, type ChatRole, type ChatRolesOf, parse, text } from './chatRole.ts';

interface JudgeInput {
  readonly question: string;
  readonly prediction: string;
  /** At least one accepted answer. */
  readonly golds: readonly string[];
}

interface JudgeOutput {
  readonly correct: boolean;
  /** The reason; null when the judge gave none. */
  readonly reasoning: string | null;
}

export interface JudgeRoles {
  readonly judge: { readonly input: JudgeInput; readonly output: JudgeOutput };
}

/** Text that means neither is not a verdict and must not count as "wrong". */
const verdict = z.preprocess((value) => {
  const said = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return said === 'true' || said === 'yes' ? true : said === 'false' || said === 'no' ? false : said;
}, z.boolean());

const judgeReply = z.object({
  reasoning: text.describe('what the prediction says and how that compares with the accepted answers, in one or two sentences'),
  correct: verdict.describe('true when the prediction gives the same answer as at least one accepted answer'),
});

const judge: ChatRole<JudgeInput, JudgeOutput> = {
  temperature: 0,
  maxTokens: 1_024,
  abstention: null,
  schema: () => judgeReply,
  messages: ({ question, prediction, golds }, fields) => judgePrompt(question, prediction, golds, fields),
  read: (reply) => parse(judgeReply, reply, ({ correct, reasoning }) => ({ output: { correct, reasoning: reasoning ?? null }, flags: [] })),
  fallback: () => ({ correct: false, reasoning: null }),
  shorten: cannotShorten,
};

export const judgeRoles: ChatRolesOf<JudgeRoles> = { judge };
