import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import type { RerunPreview } from '../../src/protocol/preview.ts';
import type { RunEdits } from '../../src/protocol/runOptions.ts';
import type { Trace } from '../../src/protocol/trace.ts';
import { markedDag } from '../../webview-ui/src/cardMarks.ts';
import {
  canChangeText,
  canRerun,
  changeText,
  choiceOf,
  requestOf,
  takeBack,
  toggleBan,
  togglePin,
  toggleRerun,
  type Changes,
} from '../../webview-ui/src/changes.ts';
import { changeItems, changesSentence, previewView, standingItems } from '../../webview-ui/src/changesView.ts';
import { aheadKey, collect, withoutMade } from '../../webview-ui/src/collected.ts';
import { change, collectedChanges, doGesture, emptySession, receive, type Session } from '../../webview-ui/src/session.ts';
import { dagView } from '../../src/trace/dag/viewModel.ts';
import { added, log, passage, started, traceOf } from './log.ts';

const finished: NewRunEvent = {
  kind: 'run-finished',
  status: 'ok',
  answer: 'A',
  abstained: false,
  stopReason: 'done',
  bytesSent: 0,
};
const steps: readonly NewRunEvent[] = [
  added('root', 0, { kind: 'root' }),
  added('s1', 1, { parent: 'root' }),
  added('s2', 2, { parent: 'root' }),
  { kind: 'retrieved', retrieval: { id: 'r', node: 's1', query: 's1?', method: 'bm25', results: [], ms: 1 } },
  {
    kind: 'evidence-found',
    node: 's1',
    evidence: [{ passageId: 'a', rank: 0, score: 1, used: true, source: 'initial' }],
    passages: [passage('a', 'A.'), passage('b', 'B.')],
  },
  { kind: 'node-changed', node: 's2', status: 'answered', set: { resolvedText: 'who is B?', answer: 'B' } },
];
const run = traceOf(started('q?'), ...steps, finished);

/** The same run, made from another with these changes. */
function madeWith(edits: RunEdits): Trace {
  return traceOf(started('q?', { from: { runId: 'before', indexEpoch: '1', edits } }), ...steps, finished);
}

test('the text of a sub-question is changed, changed again, and restored by writing it as it was', () => {
  const once = changeText([], run, 's2', '  who is\n C? ');
  assert.deepEqual(requestOf(once).edits, { texts: { s2: 'who is C?' } });
  assert.deepEqual(requestOf(changeText(once, run, 's2', 'who is D?')).edits, { texts: { s2: 'who is D?' } });
  assert.deepEqual(changeText(once, run, 's2', 'who is B?'), []);
  assert.deepEqual(changeText(once, run, 's2', '   '), []);
});

test('a passage is pinned where it was searched for, else everywhere; pinning again takes it back, banning takes its place', () => {
  const pinned = togglePin([], run, 'a', 's1');
  assert.deepEqual(requestOf(pinned).edits, { pinned: [{ passageId: 'a', node: 's1' }] });
  assert.deepEqual(requestOf(togglePin([], run, 'a', 's2')).edits, { pinned: [{ passageId: 'a' }] });
  assert.deepEqual(togglePin(pinned, run, 'a', 's1'), []);
  const banned = toggleBan(pinned, run, 'a');
  assert.deepEqual(requestOf(banned).edits, { banned: ['a'] });
  assert.deepEqual(requestOf(togglePin(banned, run, 'a', 's1')).edits, { pinned: [{ passageId: 'a', node: 's1' }] });
  assert.deepEqual(toggleBan(banned, run, 'a'), []);
});

test('what a run was made with can be taken back, and that too', () => {
  const made = madeWith({ pinned: [{ passageId: 'a' }], banned: ['b'] });
  assert.deepEqual(
    [choiceOf([], made, 'a', 's1'), choiceOf([], made, 'b')],
    [
      { kind: 'pinned', isNew: false },
      { kind: 'banned', isNew: false },
    ],
  );
  const unpinned = togglePin([], made, 'a', 's1');
  assert.deepEqual(requestOf(unpinned), { edits: {}, takenBack: { texts: [], pinned: ['a'], banned: [] } });
  assert.deepEqual(choiceOf(unpinned, made, 'a', 's1'), { kind: 'taken-back', isNew: true });
  assert.deepEqual(togglePin(unpinned, made, 'a', 's1'), []);
  assert.deepEqual(requestOf(toggleBan([], made, 'b')).takenBack.banned, ['b']);
  assert.deepEqual(requestOf(takeBack([], 'text', 's2')).takenBack.texts, ['s2']);
});

test('a pin that holds in one step is none in another', () => {
  const made = madeWith({ pinned: [{ passageId: 'a', node: 's1' }] });
  assert.deepEqual([choiceOf([], made, 'a', 's1')?.kind, choiceOf([], made, 'a', 's2')], ['pinned', undefined]);
});

test('only sub-questions have a text to change; a node that asked nothing cannot ask again, unless the log does not say who asked', () => {
  const asked = traceOf(started('q?'), ...steps, { kind: 'recorded', key: 'k', of: 'search', node: 's1', value: [] }, finished);
  const can = (trace: Trace) => trace.nodes.map((node) => [node.id, canChangeText(node), canRerun(trace, node)]);
  assert.deepEqual(can(asked), [
    ['root', false, false],
    ['s1', true, true],
    ['s2', true, false],
  ]);
  assert.deepEqual(
    can(run).map(([, , rerun]) => rerun),
    [true, true, true],
  );
});

const some: Changes = [
  { kind: 'text', node: 's1', text: 'where?' },
  { kind: 'pin', passageId: 'a', node: 's1' },
  { kind: 'pin', passageId: 'x' },
  { kind: 'ban', passageId: 'b' },
  { kind: 'rerun', node: 's2' },
];

test('changes are counted and named, with those that stay', () => {
  assert.equal(changesSentence(some), '1 question changed, 2 passages pinned, 1 passage banned, 1 step to be asked again');
  const made = madeWith({ texts: { s2: 'who is B?' }, pinned: [{ passageId: 'a' }], banned: ['gone'] });
  const chosen = [some[3] ?? assert.fail()];
  assert.deepEqual(
    changeItems(chosen, made, dagView(made)).map(({ words }) => words),
    ['Banned: B'],
  );
  assert.deepEqual(
    standingItems(chosen, made, dagView(made)).map(({ words, back }) => [words, back.id]),
    [
      ['Question 2 edited', 's2'],
      ['Pinned: A', 'a'],
      ['Banned: a passage that was not found this time', 'gone'],
    ],
  );
  assert.deepEqual(standingItems(takeBack([], 'pin', 'a'), made, dagView(made)).length, 2);
});

const calls = { kept: 1, least: 2, likely: 5, most: 12 };
const node = (id: string, effect: RerunPreview['nodes'][number]['effect']) => ({ node: id, effect });
const previews: readonly { readonly preview: RerunPreview; readonly says: string }[] = [
  {
    preview: { nodes: [node('root', 'open'), node('s1', 'again'), node('s2', 'open')], calls, tokens: 1234, isExact: false },
    says: 'Runs again: 1; may run again: planning and 2. Likely 5 model calls (2 to 12), about 1,234 tokens.',
  },
  {
    preview: {
      nodes: [node('root', 'kept'), node('s1', 'again'), node('s2', 'gone'), node('s3', 'new')],
      calls: { ...calls, likely: 0, least: 0, most: 0 },
      tokens: 0,
      isExact: true,
    },
    says: 'Runs again: 1; new steps are added; 2 is removed; 1 step is kept. No model calls.',
  },
  {
    preview: {
      nodes: [node('root', 'kept'), node('s1', 'kept'), node('s2', 'kept')],
      calls: { ...calls, most: 0 },
      tokens: 0,
      isExact: true,
    },
    says: 'Nothing runs again; 3 steps are kept. No model calls.',
  },
  {
    preview: { nodes: [node('s1', 'again')], calls: { kept: 0, least: 1, likely: 1, most: 1 }, tokens: 10, isExact: false },
    says: 'Runs again: 1. 1 model call, about 10 tokens.',
  },
];
for (const { preview, says } of previews) {
  test(`a look ahead says: ${says}`, () => {
    const { effect, cost } = previewView(preview, run, dagView(run), 'builtin');
    assert.equal(`${effect} ${cost}`, says);
  });
}

test('a look ahead names the model that stays when another is chosen now', () => {
  const [{ preview } = assert.fail()] = previews;
  assert.match(
    previewView(preview, { ...run, models: { ...run.models, chat: 'openai:old' } }, dagView(run), 'openai:new').cost,
    /, by old as before\.$/,
  );
});

test('cards show what will run again, and after that what was reused, edited and pinned by the user', () => {
  const [{ preview } = assert.fail()] = previews;
  const words = (trace: Trace, changes: Changes, ahead?: RerunPreview) =>
    markedDag(dagView(trace), trace, changes, ahead).cards.map(({ question, askedQuestion, marks }) => [
      question,
      ...(askedQuestion === undefined ? [] : [askedQuestion]),
      ...marks.map((mark) => mark.words),
    ]);
  assert.deepEqual(words(run, changeText([], run, 's1', 'where?'), preview), [
    ['root?', 'may run again'],
    ['where?', 's1?', 'edited', 'runs again'],
    ['who is B?', 'may run again'],
  ]);
  assert.deepEqual(words(run, toggleRerun([], 's2'))[2], ['who is B?', 'asks again']);
  const recalled = (id: string, isRecalled: boolean): NewRunEvent => ({
    kind: 'recorded',
    key: id,
    of: 'search',
    node: id,
    value: [],
    ...(isRecalled ? { recalled: true as const } : {}),
  });
  const made = traceOf(
    started('q?', {
      from: { runId: 'before', indexEpoch: '1', edits: { texts: { s2: 'x' }, pinned: [{ passageId: 'a' }], rerun: ['s2'] } },
    }),
    ...steps,
    recalled('s1', true),
    recalled('s2', false),
    finished,
  );
  assert.deepEqual(words(made, []), [['root?'], ['s1?', 'pinned by you', 'reused'], ['who is B?', 'edited by you', 'asked again']]);
});

const shown: Session = { ...emptySession, runId: 'r', run: { trace: run, next: 9 }, isLoaded: true };

test('gestures are collected for the run that is shown, and kept apart', () => {
  const pinned = doGesture(shown, { kind: 'pin', node: 's1', passageId: 'a' });
  assert.equal(collectedChanges(pinned).length, 1);
  assert.equal(collectedChanges({ ...pinned, runId: 'other' }).length, 0);
  const editing = doGesture(pinned, { kind: 'edit', node: 's2' });
  assert.deepEqual([editing.editing, editing.selected], ['s2', 's2']);
  assert.equal(doGesture(pinned, { kind: 'edit', node: 'root' }).editing, undefined);
  const edited = change(editing, (changes, trace) => changeText(changes, trace, 's2', 'else?'));
  assert.deepEqual([edited.editing, collectedChanges(edited).length], [undefined, 2]);
  assert.deepEqual(change(edited, () => []).collected, {});
});

test('a run that goes on takes no gestures; one for another run is left alone', () => {
  const going = { ...shown, run: { trace: traceOf(started('q?'), ...steps), next: 7 } };
  assert.deepEqual(collectedChanges(doGesture(going, { kind: 'rerun', node: 's1' })), []);
  assert.equal(doGesture(going, { kind: 'edit', node: 's1' }).editing, undefined);
  const { session } = receive(shown, { kind: 'gesture', runId: 'other', gesture: { kind: 'rerun', node: 's1' } });
  assert.deepEqual(collectedChanges(session), []);
});

test('what a look ahead says counts only for the changes that were looked at', () => {
  const changed = doGesture(shown, { kind: 'rerun', node: 's1' });
  const key = aheadKey('r', collectedChanges(changed));
  const { session } = receive(changed, { kind: 'preview', key, problem: 'No.' });
  assert.deepEqual(session.ahead, { key, problem: 'No.' });
  assert.notEqual(aheadKey('r', collectedChanges(doGesture(session, { kind: 'rerun', node: 's2' }))), key);
  assert.equal(aheadKey('r', []), '');
});

test('changes go when the run made with them begins, not when another one is shown', () => {
  const collected = collect({}, 'before', some.slice(0, 1));
  const session: Session = { ...emptySession, runId: 'r', isLoaded: true, collected };
  const begun = (edits: RunEdits): Session =>
    receive(session, {
      kind: 'events',
      runId: 'r',
      events: log(started('q?', { from: { runId: 'before', indexEpoch: '1', edits } })),
    }).session;
  assert.deepEqual(begun({ texts: { s1: 'where?' } }).collected, {});
  assert.deepEqual(begun({ banned: ['a'] }).collected, collected);
  const back = collect({}, 'before', takeBack([], 'ban', 'a'));
  assert.deepEqual([withoutMade(back, madeWith({})), withoutMade(back, madeWith({ banned: ['a'] }))], [{}, back]);
});

test('changes are kept for as many runs as anybody comes back to', () => {
  let collected = {};
  for (let i = 0; i < 20; i++) collected = collect(collected, `r${i}`, [{ kind: 'rerun', node: 's1' }]);
  assert.deepEqual([Object.keys(collected).length, Object.keys(collected).at(-1)], [12, 'r19']);
});
