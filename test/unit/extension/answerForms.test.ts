import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedForm } from '../../../src/extension/answerForms.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import type { AnswerForm } from '../../../src/protocol/writtenAnswer.ts';

const cases: readonly { readonly form: AnswerForm; readonly chat?: string; readonly isStrict?: boolean; readonly asked: unknown }[] = [
  { form: 'auto', asked: { form: 'short' } },
  { form: 'table', asked: { form: 'table' } },
  { form: 'auto', chat: 'openai:m', asked: { form: 'auto' } },
  { form: 'auto', chat: 'openai:m', isStrict: true, asked: { form: 'auto', strict: true } },
  { form: 'short', chat: 'openai:m', isStrict: true, asked: { form: 'short' } },
];
for (const { form, chat = builtinModels.chat, isStrict = false, asked } of cases) {
  test(`the setting ${form} with ${chat}${isStrict ? ', strict,' : ''} asks for ${JSON.stringify(asked)}`, () => {
    assert.deepEqual(askedForm({ form, isStrict, models: { ...builtinModels, chat } }), asked);
  });
}
