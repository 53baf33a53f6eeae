import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digestOfUnfinished } from '../../../../src/run/draftDigest.ts';
import type { RunSummary } from '../../../../src/protocol/engine.ts';
import {
  childrenOfRun,
  daysOf,
  evidenceLabel,
  isOfOlderIndex,
  pathTo,
  rootsOf,
  rowStanding,
  runStanding,
  runTooltip,
  standingWords,
  type TreeItemData,
} from '../../../../src/extension/runs/questionTree.ts';
import { methodName } from '../../../../src/protocol/methodNames.ts';
import type { Trace, TraceNode } from '../../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../../src/trace/fold.ts';
import { summaryOf } from '../../../support/runSummary.ts';

const now = new Date(2024, 2, 10, 15, 0);

const node = (id: string, facts: Partial<TraceNode>): TraceNode => ({
  id,
  kind: 'sub_question',
  text: id,
  parent: null,
  attempt: 0,
  depth: 1,
  order: 0,
  status: 'supported',
  evidence: [],
  calls: [],
  startedAt: 0,
  endedAt: 0,
  flags: [],
  ...facts,
});

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
      ...items.map((item) => [item.run.runId, ...item.followUps.map((one) => one.run.runId), ...(item.isLeft ? ['left alone'] : [])]),
    ]);
  assert.deepEqual(shown(runs), [
    ['Today', ['first', 'second', 'third'], ['other']],
    ['Yesterday', ['left', 'left alone']],
  ]);
  // Without the first, its follow-ups remain. What only the search left out is not gone.
  assert.deepEqual(shown(runs.slice(0, 3)), [['Today', ['second', 'third', 'left alone'], ['other']]]);
  assert.deepEqual(shown(runs.slice(0, 1), runs), [['Today', ['third']]]);
  const pinned = { ...follow('pinned', at(9, 9), 'first'), isPinned: true };
  assert.deepEqual(daysOf([pinned, summaryOf('first', at(8, 9))], now).map(({ label }) => label)[0], 'Pinned');
});

test('a run is found below its day, a follow-up below the first of its thread', () => {
  const roots = daysOf([summaryOf('a', now), { ...summaryOf('b', now), followsRunId: 'a' }], now);
  const names = (runId: string): unknown => pathTo(roots, runId).map((item) => (item.kind === 'run' ? item.run.runId : item.kind));
  assert.deepEqual([names('a'), names('b'), names('c')], [['day', 'a'], ['day', 'a', 'b'], []]);
});

test('a row of evidence is spoken in a few words, however long its passage is', () => {
  const range = { startLine: 11, endLine: 18, startOffset: 0, endOffset: 9_000 };
  const passage = {
    id: 'p',
    path: 'a/report.md',
    title: 'The Report',
    headings: ['Two'],
    text: 'word '.repeat(1_800),
    range,
    runs: [],
    documentHash: '',
  };
  const said = (score: number | null, isGenerated: boolean): string =>
    evidenceLabel({
      kind: 'evidence',
      runId: 'r',
      nodeId: 's1',
      evidence: { passageId: 'p', rank: 1, score, used: true, source: 'initial' },
      passage,
      isGenerated,
    });
  assert.equal(said(0.456, false), 'Evidence 2, The Report, report.md:12–18, score 0.46');
  assert.equal(said(null, true), 'Evidence 2, written by the model, not from your documents');
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
    { answer: null, abstained: true, quotes: 2 },
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
      'nothing found · question',
      '2 quotes · quote',
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

test('the tooltip of a run without an answer quotes the documents at their lines and says what to try', () => {
  const range = { startLine: 11, endLine: 12, startOffset: 0, endOffset: 9 };
  const passage = { id: 'p1', path: 'a/b.md', title: '', headings: [], text: 'Ann left.', range, runs: [0, 0, 9, 11], documentHash: '' };
  const evidence = [{ passageId: 'p1', rank: 0, score: 1, used: true, source: 'initial' as const }];
  const nodes = [node('s1', { answer: null, evidence })];
  const trace: Trace = {
    ...emptyTrace,
    pipeline: 'p',
    models: { ...emptyTrace.models, chat: 'builtin' },
    nodes,
    passages: { p1: passage },
  };
  const without: RunSummary = { ...summaryOf('a', now), answer: null, abstained: true, quotes: 1 };
  assert.equal(
    runTooltip(without, true, {
      trace: { ...trace, digest: [...digestOfUnfinished(trace)] },
      runs: [],
      nameOfMethod: (id) => methodName(id, []),
    }),
    [
      'Why?',
      '1 quote · p · 1.0 s',
      '“Ann left.” b.md:12',
      'No short answer was found.',
      'Not found: “s1”',
      'Try Balanced. It splits the question, follows related passages, and checks the answer.',
      'Choose a language model. The built-in models only find answers worded much like the question. A language model understands more.',
      'The index has changed since.',
    ].join('\n\n'),
  );
  const why = 'The final check did not find this answer in the passages.';
  assert.equal(
    runTooltip({ ...summaryOf('a', now), unconfirmed: 'check-gave-none' }, false),
    ['Why?', 'x', why, 'not verified · p · 1.0 s'].join('\n\n'),
  );
});

test('a sub-question says how it is, also when its run ended before it', () => {
  const stopped = { status: 'cancelled' as const, failure: 'The run was stopped.' };
  const cases: readonly (readonly [Partial<TraceNode>, Partial<Trace>, isGoingOn: boolean, standing: string])[] = [
    [{ status: 'running' }, {}, true, 'running'],
    [{ status: 'running' }, {}, false, 'stopped'],
    [{ status: 'pending' }, {}, false, 'not-reached'],
    [{ status: 'failed', failure: 'The run was stopped.' }, stopped, false, 'stopped'],
    [{ status: 'blocked' }, stopped, false, 'not-reached'],
    [{ status: 'blocked' }, { status: 'failed', failure: 'No model.' }, false, 'not-reached'],
    [{ status: 'failed', failure: 'No model.' }, { status: 'failed', failure: 'No model.' }, false, 'failed'],
    [{ status: 'answered', answer: null, abstained: true }, {}, false, 'no-answer'],
    [{ status: 'answered', answer: 'Ann', abstained: false }, {}, false, 'answered'],
    [{ status: 'supported', votes: [true, true, false] }, {}, false, 'accepted'],
  ];
  const standings = cases.map(([facts, trace, isGoingOn]) =>
    childrenOfRun({ ...emptyTrace, ...trace, nodes: [node('s1', facts)] }, isGoingOn).map((item) => item.kind === 'node' && item.standing),
  );
  assert.deepEqual(
    standings,
    cases.map(([, , , standing]) => [standing]),
  );
});

test('under a run are its sub-questions in the order they were planned; without any, the evidence of the question', () => {
  const range = { startLine: 11, endLine: 18, startOffset: 0, endOffset: 9 };
  const passage = { id: 'p1', path: 'a/b.md', title: '', headings: [], text: '', range, runs: [], documentHash: '' };
  const evidence = [
    { passageId: 'p1', rank: 0, score: 1, used: true, source: 'initial' as const },
    { passageId: 'gone', rank: 1, score: 0, used: true, source: 'initial' as const },
  ];
  const root = node('root', { kind: 'root', evidence });
  const idsOf = (nodes: TraceNode[]): unknown[] =>
    childrenOfRun({ ...emptyTrace, runId: 'r', nodes, passages: { p1: passage } }, false).map((item) =>
      item.kind === 'node' ? [item.node.id, item.children.length] : item.passage.id,
    );
  assert.deepEqual(idsOf([root, node('s2', { order: 2 }), node('s1', { order: 1, evidence })]), [
    ['s1', 1],
    ['s2', 0],
  ]);
  assert.deepEqual(idsOf([root]), ['p1']);
});

test('what a sub-question came to: its answer, what it was before its check, what it rests on; else how it is, with the votes', () => {
  const written = { passageId: 'generated:g', rank: 0, score: null, used: true, source: 'generated' as const };
  const cases: readonly (readonly [Partial<TraceNode>, description: string])[] = [
    [{ status: 'supported', answer: 'Ann' }, 'Ann'],
    [{ status: 'revised', answer: '5 April', answerBeforeRevision: '1940' }, '1940 → 5 April'],
    [{ status: 'revised', answer: '5 April', answerBeforeRevision: null }, 'no answer → 5 April'],
    [{ status: 'answered', answer: 'Ann', evidence: [written] }, 'Ann · from the model’s memory'],
    [{ status: 'supported', answer: 'Ann', unconfirmed: 'unchecked' }, 'Ann · not verified'],
    [{ status: 'supported', votes: [true, true, false] }, 'accepted, 2 of 3 votes'],
    [{ status: 'rejected', votes: [true, null, false] }, 'rejected, 1 of 3 votes'],
    [{ status: 'unsupported', answer: null }, 'unsupported'],
    [{ status: 'running' }, '…'],
  ];
  assert.deepEqual(
    cases.map(([facts]) =>
      childrenOfRun({ ...emptyTrace, nodes: [node('s1', facts)] }, true).map((item) => item.kind === 'node' && item.description),
    ),
    cases.map(([, description]) => [description]),
  );
});

test('parts are below their sub-question, thoughts stand for themselves, and plans that were given up come last', () => {
  const outline = (items: readonly TreeItemData[]): unknown[] =>
    items.map((item) => (item.kind === 'node' ? [item.label, ...outline(item.children)] : item.kind));
  const nodes = [
    node('root', { kind: 'root' }),
    node('plan0', { kind: 'plan', status: 'superseded', parent: 'root', order: 1 }),
    node('0.1', { status: 'superseded', parent: 'plan0', order: 2, text: 'Where was {sub_question_1_answer} born?' }),
    node('plan1', { kind: 'plan', status: 'answered', parent: 'root', order: 3, attempt: 1 }),
    node('1.1', { parent: 'plan1', order: 4 }),
    node('1.1.2', { parent: '1.1', order: 6 }),
    node('1.1.1', { parent: '1.1', order: 5 }),
    node('t1', { kind: 'thought', parent: 'root', order: 7 }),
    node('final', { kind: 'final', parent: 'root', order: 8 }),
  ];
  assert.deepEqual(outline(childrenOfRun({ ...emptyTrace, nodes }, false)), [
    ['1.1', ['1.1.1'], ['1.1.2']],
    ['t1'],
    ['Plan 1', ['Where was ‹answer 1› born?']],
  ]);
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
