import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import { SentByRun } from '../../../src/run/sentByRun.ts';
import type { Fetch } from '../../../src/models/models.ts';

test('what is sent is counted by server and purpose, and what never left is not', async () => {
  const sent = new SentByRun();
  const refused = new AriadneError('door-refused', 'c.test was not contacted.');
  const broken = new AriadneError('door-unreachable', 'b.test could not be reached.');
  const server: Fetch = (url) => {
    if (url.includes('c.test')) return Promise.reject(refused);
    return url.includes('b.test') ? Promise.reject(broken) : Promise.resolve(new Response('{}'));
  };
  const fetch = sent.through(server, 'run');
  const body = { method: 'POST', body: '“é”' };
  await fetch('http://a.test:8080/v1/chat', body, 'chat');
  await fetch('http://a.test:8080/v1/chat', body, 'chat');
  await fetch('http://a.test:8080/v1/embeddings', body, 'embeddings');
  await fetch('vscode-model:copilot/gpt', body, 'chat');
  await assert.rejects(fetch('http://b.test/v1', body, 'chat'), broken);
  await assert.rejects(fetch('http://c.test/v1', body, 'chat'), refused);
  assert.deepEqual(sent.parts, [
    { host: 'a.test:8080', purpose: 'chat', requests: 2, bytesSent: 16 },
    { host: 'a.test:8080', purpose: 'embeddings', requests: 1, bytesSent: 8 },
    { host: 'VS Code', purpose: 'chat', requests: 1, bytesSent: 8 },
    { host: 'b.test', purpose: 'chat', requests: 1, bytesSent: 8 },
  ]);
});
