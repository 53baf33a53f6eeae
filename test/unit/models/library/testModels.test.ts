import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startSimulation } from '../../../../lab/simulation/startSimulation.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import { ChatServers } from '../../../../src/models/library/chatServers.ts';
import { allProviders } from '../../../../src/models/library/providers.ts';
import { testModels } from '../../../../src/models/library/testModels.ts';
import { answeredBy } from '../../../../src/extension/modelChoice/modelWords.ts';
import { chosenSentence, isFreeToTest, testedSentence, testedText, verdictOf } from '../../../../src/extension/modelChoice/testWords.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { TestedModel } from '../../../../src/protocol/modelLibrary.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { tinyDataset } from '../../lab/simulation/tinyDataset.ts';

test('each model that is not built in is asked, and a failure is a result with what to do', async (t) => {
  const simulation = await startSimulation({ dataset: tinyDataset(t), faults: [{ kind: 'no-logprobs', probability: 1 }] });
  t.after(() => simulation.close());
  const servers = new ChatServers({ file: join(tempFolder(t), 'servers.json'), logger: silentLogger });
  const { baseUrl } = simulation;
  const providers = allProviders({ openai: { baseUrl: () => baseUrl, servers, chatTimeoutMs: 60_000, logger: silentLogger } });
  const context = { fetch: (url: string, init: RequestInit) => fetch(url, init), signal: new AbortController().signal };
  assert.deepEqual(await testModels(providers, builtinModels, context), []);
  const models = { ...builtinModels, chat: 'openai:simulation', reranker: 'openai:cross' };
  const [chat, reranker] = await testModels(providers, models, context);
  assert.ok(chat && reranker);
  assert.deepEqual([chat.role, chat.works, reranker.role, reranker.works], ['chat', true, 'reranker', false]);
  const wanted = ['supports structured output', 'does not say how likely its words are'];
  assert.ok(
    wanted.every((fact) => chat.facts.includes(fact)),
    chat.facts.join(),
  );
  assert.match(reranker.facts.join(), /offers \/rerank at this base URL/);
  assert.match(
    testedText([chat, reranker]),
    /^Chat: simulation works, with limits \(\d+\.\d s\)\n· does not keep to the requested format, [^]*· supports structured output\n[^]*\n\nRanking: cross does not work\. The reranking server/,
  );
});

test('the first sentence about a test is no better than what was found', () => {
  const found: TestedModel = { role: 'chat', model: 'openai:small', works: true, facts: [], seconds: 1 };
  const limited = { ...found, limits: ['does not keep to the requested format, so some answers take a second try'] };
  const wrong = { ...found, model: 'hf:org/cross', isRight: false, facts: ['does not rank the right passage first'] };
  const broken = { ...found, works: false, facts: ['No server.'] };
  assert.deepEqual(
    [[found], [limited], [found, limited], [found, wrong], [wrong, broken]].map((tested) => [
      verdictOf(tested).sentence,
      testedSentence(tested),
    ]),
    [
      ['The model works.', 'small works.'],
      ['The model works, with limits.', 'small works, but does not keep to the requested format, so some answers take a second try.'],
      ['The models work, with limits.', 'small works, but does not keep to the requested format, so some answers take a second try.'],
      ['Some models answer wrongly.', 'cross answered a simple question wrongly: it does not rank the right passage first.'],
      [
        'Not all models work.',
        'cross answered a simple question wrongly: it does not rank the right passage first. small does not work. No server.',
      ],
    ],
  );
});

test('a chosen model is tested unasked only where that costs nothing', () => {
  const here = 'http://127.0.0.1:11434/v1';
  const there = 'https://api.example.com/v1';
  assert.deepEqual(
    [
      isFreeToTest({ chat: 'openai:small' }, here),
      isFreeToTest({ chat: 'hf:org/small', reader: 'builtin' }, there),
      isFreeToTest({ chat: 'openai:small' }, there),
      isFreeToTest({ chat: 'hf:org/small', planner: 'vscode:copilot/gpt' }, here),
    ],
    [true, true, false, false],
  );
  assert.match(
    chosenSentence({ chat: 'openai:small' }, { baseUrl: there, isOffline: false }),
    /^You have chosen small at api\.example\.com\. A test sends/,
  );
  assert.match(chosenSentence({ chat: 'openai:small' }, { baseUrl: there, isOffline: true }), /does not contact it/);
});

test('tooltips name the models that answer, and where they are', () => {
  const baseUrl = 'http://127.0.0.1:11434/v1';
  assert.equal(answeredBy({ models: builtinModels, baseUrl }), 'Answered by the built-in models.');
  const models = { ...builtinModels, chat: 'vscode:copilot/gpt-4.1', reranker: 'openai:cross' };
  assert.equal(answeredBy({ models, baseUrl }), 'Answered by copilot/gpt-4.1 in VS Code.');
});
