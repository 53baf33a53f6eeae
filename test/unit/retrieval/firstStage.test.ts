import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { fuse } from '../../../src/retrieval/firstStage.ts';

const scored = fc
  .uniqueArray(fc.record({ row: fc.nat(30), score: fc.double({ min: -1, max: 40, noNaN: true }) }), {
    selector: ({ row }) => row,
    maxLength: 12,
  })
  .map((rows) => rows.sort((a, b) => b.score - a.score || a.row - b.row));
const weight = fc.double({ min: 0, max: 1, noNaN: true });
const rounded = (rows: ReturnType<typeof fuse>) => rows.map(({ row, score }) => [row, Math.round(score * 1000) / 1000]);

test('each half counts by its weight, over its maximum; a passage missing in a full half counts there as its last one, in a short half as nothing', () => {
  const sparse = [
    { row: 7, score: 10 },
    { row: 3, score: 5 },
  ];
  const dense = [
    { row: 3, score: 0.8 },
    { row: 9, score: 0.4 },
  ];
  assert.deepEqual(
    [rounded(fuse(sparse, dense, 2, 0.6)), rounded(fuse(sparse, dense, 100, 0.6))],
    [
      [
        [3, 0.8],
        [7, 0.7],
        [9, 0.5],
      ],
      [
        [3, 0.8],
        [7, 0.4],
        [9, 0.3],
      ],
    ],
  );
});

test('every passage of either half is there once, best first, ties by row, with scores in [0, 1]', () => {
  fc.assert(
    fc.property(scored, scored, fc.integer({ min: 12, max: 20 }), weight, (sparse, dense, depth, dense01) => {
      const fused = fuse(sparse, dense, depth, dense01);
      const rows = fused.map(({ row }) => row);
      assert.deepEqual([...rows].sort(), [...new Set([...sparse, ...dense].map(({ row }) => row))].sort());
      assert.deepEqual(
        fused,
        [...fused].sort((a, b) => b.score - a.score || a.row - b.row),
      );
      assert.ok(fused.every(({ score }) => score >= 0 && score <= 1 + 1e-9));
    }),
  );
});

test('a half that names nothing leaves the order of the other', () => {
  fc.assert(
    fc.property(scored, (some) => {
      const positive = some.filter(({ score }) => score > 0);
      assert.deepEqual(
        fuse(positive, [], 100, 0.6).map(({ row }) => row),
        positive.map(({ row }) => row),
      );
    }),
  );
});
