import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ScoredRow } from '../../../src/indexing/interfaces.ts';
import { fuse, sureness } from '../../../src/retrieval/firstStage.ts';

const scored = fc
  .uniqueArray(fc.record({ row: fc.nat(30), score: fc.integer({ min: -10, max: 400 }).map((tenths) => tenths / 10) }), {
    selector: ({ row }) => row,
    maxLength: 12,
  })
  .map((rows) => rows.sort((a, b) => b.score - a.score || a.row - b.row));
const weight = fc.double({ min: 0, max: 20, noNaN: true });

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
  // BM25 counts a quarter (one over the root of 16), cosines five times.
  const half = (found: readonly ScoredRow[]) => ({ found, weight: 5 });
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
    fc.property(scored, scored, fc.integer({ min: 12, max: 20 }), weight, (sparse, found, depth, ofDense) => {
      const fused = fuse(sparse, { found, weight: ofDense }, depth);
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
        fuse(positive, { found: [], weight: 10 }, 100).map(({ row }) => row),
        positive.map(({ row }) => row),
      );
    }),
  );
});

test('vectors are the surer the more their best passage is ahead of the eleventh, or of the last of fewer', () => {
  const found = [0.9, 0.6, 0.5, 0.45, 0.4, 0.38, 0.36, 0.34, 0.3, 0.28, 0.25, 0.1].map((score, row) => ({ row, score }));
  const of = (some: readonly ScoredRow[]) => Math.round(100 * sureness(some));
  assert.deepEqual([found, found.slice(0, 11), found.slice(0, 2), found.slice(0, 1), []].map(of), [65, 65, 30, 0, 0]);
});
