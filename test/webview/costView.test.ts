import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import { meterView, nodeCostView } from '../../webview-ui/src/costView.ts';
import { added, started, traceOf } from './log.ts';

test('the meter shows dollars with the digits that they need, and never rounds a cost to nothing', () => {
  const call = { id: 'c', node: 's1', role: 'sunar.answer', sample: 0, attempt: 0, temperature: 0, estimated: false, ms: 9 };
  const called: NewRunEvent = { kind: 'llm-called', call: { ...call, promptTokens: 1000, completionTokens: 200, parse: 'ok' } };
  const atPrice = (inputPerMillion: number): string | undefined => {
    const budget = { prices: { inputPerMillion, outputPerMillion: 0 } };
    return meterView(traceOf(started('q?', { budget }), added('s1', 0), called), 0).items[2]?.words;
  };
  assert.deepEqual([0, 0.01, 2, 12_345].map(atPrice), ['$0.00', '<$0.0001', '$0.0020', '$12.35']);
});

test('each line of what a step cost is in words, with the technical name beside them', () => {
  const call = { id: 'c', node: 's1', role: 'sunar.read', sample: 0, attempt: 0, temperature: 0, estimated: false, ms: 9 };
  const trace = traceOf(
    started('q?'),
    added('s1', 0),
    { kind: 'retrieved', retrieval: { id: 'r', node: 's1', query: 'q?', method: 'linked', results: [], ms: 3 } },
    { kind: 'reranked', rerank: { id: 'k', node: 's1', query: 'q?', pairs: 40, ms: 5 } },
    { kind: 'llm-called', call: { ...call, promptTokens: 100, completionTokens: 20, parse: 'ok' } },
  );
  const [node] = trace.nodes;
  assert.ok(node);
  const { sums, lines } = nodeCostView(trace, node);
  assert.deepEqual(sums.map(({ name, value }) => `${name} ${value}`).slice(0, 4), [
    'Model calls 1',
    'Tokens 100 + 20',
    'Searches 1',
    'Rated passages 40',
  ]);
  assert.deepEqual(
    lines.map(({ what, about, detail }) => [what, about, detail]),
    [
      ['Search', 'Method of search: linked', '“q?”: 0 passages'],
      ['Rating', 'How well the passages fit the question', '40 passages'],
      ['Model call: reading the passages', 'Role of the model: sunar.read', '100 + 20 tokens'],
    ],
  );
});
