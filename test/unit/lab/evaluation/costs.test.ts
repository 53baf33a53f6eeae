import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costsOf, criticalPathCalls } from '../../../../lab/evaluation/costs.ts';
import type { LlmCall, TraceNode } from '../../../../src/protocol/trace.ts';
import { fold } from '../../../../src/trace/fold.ts';
import { finishedRun } from '../../../support/finishedRun.ts';

function node(id: string): TraceNode {
  const base = { kind: 'sub_question', text: id, parent: null, attempt: 0, depth: 0, order: 0, status: 'answered' } as const;
  return { ...base, id, evidence: [], calls: [], startedAt: 0, endedAt: 0, flags: [] };
}

function call(of: string, role: string, sample = 0, attempt = 0): LlmCall {
  const counts = { temperature: 0, promptTokens: 1, completionTokens: 1, estimated: false, parse: 'ok', ms: 1 } as const;
  return { id: `${of}/${role}/${sample}/${attempt}`, node: of, role, sample, attempt, ...counts };
}

test('the critical path goes through the sub-question that waits longest; samples run beside one another', () => {
  const nodes = ['root', 'q1', 'q2', 'q3', 'final'].map(node);
  const edges = [
    { from: 'root', to: 'q1', kind: 'decomposes' },
    { from: 'root', to: 'q2', kind: 'decomposes' },
    { from: 'q2', to: 'q3', kind: 'depends_on' },
    { from: 'q1', to: 'final', kind: 'combines_into' },
    { from: 'q3', to: 'final', kind: 'combines_into' },
  ] as const;
  const llmCalls = [
    call('root', 'plan'),
    ...Array.from({ length: 10 }, (_, sample) => call('q1', 'vote', sample)),
    call('q2', 'read'),
    call('q3', 'read'),
    call('q3', 'read', 0, 1),
    call('q3', 'refine'),
    call('final', 'combine'),
  ];
  assert.equal(criticalPathCalls({ nodes, edges: [...edges], llmCalls }), 1 + 1 + 3 + 1);
});

test('the costs of a run are those its trace counts', () => {
  const trace = fold(finishedRun);
  const { retrieval_calls, llm_calls, rerank_pairs, latency_ms } = costsOf(trace);
  assert.deepEqual(
    { retrieval_calls, llm_calls, rerank_pairs, latency_ms },
    {
      retrieval_calls: trace.retrievals.length,
      llm_calls: trace.llmCalls.length,
      rerank_pairs: trace.cost.rerankPairs,
      latency_ms: Math.round(trace.cost.seconds * 1000),
    },
  );
});
