/** Roles of the prompt-only baselines (pipelines.md 7). */
import { languageOf } from '../../language/languages.ts';
import * as z from 'zod';
import { sentenceRanges } from '../../language/sentences.ts';
import type { Passage } from '../../protocol/passage.ts';
import { declines, isAbstention } from '../abstention.ts';
import {
  backgroundPrompt,
  chainOfThoughtPrompt,
  directPrompt,
  draftPrompt,
  followUpPrompt,
  nextSentencePrompt,
  refinePrompt,
} from '../prompts/baselines.ts';
import { finishPrompt } from '../prompts/finish.ts';
import { withoutNumbers } from '../strayMarks.ts';
import {
  cannotShorten,
  type ChatRolesOf,
  flag,
  isSaid,
  nextQuestion,
  parse,
  type RawReply,
  type Reading,
  text,
  unmarked,
  withoutLineBreaks,
} from './chatRole.ts';
import {
  answered,
  answerInProse,
  answering,
  bareReply,
  cite,
  cleanAnswer,
  finishing,
  type LastAnswer,
  noAnswer,
  nothingFound,
  ofMemory,
  type ReadOutput,
  reasoning,
  shortenPassages,
  withoutExample,
} from './readRoles.ts';
import type { AboutFolder } from '../folder.ts';
import type { Knowing } from '../knowing.ts';
import { missingIn, type PartAnswered } from '../missing.ts';
import type { Guessed, PathStep } from '../pathStep.ts';

interface QuestionInput {
  readonly question: string;
}

interface CotInput extends QuestionInput, Knowing {
  /** The number of worked examples to show first. */
  readonly shots: number;
}

interface CotOutput extends LastAnswer {
  readonly reasoning: string;
}

export interface HistoryInput extends QuestionInput {
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

export interface ThoughtInput extends QuestionInput {
  /** In order of arrival. */
  readonly passages: readonly Passage[];
  /** The sentences so far. */
  readonly cot: readonly string[];
}

export interface ThoughtOutput {
  /** The first sentence of the reply; empty when there is none. */
  readonly sentence: string;
  /** Present when the sentence announces the answer; null when it announces that there is none. */
  readonly answer?: string | null;
}

export interface WithLikelihood {
  /** Mean log-probability of the reply's tokens; null when the server gives none. */
  readonly meanLogprob: number | null;
}

export interface BaselineRoles {
  /** The answer from the model's own knowledge. */
  readonly direct: { readonly input: QuestionInput & Knowing; readonly output: LastAnswer };
  readonly cot: { readonly input: CotInput; readonly output: CotOutput };
  /** A background passage from the model's own knowledge; null when it has none. */
  readonly 'genread.passage': { readonly input: QuestionInput & Knowing; readonly output: { readonly passage: string | null } };
  readonly 'selfask.step': { readonly input: FollowUpInput; readonly output: FollowUpOutput };
  readonly 'selfask.finish': { readonly input: HistoryInput & Knowing; readonly output: LastAnswer };
  readonly 'ircot.next': { readonly input: ThoughtInput; readonly output: ThoughtOutput };
  readonly 'refeed.draft': { readonly input: QuestionInput; readonly output: LastAnswer & WithLikelihood };
  /** Like `read`, in plain text, so that likelihoods can be compared (pipelines.md 1.3). */
  readonly 'refeed.read': {
    readonly input: { readonly question: string; readonly passages: readonly Passage[] };
    readonly output: ReadOutput & WithLikelihood;
  };
}

const { answer, abstain } = answering;
const cotReply = z.object({ reasoning, answer, abstain: ofMemory }).refine(answered, noAnswer);
const followUpReply = z
  .object({
    needs_follow_up: flag.describe('whether one is needed'),
    follow_up: nextQuestion.describe('the follow-up question; empty when none is needed'),
    answer: text.describe('the answer; empty when you ask'),
    missing: answering.missing,
    abstain: abstain.describe('true when there is neither'),
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
/** Not greedy, because drafts of one question must differ. */
const draftTemperature = 0.7;

export const baselineRoles: ChatRolesOf<BaselineRoles> = {
  direct: {
    ...usual,
    abstention: { answer: null },
    schema: () => bareReply,
    messages: directPrompt,
    read: (reply) => parse(bareReply, reply, (said) => ({ output: { answer: cleanAnswer(said) }, flags: [] })),
    fallback: (_input, raw) => ({ answer: answerFrom(raw) }),
    shorten: cannotShorten,
  },
  cot: {
    ...usual,
    maxTokens: 1_024,
    abstention: { reasoning: '', answer: null },
    schema: () => cotReply,
    messages: chainOfThoughtPrompt,
    read: (reply) =>
      parse(cotReply, reply, (said) => ({ output: { reasoning: said.reasoning ?? '', answer: cleanAnswer(said) }, flags: [] })),
    fallback: (_input, raw) => ({ reasoning: '', answer: answerFrom(raw) }),
    shorten: withoutExample,
  },
  'genread.passage': {
    temperature: 0,
    maxTokens: 300,
    abstention: { passage: null },
    schema: () => null,
    messages: backgroundPrompt,
    read: (reply) => inPlainText(reply, (said) => ({ passage: isAbstention(said) ? null : withoutLineBreaks(said) })),
    fallback: () => ({ passage: null }),
    shorten: cannotShorten,
  },
  'selfask.step': {
    ...usual,
    abstention: null,
    schema: () => followUpReply,
    messages: followUpPrompt,
    read: (reply) => parse(followUpReply, reply, (said) => ({ output: nextFollowUp(said), flags: [] })),
    readText: (raw) => {
      const output = followUpInProse(raw);
      return output && { output, flags: [] };
    },
    fallback: (_input, raw) => followUpInProse(raw) ?? { action: 'answer', answer: null },
    shorten: withoutExample,
  },
  'selfask.finish': {
    ...finishing,
    ...usual,
    messages: ({ history, ...asked }, fields) => finishPrompt({ ...asked, path: history }, fields),
    fallback: ({ history }, raw) => ({ answer: answerFrom(raw) ?? history.findLast((step) => step.answer !== null)?.answer ?? null }),
  },
  'ircot.next': {
    ...usual,
    maxTokens: 200,
    abstention: { sentence: '' },
    schema: () => null,
    messages: ({ question, passages, cot }) => nextSentencePrompt(question, passages, cot),
    read: (reply, input) => inPlainText(reply, (raw) => thoughtIn(raw, input)),
    fallback: (input, raw) => thoughtIn(raw, input),
    shorten: shortenPassages,
  },
  'refeed.draft': {
    ...usual,
    temperature: draftTemperature,
    topP: 1,
    logprobs: true,
    abstention: { answer: null, meanLogprob: null },
    schema: () => null,
    messages: ({ question }) => draftPrompt(question),
    read: (reply, _input, raw) => inPlainText(reply, (said) => ({ answer: answerFrom(said), meanLogprob: meanLogprob(raw) })),
    fallback: (_input, raw) => ({ answer: answerFrom(raw), meanLogprob: null }),
    shorten: cannotShorten,
  },
  'refeed.read': {
    ...usual,
    logprobs: true,
    abstention: { ...nothingFound, meanLogprob: null },
    schema: () => null,
    messages: ({ question, passages }) => refinePrompt(question, passages),
    read: (reply, input, raw) =>
      inPlainText(reply, (said) => ({ ...cite({ answer: answerInProse(said) }, input).output, meanLogprob: meanLogprob(raw) })),
    fallback: (input, raw) => ({ ...cite({ answer: answerInProse(raw) }, input).output, meanLogprob: null }),
    shorten: shortenPassages,
  },
};

/** An empty reply is not an output, so the role's abstention applies. */
function inPlainText<O>(reply: unknown, toOutput: (said: string) => O): Reading<O> {
  if (typeof reply !== 'string' || reply === '') return { ok: false, problem: 'nothing was written' };
  return { ok: true, outcome: { output: toOutput(reply), flags: [] } };
}

function answerFrom(raw: string): string | null {
  return cleanAnswer({ answer: answerInProse(raw) });
}

function nextFollowUp(said: z.output<typeof followUpReply>): FollowUpOutput {
  const followUp = (said.needs_follow_up ?? !isSaid(said.answer)) ? firstLine(said.follow_up ?? '') : '';
  return isSaid(followUp) ? { action: 'ask', followUp } : { action: 'answer', answer: cleanAnswer(said), ...missingIn(said.missing) };
}

/** Models may continue and invent answers and further questions, so only the first line counts. */
function firstLine(followUp: string): string {
  const line = followUp.split('\n').find((one) => one.trim() !== '') ?? '';
  return line.replace(/^\s*follow[- ]?up(?: question)?:\s*/i, '').trim();
}

/** The method's original form: "Follow up: …" or "So the final answer is: …", whichever comes first; null when there is neither. */
function followUpInProse(raw: string): FollowUpOutput | null {
  const found = /^[^\S\n]*(?:(follow[- ]?up(?: question)?):|so the final answer is:?)\s*(\S.*)$/im.exec(raw);
  if (!found) return null;
  const said = found[2]?.trim() ?? '';
  return found[1] !== undefined ? { action: 'ask', followUp: said } : { action: 'answer', answer: cleanAnswer({ answer: said }) };
}

/**
 * The first sentence behind an exclamation, a heading and a label; the model may write more than it should before the next search. A
 * statement that the passages lack something is a thought too.
 */
function thoughtIn(raw: string, { passages }: Pick<ThoughtInput, 'passages'>): ThoughtOutput {
  const text = unmarked(raw)
    .trim()
    .replace(/^(?:\p{L}+(?: \p{L}+)?!\s+)?(?:[^\n.]{1,60}:\n+)?(?:Thought:\s*)?/iu, '');
  const [first] = sentenceRanges(text, languageOf(text));
  const sentence = first && !declines(text) ? withoutNumbers(text.slice(first.start, first.end).replace(/\s+/g, ' '), passages) : '';
  const announced = /answer is:?\s*(.+?)\.?$/i.exec(sentence)?.[1];
  return announced === undefined ? { sentence } : { sentence, answer: cleanAnswer({ answer: announced }) };
}

function meanLogprob({ logprobs = [] }: RawReply): number | null {
  return logprobs.length > 0 ? logprobs.reduce((sum, one) => sum + one, 0) / logprobs.length : null;
}
