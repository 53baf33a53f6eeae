import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { silentLogger } from '../../../../src/base/logger.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { allProviders, type Providers } from '../../../../src/models/library/providers.ts';
import { AlignmentReranker } from '../../../../src/models/builtin/alignmentReranker.ts';
import { builtinProvider } from '../../../../src/models/builtin/builtinProvider.ts';
import { makePlainModel } from '../../../../src/models/builtin/learnModels.ts';
import { StaticEmbedder } from '../../../../src/models/builtin/staticEmbedder.ts';
import type { ModelContext } from '../../../../src/models/provider.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const context: ModelContext = {
  fetch: () => Promise.reject(new Error('no request is expected')),
  signal: new AbortController().signal,
};

function providersOf(t: TestContext, baseUrl?: string): Providers {
  const servers = new ChatServers({ file: join(tempFolder(t), 'servers.json'), logger: silentLogger });
  const model = makePlainModel([{ title: 'Tarnholm', headings: [], text: 'Tarnholm is a town.' }]);
  return allProviders({ openai: { baseUrl: () => baseUrl, chatTimeoutMs: undefined, servers, logger: silentLogger } }).with(
    builtinProvider({ embedder: new StaticEmbedder(model), reranker: new AlignmentReranker(model) }),
  );
}

test('the built-in provider serves embedder, reranker and entailment; rules fill the roles chat and reader', async (t) => {
  const providers = providersOf(t);
  assert.match((await providers.get('embedder', 'builtin', context)).id, /^builtin/);
  assert.match((await providers.get('reranker', 'builtin', context)).id, /^builtin/);
  assert.match((await providers.get('entailment', 'builtin', context)).id, /^builtin/);
  assert.equal(await providers.chosen('chat', 'builtin', context), undefined);
  assert.equal(await providers.chosen('reader', undefined, context), undefined);
});

test('a chat model is made for its server', async (t) => {
  const chat = await providersOf(t, 'http://127.0.0.1:1/v1').get('chat', 'openai:llama3.2:3b', context);
  assert.equal(chat.id, 'openai:llama3.2:3b');
});

test('without an address the message says where to set it', async (t) => {
  await assert.rejects(providersOf(t).get('chat', 'openai:tiny', context), {
    code: 'chat-base-url-missing',
    message: /To use openai:tiny, set its server address/,
  });
});

test('a provider that is not there, or does not serve the role: the message names what does', async (t) => {
  const providers = providersOf(t, 'http://127.0.0.1:1/v1');
  await assert.rejects(providers.get('reranker', 'vscode:copilot/gpt-4.1', context), {
    code: 'model-unknown',
    message: /^There is no reranker "vscode:copilot\/gpt-4\.1"\. Choose .*openai:MODEL/,
  });
  await assert.rejects(providers.get('entailment', 'openai:tiny', context), {
    code: 'model-unknown',
    message: 'There is no entailment model "openai:tiny". Choose builtin.',
  });
  await assert.rejects(providers.get('reranker', 'openai:tiny#64d', context), {
    code: 'model-unknown',
    message: 'Only the vectors of an embedder can be cut. Leave out "#64d" of reranker "openai:tiny#64d".',
  });
});
