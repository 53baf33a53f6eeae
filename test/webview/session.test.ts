import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { PanelState, ToPanel } from '../../src/protocol/panel.ts';
import type { Writing } from '../../src/protocol/writing.ts';
import { emptySnapshot, fold, follow } from '../../src/trace/fold.ts';
import {
  boxText,
  finalWriting,
  emptySession,
  pauseOf,
  readyMessage,
  receive,
  select,
  shownTrace,
  write,
  type Session,
} from '../../webview-ui/src/session.ts';
import { answerView } from '../../webview-ui/src/answerView.ts';
import { meterView } from '../../webview-ui/src/costView.ts';
import { added, edge, log, started } from './log.ts';

const events = log(started('q?'), added('root', 0, { kind: 'root' }), added('s1', 1), edge('root', 's1', 'decomposes'));
const send = (from: number, to: number): ToPanel => ({ kind: 'events', runId: 'r', events: events.slice(from, to) });
const show: ToPanel = { kind: 'show-run', runId: 'r', snapshot: emptySnapshot };
const showAt = (next: number): ToPanel => ({ kind: 'show-run', runId: 'r', snapshot: follow(emptySnapshot, events.slice(0, next)) });

/** The session after the messages, and what the panel said to them. */
function hear(messages: readonly ToPanel[], from: Session = emptySession): { session: Session; said: unknown[] } {
  const said: unknown[] = [];
  let session = from;
  for (const message of messages) {
    const received = receive(session, message);
    session = received.session;
    if (received.reply) said.push(received.reply);
  }
  return { session, said };
}

const orders: readonly { readonly name: string; readonly messages: readonly ToPanel[]; readonly said: readonly unknown[] }[] = [
  { name: 'in order', messages: [send(0, 2), send(2, 4)], said: [] },
  { name: 'twice', messages: [send(0, 3), send(1, 3), send(0, 4)], said: [] },
  {
    name: 'with a gap that is filled when asked for, once',
    messages: [send(0, 1), send(2, 3), send(3, 4), showAt(4)],
    said: [{ kind: 'ready', runId: 'r', next: 1 }],
  },
  { name: 'after a snapshot, some of them once more', messages: [showAt(2), send(1, 3), send(3, 4)], said: [] },
];
for (const { name, messages, said } of orders) {
  test(`events that come ${name} give the trace of the log`, () => {
    const heard = hear([show, ...messages]);
    assert.deepEqual([heard.session.run, heard.said], [{ trace: fold(events), next: 4 }, said]);
  });
}

test('events of a run that is not shown are left alone', () => {
  assert.deepEqual(hear([{ kind: 'show-run', runId: 'other', snapshot: emptySnapshot }, send(0, 4)]).session.run.next, 0);
});

test('the panel says what it has', () => {
  assert.deepEqual(readyMessage(emptySession), { kind: 'ready' });
  assert.deepEqual(readyMessage(hear([{ kind: 'show-run', runId: 'r' }]).session), { kind: 'ready' });
  assert.deepEqual(readyMessage(hear([show, send(0, 3)]).session), { kind: 'ready', runId: 'r', next: 3 });
});

test('another run begins without the selection of the last one, the same run keeps it', () => {
  const chosen = select(hear([show, send(0, 4)]).session, 's1');
  assert.equal(hear([show], chosen).session.selected, 's1');
  const other = hear([{ kind: 'show-run', runId: 'other' }], chosen).session;
  assert.deepEqual([other.selected, other.isLoaded, other.run], [undefined, false, emptySnapshot]);
});

const index = {
  state: 'ready' as const,
  documents: 1,
  passages: 1,
  epoch: '',
  skipped: { files: 0, reasons: [] },
  vectors: 'plain' as const,
  learningDue: false,
};
const around = {
  readiness: 'ready' as const,
  folderName: 'f',
  index,
  pipelines: [],
  suggestions: [],
  pipeline: 'sunar',
  chatModel: 'builtin',
  bytesSent: 1800,
};
function runsAre(...statuses: readonly PanelState['runs'][number]['status'][]): ToPanel {
  const summary = { runId: 'r', log: '', question: 'q?', pipeline: 'sunar', startedAtUtc: '', answer: null, abstained: false, seconds: 0 };
  return { kind: 'state', state: { ...around, runs: statuses.map((status) => ({ ...summary, status })) } };
}

test('a run that is deleted is shown no more, whatever the list of runs says meanwhile', () => {
  const shown = select(hear([show, send(0, 4), runsAre()]).session, 's1');
  assert.deepEqual([shown.runId, shown.run.next], ['r', 4]);
  const { runId, selected, run } = hear([{ kind: 'show-none' }], shown).session;
  assert.deepEqual([runId, selected, run], [undefined, undefined, emptySnapshot]);
});

test('the question is in the box before the run has told anything, and as long as the run is opened', () => {
  const begun = hear([runsAre('running'), show]).session;
  assert.deepEqual([boxText(begun), shownTrace(begun).question, begun.isLoaded], ['q?', 'q?', true]);
  const opened = hear([runsAre('ok'), { kind: 'show-run', runId: 'r' }]).session;
  assert.deepEqual([boxText(opened), opened.isLoaded], ['q?', false]);
});

test('what was typed stays in the box when another run is opened; an emptied box has its question', () => {
  const typed = write(hear([show, send(0, 4)]).session, 'And then?');
  const openOther = (before: typeof typed) =>
    hear([{ kind: 'show-run', runId: 'other', snapshot: follow(emptySnapshot, log(started('other?'))) }], before).session;
  assert.deepEqual([boxText(typed), boxText(openOther(typed))], ['And then?', 'And then?']);
  assert.equal(boxText(write(openOther(typed), 'other?')), 'other?');
  assert.deepEqual([boxText(write(typed, ' ')), boxText(openOther(write(typed, ' ')))], [' ', 'other?']);
});

test('a question that is asked is no draft any more; one that could not be asked is one again', () => {
  const typed = write(hear([runsAre('running')]).session, 'q? ');
  const asked = hear([show], typed).session;
  assert.deepEqual([boxText(asked), asked.draft], ['q?', undefined]);
  const back = hear([{ kind: 'show-none' }, { kind: 'focus-question', text: 'q?' }], asked).session;
  assert.deepEqual([boxText(back), back.focusRequests], ['q?', 1]);
});

test('a run whose engine died is shown as interrupted, and its bytes are not said to be none', () => {
  const { session } = hear([show, send(0, 4), runsAre('running')]);
  assert.equal(shownTrace(session), session.run.trace);
  const trace = shownTrace(hear([runsAre('interrupted')], session).session);
  const { kind, sentence } = answerView(trace);
  assert.deepEqual(
    [kind, sentence, meterView(trace, 1800).sent.words],
    ['stopped', 'Interrupted before the first step was answered: VS Code was closed, or Ariadne stopped unexpectedly.', '1.8 kB sent'],
  );
});

test('what keeps a run from going on is said: a model that is loaded, the longest wait', () => {
  const paused = (node: string, pause: Partial<Writing>): ToPanel => {
    return { kind: 'writing', runId: 'r', writings: [{ node, text: '', isFinal: false, ...pause }] };
  };
  const { session } = hear([show, send(0, 4), paused('s1', { waitMs: 7000 }), paused('s2', { waitMs: 8500 })]);
  assert.equal(pauseOf(session), 'waiting 9 s for the server’s rate limit');
  const { session: loading } = hear([paused('', { loading: 'hf:org/tiny-reader-ONNX@main' })], session);
  assert.equal(pauseOf(loading), 'loading tiny-reader');
  const over = hear([paused('', {}), paused('s1', {}), paused('s2', {})], loading).session;
  assert.equal(pauseOf(over), undefined);
});

test('what a model writes is kept by node until another run is shown; only the last answering step writes the answer', () => {
  const writing = (node: string, text: string, isFinal: boolean, runId = 'r'): ToPanel => ({
    kind: 'writing',
    runId,
    writings: [{ node, text, isFinal }],
  });
  const { session } = hear([
    show,
    send(0, 4),
    writing('s1', 'Ad', false),
    writing('s1', 'Ada', false),
    writing('s1', 'x', false, 'another'),
  ]);
  assert.deepEqual([session.writings, finalWriting(session)], [{ s1: { node: 's1', text: 'Ada', isFinal: false } }, undefined]);
  const { session: final } = hear([writing('final', 'Ada L', true)], session);
  assert.equal(finalWriting(final), 'Ada L');
  assert.equal(finalWriting(hear([writing('final', '', true)], final).session), undefined);
  assert.deepEqual(hear([showAt(4)], final).session.writings, final.writings);
  assert.deepEqual(hear([{ kind: 'show-run', runId: 'other' }], final).session.writings, {});
});
