/** Judges an answer by the accepted ones (metrics.md 4). */
import * as z from 'zod';
import { judgePrompt } from './judgePrompt.ts';
import type { Role } from '../../src/reasoning/role.ts';
import { parseReply, text } from '../../src/reasoning/roles/replyValues.ts';

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

/** Text that means neither is not a verdict and must not count as "wrong". */
const verdict = z.preprocess((value) => {
  const said = typeof value === 'string' ? value.trim().toLowerCase() : value;
  return said === 'true' || said === 'yes' ? true : said === 'false' || said === 'no' ? false : said;
}, z.boolean());

const judgeReply = z.object({
  reasoning: text.describe('what the prediction says and how that compares with the accepted answers, in one or two sentences'),
  correct: verdict.describe('true when the prediction gives the same answer as at least one accepted answer'),
});

export const judgeRole: Role<JudgeInput, JudgeOutput> = {
  id: 'judge',
  temperature: 0,
  maxTokens: 1_024,
  schema: () => judgeReply,
  messages: ({ question, prediction, golds }, fields) => judgePrompt(question, prediction, golds, fields),
  read: (reply) => parseReply(judgeReply, reply, ({ correct, reasoning }) => ({ output: { correct, reasoning: reasoning ?? null } })),
  fallback: () => ({ correct: false, reasoning: null }),
};
