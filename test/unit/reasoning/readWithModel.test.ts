import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Reader, ReadSpan } from '../../../src/models/models.ts';
import { ExtractiveReasoner } from '../../../src/reasoning/extractive/extractiveReasoner.ts';
import type { ReadOutput } from '../../../src/reasoning/roles/readRoles.ts';
import { passageOf } from '../../support/passages.ts';
import { reasonerOf } from '../../../src/reasoning/reasoner.ts';
import { allRoles } from '../../../lab/simulation/allRoles.ts';

const { signal } = new AbortController();
const light = { ...passageOf('light', 'It was lit in 1903. Its keeper was Piet\nHarrowgate for years.'), title: 'Pellow Light' };
const list = { ...passageOf('list', 'Keepers: Piet Harrowgate, Ada Brook.'), title: '' };

/** A reader that marks these words wherever they are. */
function marking(marks: Readonly<Record<string, number>>, asked: string[] = []): Reader {
  return {
    id: 'marking',
    read: async (question, passages) => {
      asked.push(question, ...passages);
      const spans: ReadSpan[] = Object.entries(marks).flatMap(([words, score]) =>
        passages.flatMap((text, passage) => {
          const start = text.indexOf(words);
          return start < 0 ? [] : [{ passage, start, end: start + words.length, score }];
        }),
      );
      return spans.sort((a, b) => b.score - a.score);
    },
  };
}

async function read(reader: Reader, question = 'Who was the keeper of Pellow Light?'): Promise<ReadOutput> {
  const input = { question, passages: [list, light], cot: false };
  return (await reasonerOf(new ExtractiveReasoner({}, reader)).perform(allRoles.read, input, { node: 'q', signal })).output;
}

test('the words become the answer, and the sentence around them the quote', async () => {
  assert.deepEqual(await read(marking({ 'Piet\nHarrowgate': 0.9 })), {
    answer: 'Piet Harrowgate',
    citations: [1],
    quote: 'Its keeper was Piet\nHarrowgate for years.',
    confidence: 0.9,
  });
});

test('passages with the same words are all cited, the best first', async () => {
  const { answer, citations } = await read(marking({ 'Piet\nHarrowgate': 0.9, 'Piet Harrowgate': 0.8, 'Ada Brook': 0.7 }));
  assert.deepEqual([answer, citations], ['Piet Harrowgate', [1, 0]]);
});

test('the model sees what a passage is about, but words of the title are no quote from the text', async () => {
  const asked: string[] = [];
  assert.equal((await read(marking({ 'Pellow Light': 0.9 }, asked))).answer, null);
  assert.deepEqual(asked.slice(1, 3), [list.text, `Pellow Light\n${light.text}`]);
});

test('words less likely than that there are none, and places outside of the text, are no answer', async () => {
  assert.equal((await read(marking({ 'Ada Brook': 0.49 }))).answer, null);
  const lost: Reader = {
    id: 'lost',
    read: async () => [
      { passage: 7, start: 0, end: 4, score: 0.9 },
      { passage: 0, start: 900, end: 904, score: 0.9 },
      { passage: 0, start: 0, end: 4, score: NaN },
    ],
  };
  assert.equal((await read(lost)).answer, null);
});

test('the plan stays with the rules, and the model reads each step', async () => {
  const asked: string[] = [];
  const input = { question: 'Where was the keeper of Pellow Light born?', passages: [list, light], cot: false };
  await reasonerOf(new ExtractiveReasoner({}, marking({ 'Piet\nHarrowgate': 0.9 }, asked))).perform(allRoles.read, input, {
    node: 'q',
    signal,
  });
  assert.deepEqual(
    asked.filter((text) => text.endsWith('?')),
    ['Who is the keeper of Pellow Light?', 'Where was Piet Harrowgate born?'],
  );
});
