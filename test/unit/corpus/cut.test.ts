import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cut } from './exactMaps.ts';

/** A sentence of so many different words, as long as words are: those with digits in them have several tokens. */
function sized(words: number, name = 'word'): string {
  return `${Array.from({ length: words }, (_, i) => `${name}${letter(i)}`).join(' ')}.`;
}

function letter(i: number): string {
  return String.fromCharCode(97 + (i % 26));
}

function shape(source: string): readonly (readonly [string, number])[] {
  return cut('a.md', source).passages.map(({ headings, text }) => [headings.join(' > '), text.split(/\s+/).length] as const);
}

test('paragraphs are gathered to passages of even size', () => {
  assert.deepEqual(shape(Array.from({ length: 6 }, () => sized(50)).join('\n\n')), [
    ['', 150],
    ['', 150],
  ]);
});

test('a heading starts a new passage', () => {
  assert.deepEqual(shape(`${sized(40)}\n\n## A\n\n${sized(40)}\n\n## B\n\n${sized(40)}`), [
    ['', 40],
    ['A', 40],
    ['B', 40],
  ]);
});

test('tiny sections under one parent share a passage that names them', () => {
  const { passages } = cut('a.md', `# T\n\n## Terms\n\n### Ebb\n\nTide out.\n\n### Flow\n\nTide in.\n\n## Other\n\n${sized(30)}`);
  assert.deepEqual(
    passages.map(({ headings, text }) => [headings, text.slice(0, 40)]),
    [
      [['Terms'], 'Ebb\nTide out.\n\nFlow\nTide in.'],
      [['Other'], sized(30).slice(0, 40)],
    ],
  );
});

test('a long paragraph is cut between sentences', () => {
  const { passages } = cut('a.md', Array.from({ length: 12 }, (_, i) => `S${sized(30, `w${letter(i)}x`)}`).join(' '));
  assert.deepEqual(
    passages.map(({ text }) => [text.startsWith('Sw'), text.endsWith('.'), text.split(' ').length]),
    [
      [true, true, 180],
      [true, true, 180],
    ],
  );
});

test('items and rows stay whole and are joined by a line break', () => {
  const { passages } = cut('a.md', Array.from({ length: 10 }, (_, i) => `- ${sized(40, `i${letter(i)}x`)}`).join('\n'));
  assert(passages.length > 1);
  for (const { text } of passages) for (const item of text.split('\n')) assert.equal(item.split(' ').length, 40);
});

test('a passage keeps its id while its document and text stay', () => {
  const before = cut('a.md', `${sized(100, 'a')}\n\n## B\n\n${sized(100, 'b')}`).passages;
  const after = cut('a.md', `${sized(120, 'c')}\n\n## B\n\n${sized(100, 'b')}`).passages;
  assert.deepEqual([before[1]?.id === after[1]?.id, before[0]?.id === after[0]?.id, before[0]?.id.length], [true, false, 16]);
});
