/** Servers that mean harm, or are broken, seen from the door: what comes back, how much of it, and where nothing goes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { test, type TestContext } from 'node:test';
import { createBrotliCompress, createDeflate, createGzip, createZstdCompress } from 'node:zlib';
import { HostDoor, responseOf } from '../../../src/door/hostDoor.ts';
import type { DoorRequest } from '../../../src/protocol/door.ts';
import { hiddenKey } from '../../../src/door/keyMask.ts';

const key = 'sk-live-0a1B2c3D4e5F6g7H8i9J';

interface Served {
  readonly door: HostDoor;
  readonly base: string;
  /** Addresses asked for, in order. */
  readonly asked: readonly string[];
  /** Resolves when the client has closed the connection of a reply. */
  readonly closed: Promise<unknown>;
  readonly fetch: (path?: string) => ReturnType<HostDoor['fetch']>;
}

async function served(
  t: TestContext,
  answer: (response: ServerResponse, request: IncomingMessage) => void,
  maxReplyBytes = 1_000_000,
): Promise<Served> {
  const asked: string[] = [];
  const ended = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.once('close', () => ended.resolve());
    request.resume().once('end', () => answer(response, request));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const base = `http://127.0.0.1:${address.port}`;
  const door = new HostDoor({
    fetch: (input, init) => globalThis.fetch(input, init),
    refusal: (url) => (url.origin === base ? undefined : `not ${url.host}`),
    getKey: () => Promise.resolve(key),
    maxReplyBytes,
  });
  return { door, base, asked, closed: ended.promise, fetch: (path = '/') => door.fetch(requestOf(`${base}${path}`)) };
}

const requestOf = (url: string): DoorRequest => ({ id: '1', url, method: 'POST', headers: {}, body: '{}', purpose: 'chat' });

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Writes for as long as anybody reads; returns how much was taken so far. */
function writeForEver(response: NodeJS.WritableStream, piece: Uint8Array): () => number {
  let bytes = 0;
  const more = (): void => {
    do bytes += piece.length;
    while (response.write(piece));
  };
  response.on('drain', more);
  more();
  return () => bytes;
}

test('an echo of the request in status, headers and body comes back without the key, also when the network cuts it', async (t) => {
  const { fetch } = await served(t, (response, { headers: { authorization = '' } }) => {
    response.writeHead(401, `No ${authorization}`, {
      'www-authenticate': `${authorization}, error="x"`,
      'x-debug': encodeURIComponent(authorization),
    });
    const body = Buffer.from(JSON.stringify({ error: { message: `Header ${authorization} is wrong` } }));
    response.write(body.subarray(0, 45));
    setImmediate(() => response.end(body.subarray(45)));
  });
  const { head, body } = await fetch();
  assert.deepEqual(
    [head.statusText, head.headers['www-authenticate'], head.headers['x-debug'], await textOf(body)],
    [`No ${hiddenKey}`, `${hiddenKey}, error="x"`, `Bearer%20${hiddenKey}`, `{"error":{"message":"Header ${hiddenKey} is wrong"}}`],
  );
});

test('a body without end is read up to the limit, then the connection is closed', async (t) => {
  let sent = (): number => 0;
  const { fetch, closed, door } = await served(t, (response) => (sent = writeForEver(response, Buffer.alloc(64 * 1024, 'x'))));
  const { body } = await fetch();
  await assert.rejects(textOf(body), {
    code: 'door-reply-too-large',
    message: /sent more than 1 MB in one reply, so Ariadne stopped reading/,
  });
  await closed;
  const { bytesReceived } = door.totals;
  // What the system keeps on both ends of a connection is some megabytes.
  assert.ok(bytesReceived > 1_000_000 && bytesReceived < 2_000_000 && sent() < 30_000_000, `${bytesReceived} of ${sent()}`);
});

const packers = { gzip: createGzip, deflate: createDeflate, br: createBrotliCompress, zstd: createZstdCompress };
for (const [encoding, pack] of Object.entries(packers)) {
  test(`a ${encoding} bomb counts as what it unpacks to, and nobody had asked for packing`, async (t) => {
    let asked: unknown;
    const { fetch, closed, door } = await served(t, (response, { headers }) => {
      asked = headers['accept-encoding'];
      response.writeHead(200, { 'content-encoding': encoding });
      const packer = pack();
      packer.pipe(response);
      const zeros = Buffer.alloc(1024 * 1024);
      writeForEver(packer, zeros);
      response.once('close', () => packer.destroy());
    });
    const { head, body } = await fetch();
    await assert.rejects(textOf(body), { code: 'door-reply-too-large' });
    await closed;
    const { bytesReceived } = door.totals;
    assert.ok(bytesReceived < 3_000_000, `${bytesReceived} bytes were unpacked`);
    assert.deepEqual([asked, head.headers['content-encoding']], ['identity', undefined]);
  });
}

test('a redirect is not followed, to wherever and however often, and says what to do', async (t) => {
  const { asked: elsewhere, base: other } = await served(t, (response) => response.end('caught'));
  for (const location of [`${other}/`, '/loop', `//${new URL(other).host}/x`]) {
    for (const status of [301, 302, 303, 307, 308]) {
      const { fetch, asked } = await served(t, (response) => response.writeHead(status, { location }).end(key));
      await assert.rejects(fetch('/loop'), {
        code: 'door-redirected',
        message: /redirects to another address, so nothing was sent there.*base URL/,
      });
      assert.deepEqual(asked, ['/loop']);
    }
  }
  assert.deepEqual(elsewhere, []);
});

test('what is no HTTP is called that, not a server that is not there', async (t) => {
  const raw: readonly (readonly [string, RegExp])[] = [
    ['HTTP/1.1 999 Odd\r\ncontent-length: 2\r\n\r\nok', /cannot be read \(status 999\)/],
    ['HTTP/1.1 200 OK\r\nx: \x01\r\ncontent-length: 2\r\n\r\nok', /cannot be read .*header/i],
    ['HTTP/1.1 200 OK\r\nbad name: 1\r\n\r\nok', /cannot be read .*header/i],
    [`HTTP/1.1 200 OK\r\nx: ${'a'.repeat(40_000)}\r\n\r\nok`, /cannot be read .*Headers Overflow/],
    ['HTTP/1.1 101 Switching Protocols\r\n\r\n', /cannot be read/],
    [`${key} is no HTTP`, /cannot be read/],
  ];
  for (const [bytes, says] of raw) {
    const { fetch } = await served(t, ({ socket }) => socket?.end(bytes, 'latin1'));
    await assert.rejects(fetch(), (error: Error & { code?: string }) => {
      assert.equal(error.code, 'door-reply-unreadable', bytes.slice(0, 40));
      assert.match(error.message, says);
      assert.ok(!error.message.includes(key));
      return true;
    });
  }
});

test('a body that is not packed as it says is unreadable, one that ends early is broken off', async (t) => {
  for (const encoding of Object.keys(packers)) {
    const { fetch } = await served(t, (response) =>
      response.writeHead(200, { 'content-encoding': encoding }).end('this was never packed by anything'),
    );
    await assert.rejects(textOf((await fetch()).body), { code: 'door-reply-unreadable' }, encoding);
  }
  const { fetch } = await served(t, (response) => {
    response.writeHead(200, { 'content-length': 1000 }).write('half', () => response.destroy());
  });
  await assert.rejects(textOf((await fetch()).body), { code: 'door-broken', message: /was cut off/ });
});

test('a status line that nothing else could hold, and a status without a body, are passed on', async (t) => {
  for (const [bytes, status, text] of [
    ['HTTP/1.1 403 caf\xe9 \x1b[31m\r\ncontent-length: 2\r\nconnection: close\r\n\r\nok', 403, 'ok'],
    ['HTTP/1.1 204 Nothing\r\nconnection: close\r\n\r\n', 204, ''],
    ['HTTP/1.1 304 As before\r\nconnection: close\r\n\r\n', 304, ''],
  ] as const) {
    const { fetch } = await served(t, ({ socket }) => socket?.end(bytes, 'latin1'));
    const { head, body } = await fetch();
    const response = responseOf(head, Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>);
    assert.deepEqual([response.status, await response.text()], [status, text]);
  }
});

test('a key that no header can hold, and an address with a password, go nowhere and into no message', async (t) => {
  const { base, asked } = await served(t, (response) => response.end());
  const doorWith = (secret: string): HostDoor =>
    new HostDoor({ fetch: globalThis.fetch, refusal: () => undefined, getKey: () => Promise.resolve(secret) });
  for (const [door, url, code] of [
    [doorWith('sk-12345678\n90'), base, 'door-key-invalid'],
    [doorWith('sk-12345678…'), base, 'door-key-invalid'],
    [doorWith(key), base.replace('//', '//ann:sesame99@'), 'door-refused'],
  ] as const) {
    await assert.rejects(door.fetch(requestOf(url)), (error: Error & { code?: string }) => {
      assert.deepEqual([error.code, /12345678|sesame99/.test(`${error.message} ${String(error.cause)}`)], [code, false]);
      return true;
    });
  }
  assert.deepEqual(asked, []);
});

test('what fetch throws, and what caused it, is passed on without the key', async () => {
  const cause = Object.assign(new Error(`Invalid header: Bearer ${key}`), { data: Buffer.from(key) });
  const door = new HostDoor({
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause })),
    refusal: () => undefined,
    getKey: () => Promise.resolve(` ${key}\n`),
  });
  await assert.rejects(door.fetch(requestOf('http://127.0.0.1:9/')), (error: Error) => {
    assert.match(error.message, /could not be reached \(Invalid header: \[API key\]\)/);
    assert.equal(error.cause, undefined);
    return true;
  });
});
