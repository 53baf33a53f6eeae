/** LanceDB Cloud and Enterprise, as far as their client goes without an account: what a server that refuses or is not there leads to. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { runCli } from '../support/cli.ts';
import { tempFolder, type Ending } from '../support/tempFolder.ts';

/** A server on loopback that answers everything alike, and remembers what it was sent. */
async function startServer(t: Ending, status: number, body: unknown) {
  const requests: string[] = [];
  const server = createServer(({ method, url, headers }, response) => {
    requests.push(`${method} ${url} ${String(headers['x-api-key'])} ${String(headers['x-lancedb-database'])}`);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function search(t: Ending, env: Readonly<Record<string, string>>) {
  const caches = { XDG_CACHE_HOME: tempFolder(t), LOCALAPPDATA: tempFolder(t) };
  return runCli(['search', tempFolder(t), 'anything', '--storage', 'db://team'], {
    env: { LANCEDB_API_KEY: '', LANCEDB_HOST_OVERRIDE: '', ...caches, ...env },
  });
}

test('key, name and host come from where users are told to put them', async (t) => {
  const { url, requests } = await startServer(t, 200, { tables: [] });
  const { code, stderr } = await search(t, { LANCEDB_API_KEY: 'the-key', LANCEDB_HOST_OVERRIDE: url });
  assert.match(stderr, /has no index yet/);
  assert.equal(code, 3);
  assert.match(requests[0] ?? '', /^GET \/v1\/table\/\S* the-key team$/);
});

const refusals: readonly { readonly name: string; readonly status: number; readonly says: RegExp }[] = [
  { name: 'refuses the key', status: 401, says: /^LanceDB refuses the key in LANCEDB_API_KEY for db:\/\/team\. Check the key/ },
  { name: 'does not permit this', status: 403, says: /^LanceDB refuses the key in LANCEDB_API_KEY for db:\/\/team\. Check the key/ },
  { name: 'does not know the database', status: 404, says: /^LanceDB cannot find db:\/\/team\. Check the name/ },
  { name: 'is out of order', status: 503, says: /^db:\/\/team does not answer\. Check the network/ },
];
for (const { name, status, says } of refusals) {
  test(`a server that ${name} (${status}): one sentence says so`, async (t) => {
    const { url } = await startServer(t, status, { error: 'no' });
    const { code, stderr } = await search(t, { LANCEDB_API_KEY: 'wrong', LANCEDB_HOST_OVERRIDE: url });
    assert.match(stderr, says);
    assert.deepEqual([code, stderr.trimEnd().split('\n').length], [3, 1], stderr);
  });
}

test('a server that is not there: one sentence says so', async (t) => {
  const { code, stderr } = await search(t, { LANCEDB_API_KEY: 'key', LANCEDB_HOST_OVERRIDE: 'http://127.0.0.1:9' });
  assert.match(stderr, /^db:\/\/team does not answer\.[^\n]*\n$/);
  assert.equal(code, 3);
});

test('without a key the variable is named', async (t) => {
  const { code, stderr } = await search(t, {});
  assert.match(stderr, /^The storage db:\/\/team needs a LanceDB[^\n]* Set LANCEDB_API_KEY\.\n$/);
  assert.equal(code, 2);
});
