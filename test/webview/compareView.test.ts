import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import type { RunOrigin } from '../../src/protocol/runOptions.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { compare, comparedWith, earlierOf, hide, laterOf, otherTrace, takeOther } from '../../webview-ui/src/comparison.ts';
import { compareView, traceCostWords, madeSentence } from '../../webview-ui/src/compareView.ts';
import { emptySnapshot } from '../../src/trace/fold.ts';
import { added, passage, started, traceOf } from './log.ts';

interface Made {
  readonly runId?: string;
  readonly pipeline?: string;
  readonly from?: RunOrigin;
  readonly answer?: string | null;
  readonly s2?: string;
  readonly evidence?: readonly string[];
  readonly recalled?: boolean;
}

/** A run of two steps. */
function run({
  runId = 'now',
  pipeline = 'sunar',
  from,
  answer = 'A [1]',
  s2 = 's2?',
  evidence = ['a', 'b'],
  recalled = false,
}: Made = {}): Trace {
  const header = { ...started('q?', { pipeline, from }), runId };
  const call = { id: 'c', node: 's1', role: 'read', sample: 0, attempt: 0, temperature: 0, promptTokens: 90, completionTokens: 10 };
  return traceOf(
    header,
    added('root', 0, { kind: 'root' }),
    added('s1', 1, { parent: 'root' }),
    { kind: 'node-added', node: { id: 's2', kind: 'sub_question', text: s2, parent: 'root', attempt: 0, depth: 1, order: 2 } },
    {
      kind: 'evidence-found',
      node: 's1',
      evidence: evidence.map((passageId, rank) => ({ passageId, rank, score: 1, used: true, source: 'initial' })),
      passages: evidence.map((id) => passage(id, id)),
    },
    { kind: 'llm-called', call: { ...call, estimated: false, parse: 'ok', ms: 1, ...(recalled ? { recalled: true as const } : {}) } },
    { kind: 'node-changed', node: 's1', status: 'answered', set: { answer: 'x' } },
    { kind: 'node-changed', node: 's2', status: 'answered', set: { answer: answer?.slice(0, 1) ?? null } },
    { kind: 'run-finished', status: 'ok', answer, abstained: answer === null, stopReason: 'done', bytesSent: 0 },
  );
}
const from = (edits: RunOrigin['edits'], more: Partial<RunOrigin> = {}): RunOrigin => ({
  runId: 'before',
  indexEpoch: '1',
  edits,
  ...more,
});
const before = run({ runId: 'before' });
const titleOf = (id: string): string => id.toUpperCase();

test('the same answer in another form is called that', () => {
  const list: Trace = { ...run({ from: from({}) }), form: 'list' };
  const { isRewritten, made } = compareView(before, list, titleOf);
  assert.deepEqual([isRewritten, made], [true, 'The earlier answer as a list.']);
  assert.equal(compareView(before, { ...list, form: 'short' }, titleOf).isRewritten, false);
  assert.equal(compareView(before, { ...list, answer: 'B' }, titleOf).isRewritten, false);
});

test('the same run twice has no difference; numbers of citations make none', () => {
  const { outcome, steps, sameSteps } = compareView(before, run({ answer: 'A [2]', from: from({}) }), titleOf);
  assert.deepEqual([outcome, steps, sameSteps], ['The answer is the same.', [], 2]);
});

test('steps that differ are shown with question, answer and evidence of both', () => {
  const { outcome, steps, sameSteps } = compareView(before, run({ answer: 'B', s2: 'else?', evidence: ['b', 'c', 'd'] }), titleOf);
  assert.equal(outcome, 'The answer is different.');
  assert.deepEqual(
    steps.map(({ label, kind, question, answer, evidence }) => ({ label, kind, question, answer, evidence })),
    [
      { label: '1', kind: 'changed', question: {}, answer: {}, evidence: '2 passages new, 1 gone' },
      { label: '2', kind: 'changed', question: { before: 's2?', now: 'else?' }, answer: { before: 'A', now: 'B' }, evidence: '' },
    ],
  );
  assert.equal(sameSteps, 0);
  assert.equal(compareView(before, run({ evidence: ['b', 'a'] }), titleOf).steps[0]?.evidence, 'the same passages in another order');
});

test('the cards of steps that differ are marked in both graphs, and it is said how many passages both have read', () => {
  const { graphs, overlap } = compareView(run(), run({ runId: 'later', answer: 'B', evidence: ['b', 'c'] }), (id) => id);
  const marked = (dag: typeof graphs.now) => dag.cards.flatMap(({ id, marks }) => marks.map(({ words }) => `${id} ${words}`));
  assert.deepEqual(
    [marked(graphs.before), marked(graphs.now)],
    [
      ['s1 differs', 's2 differs'],
      ['s1 differs', 's2 differs'],
    ],
  );
  assert.equal(overlap, '1 of 3 passages were read by both.');
  const otherwise = compareView(run(), run({ pipeline: 'ircot', s2: 'what else?', evidence: [] }), (id) => id);
  assert.deepEqual(marked(otherwise.graphs.now), ['s1 differs', 's2 only here']);
  assert.deepEqual(marked(otherwise.graphs.before), ['s1 differs', 's2 only here']);
  assert.equal(otherwise.overlap, 'They read no passage in common.');
  assert.equal(compareView(run(), run({ runId: 'again' }), (id) => id).overlap, 'Both read the same passages.');
});

test('steps of two pipelines go by what they ask', () => {
  const { steps } = compareView(before, run({ pipeline: 'drr-rag', s2: 'else?' }), titleOf);
  assert.deepEqual(
    steps.map(({ kind, question }) => [kind, question]),
    [
      ['only-now', { now: 'else?' }],
      ['only-before', { before: 's2?' }],
    ],
  );
});

/** A run with these steps, each `question → answer`, the parent before a slash. */
function planned(...steps: readonly string[]): Trace {
  return traceOf(
    started('q?'),
    added('root', 0, { kind: 'root' }),
    ...steps.flatMap((step, i): NewRunEvent[] => {
      const [, parent = 'root', text = '', answer = ''] = /^(?:(\w+)\/)?(.+) → (.+)$/.exec(step) ?? [];
      return [
        { kind: 'node-added', node: { id: `s${i + 1}`, kind: 'sub_question', text, parent, attempt: 0, depth: 1, order: i + 1 } },
        { kind: 'node-changed', node: `s${i + 1}`, status: 'answered', set: { answer } },
      ];
    }),
    { kind: 'run-finished', status: 'ok', answer: 'A', abstained: false, stopReason: 'done', bytesSent: 0 },
  );
}

const stepsOf = (was: Trace, is: Trace): readonly (readonly unknown[])[] =>
  compareView(was, is, titleOf).steps.map(({ label, kind, question, answer }) => [label, kind, question, answer]);

test('a step that was put before others is new, and the others are the same', () => {
  const [born, died] = ['Where was Ines Tarrow born? → Hallan', 'Where did she die? → Skell'];
  const now = planned('Who designed the Orrin barrage? → Ines Tarrow', born, died);
  const added = ['1', 'only-now', { now: 'Who designed the Orrin barrage?' }, { now: 'Ines Tarrow' }];
  assert.deepEqual(stepsOf(planned(born, died), now), [added]);
  assert.deepEqual(
    stepsOf(now, planned(born, died)).map(([, kind]) => kind),
    ['only-before'],
  );
});

test('a step that asks something else in its place has changed, also when others have moved', () => {
  const [first, last] = ['Who built it? → Vane', 'When was it built? → 1926'];
  assert.deepEqual(stepsOf(planned(first, 'Where is it? → Orrin', last), planned(first, 'Where was it? → Skell', last)), [
    ['2', 'changed', { before: 'Where is it?', now: 'Where was it?' }, { before: 'Orrin', now: 'Skell' }],
  ]);
});

test('of steps that ask the same, those that are part of the same question are compared', () => {
  const [north, south] = ['What of the north? → a', 'What of the south? → b'];
  const [inNorth, inSouth] = ['How high? → 1', 'How high? → 2'];
  const was = planned(north, south, `s1/${inNorth}`, `s2/${inSouth}`);
  assert.deepEqual(stepsOf(was, planned(south, north, `s1/${inSouth}`, `s2/${inNorth}`)), []);
});

test('it is said when the passages no longer disagree, or now do', () => {
  const run = planned('Who built it? → Vane');
  const torn: Trace = { ...run, conflicts: [{ text: 'One passage says “1902”, another “1903”.', citations: [] }] };
  const said = (was: Trace, is: Trace): string => compareView(was, is, titleOf).outcome;
  assert.equal(said(torn, run), 'The answer is the same. The passages no longer disagree.');
  assert.equal(said(run, torn), 'The answer is the same. The passages now disagree.');
  assert.equal(said(torn, torn), 'The answer is the same.');
});

test('where neither run found an answer, they differ in the quotes of their digests', () => {
  const quoting = (...quotes: readonly string[]): Trace => {
    const digest = quotes.map((quote, i) => ({
      ...{ n: i + 1, nodeId: 'root', passageId: quote, path: 'a.md', quote, subQuestion: 'q?', also: [] },
      ...{ headings: [], startLine: 1, endLine: 1 },
    }));
    return { ...run({ answer: null }), digest: digest as unknown as NonNullable<Trace['digest']> };
  };
  const view = compareView(quoting('Sand had closed it.', 'Boats left.'), quoting('Boats  left.', 'Wrecks had closed it.'), titleOf);
  assert.equal(view.outcome, 'There is no answer, as before, but the quotes are different.');
  const [noMore, first] = [view.quotes.noMore, view.quotes.first].map((quotes) => quotes.map(({ quote }) => quote));
  assert.deepEqual([noMore, first], [['Sand had closed it.'], ['Wrecks had closed it.']]);
  const answered = compareView(quoting('Sand had closed it.'), run(), titleOf);
  assert.deepEqual(answered.quotes, { noMore: [], first: [] }, 'below an answer the digest is no part of it');
});

for (const [status, says] of [
  ['failed', 'It failed before it had an answer.'],
  ['cancelled', 'It was stopped before its end.'],
] as const) {
  test(`of a run that ${status} it is not said that there is no answer`, () => {
    const now = { ...run({ answer: null }), status };
    assert.equal(compareView(run({ answer: 'A' }), now, titleOf).outcome, says);
  });
}

for (const [was, is, says] of [
  [null, null, 'There is no answer, as before.'],
  [null, 'A', 'There is an answer now.'],
  ['A', null, 'There is no longer an answer.'],
] as const) {
  test(`of ${was} and ${is} it is said: ${says}`, () => {
    assert.equal(compareView(run({ answer: was }), run({ answer: is }), titleOf).outcome, says);
  });
}

test('it is said how the later run came about', () => {
  const said = (made: Made, other = before): string => madeSentence(other, run(made), titleOf);
  assert.equal(
    said({ from: from({ texts: { s2: 'x' }, pinned: [{ passageId: 'a' }] }) }),
    'Made from the earlier answer: 1 question changed, 1 passage pinned.',
  );
  assert.equal(said({ from: from({}, { isFresh: true }) }), 'The same question, asked again from the start.');
  assert.equal(said({ from: from({}), pipeline: 'drr-rag' }), 'Answered with DRR-RAG instead of SUNAR.');
  assert.equal(said({}), 'The same question, asked at a different time.');
  assert.equal(said({ from: from({}) }), 'Continues the earlier answer.');
  const edited = run({ runId: 'before', from: { ...from({ banned: ['b'], texts: { s2: 'x' } }), runId: 'first' } });
  assert.equal(said({ from: from({ texts: { s2: 'x' } }) }, edited), 'Made from the earlier answer: 1 earlier change undone.');
});

test('what was taken from before costs nothing', () => {
  assert.match(traceCostWords(run()), /^1 model call · 100 tokens · /);
  assert.match(traceCostWords(run({ recalled: true })), /^no model calls \(1 reused\) · \d/);
});

const listed = (runId: string, at: number, fromRunId?: string) => ({
  ...{ runId, log: '', question: 'q?', pipeline: 'sunar', startedAtUtc: `2026-01-0${at}`, status: 'ok' as const },
  ...{ answer: 'A', abstained: false, seconds: 1, ...(fromRunId === undefined ? {} : { fromRunId }) },
});
const runs = [listed('a', 1), listed('b', 2, 'a'), listed('c', 3, 'a'), listed('d', 4, 'deleted')];

test('the way back leads to the run that one is made from, the way forth to the latest made from it', () => {
  assert.deepEqual(
    [earlierOf(runs, 'b'), earlierOf(runs, 'a'), earlierOf(runs, 'd'), earlierOf(runs, undefined)],
    ['a', undefined, undefined, undefined],
  );
  assert.deepEqual([laterOf(runs, 'a'), laterOf(runs, 'b'), laterOf(runs, undefined)], ['c', undefined, undefined]);
});

test('a run is compared with the one it is made from until the user hides that or chooses another', () => {
  assert.deepEqual([comparedWith({}, runs, 'b'), comparedWith({}, runs, 'a')], ['a', undefined]);
  const hidden = hide({}, 'b');
  assert.deepEqual([comparedWith(hidden, runs, 'b'), comparedWith(hidden, runs, 'c')], [undefined, 'a']);
  const chosen = compare(hidden, 'b', 'c');
  assert.deepEqual([comparedWith(chosen, runs, 'b'), comparedWith(chosen, runs.slice(0, 2), 'b')], ['c', 'a']);
  const told = takeOther({}, { kind: 'other-run', runId: 'a', snapshot: emptySnapshot });
  assert.deepEqual(
    [otherTrace(told, 'a'), otherTrace(told, 'b'), otherTrace(takeOther(told, { kind: 'other-run', runId: 'a' }), 'a')],
    [emptySnapshot.trace, undefined, undefined],
  );
});
