import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { createMessageConnection, StreamMessageReader, StreamMessageWriter, type MessageConnection } from 'vscode-jsonrpc/node';
import { isAbort } from '../../../src/base/abort.ts';
import { createDoorFetch } from '../../../src/engine/door.ts';
import type { Fetch } from '../../../src/models/models.ts';
import { doorTaken, type DoorRequest } from '../../../src/protocol/door.ts';

interface Rig {
  readonly fetch: Fetch;
  readonly host: MessageConnection;
  readonly takenBytes: number[];
  readonly cancelled: unknown[];
  /** Sends a piece of the reply. */
  readonly send: (chunk: object) => Promise<void>;
}

/** The engine's end of the door, and a host that says yes to every request. */
function setUp(t: TestContext): Rig {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const engine = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  const host = createMessageConnection(new StreamMessageReader(there), new StreamMessageWriter(back));
  const takenBytes: number[] = [];
  const cancelled: unknown[] = [];
  let id = '';
  host.onRequest('door/fetch', (request: DoorRequest) => {
    ({ id } = request);
    return { status: 200, statusText: 'OK', headers: {} };
  });
  host.onNotification('door/taken', (message: unknown) => void takenBytes.push(doorTaken.parse(message).bytes));
  host.onNotification('door/cancel', (message: unknown) => void cancelled.push(message));
  const fetch = createDoorFetch(engine);
  engine.listen();
  host.listen();
  t.after(() => [engine, host].forEach((one) => one.dispose()));
  return { fetch, host, takenBytes, cancelled, send: (chunk) => host.sendNotification('door/chunk', { id, ...chunk }) };
}

const data = (text: string): { readonly data: string } => ({ data: Buffer.from(text).toString('base64') });
const turn = (): Promise<void> => new Promise((done) => setTimeout(done, 20));

test('the host learns of what was read, not of what has arrived', async (t) => {
  const { fetch, send, takenBytes } = setUp(t);
  const { body } = await fetch('http://model/', {}, 'chat');
  const reader = body?.getReader();
  for (const text of ['one', 'three', 'seven..']) await send(data(text));
  await send({ done: true });
  await turn();
  assert.deepEqual(takenBytes, []);
  assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'one');
  await turn();
  // The reply has arrived whole, so nobody waits for more.
  assert.deepEqual(takenBytes, []);
  assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'three');
  assert.equal(Buffer.from((await reader?.read())?.value ?? []).toString(), 'seven..');
  assert.deepEqual(await reader?.read(), { value: undefined, done: true });
});

test('while more is to come, each piece is reported when it is read; an error follows what arrived before it', async (t) => {
  const { fetch, send, takenBytes } = setUp(t);
  const { body } = await fetch('http://model/', {}, 'chat');
  const reader = body?.getReader();
  await send(data('one'));
  assert.equal((await reader?.read())?.value?.byteLength, 3);
  await turn();
  assert.deepEqual(takenBytes, [3]);
  await send(data('last'));
  await send({ error: 'cable cut', code: 'door-broken' });
  assert.equal((await reader?.read())?.value?.byteLength, 4);
  await assert.rejects(reader?.read() ?? Promise.resolve(), { code: 'door-broken', message: 'cable cut' });
});

test('aborting ends a body that waits, and the host’s end of it', async (t) => {
  const { fetch, cancelled } = setUp(t);
  const controller = new AbortController();
  const { body } = await fetch('http://model/', { signal: controller.signal }, 'chat');
  const reading = assert.rejects(body?.getReader().read() ?? Promise.resolve(), isAbort);
  controller.abort();
  await reading;
  await turn();
  assert.equal(cancelled.length, 1);
});
