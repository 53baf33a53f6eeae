import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { hubToken, startHub, type HubServer } from '../../support/hubServer.ts';
import { certificate, startProxy, type InspectingProxy } from '../../support/inspectingProxy.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { contentOf, repository, rightContent } from '../models/hub/testModel.ts';

interface Rig {
  readonly hub: HubServer;
  readonly proxy: InspectingProxy;
  /** Downloads the model in a process with these variables. */
  readonly pull: (env: Readonly<Record<string, string>>) => Promise<{ readonly folder: string; readonly error: string }>;
  readonly certificateFile: string;
}

/** A hub that can only be reached through a proxy, under a name that only the proxy knows. */
async function setUp(t: TestContext, password?: string): Promise<Rig> {
  const hub = await startHub(t, { 'org/tiny': repository });
  hub.cdnUrl = 'https://cdn.test';
  const proxy = await startProxy(t, { 'hub.test': Number(new URL(hub.url).port), 'cdn.test': Number(hub.cdnHost.split(':')[1]) }, password);
  const folder = tempFolder(t, { 'ca.pem': certificate });
  const child = join(import.meta.dirname, '../../support/pullChild.ts');
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy|^HF_|^NODE_|^ARIADNE_/i.test(name)));
  const pull: Rig['pull'] = (env) =>
    new Promise((done) => {
      const options = { env: { ...clean, HF_ENDPOINT: 'https://hub.test', ...env } };
      execFile(process.execPath, [child, join(folder, 'models'), 'org/tiny'], options, (_failed, stdout, stderr) =>
        done({ folder: stdout, error: stderr }),
      );
    });
  return { hub, proxy, pull, certificateFile: join(folder, 'ca.pem') };
}

test('with the proxy and its certificate in the environment a model is downloaded; the key is only for the hub', async (t) => {
  const { hub, proxy, pull, certificateFile } = await setUp(t);
  const { folder, error } = await pull({ HTTPS_PROXY: proxy.url, NODE_EXTRA_CA_CERTS: certificateFile, HF_TOKEN: hubToken });
  assert.equal(error, '');
  assert.deepEqual(contentOf(folder), rightContent);
  assert.deepEqual(new Set(proxy.tunnels.map(({ to }) => to)), new Set(['hub.test:443', 'cdn.test:443']));
  for (const { at, authorization } of hub.calls) assert.equal(authorization, at === 'hub' ? `Bearer ${hubToken}` : undefined);
});

test('without the certificate the message says so and what to set, and nothing is sent', async (t) => {
  const { hub, proxy, pull } = await setUp(t);
  const { error } = await pull({ https_proxy: proxy.url });
  assert.match(error, /^door-certificate: The certificate of hub\.test is not trusted .*set NODE_EXTRA_CA_CERTS to its file\.$/);
  assert.deepEqual(hub.calls, []);
});

test('a proxy with a password is given it; without it the message names the proxy, and never the password', async (t) => {
  const { proxy, pull, certificateFile } = await setUp(t, `Basic ${Buffer.from('me:secret-word').toString('base64')}`);
  const right = new URL(proxy.url);
  Object.assign(right, { username: 'me', password: 'secret-word' });
  const wrong = new URL(proxy.url);
  Object.assign(wrong, { username: 'me', password: 'wrong-word' });
  const { error } = await pull({ HTTPS_PROXY: wrong.href, NODE_EXTRA_CA_CERTS: certificateFile });
  assert.match(error, /^door-proxy: The proxy does not let Ariadne reach hub\.test .*HTTPS_PROXY/);
  assert.doesNotMatch(error, /wrong-word/);
  assert.equal((await pull({ HTTPS_PROXY: right.href, NODE_EXTRA_CA_CERTS: certificateFile })).error, '');
});

test('an address that is no proxy is refused, offline nothing is sent, and NO_PROXY is obeyed', async (t) => {
  const { hub, proxy, pull } = await setUp(t);
  const { error } = await pull({ HTTPS_PROXY: 'http://me:secret-word@' });
  assert.match(error, /^door-proxy: The address in HTTPS_PROXY/);
  assert.doesNotMatch(error, /secret-word/);
  assert.match((await pull({ HTTPS_PROXY: proxy.url, ARIADNE_OFFLINE: '1' })).error, /^offline: hf:org\/tiny is not on this machine/);
  assert.deepEqual([hub.calls, proxy.tunnels], [[], []]);
  hub.cdnUrl = `http://${hub.cdnHost}`;
  assert.equal((await pull({ HTTP_PROXY: proxy.url, NO_PROXY: '127.0.0.1,localhost', HF_ENDPOINT: hub.url })).error, '');
  assert.deepEqual(proxy.tunnels, []);
});
