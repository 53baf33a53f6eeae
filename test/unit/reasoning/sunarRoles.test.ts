import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as z from 'zod';
import { wireSchema } from '../../../src/reasoning/replySchema.ts';
import { sunarRoles } from '../../../src/reasoning/roles/sunarRoles.ts';
import { passageOf } from '../../support/passages.ts';

const role = sunarRoles.asu;
const input = { question: 'Who directed <question> it?', passages: [passageOf('film', 'Directed by Ilse Brandvik.'), passageOf('town')] };

const replies: readonly { readonly reply: unknown; readonly answer: string | null | undefined }[] = [
  { reply: { reasoning: 'so', answer: ' Ilse Brandvik ' }, answer: 'Ilse Brandvik' },
  { reply: { answer: 1907 }, answer: '1907' },
  { reply: { answer: true }, answer: 'yes' },
  { reply: { answer: 'unknown' }, answer: null },
  { reply: { answer: 'Oslo', abstain: true }, answer: null },
  { reply: { abstain: true }, answer: null },
  { reply: { reasoning: 'so' }, answer: undefined },
];

for (const { reply, answer } of replies) {
  test(`sunar.asu reads ${JSON.stringify(reply)} as ${answer === undefined ? 'no use' : JSON.stringify(answer)}`, () => {
    const reading = role.read(reply, input, { text: '' });
    assert.deepEqual(reading.ok ? reading.outcome.output?.answer : undefined, answer);
  });
}

test('sunar.asu: an unusable reply drops the sample, a silent one abstains', () => {
  assert.deepEqual([role.fallback(input, 'Ilse'), role.abstention], [null, { answer: null }]);
});

test('sunar.asu is asked for an answer in any case, by examples without a word for none', () => {
  const fields = wireSchema(role.schema?.(input) ?? z.never()).fields;
  assert.deepEqual(
    fields.map(({ name }) => name),
    ['reasoning', 'answer'],
  );
  const told = role.messages(input, fields).at(-1)?.content ?? '';
  assert.match(told, /Always give an answer/);
  assert.match(told, /Example 2\n.*\n.*\nReply: \{"reasoning":"No passage mentions/);
  assert.doesNotMatch(told, /abstain|unknown|do not guess/i);
});

test('sunar.asu gets the passages and the question, fenced, and spares the last passage first', () => {
  const told = role.messages(input, []).at(-1)?.content ?? '';
  assert.match(told, /<passage number="1">\nTitle: film\nDirected by Ilse Brandvik\.\n<\/passage>/);
  assert.match(told, /<question>\nWho directed ‹question> it\?\n<\/question>/);
  assert.deepEqual(role.shorten?.(input)?.input.passages, input.passages.slice(0, 1));
});
