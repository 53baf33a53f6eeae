import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';
import { readDataset, sayRelation } from '../../../scripts/simulate/dataset.ts';
import { drawFault, faultKinds, parseFaults } from '../../../scripts/simulate/faults.ts';
import { GoldModel } from '../../../scripts/simulate/goldModel.ts';
import { readRequest } from '../../../scripts/simulate/readRequest.ts';
import { startSimulation } from '../../../scripts/simulate/startSimulation.ts';
import { finishPrompt, metaPrompt, readPrompt, type ReplyField, stepPrompt } from '../../../src/reasoning/prompts.ts';
import type { PathStep } from '../../../src/reasoning/reasoner.ts';
import { passageOf } from '../reasoning/scriptedChat.ts';
import { corpus, tinyDataset } from './tinyDataset.ts';

const director = 'When did the director of The Salt Choir die?';
const sameTown = 'Were the directors of The Salt Choir and Winter Ferry born in the same town?';
const unanswerable = 'Who built the glass museum?';

const fields = (...names: readonly string[]): readonly ReplyField[] => names.map((name) => ({ name, type: 'text', about: '' }));
const passagesOf = (...ids: readonly string[]): ReturnType<typeof passageOf>[] =>
  ids.flatMap((id) => corpus.filter((one) => one.id === id).map(({ title, text }) => passageOf(title, text)));
const steps = (...pairs: readonly (readonly [string, string | null])[]): readonly PathStep[] =>
  pairs.map(([question, answer]) => ({ question, answer }));

/** What the simulated model says, without its reasoning. No schema is sent: the role is told by the fields named in the prompt. */
function simulate(t: TestContext): {
  readonly step: (question: string, path: readonly PathStep[]) => unknown;
  readonly read: (question: string, ...ids: readonly string[]) => unknown;
  readonly finish: (question: string, path: readonly PathStep[]) => unknown;
  readonly check: (question: string, path: readonly PathStep[], ...ids: readonly string[]) => unknown;
} {
  const model = new GoldModel(readDataset(tinyDataset(t)));
  const say = (messages: ReturnType<typeof stepPrompt>): unknown => {
    const { reasoning: _, ...said } = model.reply(readRequest({ model: 'm', messages: [...messages] }));
    return said;
  };
  const answering = fields('reasoning', 'answer', 'citations', 'abstain');
  return {
    step: (question, path) => say(stepPrompt(question, path, fields('reasoning', 'action', 'sub_question', 'answer'))),
    read: (question, ...ids) => say(readPrompt(question, passagesOf(...ids), answering)),
    finish: (question, path) => say(finishPrompt(question, path, fields('answer'))),
    check: (question, path, ...ids) => say(metaPrompt(question, path, passagesOf(...ids), answering)),
  };
}

const ask = (question: string): unknown => ({ action: 'ask', sub_question: question, answer: '' });
const finish = (answer: string): unknown => ({ action: 'finish', sub_question: '', answer });
const abstain = { answer: '', citations: [], abstain: true };

test('steps follow the gold sub-questions with the answers of the path put in', (t) => {
  const { step } = simulate(t);
  const who = 'Who is the director of The Salt Choir?';
  assert.deepEqual(step(director, []), ask(who));
  assert.deepEqual(step(director, steps([who, 'Ilse Brandvik'])), ask('What is the date of death of Ilse Brandvik?'));
  assert.deepEqual(
    step(director, steps([who, 'Ilse Brandvik'], ['What is the date of death of Ilse Brandvik?', '9 June 1988'])),
    finish('9 June 1988'),
  );
  assert.deepEqual(step(director, steps([who, null])), finish('unknown'));
  assert.deepEqual(step(director, steps([who, 'Nobody'])), ask('What is the date of death of Nobody?'));
  assert.deepEqual(step(director, steps([who, 'Nobody'], ['What is the date of death of Nobody?', null])), finish('unknown'));
});

test('a comparison finishes after its look-ups, and goes on where one has failed', (t) => {
  const { step, finish: end } = simulate(t);
  const path = steps(
    ['Who is the director of The Salt Choir?', 'Ilse Brandvik'],
    ['Who is the director of Winter Ferry?', 'Odo Maas'],
    ['where was Ilse Brandvik born', 'Tarnholm'],
  );
  assert.deepEqual(step(sameTown, path), ask('where was Odo Maas born'));
  assert.deepEqual(step(sameTown, [...path, ...steps(['where was Odo Maas born', 'Tarnholm'])]), finish('yes'));
  assert.deepEqual(step(sameTown, steps(['Who is the director of The Salt Choir?', null])), ask('Who is the director of Winter Ferry?'));
  assert.deepEqual(
    [end(sameTown, path), end(sameTown, [...path, ...steps(['where was Odo Maas born', 'Tarnholm'])])],
    [{ answer: 'unknown' }, { answer: 'yes' }],
  );
});

test('only what a passage says is read, and that passage is cited', (t) => {
  const { read } = simulate(t);
  const found = (answer: string, ...citations: readonly number[]): unknown => ({ answer, citations, abstain: false });
  assert.deepEqual(read('What is the date of death of Ilse Brandvik?', 'p5', 'p4', 'p2'), found('9 June 1988', 3));
  assert.deepEqual(read('What is the date of death of Ilse Brandvik?', 'p5', 'p4'), abstain);
  assert.deepEqual(read('where was Odo Maas born', 'p5', 'p2', 'p4'), found('Tarnholm', 3));
  assert.deepEqual(read(director, 'p1', 'p2'), found('9 June 1988', 2));
  assert.deepEqual(read(sameTown, 'p1', 'p2', 'p5', 'p3', 'p4'), found('yes', 1, 2, 4, 5));
  assert.deepEqual(read(sameTown, 'p1', 'p2', 'p5'), abstain);
  assert.deepEqual(read(director), abstain);
});

test('the last check answers from a right path, else from the passages', (t) => {
  const { check } = simulate(t);
  const path = steps(
    ['Who is the director of The Salt Choir?', 'Ilse Brandvik'],
    ['What is the date of death of Ilse Brandvik?', '9 June 1988'],
  );
  assert.deepEqual(check(director, path, 'p1', 'p2'), { answer: '9 June 1988', citations: [2], abstain: false });
  assert.deepEqual(check(director, steps(['Who is the director of The Salt Choir?', 'Nobody']), 'p2'), {
    answer: '9 June 1988',
    citations: [1],
    abstain: false,
  });
  assert.deepEqual(check(director, steps(['Who is the director of The Salt Choir?', 'Nobody']), 'p1'), abstain);
});

test('what the documents do not answer is looked up once and not answered, and so is what the dataset does not know', (t) => {
  const { step, read, check } = simulate(t);
  assert.deepEqual(step(unanswerable, []), ask(unanswerable));
  assert.deepEqual(read(unanswerable, 'p5'), abstain);
  assert.deepEqual(step(unanswerable, steps([unanswerable, null])), finish('unknown'));
  assert.deepEqual(check(unanswerable, steps([unanswerable, null]), 'p5'), abstain);
  assert.deepEqual(step('Why is the sea salt?', []), finish('unknown'));
  assert.deepEqual(read('Why is the sea salt?', 'p1'), abstain);
});

test('relations become questions', () => {
  assert.deepEqual(
    ['X$& >> director', '#1 >> date of death', 'A >> located in the administrative territorial entity', 'Who?'].map(sayRelation),
    ['Who is the director of X$&?', 'What is the date of death of #1?', 'In which administrative territorial entity is A located?', 'Who?'],
  );
});

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

const reply = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })),
  usage: z.record(z.string(), z.number()),
});

test('on the wire: models, usage, latency, wrong answers', async (t) => {
  const simulation = await startSimulation({ dataset: tinyDataset(t), latencyMs: 30, faults: parseFaults('error:1'), seed: 1 });
  t.after(() => simulation.close());
  const models: unknown = await (await fetch(`${simulation.baseUrl}/models`)).json();
  assert.deepEqual(models, { object: 'list', data: [{ id: 'simulation', object: 'model', created: 0, owned_by: 'simulation' }] });
  const messages = readPrompt(director, passagesOf('p2'), fields('answer', 'citations'));
  const startedAt = performance.now();
  const response = await fetch(`${simulation.baseUrl}/chat/completions`, {
    method: 'POST',
    body: JSON.stringify({ model: 'm', messages }),
  });
  const tookMs = performance.now() - startedAt;
  const { choices, usage } = reply.parse(await response.json());
  const said = z.object({ answer: z.string() }).parse(JSON.parse(choices[0]?.message.content ?? ''));
  assert.ok(tookMs >= 29, `${tookMs} ms`);
  assert.notEqual(said.answer, '9 June 1988');
  assert.equal(usage['prompt_tokens'], Math.ceil(messages.reduce((sum, one) => sum + one.content.length, 0) / 4));
  assert.deepEqual(
    simulation.requests.map(({ role, fault }) => ({ role, fault })),
    [{ role: 'read', fault: 'error' }],
  );
});

const script = fileURLToPath(new URL('../../../scripts/simulate.ts', import.meta.url));

test('the command prints its address alone, and ends when told to', async (t) => {
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

test('wrong usage and a folder without questions are told apart', () => {
  const run = (...parts: readonly string[]): readonly unknown[] => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...parts], { encoding: 'utf8' });
    return [status, stdout, stderr.split('\n')[0]];
  };
  assert.deepEqual(run('--port', '1'), [2, '', '--dataset is missing']);
  assert.deepEqual(run('--dataset', '.', '--port', 'x'), [2, '', '--port takes a whole number, not "x"']);
  assert.deepEqual(run('--dataset', '/nowhere'), [3, '', 'There is no questions.jsonl in /nowhere. Give the folder of a dataset.']);
  const [status, help] = run('--help');
  assert.equal(status, 0);
  for (const word of ['simulation', ...Object.keys(faultKinds)]) assert.ok(String(help).includes(word), word);
});
