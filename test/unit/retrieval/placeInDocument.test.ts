import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ScoredRow } from '../../../src/indexing/interfaces.ts';
import { placeInDocuments } from '../../../src/retrieval/placeInDocument.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

/** Each passage by its document and text; ranked in this order, with much the same scores, before one that is far behind. */
async function placed(
  passages: readonly (readonly [path: string, text: string])[],
  asked: string,
  step = 0.001,
): Promise<readonly number[]> {
  const all = [...passages, ['last.md', ''] as const];
  const index = new MemoryIndex(all.map(([path, text], i) => ({ ...passageOf(`p${i}`, text), path })));
  const ranked = all.map((_, row): ScoredRow => ({ row, score: row < passages.length ? 1 - step * row : 0 }));
  const found = await placeInDocuments(ranked, () => asked, index);
  assert.deepEqual(
    found.map(({ score }) => score),
    ranked.map(({ score }) => score),
  );
  return found.map(({ row }) => row).filter((row) => row < passages.length);
}

test('a word that all passages of a document share counts little there', async () => {
  const rows = await placed(
    [
      ['a.md', 'Ardel Ardel Ardel bridge Ardel'],
      ['b.md', 'Ardel lies north'],
      ['a.md', 'Ardel has a toll'],
      ['a.md', 'Ardel in winter'],
    ],
    'Ardel toll',
  );
  assert.deepEqual(rows, [2, 1, 0, 3]);
});

test('documents keep their places, and passages without a word of the question those behind', async () => {
  const rows = await placed(
    [
      ['a.md', 'nothing'],
      ['b.md', 'the toll of the bridge'],
      ['c.md', 'else'],
      ['a.md', 'a toll'],
    ],
    'toll',
  );
  assert.deepEqual(rows, [3, 1, 2, 0]);
});

test('the search that found them decides as much as the words', async () => {
  const passages = ['a toll in winter', 'a toll', 'else'].map((text) => ['a.md', text] as const);
  assert.deepEqual(await placed(passages, 'toll', 0.3), [0, 1, 2]);
  const behind = passages.toReversed();
  assert.deepEqual(await placed(behind, 'toll winter', 0.3), [2, 1, 0]);
  assert.deepEqual(await placed(behind, 'toll winter', 0.5), [0, 2, 1]);
});

test('each document is asked in its own words', async () => {
  const texts = ['Ardel', 'toll', 'Ardel', 'toll'];
  const index = new MemoryIndex(texts.map((text, i) => ({ ...passageOf(`p${i}`, text), path: i < 2 ? 'named.md' : 'other.md' })));
  const ranked = texts.map((_, row): ScoredRow => ({ row, score: 1 }));
  const found = await placeInDocuments(ranked, (path) => (path === 'named.md' ? 'toll' : 'Ardel'), index);
  assert.deepEqual(
    found.map(({ row }) => row),
    [1, 0, 2, 3],
  );
});

test('a number that is there ten thousand times counts once', async () => {
  const many = Array.from({ length: 10_000 }, () => '2022').join(' ');
  const rows = await placed(
    [
      ['a.md', many],
      ['a.md', 'the toll of 2022'],
      ['a.md', '2021 2022'],
    ],
    'toll 2022',
  );
  assert.equal(rows[0], 1);
});

test('without a word to go by, the passages of a document stay in order', async () => {
  const passages = ['two', 'one', 'three'].map((text) => ['a.md', text] as const);
  assert.deepEqual(await placed(passages, '?'), [0, 1, 2]);
  assert.deepEqual(await placed(passages, 'absent'), [0, 1, 2]);
});

test('documents of one passage are not looked at', async () => {
  const ranked = [
    { row: 1, score: 2 },
    { row: 0, score: 1 },
  ];
  const index = { pathOf: String, countWords: () => Promise.reject(new Error('not needed')) };
  assert.equal(await placeInDocuments(ranked, () => 'toll', index), ranked);
});

test('no passage is lost, every place keeps its document, and the same question gives the same order', async () => {
  const word = fc.constantFrom('toll', 'bridge', 'ardel', 'winter', '2022');
  const passage = fc.tuple(
    fc.constantFrom('a.md', 'b.md', 'c.md'),
    fc.array(word, { maxLength: 6 }).map((words) => words.join(' ')),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(passage, { maxLength: 12 }), fc.array(word, { maxLength: 4 }), async (passages, words) => {
      const rows = await placed(passages, words.join(' '));
      assert.deepEqual(
        rows.toSorted((a, b) => a - b),
        passages.map((_, row) => row),
      );
      assert.deepEqual(
        rows.map((row) => passages[row]?.[0]),
        passages.map(([path]) => path),
      );
      assert.deepEqual(await placed(passages, words.join(' ')), rows);
    }),
  );
});
