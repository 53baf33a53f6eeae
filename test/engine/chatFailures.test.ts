/**
 * The chat server fails in every way there is: the message says what happened and what to do, the trace says so too, and the index stays
 * usable.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as z from 'zod';
import type { FaultKind } from '../../lab/simulation/faults.ts';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { trace as traceSchema, type RunStatus } from '../../src/protocol/trace.ts';
import { replay } from '../../src/run/replay.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { withBaselines } from '../support/allPipelines.ts';
import { attacks } from '../support/attacks.ts';
import { root, runCli } from '../support/cli.ts';
import { startHostileServer } from '../support/hostileServer.ts';
import { samplesIndex } from '../support/samplesIndex.ts';
import { runWarmCli } from '../support/warmCli.ts';
import { noSignals } from '../support/windows.ts';

withBaselines();

const samples = join(root, 'samples');
const question = 'Where was the engineer who designed the Orrin barrage born?';
const storage = await samplesIndex({ after });

/** The limit is short only where the server hangs: on a busy machine, a short one would hide every other failure. */
async function ask(baseUrl: string, { timeoutMs = 20_000, pipeline = 'sunar-nar' } = {}) {
  const env = { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: 'sk-test-0123456789', ARIADNE_CHAT_TIMEOUT_MS: `${timeoutMs}` };
  const models = ['--pipeline', pipeline, '--chat', 'openai:simulation'];
  const args = ['lab', 'ask', join(samples, 'docs'), question, '--storage', storage, ...models, '--json'];
  const { code, stdout, stderr } = await runWarmCli(args, { env });
  assert.doesNotMatch(stdout + stderr, /sk-test/, 'the key is nowhere');
  assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
  const { log, ...trace } = traceSchema.omit({ form: true }).extend({ log: z.string() }).parse(JSON.parse(stdout));
  return { ...trace, log, code, stderr };
}

/** Executes a run again from its log alone: however it ended, it ends so again. */
async function again(log: string) {
  const { trace, difference } = await replay(await readRunLog(log));
  const { status, answer, failure } = trace;
  return { difference, status, answer, failure };
}

async function isIndexUsable(): Promise<boolean> {
  return (await runWarmCli(['search', join(samples, 'docs'), 'Orrin barrage', '--storage', storage, '--json'])).code === 0;
}

const failures: readonly { readonly fault: FaultKind; readonly status: RunStatus; readonly says: RegExp }[] = [
  { fault: 'unauthorized', status: 'failed', says: /refused the API key.*Set a valid key/ },
  { fault: 'no-model', status: 'failed', says: /has no model "simulation".*Check the model id/ },
  { fault: 'html', status: 'failed', says: /returned a web page\. Check the base URL/ },
  { fault: 'hang', status: 'degraded', says: /did not answer within 0\.\d seconds.*faster model/ },
  { fault: '500', status: 'degraded', says: /failed \(500.*Try again later/ },
  { fault: 'cut', status: 'degraded', says: /was cut off\. Check the connection/ },
  { fault: '429', status: 'degraded', says: /is not accepting requests.*It asks Ariadne to wait/ },
];

for (const { fault, status, says } of failures) {
  test(`every request ends in ${fault}: the run is ${status} and says why`, async (t) => {
    const simulation = await startSimulation({ dataset: samples, faults: [{ kind: fault, probability: 1 }] });
    t.after(() => simulation.close());
    const run = await ask(simulation.baseUrl, { pipeline: 'direct', ...(fault === 'hang' && { timeoutMs: 400 }) });
    assert.match(run.failure ?? '', says);
    assert.deepEqual(
      { status: run.status, finished: run.finished, answer: run.answer, code: run.code },
      { status, finished: true, answer: null, code: 3 },
    );
    assert.match(run.stderr.trimEnd(), says);
    assert.deepEqual(await again(run.log), { difference: undefined, status, answer: null, failure: run.failure });
  });
}

test('after all of them the index answers', async () => assert.ok(await isIndexUsable()));

// What replies are no use, and servers that fail now and then, badInput.test.ts looks at with four systems.
test('every reply is a refusal: the run ends without an invented answer, as a negative finding', async (t) => {
  const simulation = await startSimulation({ dataset: samples, faults: [{ kind: 'refusal', probability: 1 }] });
  t.after(() => simulation.close());
  const { finished, answer, code } = await ask(simulation.baseUrl);
  assert.deepEqual({ finished, answer, code }, { finished: true, answer: null, code: 1 });
});

test('some requests end in 429: retries still reach the answer', async (t) => {
  const simulation = await startSimulation({ dataset: samples, seed: 5, faults: [{ kind: '429', probability: 0.2 }] });
  t.after(() => simulation.close());
  const { status, answer, code, log } = await ask(simulation.baseUrl);
  assert.deepEqual({ status, answer, code }, { status: 'ok', answer: 'Kelmouth', code: 0 });
  assert.deepEqual(await again(log), { difference: undefined, status: 'ok', answer: 'Kelmouth', failure: undefined });
});

for (const attack of ['lures', 'lures in an error'] as const) {
  test(`the server ${attack}: nothing of it reaches the terminal but words`, async (t) => {
    const server = await startHostileServer(samples, { knows: 1 });
    t.after(() => server.close());
    server.attack = () => attacks[attack];
    const args = ['lab', 'ask', join(samples, 'docs'), question, '--pipeline', 'direct', '--storage', storage, '--chat', 'openai:hostile'];
    const env = { OPENAI_BASE_URL: server.baseUrl, ARIADNE_CHAT_TIMEOUT_MS: '2000', FORCE_COLOR: '1' };
    for (const more of [[], ['--json']]) {
      const { stdout, stderr } = await runWarmCli([...args, ...more], { env });
      const said = (stdout + stderr).replaceAll(/\u001b\[\d*m/g, '');
      assert.match(said, /command:workbench/, 'it is shown as text');
      assert.doesNotMatch(said, /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    }
  });
}

test(
  'Ctrl+C while the server thinks: the run ends as cancelled, is logged to its end, and cannot be replayed',
  { skip: noSignals },
  async (t) => {
    let isAsked: () => void = () => undefined;
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const server = createServer(() => isAsked()).listen(0, '127.0.0.1');
    t.after(() => server.closeAllConnections());
    t.after(() => server.close());
    await once(server, 'listening');
    const { port } = z.object({ port: z.number() }).parse(server.address());
    const env = { OPENAI_BASE_URL: `http://127.0.0.1:${port}/v1` };
    const args = ['ask', join(samples, 'docs'), question, '--storage', storage, '--chat', 'openai:x', '--json'];
    const { code, stdout, stderr } = await runCli(args, { env, interrupt: asked });
    const { status, answer, abstained, finished, log } = traceSchema
      .omit({ form: true })
      .extend({ log: z.string() })
      .parse(JSON.parse(stdout));
    assert.deepEqual(
      { code, status, answer, abstained, finished },
      { code: 3, status: 'cancelled', answer: null, abstained: false, finished: true },
    );
    assert.match(stderr, /was stopped/);
    const replayed = await runWarmCli(['replay', log]);
    assert.deepEqual({ code: replayed.code, says: /stopped before it finished/.test(replayed.stderr) }, { code: 3, says: true });
  },
);

test('nobody listens at the address: the run fails and says so', async () => {
  const simulation = await startSimulation({ dataset: samples });
  await simulation.close();
  const { status, failure, code } = await ask(simulation.baseUrl);
  assert.deepEqual({ status, code }, { status: 'failed', code: 3 });
  assert.match(failure ?? '', /127\.0\.0\.1:\d+.*(?:cannot|could not) be reached.*(?:running|runs)/);
});

test('an address that is none is refused before the run', async () => {
  const { code, stdout, stderr } = await runWarmCli(
    ['ask', join(samples, 'docs'), question, '--storage', storage, '--chat', 'openai:x', '--json'],
    {
      env: { OPENAI_BASE_URL: 'not an address' },
    },
  );
  assert.deepEqual({ code, stdout }, { code: 3, stdout: '' });
  assert.match(stderr, /OPENAI_BASE_URL/);
});

test('an address that is none is no hindrance where nothing is sent to it', async () => {
  const { code, stderr } = await runWarmCli(['search', join(samples, 'docs'), 'Orrin barrage', '--storage', storage], {
    env: { OPENAI_BASE_URL: 'not an address' },
  });
  assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
});

test('what was sent is counted, the key comes from the environment alone, and only prompts go out', async (t) => {
  const simulation = await startSimulation({ dataset: samples });
  t.after(() => simulation.close());
  const { answer, bytesSent } = await ask(simulation.baseUrl);
  const sent = simulation.requests.reduce((sum, { body }) => sum + Buffer.byteLength(JSON.stringify(body)), 0);
  const keys = new Set(simulation.requests.map(({ headers }) => headers['authorization']));
  assert.deepEqual(
    { answer, keys: [...keys], isCounted: bytesSent >= sent * 0.9 },
    { answer: 'Kelmouth', keys: ['Bearer sk-test-0123456789'], isCounted: true },
  );
});
