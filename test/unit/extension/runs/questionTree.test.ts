import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RunSummary } from '../../../../src/protocol/engine.ts';
import {
  daysOf,
  isOfOlderIndex,
  pathTo,
  rootsOf,
  rowStanding,
  runStanding,
  runTooltip,
  standingWords,
} from '../../../../src/extension/runs/questionTree.ts';
import { summaryOf } from '../../../support/runSummary.ts';

const now = new Date(2024, 2, 10, 15, 0);

test('runs are grouped by day, newest first, in the user’s own time', () => {
  const runs = [
    summaryOf('a', new Date(2024, 2, 9, 23, 59)),
    summaryOf('b', new Date(2024, 2, 10, 0, 1)),
    summaryOf('c', now),
    summaryOf('d', new Date(2024, 1, 1)),
  ];
  assert.deepEqual(
    daysOf(runs, now)
      .map(({ label, runs: ofDay }) => [label, ofDay.map((item) => item.run.runId)])
      .slice(0, 2),
    [
      ['Today', ['c', 'b']],
      ['Yesterday', ['a']],
    ],
  );
  assert.deepEqual(daysOf([], now), []);
});

test('pinned runs are above all days, newest first', () => {
  const [today, yesterday, older] = [new Date(2024, 2, 10, 9), new Date(2024, 2, 9, 9), new Date(2024, 1, 1)];
  const runs = [
    { ...summaryOf('old', older), isPinned: true },
    summaryOf('now', today),
    { ...summaryOf('kept', yesterday), isPinned: true },
  ];
  assert.deepEqual(
    daysOf(runs, now).map(({ label, runs: shown }) => [label, ...shown.map((item) => item.run.runId)]),
    [
      ['Pinned', 'kept', 'old'],
      ['Today', 'now'],
    ],
  );
});

test('follow-ups are below the first question of their thread, in the order of asking; the day is that of the last', () => {
  const at = (day: number, hour: number): Date => new Date(2024, 2, day, hour);
  const follow = (runId: string, started: Date, followsRunId: string): RunSummary => ({ ...summaryOf(runId, started), followsRunId });
  const runs = [
    follow('third', at(10, 12), 'second'),
    summaryOf('other', at(10, 11)),
    follow('second', at(9, 10), 'first'),
    follow('left', at(9, 9), 'deleted'),
    summaryOf('first', at(8, 9)),
  ];
  const shown = (of: readonly RunSummary[], all = of): unknown =>
    daysOf(of, now, { all }).map(({ label, runs: items }) => [
      label,
      ...items.map((item) => [item.run.runId, ...item.followUps.map((one) => one.run.runId)]),
    ]);
  assert.deepEqual(shown(runs), [
    ['Today', ['first', 'second', 'third'], ['other']],
    ['Yesterday', ['left']],
  ]);
  // Without the first, its follow-ups remain.
  assert.deepEqual(shown(runs.slice(0, 3)), [['Today', ['second', 'third'], ['other']]]);
  assert.deepEqual(shown(runs.slice(0, 1), runs), [['Today', ['third']]]);
  const pinned = { ...follow('pinned', at(9, 9), 'first'), isPinned: true };
  assert.deepEqual(daysOf([pinned, summaryOf('first', at(8, 9))], now).map(({ label }) => label)[0], 'Pinned');
});

test('a run is found below its day, a follow-up below the first of its thread', () => {
  const roots = daysOf([summaryOf('a', now), { ...summaryOf('b', now), followsRunId: 'a' }], now);
  const names = (runId: string): unknown => pathTo(roots, runId).map((item) => (item.kind === 'run' ? item.run.runId : item.kind));
  assert.deepEqual([names('a'), names('b'), names('c')], [['day', 'a'], ['day', 'a', 'b'], []]);
});

test('a run that has ended tells when the index has changed since, if both states are known', () => {
  const cases: readonly (readonly [Partial<RunSummary>, epoch: string, isOlder: boolean])[] = [
    [{ indexEpoch: 'e1' }, 'e2', true],
    [{ indexEpoch: 'e1' }, 'e1', false],
    [{ indexEpoch: 'e1' }, '', false],
    [{ indexEpoch: '' }, 'e2', false],
    [{}, 'e2', false],
    [{ indexEpoch: 'e1', status: 'running' }, 'e2', false],
  ];
  assert.deepEqual(
    cases.map(([facts, epoch]) => isOfOlderIndex({ ...summaryOf('a', now), ...facts }, epoch)),
    cases.map(([, , isOlder]) => isOlder),
  );
});

test('a run’s row says how it ended: only a confirmed answer is green', () => {
  const ended: readonly Partial<RunSummary>[] = [
    {},
    { unconfirmed: 'check-gave-none' },
    { status: 'degraded' },
    { status: 'degraded', unconfirmed: 'cut-short' },
    { status: 'degraded', answer: null },
    { answer: null, abstained: true },
    { status: 'cancelled', unconfirmed: 'cut-short' },
    { status: 'failed', answer: null },
  ];
  assert.deepEqual(
    ended.map((facts) => Object.values(runStanding({ ...summaryOf('a', now), ...facts })).join(' · ')),
    [
      'answered · pass-filled · testing.iconPassed',
      'not verified · unverified · list.warningForeground',
      'answered in part · warning · list.warningForeground',
      'answered in part, not verified · warning · list.warningForeground',
      'failed · error · list.errorForeground',
      'no answer found · question',
      'cancelled, not verified · circle-slash',
      'failed · error · list.errorForeground',
    ],
  );
});

test('a pinned answer is only green when it was checked against the documents as they are', () => {
  const pinned = (epoch: string, reasons: readonly unknown[] = []): RunSummary =>
    ({ ...summaryOf('a', now), isPinned: true, indexEpoch: 'e1', standing: { epoch, reasons } }) as RunSummary;
  const shown = (of: RunSummary): unknown => {
    const { mark = '', icon, color = '' } = rowStanding(of, 'e2');
    return [mark, icon, color].join(' · ');
  };
  assert.deepEqual(
    [shown(pinned('e2')), shown(pinned('e1')), shown({ ...pinned('e2'), unchecked: 'No server.' }), shown(pinned('e2', [{}]))],
    [
      ' · pass-filled · testing.iconPassed',
      'not checked · pass-filled · ',
      'not checked · pass-filled · ',
      'stale · history · list.warningForeground',
    ],
  );
});

test('the tooltip of a run says what it was asked, how it ended, and whether its documents have changed', () => {
  const without: RunSummary = { ...summaryOf('a', now), answer: null, abstained: true };
  assert.equal(runTooltip(without, true), ['Why?', 'no answer found · p · 1.0 s', 'The index has changed since.'].join('\n\n'));
  const why = 'The final check did not find this answer in the passages.';
  assert.equal(
    runTooltip({ ...summaryOf('a', now), unconfirmed: 'check-gave-none' }, false),
    ['Why?', 'x', why, 'not verified · p · 1.0 s'].join('\n\n'),
  );
});

test('pinned runs come first, with those that got lost, then tables; what else cannot be read is last', () => {
  const table = { record: '/f/gates.ariadne-table.json', questions: ['Who?'], answeredBy: 'builtin', documents: 2, unfinished: 0 };
  const pin = { runId: 'lost', question: 'Where?', reason: 'Its log is gone.', isPinned: true };
  const other = { runId: 'other', question: '', reason: 'It is damaged.', isPinned: false };
  const runs = [summaryOf('a', now), { ...summaryOf('b', now), isPinned: true }];
  const shown = rootsOf(daysOf(runs, now), { lost: [other, pin], tables: [table] });
  assert.deepEqual(
    shown.map((root) => (root.kind === 'tables' ? ['Tables', root.tables.length] : [root.label, root.runs.length, root.lost?.length])),
    [
      ['Pinned', 1, 1],
      ['Tables', 1],
      ['Today', 1, undefined],
      ['Cannot be read', 0, 1],
    ],
  );
  assert.deepEqual(rootsOf([], { lost: [], tables: [] }), []);
  const alone = rootsOf([], { lost: [pin], tables: [] });
  assert.deepEqual(
    alone.map((root) => root.kind === 'day' && root.lost?.map(({ runId }) => runId)),
    [['lost']],
  );
});

test('of a pinned run it is said why it is stale, that it still holds, or that it is not known', () => {
  const pinned = { ...summaryOf('a', now), isPinned: true };
  const reasons = [{ kind: 'cited-place', path: 'krog.md', quote: 'Saltvik' } as const];
  const stale = { ...pinned, standing: { epoch: '2', reasons } };
  assert.deepEqual(standingWords(stale, true), ['Stale:', 'krog.md no longer has “Saltvik”.']);
  assert.deepEqual(standingWords({ ...pinned, standing: { epoch: '2', reasons: [] } }, true), [
    'Documents have changed, but nothing that this answer rests on.',
  ]);
  assert.deepEqual(standingWords({ ...stale, unchecked: 'Ariadne is offline.' }, true), [
    'It could not be checked whether this still holds. Ariadne is offline.',
  ]);
  const half = standingWords({ ...pinned, standing: { epoch: '2', reasons: [], notAsked: 'openai:words' } }, true).join(' ');
  assert.match(half, /not what this answer cites\. Its searches were not repeated, because that would call openai:words/);
  assert.deepEqual(standingWords({ ...stale, isPinned: false }, true), ['The index has changed since.']);
  assert.deepEqual(standingWords(pinned, false), []);
});
