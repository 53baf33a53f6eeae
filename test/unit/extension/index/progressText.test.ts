import assert from 'node:assert/strict';
import { test } from 'node:test';
import { progressText, remainingText, shortProgress, stageText } from '../../../../src/extension/index/progressText.ts';
import type { IndexProgress } from '../../../../src/protocol/indexStatus.ts';
import { count } from '../../../../src/base/amounts.ts';

test('remaining time is rounded up, and never finer than an estimate can be', () => {
  const cases = [
    [0, 'a few seconds left'],
    [10, 'a few seconds left'],
    [11, 'about 20 s left'],
    [50, 'about 50 s left'],
    [51, 'about 1 min left'],
    [60, 'about 1 min left'],
    [61, 'about 2 min left'],
    [90 * 60, 'about 90 min left'],
    [90 * 60 + 1, 'about 2 h left'],
    [5 * 3600, 'about 5 h left'],
  ] as const;
  assert.deepEqual(
    cases.map(([seconds]) => [seconds, remainingText(seconds)]),
    cases,
  );
});

const progress = (facts: Partial<IndexProgress>): IndexProgress => ({
  work: 'index',
  stage: 'read',
  fraction: 0.319,
  documentsDone: 12,
  documentsTotal: 40,
  passages: 1200,
  ...facts,
});

test('progress says how far the whole is and how long it still takes, a stage what is being done', () => {
  const cases: readonly (readonly [Partial<IndexProgress>, string])[] = [
    [{ remainingSeconds: 70, current: 'notes/a.md' }, '31% · about 2 min left | Reading documents | 12 of 40 · notes/a.md'],
    [{ fraction: 0.02, documentsDone: 0 }, '2% | Reading documents | 0 of 40'],
    [{ stage: 'wait', fraction: 0, waitingFor: 'process 7' }, '0% | Waiting | for process 7 to finish indexing'],
    [{ stage: 'discover', fraction: 0 }, '0% | Looking for documents'],
    [{ stage: 'fulltext' }, '31% | Indexing words'],
    [{ stage: 'embed' }, '31% | Preparing search by meaning | 1,200 passages'],
    [{ work: 'switch', stage: 'embed', passagesDone: 300 }, '31% | Preparing search by meaning | 300 of 1,200 passages'],
    [
      { work: 'switch', stage: 'embed', passagesDone: 300, waitMs: 8_500 },
      '31% | Preparing search by meaning | 300 of 1,200 passages · waiting 9 s for the server’s rate limit',
    ],
    [{ work: 'switch', stage: 'load' }, '31% | Loading the model'],
    [{ stage: 'graph' }, '31% | Linking related passages'],
    [{ stage: 'store', fraction: 0.999, remainingSeconds: 3 }, '99% · a few seconds left | Saving'],
    [{ work: 'learn', stage: 'learn' }, '31% | Learning | from 1,200 passages'],
  ];
  const said = cases.map(([facts]) => {
    const { label, description } = stageText(progress(facts));
    return [progressText(progress(facts)), label, ...(description === undefined ? [] : [description])].join(' | ');
  });
  assert.deepEqual(
    said,
    cases.map(([, text]) => text),
  );
});

test('the status bar says how far it is, and no more', () => {
  const works = [
    { kind: 'index' },
    { kind: 'index', progress: progress({ current: 'notes/a.md', remainingSeconds: 70 }) },
    { kind: 'learn', progress: progress({ work: 'learn', stage: 'learn' }) },
  ] as const;
  assert.deepEqual(
    works.map((work) => shortProgress({ beganAtMs: 0, ...work })),
    ['Indexing', 'Indexing 31%', 'Learning 31%'],
  );
});

test('counts agree with their noun', () => {
  assert.deepEqual([count(0, 'file'), count(1, 'file'), count(2, 'file')], ['0 files', '1 file', '2 files']);
});
