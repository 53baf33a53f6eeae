/** Words questions of a dataset, and compares wordings (pipelines.md 6). */
import * as z from 'zod';
import { comparePrompt, mergePrompt } from './wordingPrompts.ts';
import type { Role } from '../../src/reasoning/role.ts';
import { yesOrNo, parseReply, text, withoutLineBreaks } from '../../src/reasoning/roles/replyValues.ts';

interface MergeInput {
  readonly question: string;
  /** The questions that lead to the answer, with `#1` for the answer of the first. */
  readonly steps: readonly string[];
}

interface MergeOutput {
  /** Null when the model gave none. */
  readonly question: string | null;
}

interface CompareInput {
  readonly question: string;
  readonly wording: string;
}

interface CompareOutput {
  readonly same: boolean;
  /** What differs, in words; null when the model says nothing. */
  readonly difference: string | null;
}

const mergeReply = z.object({ question: text.describe('the question in natural words') });

export const mergeRole: Role<MergeInput, MergeOutput> = {
  id: 'cuqa.merge',
  temperature: 0.7,
  maxTokens: 512,
  abstention: { question: null },
  schema: () => mergeReply,
  messages: ({ question, steps }, fields) => mergePrompt(question, steps, fields),
  read: (reply) => parseReply(mergeReply, reply, ({ question }) => ({ output: { question: withoutLineBreaks(question ?? '') || null } })),
  fallback: () => ({ question: null }),
};

const compareReply = z.object({
  difference: text.describe('what the wording drops, adds or changes, in a few words; empty when nothing'),
  same: yesOrNo.describe('true when the wording asks for exactly the same'),
});

export const compareRole: Role<CompareInput, CompareOutput> = {
  id: 'cuqa.compare',
  temperature: 0,
  maxTokens: 512,
  schema: () => compareReply,
  messages: ({ question, wording }, fields) => comparePrompt(question, wording, fields),
  // Without a verdict, the question keeps its words.
  read: (reply) =>
    parseReply(compareReply, reply, ({ same, difference }) => ({ output: { same: same ?? false, difference: difference || null } })),
  fallback: () => ({ same: false, difference: null }),
};
