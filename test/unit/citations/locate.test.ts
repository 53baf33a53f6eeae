import assert from 'node:assert/strict';
import { test } from 'node:test';
import { locate, quoteIn, quotePlace } from '../../../src/citations/locate.ts';

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

const source = 'The **Orrin** gates\nwere cast &amp; hung.';

test('a quote is what the source has from its first to its last word, markup included', () => {
  const quoted = (start: number, end: number, lines = source.split('\n')): readonly unknown[] => {
    const place = quotePlace(passage, start, end);
    assert(place);
    const { startLine, endLine } = place.range;
    return [quoteIn(place, lines.slice(startLine - 7, endLine - 7)), place.range.startOffset, startLine];
  };
  assert.deepEqual(
    [quoted(0, 33), quoted(4, 15), quoted(16, 33)],
    [
      [source, 100, 7],
      ['Orrin** gates', 106, 7],
      ['were cast &amp; hung.', 120, 8],
    ],
  );
  assert.equal(quotePlace(passage, 26, 27), undefined, 'text made by the reader');
});

test('a quote is found where its line moved sideways, not where its markup changed, and in lines that Windows ended', () => {
  const place = quotePlace(passage, 0, 33);
  assert(place);
  assert.equal(quoteIn(place, ['> The **Orrin** gates', 'were cast &amp; hung.']), source);
  assert.equal(quoteIn(place, ['The Orrin gates', 'were cast &amp; hung.']), undefined);
  const windows = { ...passage, text: 'The gates\r\nwere hung.', runs: [0, 100, 4, 7, 4, 106, 17, 7] };
  const there = quotePlace(windows, 0, 21);
  assert(there);
  assert.equal(quoteIn(there, ['The <b>gates', 'were hung.']), undefined);
  assert.equal(quoteIn(there, ['The **gates', 'were hung.']), 'The **gates\nwere hung.');
});

test('what the reader brought together from far apart is quoted by its longest stretch', () => {
  const text = 'A note on gates, see below: they were hung in the year of the flood.';
  const far = { ...passage, text, runs: [0, 100, 28, 7, 28, 9000, text.length - 28, 90] };
  const place = quotePlace(far, 0, text.length);
  assert.deepEqual([place?.stretches.map((one) => one.text), place?.range.startLine], [[text.slice(28)], 90]);
});
