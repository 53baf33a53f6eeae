import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locate, verbatimQuote } from '../../../src/citations/locate.ts';

// Source: "The **Orrin** gates\nwere cast &amp; hung." on line 7, from offset 100.
const passage = {
  text: 'The Orrin gates\nwere cast & hung.',
  runs: [0, 100, 4, 7, 4, 106, 5, 7, 9, 113, 17, 7, 27, 135, 6, 8],
  range: { startLine: 7, endLine: 9, startOffset: 100, endOffset: 141 },
};

test('a text range is located through the runs it touches', () => {
  assert.deepEqual(
    [locate(passage, 0, 33), locate(passage, 10, 15), locate(passage, 16, 20), locate(passage, 9, 16)],
    [
      { startLine: 7, endLine: 9, startOffset: 100, endOffset: 141 },
      { startLine: 7, endLine: 8, startOffset: 114, endOffset: 119 },
      { startLine: 8, endLine: 9, startOffset: 120, endOffset: 124 },
      { startLine: 7, endLine: 8, startOffset: 113, endOffset: 120 },
    ],
  );
});

test('made text is located at the nearest verbatim character', () => {
  assert.deepEqual(locate(passage, 26, 27), { startLine: 8, endLine: 9, startOffset: 129, endOffset: 130 });
  assert.deepEqual(locate({ ...passage, runs: [] }, 3, 5), passage.range);
});

test('a quote is the longest verbatim stretch, or the one that holds what it must', () => {
  const quotes = [
    verbatimQuote(passage, 0, 33),
    verbatimQuote(passage, 0, 33, { start: 4, end: 9 }),
    verbatimQuote(passage, 0, 6),
    verbatimQuote(passage, 26, 27),
  ];
  assert.deepEqual(
    quotes.map(({ quote, range }) => [quote, range.startOffset, range.startLine]),
    [
      ['gates\nwere cast', 114, 7],
      ['Orrin', 106, 7],
      ['The', 100, 7],
      ['', 129, 8],
    ],
  );
});
