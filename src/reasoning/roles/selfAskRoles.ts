/** Roles of Self-Ask (pipelines.md 7). */
import * as z from 'zod';
import { missingIn, type PartAnswered } from '../missing.ts';
import type { Guessed, PathStep } from '../pathStep.ts';
import { finishPrompt } from '../prompts/finish.ts';
import { followUpPrompt } from '../prompts/selfAsk.ts';
import type { Role, AboutFolder, Knowing } from '../role.ts';
import { answering, answerFrom, cleanAnswer, finishing, type LastAnswer, withoutExample } from './readRoles.ts';
import { yesOrNo, isSaid, nextQuestion, parseReply, text } from './replyValues.ts';

export interface HistoryInput {
  readonly question: string;
  readonly history: readonly PathStep[];
}

interface FollowUpInput extends HistoryInput, AboutFolder {
  /** The number of demonstrations to show first. Default: none. */
  readonly shots?: number;
  /** How many follow-up questions can still be asked. Default: not said. */
  readonly left?: number;
}

export type FollowUpOutput =
  | ({ readonly action: 'ask'; readonly followUp: string } & Guessed)
  | ({ readonly action: 'answer'; readonly answer: string | null } & PartAnswered);

interface SelfAskRoles {
  readonly step: Role<FollowUpInput, FollowUpOutput>;
  readonly finish: Role<HistoryInput & Knowing, LastAnswer>;
}

const followUpReply = z
  .object({
    needs_follow_up: yesOrNo.describe('whether one is needed'),
    follow_up: nextQuestion.describe('the follow-up question; empty when none is needed'),
    answer: text.describe('the answer; empty when you ask'),
    missing: answering.missing,
    abstain: answering.abstain.describe('true when there is neither'),
  })
  .refine(
    ({ needs_follow_up: needs, follow_up: asked, answer: said, abstain: none }) =>
      typeof needs === 'boolean' || none === true || isSaid(asked) || isSaid(said),
    {
      error: 'the field "needs_follow_up" is missing',
      path: ['needs_follow_up'],
    },
  );

/** Source: pipelines.md 7, common defaults. */
const usual = { temperature: 0.1, topP: 0.1, maxTokens: 512 };

export const selfAskRoles: SelfAskRoles = {
  step: {
    ...usual,
    id: 'selfask.step',
    work: 'plan',
    schema: () => followUpReply,
    messages: followUpPrompt,
    read: (reply) => parseReply(followUpReply, reply, (said) => ({ output: nextFollowUp(said) })),
    readText: (raw) => {
      const output = followUpInProse(raw);
      return output && { output };
    },
    fallback: (_input, raw) => followUpInProse(raw) ?? { action: 'answer', answer: null },
    shorten: withoutExample,
  },
  finish: {
    ...finishing,
    ...usual,
    id: 'selfask.finish',
    messages: ({ history, ...asked }, fields) => finishPrompt({ ...asked, path: history }, fields),
    fallback: ({ history }, raw) => ({ answer: answerFrom(raw) ?? history.findLast((step) => step.answer !== null)?.answer ?? null }),
  },
};

function nextFollowUp(said: z.output<typeof followUpReply>): FollowUpOutput {
  const followUp = (said.needs_follow_up ?? !isSaid(said.answer)) ? firstLine(said.follow_up ?? '') : '';
  return isSaid(followUp) ? { action: 'ask', followUp } : { action: 'answer', answer: cleanAnswer(said), ...missingIn(said.missing) };
}

/** Models may continue and invent answers and further questions, so only the first line counts. */
function firstLine(followUp: string): string {
  const line = followUp.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.replace(/^\s*follow[- ]?up(?: question)?:\s*/i, '').trim();
}

/** The method's original syntax: "Follow up: …" or "So the final answer is: …", whichever comes first; null when there is neither. */
function followUpInProse(raw: string): FollowUpOutput | null {
  const found = /^[^\S\n]*(?:(follow[- ]?up(?: question)?):|so the final answer is:?)\s*(\S.*)$/im.exec(raw);
  if (!found) return null;
  const said = found[2]?.trim() ?? '';
  return found[1] !== undefined ? { action: 'ask', followUp: said } : { action: 'answer', answer: cleanAnswer({ answer: said }) };
}
