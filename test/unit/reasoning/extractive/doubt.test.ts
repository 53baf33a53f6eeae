import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checked, type LearnedReader } from '../../../../src/reasoning/extractive/learnedReader.ts';
import { readPassages } from '../../../../src/reasoning/extractive/readPassages.ts';
import { featureNames } from '../../../../src/reasoning/extractive/spanFeatures.ts';

/** A ranker that gives a score to candidates up to the middle of their sentence, and another to those after it. */
function ranker(early: number, late: number): LearnedReader['rankers'][number] {
  return [[featureNames.indexOf('place in sentence'), 0.5, 2, -1, early, 0, -1, late, 0]];
}

const text = 'Ines Tarrow designed the barrage with Greta Holmquay.';
const passage = {
  id: 'a',
  path: 'a.md',
  title: 'The barrage',
  headings: [],
  text,
  range: { startLine: 0, endLine: 1, startOffset: 0, endOffset: text.length },
  runs: [0, 0, text.length, 0],
  documentHash: 'h',
};

function read(...rankers: LearnedReader['rankers']) {
  const model = checked({ features: featureNames, rankers, confidence: [], threshold: 0.4 });
  return readPassages({ question: 'Who designed the barrage?', passages: [passage], cot: false }, model, model.threshold);
}

test('rankers that agree give their answer', () => {
  const { answer, confidence } = read(ranker(3, 0), ranker(2, 0));
  assert.deepEqual({ answer, confidence }, { answer: 'Ines Tarrow', confidence: 0.5 });
});

test('an answer that one ranker of several doubts is not given, however sure the mean is', () => {
  const { answer, guess } = read(ranker(9, 0), ranker(0, 1));
  assert.deepEqual({ answer, guess }, { answer: null, guess: 'Ines Tarrow' });
});
