import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DigestQuote, Trace, WrittenAnswer } from '../../../src/protocol/trace.ts';
import { quotedForm } from '../../../src/run/quotedForms.ts';

/** By passage; none is needed where quotes name what they are about. */
const none: Trace['passages'] = {};
const bell = 'When was the tide bell cast?';

function quoteOf(n: number, path: string, quote: string, subQuestion: string, more: Partial<DigestQuote> = {}): DigestQuote {
  const lines = { startLine: 1, endLine: 1, startOffset: 0, endOffset: quote.length };
  return {
    n,
    path,
    quote,
    subQuestion,
    ...lines,
    documentHash: path,
    nodeId: 's1',
    passageId: `${path}${n}`,
    linesHash: 'h',
    also: [],
    ...more,
  };
}

function tableOf(written: WrittenAnswer | undefined): readonly (readonly string[])[] {
  const block = written?.blocks[0];
  assert.ok(written && block?.kind === 'table');
  const cell = (positions: readonly number[]): string => positions.map((at) => written.sentences[at]?.text).join(' / ');
  return [block.columns, ...block.rows.map(({ name, cells }) => [name, ...cells.map(cell)])];
}

test('a cell has what the answer cites before other quotes', () => {
  const digest = [quoteOf(3, 'a.md', 'Hung.', bell), quoteOf(4, 'a.md', 'Rung.', bell), quoteOf(1, 'a.md', 'Cast in 1952.', bell)];
  assert.deepEqual(tableOf(quotedForm('table', bell, digest, none)).slice(1), [['a.md', 'Cast in 1952. / Hung. / Rung.']]);
});

test('otherwise each document is a row', () => {
  const digest = [quoteOf(1, 'a.md', 'One.', bell), quoteOf(2, 'b.md', 'Two.', bell)];
  assert.deepEqual(tableOf(quotedForm('table', bell, digest, none)), [
    ['', bell],
    ['a.md', 'One.'],
    ['b.md', 'Two.'],
  ]);
});

test('a list has one quote an item, marked where it is cut, and every quote is cited', () => {
  const digest = [quoteOf(1, 'a.md', 'One', bell, { isCutAfter: true, lead: 'Bells:' }), quoteOf(7, 'b.md', 'Two.', bell)];
  const written = quotedForm('list', bell, digest, none);
  assert.deepEqual(
    written?.sentences.map(({ text, citations, support }) => [text, citations, support]),
    [
      ['Bells: One …', [1], 'quoted'],
      ['Two.', [7], 'quoted'],
    ],
  );
  assert.deepEqual(
    written.citations.map(({ n, quote }) => [n, quote]),
    [
      [1, 'One'],
      [7, 'Two.'],
    ],
  );
});

test('nothing is made of quotes that were not looked up, nor as prose', () => {
  const { linesHash: _none, ...unseen } = quoteOf(1, 'a.md', 'One.', bell);
  assert.equal(quotedForm('list', bell, [unseen], none), undefined);
  assert.equal(quotedForm('explained', bell, [quoteOf(1, 'a.md', 'One.', bell)], none), undefined);
});

const compare = 'Compare the Orrin barrage and Quillan Gate by capacity and year of opening.';

test('a comparison has a row for each thing in the order of the question, and a column for each property', () => {
  const digest = [
    quoteOf(1, 'gate.md', 'Quillan Gate makes 24 MW.', 'What is the capacity of Quillan Gate?'),
    quoteOf(2, 'orrin.md', 'The Orrin barrage: capacity 6.4 MW, year of opening 1911.', 'What is the capacity of the Orrin barrage?'),
    quoteOf(3, 'other.md', 'The mill had a capacity of 2 tons.', 'What is the capacity of Quillan Gate?'),
  ];
  assert.deepEqual(tableOf(quotedForm('auto', compare, digest, none)), [
    ['', 'Capacity', 'Year of opening'],
    [
      'Orrin barrage',
      'The Orrin barrage: capacity 6.4 MW, year of opening 1911.',
      'The Orrin barrage: capacity 6.4 MW, year of opening 1911.',
    ],
    ['Quillan Gate', 'Quillan Gate makes 24 MW.', ''],
  ]);
  assert.deepEqual(
    quotedForm('table', compare, digest, none)?.citations.map(({ n }) => n),
    [2, 1],
  );
});

test('a quote that does not say what it is about is in the row that its document is about', () => {
  const digest = [quoteOf(1, 'notes.md', 'It opened in 1911.', compare), quoteOf(2, 'notes.md', 'Its capacity is 24 MW.', compare)];
  const about = (title: string, headings: readonly string[]): Trace['passages'][string] => ({
    ...{ id: 'p', path: 'notes.md', title, headings: [...headings], text: '', documentHash: 'd', runs: [] },
    range: { startOffset: 0, endOffset: 1, startLine: 0, endLine: 1 },
  });
  const passages = { 'notes.md1': about('Notes', ['Orrin barrage']), 'notes.md2': about('Notes', ['Quillan Gate']) };
  assert.deepEqual(tableOf(quotedForm('table', compare, digest, passages)).slice(1), [
    ['Orrin barrage', '', ''],
    ['Quillan Gate', 'Its capacity is 24 MW.', ''],
  ]);
});

test('the question chooses the form: a list for several things, none for one', () => {
  const digest = [quoteOf(1, 'a.md', 'One.', bell)];
  assert.equal(quotedForm('auto', 'Which bells were cast in 1952?', digest, none)?.blocks[0]?.kind, 'list');
  assert.equal(quotedForm('auto', bell, digest, none), undefined);
  assert.equal(quotedForm('auto', 'Compare the bells.', digest, none), undefined);
  assert.equal(quotedForm('table', 'Compare the bells.', digest, none)?.blocks[0]?.kind, 'table');
});

test('how documents disagree is said with both places', () => {
  const said = ['The Coll barrage is 1,240 metres long.', 'In the draft, the Coll barrage is 1,190 metres long.'];
  const [one, other] = said.map((quote, i) => ({ ...quoteOf(i === 0 ? 1 : 4, `${i}.md`, quote, bell), linesHash: 'h' }));
  assert.ok(one && other);
  const conflicts = [{ text: 'One passage says “1,240 metres”, another “1,190 metres”.', citations: [one, other] }];
  const written = quotedForm('list', bell, [one], none, conflicts);
  assert.deepEqual(
    written?.conflicts.map((at) => [written.sentences[at]?.text, written.sentences[at]?.citations]),
    [['One passage says “1,240 metres”, another “1,190 metres”.', [1, 4]]],
  );
  assert.deepEqual(
    written.citations.map(({ n }) => n),
    [1, 4],
  );
});
