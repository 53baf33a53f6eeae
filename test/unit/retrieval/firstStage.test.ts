import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ScoredRow } from '../../../src/indexing/interfaces.ts';
import { fuse } from '../../../src/retrieval/firstStage.ts';

const scored = fc
  .uniqueArray(fc.record({ row: fc.nat(30), score: fc.integer({ min: -10, max: 400 }).map((tenths) => tenths / 10) }), {
    selector: ({ row }) => row,
    maxLength: 12,
  })
  .map((rows) => rows.sort((a, b) => b.score - a.score || a.row - b.row));
const weight = fc.double({ min: 0, max: 20, noNaN: true });
const usual = fc.double({ min: -1, max: 1, noNaN: true });

test('a passage missing in a half that is full counts there as its last one, in one that is not as nothing', () => {
  const sparse = [
    { row: 7, score: 16 },
    { row: 3, score: 8 },
  ];
  const dense = [
    { row: 3, score: 0.5 },
    { row: 9, score: 0.4 },
    { row: 4, score: -0.1 },
  ];
  // BM25 counts a quarter (one over the root of 16), cosines 20 times .5 - .25.
  const half = (found: readonly ScoredRow[]) => ({ found, usual: 0.25, weight: 20 });
  const sorted = (rows: ReturnType<typeof fuse>) => rows.map(({ row, score }) => [row, Math.round(score * 1000) / 1000]);
  assert.deepEqual(
    [sorted(fuse(sparse, half(dense.slice(0, 2)), 2)), sorted(fuse(sparse, half(dense), 100))],
    [
      [
        [7, 6],
        [3, 4.5],
        [9, 4],
      ],
      [
        [3, 4.5],
        [7, 4],
        [9, 2],
        [4, 0],
      ],
    ],
  );
});

test('every passage of either half is there once, best first, ties by row', () => {
  fc.assert(
    fc.property(scored, scored, fc.integer({ min: 12, max: 20 }), weight, usual, (sparse, found, depth, ofDense, near) => {
      const fused = fuse(sparse, { found, usual: near, weight: ofDense }, depth);
      const rows = fused.map(({ row }) => row);
      assert.deepEqual([...rows].sort(), [...new Set([...sparse, ...found].map(({ row }) => row))].sort());
      assert.deepEqual(
        fused,
        [...fused].sort((a, b) => b.score - a.score || a.row - b.row),
      );
    }),
  );
});

test('a half that names nothing leaves the order of the other', () => {
  fc.assert(
    fc.property(scored, (some) => {
      const positive = some.filter(({ score }) => score > 0);
      assert.deepEqual(
        fuse(positive, { found: [], usual: 0, weight: 10 }, 100).map(({ row }) => row),
        positive.map(({ row }) => row),
      );
    }),
  );
});

test('vectors to which all passages are equally near leave the order to words', () => {
  const sparse = [1, 2, 3].map((row) => ({ row, score: 10 - row }));
  const found = [3, 2, 1].map((row) => ({ row, score: 0.8 + row / 1000 }));
  const rows = (usual: number) => fuse(sparse, { found, usual, weight: 1000 }, 100).map(({ row }) => row);
  assert.deepEqual(
    [rows(0), rows(0.803)],
    [
      [3, 2, 1],
      [1, 2, 3],
    ],
  );
});
