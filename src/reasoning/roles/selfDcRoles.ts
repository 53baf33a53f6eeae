/**
 * Roles of Self-DC (pipelines.md 4.5). Confidence by *prob* is a separate role: its reply is plain text, since the tokens of JSON would
 * count as certain (1.3).
 */
import * as z from 'zod';
import { isAbstention } from '../abstention.ts';
import { meanTokenProbability, statedConfidence } from '../confidence.ts';
import { finishPrompt, type FromSteps } from '../prompts/finish.ts';
import { backgroundPrompt, bareAnswerPrompt, selfDcDecomposePrompt, statedConfidencePrompt } from '../prompts/selfDc.ts';
import type { Role, AboutFolder, Knowing } from '../role.ts';
import { yesOrNo, hasField, numberedItems, parseReply, text, texts, withoutLineBreaks } from './replyValues.ts';
import { answering, answerInProse, cleanAnswer, finishing, type LastAnswer, read, type ReadInput, type ReadOutput } from './readRoles.ts';

interface AboutQuestion {
  readonly question: string;
}

interface ConfidenceOutput {
  /** In [0, 1]; null when it is missing. */
  readonly confidence: number | null;
  /** The answer given with the confidence, which is kept in the trace and not used. */
  readonly answer: string | null;
}

interface TokenConfidenceOutput extends ConfidenceOutput {
  /** The log-probabilities behind it; null when the server gave none. */
  readonly logprobs: readonly number[] | null;
}

interface SelfDcRoles {
  /** *verb*: the confidence that the model states. */
  readonly confidence: Role<AboutQuestion, ConfidenceOutput>;
  /** *prob*: the mean probability of the answer's tokens. */
  readonly tokenConfidence: Role<AboutQuestion, TokenConfidenceOutput>;
  /** `isChain`: the parts need each other's answers, so that there is nothing to split; whatever else was listed is left out. */
  readonly decompose: Role<AboutQuestion & AboutFolder, { readonly subQuestions: readonly string[]; readonly isChain?: true }>;
  /** A passage from the model's own knowledge, on one line; empty when it has none. */
  readonly background: Role<AboutQuestion & Knowing, { readonly passage: string }>;
  readonly read: Role<ReadInput, ReadOutput>;
  /** From every sub-question with its answer. */
  readonly combine: Role<FromSteps, LastAnswer>;
}

/** Source: pipelines.md 4.1. */
const cool = { temperature: 0.1, topP: 0.1 } as const;

const confidenceFields = z.object({
  answer: text.describe('the answer'),
  confidence: z.preprocess((said) => statedConfidence(said) ?? undefined, z.number().optional()).describe('from 0 to 100'),
});
/** A reply that abstains, although 0 says the same, need not state a confidence, which could only be made up if asked for again. */
const confidenceReply = confidenceFields
  .extend({ abstain: answering.abstain })
  .refine(({ confidence, abstain }) => confidence !== undefined || abstain === true, {
    error: 'the field "confidence" holds no number from 0 to 100',
    path: ['confidence'],
  });
const decomposeReply = z.object({
  is_chain: yesOrNo.optional().describe('true when one part can only be asked with the answer to another'),
  sub_questions: texts.describe('the smaller questions, in the order of the question; empty when it cannot be split'),
});

export const selfDcRoles: SelfDcRoles = {
  confidence: {
    ...cool,
    id: 'selfdc.confidence',
    maxTokens: 256,
    schema: () => confidenceFields,
    messages: ({ question }, fields) => statedConfidencePrompt(question, fields),
    read: (reply) =>
      parseReply(confidenceReply, reply, (said) => ({ output: { confidence: said.confidence ?? null, answer: cleanAnswer(said) } })),
    readText: (raw) => {
      const output = confidenceInProse(raw);
      return output.confidence === null ? null : { output };
    },
    fallback: (_input, raw) => confidenceInProse(raw),
  },
  tokenConfidence: {
    ...cool,
    id: 'selfdc.confidence.prob',
    maxTokens: 64,
    logprobs: true,
    messages: ({ question }) => bareAnswerPrompt(question),
    read: (reply, _input, { logprobs = null }) => {
      const answer = typeof reply === 'string' && !isAbstention(reply) ? reply : null;
      return { ok: true, outcome: { output: { confidence: meanTokenProbability(logprobs ?? []), answer, logprobs } } };
    },
    // The call failed, which shows nothing about the server's capabilities.
    fallback: () => ({ confidence: null, answer: null, logprobs: [] }),
  },
  decompose: {
    ...cool,
    id: 'selfdc.decompose',
    work: 'plan',
    maxTokens: 512,
    schema: () => decomposeReply,
    messages: selfDcDecomposePrompt,
    read: (reply) =>
      hasField(reply, 'sub_questions')
        ? parseReply(decomposeReply, reply, ({ is_chain: isChain, sub_questions: items }) => ({
            output: isChain === true ? { subQuestions: [], isChain } : { subQuestions: items },
          }))
        : { ok: false, problem: 'the field "sub_questions" is missing' },
    readText: (raw) => {
      const subQuestions = numberedItems(raw);
      return subQuestions.length > 0 ? { output: { subQuestions } } : null;
    },
    fallback: () => ({ subQuestions: [] }),
  },
  background: {
    ...cool,
    id: 'selfdc.background',
    maxTokens: 512,
    abstention: { passage: '' },
    messages: backgroundPrompt,
    read: (reply) => ({ ok: true, outcome: { output: { passage: inOneLine(reply) } } }),
    fallback: () => ({ passage: '' }),
  },
  read: { ...read, id: 'selfdc.read', ...cool },
  combine: {
    ...finishing,
    ...cool,
    id: 'selfdc.combine',
    messages: finishPrompt,
    fallback: ({ path }) => ({ answer: path.findLast(({ answer }) => answer !== null)?.answer ?? null }),
  },
};

function confidenceInProse(raw: string): ConfidenceOutput {
  return { confidence: statedConfidence(raw), answer: isAbstention(raw) ? null : cleanAnswer({ answer: answerInProse(raw) }) };
}

/** Source: pipelines.md 4.5, as GenRead does it. A passage that only says that there is none counts as none. */
function inOneLine(said: unknown): string {
  return typeof said !== 'string' || isAbstention(said) ? '' : withoutLineBreaks(said);
}
