import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Passage } from '../../../src/protocol/passage.ts';
import { suggestQuestions } from '../../../src/search/suggestQuestions.ts';
import { walkPlan } from '../../../src/reasoning/extractive/walkPlan.ts';
import { passageOf } from '../../support/passages.ts';
import { allParts } from '../../../src/reasoning/extractive/parts.ts';

const never = new AbortController().signal;

async function suggested(sample: readonly Passage[], count = 4): Promise<readonly string[]> {
  const search = async (name: string): Promise<readonly Passage[]> => sample.filter(({ title, text }) => `${title} ${text}`.includes(name));
  return suggestQuestions({ sample, search }, count, never);
}

const people = [
  passageOf('Mira Holt', 'Mira Holt was born on 4 May 1871 in Tarn Bridge. She studied at Corran College.'),
  passageOf('Osk Lindqvist', 'Osk Lindqvist was born on 9 June 1880 in Vell.'),
];
const works = [
  passageOf('Skerry Light', 'Skerry Light is a lighthouse. It was designed by Mira Holt and was built in 1903.'),
  passageOf('Vell Dam', 'Vell Dam is a dam on the Arr. It was designed by Osk Lindqvist and was built in 1921.'),
];

test('a person whom one document names and another is about makes a question over both, which these passages answer', async () => {
  const all = [...works, ...people];
  const questions = await suggested(all);
  assert.deepEqual(
    questions.filter((question) => question.includes('designer')),
    ['Where was the designer of Skerry Light born?', 'When was the designer of Vell Dam born?'],
  );
  assert.ok(
    questions.some((question) => question.includes(' or ')),
    'two documents with the same fact are compared',
  );
  for (const question of questions) assert.notEqual((await walkPlan(allParts, question, all)).answer, null, question);
});

test('what headings ask is taken from each document once, in any language', async () => {
  const faq = {
    ...passageOf('Häufige Fragen', 'Drei Monate zum Quartalsende.'),
    headings: ['Wie lange ist die Kündigungsfrist?', 'Kann ich früher gehen?'],
  };
  assert.deepEqual(await suggested([faq]), ['Kann ich früher gehen?']);
});

test('names that most documents share are asked about where nothing else is found', async () => {
  const notes = ['one', 'two', 'three', 'four'].map((name) => passageOf(name, `On ${name} we met Ada Quill and Ben Marrow. Nothing else.`));
  const questions = await suggested([...notes, passageOf('five', 'Then Cleo Tarrant came.')]);
  assert.deepEqual(questions, ['How are Ada Quill and Ben Marrow connected?', 'What do these documents say about Ada Quill?']);
});

test('documents that give no question get none: no template that fits no folder', async () => {
  assert.deepEqual(await suggested([passageOf('log', 'ok 200 12ms'), passageOf('data', '1;2;3')]), []);
});
