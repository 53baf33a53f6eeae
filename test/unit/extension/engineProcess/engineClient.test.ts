import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { AriadneError } from '../../../../src/base/errors.ts';
import type { HostDoorReply } from '../../../../src/door/hostDoor.ts';
import { EngineClient } from '../../../../src/extension/engineProcess/engineClient.ts';
import { noSignals } from '../../../support/windows.ts';
import type { DoorRequest } from '../../../../src/protocol/door.ts';

const enginePath = fileURLToPath(new URL('scriptedEngine.ts', import.meta.url));

interface Rig {
  readonly client: EngineClient;
  readonly children: ChildProcess[];
  readonly told: string[];
  /** For each process, whether native code had crashed before. */
  readonly afterFault: boolean[];
  readonly logged: string[];
  folder: string;
  nowMs: number;
}

function setUp(t: TestContext, answer: (request: DoorRequest) => HostDoorReply = () => assert.fail('nothing is fetched')): Rig {
  const children: ChildProcess[] = [];
  const told: string[] = [];
  const logged: string[] = [];
  const client = new EngineClient({
    fork: (isAfterFault) => {
      rig.afterFault.push(isAfterFault);
      const child = fork(enginePath, [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
      children.push(child);
      return child;
    },
    target: () => ({ folder: rig.folder, storage: '/storage' }),
    door: { fetch: (request) => Promise.resolve().then(() => answer(request)) },
    logger: { log: (_level, tag, message) => logged.push(`${tag}: ${message}`) },
    nowMs: () => rig.nowMs,
  });
  const rig: Rig = { client, children, told, afterFault: [], logged, folder: '/docs', nowMs: 0 };
  client.onDidEnd.on((death) => death !== undefined && told.push(death));
  t.after(() => client.dispose());
  return rig;
}

/** Where the process runs that answers, and its number. */
const placeOf = async (client: EngineClient): Promise<string> => (await client.request('explain', { path: '' })).reason;

test('the first request starts the process and opens the folder; later ones use the same process', async (t) => {
  const { client, children } = setUp(t);
  assert.deepEqual([client.isRunning, children.length], [false, 0]);
  const [first, second] = await Promise.all([placeOf(client), placeOf(client)]);
  assert.deepEqual([first, second, children.length], [`/docs ${children[0]?.pid}`, first, 1]);
});

test('the engine’s errors arrive with code and sentence, replies of the wrong form fail', async (t) => {
  const { client } = setUp(t);
  await assert.rejects(client.request('scopeNames', {}), { name: 'AriadneError', code: 'not-found', message: 'No such thing.' });
  await assert.rejects(client.request('noteRun', { runId: 'x' }), /expected object/);
});

test('a crash fails what was in flight, is reported once, and the next request starts again', async (t) => {
  const { client, told, children } = setUp(t);
  const both = await Promise.allSettled([client.request('snapshot', { runId: '' }), client.request('index', {})]);
  assert.deepEqual(
    both.map((result) => result.status === 'rejected' && result.reason instanceof AriadneError && result.reason.code),
    ['engine-died', 'engine-died'],
  );
  assert.equal(told.length, 1);
  assert.equal(await placeOf(client), `/docs ${children[1]?.pid}`);
});

test('after a crash of native code the next process is to do without, until the user restarts it', { skip: noSignals }, async (t) => {
  const { client, told, children, afterFault } = setUp(t);
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await client.request('look', {});
    const answer = assert.rejects(client.request('index', {}), { code: 'engine-died' });
    children.at(-1)?.kill(signal);
    await answer;
  };
  await end('SIGKILL');
  await end('SIGSEGV');
  await client.request('look', {});
  await client.restart();
  await client.request('look', {});
  assert.deepEqual(afterFault, [false, false, true, false]);
  assert.match(told[0]!, /^Ariadne stopped unexpectedly \(SIGKILL, as when memory runs out\), .+ next request\.$/);
  assert.match(told[1]!, /\(SIGSEGV\).+ONNX Runtime's native library is not used until you run Restart Ariadne/);
});

test('three crashes in five minutes stop the restarts until time or the user says so', async (t) => {
  const rig = setUp(t);
  const crash = (): Promise<void> => assert.rejects(rig.client.request('snapshot', { runId: '' }), { code: 'engine-died' });
  for (let i = 0; i < 3; i++) await crash();
  await assert.rejects(rig.client.request('look', {}), { code: 'engine-crashing' });
  await rig.client.restart();
  await rig.client.request('look', {});
  for (let i = 0; i < 3; i++) await crash();
  await assert.rejects(rig.client.request('look', {}), { code: 'engine-crashing' });
  rig.nowMs = 5 * 60_000 + 1;
  await rig.client.request('look', {});
});

test('an engine that cannot open the folder says why and is tried again; one that dies at it has crashed', async (t) => {
  const rig = setUp(t);
  rig.folder = 'locked';
  await assert.rejects(rig.client.request('look', {}), { code: 'index-locked', message: 'Another window is writing this index.' });
  rig.folder = 'dies';
  await assert.rejects(rig.client.request('look', {}), { code: 'engine-died' });
  rig.folder = '/docs';
  await rig.client.request('look', {});
  assert.equal(rig.told.length, 1);
});

test('a cancelled request fails with AbortError and the engine lives on', async (t) => {
  const { client, children } = setUp(t);
  const controller = new AbortController();
  const progress: number[] = [];
  client.notifications.on('state', ({ indexing }) => {
    progress.push(Number(indexing?.value.pending));
    controller.abort();
  });
  await assert.rejects(client.request('index', {}, { signal: controller.signal }), { name: 'AbortError' });
  await assert.rejects(client.request('look', {}, { signal: AbortSignal.abort() }), { name: 'AbortError' });
  await client.request('look', {});
  assert.deepEqual([progress, children.length], [[3], 1]);
});

test('what is changed while the engine works takes effect once it is idle', async (t) => {
  const rig = setUp(t);
  const controller = new AbortController();
  const running = assert.rejects(rig.client.request('index', {}, { signal: controller.signal }), { name: 'AbortError' });
  rig.folder = '/other';
  rig.client.invalidate();
  assert.match(await placeOf(rig.client), /^\/docs /);
  controller.abort();
  await running;
  assert.match(await placeOf(rig.client), /^\/other /);
  assert.deepEqual(rig.told, []);
});

test('a change that waits for the next process says what is so then', async (t) => {
  const { client, children, logged } = setUp(t);
  await client.request('look', {});
  let now = 'before';
  const tell = (): Promise<void> => client.tell('changed', () => ({ paths: [now] }));
  client.invalidate();
  const first = tell();
  now = 'after';
  // No process runs at this moment.
  await tell();
  await first;
  assert.deepEqual([children.length, logged.filter((line) => line.startsWith('changed'))], [2, ['changed: after']]);
});

test('stopping ends the process; its requests are cancelled, not failed', async (t) => {
  const { client, children, told } = setUp(t);
  const running = assert.rejects(client.request('index', {}), { name: 'AbortError' });
  await client.request('look', {});
  await client.stop();
  await running;
  assert.deepEqual([children[0]?.killed, client.isRunning, told], [true, false, []]);
});

test('the engine fetches through the host: head, then the body in pieces', async (t) => {
  const asked: DoorRequest[] = [];
  const { client, logged } = setUp(t, (request) => {
    asked.push(request);
    return { head: { status: 200, statusText: 'OK', headers: {} }, body: pieces('grüße,', 'Welt') };
  });
  await client.request('standAlone', { question: 'http://model/', follows: { runId: '' }, models: { chat: '' } });
  assert.deepEqual(asked, [{ id: 'd1', url: 'http://model/', method: 'POST', headers: {}, body: 'hi', purpose: 'chat' }]);
  assert.ok(logged.includes('door: 200 grüße, Welt done'), logged.join('\n'));
});

test('a refusal crosses with its code; a body that breaks off says so', async (t) => {
  const refused = setUp(t, () => {
    throw new AriadneError('door-refused', 'Not there.');
  });
  await refused.client.request('standAlone', { question: 'http://model/', follows: { runId: '' }, models: { chat: '' } });
  assert.ok(refused.logged.includes('door: {"code":"door-refused"} Not there.'), refused.logged.join('\n'));
  const broken = setUp(t, () => ({ head: { status: 200, statusText: 'OK', headers: {} }, body: breaksAfter('begun') }));
  await broken.client.request('standAlone', { question: 'http://model/', follows: { runId: '' }, models: { chat: '' } });
  assert.ok(broken.logged.includes('door: 200 begun {"code":"door-broken"} cable cut'), broken.logged.join('\n'));
});

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

async function* breaksAfter(text: string): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(Buffer.from(text));
  throw new Error('cable cut');
}
