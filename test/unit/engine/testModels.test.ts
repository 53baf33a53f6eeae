import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulation } from '../../../scripts/simulate/startSimulation.ts';
import { silentLogger } from '../../../src/base/logger.ts';
import { ChatServers } from '../../../src/engine/chatServers.ts';
import { allProviders } from '../../../src/engine/providers.ts';
import { testModels } from '../../../src/engine/testModels.ts';
import { answeredBy, testedText } from '../../../src/extension/modelChoice/modelWords.ts';
import { builtinModels } from '../../../src/protocol/engine.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { tinyDataset } from '../simulate/tinyDataset.ts';

test('each model that is not built in is asked, and a failure is a result with what to do', async (t) => {
  const simulation = await startSimulation({ dataset: tinyDataset(t), faults: [{ kind: 'no-logprobs', probability: 1 }] });
  t.after(() => simulation.close());
  const servers = new ChatServers({ file: join(tempFolder(t), 'servers.json'), logger: silentLogger });
  const { baseUrl } = simulation;
  const providers = allProviders({ openai: { baseUrl: () => baseUrl, servers, chatTimeoutMs: 2_000, logger: silentLogger } });
  const context = { fetch: (url: string, init: RequestInit) => fetch(url, init), signal: new AbortController().signal };
  assert.deepEqual(await testModels(providers, builtinModels, context), []);
  const models = { ...builtinModels, chat: 'openai:simulation', reranker: 'openai:cross' };
  const [chat, reranker] = await testModels(providers, models, context);
  assert.ok(chat && reranker);
  assert.deepEqual([chat.role, chat.works, reranker.role, reranker.works], ['chat', true, 'reranker', false]);
  assert.ok(chat.facts.includes('takes schemas') && chat.facts.includes('gives no probabilities'), chat.facts.join());
  assert.match(reranker.facts.join(), /offers \/rerank at this base URL/);
  assert.match(
    testedText([chat, reranker]),
    /^Chat: simulation works \(\d\.\d s\)\n· [^]*· takes schemas\n[^]*\n\nReranker: cross does not work\. The reranking server/,
  );
});

test('tooltips name the models that answer, and where they are', () => {
  const baseUrl = 'http://127.0.0.1:11434/v1';
  assert.equal(answeredBy({ models: builtinModels, baseUrl }), 'Answered by the built-in models.');
  const models = { ...builtinModels, chat: 'vscode:copilot/gpt-4.1', reranker: 'openai:cross' };
  assert.equal(answeredBy({ models, baseUrl }), 'Answered by copilot/gpt-4.1 in VS Code, reranked by cross at 127.0.0.1:11434.');
});
