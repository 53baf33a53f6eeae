import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import { dagView, followedCard } from '../../webview-ui/src/viewModel.ts';
import { added, edge, passage, started, traceOf } from './log.ts';

const twoSteps = [
  started('q?'),
  added('root', 0, { kind: 'root' }),
  added('s1', 1, { parent: 'root' }),
  added('s2', 2, { parent: 'root' }),
  edge('root', 's1', 'decomposes'),
  edge('root', 's2', 'decomposes'),
  edge('s1', 's2', 'then'),
];

test('a card shows its step: number, state, question with answers filled in, answer, what it replaced, and where its evidence came from', () => {
  const dag = dagView(
    traceOf(
      ...twoSteps,
      { kind: 'node-changed', node: 's1', status: 'running', activity: { kind: 'retrieving' } },
      {
        kind: 'evidence-found',
        node: 's1',
        evidence: [
          { docId: 'a', rank: 0, score: 0.9, used: true, source: 'frontier', via: 'b' },
          { docId: 'b', rank: 1, score: 0.5, used: true, source: 'initial', firstStageRank: 0 },
        ],
        passages: [passage('a', 'A.'), passage('b', 'B.')],
      },
      {
        kind: 'node-changed',
        node: 's1',
        status: 'revised',
        set: { resolvedText: 'who?', answer: '5 April', answerBeforeRevision: '1940' },
      },
    ),
  );
  assert.deepEqual(dag.cards[1], {
    id: 's1',
    label: '1',
    isStep: true,
    isQuestion: false,
    state: { tone: 'changed', words: 'revised' },
    question: 'who?',
    plannedQuestion: 's1?',
    answer: '5 April',
    replacedAnswer: '1940',
    evidenceCount: 2,
    viaNeighbors: 1,
    time: '0.2 s',
    isGhost: false,
    parent: 'root',
  });
});

const changed = (node: string, change: Omit<Extract<NewRunEvent, { kind: 'node-changed' }>, 'kind' | 'node'>): NewRunEvent => ({
  kind: 'node-changed',
  node,
  ...change,
});
const finished: NewRunEvent = {
  kind: 'run-finished',
  status: 'cancelled',
  answer: null,
  abstained: false,
  stopReason: 'cancelled',
  bytesSent: 0,
};
const states: readonly { readonly name: string; readonly events: readonly NewRunEvent[]; readonly words: readonly string[] }[] = [
  { name: 'nothing has begun', events: [], words: ['being answered', 'waiting', 'waiting for 1'] },
  {
    name: 'the first step reranks',
    events: [changed('s1', { status: 'running', activity: { kind: 'reranking', done: 16, of: 64 } })],
    words: ['being answered', 'reranking 16 of 64', 'waiting for 1'],
  },
  {
    name: 'the first step found nothing and the second reads',
    events: [
      changed('s1', { status: 'answered', set: { answer: null, abstained: true } }),
      changed('s2', { status: 'running', activity: { kind: 'reading', of: 1 } }),
    ],
    words: ['being answered', 'no answer found', 'reading 1 passage'],
  },
  {
    name: 'a step failed',
    events: [changed('s1', { status: 'failed', set: { failure: 'why' } })],
    words: ['being answered', 'failed', 'waiting'],
  },
  {
    name: 'the run was stopped in the first step',
    events: [changed('s1', { status: 'running', activity: { kind: 'retrieving' } }), finished],
    words: ['not reached', 'stopped', 'not reached'],
  },
  {
    name: 'the engine has closed what was open in a stopped run',
    events: [
      changed('s1', { status: 'failed', set: { failure: 'The run was stopped.' } }),
      changed('s2', { status: 'blocked' }),
      { ...finished, failure: 'The run was stopped.' },
    ],
    words: ['not reached', 'stopped', 'not reached'],
  },
];
for (const { name, events, words } of states) {
  test(`states in words when ${name}`, () => {
    const dag = dagView(traceOf(...twoSteps, ...events));
    assert.deepEqual(
      dag.cards.map((card) => card.state.words),
      words,
    );
  });
}

test('an edge that another way through the graph makes superfluous is not drawn', () => {
  const dag = dagView(
    traceOf(
      ...twoSteps,
      added('meta', 3, { kind: 'meta', parent: 'root' }),
      edge('s1', 'meta', 'combines_into'),
      edge('s2', 'meta', 'combines_into'),
    ),
  );
  assert.deepEqual(
    dag.edges.map(({ from, to }) => `${from}>${to}`),
    ['root>s1', 's1>s2', 's2>meta'],
  );
});

test('a node hangs below its parent before its edges are told', () => {
  const dag = dagView(traceOf(started('q?'), added('root', 0, { kind: 'root' }), added('s1', 1, { parent: 'root' })));
  assert.deepEqual(dag.edges, [{ from: 'root', to: 's1', kind: 'decomposes', isGhost: false }]);
});

test('steps of an abandoned plan carry a prime and stay as ghosts, and the new plan is numbered from 1', () => {
  const dag = dagView(
    traceOf(
      started('q?'),
      added('root', 0, { kind: 'root' }),
      added('old', 1, { parent: 'root' }),
      changed('old', { status: 'superseded' }),
      added('new', 2, { parent: 'root', attempt: 1 }),
    ),
  );
  assert.deepEqual(
    dag.cards.map(({ label, isGhost }) => [label, isGhost]),
    [
      ['Question', false],
      ['1′', true],
      ['1', false],
    ],
  );
  assert.deepEqual(
    dag.edges.map(({ to, isGhost }) => [to, isGhost]),
    [
      ['old', true],
      ['new', false],
    ],
  );
});

test('the panel follows the step at work, then the last that ended', () => {
  const running = changed('s2', { status: 'running', activity: { kind: 'retrieving' } });
  const answered = (node: string): NewRunEvent => changed(node, { status: 'answered', set: { answer: 'x' } });
  const followed = [[], [answered('s1')], [answered('s1'), running], [answered('s1'), running, answered('s2')]].map((events) =>
    followedCard(dagView(traceOf(...twoSteps, ...events))),
  );
  assert.deepEqual(followed, ['s1', 's1', 's2', 's2']);
});

test('without steps the panel follows the card that has the evidence', () => {
  const evidence = { docId: 'a', rank: 0, score: 1, used: true, source: 'initial' as const };
  const events = [
    started('q?'),
    added('root', 0, { kind: 'root' }),
    added('final', 1, { kind: 'final' }),
    { kind: 'evidence-found' as const, node: 'final', evidence: [evidence], passages: [] },
  ];
  assert.equal(followedCard(dagView(traceOf(...events))), 'final');
});
