/**
 * A process that answers a question is killed, as by a power cut, at many moments; whoever goes on pays for no call twice and comes to the
 * same answer.
 */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { replay } from '../../src/run/replay.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { bundle } from '../support/bundle.ts';
import { root } from '../support/cli.ts';
import { recordedCalls } from '../support/durableRun.ts';
import { openEngine } from '../support/engine.ts';
import { engineFiles } from '../support/kernel.ts';
import type { FromRunChild } from '../support/runChild.ts';
import { samplesIndex } from '../support/samplesIndex.ts';

const kills = 5;
const pipeline = 'drr-rag';
const question = 'When did the daughter of the founder of the company that built the Orrin barrage die?';
const samples = join(root, 'samples');
const { kernels } = engineFiles();

test('killed at five moments, a run goes on to the same answer and asks nothing twice', async (t) => {
  const simulation = await startSimulation({ dataset: samples, latencyMs: 5 });
  t.after(() => simulation.close());
  const target = { folder: join(samples, 'docs'), storage: await samplesIndex(t), baseUrl: simulation.baseUrl };
  const { engine } = await openEngine(target.folder, target.storage, target.baseUrl);
  const never = new AbortController().signal;
  const models = { ...builtinModels, chat: 'openai:simulated' };
  const { log } = await engine.runs.ask({ runId: 'whole', question, pipeline, params: {}, models }, never);
  await engine.close();
  const whole = await readRunLog(log);
  assert.equal(fold(whole).answer, '22 January 1943');
  const programs = await bundle(t, {
    child: join(root, 'test', 'support', 'runChild.ts'),
    reader: join(root, 'src', 'corpus', 'readWorker.ts'),
  });

  const random = seededRandom(7);
  let killed = 0;
  for (let round = 0; killed < kills; round++) {
    const runId = `killed-${round}`;
    const file = join(target.storage, 'runs', `${runId}.jsonl`);
    let before: readonly RunEvent[] = [];
    for (;;) {
      const args = [target.folder, target.storage, kernels, join(programs, 'reader.js'), target.baseUrl, pipeline, runId];
      const events = 1 + Math.floor(random() * whole.length);
      const requests = await killAfter(
        join(programs, 'child.js'),
        before.length > 0 ? args : [...args, question],
        killed < kills ? events : Infinity,
      );
      const after = await readRunLog(file);
      if (requests === null) killed++;
      else assert.equal(requests, recordedCalls(after, 'chat') - recordedCalls(before, 'chat'));
      // Also a run that was killed over may have come to its end a moment before.
      if (after.at(-1)?.kind === 'run-finished') {
        assert.deepEqual(outcomeOf(after), outcomeOf(whole));
        assert.equal((await replay(after)).difference, undefined);
        break;
      }
      assert.ok(recordedCalls(after, 'chat') >= recordedCalls(before, 'chat'));
      before = after;
    }
  }
});

/** Runs a child until it has told of so many events, then kills it. How many requests it sent when it came to its end before, else null. */
async function killAfter(program: string, args: readonly string[], events: number): Promise<number | null> {
  const child = fork(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  let told = 0;
  let requests: number | null = null;
  let failure: string | undefined;
  child.on('message', (message: FromRunChild) => {
    if (message.kind === 'event' && ++told === events) child.kill('SIGKILL');
    if (message.kind === 'finished') requests = message.requests;
    if (message.kind === 'failed') failure = message.message;
    if (message.kind !== 'event') child.disconnect();
  });
  await once(child, 'exit');
  assert.equal(failure, undefined);
  return requests;
}

function outcomeOf(events: readonly RunEvent[]): unknown {
  const { answer, status, nodes, llmCalls, totals, citations } = fold(events);
  return {
    answer,
    status,
    nodes: nodes.map(({ id, text, answer: said, status: end }) => ({ id, text, said, end })),
    llmCalls: llmCalls.map(({ id }) => id).toSorted(),
    totals,
    citations,
  };
}
