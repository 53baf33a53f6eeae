import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aheadText, questionChoices, tableNameFor } from '../../../../src/extension/tables/tableSteps.ts';

test('what is typed is added, what was typed before is listed, and nothing typed continues once there is a question', () => {
  assert.deepEqual(questionChoices(' ', []), []);
  assert.deepEqual(questionChoices(' Who? ', ['When?']), [
    { kind: 'add', question: 'Who?' },
    { kind: 'typed', question: 'When?' },
  ]);
  assert.deepEqual(questionChoices('', ['When?', 'Who?'])[0], { kind: 'continue', words: 'Continue with 2 questions' });
});

test('it is said how many documents and cells a table has, and what it costs', () => {
  const ahead = { documents: 12, cells: 24, due: 24, likelyCalls: 0, tokens: 0, answeredBy: 'builtin', ofOtherModel: 0 };
  const none = { changed: [], gone: [], added: [] };
  assert.equal(aheadText({ ...ahead, ...none }), '12 documents, 24 cells');
  const paid = { ...ahead, ...none, likelyCalls: 24, tokens: 9_000, usd: 0.5 };
  assert.equal(aheadText(paid), '12 documents, 24 cells, about 24 model calls, 9,000 tokens and $0.50');
});

test('a table is named after its first question, as long as that has words', () => {
  assert.equal(tableNameFor(['When was the pump at Orrin built, and by whom?']), 'when-was-the-pump-at-orrin');
  assert.equal(tableNameFor(['¿Cuántos pacientes?', 'x']), 'cuántos-pacientes');
  assert.equal(tableNameFor(['../..']), 'table');
  assert.equal(tableNameFor(['水力発電所はいつ建設されましたか？']), '水力発電所はいつ建設されましたか');
});
