/** Quality gates on the sample folder. `npm run test -- engine` prints the numbers. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import * as z from 'zod';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { isAbstention } from '../../src/reasoning/abstention.ts';
import { isRight } from '../support/answers.ts';
import { root } from '../support/cli.ts';
import { falseCitations, openEngine } from '../support/engine.ts';
import { samplesIndex } from '../support/samplesIndex.ts';
import { tempFolder } from '../support/tempFolder.ts';

const samples = join(root, 'samples');
const docs = join(samples, 'docs');
const questions = readFileSync(join(samples, 'questions.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) =>
    z
      .object({ id: z.string(), question: z.string(), answers: z.array(z.string()), supporting: z.array(z.string()) })
      .parse(JSON.parse(line)),
  );
const answerable = questions.filter(({ answers }) => answers.some((answer) => !isAbstention(answer)));
const unanswerable = questions.filter((question) => !answerable.includes(question));

const simulation = await startSimulation({ dataset: samples });
const { engine, ask } = await openEngine(docs, await samplesIndex({ after }), simulation.baseUrl);
after(async () => {
  await engine.close();
  await simulation.close();
});

function hasGoldEvidence({ nodes, passages }: Trace, supporting: readonly string[]): boolean {
  const found = new Set(nodes.flatMap(({ evidence }) => evidence.map(({ passageId }) => `docs/${passages[passageId]?.path}`)));
  return supporting.every((path) => found.has(path));
}

test('with built-in models: evidence for 85 % of the answerable questions, few answers, of which nine in ten are right', async (t) => {
  const missed: string[] = [];
  const wrong: string[] = [];
  let right = 0;
  for (const { id, question, answers, supporting } of answerable) {
    const trace = await ask(question);
    assert.deepEqual(
      { status: trace.status, falseCitations: falseCitations(docs, trace), bytesSent: trace.bytesSent },
      { status: 'ok', falseCitations: [], bytesSent: 0 },
      id,
    );
    if (!hasGoldEvidence(trace, supporting)) missed.push(id);
    if (isRight(trace.answer, answers)) right++;
    else if (trace.answer !== null) wrong.push(`${id}: ${trace.answer} for ${answers[0]}`);
  }
  const answered: string[] = [];
  for (const { id, question } of unanswerable) {
    const { answer } = await ask(question);
    if (answer !== null) answered.push(`${id}: ${answer}`);
  }
  const n = answerable.length;
  t.diagnostic(
    `evidence ${n - missed.length}/${n}, right ${right}/${n}, wrong ${wrong.length}, answered without an answer ${answered.length}/${unanswerable.length}`,
  );
  for (const line of [`no evidence: ${missed.join()}`, ...wrong, ...answered]) t.diagnostic(line);
  assert.ok(n - missed.length >= 0.85 * n, `evidence for ${n - missed.length} of ${n}`);
  assert.ok(right >= 0.15 * n, `right answers to ${right} of ${n}`);
  assert.ok(right >= 9 * wrong.length, `${wrong.length} wrong answers beside ${right} right ones`);
  assert.deepEqual(answered, []);
});

test('with a model that makes no mistakes: every answerable question is answered right, no other one', async (t) => {
  const models = { ...builtinModels, chat: 'openai:simulation' };
  const wrong: string[] = [];
  for (const { id, question, answers } of questions) {
    const trace = await ask(question, { models });
    assert.deepEqual(falseCitations(docs, trace), [], id);
    const isAnswerable = answerable.some((one) => one.id === id);
    if (isAnswerable ? !isRight(trace.answer, answers) : trace.answer !== null) wrong.push(`${id}: ${trace.answer} for ${answers[0]}`);
  }
  for (const line of wrong) t.diagnostic(line);
  assert.deepEqual(wrong, []);
});

test('retrieve-read answers from one search', async (t) => {
  const right: string[] = [];
  for (const { id, question, answers } of answerable.slice(0, 10))
    if (isRight((await ask(question, { pipeline: 'retrieve-read' })).answer, answers)) right.push(id);
  t.diagnostic(`right ${right.length}/10`);
  assert.ok(right.length > 0);
});

test('asked again, also of an index built again, a question gives the same trace', async (t) => {
  const { engine: another, ask: askAnother } = await openEngine(docs, tempFolder(t));
  await another.index(defaultDiscovery, builtinModels, { signal: new AbortController().signal });
  for (const { question } of answerable.slice(0, 3)) {
    const traces = [await ask(question), await ask(question), await askAnother(question)].map(withoutTimes);
    assert.deepEqual(traces[1], traces[0]);
    assert.deepEqual(traces[2], traces[0]);
  }
  await another.close();
});

/** What may differ between two executions of one run: its id, and times. */
const times: ReadonlySet<string> = new Set([
  'runId',
  'startedAtUtc',
  'ms',
  'startedAt',
  'endedAt',
  'earlierMs',
  'seconds',
  'criticalPathSeconds',
]);

function withoutTimes(trace: Trace): unknown {
  return JSON.parse(JSON.stringify(trace, (key, value: unknown) => (times.has(key) ? undefined : value)));
}
