import * as z from 'zod';
import { rank, unionMax } from '../../../src/pipelines/bridgeRag.ts';
import { passageOf } from '../../support/passages.ts';
import { assertClose } from './close.ts';

const rankCase = z.object({
  s: z.array(z.number()),
  judge: z.array(z.number().nullable()).nullable(),
  alpha: z.number(),
  expected: z.object({ order: z.array(z.number()), f: z.array(z.number()) }),
});

/** Runs one case of `bridge_rank.json`. */
export function runBridgeRankCase(input: unknown): void {
  const { s, judge, alpha, expected } = rankCase.parse(input);
  const ranking = rank(
    s.map((similarity, i) => ({ passage: passageOf(String(i)), s: similarity })),
    judge ?? undefined,
    alpha,
  );
  assertClose({ order: ranking.map(({ passage }) => Number(passage.id)), f: ranking.map(({ f }) => f) }, expected);
}

const found = z.tuple([z.string(), z.number()]);
const poolCase = z.object({ lists: z.array(z.array(found)), expected: z.array(found) });

/** Runs one case of `bridge_pool.json`. */
export function runBridgePoolCase(input: unknown): void {
  const { lists, expected } = poolCase.parse(input);
  const pool = unionMax(lists.map((list) => list.map(([id, score]) => ({ passage: passageOf(id), score }))));
  assertClose(
    pool.map(({ passage, s }) => [passage.id, s]),
    expected,
  );
}
