import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noIndex } from '../../src/protocol/indexStatus.ts';
import type { PanelState } from '../../src/protocol/panel.ts';
import { indexingView } from '../../webview-ui/src/indexingView.ts';

test('the panel says how far indexing is and what ready for questions meanwhile, and leaves details to the index view', () => {
  const progress = {
    work: 'index',
    stage: 'read',
    fraction: 0.319,
    documentsDone: 12,
    documentsTotal: 40,
    passages: 1200,
    current: 'notes/a.md',
    remainingSeconds: 70,
  } as const;
  const cases: readonly Pick<PanelState, 'progress' | 'index'>[] = [
    { index: noIndex },
    { index: noIndex, progress },
    { index: { ...noIndex, passages: 900 }, progress },
    { index: noIndex, progress: { ...progress, stage: 'wait', waitingFor: 'process 7 on host' } },
  ];
  assert.deepEqual(cases.map(indexingView), [
    { words: 'starting · you can ask when it finishes' },
    { fraction: 0.319, words: '31% · you can ask when it finishes' },
    { fraction: 0.319, words: '31% · 900 passages ready for questions meanwhile' },
    { words: 'waiting for another process · you can ask when it finishes' },
  ]);
});
