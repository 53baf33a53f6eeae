import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitContext, withContext } from '../../../../src/base/questionContext.ts';
import { standaloneQuestion } from '../../../../src/reasoning/extractive/standaloneQuestion.ts';

for (const [question, context, standalone] of [
  ['Where was Ruben Istad born?', 'Ruben Istad designed the plant.', 'Where was Ruben Istad born?'],
  ['When was it flooded?', 'Nether Coll', 'When was Nether Coll flooded?'],
  ['Who was its designer?', 'Quillan Gate', 'Who was Quillan Gate’s designer?'],
  ['Where did he grow up?', 'Ada $& Marsh', 'Where did Ada $& Marsh grow up?'],
  ['When was it flooded?', 'Nether Coll was a village. It is gone.', undefined],
  ['Who signed this treaty?', 'Nether Coll', undefined],
] as const) {
  test(`“${question}” about “${context}”`, () => {
    const asked = withContext(question, context);
    assert.deepEqual(splitContext(asked), { question, context });
    assert.equal(standaloneQuestion(asked), standalone ?? asked);
  });
}

test('a question without a context stays as it is', () => {
  assert.equal(standaloneQuestion('When was it flooded?'), 'When was it flooded?');
});
