import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../src/base/abort.ts';
import { isAriadneError } from '../../../src/base/errors.ts';
import { zeroBytes } from '../../../src/base/scannableBytes.ts';
import { NearestKernel } from '../../../src/models/nearest.ts';
import { noneFound } from '../../../src/models/nearestRows.ts';
import { loadKernel } from '../../support/kernel.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const kernel = await loadKernel();

/** What `nearest` must give, found slowly: everything sorted by inner product, then by row. */
function slowly(
  queries: Float32Array,
  passages: Float32Array,
  d: number,
  k: number,
): { readonly rows: readonly number[]; readonly similarities: readonly number[] } {
  const n = passages.length / d;
  const found = Array.from({ length: queries.length / d }, (_, q) => {
    const scored = Array.from({ length: n }, (__, row) => {
      let dot = 0;
      for (let j = 0; j < d; j++) dot += queries[q * d + j]! * passages[row * d + j]!;
      return { row, dot };
    });
    const best = scored.sort((a, b) => b.dot - a.dot || a.row - b.row).slice(0, k);
    return [...best, ...Array.from({ length: k - best.length }, () => ({ row: -1, dot: 0 }))];
  }).flat();
  return { rows: found.map(({ row }) => row), similarities: found.map(({ dot }) => dot) };
}

async function check(queries: Float32Array, passages: Float32Array, d: number, k: number): Promise<void> {
  const { rows, similarities } = await kernel.nearest(queries, passages, d, k);
  assert.deepEqual({ rows: [...rows], similarities: [...similarities] }, slowly(queries, passages, d, k));
}

/** Small whole numbers: sums are exact, and ties are the rule. */
const vectors = (count: number, d: number, from: number): Float32Array =>
  Float32Array.from({ length: count * d }, (_, i) => ((i * 7919 + from * 31 + ((i * i) % 97)) % 7) - 3);

test('the nearest are those a slow search finds, ties by row, for any sizes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.nat(40),
      fc.nat(60),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 20 }),
      fc.nat(1000),
      async (m, n, d, k, seed) => {
        await check(vectors(m, d, seed), vectors(n, d, seed + 1), d, k);
      },
    ),
    { numRuns: 60 },
  );
});

for (const [m, n, k] of [
  [600, 4095, 5],
  [600, 4096, 5],
  [600, 4097, 5],
  [2, 16_400, 40],
  [1, 140_000, 3],
  [511, 10, 3],
  [513, 4100, 2],
  [8193, 3, 4],
] as const) {
  test(`across tiles: ${m} queries, ${n} passages, ${k} nearest`, () => check(vectors(m, 2, 1), vectors(n, 2, 2), 2, k));
}

test('a last tile with fewer passages than asked for', () => check(vectors(600, 1, 1), vectors(4098, 1, 2), 1, 17));

test('passages that come in pieces give what they give at once', async () => {
  const [queries, passages] = [vectors(5, 3, 1), vectors(50, 3, 2)];
  const found = noneFound(5, 7);
  for (const [from, to] of [
    [0, 4],
    [4, 30],
    [30, 50],
  ] as const)
    await kernel.addNearest(found, queries, passages.subarray(from * 3, to * 3), 3, from);
  assert.deepEqual(found, await kernel.nearest(queries, passages, 3, 7));
});

test('stops between tiles, and tells how far it is', async () => {
  const stopping = new AbortController();
  const told: number[] = [];
  const onTile = (done: number): void => {
    told.push(done);
    if (done === 1024) stopping.abort();
  };
  const passages = vectors(4096, 1, 2);
  await assert.rejects(kernel.nearest(vectors(2000, 1, 1), passages, 1, 1, { signal: stopping.signal, onTile }), isAbort);
  assert.deepEqual(told, [512, 1024]);
});

for (const [m, n, d] of [
  [1, 9001, 3],
  [2, 300, 48],
  [5, 9001, 3],
] as const) {
  test(`quantized passages are found as the numbers they stand for: ${m} queries, ${n} passages of ${d}`, async () => {
    const [queries, passages] = [vectors(m, d, 5), vectors(n, d, 2)];
    const [inHeap, separate] = [Int8Array.from(passages), zeroBytes(2 ** 24).subarray(0, n * d)];
    separate.set(passages);
    for (const codes of [inHeap, separate]) {
      const { rows, similarities } = await kernel.nearest(queries, { codes, scales: new Float32Array(n).fill(1) }, d, 7);
      assert.deepEqual({ rows: [...rows], similarities: [...similarities] }, slowly(queries, passages, d, 7));
    }
  });
}

test('sums of the largest components of long vectors fit', async () => {
  const d = 4096;
  const codes = new Int8Array(2 * d).fill(127).fill(-127, d);
  const query = new Float32Array(d).fill(1 / 64);
  const { rows, similarities } = await kernel.nearest(query, { codes, scales: Float32Array.of(1 / 127, 2 / 127) }, d, 2);
  assert.deepEqual([...rows, ...similarities], [0, 1, 64, -128]);
});

test('a kernel that cannot be loaded says what to do', async (t) => {
  const folder = tempFolder(t, { 'nearest.onnx': 'no graph' });
  await assert.rejects(
    NearestKernel.load(folder),
    (error) => isAriadneError(error, 'kernel-unavailable') && /Reinstall/.test(error.message),
  );
});
