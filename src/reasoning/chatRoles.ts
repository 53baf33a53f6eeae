/** Every role of `Reasoner` as a chat model serves it: what is said, what counts as a reply, what it means, and what holds when there is none. */
import * as z from 'zod';
import { sentenceRanges } from '../base/sentences.ts';
import type { ChatMessage } from '../models/models.ts';
import type { Passage } from '../protocol/passage.ts';
import { isAbstention } from './abstention.ts';
import { finishPrompt, metaPrompt, readPrompt, type ReplyField, stepPrompt } from './prompts.ts';
import type { MetaInput, ReadInput, ReadOutput, RoleId, Roles, StepInput, StepOutput } from './reasoner.ts';
import { mentions, supportingQuote } from './supportingQuote.ts';

type Input<R extends RoleId> = Roles[R]['input'];
type Output<R extends RoleId> = Roles[R]['output'];

/** What a reply came to. `O` is the role's output. */
export interface Outcome<O> {
  readonly output: O;
  readonly flags: readonly string[];
}

export type Reading<O> =
  | { readonly ok: true; readonly outcome: Outcome<O> }
  /** What is wrong, in words a model can act on. */
  | { readonly ok: false; readonly problem: string };

export interface ChatRole<R extends RoleId> {
  readonly temperature: number;
  readonly maxTokens: number;
  /** The output for a reply that says nothing or declines; null when this role needs a reply in its form. */
  readonly abstention: Output<R> | null;
  schema(input: Input<R>): z.ZodType;
  messages(input: Input<R>, fields: readonly ReplyField[]): readonly ChatMessage[];
  read(reply: unknown, input: Input<R>): Reading<Output<R>>;
  /** What holds when the reply stays unusable. `text` is what the model wrote. */
  fallback(input: Input<R>, text: string): Output<R>;
  /** The input with less document text; null when there is none left to spare. */
  shorten(input: Input<R>): { readonly input: Input<R>; readonly dropped: number } | null;
}

const text = z.preprocess((value) => {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return typeof value === 'number' ? String(value) : value;
}, z.string().trim().nullish());
const flag = z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() === 'true' : value), z.boolean().nullish());
const numbers = z
  .preprocess(
    (value) => [value ?? []].flat().map((one: unknown) => (typeof one === 'string' ? Number(one.replace(/[^\d]/g, '') || NaN) : one)),
    z.array(z.number().int()),
  )
  .catch([]);

const reasoning = text.describe('how the answer follows, in one to three sentences');
const answering = {
  answer: text.describe('the answer in a few words; empty when you abstain'),
  citations: numbers.describe('the numbers of the passages that carry the answer'),
  abstain: flag.describe('true when the answer cannot be found'),
};
const answered = (reply: { readonly answer?: string | null | undefined; readonly abstain?: boolean | null | undefined }): boolean =>
  reply.answer !== undefined || reply.abstain === true;
const noAnswer = { error: 'the field "answer" is missing', path: ['answer'] };

const plainReply = z.object(answering).refine(answered, noAnswer);
const reasonedReply = z.object({ reasoning, ...answering }).refine(answered, noAnswer);
const finishReply = z.object({ answer: text.describe('the answer in a few words, or "unknown"') }).refine(answered, noAnswer);
const stepReply = z
  .object({
    reasoning: text.describe('what is known and what is still missing, in one or two sentences'),
    action: z
      .preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), z.enum(['ask', 'finish']))
      .describe('what comes next'),
    sub_question: text.describe('the next sub-question; empty when you finish'),
    answer: text.describe('the answer in a few words; empty when you ask'),
  })
  .refine((reply) => reply.action === 'finish' || isSaid(reply.sub_question), {
    error: 'the action is "ask" but "sub_question" is empty',
    path: ['sub_question'],
  });

const nothingFound: ReadOutput = { answer: null, citations: [], quote: null };

const read: ChatRole<'read'> & ChatRole<'sunar.read'> = {
  temperature: 0.1,
  maxTokens: 1_024,
  abstention: nothingFound,
  schema: ({ cot }) => (cot ? reasonedReply : plainReply),
  messages: ({ question, passages }, fields) => readPrompt(question, passages, fields),
  read: (reply, input) => parse(reasonedReply, reply, (said) => cite(said, input)),
  fallback: (input, raw) => cite({ answer: answerInProse(raw), citations: [] }, input).output,
  shorten: shortenPassages,
};

/** Temperatures of SUNAR: pipelines.md 2.8. */
export const chatRoles: { readonly [R in RoleId]: ChatRole<R> } = {
  read,
  'sunar.read': { ...read, temperature: 0.3 },
  'sunar.step': {
    temperature: 0.3,
    maxTokens: 1_024,
    abstention: null,
    schema: () => stepReply,
    messages: ({ question, path }, fields) => stepPrompt(question, path, fields),
    read: (reply) => parse(stepReply, reply, (said) => ({ output: nextStep(said), flags: [] })),
    fallback: () => ({ action: 'finish', answer: null }),
    shorten: () => null,
  },
  'sunar.finish': {
    temperature: 0.3,
    maxTokens: 512,
    abstention: { answer: null },
    schema: () => finishReply,
    messages: ({ question, path }, fields) => finishPrompt(question, path, fields),
    read: (reply) => parse(finishReply, reply, (said) => ({ output: { answer: cleanAnswer(said) }, flags: [] })),
    fallback: lastAnswer,
    shorten: () => null,
  },
  'sunar.mer': {
    temperature: 0.3,
    maxTokens: 1_024,
    abstention: nothingFound,
    schema: () => reasonedReply,
    messages: ({ question, path, passages }, fields) => metaPrompt(question, path, passages, fields),
    read: (reply, input) => parse(reasonedReply, reply, (said) => cite(said, input)),
    // The pipeline has the sequential answer to fall back on (2.7).
    fallback: () => nothingFound,
    shorten: shortenPassages,
  },
};

interface SaidAnswer {
  readonly answer?: string | null | undefined;
  readonly citations?: readonly number[];
  readonly abstain?: boolean | null | undefined;
}

function parse<T, O>(schema: z.ZodType<T>, reply: unknown, toOutcome: (said: T) => Outcome<O>): Reading<O> {
  const parsed = schema.safeParse(reply);
  if (parsed.success) return { ok: true, outcome: toOutcome(parsed.data) };
  const problem = parsed.error.issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message)).join('; ');
  return { ok: false, problem };
}

function nextStep(said: { readonly action: 'ask' | 'finish'; readonly sub_question?: string | null | undefined } & SaidAnswer): StepOutput {
  if (said.action === 'ask' && isSaid(said.sub_question)) return { action: 'ask', subQuestion: said.sub_question };
  return { action: 'finish', answer: cleanAnswer(said) };
}

function isSaid(value: string | null | undefined): value is string {
  return value !== undefined && value !== null && value !== '';
}

function cleanAnswer({ answer, abstain }: SaidAnswer): string | null {
  return abstain === true || answer === undefined || answer === null || isAbstention(answer) ? null : answer;
}

/** 1-based passage numbers become indices; those of passages that were not given go, those of passages that say the answer come first. */
function cite(said: SaidAnswer, { question, passages }: Pick<ReadInput, 'question' | 'passages'>): Outcome<ReadOutput> {
  const answer = cleanAnswer(said);
  const named = [...new Set((said.citations ?? []).map((number) => number - 1))];
  const given = named.filter((index) => passages[index] !== undefined);
  const flags = given.length < named.length ? ['citation_dropped'] : [];
  if (answer === null) return { output: nothingFound, flags };
  const says = (index: number): boolean => mentions(passages[index]?.text ?? '', answer);
  const found = given.length > 0 ? given : [...passages.keys()].filter(says).slice(0, 1);
  const citations = [...found.filter(says), ...found.filter((index) => !says(index))];
  const first = passages[citations[0] ?? -1];
  return { output: { answer, citations, quote: first ? supportingQuote(first, answer, question) : null }, flags };
}

/** The answer in a reply that is no JSON: its first line, after the last "answer:" if it has one. Lines of broken JSON are nobody's answer. */
function answerInProse(raw: string): string | null {
  const label = /^[\s\S]*\banswer\b(?:\s+is\b)?\W{0,3}[:=]\s*/i.exec(raw)?.[0] ?? '';
  const rest = raw.slice(label.length);
  const quoted = /^"((?:[^"\\\n]|\\.)+)"/.exec(rest)?.[1]?.replace(/\\(.)/g, '$1');
  const line = quoted ?? rest.split('\n').find((one) => one.trim() !== '');
  const trimmed =
    line
      ?.replace(/^[\s*_`]+|[\s*_`]+$/g, '')
      .slice(0, 300)
      .trim() ?? '';
  return trimmed === '' || /^[{["]/.test(trimmed) ? null : trimmed;
}

function lastAnswer({ path }: StepInput): { readonly answer: string | null } {
  return { answer: path.at(-1)?.answer ?? null };
}

/** Drops the lowest-ranked passage; the only one left is cut at the end of the sentence nearest its middle (pipelines.md 1.5). */
function shortenPassages<I extends ReadInput | MetaInput>(input: I): { readonly input: I; readonly dropped: number } | null {
  const { passages } = input;
  const [only] = passages;
  if (only === undefined) return null;
  if (passages.length > 1) return { input: { ...input, passages: passages.slice(0, -1) }, dropped: 1 };
  const cut = firstHalf(only);
  return cut && { input: { ...input, passages: [cut] }, dropped: 0 };
}

function firstHalf(passage: Passage): Passage | null {
  const ends = sentenceRanges(passage.text, passage.runs).map(({ end }) => end);
  const half = ends[Math.floor(ends.length / 2) - 1];
  return half === undefined ? null : { ...passage, text: passage.text.slice(0, half) };
}
