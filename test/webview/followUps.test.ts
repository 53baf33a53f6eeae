import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StandAlone } from '../../src/protocol/followUp.ts';
import type { PanelState, ToPanel } from '../../src/protocol/panel.ts';
import { emptySnapshot, emptyTrace } from '../../src/trace/fold.ts';
import {
  askingAsTyped,
  askingOf,
  carriedTerms,
  followUpOf,
  putFollowUp,
  sent,
  threadView,
  withoutBegun,
  type FollowUp,
} from '../../webview-ui/src/followUps.ts';
import { emptySession, receive, type Session } from '../../webview-ui/src/session.ts';

const runId = 'r';
const scope = { text: 'in:people/ type:md', documents: 1, passages: 1 };
const trace = { ...emptyTrace, runId, question: 'Who designed the Ardel bridge?', scope };
const typed = 'Where was she born?';
const made: StandAlone = { question: 'Where was Mina Sorel born?', follows: { runId, typed, by: 'model' }, scope: 'year:1901' };
const rewriting: FollowUp = { text: typed, without: ['type:md'], stage: { kind: 'rewriting', key: 'k' } };
const run = { log: '', pipeline: 'p', startedAtUtc: '', status: 'ok', answer: null, abstained: false, seconds: 0 } as const;

function session(followUp: FollowUp): Session {
  return { ...emptySession, runId, run: { ...emptySnapshot, trace }, followUps: { [runId]: followUp } };
}
const reply = (answered?: StandAlone, key = 'k'): ToPanel => ({ kind: 'stand-alone', runId, key, ...(answered ? { made: answered } : {}) });

test('a question that was made to stand alone is shown before it is asked, and can be edited', () => {
  const { session: next, reply: said } = receive(session(rewriting), reply(made));
  const followUp = followUpOf(next.followUps, runId);
  assert.deepEqual([followUp.stage, said], [{ kind: 'shown', made, edited: made.question }, undefined]);
  const question = 'in what town was Mina Sorel born?';
  assert.deepEqual(askingOf(trace, followUp, made, ` ${made.question} `), {
    kind: 'ask',
    question: made.question,
    scope: 'in:people/ year:1901',
    follows: made.follows,
  });
  assert.deepEqual(askingOf(trace, followUp, made, question).follows, { runId, typed, by: 'user' });
  assert.deepEqual(askingAsTyped(trace, runId, followUp), {
    kind: 'ask',
    question: typed,
    scope: 'in:people/ year:1901',
    follows: { runId, typed, by: 'typed' },
  });
});

test('one that stands alone, and one after a failure, is asked at once as typed; an unclear one is shown', () => {
  const asTyped = { question: typed, follows: { runId, typed, by: 'typed' as const, why: 'The model could not be reached.' } };
  const { session: next, reply: said } = receive(session(rewriting), reply(asTyped));
  assert.deepEqual(said, { kind: 'ask', question: typed, scope: 'in:people/', follows: asTyped.follows });
  assert.equal(followUpOf(next.followUps, runId).stage?.kind, 'asked');
  const unclear = receive(session(rewriting), reply({ ...asTyped, isUnclear: true }));
  assert.deepEqual([unclear.reply, followUpOf(unclear.session.followUps, runId).stage?.kind], [undefined, 'shown']);
});

test('stopped, replaced or while another run is shown: nothing is asked, nothing typed is lost', () => {
  for (const message of [reply(), reply(made, 'of another')]) {
    const { session: next, reply: said } = receive(session(rewriting), message);
    assert.deepEqual([followUpOf(next.followUps, runId).text, said], [typed, undefined]);
  }
  const elsewhere = { ...session(rewriting), run: { ...emptySnapshot, trace: { ...trace, runId: 'other' } } };
  const { session: next, reply: said } = receive(elsewhere, reply({ question: typed, follows: { runId, typed, by: 'typed' } }));
  assert.deepEqual([followUpOf(next.followUps, runId).stage?.kind, said], ['shown', undefined]);
});

test('what was asked is kept until its run is there', () => {
  const asked = sent({ [runId]: { text: typed } }, runId, typed);
  const state = { runs: [{ ...run, runId: 'new', question: made.question, followsRunId: runId, typed }] };
  assert.equal(withoutBegun(asked, { runs: [] }), asked);
  assert.deepEqual(withoutBegun(asked, state), {});
  assert.deepEqual(putFollowUp({}, runId, { text: '' }), {});
});

test('terms of the scope can be left out', () => {
  assert.deepEqual(carriedTerms(trace, rewriting), [
    { text: 'in:people/', isKept: true, isReplaced: false },
    { text: 'type:md', isKept: false, isReplaced: false },
  ]);
  const narrowed = { text: `${typed} in:people/a.md -type:pdf` };
  assert.deepEqual(carriedTerms(trace, narrowed), [
    { text: 'in:people/', isKept: false, isReplaced: true },
    { text: 'type:md', isKept: true, isReplaced: false },
  ]);
  const { question, scope } = askingAsTyped(trace, runId, narrowed);
  assert.deepEqual([question, scope], [typed, 'type:md in:people/a.md -type:pdf']);
});

test('a thread names the runs before and after, and says when the one before is gone', () => {
  const runs: PanelState['runs'] = [
    { ...run, runId: 'later', question: 'later?', followsRunId: runId },
    { ...run, runId: 'after', question: 'after?', followsRunId: runId },
    { ...run, runId: 'before', question: 'before?' },
  ];
  const following = { ...trace, follows: { runId: 'before', typed: 'she?', by: 'names' as const } };
  const after = [
    { runId: 'after', question: 'after?' },
    { runId: 'later', question: 'later?' },
  ];
  assert.deepEqual(threadView(following, { runs }), { before: { runId: 'before', question: 'before?' }, typed: 'she?', after });
  assert.deepEqual(threadView(following, { runs: [] }), { before: { question: '' }, typed: 'she?', after: [] });
  assert.equal(threadView(trace, { runs: [] }), undefined);
});
