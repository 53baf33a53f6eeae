import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBudget } from '../../../src/extension/budgetSetting.ts';
import { pricesOf } from '../../../src/extension/modelPrices.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';

test('limits are read as the editor writes them', () => {
  assert.deepEqual(parseBudget({}), {});
  assert.deepEqual(parseBudget({ llmCalls: 4, seconds: 1.5 }), { llmCalls: 4, seconds: 1.5 });
  assert.deepEqual(parseBudget({ usd: 0.1, usdPerMillionInputTokens: 2, usdPerMillionOutputTokens: 8 }), {
    usd: 0.1,
    prices: { inputPerMillion: 2, outputPerMillion: 8 },
  });
});

for (const value of [
  { calls: 4 },
  { usd: 1 },
  { usd: 1, usdPerMillionInputTokens: 2 },
  { llmCalls: -1 },
  { tokens: 1.5 },
  { seconds: 'ten' },
  'ten',
  null,
]) {
  test(`${JSON.stringify(value)} is refused, not taken for no limit`, () => {
    assert.throws(() => parseBudget(value), { code: 'budget-invalid', message: /ariadne\.budget/ });
  });
}

test('the prices of the models apply unless the budget has its own; what is free is only counted against a limit in dollars', () => {
  const known = { inputPerMillion: 2, outputPerMillion: 8 };
  const free = { inputPerMillion: 0, outputPerMillion: 0 };
  assert.deepEqual(parseBudget({}, known), { prices: known });
  assert.deepEqual(parseBudget({ usd: 1 }, known), { usd: 1, prices: known });
  const own = { usdPerMillionInputTokens: 1, usdPerMillionOutputTokens: 1 };
  assert.deepEqual(parseBudget(own, known), { prices: { inputPerMillion: 1, outputPerMillion: 1 } });
  assert.deepEqual([parseBudget({}, free), parseBudget({ usd: 1 }, free)], [{}, { usd: 1, prices: free }]);
});

test('prices are known when those of all chat models are, and are the same; models of this computer are free', () => {
  const prices = { 'openai:a': { input: 2, output: 8 }, 'openai:b': { input: 1, output: 1 } };
  const of = (chat: string, planner?: string) =>
    pricesOf({ ...builtinModels, chat, ...(planner === undefined ? {} : { planner }) }, prices);
  const a = { inputPerMillion: 2, outputPerMillion: 8 };
  const free = { inputPerMillion: 0, outputPerMillion: 0 };
  assert.deepEqual([of('openai:a'), of('openai:a', 'openai:a'), of('hf:org/name'), of('builtin')], [a, a, free, free]);
  const unknown = [
    of('openai:c'),
    of('vscode:copilot/x'),
    of('openai:a', 'openai:b'),
    of('openai:a', 'hf:org/name'),
    of('hf:org/name', 'openai:a'),
  ];
  assert.deepEqual(unknown, [undefined, undefined, undefined, undefined, undefined]);
});
