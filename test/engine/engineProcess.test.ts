/** The engine as a process of its own, over real IPC. */
import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startSimulation } from '../../lab/simulation/startSimulation.ts';
import { isAbort } from '../../src/base/abort.ts';
import { AriadneError, isAriadneError, type ErrorCode } from '../../src/base/errors.ts';
import type { AskRequest } from '../../src/protocol/runRequests.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import type { Writing } from '../../src/protocol/writing.ts';
import { fold } from '../../src/trace/fold.ts';
import { readRunLog } from '../../src/trace/runLog.ts';
import { root, runCli } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { doorTo, startEngine, type EngineProcess, type TestDoor } from '../support/engineProcess.ts';
import { samplesIndex } from '../support/samplesIndex.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';

const samples = join(root, 'samples');
const docs = join(samples, 'docs');
const question = 'Where was the engineer who designed the Orrin barrage born?';
const openai = { ...builtinModels, chat: 'openai:simulation' };
const storage = await samplesIndex({ after });
/** What the host does with requests of `shared`, from which most tests ask: starting an engine takes longer than they do. */
let door: TestDoor;
const shared = startEngine({ after }, docs, storage, (asked, signal) => door(asked, signal));

function request(runId: string, parts: Partial<AskRequest> = {}): AskRequest {
  return { runId, question, pipeline: 'sunar-nar', params: {}, models: builtinModels, ...parts };
}

/** Asks and collects the events as they come. */
async function ask({ client }: EngineProcess, asked: AskRequest, signal?: AbortSignal) {
  const events: RunEvent[] = [];
  const listening = client.notifications.on('runEvent', ({ runId, event }) => {
    if (runId === asked.runId) events.push(event);
  });
  try {
    const { log } = await client.request('ask', asked, signal ? { signal } : {});
    return { events, trace: fold(events), log };
  } finally {
    listening.dispose();
  }
}

function isAlive(pid: number | undefined): boolean {
  if (pid === undefined) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

test('opens, indexes with progress in order and answers; events are the log', async (t) => {
  const folder = tempFolder(t);
  writeDocuments(folder, 40);
  writeFile(folder, 'ilse.md', '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm.\n');
  const engine = startEngine(t, folder, tempFolder(t));
  const { client } = engine;
  assert.equal((await engine.status()).state, 'none');
  const stages: string[] = [];
  engine.onProgress(({ stage }) => void (stages.at(-1) === stage || stages.push(stage)));
  const { documents, graph } = await client.request('index', {});
  assert.deepEqual(
    { documents, exact: graph.exact, stages },
    { documents: 41, exact: true, stages: ['discover', 'read', 'fulltext', 'embed', 'graph', 'store'] },
  );
  const status = await engine.status();
  assert.deepEqual({ state: status.state, documents: status.documents }, { state: 'ready', documents: 41 });
  const { events, trace, log } = await ask(engine, request('r1', { question: 'Where was Ilse Brandvik born?' }));
  assert.deepEqual({ status: trace.status, answer: trace.answer }, { status: 'ok', answer: 'Tarnholm' });
  assert.deepEqual(await readRunLog(log), events);
  assert.deepEqual(await client.request('snapshot', { runId: 'r1' }), { trace, next: events.length });
  assert.deepEqual(
    (engine.state().runs ?? []).map(({ runId, status: ended, answer }) => ({ runId, ended, answer })),
    [{ runId: 'r1', ended: 'ok', answer: 'Tarnholm' }],
  );
  await client.request('noteRun', { runId: 'r1', title: 'Birthplace', isPinned: true });
  await client.request('noteRun', { runId: 'r1', isDeleted: true });
  assert.deepEqual([engine.state().runs ?? [], existsSync(log)], [[], false]);
  assert.deepEqual(
    engine.state().removed?.map(({ runId }) => runId),
    ['r1'],
  );
  await client.request('noteRun', { runId: 'r1', isDeleted: false });
  const restored = (engine.state().runs ?? []).map(({ runId, title, isPinned }) => ({ runId, title, isPinned }));
  assert.deepEqual(restored, [{ runId: 'r1', title: 'Birthplace', isPinned: true }]);
  const preview = await client.request('previewRerun', { from: { runId: 'r1' }, edits: {} });
  assert.deepEqual([preview.isExact, preview.nodes.every(({ effect }) => effect === 'kept')], [true, true]);
});

test('expected failures keep their code across the process', async () => {
  const refusals: readonly (readonly [Partial<AskRequest>, ErrorCode])[] = [
    [{ question: ' ' }, 'question-empty'],
    [{ pipeline: 'none' }, 'pipeline-unknown'],
    [{ params: { l: 0 } }, 'parameter-invalid'],
    [{ models: { ...builtinModels, chat: 'oracle' } }, 'model-unknown'],
    [{ runId: '../x' }, 'run-unknown'],
  ];
  for (const [parts, code] of refusals)
    await assert.rejects(shared.client.request('ask', request('refused', parts)), (error) => isAriadneError(error, code), code);
  assert.equal(readdirSync(storage).includes('runs') && readdirSync(join(storage, 'runs')).includes('refused.jsonl'), false);
});

test('a storage that cannot be opened is told to whoever asked', async (t) => {
  const { client } = startEngine(t, docs, join(docs, 'notes', 'glossary.md', 'x'));
  await assert.rejects(client.request('look', {}), (error) => isAriadneError(error, 'storage-unwritable'));
});

test('through the door a served model answers; what is sent is counted; a finished run replays without it', async (t) => {
  const simulation = await startSimulation({ dataset: samples });
  t.after(() => simulation.close());
  door = doorTo(simulation.baseUrl);
  const written = new Map<string, Writing>();
  shared.client.notifications.on('writing', ({ runId, ...writing }) => void (runId === 'served' && written.set(writing.node, writing)));
  const { trace, log } = await ask(shared, request('served', { models: openai }));
  assert.deepEqual(
    { status: trace.status, answer: trace.answer, isCounted: trace.bytesSent > 1000 },
    { status: 'ok', answer: 'Kelmouth', isCounted: true },
  );
  const seen = trace.nodes.flatMap(({ id, answer }) => (written.has(id) ? [{ id, text: written.get(id)?.text, answer }] : []));
  assert.ok(seen.length >= 3 && [...written.values()].some(({ isFinal }) => isFinal), JSON.stringify(seen));
  for (const { id, text, answer } of seen) assert.equal(text, answer, id);
  await simulation.close();
  const replayed = await runCli(['replay', log, '--json']);
  assert.equal(replayed.code, 0, replayed.stderr);
});

const doors: readonly { readonly name: string; readonly bad: TestDoor; readonly status: string; readonly says: RegExp }[] = [
  {
    name: 'refuses',
    bad: () => Promise.reject(new AriadneError('door-refused', 'You have not allowed this server.')),
    status: 'failed',
    says: /You have not allowed this server/,
  },
  { name: 'fails with a bug', bad: () => Promise.reject(new Error('boom')), status: 'failed', says: /boom/ },
  {
    name: 'breaks the body off',
    bad: async () => ({
      head: { status: 200, statusText: 'OK', headers: { 'content-type': 'application/json' } },
      body: (async function* () {
        yield Buffer.from('{"choices": [');
        throw new Error('the connection was reset');
      })(),
    }),
    status: 'degraded',
    says: /was cut off|connection was reset/,
  },
  {
    name: 'stops reading',
    bad: async () => ({
      head: { status: 200, statusText: 'OK', headers: { 'content-type': 'application/json' } },
      body: (async function* () {
        yield Buffer.from('{"choices": [');
        throw new AriadneError('door-reply-too-large', 'It sent more than 16 MB, so Ariadne stopped reading.');
      })(),
    }),
    status: 'failed',
    says: /^It sent more than 16 MB, so Ariadne stopped reading\.$/,
  },
];

for (const { name, bad, status, says } of doors) {
  test(`the host's door ${name}: the run says why, and the engine goes on`, async () => {
    door = bad;
    const { trace } = await ask(shared, request(`door-${name.replaceAll(/\W/g, '-')}`, { models: openai, pipeline: 'retrieve-read' }));
    assert.deepEqual({ status: trace.status, answer: trace.answer }, { status, answer: null });
    assert.match(trace.failure ?? '', says);
    assert.equal((await shared.status()).state, 'ready');
    assert.equal(shared.children.length, 1);
  });
}

test('a reply in many pieces, cut inside characters, arrives whole', async (t) => {
  const simulation = await startSimulation({ dataset: samples });
  t.after(() => simulation.close());
  const whole = doorTo(simulation.baseUrl);
  door = async (asked, signal) => {
    const { head, body } = await whole(asked, signal);
    return {
      head,
      body: (async function* () {
        for await (const piece of body) for (let i = 0; i < piece.length; i += 7) yield piece.subarray(i, i + 7);
      })(),
    };
  };
  assert.equal((await ask(shared, request('pieces', { models: openai }))).trace.answer, 'Kelmouth');
});

test('a cancelled run ends as cancelled, its request to the server is aborted, and the next one is served', async () => {
  const stopping = new AbortController();
  let aborted = 0;
  door = (_, signal) => {
    stopping.abort();
    return new Promise((__, reject) =>
      signal.addEventListener('abort', () => {
        aborted++;
        reject(new DOMException('Cancelled.', 'AbortError'));
      }),
    );
  };
  const ended = new Promise<RunEvent>((resolve) =>
    shared.client.notifications.on('runEvent', ({ event }) => event.kind === 'run-finished' && resolve(event)),
  );
  await assert.rejects(
    ask(shared, request('cancelled', { models: openai }), stopping.signal)
      .then(({ trace }) => assert.equal(trace.status, 'cancelled', 'ended as cancelled'))
      .then(() => Promise.reject(new DOMException('', 'AbortError'))),
    isAbort,
  );
  const last = await ended;
  assert.deepEqual({ status: last.kind === 'run-finished' && last.status, aborted }, { status: 'cancelled', aborted: 1 });
  assert.equal((await ask(shared, request('after'))).trace.status, 'ok');
  assert.equal((shared.state().runs ?? []).find(({ runId }) => runId === 'cancelled')?.status, 'cancelled');
});

test('indexing can be stopped, also for those that have joined it, and goes on from there', async (t) => {
  const folder = tempFolder(t);
  writeDocuments(folder, 200);
  const { client, onProgress } = startEngine(t, folder, tempFolder(t));
  const joined = Promise.withResolvers<Promise<unknown>>();
  const listening = onProgress(({ stage }) => {
    if (stage !== 'read') return;
    listening.dispose();
    joined.resolve(client.request('index', {}).catch((error: unknown) => error));
    void client.request('stop', {});
  });
  await assert.rejects(client.request('index', {}), isAbort);
  assert.ok(isAbort(await joined.promise));
  assert.equal((await client.request('index', {})).documents, 200);
});

test('changed files are indexed without being asked for, and those that an engine was killed with by the next', async (t) => {
  const folder = tempFolder(t, { 'a.md': '# A\n\nThe first text.\n' });
  const ownStorage = tempFolder(t);
  const settings = { discovery: defaultDiscovery, models: builtinModels, isAllowed: true, isWatching: true };
  const engine = startEngine(t, folder, ownStorage, undefined, settings);
  const { client } = engine;
  await client.request('index', {});
  const indexed = async (documents: number): Promise<void> => {
    while ((await engine.status()).documents !== documents) await new Promise((resolve) => setTimeout(resolve, 50));
  };
  writeFile(folder, 'b.md', '# B\n\nThe second text.\n');
  await client.request('changed', { paths: ['b.md'] });
  await indexed(2);
  writeFile(folder, 'c.md', '# C\n\nThe third text.\n');
  await client.request('changed', { paths: ['c.md'] });
  engine.children[0]?.kill('SIGKILL');
  await new Promise((resolve) => client.onDidEnd.on(resolve));
  await indexed(3);
});

test('a run that goes on while the folder is indexed again ends with the index it began with', async (t) => {
  const folder = tempFolder(t, {
    'ilse.md': '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm.\n',
    'film.md': '# The Salt Choir\n\nThe Salt Choir was directed by Ilse Brandvik.\n',
  });
  let calls = 0;
  const engine = startEngine(t, folder, tempFolder(t), async () => {
    if (++calls === 1) {
      writeFile(folder, 'more.md', '# More\n\nMore was written later.\n');
      writeFile(folder, 'film.md', '# The Salt Choir\n\nThe Salt Choir is no more.\n');
      await engine.client.request('index', {});
    }
    const action = calls === 1 ? { action: 'ask', sub_question: 'Who directed The Salt Choir?' } : { action: 'finish', answer: 'x' };
    const content = JSON.stringify({ reasoning: '', ...action, answer: 'Ilse Brandvik', citations: [1] });
    const reply = { choices: [{ message: { content }, finish_reason: 'stop' }] };
    return {
      head: { status: 200, statusText: 'OK', headers: { 'content-type': 'application/json' } },
      body: (async function* () {
        yield Buffer.from(JSON.stringify(reply));
      })(),
    };
  });
  await engine.client.request('index', {});
  const { trace } = await ask(engine, request('during', { models: openai, question: 'Who directed The Salt Choir?' }));
  assert.deepEqual({ status: trace.status, failure: trace.failure }, { status: 'ok', failure: undefined });
  assert.ok(
    Object.values(trace.passages).some(({ text }) => text.includes('directed by Ilse')),
    'saw the index it began with',
  );
  assert.equal((await engine.client.request('explain', { path: 'more.md' })).state, 'indexed');
});

test('what another process has indexed is seen by the next question', async (t) => {
  const folder = tempFolder(t, { 'film.md': '# The Salt Choir\n\nThe Salt Choir is a film.\n' });
  const ownStorage = tempFolder(t);
  const engine = startEngine(t, folder, ownStorage);
  await engine.client.request('index', {});
  writeFile(folder, 'ilse.md', '# Ilse Brandvik\n\nIlse Brandvik was born in Tarnholm.\n');
  assert.equal((await runCli(['index', folder, '--storage', ownStorage])).code, 0);
  assert.equal((await ask(engine, request('seen', { question: 'Where was Ilse Brandvik born?' }))).trace.answer, 'Tarnholm');
  const { documents, embedded } = await engine.client.request('index', {});
  assert.deepEqual({ documents, embedded, state: (await engine.status()).state }, { documents: 2, embedded: 0, state: 'ready' });
});

test('killed while answering: the log stays readable, the run is interrupted, the next request is served by a new process', async (t) => {
  let asked: () => void = () => undefined;
  const waiting = new Promise<void>((resolve) => (asked = resolve));
  const engine = startEngine(t, docs, storage, () => {
    asked();
    return new Promise(() => undefined);
  });
  const died = new Promise<string | undefined>((resolve) => engine.client.onDidEnd.on(resolve));
  const run = ask(engine, request('killed', { models: openai }));
  const failing = assert.rejects(run, (error) => isAriadneError(error, 'engine-died'));
  await waiting;
  engine.children[0]?.kill('SIGKILL');
  await failing;
  assert.match((await died) ?? '', /restarts with your next request/);
  const events = await readRunLog(join(storage, 'runs', 'killed.jsonl'));
  assert.equal(fold(events).finished, false);
  await engine.status();
  assert.equal((engine.state().runs ?? []).find(({ runId }) => runId === 'killed')?.status, 'interrupted');
  assert.equal((await ask(engine, request('after-kill'))).trace.status, 'ok');
  assert.equal(engine.children.length, 2);
});

test('a run that goes on is listed as running and cannot be deleted', async () => {
  const stopping = new AbortController();
  let listed: unknown;
  door = async () => {
    await shared.status();
    listed = (shared.state().runs ?? []).find(({ runId }) => runId === 'going-on')?.status;
    await assert.rejects(shared.client.request('noteRun', { runId: 'going-on', isDeleted: true }), (error) =>
      isAriadneError(error, 'run-running'),
    );
    stopping.abort();
    throw new AriadneError('door-refused', 'Enough.');
  };
  await ask(shared, request('going-on', { models: openai }), stopping.signal).catch((error: unknown) => assert.ok(isAbort(error)));
  assert.equal(listed, 'running');
});

test('without its host the engine ends by itself, also in the middle of its work', async (t) => {
  const folder = tempFolder(t);
  writeDocuments(folder, 200);
  const host = fork(join(import.meta.dirname, '..', 'support', 'dyingHost.ts'), [join(root, 'dist', 'engine.js'), folder, tempFolder(t)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const pid = await new Promise<number>((resolve) => host.once('message', (message) => resolve(Number(message))));
  assert.ok(isAlive(pid));
  host.kill('SIGKILL');
  for (const deadline = Date.now() + 60_000; isAlive(pid) && Date.now() < deadline;)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isAlive(pid), false);
});

/** Empty for a file that was closed meanwhile. */
function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    return '';
  }
}

test('the engine listens on no port', { skip: process.platform !== 'linux' && 'reads /proc' }, async () => {
  await shared.status();
  const pid = shared.children[0]?.pid ?? 0;
  // Sockets of this process that listen (state 0A) would be in its table of descriptors.
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => /socket:\[(\d+)\]/.exec(targetOf(`/proc/${pid}/fd/${fd}`))?.[1] ?? []),
  );
  const listening = ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === '0A' && sockets.has(inode ?? ''));
  assert.deepEqual(listening, []);
});
