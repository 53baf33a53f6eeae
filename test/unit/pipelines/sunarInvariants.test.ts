/** What holds of every run of SUNAR: pipelines.md 1.10, 2.10, 2.11 and 2.14. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pipelineById } from '../../../src/pipelines/registry.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { WordReranker } from '../../support/memoryIndex.ts';
import { caseless, type Play, run } from './sunarPlay.ts';
import type { RoleId } from '../../../lab/simulation/allRoles.ts';

test('a spent budget goes straight to the last answering step, whenever it is spent', async () => {
  const { asked } = await run({}, { b: 2 });
  for (const mer of [true, false]) {
    for (let budget = 0; budget < asked.length - 1; budget++) {
      const { trace, asked: roles } = await run({ budget }, { b: 2, mer });
      const { status, flags, finished, stopReason } = trace;
      assert.deepEqual(
        { status, finished, flags },
        { status: 'degraded', finished: true, flags: ['budget_exhausted'] },
        `budget ${budget}`,
      );
      assert.equal(stopReason, 'budget_exhausted');
      assert.deepEqual([roles.length, roles.at(-1)?.role], [budget + 1, mer ? 'sunar.mer' : 'sunar.finish']);
      assert.equal(trace.answer, mer ? 'Tarnholm' : 'from the path');
      assert.ok(trace.nodes.every((node) => node.status !== 'running' && node.status !== 'pending'));
    }
  }
});

const settings = fc.record({
  firstStageDepth: fc.integer({ min: 1, max: 4 }),
  b: fc.integer({ min: 1, max: 3 }),
  c: fc.nat(5),
  k: fc.nat(2),
  m: fc.integer({ min: 1, max: 4 }),
  maxSteps: fc.integer({ min: 1, max: 3 }),
  mer: fc.boolean(),
  asu: fc.boolean(),
  asuBatches: fc.constantFrom('all', 'needed'),
  merPerStep: fc.integer({ min: 1, max: 3 }),
});
/** Answers that depend on passages and sample alone. */
const opinions = fc.func(fc.constantFrom('Oslo', 'oslo', 'Bergen', 'unknown'));
const playOf = (opinion: (ids: string, sample: number) => string): Play => ({
  sample: ({ passages }, sample) => {
    const answer = opinion(passages.map(({ id }) => id).join(), sample);
    return { answer: answer === 'unknown' ? null : answer };
  },
});

test('2.10 and 2.14.10: counts follow the formulas, stay within the bound, and totals are those of the nodes', () =>
  fc.assert(
    fc.asyncProperty(settings, opinions, async (params, opinion) => {
      const { trace, asked } = await run(playOf(opinion), params, { entailment: caseless });
      const steps = trace.nodes.flatMap(({ kind, nar }) => (kind === 'sub_question' && nar ? [nar] : []));
      const batches = params.asu ? steps.flatMap(({ turns }) => turns.filter(({ asu }) => asu?.skipped === undefined)) : [];
      const pool = params.mer
        ? new Set(steps.flatMap(({ ranking }) => ranking.slice(0, params.merPerStep).map(({ passageId }) => passageId))).size
        : 0;
      const S = steps.length;
      const isFinished = trace.stopReason === 'finished';
      const { retrievals, rerankPairs, nliPairs } = trace.totals;
      assert.deepEqual(
        { calls: asked.length, retrievals, rerankPairs },
        {
          calls: (isFinished ? S + 1 : S) + (isFinished ? 0 : 1) + S + batches.length * params.m + (params.mer ? 1 : 0),
          retrievals: S,
          rerankPairs: steps.reduce((sum, { ranking }) => sum + ranking.length, 0) + pool,
        },
      );
      const distinct = batches.map(({ asu }) => new Set((asu?.answers ?? []).filter((answer) => answer !== null)).size);
      assert.ok(nliPairs <= distinct.reduce((sum, u) => sum + u * (u - 1), 0));
      const bound = pipelineById('sunar').bound(params);
      assert.ok(
        asked.length <= bound.llmCalls && retrievals <= bound.retrievals && rerankPairs <= bound.rerankPairs && nliPairs <= bound.nliPairs,
      );
      assert.deepEqual(
        [trace.retrievals.length, trace.reranks.reduce((sum, { pairs }) => sum + pairs, 0), trace.nli.length],
        [retrievals, rerankPairs, nliPairs],
      );
      const ids = [...trace.retrievals, ...trace.reranks, ...trace.nli].map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }),
    { numRuns: 60 },
  ));

test('1.10: calls that come back in any order give the same run', () =>
  fc.assert(
    fc.asyncProperty(settings, opinions, fc.infiniteStream(fc.nat(4)), async (params, opinion, turns) => {
      const sequential = await run(playOf(opinion), params, { entailment: caseless });
      const pause = async (): Promise<void> => {
        for (let left = Number(turns.next().value); left > 0; left--) await new Promise((resolve) => setImmediate(resolve));
      };
      const shuffled = await run({ ...playOf(opinion), pause }, params, { entailment: caseless });
      assert.deepEqual(comparable(shuffled.trace), comparable(sequential.trace));
    }),
    { numRuns: 40 },
  ));

/** A trace without what may differ: times, and the order of `llmCalls`. */
function comparable(trace: Trace): unknown {
  const byId = <T extends { readonly id: string }>(all: readonly T[]): readonly T[] => [...all].sort((a, b) => (a.id < b.id ? -1 : 1));
  const timeless: unknown = JSON.parse(
    JSON.stringify({
      ...trace,
      llmCalls: byId(trace.llmCalls),
    }),
    (key, value: unknown) => (['ms', 'startedAt', 'startedAtUtc', 'endedAt', 'cost'].includes(key) ? undefined : value),
  );
  return timeless;
}

test('2.11: the samples of a batch run at once', async () => {
  let [running, most] = [0, 0];
  const pause = async (role: RoleId): Promise<void> => {
    if (role !== 'sunar.asu') return;
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running--;
  };
  await run({ pause }, { asuBatches: 'all', b: 1, m: 3, maxSteps: 1 });
  assert.equal(most, 3);
});

test('the built-in reranker of the tests is asked each pair of a step once', async () => {
  const words = new WordReranker();
  const { trace } = await run({}, { maxSteps: 1, mer: false }, { reranker: words });
  assert.equal(words.pairs, trace.totals.rerankPairs);
});
