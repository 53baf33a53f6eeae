/** Roles of BridgeRAG (pipelines.md 11.3). */
import * as z from 'zod';
import { isObject } from '../../base/isObject.ts';
import {
  bridgeEntitiesPrompt,
  bridgeJudgePrompt,
  hopQueriesPrompt,
  type Bridged,
  type HopQueries,
  type Judged,
} from '../prompts/bridge.ts';
import type { Role } from '../role.ts';
import { parseReply, passageNamed, readable, source, texts } from './replyValues.ts';
import { shortenPassages } from './readRoles.ts';

interface BridgeRoles {
  /** What to search for in the second hop. */
  readonly queries: Role<HopQueries, { readonly queries: readonly string[] }>;
  /** What leads from the bridge to the second hop: at most two. */
  readonly entities: Role<Bridged, { readonly entities: readonly string[] }>;
  /** How much each passage is needed, given question and bridge, from 0 to 10; null for one without a score. */
  readonly judge: Role<Judged, { readonly scores: readonly (number | null)[] }>;
}

const queriesReply = z.object({
  queries: texts.describe('the search queries, the most important first; empty when nothing is left to look up'),
});
const entitiesReply = z.object({ entities: texts.describe('the names, at most two') });
const score = z.preprocess(
  (said) => (typeof said === 'string' ? Number(/\d+(?:\.\d+)?/.exec(said)?.[0] ?? NaN) : said),
  z.number().min(0).max(10),
);
const judgeReply = z.object({
  // Bare numbers are those of the passages in order.
  scores: z
    .preprocess(
      (said) => (Array.isArray(said) ? said.map((one: unknown, i) => (isObject(one) ? one : { passage: i + 1, score: one })) : said),
      readable(z.object({ passage: source.describe('its number'), score: score.describe('from 0 to 10') })),
    )
    .describe('one score for each passage'),
});

/** Most models name more when they are asked for two. */
const mostEntities = 2;

export const bridgeRoles: BridgeRoles = {
  queries: {
    id: 'bridge.queries',
    work: 'plan',
    temperature: 0,
    maxTokens: 512,
    schema: () => queriesReply,
    messages: hopQueriesPrompt,
    read: (reply, { most }) =>
      parseReply(queriesReply, reply, ({ queries }) => ({ output: { queries: queries.filter((one) => one !== '').slice(0, most) } })),
    fallback: () => ({ queries: [] }),
    shorten: shortenPassages,
  },
  entities: {
    id: 'bridge.entities',
    work: 'plan',
    temperature: 0,
    maxTokens: 256,
    schema: () => entitiesReply,
    messages: bridgeEntitiesPrompt,
    read: (reply) =>
      parseReply(entitiesReply, reply, ({ entities }) => ({
        output: { entities: entities.filter((one) => one !== '').slice(0, mostEntities) },
      })),
    fallback: () => ({ entities: [] }),
    shorten: shortenPassages,
  },
  judge: {
    id: 'bridge.judge',
    temperature: 0,
    maxTokens: 2_048,
    schema: () => judgeReply,
    messages: bridgeJudgePrompt,
    read: (reply, { passages }) =>
      parseReply(judgeReply, reply, ({ scores }) => {
        const byPassage = new Map(scores.map(({ passage, score: given }) => [passageNamed(passage, passages), given]));
        return { output: { scores: passages.map((_, i) => byPassage.get(i) ?? null) } };
      }),
    fallback: ({ passages }) => ({ scores: passages.map(() => null) }),
    shorten: shortenPassages,
  },
};
