/** The simulation gives what tells an answer apart where a passage says it, asks with it, and understands such a question. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Asked } from '../../../../lab/simulation/behaviors/behavior.ts';
import { behaviors } from '../../../../lab/simulation/behaviors/behaviors.ts';
import type { GoldQuestion } from '../../../../lab/simulation/dataset.ts';
import { Mind } from '../../../../lab/simulation/mind.ts';
import { plain } from '../../../../lab/simulation/wording.ts';

const [city, border] = ['Green Bay is a city in Brown County, Wisconsin.', 'Brown County, Wisconsin borders Oconto County.'];
const [inWhich, next] = ['In which county is Green Bay?', 'What borders Brown County (Wisconsin)?'];
const gold: GoldQuestion = {
  question: 'What borders the county of Green Bay?',
  answers: ['Oconto County'],
  goldTexts: [plain(city), plain(border)],
  goldSets: [[plain(city), plain(border)]],
  steps: [
    { question: inWhich, answer: 'Brown County', answers: ['Brown County'], needs: [], goldTexts: [plain(city)] },
    { question: 'What borders #1?', answer: 'Oconto County', answers: ['Oconto County'], needs: [0], goldTexts: [plain(border)] },
  ],
};
const mind = new Mind([gold], { seed: 0, error: 0, knows: 0, distraction: 0, invents: 0, misquotes: 0, strays: 0, slips: {}, sloppy: 0 });

function asked(question: string, text = '', steps: Asked['steps'] = []): Asked {
  const passages = text === '' ? [] : [{ number: 1, title: '', text, plainText: plain(text) }];
  return { question, passages, steps, text: '', hasSchema: true, isStep: true, mayRemember: false, sample: 0 };
}

const step = (question: string, answer: string, qualifier = '') => ({ question, answer, qualifier, thought: '', fact: '', text: '' });

test('a short answer that others share is found by what tells it apart, and stays short', () => {
  const found = behaviors['sunar.read'](mind, asked(inWhich, city)).reply;
  assert.partialDeepStrictEqual(found, { answer: 'Brown County', qualifier: 'Wisconsin' });
  const steps = [step(inWhich, 'Brown County', 'Wisconsin')];
  assert.partialDeepStrictEqual(behaviors['sunar.step'](mind, asked(gold.question, '', steps)).reply, { sub_question: next });
  assert.partialDeepStrictEqual(behaviors['sunar.read'](mind, asked(next, border)).reply, { answer: 'Oconto County' });
  const all = [...steps, step(next, 'Oconto County')];
  assert.partialDeepStrictEqual(behaviors['sunar.finish'](mind, asked(gold.question, '', all)).reply, { answer: 'Oconto County' });
});
