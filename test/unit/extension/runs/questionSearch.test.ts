import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchingRuns, runsInView, searchSentence } from '../../../../src/extension/runs/questionSearch.ts';
import type { RunSummary } from '../../../../src/protocol/engine.ts';

const now = new Date(2024, 2, 10, 15, 0);
const run = (runId: string, started: Date): RunSummary => ({
  runId,
  log: '',
  question: 'Why?',
  pipeline: 'p',
  startedAtUtc: started.toISOString(),
  status: 'ok',
  answer: 'x',
  abstained: false,
  seconds: 1,
});

test('runs are searched by title, question, answer and pipeline, all words anywhere, in any case', () => {
  const runs = [
    { ...run('a', now), question: 'Who built the Orrin barrage?', answer: 'Varrow Tidal Company' },
    { ...run('b', now), question: 'When was it flooded?', answer: null, title: 'Nether Coll' },
    { ...run('c', now), pipeline: 'drr-rag' },
  ];
  const found = (words: string) => matchingRuns(runs, words).map(({ runId }) => runId);
  assert.deepEqual(
    [found(''), found('barrage VARROW'), found('coll'), found(' drr '), found('barrage coll')],
    [['a', 'b', 'c'], ['a'], ['b'], ['c'], []],
  );
});

test('a search keeps the run that the panel shows, and those begun since, in view, and says so', () => {
  const [early, late] = [new Date(2024, 2, 10, 9), new Date(2024, 2, 10, 11)];
  const runs = [{ ...run('match', early), question: 'Orrin?' }, run('shown', early), run('other', early), run('new', late)];
  const search = { words: 'orrin', sinceUtc: new Date(2024, 2, 10, 10).toISOString() };
  assert.deepEqual(
    runsInView(runs, search, 'shown').map(({ runId }) => runId),
    ['match', 'shown', 'new'],
  );
  assert.equal(searchSentence(runs, search, 'shown'), '1 of 4 questions match “orrin”. New and shown ones are listed, too.');
  assert.equal(searchSentence(runs.slice(0, 3), search, 'match'), '1 of 3 questions match “orrin”.');
  assert.equal(searchSentence(runs, { words: '', sinceUtc: '' }, 'shown'), '');
});
