import * as z from 'zod';
import type { NarTurn } from '../../../src/protocol/trace.ts';
import { neighborhoodAwareRetrieval } from '../../../src/retrieval/nar.ts';
import { rescaled, transforms } from '../../../src/retrieval/uncertainty.ts';
import { assertClose } from './close.ts';

const narAsuCase = z.object({
  b: z.number(),
  c: z.number(),
  k: z.number(),
  graph: z.record(z.string(), z.array(z.string())),
  initial: z.array(z.tuple([z.string(), z.number()])),
  rawScores: z.record(z.string(), z.number().nullable()),
  corpus: z.array(z.string()).optional(),
  scoreTransform: z.enum(['sigmoid', 'identity']),
  setsPerBatch: z.array(z.number()),
  expected: z.object({
    iterations: z.array(z.object({ t: z.number(), pool: z.string(), batch: z.array(z.string()), s: z.number() })),
    ranking: z.array(z.object({ id: z.string(), score: z.number().nullable(), t: z.number() })),
  }),
});

/** Runs one case of `nar_asu.json`: the number of semantic sets of each batch is given. */
export async function runNarAsuCase(input: unknown): Promise<void> {
  const { b, c, k, expected, ...given } = narAsuCase.parse(input);
  const turns: NarTurn[] = [];
  let batches = 0;
  const { ranking } = await neighborhoodAwareRetrieval(
    {
      firstStage: given.initial.map(([passageId, score]) => ({ passageId, score })),
      neighbors: (id, count) => (given.graph[id] ?? []).slice(0, count),
      exists: (id) => given.corpus?.includes(id) ?? true,
      score: (ids) => Promise.resolve(ids.map((id) => given.rawScores[id] ?? null)),
      transform: transforms[given.scoreTransform],
      rescore: (_ids, x) => {
        const s = given.setsPerBatch[batches++] ?? 1;
        const asu = { answers: [], sets: [], s, comparisons: 0 };
        return Promise.resolve({ scores: x.map((one) => rescaled(one, s)), asu });
      },
      onTurn: (turn) => turns.push(turn),
    },
    { b, c, k },
  );
  assertClose(
    {
      iterations: turns.map(({ t, pool, batch, asu }) => ({ t, pool, batch: batch.map(({ passageId }) => passageId), s: asu?.s })),
      ranking: ranking.map(({ passageId, score, t }) => ({ id: passageId, score, t })),
    },
    expected,
  );
}
