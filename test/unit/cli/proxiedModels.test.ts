import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { certificate, startProxy } from '../../support/inspectingProxy.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { scriptedServer } from '../models/chat/scriptedServer.ts';

test('through a proxy with its own certificate chat is streamed and texts are embedded; without the certificate the message says so', async (t) => {
  const server = await scriptedServer(t, ({ stream }) => {
    if (stream !== true) return { body: { data: [{ index: 0, embedding: [1, 0, 0] }] } };
    return (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const content of ['Ada ', 'Lovelace']) response.write(`data: ${JSON.stringify({ choices: [{ delta: { content } }] })}\n\n`);
      response.end('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    };
  });
  const proxy = await startProxy(t, { 'cdn.test': Number(new URL(server.baseUrl).port) });
  const folder = tempFolder(t, { 'ca.pem': certificate });
  const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/proxy|^HF_|^NODE_|^ARIADNE_/i.test(name)));
  const ask = (env: Readonly<Record<string, string>>): Promise<{ readonly stdout: string; readonly stderr: string }> =>
    new Promise((done) => {
      const child = join(import.meta.dirname, '../../support/askChild.ts');
      execFile(process.execPath, [child], { env: { ...clean, HTTPS_PROXY: proxy.url, ...env } }, (_failed, stdout, stderr) =>
        done({ stdout, stderr }),
      );
    });
  const refused = await ask({});
  assert.match(refused.stderr, /^door-certificate: The certificate of cdn\.test is not trusted .*NODE_EXTRA_CA_CERTS/);
  assert.deepEqual(server.bodies, []);
  const { stdout, stderr } = await ask({ NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem') });
  assert.equal(stderr, '');
  const { parts, dimension } = JSON.parse(stdout) as { readonly parts: readonly string[]; readonly dimension: number };
  assert.deepEqual([parts.join(''), dimension], ['Ada Lovelace', 3]);
  for (const { authorization, 'x-team': team } of server.headers)
    assert.deepEqual([authorization, team], ['Bearer sk-test-0123456789', 'a']);
});
