import { test } from 'node:test';
import assert from 'node:assert/strict';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import type { Citation, RunStatus } from '../../src/protocol/trace.ts';
import { announcement } from '../../webview-ui/src/announce.ts';
import { answerView, citationNumbers } from '../../webview-ui/src/answerView.ts';
import { meterView } from '../../webview-ui/src/costView.ts';
import { dagView } from '../../webview-ui/src/viewModel.ts';
import { added, started, traceOf } from './log.ts';

const answered: NewRunEvent = { kind: 'node-changed', node: 's1', status: 'answered', set: { answer: 'Ann' } };
const gaveUp: NewRunEvent = { kind: 'node-changed', node: 's2', status: 'answered', set: { answer: null, abstained: true } };
const running: NewRunEvent = { kind: 'node-changed', node: 's2', status: 'running', activity: { kind: 'reranking', done: 2, of: 9 } };
const steps = [started('q?'), added('s1', 0), added('s2', 1), answered];
const citation: Citation = {
  n: 2,
  path: 'a.md',
  startLine: 1,
  endLine: 1,
  quote: 'Ann',
  documentHash: 'h',
  nodeId: 's1',
  docId: 'a',
  linesHash: 'l',
};

function finished(status: RunStatus, answer: string | null, failure?: string): NewRunEvent {
  return {
    kind: 'run-finished',
    status,
    answer,
    abstained: answer === null,
    stopReason: status,
    ...(failure === undefined ? {} : { failure }),
    bytesSent: 0,
  };
}

const cases: readonly { readonly name: string; readonly events: readonly NewRunEvent[]; readonly shown: readonly unknown[] }[] = [
  { name: 'a run at work says what it does', events: [running], shown: ['running', 'Step 2: reranking 2 of 9…', undefined] },
  { name: 'a finished run shows its answer', events: [finished('ok', 'Ann')], shown: ['answered', undefined, 'Ann'] },
  {
    name: 'an abstention says so plainly and names the step',
    events: [gaveUp, finished('ok', null)],
    shown: ['abstained', 'The documents do not answer this question.', undefined],
  },
  {
    name: 'a failed run says why, not that there is no answer',
    events: [running, finished('failed', null, 'No model.')],
    shown: ['failed', 'No model.', undefined],
  },
  {
    name: 'a stopped run is not an empty one',
    events: [running, finished('cancelled', null)],
    shown: ['stopped', 'Stopped after 1 answered step.', undefined],
  },
  {
    name: 'no answer because calls failed is a failure, not an abstention',
    events: [finished('degraded', null, 'The server did not answer.')],
    shown: ['failed', 'The server did not answer.', undefined],
  },
  { name: 'a partial answer says why it is one', events: [finished('degraded', 'Ann', 'Half.')], shown: ['answered', 'Half.', 'Ann'] },
];
for (const { name, events, shown } of cases) {
  test(name, () => {
    const { kind, sentence, markdown } = answerView(traceOf(...steps, ...events));
    assert.deepEqual([kind, sentence, markdown], shown);
  });
}

test('an abstention advises on the step that failed', () => {
  assert.equal(
    answerView(traceOf(...steps, gaveUp, finished('ok', null))).advice,
    'Step 2, “s2?”, found no answer. Add a document that has it and index again, or ask in other words.',
  );
});

test('citations that the text does not carry follow it', () => {
  const cited = (answer: string) =>
    answerView(traceOf(...steps, { kind: 'cited', citations: [citation] }, finished('ok', answer))).unplaced;
  assert.deepEqual([cited('Ann [2].'), cited('Ann [1].'), cited('Ann.')], [[], [citation], [citation]]);
  assert.deepEqual(citationNumbers('a [1], b [2, 3], [4](x.md), [5]'), [1, 2, 3, 5]);
});

test('flags of the run and its nodes become notes, each once', () => {
  const flagged = traceOf(
    ...steps,
    { kind: 'flagged', flag: 'role_unavailable:sunar.asu' },
    { kind: 'node-changed', node: 's2', flag: 'own' },
    { kind: 'flagged', flag: 'own' },
  );
  assert.deepEqual(answerView(flagged).notes, [
    'Without a chat model this part of the published method is done more simply (sunar.asu).',
    'own',
  ]);
});

test('a screen reader hears what has ended and nothing else', () => {
  const logs = [[], [running], [running, gaveUp], [running, gaveUp, finished('ok', null)]];
  const shown = logs.map((events) => traceOf(...steps, ...events)).map((trace) => ({ dag: dagView(trace), answer: answerView(trace) }));
  assert.deepEqual(
    shown.flatMap((after, i) => (i === 0 ? [] : [announcement(shown[i - 1], after)])),
    ['', 'Sub-question 2 of 2 no answer found.', 'The documents do not answer this question.'],
  );
});

test('the meter counts what was spent and what was sent', () => {
  const trace = traceOf(...steps, finished('ok', 'Ann'));
  assert.deepEqual(
    [meterView(trace, 1800), meterView(undefined, 1800)].map(({ items, sent }) => [
      items.map((item) => item.words),
      sent.words,
      sent.isNothing,
    ]),
    [
      [['0 calls', '0 + 0 tokens', '0 retrievals', '0 pairs reranked', '0.4 s (critical path 0.2 s)'], '0 bytes sent', true],
      [[], '1.8 kB sent', false],
    ],
  );
});
