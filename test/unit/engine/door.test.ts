import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { createMessageConnection, ResponseError, StreamMessageReader, StreamMessageWriter } from 'vscode-jsonrpc/node';
import { isAbort } from '../../../src/base/abort.ts';
import { createDoorFetch } from '../../../src/engine/door.ts';
import type { Fetch } from '../../../src/models/models.ts';
import { doorId } from '../../../src/protocol/door.ts';

interface Rig {
  readonly fetch: Fetch;
  /** What was asked for beyond the head. */
  readonly asked: string[];
  /** Resolves when the host has all that was sent to it. */
  readonly settled: () => Promise<void>;
}

/** The engine's end of the door, and a host that has these pieces, then waits or fails. */
function setUp(t: TestContext, pieces: readonly string[], ending?: ResponseError<object> | object): Rig {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const engine = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  const host = createMessageConnection(new StreamMessageReader(there), new StreamMessageWriter(back));
  const asked: string[] = [];
  const left = pieces.map((text) => ({ data: Buffer.from(text).toString('base64') }));
  const ids = new Set<string>();
  host.onRequest('door/fetch', (request: unknown) => {
    ids.add(doorId.parse(request).id);
    return { status: 200, statusText: 'OK', headers: {} };
  });
  host.onRequest('door/next', (params: unknown) => {
    assert.ok(ids.has(doorId.parse(params).id));
    asked.push('next');
    return left.shift() ?? ending ?? new Promise(() => undefined);
  });
  host.onNotification('door/cancel', (params: unknown) => {
    assert.ok(ids.has(doorId.parse(params).id));
    asked.push('cancel');
  });
  const fetch = createDoorFetch(engine);
  engine.listen();
  host.listen();
  t.after(() => [engine, host].forEach((one) => one.dispose()));
  return { fetch, asked, settled: async () => void (await fetch('http://model/', {}, 'chat')) };
}

const textOf = (piece: Uint8Array | undefined): string => Buffer.from(piece ?? []).toString();

test('a piece is requested when it is read, and no sooner', async (t) => {
  const { fetch, asked, settled } = setUp(t, ['one', 'three'], {});
  const controller = new AbortController();
  const reader = (await fetch('http://model/', { signal: controller.signal }, 'chat')).body?.getReader();
  await settled();
  assert.deepEqual(asked, []);
  assert.equal(textOf((await reader?.read())?.value), 'one');
  await settled();
  assert.deepEqual(asked, ['next']);
  assert.equal(textOf((await reader?.read())?.value), 'three');
  assert.deepEqual(await reader?.read(), { value: undefined, done: true });
  controller.abort();
  await settled();
  assert.deepEqual(asked, ['next', 'next', 'next'], 'a complete reply has nothing left to be cancelled');
});

test('an error follows what came before it', async (t) => {
  const { fetch } = setUp(t, ['last'], new ResponseError(-32000, 'cable cut', { code: 'door-broken' }));
  const reader = (await fetch('http://model/', {}, 'chat')).body?.getReader();
  assert.equal(textOf((await reader?.read())?.value), 'last');
  await assert.rejects(reader?.read() ?? Promise.resolve(), { code: 'door-broken', message: 'cable cut' });
});

test('aborting ends a body that waits, and the host’s end of it; so does leaving a body', async (t) => {
  const { fetch, asked, settled } = setUp(t, []);
  const controller = new AbortController();
  const { body } = await fetch('http://model/', { signal: controller.signal }, 'chat');
  const reading = assert.rejects(body?.getReader().read() ?? Promise.resolve(), isAbort);
  controller.abort();
  await reading;
  await settled();
  assert.deepEqual(asked, ['next', 'cancel']);
  await (await fetch('http://model/', {}, 'chat')).body?.cancel();
  await settled();
  assert.deepEqual(asked, ['next', 'cancel', 'cancel']);
});
