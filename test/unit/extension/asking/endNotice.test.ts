import assert from 'node:assert/strict';
import { test } from 'node:test';
import { endNotice, longQuestionMs } from '../../../../src/extension/asking/endNotice.ts';
import type { Trace } from '../../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../../src/trace/fold.ts';

const trace = (facts: Partial<Trace>): Trace => ({ ...emptyTrace, finished: true, question: 'Why?', answer: 'Because\nof it.', ...facts });
const away = { tookMs: longQuestionMs, isFocused: false, isShown: true };

test('the end of a long question is said only where the user does not see it', () => {
  assert.equal(endNotice(trace({}), away), '“Why?” is answered: Because of it.');
  assert.equal(endNotice(trace({}), { ...away, isFocused: true, isShown: false }), '“Why?” is answered: Because of it.');
  assert.equal(endNotice(trace({}), { ...away, isFocused: true }), undefined);
  assert.equal(endNotice(trace({}), { ...away, tookMs: longQuestionMs - 1 }), undefined);
  assert.equal(endNotice(trace({ status: 'cancelled', answer: null, failure: 'Stopped.' }), away), undefined);
});

test('a failure, or no answer, does not sound like an answer', () => {
  assert.equal(
    endNotice(trace({ status: 'failed', answer: null, failure: 'The server is gone.' }), away),
    '“Why?” failed: The server is gone.',
  );
  assert.match(endNotice(trace({ answer: null, abstained: true }), away) ?? '', /^“Why\?” has ended: .*\.$/);
});
