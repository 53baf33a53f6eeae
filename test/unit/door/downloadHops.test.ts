/** Where the redirects of a download lead, through the editor's way and that of the command line. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { LookupFunction } from 'node:net';
import { test, type TestContext } from 'node:test';
import { undiciFetch } from '../../../src/cli/network.ts';
import { HostDoor, type Hub } from '../../../src/door/hostDoor.ts';
import { fetchThrough } from '../../../src/door/nodeFetch.ts';

const key = 'hf_secret_0123456789';
const hub = 'http://hub.test';

const ways: Readonly<Record<string, Hub['fetch']>> = {
  'in the editor': fetchThrough,
  'on the command line': async (url, init, lookup) => (await undiciFetch({ lookup }))(url, init),
};

interface Rig {
  readonly door: HostDoor;
  readonly port: number;
  /** Paths and keys of requests that reached the server on loopback. */
  readonly reached: string[];
  readonly get: (url?: string) => Promise<string>;
}

interface Facts {
  /** What the hub answers; it is elsewhere, so it is played. */
  readonly answer?: (url: URL) => Response;
  /** What names resolve to, one address after another. */
  readonly addresses?: Readonly<Record<string, readonly string[]>>;
  readonly isOffline?: () => boolean;
  readonly hubUrl?: string;
  readonly serve?: (request: IncomingMessage, response: ServerResponse) => void;
  readonly refusal?: (url: URL) => string | undefined;
}

async function setUp(t: TestContext, way: Hub['fetch'], facts: Facts): Promise<Rig> {
  const reached: string[] = [];
  const server = createServer((request, response) => {
    reached.push(`${request.url} ${request.headers.authorization ?? 'no key'}`);
    (facts.serve ?? (() => response.end('a file')))(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  assert.ok(typeof address === 'object' && address !== null);
  const answers = new Map(Object.entries(facts.addresses ?? {}).map(([name, all]) => [name, [...all]]));
  const lookup: LookupFunction = (name, options, done) => {
    const left = answers.get(name) ?? assert.fail(`${name} was looked up`);
    const one = left.length > 1 ? left.splice(0, 1) : left;
    const found = one.map((text) => ({ address: text, family: text.includes(':') ? 6 : 4 }));
    if (options.all === true) done(null, found);
    else done(null, found[0]?.address ?? '', found[0]?.family);
  };
  const hubUrl = (facts.hubUrl ?? hub).replace('PORT', String(address.port));
  const { answer } = facts;
  const door = new HostDoor({
    fetch: answer ? (input) => Promise.resolve(answer(new URL(input as URL))) : globalThis.fetch,
    refusal: facts.refusal ?? (({ origin }) => (origin === new URL(hubUrl).origin ? undefined : `not ${origin}`)),
    ...(facts.isOffline ? { isOffline: facts.isOffline } : {}),
    getKey: () => Promise.resolve(key),
    hub: { isAt: ({ origin }) => origin === new URL(hubUrl).origin, fetch: way, lookup },
  });
  const get = async (url = `${hubUrl}/org/model/resolve/main/model.onnx`): Promise<string> => {
    const { body } = await door.fetch({ id: '1', url, method: 'GET', headers: {}, purpose: 'model download' });
    const pieces: Uint8Array[] = [];
    for await (const piece of body) pieces.push(piece);
    return Buffer.concat(pieces).toString();
  };
  return { door, port: address.port, reached, get };
}

const to = (location: string): Response => new Response('moved', { status: 302, headers: { location } });
const inside = {
  code: 'door-redirected',
  message: /^hub\.test redirects the download to \S+, an address of this machine .*ariadne\.hub\.baseUrl/,
};

for (const [name, way] of Object.entries(ways)) {
  test(`${name}: a hub elsewhere leads to no address of this machine or its network, however it is written`, async (t) => {
    const { port } = await setUp(t, way, {});
    for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '127.0.0.1.', 'localhost', 'localhost.', '[::1]', '[::ffff:7f00:1]', '0']) {
      const { get, reached } = await setUp(t, way, { answer: () => to(`http://${host}:${port}/`) });
      await assert.rejects(get(), inside, host);
      assert.deepEqual(reached, []);
    }
    for (const host of ['169.254.169.254', '10.0.0.1', '192.168.1.1', '[fd00::1]', '100.100.100.200']) {
      const { get } = await setUp(t, way, { answer: () => to(`http://${host}/latest/meta-data`) });
      await assert.rejects(get(), inside, host);
    }
  });

  test(`${name}: nor through a name with such an address, alone, among others, or when it is asked for again`, async (t) => {
    for (const addresses of [['127.0.0.1'], ['::1'], ['169.254.169.254'], ['::ffff:127.0.0.1'], ['fe80::1']]) {
      const rig: Rig = await setUp(t, way, { answer: () => to(`http://cdn.test:${rig.port}/`), addresses: { 'cdn.test': addresses } });
      await assert.rejects(rig.get(), inside, addresses.join());
      assert.deepEqual(rig.reached, []);
    }
    // The first answer is harmless and is used for the connection itself; there is no second question whose answer could differ.
    const rig: Rig = await setUp(t, way, {
      answer: () => to(`http://cdn.test:${rig.port}/`),
      addresses: { 'cdn.test': ['192.0.2.1', '127.0.0.1'] },
    });
    await assert.rejects(rig.get(), inside);
    await assert.rejects(rig.get(), inside);
    assert.deepEqual(rig.reached, []);
  });

  test(`${name}: the hub's own name leads nowhere else by another port, unless its certificate says so`, async (t) => {
    const rig: Rig = await setUp(t, way, { answer: () => to(`http://hub.test:${rig.port}/`), addresses: { 'hub.test': ['127.0.0.1'] } });
    await assert.rejects(rig.get(), inside);
    assert.deepEqual(rig.reached, []);
  });

  test(`${name}: a hub on this machine leads to this machine, to another port without the key, and not to the network`, async (t) => {
    const files = await setUp(t, way, {});
    for (const host of ['127.0.0.1', 'localhost']) {
      const { get } = await setUp(t, way, {
        hubUrl: 'http://127.0.0.1:PORT',
        serve: (_request, response) => response.writeHead(302, { location: `http://${host}:${files.port}/${host}` }).end(),
        addresses: { localhost: ['127.0.0.1'] },
      });
      assert.equal(await get(), 'a file');
    }
    assert.deepEqual(files.reached, ['/127.0.0.1 no key', '/localhost no key']);
    const leaving = await setUp(t, way, {
      hubUrl: 'http://127.0.0.1:PORT',
      serve: (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    });
    await assert.rejects(leaving.get(), { code: 'door-redirected', message: /10\.0\.0\.1, an address of/ });
  });

  test(`${name}: a redirect within the hub keeps its key, and a body of the redirect without end is not read`, async (t) => {
    const { get, reached, door } = await setUp(t, way, {
      hubUrl: 'http://127.0.0.1:PORT',
      serve: ({ url }, response) => {
        if (url === '/moved') return void response.end('a file');
        response.writeHead(307, { location: '/moved' });
        const more = (): void => void response.write(Buffer.alloc(65_536));
        response.on('drain', more);
        more();
      },
    });
    assert.equal(await get(), 'a file');
    assert.equal(reached[1], `/moved Bearer ${key}`);
    assert.ok(door.totals.bytesReceived < 100);
  });
}

test('what a redirect says wrongly is said, and nothing is sent', async (t) => {
  for (const [location, says] of [
    [undefined, /redirects the download without saying where to/],
    ['', /redirects the download without saying where to/],
    ['http://', /to an address that cannot be read/],
    ['http://a b/', /to an address that cannot be read/],
    ['file:///etc/passwd', /to an address that begins with "file:"/],
    ['data:text/plain,hello', /to an address that begins with "data:"/],
    ['ftp://hub.test/x', /to an address that begins with "ftp:"/],
    ['http://cdn.test/x', /to cdn\.test without encryption/],
    ['https://me:word@cdn.test/x', /to cdn\.test with a user name or password/],
    ['/again', /more than 5 times/],
  ] as const) {
    for (const status of [301, 302, 303, 307, 308]) {
      const headers: Record<string, string> = location === undefined ? {} : { location };
      const { get } = await setUp(t, () => assert.fail('a hop elsewhere was made'), {
        hubUrl: 'https://hub.test',
        answer: () => new Response(null, { status, headers }),
        addresses: { 'hub.test': ['8.8.8.8'] },
      });
      await assert.rejects(get(), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'door-redirected');
        assert.match(error.message, says);
        assert.ok(!error.message.includes('word@'));
        return true;
      });
    }
  }
});

test('offline, a hub on this machine leads to no other, and a setting that changes on the way counts', async (t) => {
  const none = (): never => assert.fail('a request left this machine');
  const leads: Facts = {
    hubUrl: 'http://127.0.0.1:PORT',
    serve: (_request, response) => response.writeHead(302, { location: 'http://8.8.8.8/' }).end(),
  };
  const offline = await setUp(t, none, { ...leads, isOffline: () => true });
  await assert.rejects(offline.get(), { code: 'door-refused', message: /^Ariadne is offline .*8\.8\.8\.8 was not contacted/ });
  let asked = 0;
  const changing = await setUp(t, none, { ...leads, refusal: () => (asked++ === 0 ? undefined : 'not any more') });
  await assert.rejects(changing.get(), { code: 'door-refused', message: 'not any more' });
});
