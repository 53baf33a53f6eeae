/** What a run adds to its evidence when quotes are all that the user gets. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { AriadneError } from '../../../src/base/errors.ts';
import { definePipeline, type AnyPipeline } from '../../../src/pipelines/pipeline.ts';
import { retrieve } from '../../../src/pipelines/steps.ts';
import type { RunEdits } from '../../../src/protocol/runOptions.ts';
import { builtinModels, type RunSpec } from '../../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { mostClosest } from '../../../src/run/closest.ts';
import { planResume } from '../../../src/run/plan.ts';
import { replay } from '../../../src/run/replay.ts';
import type { RunComponents } from '../../../src/run/run.ts';
import { fold } from '../../../src/trace/fold.ts';
import { CountingModel, partsOf, planOf, recordedCalls, runPlan } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const index = new MemoryIndex([
  passageOf('tide', 'The tide bell of Nether Coll was cast in 1952.'),
  passageOf('rope', 'A rope holds the bell.'),
  passageOf('choir', 'A choir sings of salt.'),
]);
const question = 'When was the tide bell cast?';

/** Searches for something else than the question, as a step of a plan does, and ends with this answer. */
function asking(query: string | undefined, answer: string | null, depth = 1): AnyPipeline {
  return definePipeline({
    id: 'aside',
    title: 'Aside',
    description: '',
    paper: '',
    parameters: z.object({}),
    bound: () => ({ llmCalls: 0, retrievals: 1, rerankPairs: 0, nliPairs: 0 }),
    async run(ctx, text) {
      const root = ctx.trace.add({ id: 'root', kind: 'root', text });
      if (query !== undefined) {
        const step = ctx.trace.add({ id: 's1', kind: 'sub_question', text: query, parent: root });
        await retrieve(ctx, step, query, depth);
        ctx.trace.end(step, 'answered', { answer });
      }
      ctx.trace.end(root, 'answered', { answer });
      return { answer, stopReason: 'done' };
    },
  });
}

function run(
  pipeline: AnyPipeline,
  more: Partial<RunSpec> = {},
  edits?: RunEdits,
  searched: MemoryIndex = index,
  parts: Partial<RunComponents> = {},
): Promise<readonly RunEvent[]> {
  const plan = planOf(pipeline, { question, ...more }, edits);
  return runPlan(plan, new CountingModel(1), { index: searched, parts: { sourceLines: async (path) => [textOf(path)], ...parts } });
}

function textOf(path: string): string {
  return path === 'tide.md' ? 'The tide bell of Nether Coll was cast in 1952.' : 'A choir sings of salt.';
}

function closestIn(events: readonly RunEvent[]): readonly string[] {
  const root = fold(events).nodes.find(({ kind }) => kind === 'root');
  return (root?.evidence ?? []).map(({ passageId, source, used }) => `${passageId} ${source}${used ? ' used' : ''}`);
}

const lost = asking('salt', null);

test('without an answer, the first results for the whole question are found, not used, and quoted', async () => {
  const events = await run(lost);
  assert.deepEqual(closestIn(events), ['tide search', 'rope search']);
  const { digest, totals, cost } = fold(events);
  assert.ok(digest?.some(({ quote }) => quote === 'The tide bell of Nether Coll was cast in 1952.'));
  assert.deepEqual([totals.retrievals, cost.retrievals], [1, 1], 'no retrieval of the pipeline');
});

test('with them the first passages of the documents that the search is about', async () => {
  const parts = (path: string, texts: readonly string[]) =>
    texts.map((text, i) => ({ ...passageOf(`${path}${i}`, text), path: `${path}.md` }));
  const bells = Array.from({ length: mostClosest + 1 }, (_, i) => passageOf(`bell${i}`, 'When was the tide bell cast? Nobody knows.'));
  const about = parts('book', ['A book by Ilse Krog.', ...Array.from({ length: 5 }, () => 'The bell was cast, and the tide came.')]);
  const many = new MemoryIndex([...bells, ...about]);
  const events = await run(lost, {}, undefined, many);
  const first = bells.slice(0, mostClosest).map(({ id }) => `${id} search`);
  assert.deepEqual(closestIn(events), [...first, 'book0 search']);
  assert.deepEqual(
    fold(events)
      .nodes.find(({ kind }) => kind === 'root')
      ?.evidence.at(-1)?.score,
    null,
    'no result of the search',
  );
  assert.ok(!closestIn(await run(lost, {}, { banned: ['book0'] }, many)).includes('book0 search'));
});

test('the limit of retrievals does not end it', async () => {
  const { status } = fold(await run(lost, { budget: { retrievals: 1 } }));
  assert.equal(status, 'ok');
});

test('a model’s answer rests on what it has read, and gets nothing more', async () => {
  assert.deepEqual(closestIn(await run(asking('salt', 'In 1952'))), []);
  const models = { ...builtinModels };
  assert.deepEqual(closestIn(await run(asking('salt', 'In 1952'), { models })), ['tide search', 'rope search'], 'built-in models');
});

test('a method that does not search shows no documents', async () => {
  assert.deepEqual(closestIn(await run(asking(undefined, null))), []);
});

test('what the run itself has found for the question is not searched for again', async () => {
  const many = new MemoryIndex(Array.from({ length: 120 }, (_, i) => passageOf(`bell${i}`, 'A tide bell was cast.')));
  const deep = await run(asking('when was the tide bell cast', null, 100), {}, undefined, many);
  assert.equal(recordedCalls(deep, 'closest'), 0);
  assert.equal(closestIn(deep).length, mostClosest);
  const few = await run(asking('when was the tide bell cast', null, 10), {}, undefined, many);
  assert.equal(recordedCalls(few, 'closest'), 1, 'too few to tell which documents it is about');
});

test('a banned passage stays away', async () => {
  const edits = { banned: ['tide'] };
  assert.deepEqual(closestIn(await run(lost, {}, edits)), ['rope search']);
  assert.deepEqual(closestIn(await run(asking(question, null), {}, edits)), ['rope search']);
});

test('the log alone gives the same run, and a resumed one searches nothing again', async () => {
  const events = await run(lost);
  assert.equal((await replay(events, () => lost)).difference, undefined);
  const interrupted = events.slice(
    0,
    events.findIndex(({ kind }) => kind === 'cited'),
  );
  const failing = { search: () => Promise.reject(new Error('searched again')), method: 'bm25' };
  const plan = planResume(interrupted, { run: { runId: 'run' } }, undefined, () => lost);
  const resumed = await runPlan(plan, new CountingModel(1), { index, parts: { retriever: failing } });
  assert.deepEqual(closestIn(resumed), closestIn(events));
});

test('a search that fails leaves the result and says so', async () => {
  const { retriever } = partsOf(planOf(lost), new CountingModel(1), index);
  const failing = {
    method: 'bm25',
    search: (query: string, n: number, options: Parameters<typeof retriever.search>[2]) =>
      query === question
        ? Promise.reject(new AriadneError('model-unreachable', 'The embedder is gone.'))
        : retriever.search(query, n, options),
  };
  const { status, flags, nodes } = fold(await run(lost, {}, undefined, index, { retriever: failing }));
  assert.deepEqual([status, flags], ['ok', ['closest_failed']]);
  assert.deepEqual(nodes.find(({ id }) => id === 'root')?.evidence, []);
});
