import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { readDataset } from '../../../../lab/simulation/dataset.ts';
import { drawFault, faultKinds, parseFaults } from '../../../../lab/simulation/faults.ts';
import { type Simulation, type SimulationOptions, startSimulation } from '../../../../lab/simulation/startSimulation.ts';
import { readPrompt } from '../../../../src/reasoning/prompts/read.ts';
import { bareAnswerPrompt } from '../../../../src/reasoning/prompts/selfDc.ts';
import { director, passagesOf } from './simulatedRoles.ts';
import { tinyDataset } from './tinyDataset.ts';
import { noSignals } from '../../../support/windows.ts';

test('faults strike by seed and request, about as often as asked', () => {
  const faults = parseFaults('500:0.25, hang');
  const draw = (seed: number): readonly (string | null)[] =>
    Array.from({ length: 2000 }, (_, i) => drawFault(faults, seed, `request ${i}`));
  const [first, again, other] = [draw(1), draw(1), draw(2)];
  const share = (kind: string): number => first.filter((one) => one === kind).length / first.length;
  assert.deepEqual(first, again);
  assert.notDeepEqual(first, other);
  assert.ok(Math.abs(share('500') - 0.25) < 0.04 && Math.abs(share('hang') - 0.15) < 0.04);
  assert.throws(() => parseFaults('sloth'), { name: 'RangeError', message: /no fault "sloth"; choose from 429/ });
  assert.throws(() => parseFaults('500:2'), /between 0 and 1/);
  assert.deepEqual(parseFaults(''), []);
});

const completion = z.object({
  choices: z.array(
    z.object({
      index: z.number(),
      message: z.object({ content: z.string() }),
      logprobs: z.object({ content: z.array(z.object({ token: z.string(), logprob: z.number() })) }).nullable(),
    }),
  ),
  usage: z.record(z.string(), z.number()),
});

async function simulate(t: TestContext, options: Omit<SimulationOptions, 'dataset'>): Promise<Simulation> {
  const simulation = await startSimulation({ dataset: tinyDataset(t), ...options });
  t.after(() => simulation.close());
  return simulation;
}

async function ask({ baseUrl }: Simulation, body: Readonly<Record<string, unknown>>): Promise<Response> {
  return fetch(`${baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify({ model: 'm', ...body }) });
}

async function complete(simulation: Simulation, body: Readonly<Record<string, unknown>>): Promise<z.infer<typeof completion>> {
  return completion.parse(await (await ask(simulation, body)).json());
}

const reading = { messages: readPrompt({ question: director, passages: passagesOf('p1', 'p2') }, []) };

test('on the wire: models, usage, and requests at once wait at once', async (t) => {
  const simulation = await simulate(t, { latencyMs: 200 });
  const models: unknown = await (await fetch(`${simulation.baseUrl}/models`)).json();
  assert.deepEqual(models, { object: 'list', data: [{ id: 'simulation', object: 'model', created: 0, owned_by: 'simulation' }] });
  const startedAt = performance.now();
  const { choices, usage } = await complete(simulation, reading);
  const oneMs = performance.now() - startedAt;
  assert.ok(oneMs >= 199, `${oneMs} ms`);
  const many = performance.now();
  await Promise.all(Array.from({ length: 20 }, () => complete(simulation, reading)));
  assert.ok(performance.now() - many < 20 * 200);
  const said = choices[0]?.message.content ?? '';
  assert.equal(z.object({ answer: z.string() }).parse(JSON.parse(said)).answer, '9 June 1988');
  const promptTokens = Math.ceil(reading.messages.reduce((sum, one) => sum + one.content.length, 0) / 4);
  const completionTokens = Math.ceil(said.length / 4);
  assert.deepEqual(usage, {
    prompt_tokens: promptTokens,
    completion_tokens: completionTokens,
    total_tokens: promptTokens + completionTokens,
  });
  assert.deepEqual(new Set(simulation.requests.map(({ role, fault }) => `${role} ${fault}`)), new Set(['read null']));
});

test('after so many replies, requests wait until the simulation is closed', async (t) => {
  const simulation = await simulate(t, { replies: 1 });
  await complete(simulation, reading);
  const ended = assert.rejects(ask(simulation, reading));
  while (simulation.requests.length < 2) await setImmediate();
  await simulation.close();
  await ended;
});

test('n completions of one request are those of n requests with the seeds that follow; all alike at temperature 0', async (t) => {
  const simulation = await simulate(t, { error: 0.5, seed: 4 });
  const messages = readPrompt({ question: director, passages: passagesOf('p5', 'p4') }, []);
  const textsOf = async (body: Readonly<Record<string, unknown>>): Promise<readonly string[]> =>
    (await complete(simulation, { messages, ...body })).choices.map(({ message }) => message.content);
  const together = await textsOf({ n: 12, seed: 3, temperature: 0.7 });
  const apart = (await Promise.all(Array.from({ length: 12 }, (_, i) => textsOf({ seed: 3 + i, temperature: 0.7 })))).flat();
  assert.deepEqual(together, apart);
  assert.equal(new Set(together).size, 2);
  assert.equal(new Set(await textsOf({ n: 12, seed: 3, temperature: 0 })).size, 1);
});

test('logprobs come when asked for, and their probabilities have the mean that the answer is sure of', async (t) => {
  const meanOf = async (knows: number): Promise<number> => {
    const { choices } = await complete(await simulate(t, { knows }), { messages: bareAnswerPrompt(director), logprobs: true });
    const tokens = choices[0]?.logprobs?.content ?? [];
    assert.equal(tokens.map(({ token }) => token).join(''), choices[0]?.message.content);
    return tokens.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0) / tokens.length;
  };
  const [known, unknown] = [await meanOf(1), await meanOf(0)];
  assert.ok(known > 0.75 && known < 1 && unknown < 0.4 && unknown > 0, `${known} ${unknown}`);
  assert.equal((await complete(await simulate(t, {}), reading)).choices[0]?.logprobs, null);
});

test('a server that lacks something refuses or passes over it, and only where it is asked for', async (t) => {
  const cases = {
    'no-n': [{ n: 2 }, 400],
    'one-n': [{ n: 2 }, 1],
    'no-logprobs': [{ logprobs: true }, 400],
    'mute-logprobs': [{ logprobs: true }, 1],
    'no-seed': [{ seed: 1 }, 400],
    'no-schema': [{ response_format: { type: 'json_object' } }, 400],
    'too-long': [{}, 400],
    'same-sentence': [{}, 1],
  } as const;
  for (const [fault, [asked, expected]] of Object.entries(cases)) {
    const simulation = await simulate(t, { faults: parseFaults(`${fault}:1`) });
    const response = await ask(simulation, { ...reading, ...asked });
    const got = response.ok ? completion.parse(await response.json()).choices.length : response.status;
    assert.deepEqual([fault, got], [fault, expected]);
    const isAlways = Object.keys(asked).length === 0;
    assert.equal((await ask(simulation, reading)).ok, !isAlways || response.ok, fault);
  }
});

test('replies depend on what is asked, not on when', async (t) => {
  const bodies = Array.from({ length: 30 }, (_, i) => ({
    messages: readPrompt({ question: director, passages: passagesOf('p5', 'p3') }, []),
    seed: i,
  }));
  const run = async (order: readonly (typeof bodies)[number][]): Promise<ReadonlyMap<number, string>> => {
    const simulation = await simulate(t, { error: 0.5, seed: 7 });
    const said = await Promise.all(
      order.map(async (body) => [body.seed, JSON.stringify((await complete(simulation, body)).choices)] as const),
    );
    return new Map(said.sort(([a], [b]) => a - b));
  };
  assert.deepEqual(await run(bodies), await run([...bodies].reverse()));
});

const script = fileURLToPath(new URL('../../../../lab/simulate.ts', import.meta.url));

test('annotated words of documents are read under either name', (t) => {
  const evidence = readDataset(tinyDataset(t)).map((gold) => gold.evidence);
  assert.deepEqual(evidence, [['9 June 1988'], [], [], ['a glass museum'], []]);
});

test('the command prints its address alone, and ends when told to', { skip: noSignals }, async (t) => {
  const child = spawn(process.execPath, [script, '--dataset', tinyDataset(t), '--faults', '429']);
  t.after(() => child.kill());
  let printed = '';
  child.stdout.on('data', (piece: Buffer) => (printed += piece.toString('utf8')));
  await once(child.stdout, 'data');
  assert.match(printed, /^listening http:\/\/127\.0\.0\.1:\d+\/v1\n$/);
  assert.equal((await fetch(`${printed.trim().split(' ')[1]}/models`)).status, 200);
  child.kill('SIGTERM');
  assert.deepEqual(await once(child, 'exit'), [0, null]);
});

test('wrong usage and a folder without questions are distinguished', () => {
  const run = (...parts: readonly string[]): readonly unknown[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parts], { encoding: 'utf8' });
    return [status, stdout, stderr.split('\n')[0]];
  };
  assert.deepEqual(run('--port', '1'), [2, '', '--dataset is missing']);
  assert.deepEqual(run('--dataset', '.', '--port', 'x'), [2, '', '--port takes a whole number, not "x"']);
  assert.deepEqual(run('--dataset', '.', '--error', '1.5'), [2, '', '--error takes a number from 0 to 1, not "1.5"']);
  assert.deepEqual(run('--dataset', '/nowhere'), [3, '', '/nowhere has no questions.jsonl. Choose a dataset folder.']);
  const [status, help] = run('--help');
  assert.equal(status, 0);
  for (const word of ['simulation', '--error', '--knows', ...Object.keys(faultKinds)]) assert.ok(String(help).includes(word), word);
});
