/** Roles of DRR-RAG (pipelines.md 5.5). */
import { assumedLanguage } from '../../language/assumed.ts';
import * as z from 'zod';
import { normalizeAnswer } from '../../language/normalizeAnswer.ts';
import { classifyPrompt, drrDecomposePrompt, integratePrompt, refinePrompt } from '../prompts/drr.ts';
import { declines } from '../abstention.ts';
import { joined, oneOf, parseReply, text } from './replyValues.ts';
import type {
  DecomposeInput,
  DecomposeOutput,
  IntegrateInput,
  PlannedQuestion,
  QuestionType,
  RefineInput,
  RefineOutput,
} from './drrTypes.ts';
import type { Outcome, Role, Knowing } from '../role.ts';
import {
  cleanAnswer,
  finishing,
  type LastAnswer,
  nothingFound,
  type ReadInput,
  type ReadOutput,
  readStep,
  shortenPassages,
} from './readRoles.ts';

interface DrrRoles {
  readonly classify: Role<{ readonly question: string }, { readonly type: QuestionType }>;
  /** The whole plan at once. */
  readonly decompose: Role<DecomposeInput, DecomposeOutput>;
  readonly answer: Role<ReadInput, ReadOutput>;
  /** Extracts the evidence, judges the answer by it, and corrects the answer. */
  readonly refine: Role<RefineInput, RefineOutput>;
  readonly integrate: Role<IntegrateInput & Knowing, LastAnswer>;
}

const questionType = oneOf(['inference', 'comparison', 'hybrid']);
const classifyReply = z.object({ type: questionType.describe('the type of the question') });

const planned = z.object({
  id: z
    .preprocess(
      (value) => (typeof value === 'number' ? String(value) : typeof value === 'string' ? value.replace(/^[^\d-]*/, '') : value),
      z
        .string()
        .trim()
        .regex(/^0*[1-9]\d*$/, 'is not a whole number from 1 on'),
    )
    .overwrite((digits) => digits.replace(/^0+/, ''))
    .describe('its number: "1", "2" …'),
  sub_question: z.string().trim().min(1, 'is empty').describe('one single-hop question'),
});
/**
 * The paper's plan is a dictionary from number to sub-question. Strict servers do not allow free keys, so a list whose items contain their
 * number is requested. Both are accepted in the reply, even with a sub-question as plain text.
 */
const planFields = {
  question: text.describe('the question, repeated'),
  decomposed_questions: z
    .preprocess(asList, z.array(planned))
    .refine((list) => new Set(list.map(({ id }) => id)).size === list.length, 'two sub-questions have the same number')
    .describe('the sub-questions'),
};
const planReply = z.object(planFields);
/** A plan that says the type is usable without it. */
const typedPlanReply = z.object({
  question: planFields.question,
  type: questionType.optional().catch(undefined).describe('the type of the question'),
  decomposed_questions: planFields.decomposed_questions,
});

const refineReply = z
  .object({
    evidence: z
      .preprocess((value) => (Array.isArray(value) ? joined(value, ' … ') : value), text)
      .describe('the words of the passages that answer the question, copied exactly; empty when the passages are about something else'),
    correctness: z.preprocess(asVerdict, z.enum(['right', 'wrong', 'unsupported'])).describe('what the evidence says of the given answer'),
    correct_answer: text.describe('the answer by the evidence: a correction, or the given answer again; empty when there is none'),
  })
  .refine(({ evidence }) => evidence !== undefined, { error: 'the field "evidence" is missing', path: ['evidence'] });

const common = { temperature: 0.1, maxTokens: 8_192, repairedAs: 'drr.repair' } as const;

export const drrRoles: DrrRoles = {
  classify: {
    ...common,
    id: 'drr.classify',
    schema: () => classifyReply,
    messages: ({ question }, fields) => classifyPrompt(question, fields),
    read: (reply) => parseReply(classifyReply, reply, (said) => ({ output: said })),
    fallback: () => ({ type: 'hybrid' }),
  },
  decompose: {
    ...common,
    id: 'drr.decompose',
    work: 'plan',
    schema: ({ type }) => (type === null ? typedPlanReply : planReply),
    messages: drrDecomposePrompt,
    read: (reply, { type: known }, raw) =>
      parseReply(typedPlanReply, reply, ({ type, ...said }) => ({
        output: { plan: planOf(said), reply: raw.text, ...(known === null && type !== undefined ? { type } : {}) },
      })),
    fallback: (_input, said) => ({ plan: null, reply: said }),
  },
  answer: { ...readStep, ...common, id: 'drr.answer', fallback: () => nothingFound },
  refine: {
    ...common,
    id: 'drr.refine',
    schema: () => refineReply,
    messages: refinePrompt,
    read: (reply, input) => parseReply(refineReply, reply, (said) => judge(said, input)),
    fallback: () => ({ evidence: null, verdict: 'unchecked', correctAnswer: null }),
    shorten: shortenPassages,
  },
  integrate: {
    ...finishing,
    ...common,
    id: 'drr.integrate',
    messages: integratePrompt,
    fallback: ({ solved }) => ({ answer: solved.at(-1)?.answer ?? null }),
  },
};

function asList(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((item: unknown, i) => ({ id: i + 1, ...asObject(item) }));
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value).map(([id, item]) => ({ ...asObject(item), id }));
}

function asObject(item: unknown): object {
  if (typeof item !== 'object' || item === null) return { sub_question: item };
  return 'question' in item ? { sub_question: item.question, ...item } : item;
}

function planOf({ decomposed_questions: list }: z.output<typeof planReply>): readonly PlannedQuestion[] {
  const ids = new Set(list.map(({ id }) => id));
  // Other data sets have `#1` for what the prompt asks to write as a placeholder.
  const placeholder = (said: string, before: string, id: string): string =>
    ids.has(id) && Number(id) < Number(before) ? `{sub_question_${id}_answer}` : said;
  return list.map(({ id, sub_question }) => ({
    id,
    subQuestion: sub_question.replace(/#(\d{1,2})\b/g, (said, other: string) => placeholder(said, id, other)),
  }));
}

/** An answer that is right in part is corrected. */
function asVerdict(value: unknown): unknown {
  const said = String(value).trim().toLowerCase();
  return verdicts.find(([, words]) => words.test(said))?.[0] ?? value;
}

const verdicts = [
  ['unsupported', /^\W*(?:un|not (?:supported|stated|found)|no evidence)/],
  ['wrong', /^\W*(?:wrong|incorrect|false|no|not|part)/],
  ['right', /^\W*(?:right|correct|true|yes|supported)/],
] as const;

/** A wrong answer that is corrected to itself is right. */
function judge(
  { evidence, correctness, correct_answer }: z.output<typeof refineReply>,
  { answer: given }: RefineInput,
): Outcome<RefineOutput> {
  const correctAnswer = cleanAnswer({ answer: correct_answer });
  // Without the quotation marks around it, and the number of its passage.
  const words = (evidence ?? '').replace(/\s*\[\d{1,3}\]\.?$/, '').replace(/^["“„«‘']|["”“»’']$/g, '');
  const isMissing = declines(words);
  const isSame =
    correctness === 'wrong' &&
    correctAnswer !== null &&
    given !== null &&
    normalizeAnswer(correctAnswer, assumedLanguage) === normalizeAnswer(given, assumedLanguage);
  return {
    output: { evidence: isMissing ? null : words, verdict: isSame ? 'right' : correctness, correctAnswer },
    flags: isSame ? ['corrected_to_itself'] : [],
  };
}
