/** Follow-ups from the question as typed to the log, with names carried over and with the simulated model. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startSimulation, type Simulation } from '../../lab/simulation/startSimulation.ts';
import type { Engine } from '../../src/engine/engine.ts';
import type { AskRequest } from '../../src/protocol/runRequests.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
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

test('a model that repeats, answers or fails is not believed: names are carried over, and why is said', async (t) => {
  let reply = '';
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      if (reply === '') response.writeHead(401);
      const message = { role: 'assistant', content: JSON.stringify({ points_to: '', question: reply }) };
      response.end(JSON.stringify({ id: '1', object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message }] }));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const { engine: other } = await openEngine(`${dataset}/docs`, tempFolder(t), `http://127.0.0.1:${port}/v1`);
  t.after(() => other.close());
  const asked = async (said: string, question = 'Where was he born?') => {
    reply = said;
    const made = await other.standAlone({ question, follows: { log: engine.runs.store.fileOf('first') }, models }, signal);
    return [made.question, made.follows.by, made.isUnclear, made.follows.why, made.follows.calls?.length];
  };
  const named = 'Where was Bertil Krog born?';
  assert.deepEqual(await asked('Where was he born?'), [named, 'names', undefined, 'The language model left the question as it is.', 1]);
  assert.deepEqual(await asked('Bertil Krog came from the sea.'), [
    named,
    'names',
    undefined,
    'The language model wrote something that is not a question.',
    1,
  ]);
  assert.match(
    String((await asked('')).join(' ')),
    /^Where was Bertil Krog born\? names  The language model could not make it stand alone/,
  );
  const alone = 'Which treaties mention salt?';
  assert.deepEqual(await asked(alone, alone), [alone, 'typed', undefined, undefined, 1]);
  assert.deepEqual(await asked('Who was Arne Holm?', alone), [
    alone,
    'typed',
    true,
    'The language model added “Arne Holm”, which no earlier question or answer names.',
    1,
  ]);
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
