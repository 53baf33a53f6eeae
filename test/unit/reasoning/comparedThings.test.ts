import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedThings } from '../../../src/reasoning/comparedThings.ts';
import { planQuestion } from '../../../src/reasoning/extractive/questionShape.ts';

test('a request to compare names things and their properties', () => {
  const compared: readonly (readonly [string, readonly string[], readonly string[]])[] = [
    [
      'Compare the Orrin barrage, Tamsay Narrows and Quillan Gate by capacity and year of opening.',
      ['the Orrin barrage', 'Tamsay Narrows', 'Quillan Gate'],
      ['capacity', 'year of opening'],
    ],
    ['Compare the islands Great Hesk, Tamsay and Skell by chief town.', ['Great Hesk', 'Tamsay', 'Skell'], ['chief town']],
    ['Compare the founders of the Corrigane works and Hallan Marine.', ['the Corrigane works', 'Hallan Marine'], ['founder']],
    ['Compare the rent of Mill Lane and the rent of Old Quay.', ['Mill Lane', 'Old Quay'], ['rent']],
    [
      'Compare the lease of Mill Lane and the lease of Old Quay by rent and notice.',
      ['the lease of Mill Lane', 'the lease of Old Quay'],
      ['rent', 'notice'],
    ],
    ['What is the difference between a barrage and a weir?', ['a barrage', 'a weir'], []],
    ['How does Postgres compare to MySQL?', ['Postgres', 'MySQL'], []],
  ];
  for (const [question, things, properties] of compared) assert.deepEqual(comparedThings(question), { things, properties }, question);
  for (const question of ['Compare the two drafts.', 'What did they compare?', '']) assert.equal(comparedThings(question), undefined);
});

test('each property is asked for of each thing that has a name', () => {
  assert.deepEqual(planQuestion('Compare the founders and owners of A Ltd and B Ltd.'), {
    steps: ['Who is the founder of A Ltd?', 'Who is the founder of B Ltd?', 'Who is the owner of A Ltd?', 'Who is the owner of B Ltd?'],
    verdict: { kind: 'none' },
  });
  assert.deepEqual(
    planQuestion('Compare A Ltd and B Ltd: repairs, notice, directors.').steps.filter((_, i) => i % 2 === 0),
    ['What are the repairs of A Ltd?', 'What is the notice of A Ltd?', 'Who are the directors of A Ltd?'],
  );
  for (const whole of ['Compare A Ltd and B Ltd.', 'Compare the draft and the survey: length and width.'])
    assert.deepEqual(planQuestion(whole), { steps: [whole], verdict: { kind: 'last' } });
});
