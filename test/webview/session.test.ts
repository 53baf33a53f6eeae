import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { PanelState, ToPanel } from '../../src/protocol/panel.ts';
import { fold } from '../../src/trace/fold.ts';
import { emptySession, readyMessage, receive, select, shownTrace, write, type Session } from '../../webview-ui/src/session.ts';
import { answerView } from '../../webview-ui/src/answerView.ts';
import { meterView } from '../../webview-ui/src/costView.ts';
import { added, edge, log, started } from './log.ts';

const events = log(started('q?'), added('root', 0, { kind: 'root' }), added('s1', 1), edge('root', 's1', 'decomposes'));
const send = (from: number, to: number): ToPanel => ({ kind: 'events', runId: 'r', events: events.slice(from, to) });
const show: ToPanel = { kind: 'show-run', runId: 'r' };

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
    messages: [send(0, 1), send(2, 3), send(3, 4), send(1, 4)],
    said: [{ kind: 'ready', runId: 'r', next: 1 }],
  },
];
for (const { name, messages, said } of orders) {
  test(`events that come ${name} give the trace of the log`, () => {
    const heard = hear([show, ...messages]);
    assert.deepEqual([heard.session.trace, heard.session.next, heard.said], [fold(events), 4, said]);
  });
}

test('events of a run that is not shown are left alone', () => {
  assert.deepEqual(hear([{ ...show, runId: 'other' }, send(0, 4)]).session.next, 0);
});

test('the panel says what it has', () => {
  assert.deepEqual(readyMessage(emptySession), { kind: 'ready' });
  assert.deepEqual(readyMessage(hear([show, send(0, 3)]).session), { kind: 'ready', runId: 'r', next: 3 });
});

test('another run begins without the selection of the last one, the same run keeps it', () => {
  const chosen = select(hear([show, send(0, 4)]).session, 's1');
  assert.equal(hear([show], chosen).session.selected, 's1');
  const other = hear([{ kind: 'show-run', runId: 'other', selectNode: 's9' }], chosen).session;
  assert.deepEqual([other.selected, other.next, other.trace.nodes.length], ['s9', 0, 0]);
});

test('a draft stays until it is the question of the run', () => {
  const typed = write(hear([show]).session, 'q? ');
  assert.equal(hear([send(0, 1)], typed).session.draft, undefined);
  assert.equal(hear([send(0, 1)], write(typed, 'something else')).session.draft, 'something else');
});

const index = {
  state: 'ready' as const,
  documents: 1,
  passages: 1,
  epoch: '',
  skipped: [],
  vectors: 'plain' as const,
  adaptationDue: false,
};
const around = {
  readiness: 'ready' as const,
  folderName: 'f',
  index,
  pipelines: [],
  pipeline: 'sunar',
  chatModel: 'builtin',
  bytesSent: 1800,
};
function runsAre(...statuses: readonly PanelState['runs'][number]['status'][]): ToPanel {
  const summary = { runId: 'r', log: '', question: 'q?', pipeline: 'sunar', startedAtUtc: '', answer: null, abstained: false, seconds: 0 };
  return { kind: 'state', state: { ...around, runs: statuses.map((status) => ({ ...summary, status })) } };
}

test('a run that is no longer listed is shown no more', () => {
  const shown = select(hear([show, send(0, 4), runsAre('running')]).session, 's1');
  assert.deepEqual([shown.runId, hear([runsAre('running')], shown).session.next], ['r', 4]);
  const { runId, selected, next, trace } = hear([runsAre()], shown).session;
  assert.deepEqual([runId, selected, next, trace.nodes], [undefined, undefined, 0, []]);
});

test('a run whose engine died is shown as interrupted, and its bytes are not said to be none', () => {
  const { session } = hear([show, send(0, 4), runsAre('running')]);
  assert.equal(shownTrace(session), session.trace);
  const trace = shownTrace(hear([runsAre('interrupted')], session).session);
  const { kind, sentence } = answerView(trace);
  assert.deepEqual(
    [kind, sentence, meterView(trace, 1800).sent.words],
    ['stopped', 'Interrupted before the first step was answered: Ariadne’s engine was closed or stopped unexpectedly.', '1.8 kB sent'],
  );
});
