import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askedAnswer } from '../../../../src/reasoning/extractive/askedAnswer.ts';
import { candidatesIn } from '../../../../src/reasoning/extractive/answerSpans.ts';

function candidates(question: string, sentence: string): readonly string[] {
  const asked = askedAnswer(question);
  assert.ok(asked, question);
  return candidatesIn(sentence, asked).map(({ start, end }) => sentence.slice(start, end));
}

test('what a question counts is no part of the number', () => {
  assert.deepEqual(candidates('How many mills does Tarn have?', 'Tarn has four old mills.'), ['four']);
});

test('names of other things are no persons', () => {
  const of = (sentence: string): readonly string[] => candidates('Who designed the mill?', sentence);
  for (const name of ['World War II', 'Code of Ethics', "Under Women's Feet", 'Northern Ireland', 'Villa Wahnfried'])
    assert.ok(!of(`It was seen before ${name} in the end.`).includes(name), name);
  for (const name of ['Ann Lee', 'Henry III of England', 'P. Neelakantan'])
    assert.ok(of(`It was designed by ${name} in the end.`).includes(name), name);
  assert.deepEqual(of('It was seen by P in the end.'), []);
});
