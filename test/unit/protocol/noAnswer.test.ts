import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noAnswerSentence } from '../../../src/protocol/noAnswer.ts';
import type { Trace } from '../../../src/protocol/trace.ts';

function endedWith(flags: readonly string[], chat = 'builtin'): string {
  const nodes = [{ flags, evidence: [{ source: 'first-stage' }] }];
  return noAnswerSentence({ models: { chat }, retrievals: [], nodes } as unknown as Trace);
}

test('a question in a language that is not read is said to be, by name', () => {
  assert.equal(endedWith(['folded:1']), 'No short answer was found.');
  assert.equal(
    endedWith(['folded:1', 'language_not_read:zh']),
    'No short answer was found. Without a language model, only questions in English are answered, and this one is in Chinese.',
  );
  assert.equal(endedWith(['language_not_read:de'], 'openai:model'), 'The model found no answer in the passages.');
});
