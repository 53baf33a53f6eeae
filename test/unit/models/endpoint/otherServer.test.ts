/** Drives a server that is not ours: aimock, which speaks the protocols of OpenAI and Cohere, through the door with a key. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { LLMock } from '@copilotkit/aimock';
import { silentLogger } from '../../../../src/base/logger.ts';
import { fetchFrom } from '../../../../src/cli/network.ts';
import { OpenAIChatModel } from '../../../../src/models/chat/openaiChatModel.ts';
import { openEmbedder, openReranker } from './opened.ts';

const key = 'sk-another-server-1234';

/** @returns the address up to the version */
async function start(t: TestContext, teach: (server: LLMock) => void): Promise<{ readonly server: LLMock; readonly address: string }> {
  const server = new LLMock({ port: 0, auth: { apiKeys: [key] } });
  teach(server);
  await server.start();
  t.after(() => server.stop());
  return { server, address: server.url };
}

test('another server makes embeddings, in the order of the texts, with the same vector for the same text', async (t) => {
  const { server, address } = await start(t, () => undefined);
  const baseUrl = `${address}/v1`;
  const options = { model: 'text-embedding-3-small', baseUrl, logger: silentLogger, fetch: fetchFrom(baseUrl, 'the test', key) };
  const embedder = await openEmbedder(options);
  assert.equal(embedder.dimension, 1536);
  const texts = Array.from({ length: 100 }, (_, i) => `Passage ${i} about mills.`);
  const rows = await embedder.embed(texts);
  const last = await embedder.embed(texts.slice(-1));
  assert.deepEqual([...rows.subarray(99 * 1536)], [...last]);
  for (const i of [0, 64, 99]) {
    const norm = Math.hypot(...rows.subarray(i * 1536, (i + 1) * 1536));
    assert.ok(Math.abs(norm - 1) < 1e-4, `row ${i} has length ${norm}`);
  }
  assert.equal((await openEmbedder({ ...options, dimensions: 256 })).dimension, 256);
  assert.ok(server.getRequests().every(({ headers }) => headers['authorization'] !== undefined));
});

test('another server scores passages', async (t) => {
  const { address } = await start(t, (server) => {
    server.onRerank(/capital/, [{ index: 0, relevance_score: 0.98 }]);
    server.onRerank(/mill/, [
      { index: 1, relevance_score: 0.9 },
      { index: 0, relevance_score: 0.2 },
    ]);
  });
  const baseUrl = `${address}/v2`;
  const options = { model: 'rerank-v3.5', baseUrl, logger: silentLogger, fetch: fetchFrom(baseUrl, 'the test', key) };
  const reranker = await openReranker(options);
  const passage = (text: string) => ({ title: '', headings: [], text });
  assert.deepEqual(await reranker.score('Which mill?', [passage('a'), passage('b'), passage('c')]), [0.2, 0.9, null]);
  assert.equal(reranker.scale, 'probability');
});

test('another server answers a chat request', async (t) => {
  const { address } = await start(t, (server) => void server.onMessage(/mill/, { content: '{"answer": "Tarnholm"}' }));
  const baseUrl = `${address}/v1`;
  const model = new OpenAIChatModel({ model: 'gpt-4.1-mini', baseUrl, fetch: fetchFrom(baseUrl, 'the test', key) });
  const messages = [{ role: 'user', content: 'Where is the mill?' }] as const;
  const schema = { name: 'read', schema: { type: 'object', properties: { answer: { type: 'string' } } } };
  const reply = await model.complete({ role: 'read', messages, temperature: 0, maxTokens: 20, schema, sample: 0, attempt: 0 });
  assert.equal(reply.text, '{"answer": "Tarnholm"}');
  assert.equal(reply.finishReason, 'stop');
});

test('a key that another server does not accept is named as such', async (t) => {
  const { address } = await start(t, () => undefined);
  const baseUrl = `${address}/v1`;
  const options = {
    model: 'text-embedding-3-small',
    baseUrl,
    logger: silentLogger,
    fetch: fetchFrom(baseUrl, 'the test', 'sk-wrong-key-987654'),
  };
  await assert.rejects(openEmbedder(options), { code: 'endpoint-unauthorized', message: /refused the API key/ });
});

test('a deployment with Azure’s path and version is reached, with the key in Azure’s header', async (t) => {
  const { server, address } = await start(t, (mock) => void mock.onMessage(/mill/, { content: '{"answer": "Tarnholm"}' }));
  const baseUrl = `${address}/openai/deployments/mine?api-version=2024-10-21`;
  const model = new OpenAIChatModel({ model: 'mine', baseUrl, fetch: fetchFrom(baseUrl, 'the test', key) });
  const messages = [{ role: 'user', content: 'Where is the mill?' }] as const;
  const { text } = await model.complete({ role: 'read', messages, temperature: 0, maxTokens: 20, sample: 0, attempt: 0 });
  assert.equal(text, '{"answer": "Tarnholm"}');
  const [request] = server.getRequests();
  assert.equal(request?.path, '/openai/deployments/mine/chat/completions?api-version=2024-10-21');
  assert.ok('api-key' in request.headers && !('authorization' in request.headers), Object.keys(request.headers).join());
});
