import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wireSchema } from '../../../src/reasoning/replySchema.ts';
import { allRoles } from '../../../lab/simulation/allRoles.ts';

const role = allRoles['table.cell'];
const input = {
  question: 'Who?',
  passages: [],
  document: { path: 'a.md', title: '<document>', modified: '2024-05-01', fields: [['author', 'A']] },
} as const;
const verdictOf = (reply: object): unknown => {
  const read = role.read(reply, input, { text: '' });
  return read.ok ? read.outcome.output : read.problem;
};
const notStated = { verdict: 'not-stated', answers: [] };

test('a cell is stated with its quote, or not stated, or in conflict', () => {
  assert.deepEqual(verdictOf({ stated: true, answer: 'Ada', quote: 'It was Ada' }), {
    verdict: 'stated',
    answers: [{ answer: 'Ada', quote: 'It was Ada' }],
  });
  assert.deepEqual(verdictOf({ stated: 'no', answer: 'Ada' }), notStated);
  assert.deepEqual(verdictOf({ stated: true, answer: 'not stated' }), notStated);
  assert.deepEqual(verdictOf({ stated: true, answer: 'Keine Angabe.' }), notStated);
  assert.match(String(verdictOf({ stated: true, answer: '' })), /"answer" is missing/);
  const both = verdictOf({ stated: true, answer: '5', quote: 'five', other_answer: '6', other_quote: 'six' });
  assert.deepEqual(both, {
    verdict: 'stated',
    answers: [
      { answer: '5', quote: 'five' },
      { answer: '6', quote: 'six' },
    ],
  });
});

test('prose is read for its answer and its quote; an empty or broken reply says nothing, least of all that nothing is stated', () => {
  const prose = role.fallback(input, 'Answer: Ada Lovelace. The paper says "it was written by Ada Lovelace".');
  assert.equal(prose.verdict, 'stated');
  assert.equal(prose.answers[0]?.quote, 'it was written by Ada Lovelace');
  assert.deepEqual(role.fallback(input, 'The passages do not say.'), notStated);
  assert.deepEqual(role.fallback(input, "I'm sorry, but the document does not mention a price."), notStated);
  for (const text of ['', '{"stated": tr', '[]', "I'm sorry, but I can't help with that.", 'I cannot assist with this request.'])
    assert.equal(role.fallback(input, text).verdict, 'unusable', text);
});

test('the prompt has the facts of the document, which cannot end their block, and says what was misquoted', () => {
  const fields = wireSchema(role.schema?.(input) ?? assert.fail()).fields;
  const text = role.messages({ ...input, misquoted: 'made up words' }, fields)[1]?.content ?? '';
  assert.match(text, /^<document>\nFile: a\.md\nTitle: ‹document>\nFile date: 2024-05-01\nauthor: A\n<\/document>/);
  assert.match(text, /«made up words»/);
});
