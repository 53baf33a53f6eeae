import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedAnswer } from '../../../../src/reasoning/extractive/askedAnswer.ts';

const asked: readonly (readonly [question: string, kind: string, head: string | null])[] = [
  ['Who designed the Orrin barrage?', 'person', null],
  ['When was Ines Tarrow born?', 'date', null],
  ['In which year was Ines Tarrow born?', 'date', 'year'],
  ['The film Red Sand was released in which year?', 'date', 'year'],
  ['Ines Tarrow was born in what town?', 'place', 'town'],
  ['During the war, which company built the barrage?', 'organization', 'company'],
  ['What is the capital of Orrin?', 'place', 'capital'],
  ['What nationality is Marta Lind?', 'country', 'nationality'],
  ['How many turbines does the barrage have?', 'amount', 'turbines'],
  ['How tall is Pellow Light?', 'amount', null],
  ['What did the barrage close?', 'thing', null],
];

for (const [question, kind, head] of asked) {
  test(`knows what is asked for: ${question}`, () => {
    const found = askedAnswer(question);
    assert.deepEqual([found?.kind, found?.head], [kind, head]);
  });
}

const notAsked: readonly string[] = [
  'Why was Sam Altman fired?',
  'How did the barrage fail?',
  'Did Ann Lee direct Red Sand?',
  'Which film is older, Red Sand or Blue Sand?',
  'Who is Ines Tarrow?',
  'What is the date one week before Ann Lee died?',
  'Où est née Ines Tarrow ?',
  'Wo wurde Ines Tarrow geboren?',
  'イネス・タロウはどこで生まれましたか？',
  'Ines Tarrow',
  '',
  '???',
];

for (const question of notAsked) {
  test(`asks for no short answer: ${question}`, () => {
    assert.equal(askedAnswer(question), null);
  });
}

test('counts the descriptions that a question nests', () => {
  const nesting = (question: string): number | undefined => askedAnswer(question)?.nesting;
  assert.equal(nesting('Who is the director of Red Sand?'), 0);
  assert.equal(nesting('What is the date of birth of Ann Lee?'), 0);
  assert.equal(nesting('Who is the husband of the director of Red Sand?'), 1);
  assert.equal(nesting("When was Ann Lee's daughter born?"), 1);
  assert.equal(nesting('Where was the engineer who designed the Orrin barrage born?'), 1);
});
