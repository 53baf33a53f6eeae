/** Roles of LeapQuery (pipelines.md 3.3). */
import * as z from 'zod';
import type { Passage } from '../../protocol/passage.ts';
import { qualifierIn, type Qualified } from '../qualifier.ts';
import { type Gaps, gapsPrompt, type Verify, verifyPrompt } from '../prompts/leap.ts';
import type { Role } from '../role.ts';
import { yesOrNo, hasField, parseReply, passageNamed, readable, source, text, texts, wholeNumberIn } from './replyValues.ts';
import { cleanAnswer, qualifier, read, type ReadInput, type ReadOutput, shortenPassages } from './readRoles.ts';

/** What the passages say about an earlier sub-question. */
export interface FoundAnswer extends Qualified {
  /** Index into the sub-questions asked. */
  readonly asked: number;
  readonly answer: string;
  /** Index into the passages. */
  readonly passage: number;
}

export type GapsOutput =
  | {
      readonly kind: 'generated';
      readonly found: readonly FoundAnswer[];
      /** With gaps but no sub-questions, something is missing and nothing is left to ask. */
      readonly gaps: readonly string[];
      readonly subQuestions: readonly string[];
    }
  /** No usable reply, which does not mean that nothing is missing. */
  | { readonly kind: 'failed' };

interface LeapRoles {
  /** What the passages lack, and the questions to ask for it. */
  readonly gaps: Role<Gaps, GapsOutput>;
  /** One vote; null when it is unreadable. */
  readonly verify: Role<Verify, { readonly aligned: boolean | null }>;
  readonly answer: Role<ReadInput, ReadOutput>;
}

const foundAnswer = z.object({
  step: z.preprocess((value) => wholeNumberIn(value) ?? value, z.int()).describe('the number of the sub-question'),
  answer: text.describe('its answer'),
  qualifier: qualifier.optional(),
  passage: z.preprocess((value) => [value].flat()[0], source).describe('the number of the passage that gives it'),
});
const openGaps = {
  complete: yesOrNo.optional().describe('true when nothing is missing'),
  gaps: texts.describe('the facts that are missing, each in a few words').catch([]),
  sub_questions: texts.describe('one self-contained sub-question for each missing fact'),
};
/** Before a sub-question has been asked. */
const firstGapsReply = z.object(openGaps);
const gapsReply = z.object({
  found: readable(foundAnswer)
    .describe('of the sub-questions asked before without an answer, those that the passages answer; empty when there are none')
    .catch([]),
  ...openGaps,
});
const verifyReply = z
  .object({ aligned: yesOrNo.describe('true when the sub-question serves the question') })
  .refine(({ aligned }) => typeof aligned === 'boolean', { error: 'the field "aligned" is missing', path: ['aligned'] });

export const leapRoles: LeapRoles = {
  gaps: {
    id: 'leap.gaps',
    work: 'plan',
    temperature: 0,
    maxTokens: 1_024,
    schema: ({ asked }) => (asked.length === 0 ? firstGapsReply : gapsReply),
    messages: gapsPrompt,
    read: (reply, { passages }) =>
      hasField(reply, 'sub_questions') || hasField(reply, 'complete')
        ? parseReply(gapsReply, reply, ({ found, complete, gaps, sub_questions: subQuestions }) => ({
            output: {
              kind: 'generated',
              found: found.flatMap((one) => foundIn(one, passages)),
              ...(complete === true ? { gaps: [], subQuestions: [] } : { gaps: gaps.filter((gap) => gap !== ''), subQuestions }),
            },
          }))
        : { ok: false, problem: 'the field "sub_questions" is missing' },
    fallback: () => ({ kind: 'failed' }),
    shorten: shortenPassages,
  },
  verify: {
    id: 'leap.verify',
    temperature: 0.7,
    maxTokens: 64,
    schema: () => verifyReply,
    messages: verifyPrompt,
    read: (reply) => parseReply(verifyReply, reply, ({ aligned }) => ({ output: { aligned: aligned ?? null } })),
    readText: (raw) => {
      const aligned = yesOrNo.safeParse(raw.replace(/^\W*aligned\W*[:=]/i, '')).data ?? null;
      return aligned === null ? null : { output: { aligned } };
    },
    fallback: () => ({ aligned: null }),
  },
  answer: { ...read, id: 'leap.answer', temperature: 0 },
};

function foundIn(
  { step, answer: said, qualifier: apart, passage: named }: z.output<typeof foundAnswer>,
  passages: readonly Passage[],
): readonly FoundAnswer[] {
  const answer = cleanAnswer({ answer: said });
  const passage = passageNamed(named, passages);
  return answer === null || passage === undefined ? [] : [{ asked: step - 1, answer, passage, ...qualifierIn(apart, answer) }];
}
