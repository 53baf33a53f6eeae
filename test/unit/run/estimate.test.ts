import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expectedCost, tokensPerCall } from '../../../src/run/estimate.ts';
import type { RunSummary } from '../../../src/protocol/engine.ts';
import type { Cost } from '../../../src/protocol/trace.ts';

const none: Cost = {
  llmCalls: 0,
  requests: 0,
  promptTokens: 0,
  completionTokens: 0,
  retrievals: 0,
  rerankPairs: 0,
  nliPairs: 0,
  seconds: 0,
  criticalPathSeconds: 0,
};

function run(cost: Partial<Cost>, more: Partial<RunSummary> = {}): RunSummary {
  return {
    runId: '',
    log: '',
    question: '',
    pipeline: 'sunar',
    startedAtUtc: '',
    status: 'ok',
    answer: null,
    abstained: true,
    seconds: 0,
    chat: 'openai:m',
    cost: { ...none, ...cost },
    ...more,
  };
}

test('what a run may come to is the median of those like it that finished', () => {
  const runs = [
    run({ llmCalls: 4, promptTokens: 100, completionTokens: 10, retrievals: 2, rerankPairs: 50, seconds: 1 }),
    run({ llmCalls: 8, promptTokens: 300, completionTokens: 30, retrievals: 3, rerankPairs: 70, seconds: 9 }),
    run({ llmCalls: 90 }, { status: 'degraded' }),
    run({ llmCalls: 90 }, { status: 'cancelled' }),
    run({ llmCalls: 90 }, { pipeline: 'direct' }),
    run({ llmCalls: 90 }, { chat: 'builtin' }),
    run({ llmCalls: 90, recalledCalls: 3 }),
    run({ llmCalls: 5, promptTokens: 200, completionTokens: 40, retrievals: 2, rerankPairs: 60, seconds: 2 }),
  ];
  assert.deepEqual(expectedCost(runs, 'sunar', 'openai:m'), {
    runs: 3,
    llmCalls: 5,
    promptTokens: 200,
    completionTokens: 30,
    retrievals: 2,
    rerankPairs: 60,
    seconds: 2,
  });
  assert.equal(expectedCost(runs.slice(0, 2), 'sunar', 'openai:m')?.llmCalls, 6);
  assert.equal(expectedCost(runs, 'ircot', 'openai:m'), undefined);
});

test('only the latest runs count', () => {
  const runs = [...Array.from({ length: 50 }, () => run({ llmCalls: 3 })), ...Array.from({ length: 200 }, () => run({ llmCalls: 9 }))];
  assert.deepEqual([expectedCost(runs, 'sunar', 'openai:m')?.runs, expectedCost(runs, 'sunar', 'openai:m')?.llmCalls], [50, 3]);
});

test('the size of a call is that of earlier calls to the model, whatever the pipeline, and a usual one before the first', () => {
  const runs = [
    run({ llmCalls: 4, promptTokens: 380, completionTokens: 20 }),
    run({ llmCalls: 2, promptTokens: 580, completionTokens: 20 }, { pipeline: 'direct', status: 'cancelled' }),
    run({ llmCalls: 1, promptTokens: 9000 }, { chat: 'openai:other' }),
    run({}),
  ];
  assert.deepEqual([tokensPerCall(runs, 'openai:m'), tokensPerCall(runs, 'openai:new')], [200, 1100]);
});
