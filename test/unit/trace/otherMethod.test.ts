import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { modelAdvice, otherMethod } from '../../../src/trace/otherMethod.ts';

const question = 'Where was the keeper of Orrin Ness born?';

const methods: readonly {
  readonly pipeline: string;
  readonly chat?: string;
  readonly tried?: readonly string[];
  readonly next?: string;
}[] = [
  { pipeline: 'retrieve-read', next: 'sunar-nar' },
  { pipeline: 'sunar-nar' },
  { pipeline: 'sunar' },
  { pipeline: 'retrieve-read', tried: ['sunar'] },
  { pipeline: 'retrieve-read', chat: 'openai:m', next: 'sunar-nar' },
  { pipeline: 'sunar', chat: 'openai:m', next: 'drr-rag' },
  { pipeline: 'sunar-nar', chat: 'openai:m', tried: ['drr-rag'], next: 'leapquery' },
  { pipeline: 'sunar-nar', chat: 'openai:m', tried: ['drr-rag', 'leapquery'] },
];

for (const { pipeline, chat = 'builtin', tried = [], next } of methods) {
  test(`after ${[pipeline, ...tried].join(', ')} with ${chat}: ${next ?? 'no other method'}`, () => {
    const models = { ...emptyTrace.models, chat };
    const runs = [
      ...tried.map((id) => ({ question: ` ${question.toUpperCase()} `, pipeline: id })),
      { question: 'Else?', pipeline: 'drr-rag' },
    ];
    assert.equal(otherMethod({ question, pipeline, models }, runs)?.pipeline, next);
  });
}

test('a language model is advised for what those that answered cannot do, and not to those who have one', () => {
  const advice = (models: object): string | undefined => modelAdvice({ ...emptyTrace.models, chat: 'builtin', ...models });
  assert.match(advice({}) ?? '', /^The built-in models/);
  assert.match(advice({ reader: 'hf:org/reader#q8/0123456789ab' }) ?? '', /^A reader only quotes/);
  assert.equal(advice({ chat: 'openai:m' }), undefined);
});
