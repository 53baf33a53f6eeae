import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findQuote } from '../../../../src/citations/findQuote.ts';
import { cellPlace } from '../../../../src/extension/citing/cellPlace.ts';

test('a range of the file of a notebook is in its cell, with its words over lines and without escapes', () => {
  const sources = [
    ['# Gauges\n', 'None.'],
    ['The gauge "Orfield"\n', 'was built\n', 'in 1931.'],
  ];
  const json = JSON.stringify({ cells: sources.map((source) => ({ cell_type: 'markdown', source })) }, null, 1);
  const [start, end] = [json.indexOf('gauge \\"Orf'), json.indexOf('1931') + 4];
  const { cell, words } = cellPlace(json, { start, end });
  const text = sources[1]?.join('') ?? '';
  const found = findQuote(text, words);
  assert.deepEqual([cell, found && text.slice(found.start, found.end)], [1, 'gauge "Orfield"\nwas built\nin 1931']);
  assert.equal(cellPlace(json, { start: 0, end: 1 }).cell, 0);
});
