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

test('a search keeps the run that the panel shows, and those begun since, in view, and says so', () => {
  const [early, late] = [new Date(2024, 2, 10, 9), new Date(2024, 2, 10, 11)];
  const runs = [
    { ...summaryOf('match', early), question: 'Orrin?' },
    summaryOf('shown', early),
    summaryOf('other', early),
    summaryOf('new', late),
  ];
  const search = { words: 'orrin', sinceUtc: new Date(2024, 2, 10, 10).toISOString() };
  assert.deepEqual(
    runsInView(runs, search, 'shown').map(({ runId }) => runId),
    ['match', 'shown', 'new'],
  );
  assert.equal(searchSentence(runs, search, 'shown'), '1 of 4 questions match “orrin”. New and shown ones are listed, too.');
  assert.equal(searchSentence(runs.slice(0, 3), search, 'match'), '1 of 3 questions match “orrin”.');
  assert.equal(searchSentence(runs, { words: '', sinceUtc: '' }, 'shown'), '');
});
