import assert from 'node:assert/strict';
import * as z from 'zod';
import { neighborhoodAwareRetrieval } from '../../../src/retrieval/nar.ts';
import type { NarTurn } from '../../../src/protocol/trace.ts';

const narCase = z.object({
  b: z.number(),
  c: z.number(),
  k: z.number(),
  graph: z.record(z.string(), z.array(z.string())),
  initial: z.array(z.tuple([z.string(), z.number()])),
  scores: z.record(z.string(), z.number().nullable()),
  corpus: z.array(z.string()).optional(),
  expected: z.object({
    iterations: z.array(z.object({ t: z.number(), pool: z.string(), batch: z.array(z.string()) })),
    order: z.array(z.string()),
    ranking: z.array(z.object({ id: z.string(), score: z.number().nullable(), t: z.number() })),
  }),
});

/** Runs one case of `nar.json` and compares turns, order of scoring and ranking. */
export async function runNarCase(input: unknown): Promise<void> {
  const { b, c, k, graph, initial, scores, corpus, expected } = narCase.parse(input);
  const turns: NarTurn[] = [];
  const { ranking } = await neighborhoodAwareRetrieval(
    {
      firstStage: initial.map(([passageId, score]) => ({ passageId, score })),
      neighbors: (id, count) => (graph[id] ?? []).slice(0, count),
      exists: (id) => corpus?.includes(id) ?? true,
      score: (ids) => Promise.resolve(ids.map((id) => scores[id] ?? null)),
      onTurn: (turn) => turns.push(turn),
    },
    { b, c, k },
  );
  assert.deepEqual(
    {
      iterations: turns.map(({ t, pool, batch }) => ({ t, pool, batch: batch.map(({ passageId }) => passageId) })),
      order: turns.flatMap(({ batch }) => batch.map(({ passageId }) => passageId)),
      ranking: ranking.map(({ passageId, score, t }) => ({ id: passageId, score, t })),
    },
    expected,
  );
}
