import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingRuns, runsInView, searchSentence } from '../../../../src/extension/runs/questionSearch.ts';
import { summaryOf } from '../../../support/runSummary.ts';

const now = new Date(2024, 2, 10, 15, 0);

test('runs are searched by title, question, answer and pipeline, all words anywhere, in any case', () => {
  const runs = [
    { ...summaryOf('a', now), question: 'Who built the Orrin barrage?', answer: 'Varrow Tidal Company' },
    { ...summaryOf('b', now), question: 'When was it flooded?', answer: null, title: 'Nether Coll' },
    { ...summaryOf('c', now), pipeline: 'drr-rag' },
  ];
  const found = (words: string) => matchingRuns(runs, words).map(({ runId }) => runId);
  assert.deepEqual(
    [found(''), found('barrage VARROW'), found('coll'), found(' drr '), found('barrage coll')],
    [['a', 'b', 'c'], ['a'], ['b'], ['c'], []],
  );
});

test('a search keeps the run that the panel shows in view, and says how many match', () => {
  const runs = [{ ...summaryOf('match', now), question: 'Orrin?' }, summaryOf('shown', now), summaryOf('other', now)];
  assert.deepEqual(
    runsInView(runs, 'orrin', 'shown').map(({ runId }) => runId),
    ['match', 'shown'],
  );
  assert.deepEqual([searchSentence(runs, 'orrin'), searchSentence(runs, '')], ['1 of 3 questions match “orrin”.', '']);
});
