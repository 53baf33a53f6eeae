import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { HostDoor } from '../../../src/door/hostDoor.ts';
import type { DoorRequest } from '../../../src/protocol/door.ts';

interface Seen {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server on loopback, and a door that allows it alone. */
async function setUp(t: TestContext): Promise<{ door: HostDoor; base: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    seen.push({ headers: request.headers, body: await textOf(request) });
    if (request.url === '/moved') response.writeHead(307, { location: 'http://elsewhere.invalid/' }).end();
    else if (request.url === '/hang') response.writeHead(200).write('begun');
    else response.writeHead(201, { 'x-a': 'b' }).end('hello');
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
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
    getKey: (url) => Promise.resolve(url.pathname === '/keyless' ? undefined : 'secret'),
    now: () => new Date(0),
  });
  return { door, base, seen };
}

const request = (url: string, facts: Partial<DoorRequest> = {}): DoorRequest => ({
  id: '1',
  url,
  method: 'POST',
  headers: {},
  purpose: 'chat',
  ...facts,
});

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test('a request goes out with the host’s key and none that came with it, and is counted', async (t) => {
  const { door, base, seen } = await setUp(t);
  const { head, body } = await door.fetch(
    request(`${base}/chat`, { headers: { Authorization: 'Bearer stolen', cookie: 'a=b', 'x-kept': 'yes' }, body: 'grüße' }),
  );
  assert.deepEqual([head.status, head.headers['x-a'], await textOf(body)], [201, 'b', 'hello']);
  assert.deepEqual(
    seen.map(({ headers, body: sent }) => [headers.authorization, headers.cookie, headers['x-kept'], sent]),
    [['Bearer secret', undefined, 'yes', 'grüße']],
  );
  const host = new URL(base).host;
  assert.deepEqual(door.ledger, [
    { atUtc: '1970-01-01T00:00:00.000Z', host, purpose: 'chat', bytesSent: 7, bytesReceived: 5, status: 201 },
  ]);
  assert.deepEqual(door.totals, { bytesSent: 7, bytesReceived: 5 });
});

test('without a key no authorization goes out', async (t) => {
  const { door, base, seen } = await setUp(t);
  await textOf((await door.fetch(request(`${base}/keyless`, { headers: { AUTHORIZATION: 'Bearer stolen' } }))).body);
  assert.deepEqual(
    seen.map(({ headers }) => headers.authorization),
    [undefined],
  );
});

test('a destination nobody chose is refused, and the ledger shows the attempt', async (t) => {
  const { door, base } = await setUp(t);
  await assert.rejects(door.fetch(request('https://evil.invalid/', { body: 'text' })), {
    code: 'door-refused',
    message: 'not evil.invalid',
  });
  await assert.rejects(door.fetch(request(`${base}/moved`, { body: 'text' })), { code: 'door-redirected' });
  assert.deepEqual(
    door.ledger.map(({ host, bytesSent, status }) => [host, bytesSent, status]),
    [
      ['evil.invalid', 0, null],
      [new URL(base).host, 4, 307],
    ],
  );
});

test('a server that is not there fails with its address; a cancelled request with AbortError, also within the body', async (t) => {
  const { door, base } = await setUp(t);
  const dead = new HostDoor({
    fetch: () => Promise.reject(new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })),
    refusal: () => undefined,
    getKey: () => Promise.resolve(undefined),
  });
  await assert.rejects(dead.fetch(request('http://127.0.0.1:9/')), { code: 'door-unreachable', message: /127\.0\.0\.1:9 .*ECONNREFUSED/ });
  const controller = new AbortController();
  const { body } = await door.fetch(request(`${base}/hang`), controller.signal);
  const reading = textOf(body);
  controller.abort();
  await assert.rejects(reading, { name: 'AbortError' });
  await assert.rejects(door.fetch(request(`${base}/chat`), AbortSignal.abort()), { name: 'AbortError' });
});

test('the ledger keeps the last 5,000 requests, the totals all', () => {
  const door = new HostDoor({
    fetch: () => Promise.resolve(new Response('ok')),
    refusal: () => undefined,
    getKey: () => Promise.resolve(undefined),
  });
  for (let i = 0; i < 5003; i++) door.record({ host: 'h', purpose: String(i), bytesSent: 1, bytesReceived: 2, status: 200 });
  assert.deepEqual([door.ledger.length, door.ledger[0]?.purpose, door.totals], [5000, '3', { bytesSent: 5003, bytesReceived: 10_006 }]);
});

test('headers that the user has set are added, but never those of the key or the encoding', async (t) => {
  const { base, seen } = await setUp(t);
  const door = new HostDoor({
    fetch: (input, init) => globalThis.fetch(input, init),
    refusal: () => undefined,
    getKey: () => Promise.resolve('secret'),
    headersFor: () => ({ 'openai-organization': 'org-1', 'accept-encoding': 'gzip', authorization: 'Bearer other' }),
  });
  const { body } = await door.fetch({ id: '1', url: `${base}/v1`, method: 'GET', headers: {}, purpose: 'chat' });
  for await (const _ of body) continue;
  const headers: IncomingHttpHeaders = seen[0]?.headers ?? {};
  assert.deepEqual(
    [headers['openai-organization'], headers['accept-encoding'], headers['authorization']],
    ['org-1', 'identity', 'Bearer secret'],
  );
});
