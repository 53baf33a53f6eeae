import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReadingCase } from '../../../../bench/readingCases.ts';
import { boost } from '../../../../lab/training/boosting.ts';
import { trainReader } from '../../../../lab/training/readerTraining.ts';
import { checked, learnedReader } from '../../../../src/reasoning/extractive/learnedReader.ts';
import { featureNames } from '../../../../src/reasoning/extractive/spanFeatures.ts';
import { sumOf } from '../../../../src/reasoning/extractive/trees.ts';
import { passageOf } from '../../../support/passages.ts';

const names = ['Ann Lee', 'Bo Li', 'Mira Holt', 'Osk Lind', 'Ida Fox', 'Carl Roe', 'Piet Harrow', 'Greta Vane'];
const mills = ['Vell Mill', 'Arr Mill', 'Tarn Mill', 'Holm Mill', 'Skell Mill', 'Orrin Mill', 'Hesk Mill', 'Brae Mill'];

function cases(verb: string): readonly ReadingCase[] {
  return mills.map((mill, i) => {
    const [right = '', wrong = ''] = [names[i], names[(i + 3) % names.length]];
    const gold = passageOf(mill, `${mill} is a mill. ${wrong} visited the mill. ${mill} was ${verb} by ${right} in 1903.`);
    const other = passageOf('Notes', `${wrong} lived near a harbour and never saw a mill.`);
    return {
      question: `Who ${verb} ${mill}?`,
      answers: [right],
      gold: [gold.path],
      passages: [gold, other],
      others: [other],
      isTraining: true,
    };
  });
}

const sets = [
  { dataset: 'designs', kind: 'questions', cases: cases('designed') },
  { dataset: 'paintings', kind: 'questions', cases: cases('painted') },
] as const;

test('a reader learns from made-up questions, the same one each time', async () => {
  const log = (): void => undefined;
  const once = await trainReader(sets, log);
  assert.equal(JSON.stringify(once), JSON.stringify(await trainReader(sets, log)));
  assert.deepEqual(once.counts, { designs: 8, paintings: 8 });
  assert.equal(checked(once.model), once.model);
  assert.deepEqual(
    once.leftOut.map(({ dataset, questions, answers }) => [dataset, questions, answers.every(({ isRight }) => isRight)]),
    [
      ['designs', 8, true],
      ['paintings', 8, true],
    ],
  );
});

test('the shipped model is for the features that the reader computes', () => {
  assert.deepEqual(learnedReader.features, featureNames);
  const indices = learnedReader.ranker.flatMap((tree) => tree.filter((_, i) => i % 3 === 0));
  assert.ok(indices.every((index) => index >= -1 && index < featureNames.length));
  assert.throws(() => checked({ ...learnedReader, features: ['other'] }), /npm run train:reader/);
});

test('boosted trees fit what one split tells apart', () => {
  const rows = Array.from({ length: 200 }, (_, i) => [i % 7, i]);
  const trees = boost(
    rows,
    (scores, first, second) => {
      for (const [i, score] of scores.entries()) {
        first[i] = score - (i < 100 ? -1 : 1);
        second[i] = 1;
      }
    },
    { trees: 40, leaves: 2, rate: 0.3, leastWeight: 1, ridge: 0, columns: 1, seed: 1 },
  );
  assert.ok(Math.abs(sumOf(trees, [0, 20]) + 1) < 0.05);
  assert.ok(Math.abs(sumOf(trees, [0, 180]) - 1) < 0.05);
});
