import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import { meterView } from '../../webview-ui/src/costView.ts';
import { added, started, traceOf } from './log.ts';

test('the meter shows dollars with the digits that they need, and never rounds a cost to nothing', () => {
  const call = { id: 'c', node: 's1', role: 'sunar.answer', sample: 0, attempt: 0, temperature: 0, estimated: false, ms: 9 };
  const called: NewRunEvent = { kind: 'llm-called', call: { ...call, promptTokens: 1000, completionTokens: 200, parse: 'ok' } };
  const atPrice = (inputPerMillion: number): string | undefined => {
    const budget = { prices: { inputPerMillion, outputPerMillion: 0 } };
    return meterView(traceOf({ ...started('q?'), budget }, added('s1', 0), called), 0).items[2]?.words;
  };
  assert.deepEqual([0, 0.01, 2, 12_345].map(atPrice), ['$0.00', '<$0.0001', '$0.0020', '$12.35']);
});
