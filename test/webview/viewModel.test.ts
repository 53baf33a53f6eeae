import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import { dagView, followedCard } from '../../src/trace/dag/viewModel.ts';
import { nodeFacts } from '../../src/trace/dag/nodeFacts.ts';
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
          { passageId: 'a', rank: 0, score: 0.9, used: true, source: 'frontier', via: 'b' },
          { passageId: 'b', rank: 1, score: 0.5, used: true, source: 'initial', firstStageRank: 0 },
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
    isAnswer: false,
    state: { tone: 'changed', words: 'revised' },
    question: 'who?',
    plannedQuestion: 's1?',
    hasAnswer: true,
    answer: '5 April',
    replacedAnswer: '1940',
    evidenceCount: 2,
    viaNeighbors: 1,
    viaMentions: 0,
    time: '0.2 s',
    isReached: true,
    isStopped: false,
    isSearched: false,
    isGhost: false,
    isRejected: false,
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
    words: ['being answered', 'rating passages, 16 of 64', 'waiting for 1'],
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

test('a node hangs below its parent before its edges arrive', () => {
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
  const evidence = { passageId: 'a', rank: 0, score: 1, used: true, source: 'initial' as const };
  const events = [
    started('q?'),
    added('root', 0, { kind: 'root' }),
    added('final', 1, { kind: 'final' }),
    { kind: 'evidence-found' as const, node: 'final', evidence: [evidence], passages: [] },
  ];
  assert.equal(followedCard(dagView(traceOf(...events))), 'final');
});

const plan = { type: 'inference', reply: '' };
const replanned = traceOf(
  started('q?'),
  added('root', 0, { kind: 'root' }),
  added('plan0', 1, { kind: 'plan', parent: 'root' }),
  changed('plan0', { status: 'answered', set: { plan } }),
  added('0.1', 2, { parent: 'plan0' }),
  changed('0.1', { status: 'unsupported', set: { answer: null, abstained: true }, flag: 'no_evidence' }),
  added('plan1', 3, { kind: 'plan', parent: 'root', attempt: 1 }),
  edge('plan0', 'plan1', 'replaces'),
  edge('0.1', 'plan1', 'replaces'),
  changed('plan1', { status: 'rejected', set: { plan: { ...plan, error: { code: 'cycle', ids: ['1', '2'] }, feedback: {} } } }),
  added('plan2', 4, { kind: 'plan', parent: 'root', attempt: 2 }),
  changed('plan0', { status: 'superseded' }),
  changed('0.1', { status: 'superseded' }),
  changed('plan2', { status: 'answered', set: { plan: { ...plan, feedback: {} } } }),
  added('2.1', 5, { parent: 'plan2', attempt: 2 }),
  added('2.2', 6, { parent: 'plan2', attempt: 2 }),
  edge('2.1', '2.2', 'depends_on'),
  changed('2.1', { status: 'reused', set: { answer: 'Ann' } }),
  changed('2.2', { status: 'unsupported', set: { answer: null, abstained: true } }),
  added('final', 7, { kind: 'final' }),
  edge('2.1', 'final', 'combines_into'),
);

test('plans are beside each other: one that was given up says for which, one with an error says which', () => {
  const { cards, edges } = dagView(replanned);
  assert.deepEqual(
    cards.map(({ label, state, question, isGhost }) => [label, state.words, question, isGhost]),
    [
      ['Question', 'being answered', 'root?', false],
      ['Plan 1', 'superseded by plan 3', 'A chain of facts: 1 sub-question', true],
      ['1′′', 'superseded by plan 3', '0.1?', true],
      ['Plan 2', 'could not be used', 'Sub-questions of the plan wait for each other: 1, 2.', true],
      ['Plan 3', 'made', 'A chain of facts: 2 sub-questions', false],
      ['1', 'reused', '2.1?', false],
      ['2', 'not supported', '2.2?', false],
      ['Answer', 'waiting', 'final?', false],
    ],
  );
  assert.deepEqual(
    edges.map(({ from, to, isGhost }) => `${from}>${to}${isGhost ? ' faint' : ''}`),
    ['2.1>2.2', '2.1>final', 'root>plan0 faint', 'plan0>0.1 faint', 'root>plan1 faint', 'root>plan2', 'plan2>2.1', '2.2>final faint'],
  );
});

test('a vote, its outcome and why it ended are shown in words', () => {
  const trace = traceOf(
    started('q?'),
    added('root', 0, { kind: 'root' }),
    added('q1', 1, { parent: 'root' }),
    added('q2', 2, { parent: 'root' }),
    changed('q1', { set: { votes: [true, null, true] }, status: 'supported' }),
    changed('q2', { set: { votes: [false, true, false] }, status: 'rejected', flag: 'sample_failed:leap.verify' }),
    { ...finished, status: 'ok', stopReason: 'all_rejected' },
  );
  const { cards } = dagView(trace);
  assert.deepEqual(
    cards.slice(1).map(({ label, state, question, aside }) => [label, state.words, question, aside]),
    [
      ['1', 'accepted', 'q1?', '2 of 3 votes'],
      ['2', 'rejected by vote', 'q2?', '1 of 3 votes'],
    ],
  );
  assert.deepEqual(
    trace.nodes.map((node) => nodeFacts(trace, node)),
    [
      ['Stopped because no sub-question passed the vote.'],
      ['2 of 3 votes say it helps with the question.'],
      [
        '1 of 3 votes say it helps with the question.',
        'Some sampled replies are missing because their calls failed: voting on sub-questions.',
      ],
    ],
  );
});

test('a step that rests on a guess is unconfirmed, and its facts name the guess', () => {
  const trace = traceOf(
    started('q?'),
    added('s1', 0),
    changed('s1', { status: 'answered', set: { answer: null, abstained: true } }),
    added('s2', 1),
    changed('s2', { status: 'answered', set: { guessed: ['Ines Tarrow'], answer: 'Kelmouth', unconfirmed: 'guessed' } }),
  );
  assert.deepEqual(
    dagView(trace).cards.map(({ label, state, answer }) => [label, state.words, answer]),
    [
      ['1', 'no answer found', undefined],
      ['2', 'not verified', 'Kelmouth'],
    ],
  );
  assert.deepEqual(
    trace.nodes.map((node) => nodeFacts(trace, node)),
    [[], ['Takes “Ines Tarrow” for granted, a guess of an earlier step.']],
  );
});

test('confidence and the way it led to are shown in words, and a passage written for one question is no separate card', () => {
  const written = { passageId: 'generated:1.1.g', rank: 0, score: null, used: true, source: 'generated' as const };
  const sure = (value: number | null, method: 'verb' | 'prob' = 'prob') => ({ value, method });
  const trace = traceOf(
    started('q?'),
    added('root', 0, { kind: 'root' }),
    changed('root', { set: { confidence: sure(0.58, 'verb'), branch: 'decompose' } }),
    added('1', 1, { parent: 'root' }),
    changed('1', { set: { confidence: sure(0.6), branch: 'decompose' } }),
    added('1.1', 2, { parent: '1' }),
    changed('1.1', { set: { confidence: sure(0.93), branch: 'generate' } }),
    added('1.1.g', 3, { kind: 'generated_doc', parent: '1.1' }),
    { kind: 'evidence-found', node: '1.1', evidence: [written], passages: [] },
    changed('1.1', { status: 'answered', set: { answer: 'Ann' } }),
    added('1.2', 4, { parent: '1' }),
    changed('1.2', { set: { confidence: sure(0.55), branch: 'retrieve', branchReason: 'max_depth' } }),
    added('2', 5, { parent: 'root' }),
    changed('2', { set: { confidence: sure(null), branch: 'retrieve', branchReason: 'confidence_missing' } }),
  );
  assert.deepEqual(
    dagView(trace).cards.map(({ label, restsOn, aside }) => [label, restsOn, aside]),
    [
      ['Question', 'parts', '58 % sure'],
      ['1', 'parts', '60 % sure'],
      ['1.1', 'memory', '93 % sure'],
      ['1.2', undefined, '55 % sure'],
      ['2', undefined, undefined],
    ],
  );
  assert.deepEqual(
    ['root', '1.1', '1.2', '2'].map((id) => trace.nodes.filter((node) => node.id === id).flatMap((node) => nodeFacts(trace, node))),
    [
      ['The model is 58 % sure of an answer from memory (its own rating), so this was split into sub-questions.'],
      ['The model is 93 % sure of an answer from memory (from token probabilities), so this was answered from a passage the model wrote.'],
      [
        'The model is 55 % sure of an answer from memory (from token probabilities), but it cannot be split further, so this was looked up in the documents.',
      ],
      ['The model gave no confidence: looked up in the documents.'],
    ],
  );
});

test('the question is planned only while no step is at work', () => {
  const planning: NewRunEvent = { kind: 'node-changed', node: 'root', status: 'running', activity: { kind: 'planning' } };
  const atWork: NewRunEvent = { kind: 'node-changed', node: 's1', status: 'running', activity: { kind: 'retrieving' } };
  const answered: NewRunEvent = { kind: 'node-changed', node: 's1', status: 'answered', set: { answer: 'Ann' } };
  const words = (...events: readonly NewRunEvent[]): string | undefined => dagView(traceOf(...twoSteps, ...events)).cards[0]?.state.words;
  assert.equal(words(planning), 'planning');
  assert.equal(words(planning, atWork), 'being answered');
  assert.equal(words(planning, atWork, answered), 'planning');
});

test('a step that was never begun has no time and does not say that it found nothing', () => {
  for (const status of ['cancelled', 'failed'] as const) {
    const failure = 'It ended.';
    const { cards } = dagView(
      traceOf(
        ...twoSteps,
        { kind: 'node-changed', node: 's1', status: 'running', activity: { kind: 'retrieving' } },
        { kind: 'node-changed', node: 's1', status: 'failed', set: { failure } },
        { kind: 'node-changed', node: 's2', status: 'blocked' },
        { kind: 'run-finished', status, answer: null, abstained: false, stopReason: status, failure, bytesSent: 0 },
      ),
    );
    assert.deepEqual(
      cards.slice(1).map(({ state, time, isReached }) => [state.words, time, isReached]),
      [
        [status === 'cancelled' ? 'stopped' : 'failed', '0.1 s', true],
        ['not reached', '', false],
      ],
    );
  }
});

test('a step of a resumed run took what it had taken before, one that is taken from another run says so', () => {
  const node = 's1';
  const running: NewRunEvent = { kind: 'node-changed', node, status: 'running', activity: { kind: 'reading', of: 1 } };
  const answered: NewRunEvent = { kind: 'node-changed', node, status: 'answered', set: { answer: 'Ann' } };
  const usage = {
    role: 'r',
    sample: 0,
    attempt: 0,
    temperature: 0,
    promptTokens: 1,
    completionTokens: 1,
    estimated: false,
    parse: 'ok' as const,
  };
  const called: NewRunEvent = { kind: 'llm-called', call: { id: 'c', node, ...usage, ms: 90 } };
  const recalled: NewRunEvent = { kind: 'llm-called', call: { ...called.call, recalled: true } };
  const resumed: NewRunEvent = { kind: 'run-resumed', resumedAtUtc: '2026-01-01T00:01:00Z', indexEpoch: '1' };
  const [begin, ...steps] = twoSteps;
  assert.ok(begin);
  const timeOf = (...events: readonly NewRunEvent[]): string | undefined => dagView(traceOf(begin, ...events)).cards[1]?.time;
  assert.equal(timeOf(...steps, running, called, answered), '0.2 s');
  assert.equal(timeOf(...steps, running, called, answered, resumed, ...steps, running, called, answered), '0.4 s');
  assert.equal(timeOf(...steps, running, recalled, answered), 'from before');
});
