/** A pipeline from outside: what CONTRIBUTING.md shows, registered here and nowhere else. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as z from 'zod';
import { isAriadneError } from '../../../src/base/errors.ts';
import { listPipelines } from '../../../src/run/aboutPipelines.ts';
import { replay } from '../../../src/run/replay.ts';
import { definePipeline, endWithAnswer } from '../../../src/pipelines/pipeline.ts';
import { parseParameters, pipelineById, pipelines, registerPipeline } from '../../../src/pipelines/registry.ts';
import { answerFromPassages, retrieve, untilBudget } from '../../../src/pipelines/steps.ts';
import { defaultDiscovery } from '../../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import { runEvent } from '../../../src/protocol/events.ts';
import { readRunLog } from '../../../src/trace/runLog.ts';
import { root as repository } from '../../support/cli.ts';
import { openEngine } from '../../support/engine.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { runInMemory } from '../../support/memoryRun.ts';
import { passageOf } from '../../support/passages.ts';
import { ScriptedReasoner } from '../../support/scriptedReasoner.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const parameters = z.object({
  n: z.int().min(1).max(50).default(2).describe('Passages read; four times as many when those do not answer'),
});

const secondLook = definePipeline({
  id: 'second-look',
  title: 'Second look',
  description: 'Reads a few passages, and more of them only when those do not answer.',
  paper: 'Nobody 2026, An Example',
  parameters,
  bound: () => ({ llmCalls: 2, retrievals: 2, rerankPairs: 0, nliPairs: 0 }),

  async run(ctx, question, { n }) {
    const root = ctx.trace.add({ id: 'root', kind: 'root', text: question });
    const look = ctx.trace.add({ id: 'look', kind: 'thought', text: question, parent: root });
    const first = await untilBudget(ctx, async () =>
      answerFromPassages(ctx, look, { question, passages: await retrieve(ctx, look, question, n), cot: false }),
    );
    let answer = first?.answer ?? null;
    if (answer === null) {
      const final = ctx.trace.add({ id: 'final', kind: 'final', text: question, parent: root });
      const passages = (await untilBudget(ctx, () => retrieve(ctx, final, question, 4 * n))) ?? [];
      ({ answer } = await answerFromPassages(ctx, final, { question, passages, cot: false, isFinal: true }));
    }
    endWithAnswer(ctx, root, { answer });
    return { answer, stopReason: first?.answer ? 'first_look' : 'second_look' };
  },
});

const question = 'Where was Ilse Brandvik born?';

function register(t: TestContext): void {
  t.after(registerPipeline(secondLook));
}

test('the guide shows this pipeline', () => {
  const guide = readFileSync(join(repository, 'CONTRIBUTING.md'), 'utf8');
  const [, example] = /```ts\n([\s\S]*?)```/.exec(guide) ?? [];
  assert.ok(example && readFileSync(import.meta.filename, 'utf8').includes(example), 'CONTRIBUTING.md and this test differ');
});

test('it is listed with its parameters, which are checked', (t) => {
  register(t);
  assert.deepEqual(listPipelines().at(-1), {
    id: 'second-look',
    title: 'Second look',
    description: 'Reads a few passages, and more of them only when those do not answer.',
    paper: 'Nobody 2026, An Example',
    parameters: [
      {
        name: 'n',
        description: 'Passages read; four times as many when those do not answer',
        type: 'integer',
        default: 2,
        minimum: 1,
        maximum: 50,
      },
    ],
  });
  assert.throws(
    () => parseParameters(pipelineById('second-look'), { n: 0 }),
    (error) => isAriadneError(error, 'parameter-invalid'),
  );
});

test('it runs in memory, and its log executes again', async (t) => {
  register(t);
  const { events, trace } = await runInMemory({
    pipeline: pipelineById('second-look'),
    question,
    params: { n: 1 },
    index: new MemoryIndex([passageOf('film', 'How Ilse Brandvik was born on film'), passageOf('ilse', 'Ilse Brandvik, born in Tarnholm')]),
    reasoner: new ScriptedReasoner({
      read: [
        { answer: null, citations: [], quote: null },
        { answer: 'Tarnholm', citations: [1], quote: 'born in Tarnholm' },
      ],
    }),
  });
  const logged = events.map((event) => runEvent.parse(JSON.parse(JSON.stringify(event))));
  assert.deepEqual(
    {
      answer: trace.answer,
      stopReason: trace.stopReason,
      nodes: trace.nodes.map(({ id, status }) => `${id} ${status}`),
      cited: trace.citations.map(({ path }) => path),
      replayed: (await replay(logged)).difference,
    },
    {
      answer: 'Tarnholm',
      stopReason: 'second_look',
      nodes: ['root answered', 'look answered', 'final answered'],
      cited: ['ilse.md'],
      replayed: undefined,
    },
  );
});

test('the engine asks it, estimates it, and takes up its log', async (t) => {
  register(t);
  const storage = tempFolder(t);
  const folder = tempFolder(t, { 'ilse.md': '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm in 1921.\n' });
  const { engine, ask } = await openEngine(folder, storage);
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
  const { status, answer } = await ask(question, { pipeline: 'second-look' });
  const [run] = await engine.runs.list();
  const estimate = await engine.runs.estimate({ pipeline: 'second-look', params: {}, models: builtinModels });
  assert.deepEqual(
    {
      status,
      answer,
      pipeline: run?.pipeline,
      bound: estimate.bound,
      runs: estimate.expected?.runs,
      replayed: (await replay(await readRunLog(run?.log ?? ''))).difference,
    },
    {
      status: 'ok',
      answer: 'Tarnholm',
      pipeline: 'second-look',
      bound: { llmCalls: 2, tokens: 2200, retrievals: 2, rerankPairs: 0, nliPairs: 0 },
      runs: 1,
      replayed: undefined,
    },
  );
});

test('an id that is taken is refused, and what was taken back is not there any more', () => {
  const before = pipelines.map(({ id }) => id);
  const takeBack = registerPipeline(secondLook);
  const isTaken = (error: unknown): boolean => isAriadneError(error, 'pipeline-id-taken') && error.message.includes('"second-look"');
  assert.throws(() => registerPipeline({ ...secondLook }), isTaken);
  assert.deepEqual(
    pipelines.map(({ id }) => id),
    [...before, 'second-look'],
  );
  takeBack();
  takeBack();
  assert.deepEqual(
    pipelines.map(({ id }) => id),
    before,
  );
  assert.throws(
    () => pipelineById('second-look'),
    (error) => isAriadneError(error, 'pipeline-unknown'),
  );
});
