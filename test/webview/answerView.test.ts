import { test } from 'node:test';
import { digestOfUnfinished } from '../../src/run/draftDigest.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import assert from 'node:assert/strict';
import type { Nodes, Root } from 'mdast';
import { offlineRefusal } from '../../src/door/offline.ts';
import { offline as offlineError } from '../../src/models/hub/hubErrors.ts';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import type { Citation, RunStatus, Trace } from '../../src/protocol/trace.ts';
import { announcement } from '../../webview-ui/src/announce.ts';
import { answerView, citationNumbers } from '../../webview-ui/src/answerView.ts';
import { meterView } from '../../webview-ui/src/costView.ts';
import { markUnsupported } from '../../webview-ui/src/markUnsupported.ts';
import { dagView } from '../../src/trace/dag/viewModel.ts';
import { added, passage, started, traceOf } from './log.ts';

const answered: NewRunEvent = { kind: 'node-changed', node: 's1', status: 'answered', set: { answer: 'Ann' } };
const gaveUp: NewRunEvent = { kind: 'node-changed', node: 's2', status: 'answered', set: { answer: null, abstained: true } };
const running: NewRunEvent = { kind: 'node-changed', node: 's2', status: 'running', activity: { kind: 'reranking', done: 2, of: 9 } };
const searched: NewRunEvent = { kind: 'retrieved', retrieval: { id: 'r', node: 's1', query: '', method: 'hybrid', results: [], ms: 200 } };
const steps = [started('q?'), added('s1', 0), added('s2', 1), searched, answered];
const citation: Citation = {
  n: 2,
  path: 'a.md',
  startLine: 1,
  endLine: 1,
  quote: 'Ann',
  documentHash: 'h',
  nodeId: 's1',
  passageId: 'a',
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
  { name: 'a run at work says what it does', events: [running], shown: ['running', 'Step 2: rating passages, 2 of 9…', undefined] },
  {
    name: 'a finished run shows its answer',
    events: [{ kind: 'cited', citations: [citation] }, finished('ok', 'Ann')],
    shown: ['answered', undefined, 'Ann'],
  },
  {
    name: 'an answer without a citation is unconfirmed',
    events: [finished('ok', 'Ann')],
    shown: ['unconfirmed', undefined, 'Ann'],
  },
  {
    name: 'an abstention says so plainly and names the step',
    events: [gaveUp, finished('ok', null)],
    shown: ['abstained', 'Nothing was found in the documents.', undefined],
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
  { name: 'a partial answer says why it is one', events: [finished('degraded', 'Ann', 'Half.')], shown: ['partial', 'Half.', 'Ann'] },
];
for (const { name, events, shown } of cases) {
  test(name, () => {
    const { kind, sentence, markdown } = answerView(traceOf(...steps, ...events));
    assert.deepEqual([kind, sentence, markdown], shown);
  });
}

test('a failure that names a setting offers to open it, also beside an answer in part', () => {
  const offline = offlineRefusal(new URL('https://api.example.com')) ?? assert.fail();
  const setting = 'ariadne.offline';
  const failedBy = (failure: string, stopReason: string): Trace =>
    traceOf(...steps, { kind: 'run-finished', status: 'failed', answer: null, abstained: true, stopReason, failure, bytesSent: 0 });
  const shown = (trace: Trace) => {
    const { kind, setting, isAboutModel } = answerView(trace);
    return { kind, setting, isAboutModel };
  };
  assert.deepEqual(shown(failedBy(offline, 'door-refused')), { kind: 'failed', setting, isAboutModel: true });
  assert.deepEqual(shown(failedBy(offlineError('hf:org/model').message, 'offline')), { kind: 'failed', setting, isAboutModel: true });
  assert.deepEqual(shown(failedBy('No answer in 30 s.', 'chat-timeout')), { kind: 'failed', setting: undefined, isAboutModel: true });
  assert.deepEqual(shown(traceOf(...steps, finished('degraded', null, offline))), { kind: 'failed', setting, isAboutModel: true });
  const inPart = shown(traceOf(...steps, finished('degraded', 'Ann', offline)));
  assert.deepEqual(inPart, { kind: 'partial', setting, isAboutModel: undefined });
});

test('an unconfirmed answer is amber and called so: in the answer, in its notes once, in its card and for a screen reader', () => {
  const check: NewRunEvent = { kind: 'node-changed', node: 'meta', status: 'answered', set: { answer: null, abstained: true } };
  const doubt = {
    kind: 'node-changed',
    node: 'final',
    status: 'answered',
    set: { answer: 'Ann', unconfirmed: 'check-gave-none' },
  } as const;
  const trace = traceOf(
    ...steps,
    added('meta', 2, { kind: 'meta' }),
    added('final', 3, { kind: 'final' }),
    { kind: 'node-changed', node: 'meta', flag: 'mer_fallback' },
    check,
    doubt,
    { kind: 'cited', citations: [citation] },
    finished('ok', 'Ann'),
  );
  const why = 'The final check did not find this answer in the passages.';
  const view = answerView(trace);
  const dag = dagView(trace);
  assert.deepEqual([view.kind, view.markdown, view.unconfirmed, view.notes], ['unconfirmed', 'Ann', why, []]);
  assert.deepEqual(
    dag.cards.filter(({ isStep }) => !isStep).map(({ label, state, answer }) => [label, state, answer]),
    [
      ['Check', { tone: 'none', words: 'no answer found' }, undefined],
      ['Answer', { tone: 'warn', words: 'not verified' }, 'Ann'],
    ],
  );
  assert.equal(announcement({ dag, answer: { ...view, kind: 'running' } }, { dag, answer: view }), 'Answer, not verified: Ann');
});

test('an answer that a limit cut short is amber in its card too, and a step that nothing supports is not counted as unanswered', () => {
  const done: NewRunEvent = { kind: 'node-changed', node: 'final', status: 'answered', set: { answer: 'Ann' } };
  const unsupported: NewRunEvent = { kind: 'node-changed', node: 's2', status: 'unsupported', set: { answer: 'Bo' } };
  const cited: NewRunEvent = { kind: 'cited', citations: [citation] };
  const trace = traceOf(...steps, unsupported, added('final', 3, { kind: 'final' }), done, cited, finished('degraded', 'Ann', 'Half.'));
  const { answeredSteps, unconfirmedSteps, unansweredSteps } = answerView(trace);
  assert.deepEqual([answeredSteps, unconfirmedSteps, unansweredSteps], [2, 1, 0]);
  assert.deepEqual(dagView(trace).cards.at(-1)?.state, { tone: 'warn', words: 'answered in part' });
});

test('where no step has an answer, the cards say so once, of the question; where one has, each step without', () => {
  const none = (node: string): NewRunEvent => ({ kind: 'node-changed', node, status: 'answered', set: { answer: null } });
  const words = (...ends: readonly NewRunEvent[]): readonly string[] =>
    dagView(traceOf(...steps, added('root', 2, { kind: 'root' }), ...ends, finished('ok', null)))
      .cards.map(({ state }) => state.words)
      .filter((said) => said === 'no answer found');
  assert.equal(words(none('root'), none('s1'), none('s2')).length, 1);
  assert.equal(words(none('root'), none('s2')).length, 2);
});

test('an abstention names the step that found nothing', () => {
  assert.deepEqual(answerView(traceOf(...steps, gaveUp, finished('ok', null))).notFound, { id: 's2', question: 's2?' });
});

test('what the answer leaves open is said once: below it, unless the written answer says it', () => {
  const open: NewRunEvent = { kind: 'node-changed', node: 'final', status: 'answered', set: { answer: 'Ann', missing: 'her ship' } };
  const trace = traceOf(...steps, added('final', 3, { kind: 'final' }), open, finished('ok', 'Ann'));
  assert.deepEqual([trace.missing, answerView(trace).missing], ['her ship', 'her ship']);
  const written = { blocks: [], sentences: [], conflicts: [], notStated: ['Her ship.'], citations: [] };
  assert.equal(answerView({ ...trace, written }).missing, undefined);
});

test('where the question calls for a form, the written answer takes the place of the short one', () => {
  const trace = traceOf(...steps, finished('ok', 'She sailed for years.'));
  const sentences = [{ text: 'She sailed.', citations: [], support: 'supported' as const }];
  const blocks = [{ kind: 'paragraph' as const, sentences: [0] }];
  const written = { blocks, sentences, conflicts: [], notStated: [], citations: [] };
  assert.equal(answerView({ ...trace, written }).markdown, 'She sailed for years.');
  const view = answerView({ ...trace, written: { ...written, leads: true } });
  assert.deepEqual([view.markdown, view.sentence, view.written?.blocks.length], [undefined, undefined, 1]);
  // Nothing was written, so that the short one is all there is.
  assert.equal(answerView({ ...trace, written: { ...written, leads: true, blocks: [] } }).markdown, 'She sailed for years.');
});

test('in place of an answer that was not found: what the documents say at their lines, another method, a model, other words', () => {
  const text = 'Nobody came. Ann went to sea in spring, and s2 was her ship for many years.';
  const evidence = [{ passageId: 'a', rank: 0, score: 1, used: true, source: 'initial' as const }];
  const found: NewRunEvent = { kind: 'evidence-found', node: 's2', evidence, passages: [passage('a', text)] };
  const abstained = (chat: string): Trace => {
    const trace = traceOf(started('q?', { models: { ...builtinModels, chat } }), ...steps.slice(1), found, gaveUp, finished('ok', null));
    return { ...trace, digest: [...digestOfUnfinished(trace)] };
  };
  const pipelines = ['sunar-nar', 'drr-rag'].map((id) => ({ id, title: id.toUpperCase(), description: '', paper: '', parameters: [] }));
  const view = answerView(abstained('openai:m'), { runs: [], pipelines });
  const writer = { label: 'Ask GPT', cost: 'It uses your plan.' };
  const at = text.indexOf('Ann');
  assert.deepEqual(view.digest, {
    heading: 'From your documents',
    count: 1,
    from: { name: 'a.md', others: 0 },
    about: 'Quotes, word for word.',
    groups: [
      {
        id: 's2',
        heading: 's2?',
        answer: null,
        documents: [
          {
            path: 'a.md',
            quotes: [
              {
                n: 1,
                section: 'Life',
                isCutBefore: false,
                isCutAfter: false,
                parts: [
                  {
                    isCode: false,
                    text: [
                      { text: 'Ann went to sea in spring, and ', isMarked: false },
                      { text: 's2', isMarked: true },
                      { text: ' was her ship for many years.', isMarked: false },
                    ],
                  },
                ],
                place: 'line 4',
                placeInFull: 'a.md, line 4',
                open: {
                  kind: 'open-source',
                  path: 'a.md',
                  documentHash: 'hash-a',
                  startOffset: 50 + at,
                  endOffset: 50 + text.length,
                  beside: false,
                },
                also: [],
              },
            ],
          },
        ],
      },
    ],
    further: [],
  });
  assert.deepEqual(
    [view, ...[undefined, writer].map((one) => answerView(abstained('builtin'), { runs: [], pipelines, writer: one }))].map(({ ways }) =>
      ways?.map(({ kind, label, pipeline }) => [kind, label, pipeline]),
    ),
    [
      [
        ['method', 'Try a method: Questions with many parts', 'drr-rag'],
        ['rephrase', 'Rephrase the question', undefined],
      ],
      [
        ['model', 'Choose a language model', undefined],
        ['rephrase', 'Rephrase the question', undefined],
      ],
      [
        ['writer', 'Ask GPT', undefined],
        ['model', 'Other models…', undefined],
        ['rephrase', 'Rephrase the question', undefined],
      ],
    ],
  );
});

test('what was stopped, failed or ended at a limit never looks like a question without an answer', () => {
  const spent: NewRunEvent = { kind: 'flagged', flag: 'budget_exhausted' };
  const ends: readonly (readonly NewRunEvent[])[] = [
    [finished('cancelled', null)],
    [finished('failed', null, 'No model.')],
    [spent, finished('degraded', null, 'This run reached its limit of 4 model calls.')],
    [finished('degraded', null, 'The server did not answer.')],
  ];
  const [, , limited = []] = ends;
  assert.deepEqual((({ kind, sentence, wayOn, notes }) => [kind, sentence, wayOn, notes])(answerView(traceOf(...steps, ...limited))), [
    'stopped',
    'This run reached its limit of 4 model calls. No answer had been found.',
    'go-on',
    [],
  ]);
  for (const events of ends) {
    const { kind, sentence, ways } = answerView(traceOf(...steps, gaveUp, ...events));
    assert.deepEqual([kind === 'abstained', /no answer could/i.test(sentence ?? ''), ways], [false, false, undefined]);
  }
});

test('citations that the text does not carry follow it', () => {
  const cited = (answer: string) =>
    answerView(traceOf(...steps, { kind: 'cited', citations: [citation] }, finished('ok', answer))).unplaced;
  assert.deepEqual([cited('Ann [2].'), cited('Ann [1].'), cited('Ann.')], [[], [citation], [{ ...citation, n: 1 }]]);
  assert.deepEqual(citationNumbers('a [1], b [2, 3], [4](x.md), [5]'), [1, 2, 3, 5]);
});

test('an answer that rests on no document says so, and what its steps rest on is counted', () => {
  const written = { passageId: 'generated:g', rank: 0, score: null, used: true, source: 'generated' as const };
  const fromMemory: NewRunEvent = { kind: 'evidence-found', node: 's1', evidence: [written], passages: [] };
  const unsearched = [started('q?'), added('s1', 0), fromMemory, answered];
  const shown = [finished('ok', 'Ann'), finished('ok', null)].map((end) => answerView(traceOf(...unsearched, end)));
  assert.deepEqual(
    shown.map(({ sentence, unconfirmed, stepsFromMemory }) => [sentence ?? unconfirmed, stepsFromMemory]),
    [
      ['Answered from the model’s memory: nothing in this answer comes from your documents.', 1],
      ['The model does not know the answer. No document was read.', 1],
    ],
  );
});

test('sentences that no citation supports are marked, also inside other marks', () => {
  const source = 'Ann *did*. Bo **too**.';
  const text = (value: string, start: number) => ({
    type: 'text' as const,
    value,
    position: { start: { line: 1, column: 1, offset: start }, end: { line: 1, column: 1, offset: start + value.length } },
  });
  const tree: Root = {
    type: 'root',
    children: [
      { type: 'paragraph', children: [text('Ann ', 0), text('. Bo ', 9), { type: 'strong', children: [text('too', 16)] }, text('.', 21)] },
    ],
  };
  markUnsupported(tree, [{ start: source.indexOf('Bo'), end: source.length }]);
  const markedTexts: string[] = [];
  const collect = (node: Nodes, isMarked: boolean): void => {
    if (node.type === 'text' && isMarked) markedTexts.push(node.value);
    if ('children' in node) for (const child of node.children) collect(child, isMarked || node.type === 'emphasis');
  };
  collect(tree, false);
  assert.deepEqual(markedTexts, ['Bo ', 'too', '.']);
});

test('a run that was stopped, cut short or failed is resumed, from one that ended early a new one goes on, and one that is whole does neither', () => {
  const shown = [
    finished('cancelled', null),
    finished('failed', null, 'No.'),
    finished('degraded', null, 'No.'),
    finished('degraded', 'Ann', 'No.'),
    finished('ok', null),
  ].map((end) => answerView(traceOf(...steps, end)));
  assert.deepEqual(
    shown.map(({ wayOn, advice = '' }) => [wayOn, /\b(?:resume|continue)\b/i.exec(advice)?.[0]]),
    [
      ['resume', 'Resume'],
      ['resume', 'resume'],
      ['go-on', 'continue'],
      ['go-on', undefined],
      [undefined, undefined],
    ],
  );
});

test('a screen reader hears what has ended and nothing else', () => {
  const logs = [[], [running], [running, gaveUp], [running, gaveUp, finished('ok', null)]];
  const shown = logs.map((events) => traceOf(...steps, ...events)).map((trace) => ({ dag: dagView(trace), answer: answerView(trace) }));
  assert.deepEqual(
    shown.flatMap((after, i) => (i === 0 ? [] : [announcement(shown[i - 1], after)])),
    ['', 'Sub-question 2 of 2 no answer found.', 'Nothing was found in the documents.'],
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
      [['0 calls', '0 + 0 tokens', '1 search', '0.5 s'], '0 bytes sent', true],
      [[], '1.8 kB sent', false],
    ],
  );
});

test('a run names the models that made it, unless all are built in', () => {
  const models = {
    chat: 'builtin',
    reader: 'hf:org/span-onnx#q8/0123456789ab',
    embedder: 'openai:embed',
    reranker: 'builtin-x',
    entailment: 'folder:nli#q8/01',
  };
  const trace = traceOf(started('q?', { models }));
  assert.deepEqual(meterView(trace, 0).items.at(-1), {
    words: 'by span + 2',
    about: 'The models of this answer\nspan reads\nembed finds passages\nnli compares answers',
  });
});

test('the meter of a run with limits says how much of each is spent', () => {
  const prices = { inputPerMillion: 2, outputPerMillion: 10 };
  const budget = { llmCalls: 4, tokens: 5000, retrievals: 1, seconds: 90, usd: 0.05, prices };
  const call = { id: 'c', node: 's1', role: 'sunar.answer', sample: 0, attempt: 0, temperature: 0, estimated: false, ms: 9 };
  const called: NewRunEvent = { kind: 'llm-called', call: { ...call, promptTokens: 1000, completionTokens: 200, parse: 'ok' } };
  const trace = traceOf(started('q?', { budget }), added('s1', 0), called, searched);
  assert.deepEqual(
    meterView(trace, 0).items.map(({ words }) => words),
    ['1 of 4 calls', '1,000 + 200 of 5,000 tokens', '$0.0040 of $0.05', '1 of 1 search', '0.3 s of 1 min 30 s'],
  );
  const beyond = traceOf(started('q?', { budget: { llmCalls: 0 } }), added('s1', 0), called);
  assert.equal(meterView(beyond, 0).items[0]?.words, '1 call (limit 0 plus the final answer)');
});
