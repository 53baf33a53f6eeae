import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesHash, linesOf } from '../../../../src/citations/anchor.ts';
import { placeOfSelection } from '../../../../src/extension/viewer/placeOfSelection.ts';

const filler = (page: number): string =>
  `${`Page ${page} has other words. `.repeat(60).trim()}\nRevenue | 2021: 12.5 | 2022: ${page}.4 | in millions`;
const pages = Array.from(
  { length: 100 },
  (_, i) => `${filler(i + 1)}\n${i % 50 === 20 ? 'The keepers of the lighthouse\nwent home.\n' : ''}`,
);
const source = pages.join('');

function placed(text: string, page: number): readonly [line: string | undefined, quote: string | undefined, isHashed: boolean] {
  const place = placeOfSelection(source, { text, page, pages: 100 });
  const lines = place && linesOf(source).slice(place.startLine - 1, place.endLine);
  return [lines?.join(' ').slice(0, 30), place?.quote, place?.linesHash === linesHash(lines ?? [])];
}

test('a selection is at the place of its words that is nearest to its page, however the page divides them', () => {
  const words = 'keepers of the light-\nhouse went home';
  for (const page of [21, 71]) {
    const place = placeOfSelection(source, { text: words, page, pages: 100 });
    assert.equal(place?.startLine, linesOf(pages.slice(0, page - 1).join('')).length + 2);
  }
  assert.deepEqual(placed(words, 21), ['The keepers of the lighthouse ', 'keepers of the lighthouse\nwent home', true]);
});

test('the cells of a row are at the line of the row', () => {
  const row = 'Revenue | 2021: 12.5 | 2022: 33.4 | in millions';
  assert.deepEqual(placed('Revenue 12.5 $ 33.4', 33), [row.slice(0, 30), row, true]);
});

test('words that the text does not have near the page have no place', () => {
  for (const text of ['Printed on recycled paper', 'keepers of the lighthouse were', '…'])
    assert.deepEqual(placed(text, 21), [undefined, undefined, false]);
  assert.equal(placeOfSelection(source, { text: 'keepers of the lighthouse', page: 100, pages: 100 }), undefined);
});
