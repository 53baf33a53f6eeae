/**
 * Every pipeline, with a language model and without: executed again from its log, made from itself, cut and resumed, and kept within a
 * budget.
 */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { startSimulation, type Simulation } from '../../lab/simulation/startSimulation.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { replay } from '../../src/run/replay.ts';
import { pipelines } from '../../src/pipelines/registry.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { root } from '../support/cli.ts';
import { recordedCalls, timeless } from '../support/durableRun.ts';
import { openEngine, type TestEngine } from '../support/engine.ts';
import { samplesIndex } from '../support/samplesIndex.ts';

const samples = join(root, 'samples');
const storage = await samplesIndex({ after });
const question = 'When did the daughter of the founder of the company that built the Orrin barrage die?';
const never = new AbortController().signal;
const random = seededRandom(5);
let simulation: Simulation;
let engine: TestEngine['engine'];

before(async () => {
  simulation = await startSimulation({ dataset: samples, latencyMs: 2, error: 0.1 });
  ({ engine } = await openEngine(join(samples, 'docs'), storage, simulation.baseUrl));
});
after(async () => {
  await engine.close();
  await simulation.close();
});

/** What a request to the engine leaves behind: the log, and how often the model was asked. */
async function logged(work: () => Promise<{ readonly log: string }>) {
  const asked = simulation.requests.length;
  const { log } = await work();
  return { events: await readRunLog(log), requests: simulation.requests.length - asked };
}

async function assertReplays(events: readonly RunEvent[]): Promise<void> {
  assert.equal((await replay(events)).difference, undefined);
}

/** What was sent is logged at the end: of a run that was cut, the rest is counted. */
function outcomeOf(events: readonly RunEvent[]): unknown {
  return { ...(timeless(events) as object), runId: '', bytesSent: 0, sent: [] };
}

for (const [name, chat] of [
  ['with a language model', 'openai:simulated'],
  ['without', 'builtin'],
] as const) {
  const models = { ...builtinModels, chat };
  for (const { id } of pipelines.filter((pipeline) => chat !== 'builtin' || (pipeline.needs ?? []).length === 0)) {
    test(`${id}, ${name}: replayed, made again and resumed, it is the same run, and is paid for once`, async () => {
      const runId = `${id}-${chat === 'builtin' ? 'builtin' : 'chat'}`;
      const whole = await logged(() => engine.runs.ask({ runId, question, pipeline: id, params: {}, models }, never));
      await assertReplays(whole.events);

      const again = await logged(() => engine.runs.rerun({ runId: `${runId}-again`, from: { runId }, edits: {} }, never));
      assert.deepEqual([again.requests, fold(again.events).answer], [0, fold(whole.events).answer]);
      await assertReplays(again.events);

      const cut = whole.events.slice(0, 1 + Math.floor(random() * (whole.events.length - 1)));
      const file = join(storage, 'runs', `${runId}-cut.jsonl`);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, cut.map((event) => `${JSON.stringify(event)}\n`).join(''));
      const resumed = await logged(() => engine.runs.resume({ run: { log: file } }, never));
      assert.equal(resumed.requests, recordedCalls(whole.events, 'chat') - recordedCalls(cut, 'chat'));
      assert.deepEqual(outcomeOf(resumed.events), outcomeOf(whole.events));
      await assertReplays(resumed.events);

      const budget = { llmCalls: 2, retrievals: 1 };
      const limited = await logged(() =>
        engine.runs.ask({ runId: `${runId}-limited`, question, pipeline: id, params: {}, models, budget }, never),
      );
      const { status, flags, totals } = fold(limited.events);
      assert.deepEqual([status === 'ok', status === 'degraded'], [!flags.includes('budget_exhausted'), flags.includes('budget_exhausted')]);
      assert.ok(totals.retrievals <= 1, `${totals.retrievals} retrievals`);
      await assertReplays(limited.events);
    });
  }
}
