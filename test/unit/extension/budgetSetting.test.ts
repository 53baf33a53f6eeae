import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBudget } from '../../../src/extension/budgetSetting.ts';

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
