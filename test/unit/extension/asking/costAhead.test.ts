import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../../src/base/errors.ts';
import { CostAhead } from '../../../../src/extension/asking/costAhead.ts';
import type { EngineRequests } from '../../../../src/extension/engineProcess/engineClient.ts';
import { estimateSentence } from '../../../../src/extension/asking/estimateSentence.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { Estimate } from '../../../../src/protocol/estimate.ts';
import type { RunBudget } from '../../../../src/protocol/runOptions.ts';

const bound = { llmCalls: 57, tokens: 62_700, retrievals: 6, rerankPairs: 600, nliPairs: 0 };
const expected = { runs: 14, llmCalls: 11.5, promptTokens: 9000, completionTokens: 400, retrievals: 2, rerankPairs: 200, seconds: 8.04 };

const sentences: readonly { readonly estimate: Estimate; readonly budget?: RunBudget; readonly sentence: string }[] = [
  { estimate: { bound }, sentence: 'At most 57 model calls, some 62,700 tokens.' },
  { estimate: { bound: { ...bound, llmCalls: 1, tokens: 1100 } }, sentence: 'At most 1 model call, some 1,100 tokens.' },
  { estimate: { bound }, budget: { llmCalls: 20 }, sentence: 'Limited to 20 calls plus a final answer.' },
  { estimate: { bound }, budget: { llmCalls: 80 }, sentence: 'At most 57 model calls, some 62,700 tokens.' },
  {
    estimate: { bound, expected },
    sentence: 'Usually 12 model calls, 9,400 tokens and 8.0 s (from 14 earlier questions); at most 57 model calls.',
  },
];
for (const { estimate, budget, sentence } of sentences) {
  test(sentence, () => assert.equal(estimateSentence(estimate, budget), sentence));
}

function setUp() {
  const answers: ((estimate: Estimate | Error) => void)[] = [];
  const engine = {
    request: () =>
      new Promise((resolve, reject) => {
        answers.push((estimate) => (estimate instanceof Error ? reject(estimate) : resolve(estimate)));
      }),
  } as unknown as EngineRequests;
  const models = { ...builtinModels, chat: 'openai:m' };
  const settings = { pipeline: 'sunar', params: {}, models, budget: () => ({}) };
  const ahead = new CostAhead(engine, () => settings as never);
  const told: (string | undefined)[] = [];
  ahead.onDidChange.on(() => told.push(ahead.sentence));
  return { ahead, answers, settings, told };
}

test('the answer to the latest question counts, whichever comes last', async () => {
  const { ahead, answers, told } = setUp();
  const asked = [ahead.refresh(), ahead.refresh()];
  answers[1]?.({ bound });
  answers[0]?.({ bound: { ...bound, llmCalls: 3 } });
  await Promise.all(asked);
  assert.deepEqual(told, ['At most 57 model calls, some 62,700 tokens.']);
});

test('the built-in reasoner costs nothing, and the engine is not asked', async () => {
  const { ahead, answers, settings, told } = setUp();
  settings.models = builtinModels;
  await ahead.refresh();
  assert.deepEqual([answers.length, ahead.sentence, told], [0, undefined, []]);
});

test('settings that no question can be asked with take the sentence away, and say why', async () => {
  const { ahead, answers, told } = setUp();
  const first = ahead.refresh();
  answers[0]?.({ bound });
  await first;
  const second = ahead.refresh();
  answers[1]?.(new AriadneError('parameter-invalid', 'No such parameter.'));
  await assert.rejects(second, { code: 'parameter-invalid' });
  assert.deepEqual(told, ['At most 57 model calls, some 62,700 tokens.', undefined]);
});
