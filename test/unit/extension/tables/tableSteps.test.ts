import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentChoices, questionChoices, tableNameFor, type Counted } from '../../../../src/extension/tables/tableSteps.ts';
import { noScopeNames } from '../../../../src/protocol/scopeCompletion.ts';

const names = { ...noScopeNames, folders: ['reports', 'notes'], types: ['md', 'pdf'] };
const ahead = { documents: 12, cells: 24, due: 24, likelyCalls: 0, tokens: 0, answeredBy: 'builtin', ofOtherModel: 0 };
const counted: Counted = { ahead: { ...ahead, changed: [], gone: [], added: [] } };
const shown = (typed: string, known: Counted = counted): readonly [readonly string[], number] => {
  const { choices, chosen } = documentChoices(typed, names, known);
  return [choices.map((choice) => (choice.kind === 'complete' ? choice.suggestion.label : `${choice.kind}: ${choice.words}`)), chosen];
};

test('what is typed is added, what was typed before is listed, and nothing typed continues once there is a question', () => {
  assert.deepEqual(questionChoices(' ', []), []);
  assert.deepEqual(questionChoices(' Who? ', ['When?']), [
    { kind: 'add', question: 'Who?' },
    { kind: 'typed', question: 'When?' },
  ]);
  assert.deepEqual(questionChoices('', ['When?', 'Who?'])[0], { kind: 'continue', words: 'Continue with 2 questions' });
});

test('the documents are counted before anything is completed, terms are completed, and what is wrong with them is said', () => {
  assert.deepEqual(shown(''), [['continue: Continue with all 12 documents', 'in:', 'type:', 'modified:'], 0]);
  assert.deepEqual(shown('type:p'), [['pdf'], 0], 'a term that is being typed is no mistake');
  assert.deepEqual(shown('in:re'), [['continue: Continue with 12 documents', 'reports/'], 1]);
  assert.deepEqual(shown('type:pdf')[1], 0);
  assert.deepEqual(shown('in:reports', 'counting')[0][0], 'continue: Counting documents…');
  assert.deepEqual(shown('in:x', { problem: 'No document is in x.' }), [['problem: No document is in x.'], 0]);
  assert.match(shown('modified:soon')[0][0] ?? '', /^problem: /);
  const { choices } = documentChoices('', names, { ahead: { ...counted.ahead, likelyCalls: 24, tokens: 9_000, usd: 0.5 } });
  assert.partialDeepStrictEqual(choices[0], { about: '24 cells, about 24 model calls, 9,000 tokens and $0.50' });
});

test('a table is named after its first question, as long as that has words', () => {
  assert.equal(tableNameFor(['When was the pump at Orrin built, and by whom?']), 'when-was-the-pump-at-orrin');
  assert.equal(tableNameFor(['¿Cuántos pacientes?', 'x']), 'cuántos-pacientes');
  assert.equal(tableNameFor(['../..']), 'table');
  assert.equal(tableNameFor(['水力発電所はいつ建設されましたか？']), '水力発電所はいつ建設されましたか');
});
