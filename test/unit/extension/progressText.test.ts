import assert from 'node:assert/strict';
import { test } from 'node:test';
import { count, progressText, remainingText } from '../../../src/extension/progressText.ts';
import type { IndexProgress } from '../../../src/protocol/engine.ts';

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

test('progress says how far it is, how long it still takes and which document is being read', () => {
  const progress = (facts: Partial<IndexProgress>): IndexProgress => ({
    stage: 'read',
    documentsDone: 12,
    documentsTotal: 40,
    passages: 0,
    ...facts,
  });
  const cases: readonly (readonly [Partial<IndexProgress>, string])[] = [
    [{}, '12 of 40 documents'],
    [{ passages: 310, remainingSeconds: 70, current: 'notes/a.md' }, '12 of 40 documents · 310 passages · about 2 min left · notes/a.md'],
    [{ stage: 'discover', documentsDone: 0, documentsTotal: 0 }, 'finding documents'],
    [{ stage: 'discover', documentsDone: 1 }, 'found 1 document'],
    [{ stage: 'embed', passages: 5 }, '12 of 40 documents · 5 passages'],
    [{ stage: 'embed', documentsTotal: 0, passages: 5 }, 'embedding 5 passages'],
    [{ stage: 'graph', passages: 1 }, 'connecting 1 passage'],
    [{ stage: 'fulltext', passages: 2 }, 'making 2 passages searchable'],
    [{ stage: 'store', passages: 2, remainingSeconds: 3 }, 'storing 2 passages · a few seconds left'],
    [{ stage: 'learn', documentsDone: 37, documentsTotal: 100, passages: 900 }, '37 % · 900 passages'],
  ];
  assert.deepEqual(
    cases.map(([facts]) => progressText(progress(facts))),
    cases.map(([, text]) => text),
  );
  assert.deepEqual([count(0, 'file'), count(1, 'file'), count(2, 'file')], ['0 files', '1 file', '2 files']);
});
