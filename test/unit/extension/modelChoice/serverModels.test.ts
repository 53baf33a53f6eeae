import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test, type TestContext } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { HostDoor } from '../../../../src/door/hostDoor.ts';
import { listServerModels } from '../../../../src/extension/modelChoice/serverModels.ts';
import { discoverable, isOnThisComputer, serverPresets } from '../../../../src/extension/modelChoice/serverPresets.ts';

const { signal } = new AbortController();
const key = 'sk-list-of-models-1';
const door = new HostDoor({ fetch: globalThis.fetch, refusal: () => undefined, getKey: () => Promise.resolve(key) });

async function serverThatSays(t: TestContext, status: number, body: string): Promise<string> {
  const server = createServer((_request, response) => void response.writeHead(status).end(body)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test('the list of another server’s models is read, with the key, and is in the ledger', async (t) => {
  const server = new LLMock({ port: 0, auth: { apiKeys: [key] } });
  server.on({ model: 'zephyr', userMessage: 'x' }, { content: 'y' }).on({ model: 'aurora', userMessage: 'x' }, { content: 'y' });
  await server.start();
  t.after(() => server.stop());
  assert.deepEqual(await listServerModels(door, `${server.url}/v1/`, signal), ['aurora', 'zephyr']);
  const line = door.ledger.at(-1);
  assert.deepEqual([line?.purpose, line?.status, line?.bytesSent], ['list of models', 200, 0]);
});

test('a server without a list, or that refuses the key, says what to do', async (t) => {
  const refusing = await serverThatSays(t, 401, `{"error":{"message":"wrong key ${key}"}}`);
  await assert.rejects(listServerModels(door, refusing, signal), {
    code: 'chat-unauthorized',
    message: /Enter a valid key for this server\.$/,
  });
  for (const [status, body] of [
    [404, 'not found'],
    [200, '<!DOCTYPE html>'],
    [200, '{"data":[{"name":"x"}]}'],
  ] as const) {
    await assert.rejects(listServerModels(door, await serverThatSays(t, status, body), signal), { message: /Enter the model’s name\.$/ });
  }
});

test('only servers on this computer are looked for unasked', () => {
  assert.deepEqual(
    discoverable.map(({ name }) => name),
    ['Ollama', 'LM Studio'],
  );
  assert.ok(discoverable.every(({ baseUrl }) => isOnThisComputer(baseUrl)));
  for (const { baseUrl, key: need } of serverPresets) assert.equal(need === 'optional', isOnThisComputer(baseUrl), baseUrl);
});
