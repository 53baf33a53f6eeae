import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DigestQuote, WrittenAnswer } from '../../../src/protocol/trace.ts';
import { quotedForm } from '../../../src/run/quotedForms.ts';

const [bell, light] = ['When was the tide bell cast?', 'When was the north light cast?'];

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

test('questions that differ in one place become the rows of a table, with their quotes in its cells', () => {
  const digest = [
    quoteOf(1, 'tide.md', 'Cast in 1952.', bell),
    quoteOf(2, 'light.md', 'Lit in 1887.', light),
    quoteOf(3, 'light.md', 'Not before 1886.', light),
    quoteOf(4, 'light.md', 'A third.', light),
    quoteOf(5, 'other.md', 'As a whole.', 'Which is older?'),
  ];
  assert.deepEqual(tableOf(quotedForm('table', 'Which is older?', digest)), [
    ['', 'When was the … cast?'],
    ['tide bell', 'Cast in 1952.'],
    ['north light', 'Lit in 1887. / Not before 1886.'],
  ]);
});

test('a cell has what the answer cites before other quotes', () => {
  const digest = [quoteOf(3, 'a.md', 'Hung.', bell), quoteOf(4, 'a.md', 'Rung.', bell), quoteOf(1, 'a.md', 'Cast in 1952.', bell)];
  assert.deepEqual(tableOf(quotedForm('table', bell, digest)).slice(1), [['a.md', 'Cast in 1952. / Hung.']]);
});

test('otherwise each document is a row', () => {
  const digest = [quoteOf(1, 'a.md', 'One.', bell), quoteOf(2, 'b.md', 'Two.', bell)];
  assert.deepEqual(tableOf(quotedForm('table', bell, digest)), [
    ['', bell],
    ['a.md', 'One.'],
    ['b.md', 'Two.'],
  ]);
});

test('a list has one quote an item, marked where it is cut, and every quote is cited', () => {
  const digest = [quoteOf(1, 'a.md', 'One', bell, { isCutAfter: true, lead: 'Bells:' }), quoteOf(7, 'b.md', 'Two.', bell)];
  const written = quotedForm('list', bell, digest);
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
  assert.equal(quotedForm('list', bell, [unseen]), undefined);
  assert.equal(quotedForm('explained', bell, [quoteOf(1, 'a.md', 'One.', bell)]), undefined);
});
