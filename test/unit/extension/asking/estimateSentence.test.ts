import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../../src/base/errors.ts';
import { costAheadSentence, estimateSentence } from '../../../../src/extension/asking/estimateSentence.ts';
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

const budgetInvalid = (): never => {
  throw new AriadneError('budget-invalid', 'The budget is invalid.');
};

test('nothing is said of the next question without a chat model, and with a budget that no question can be asked with', () => {
  assert.equal(
    costAheadSentence({ costAhead: { bound } }, () => ({})),
    'At most 57 model calls, some 62,700 tokens.',
  );
  assert.equal(
    costAheadSentence({ costAhead: null }, () => ({})),
    undefined,
  );
  assert.equal(costAheadSentence({ costAhead: { bound } }, budgetInvalid), undefined);
});
