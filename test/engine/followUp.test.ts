/** Follow-ups from the question as typed to the log, with names carried over and with the simulated model. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { startSimulation, type Simulation } from '../../scripts/simulate/startSimulation.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { builtinModels, defaultDiscovery, type AskRequest } from '../../src/protocol/engine.ts';
import { replay } from '../../src/run/replay.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { openEngine } from '../support/engine.ts';
import { tempFolder } from '../support/tempFolder.ts';

const dataset = tempFolder(
  { after },
  {
    'docs/krog.md': '# Bertil Krog\n\nBertil Krog was an engineer. Bertil Krog was born in Saltvik.\n',
    'docs/ness.md': '# Orrin Ness\n\nThe lighthouse of Orrin Ness was designed by Bertil Krog.\n',
    'questions.jsonl': `${JSON.stringify({
      id: '1',
      question: 'Where was Bertil Krog born?',
      answers: ['Saltvik'],
      supporting: ['docs/krog.md'],
      follow_up: { question: 'And his birthplace?', earlier: [{ question: 'Who designed Orrin Ness?', answer: 'Bertil Krog' }] },
    })}\n`,
  },
);
const storage = tempFolder({ after });
const { signal } = new AbortController();
const models = { ...builtinModels, chat: 'openai:simulated' };
let engine: Engine;
let simulation: Simulation;

before(async () => {
  simulation = await startSimulation({ dataset });
  ({ engine } = await openEngine(`${dataset}/docs`, storage, simulation.baseUrl));
  await engine.index(defaultDiscovery, builtinModels, { signal });
  await ask({ runId: 'first', question: 'Who designed Orrin Ness?', scope: 'type:md' });
});
after(async () => {
  await engine.close();
  await simulation.close();
});

async function ask(request: Partial<AskRequest> & Pick<AskRequest, 'runId' | 'question'>): Promise<void> {
  await engine.runs.ask({ pipeline: 'retrieve-read', params: {}, models: builtinModels, ...request }, signal);
}

const standAlone = (question: string, runId: string, options: Partial<Parameters<Engine['standAlone']>[0]> = {}) =>
  engine.standAlone({ question, follows: { runId }, models: builtinModels, ...options }, signal);

test('names are carried over, with the scope; the log has the question as asked and as typed, and replays from itself', async () => {
  const made = await standAlone(' Where was he born? ', 'first');
  assert.deepEqual(made, {
    question: 'Where was Bertil Krog born?',
    follows: { runId: 'first', typed: 'Where was he born?', by: 'names' },
    scope: 'type:md',
  });
  await ask({ runId: 'second', ...made });
  const { trace, difference } = await replay(await engine.runs.store.read('second'));
  assert.deepEqual([trace.question, trace.answer, trace.follows, difference], [made.question, 'Saltvik', made.follows, undefined]);
  const [listed] = (await engine.runs.list()).filter(({ runId }) => runId === 'second');
  assert.deepEqual([listed?.question, listed?.followsRunId, listed?.typed], [made.question, 'first', 'Where was he born?']);
});

test('a model rewrites: its call counts in the run, which replays; a rerun does not pay for it again', async () => {
  const made = await standAlone('And his birthplace?', 'first', { models });
  assert.deepEqual([made.question, made.follows.by, made.follows.calls?.length], ['Where was Bertil Krog born?', 'model', 1]);
  await ask({ runId: 'modelled', ...made, models });
  const { trace, difference } = await replay(await engine.runs.store.read('modelled'));
  const [rewriting, ...others] = trace.llmCalls;
  assert.deepEqual([difference, rewriting?.role, others.length > 0], [undefined, 'thread.rewrite', true]);
  assert.equal(trace.cost.llmCalls, trace.llmCalls.length);
  assert.equal(
    trace.sent?.reduce((sum, { requests }) => sum + requests, 0),
    trace.cost.requests,
  );
  await engine.runs.rerun({ runId: 'again', from: { runId: 'modelled' }, edits: { rerun: ['final'] } }, signal);
  const again = await replay(await engine.runs.store.read('again'));
  assert.deepEqual([again.difference, again.trace.follows], [undefined, { runId: 'first', typed: 'And his birthplace?', by: 'model' }]);
});

test('a stopped follow-up resumes from its log, with the rewriting counted once', async () => {
  const file = engine.runs.store.fileOf('modelled');
  const log = readFileSync(file, 'utf8').split('\n');
  writeFileSync(engine.runs.store.fileOf('torn'), `${log.slice(0, 4).join('\n').replaceAll('"modelled"', '"torn"')}\n`);
  await engine.runs.resume({ run: { runId: 'torn' } }, signal);
  const whole = await replay(await readRunLog(file));
  const { trace, difference } = await replay(await engine.runs.store.read('torn'));
  assert.deepEqual([difference, trace.answer, trace.cost.llmCalls], [undefined, whole.trace.answer, whole.trace.cost.llmCalls]);
  assert.equal(trace.follows?.typed, 'And his birthplace?');
});

test('asked as typed: on request, after a deleted run, and when the model fails; each says why', async () => {
  const asTyped = await standAlone('Where was he born?', 'first', { isAsTyped: true });
  assert.deepEqual([asTyped.question, asTyped.follows.by, asTyped.follows.why], ['Where was he born?', 'typed', undefined]);
  await ask({ runId: 'passing', question: 'Who designed Orrin Ness?' });
  await ask({ runId: 'kept', ...(await standAlone('Where was he born?', 'passing')) });
  engine.runs.delete('passing');
  const gone = await standAlone('Where was he born?', 'passing');
  assert.deepEqual(gone, {
    question: 'Where was he born?',
    follows: { runId: 'passing', typed: 'Where was he born?', by: 'typed', why: 'The run that it follows no longer exists.' },
  });
  // Runs that followed it stay, and can be followed.
  assert.equal((await standAlone('When was he born?', 'kept')).question, 'When was Bertil Krog born?');
  const failed = await standAlone('Where was he born?', 'first', { models: { chat: 'openai:' } }).catch((error: unknown) => error);
  assert.match(JSON.stringify(failed), /could not make it stand alone/);
});
