/** Passages that disagree are said below answers that no model writes out. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { answerDraft } from '../../../src/citations/draft.ts';
import { definePipeline } from '../../../src/pipelines/pipeline.ts';
import { searchPassages } from '../../../src/pipelines/steps.ts';
import { builtinModels, type RunSpec } from '../../../src/protocol/runSpec.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';
import { ExtractiveReasoner } from '../../../src/reasoning/extractive/extractiveReasoner.ts';
import { replay } from '../../../src/run/replay.ts';
import { fold } from '../../../src/trace/fold.ts';
import { CountingModel, planOf, runPlan } from '../../support/durableRun.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const chart = 'The tide bell of Nether Coll weighs 48 kg.';
const inventory = 'In the list, the tide bell of Nether Coll weighs 60 kg.';

function pipelineThat(answer: string | null) {
  return definePipeline({
    id: 'one-search',
    title: 'One search',
    description: '',
    paper: '',
    parameters: z.object({}),
    bound: () => ({ llmCalls: 0, retrievals: 1, rerankPairs: 0, nliPairs: 0 }),
    async run(ctx, text) {
      const root = ctx.trace.add({ id: 'root', kind: 'root', text });
      await searchPassages(ctx, root, 'tide bell weighs', 3);
      ctx.trace.end(root, 'answered', { answer, ...(answer === null ? {} : { cites: ['chart'], evidenceQuote: chart }) });
      return { answer, stopReason: 'done' };
    },
  });
}

interface Documents {
  readonly texts?: Readonly<Record<string, string>>;
  /** What each of them reports on. */
  readonly periods?: Readonly<Record<string, string>>;
}

async function ran(answer: string | null, more: Partial<RunSpec> = {}, { texts = { chart, inventory }, periods = {} }: Documents = {}) {
  const pipeline = pipelineThat(answer);
  const identityOf = (id: string): Pick<Passage, 'identity'> => {
    const value = periods[id];
    return value === undefined
      ? {}
      : { identity: { title: id, titleFrom: 'fileName', parts: [{ kind: 'period', value, from: 'firstPage' }] } };
  };
  const index = new MemoryIndex(Object.entries(texts).map(([id, text]) => ({ ...passageOf(id, text), ...identityOf(id) })));
  const sourceLines = async (path: string): Promise<readonly string[]> => [texts[path.replace(/\.md$/, '')] ?? ''];
  const plan = planOf(pipeline, { question: 'How heavy is the tide bell?', models: builtinModels, ...more });
  const parts = { sourceLines, createReasoner: () => reasonerOf(new ExtractiveReasoner()) };
  const events = await runPlan(plan, new CountingModel(1), { index, parts });
  return { events, pipeline, trace: fold(events) };
}

function said({ conflicts = [] }: Trace): readonly unknown[] {
  return conflicts.map(({ text, citations }) => [text, citations.map(({ path, quote }) => `${path}: ${quote}`)]);
}

const both = ['One passage says “48 kg”, another “60 kg”.', [`chart.md: ${chart}`, `inventory.md: ${inventory}`]];

test('below a short answer whose citation is disputed, and below quotes in place of one', async () => {
  const { events, pipeline, trace } = await ran('48 kg');
  assert.deepEqual(said(trace), [both]);
  assert.equal((await replay(events, () => pipeline)).difference, undefined);
  assert.deepEqual(said((await ran(null)).trace), [both]);
  assert.deepEqual(said((await ran(null, {}, { texts: { chart } })).trace), []);
});

test('not between reports on different years', async () => {
  const { trace } = await ran(null, {}, { periods: { chart: 'fiscal year 2021', inventory: 'fiscal year 2022' } });
  assert.deepEqual(said(trace), []);
});

test('in a list or table of quotes, and in what is inserted', async () => {
  const { trace } = await ran(null, { form: 'list' });
  assert.deepEqual([trace.conflicts, trace.written?.conflicts.length], [undefined, 1]);
  const blocks = answerDraft((await ran('48 kg')).trace, []);
  assert.match(JSON.stringify(blocks), /The documents disagree:.*48 kg.*60 kg/);
});
