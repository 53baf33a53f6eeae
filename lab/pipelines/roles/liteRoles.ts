/** Roles of the prompt-only approximations of fine-tuned and graph systems (pipelines.md 8). */
import * as z from 'zod';
import { isObject } from '../../../src/base/isObject.ts';
import type { ReplyToken } from '../../../src/models/models.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { labelProbabilities } from './labelProbabilities.ts';
import {
  assessPrompt,
  dialoguePrompt,
  factsPrompt,
  featuresPrompt,
  labelPrompt,
  nextQueryPrompt,
  retrievalDecisionPrompt,
  sufficiencyPrompt,
  triplesPrompt,
} from '../prompts/lite.ts';
import {
  yesOrNo,
  isSaid,
  nextQuestion,
  oneOf,
  parseReply,
  passageNamed,
  readable,
  sources,
  text,
  wholeNumberIn,
} from '../../../src/reasoning/roles/replyValues.ts';
import type {
  Assessment,
  AssessInput,
  DialogueInput,
  DialogueOutput,
  FeaturesInput,
  FoundTriple,
  Label,
  LabelProbabilities,
  LabelInput,
  Triple,
} from './liteTypes.ts';
import {
  answerInProse,
  answered,
  answering,
  cite,
  noAnswer,
  nothingFound,
  plainReply,
  type ReadOutput,
  reasonedReply,
  shortenPassages,
} from '../../../src/reasoning/roles/readRoles.ts';
import type { Outcome, Role, Knowing } from '../../../src/reasoning/role.ts';

interface LiteRoles {
  readonly retrieve: Role<{ readonly question: string }, { readonly retrieve: boolean }>;
  readonly assess: Role<AssessInput & Knowing, Assessment>;
  readonly readWithFeatures: Role<FeaturesInput & Knowing, ReadOutput>;
  readonly extract: Role<LabelInput, { readonly triples: readonly FoundTriple[] }>;
  readonly reason: Role<
    { readonly question: string; readonly facts: readonly Triple[] },
    { readonly sufficient: boolean; readonly nextQuery: string | null }
  >;
  readonly readWithFacts: Role<
    Knowing & { readonly question: string; readonly facts: readonly Triple[]; readonly passages: readonly Passage[] },
    ReadOutput
  >;
  /** One label per passage, in the same order. */
  readonly label: Role<LabelInput, { readonly labels: readonly Label[] }>;
  /** Null when nothing is left to look up. */
  readonly nextQuery: Role<
    { readonly question: string; readonly query: string; readonly spans: readonly string[] },
    { readonly nextQuery: string | null }
  >;
  readonly turn: Role<DialogueInput & Knowing, DialogueOutput>;
}

const retrieveReply = z
  .object({ retrieve: yesOrNo.describe('true when documents have to be searched') })
  .refine(({ retrieve }) => typeof retrieve === 'boolean', { error: 'the field "retrieve" is missing', path: ['retrieve'] });

const assessReply = z
  .object({
    relevant: yesOrNo.describe('whether the passage is relevant to the question'),
    answer: answering.answer,
    missing: answering.missing,
    support: z.preprocess(asSupport, z.enum(['full', 'partial', 'none'])).describe('how far the passage supports the answer'),
    usefulness: z
      .preprocess((value) => wholeNumberIn(value) ?? value, z.int().min(1).max(5))
      .describe('how useful the answer is, from 1 (not at all) to 5 (fully answers the question)'),
    abstain: answering.abstain,
  })
  .refine(answered, noAnswer);

const member = z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.string().trim());
const triplesReply = z.object({
  triples: readable(
    z.preprocess(
      asTriple,
      z.object({
        head: member.describe('the subject'),
        relation: member.describe('the relation'),
        tail: member.describe('the object'),
        passage: wholeNumber().describe('number of the passage that says it'),
      }),
    ),
  ).describe('the facts that help'),
});

const known = text.describe('what is known and what is missing, in one or two sentences');
const sufficiencyReply = z
  .object({
    reasoning: known,
    sufficient: yesOrNo.describe('whether the facts suffice'),
    next_query: nextQuestion.describe('the next search query; empty when the facts suffice'),
  })
  .refine(({ sufficient }) => typeof sufficient === 'boolean', { error: 'the field "sufficient" is missing', path: ['sufficient'] });

const labelReply = z.object({
  useful: sources.describe('the numbers of the useful passages'),
  spans: readable(
    z.object({ passage: wholeNumber().describe('number of the passage'), words: member.describe('words copied from it') }),
  ).describe('the words that help'),
});

const nextQueryReply = z
  .object({
    next_query: nextQuestion.describe('the next search query; empty when it is done'),
    done: yesOrNo.describe('true when nothing is left to look up'),
  })
  .refine(({ next_query, done }) => isSaid(next_query) || done === true, {
    error: 'it is not done but "next_query" is empty',
    path: ['next_query'],
  });

const dialogueReply = z
  .object({
    reasoning: known,
    action: oneOf(['query', 'final']).optional().catch(undefined).describe('what comes next'),
    query: nextQuestion.describe('the search query; empty when you answer'),
    answer: text.describe('the answer; empty when you search or cannot answer'),
    missing: answering.missing,
    citations: answering.citations,
    abstain: answering.abstain.describe('true when you end the search without an answer'),
  })
  .refine(({ action, query, answer, abstain }) => action !== undefined || abstain === true || isSaid(query) || isSaid(answer), {
    error: 'the field "action" is missing',
    path: ['action'],
  })
  .refine(({ action, query }) => action !== 'query' || isSaid(query), {
    error: 'the action is "query" but "query" is empty',
    path: ['query'],
  });

/** Of all three judgments or of none, so that scores can be compared. */
function likelyLabels(tokens: readonly ReplyToken[]): LabelProbabilities | undefined {
  const relevant = labelProbabilities(tokens, 'relevant', ['true', 'false']);
  const support = labelProbabilities(tokens, 'support', ['full', 'partial', 'none']);
  const usefulness = labelProbabilities(tokens, 'usefulness', ['1', '2', '3', '4', '5']);
  return relevant && support && usefulness ? { relevant, support, usefulness } : undefined;
}

/** Source: pipelines.md 7, common defaults. */
const usual = { temperature: 0.1, topP: 0.1, maxTokens: 1_024 };
const nothingOfUse: Assessment = { ...nothingFound, relevant: false, support: 'none', usefulness: 1 };

export const liteRoles: LiteRoles = {
  retrieve: {
    ...usual,
    id: 'selfrag.retrieve',
    maxTokens: 256,
    abstention: { retrieve: true },
    schema: () => retrieveReply,
    messages: ({ question }, fields) => retrievalDecisionPrompt(question, fields),
    read: (reply) => parseReply(retrieveReply, reply, ({ retrieve }) => ({ output: { retrieve: retrieve !== false } })),
    fallback: () => ({ retrieve: true }),
  },
  assess: {
    ...usual,
    id: 'selfrag.assess',
    work: 'answer',
    logprobs: true,
    alternatives: 5,
    abstention: nothingOfUse,
    schema: () => assessReply,
    messages: assessPrompt,
    read: (reply, input, { tokens }) =>
      parseReply(assessReply, reply, (said) => {
        const { relevant, support, usefulness } = said;
        const likely = tokens && likelyLabels(tokens);
        const judged = { relevant: relevant === true, support, usefulness, ...(likely ? { likely } : {}) };
        return { output: { ...cite({ ...said, citations: [1] }, input).output, ...judged } };
      }),
    fallback: (input, raw) => ({ ...nothingOfUse, ...cite({ answer: answerInProse(raw) }, input).output }),
    shorten: shortenPassages,
  },
  readWithFeatures: {
    ...usual,
    id: 'r2ag.read',
    work: 'answer',
    abstention: nothingFound,
    schema: () => plainReply,
    messages: featuresPrompt,
    read: (reply, input) => parseReply(plainReply, reply, (said) => cite(said, input)),
    fallback: (input, raw) => cite({ answer: answerInProse(raw) }, input).output,
    shorten: shortenPassages,
  },
  extract: {
    ...usual,
    id: 'gear.extract',
    maxTokens: 2_048,
    schema: () => triplesReply,
    messages: ({ query, passages }, fields) => triplesPrompt(query, passages, fields),
    read: (reply, { passages }) =>
      parseReply(triplesReply, reply, ({ triples }) => ({
        output: {
          triples: triples
            .filter(({ head, relation, tail }) => isSaid(head) && isSaid(relation) && isSaid(tail))
            .map(({ passage, ...triple }) => ({ ...triple, passage: indexOf(passage, passages) })),
        },
      })),
    fallback: () => ({ triples: [] }),
    shorten: shortenPassages,
  },
  reason: {
    ...usual,
    id: 'gear.reason',
    work: 'plan',
    schema: () => sufficiencyReply,
    messages: ({ question, facts }, fields) => sufficiencyPrompt(question, facts, fields),
    read: (reply) =>
      parseReply(sufficiencyReply, reply, ({ sufficient, next_query: query }) => ({
        output: { sufficient: sufficient === true, nextQuery: sufficient !== true && isSaid(query) ? query : null },
      })),
    fallback: () => ({ sufficient: false, nextQuery: null }),
  },
  readWithFacts: {
    ...usual,
    id: 'gear.read',
    work: 'answer',
    abstention: nothingFound,
    schema: () => reasonedReply,
    messages: factsPrompt,
    read: (reply, input) => parseReply(reasonedReply, reply, (said) => cite(said, input)),
    fallback: (input, raw) => cite({ answer: answerInProse(raw) }, input).output,
    shorten: shortenPassages,
  },
  label: {
    ...usual,
    id: 'efficientrag.label',
    maxTokens: 2_048,
    schema: () => labelReply,
    messages: ({ query, passages }, fields) => labelPrompt(query, passages, fields),
    read: (reply, { passages }) =>
      parseReply(labelReply, reply, ({ useful, spans }) => {
        const named = new Set(useful.map((source) => passageNamed(source, passages)));
        const labels = passages.map(({ text: said }, i) => ({
          useful: named.has(i),
          spans: spans.flatMap(({ passage, words }) => (passage === i + 1 && standsIn(said, words) ? [words] : [])),
        }));
        return { output: { labels } };
      }),
    // A passage that cannot be judged is kept for the reader to decide.
    fallback: ({ passages }) => ({ labels: passages.map(() => ({ useful: true, spans: [] })) }),
    shorten: shortenPassages,
  },
  nextQuery: {
    ...usual,
    id: 'efficientrag.next',
    work: 'plan',
    maxTokens: 512,
    schema: () => nextQueryReply,
    messages: ({ question, query, spans }, fields) => nextQueryPrompt(question, query, spans, fields),
    read: (reply) =>
      parseReply(nextQueryReply, reply, ({ next_query: query, done }) => ({
        output: { nextQuery: done !== true && isSaid(query) ? query : null },
      })),
    fallback: () => ({ nextQuery: null }),
  },
  turn: {
    ...usual,
    id: 'autorag.turn',
    work: 'answer',
    schema: () => dialogueReply,
    messages: dialoguePrompt,
    read: (reply, input) =>
      parseReply(dialogueReply, reply, (said): Outcome<DialogueOutput> => {
        if (said.action !== 'final' && isSaid(said.query)) return { output: { action: 'query', query: said.query } };
        const { output, flags } = cite(said, input);
        return { output: { action: 'final', ...output }, flags };
      }),
    fallback: (input, raw) => ({ action: 'final', ...cite({ answer: answerInProse(raw) }, input).output }),
    shorten: shortenPassages,
  },
};

/** Models also write a triple as a list, or with the names that grammar has for its members. */
function asTriple(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    const [head, relation, tail, passage] = items;
    return { head, relation, tail, passage };
  }
  return isObject(value) ? { head: value['subject'], relation: value['predicate'], tail: value['object'], ...value } : value;
}

function asSupport(value: unknown): unknown {
  const [, said = ''] = /^\W*(full|part|no|un)/i.exec(String(value)) ?? [];
  return { full: 'full', part: 'partial', no: 'none', un: 'none' }[said.toLowerCase()] ?? value;
}

function wholeNumber() {
  return z.preprocess(wholeNumberIn, z.int().nullish());
}

function indexOf(number: number | null | undefined, passages: readonly Passage[]): number | null {
  return typeof number === 'number' && passages[number - 1] !== undefined ? number - 1 : null;
}

function standsIn(said: string, words: string): boolean {
  const plain = (one: string): string => one.toLowerCase().replace(/\s+/g, ' ').trim();
  return plain(words) !== '' && plain(said).includes(plain(words));
}
