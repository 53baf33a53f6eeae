/**
 * The four systems over a real index, with a chat server that fails on the wire in every way that passes: the run ends, says what happened,
 * invents nothing.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import * as z from 'zod';
import type { FaultKind } from '../../lab/simulation/faults.ts';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { isAriadneError } from '../../src/base/errors.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { replay } from '../../src/run/replay.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { root, runCli } from '../support/cli.ts';
import { falseCitations, openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const samples = join(root, 'samples');
const docs = join(samples, 'docs');
const storage = tempFolder({ after });
const question = 'Where was the engineer who designed the Orrin barrage born?';
const never = new AbortController().signal;
/** Small, so that there are few calls. */
const systems: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  sunar: { m: 2, c: 4, b: 2, k: 2, firstStageDepth: 4 },
  leapquery: { k: 20 },
  'self-dc': { alpha: 0.35, method: 'verb' },
  'drr-rag': {},
};

/** What each system answers when nothing goes wrong. */
const answers: Record<string, string | null> = {};

before(async () => {
  const simulation = await startSimulation({ dataset: samples, seed: 5 });
  const { engine } = await openEngine(docs, storage, simulation.baseUrl);
  await engine.index(defaultDiscovery, builtinModels, { signal: never });
  for (const pipeline of Object.keys(systems)) answers[pipeline] = fold(await ask(engine, pipeline, 'well')).answer;
  await engine.close();
  await simulation.close();
  // The parts that Self-DC asks for know nothing of each other, so a bridge question stays open.
  assert.deepEqual(answers, { sunar: 'Kelmouth', leapquery: 'Kelmouth', 'self-dc': null, 'drr-rag': 'Kelmouth' });
});

async function ask(engine: Engine, pipeline: string, name: string): Promise<readonly RunEvent[]> {
  const runId = `${pipeline}-${name}`;
  const models = { ...builtinModels, chat: 'openai:simulated' };
  const { log } = await engine.runs.ask({ runId, question, pipeline, params: systems[pipeline] ?? {}, models }, never);
  return readRunLog(log);
}

interface Struck {
  readonly fault: FaultKind;
  readonly probability: number;
  /** What the systems come to: each its answer, none any, or what holds of either. */
  readonly comesTo: 'its answer' | 'no answer' | 'an end';
  readonly status?: 'degraded';
}

const faults: readonly Struck[] = [
  ...(['no-schema', 'no-n', 'one-n', 'no-logprobs', 'mute-logprobs', 'no-seed'] as const).map((fault) => ({
    fault,
    probability: 1,
    comesTo: 'its answer' as const,
  })),
  ...(['malformed', 'wrong-schema', 'same-sentence'] as const).map((fault) => ({ fault, probability: 1, comesTo: 'an end' as const })),
  ...(['refusal', 'empty'] as const).map((fault) => ({ fault, probability: 1, comesTo: 'no answer' as const })),
  { fault: 'too-long', probability: 1, comesTo: 'no answer', status: 'degraded' },
  ...(['malformed', '500', 'cut'] as const).map((fault) => ({ fault, probability: 0.1, comesTo: 'its answer' as const })),
];

for (const { fault, probability, comesTo, status = 'ok' } of faults) {
  test(`${fault} on ${probability * 100} % of the requests: each system comes to ${comesTo}`, async (t) => {
    const simulation = await startSimulation({ dataset: samples, seed: 5, faults: [{ kind: fault, probability }] });
    t.after(() => simulation.close());
    const { engine } = await openEngine(docs, storage, simulation.baseUrl);
    t.after(() => engine.close());
    for (const pipeline of Object.keys(systems)) {
      const events = await ask(engine, pipeline, `${fault}-${probability * 100}`);
      const trace = fold(events);
      const { difference } = await replay(events);
      const { answer } = trace;
      const isRight =
        comesTo === 'an end' ? !/[{}[\]]/.test(answer ?? '') : answer === (comesTo === 'no answer' ? null : answers[pipeline]);
      assert.deepEqual(
        { status: trace.status, finished: trace.finished, isRight, difference, untrue: falseCitations(docs, trace) },
        { status, finished: true, isRight: true, difference: undefined, untrue: [] },
        `${pipeline}: ${answer}`,
      );
      if (status === 'degraded') assert.match(trace.failure ?? '', /too long/);
    }
  });
}

const questions = [
  'Wo wurde der Ingenieur der Orrin-Talsperre geboren?',
  '奥林水坝的工程师出生在哪里？',
  'أين ولد مهندس سد أورين؟',
  `Who designed ${'the Orrin barrage and '.repeat(2_500)}the mill?`,
];

test('questions in other languages and of 10,000 words, with no model at all: an end, and citations that are true', async (t) => {
  const { engine } = await openEngine(docs, storage);
  t.after(() => engine.close());
  for (const pipeline of Object.keys(systems)) {
    for (const [i, asked] of questions.entries()) {
      const { log } = await engine.runs.ask(
        { runId: `${pipeline}-${i}`, question: asked, pipeline, params: {}, models: builtinModels },
        never,
      );
      const events = await readRunLog(log);
      const trace = fold(events);
      assert.deepEqual(
        { status: trace.status, asked: trace.question, difference: (await replay(events)).difference, untrue: falseCitations(docs, trace) },
        { status: 'ok', asked, difference: undefined, untrue: [] },
      );
    }
    const empty = engine.runs.ask({ runId: 'empty', question: ' \n ', pipeline, params: {}, models: builtinModels }, never);
    await assert.rejects(empty, (error) => isAriadneError(error, 'question-empty'));
  }
});

test('ariadne ask with a question of 10,000 words on standard input: it is asked as it is, and the process lives', async () => {
  const asked = questions.at(-1) ?? '';
  const args = ['ask', docs, '-', '--storage', storage, '--pipeline', 'drr-rag', '--json'];
  const { code, stdout, stderr } = await runCli(args, { input: `${asked}\n` });
  assert.ok(code === 0 || code === 1, stderr);
  assert.deepEqual(
    { stderr, said: z.object({ question: z.string() }).parse(JSON.parse(stdout)) },
    { stderr: '', said: { question: asked } },
  );
});
