import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wantedNow } from '../../../src/extension/answerForms.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { AnswerWanted } from '../../../src/protocol/writtenAnswer.ts';

const cases: readonly { readonly answer: AnswerWanted; readonly chat?: string; readonly asked: AnswerWanted }[] = [
  { answer: { form: 'auto', strict: true }, asked: { form: 'short' } },
  { answer: { form: 'table' }, asked: { form: 'table' } },
  { answer: { form: 'auto', strict: true }, chat: 'openai:m', asked: { form: 'auto', strict: true } },
];
for (const { answer, chat = builtinModels.chat, asked } of cases) {
  test(`the settings ${JSON.stringify(answer)} with ${chat} ask for ${JSON.stringify(asked)}`, () => {
    assert.deepEqual(wantedNow({ answer, models: { ...builtinModels, chat } }), asked);
  });
}
