import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likelyCalls } from '../../../src/protocol/callsAhead.ts';

const bound = { llmCalls: 6014, tokens: 1, retrievals: 6, rerankPairs: 1, nliPairs: 1 };
const expected = { runs: 3, llmCalls: 227.5, promptTokens: 1, completionTokens: 1, retrievals: 2, rerankPairs: 1, seconds: 1 };

test('as many calls are likely as usual, else as many as there can be, and never more than the limit and the last one', () => {
  assert.deepEqual(
    [
      likelyCalls({ bound }, 'openai:m'),
      likelyCalls({ bound, expected }, 'openai:m'),
      likelyCalls({ bound, expected }, 'openai:m', { llmCalls: 40 }),
      likelyCalls({ bound, expected }, 'openai:m', { llmCalls: 400 }),
      likelyCalls({ bound, expected }, 'builtin'),
    ],
    [6014, 228, 41, 228, 0],
  );
});
