import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { recordVectors } from '../../../src/run/recordedCalls.ts';
import type { Embedder } from '../../../src/models/models.ts';
import { definePipeline } from '../../../src/pipelines/pipeline.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { replay } from '../../../src/run/replay.ts';
import { fold } from '../../../src/trace/fold.ts';
import { RunRecorder } from '../../../src/trace/runRecorder.ts';
import { CountingModel, planOf, runPlan } from '../../support/durableRun.ts';

const values = [0.1, -0.2, 1e-8, 0.3333333, 0, 1];
const embedder: Embedder = {
  id: 'two',
  dimension: 3,
  embed: (texts) => Promise.resolve(Float32Array.from(values.slice(0, texts.length * 3))),
};

async function embed(model: Embedder, texts: readonly string[], signal = new AbortController().signal) {
  const events: RunEvent[] = [];
  const recorder = new RunRecorder((event) => events.push(event));
  const rows = await recordVectors(model, recorder).embed(texts, { node: 's1', signal });
  return { rows, events };
}

test('vectors are given as they were made, one per text, and survive the log', async () => {
  const { rows, events } = await embed(embedder, ['a', 'b']);
  const exact = Float32Array.from(values);
  assert.deepEqual(rows, [exact.slice(0, 3), exact.slice(3)]);
  assert.deepEqual(JSON.parse(JSON.stringify(events)), events);
  assert.deepEqual((await embed(embedder, [])).rows, []);
});

test('an embedder that fails gives null and tells the node why', async () => {
  const { rows, events } = await embed({ ...embedder, embed: () => Promise.reject(new Error('no memory')) }, ['a']);
  const told = events.flatMap((event) => (event.kind === 'node-changed' ? [event.set?.failure] : []));
  assert.deepEqual({ rows, told }, { rows: null, told: ['The embedder failed: no memory'] });
});

test('a cancelled call is cancelled, not empty', async () => {
  await assert.rejects(embed(embedder, ['a'], AbortSignal.abort()), { name: 'AbortError' });
});

test('an entailment model that fails is no judgment: the run says why, once, and so does its replay', async () => {
  const pipeline = definePipeline({
    id: 'judging',
    title: 'Judging',
    description: '',
    paper: '',
    parameters: z.object({}),
    bound: () => ({ llmCalls: 0, retrievals: 0, rerankPairs: 0, nliPairs: 2 }),
    async run(ctx, text) {
      const node = ctx.trace.add({ id: 'root', kind: 'root', text });
      const call = { node, signal: ctx.signal };
      const labels = [await ctx.entailment.label('a', 'b', call), await ctx.entailment.label('b', 'a', call)];
      ctx.trace.end(node, 'answered', { answer: labels.join(), abstained: false });
      return { answer: JSON.stringify(labels), stopReason: 'done' };
    },
  });
  const entailment = { id: 'folder:nli', label: () => Promise.reject(new Error('nli crashed twice (SIGSEGV). Choose another model.')) };
  const events = await runPlan(planOf(pipeline), new CountingModel(1), { parts: { entailment } });
  const trace = fold(events);
  const failure = 'The entailment model failed: nli crashed twice (SIGSEGV). Choose another model.';
  assert.deepEqual([trace.status, trace.failure, trace.answer, trace.nli.length], ['degraded', failure, '[null,null]', 0]);
  assert.equal(events.filter((event) => event.kind === 'node-changed' && event.set?.failure === failure).length, 1);
  assert.equal((await replay(events, () => pipeline)).difference, undefined);
});
