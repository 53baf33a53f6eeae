import { test } from 'node:test';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import assert from 'node:assert/strict';
import type { NewRunEvent } from '../../src/protocol/events.ts';
import type { Citation, Trace, WrittenAnswer } from '../../src/protocol/trace.ts';
import { announcement } from '../../webview-ui/src/announce.ts';
import { answerView } from '../../webview-ui/src/answerView.ts';
import { emptySession, finalWriting } from '../../webview-ui/src/session.ts';
import { dagView } from '../../src/trace/dag/viewModel.ts';
import { formsFor, writtenView } from '../../webview-ui/src/writtenView.ts';
import { added, started, traceOf } from './log.ts';

const citation: Citation = {
  n: 1,
  path: 'a.md',
  startLine: 1,
  endLine: 1,
  quote: 'Ann built it',
  documentHash: 'h',
  nodeId: 'compose',
  passageId: 'a',
  linesHash: 'l',
};
const written: WrittenAnswer = {
  blocks: [{ kind: 'paragraph', sentences: [0, 1, 2] }],
  sentences: [
    { text: 'Ann built it.', citations: [1], support: 'supported' },
    { text: 'In 1903.', citations: [1], support: 'contradicted', why: { kind: 'date', words: '1903' } },
    { text: 'Many did.', citations: [], support: 'own-knowledge' },
  ],
  conflicts: [],
  notStated: ['What it cost.'],
  citations: [citation],
};
const withModel = started('q?', { models: { ...builtinModels, chat: 'openai:m' } });

function ended(answer: string | null, of: WrittenAnswer = written, start: NewRunEvent = withModel): Trace {
  const end = { answer, abstained: answer === null, stopReason: 'ok', bytesSent: 0 };
  return traceOf(
    start,
    added('root', 0, { kind: 'root' }),
    { kind: 'cited', citations: [], written: of },
    { kind: 'run-finished', status: 'ok', ...end },
  );
}

test('sentences have their citations and, where documents do not carry them, why', () => {
  const view = writtenView(ended('Ann'));
  const [block] = view?.blocks ?? [];
  assert.deepEqual(block?.kind === 'paragraph' && block.sentences, [
    { text: 'Ann built it.', citations: [citation] },
    { text: 'In 1903.', citations: [citation], doubt: { support: 'contradicted', why: 'The quote says otherwise than “1903”.' } },
    { text: 'Many did.', citations: [], doubt: { support: 'own-knowledge', why: 'From the model’s memory, not from the documents.' } },
  ]);
  assert.deepEqual([view?.doubted, view?.heading], [1, undefined]);
});

test('how passages disagree is below a short answer, and said aloud', () => {
  const conflicts = [{ text: 'One passage says “1902”, another “1903”.', citations: [citation, { ...citation, n: 2, path: 'b.md' }] }];
  const { written: _, ...short } = ended('1902');
  const answer = answerView({ ...short, conflicts });
  assert.deepEqual(
    answer.conflicts.map(({ sentence, quotes }) => [sentence.text, quotes.map(({ path }) => path)]),
    [['One passage says “1902”, another “1903”.', ['a.md', 'b.md']]],
  );
  assert.match(announcement(undefined, { dag: dagView(short), answer }), /: 1902\. Documents disagree\.$/);
});

test('why a form was asked for that no one chose is a note, not for quotes', () => {
  const chosen = { form: 'auto', chosenForm: 'table' } as const;
  assert.match(answerView({ ...ended('Ann'), ...chosen }).notes.join(), /because the question compares/);
  assert.deepEqual(answerView({ ...ended('Ann', written, started('q?')), ...chosen }).notes, []);
});

test('a written answer takes the place of a short one that was not found', () => {
  const { kind, markdown, sentence, ways } = answerView(ended(null));
  assert.deepEqual([kind, markdown, sentence, ways], ['answered', undefined, 'No short answer was found.', undefined]);
  const nothing = answerView(ended(null, { ...written, blocks: [], sentences: [] }));
  assert.equal(nothing.kind, 'abstained');
});

test('quotes that no model wrote are called so, and leave open what else can be tried', () => {
  const { kind, written: view, ways = [] } = answerView(ended(null, written, started('q?')));
  assert.deepEqual([kind, view?.heading, view?.empty], ['abstained', 'Quotes', 'no quote']);
  assert.notEqual(ways.length, 0);
});

test('an answer can be written in the forms that its models can write', () => {
  const forms = (trace: Trace): unknown => formsFor(trace).map(({ value, isCurrent }) => (isCurrent ? `*${value}` : value));
  assert.deepEqual(forms(ended('Ann')), ['*explained', 'list', 'table']);
  assert.deepEqual(forms(ended('Ann', written, started('q?'))), ['list', 'table']);
});

test('an answer that only could not be written out is complete, and says so', () => {
  const failure = 'This run reached its limit of 3 model calls.';
  const trace = traceOf(
    withModel,
    added('compose', 0, { kind: 'compose' }),
    { kind: 'node-changed', node: 'compose', status: 'failed', set: { failure } },
    { kind: 'flagged', flag: 'budget_exhausted' },
    { kind: 'run-finished', status: 'degraded', answer: 'Ann', abstained: false, stopReason: 'ok', failure, bytesSent: 0 },
  );
  const { kind, sentence, markdown, wayOn } = answerView(trace);
  assert.deepEqual([kind, markdown, wayOn], ['partial', 'Ann', 'go-on']);
  assert.equal(sentence, `${failure} The answer is complete, but it could not be written out.`);
});

test('while the answer is written out, the short one is above what is written', () => {
  const events: readonly NewRunEvent[] = [
    withModel,
    added('root', 0, { kind: 'root' }),
    { kind: 'node-changed', node: 'root', set: { answer: 'Ann' } },
    added('compose', 1, { kind: 'compose' }),
  ];
  const trace = traceOf(...events);
  assert.equal(answerView(trace).markdown, 'Ann');
  const writing = { text: 'Ann', isFinal: true };
  const session = { ...emptySession, run: { trace, next: events.length }, writings: { meta: { node: 'meta', ...writing } } };
  assert.equal(finalWriting(session), undefined);
  const writings = { ...session.writings, compose: { node: 'compose', text: 'Ann bui', isFinal: false } };
  assert.equal(finalWriting({ ...session, writings }), 'Ann bui');
});

test('a screen reader hears that the answer is written out, not all of it', () => {
  const announced = (trace: Trace) => ({ dag: dagView(trace), answer: answerView(trace) });
  assert.equal(
    announcement(announced(traceOf(withModel)), announced(ended('Ann'))),
    'Answer, not verified: Ann. Written out in 3 sentences.',
  );
});
