import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { loadVectors } from '../../../src/indexing/indexState.ts';
import { quantize, quantized } from '../../../src/indexing/quantizedVectors.ts';
import { PackedTexts } from '../../../src/indexing/packedTexts.ts';
import type { VectorVisit } from '../../../src/indexing/vectorCache.ts';
import { toHalf } from '../../../src/indexing/vectorTable.ts';

test('a component comes back within half a step of the largest, a hundred and twenty-seventh of it', () => {
  const components = fc.float32Array({ minLength: 1, maxLength: 40, min: -1, max: 1, noNaN: true });
  fc.assert(
    fc.property(components, (vector) => {
      const codes = new Int8Array(vector.length);
      const scale = quantize(vector, codes);
      const largest = Math.max(...vector.map(Math.abs));
      assert.ok(scale > 0);
      assert.ok(vector.every((value, i) => Math.abs(value - codes[i]! * scale) <= (largest / 127) * 0.5001));
    }),
  );
});

test('every passage gets the vector of its content, those without one are left out', async () => {
  const vectors: Readonly<Record<string, readonly number[]>> = { a: [1, 0], b: [0, -1], gone: [1, 1], c: [0, 0] };
  const cache = {
    dimension: 2,
    each: (visit: VectorVisit) => {
      for (const [hash, vector] of Object.entries(vectors))
        visit({ bytes: Buffer.from(hash), offsets: Int32Array.of(0, hash.length), count: 1 }, toHalf(Float32Array.from(vector)));
      return Promise.resolve();
    },
  };
  const keys = { rows: Int32Array.of(0, 2, 3, 5, 9), contentHashes: PackedTexts.of(['a', 'unknown', 'b', 'a', 'c']) };
  const table = await loadVectors(cache, keys, quantized);
  const found = [...table.rows].map((row, i) => [row, ...table.at(i)]);
  assert.deepEqual(
    found.map((one) => one.map((value) => Math.round(value * 1000) / 1000)),
    [
      [0, 1, 0],
      [3, 0, -1],
      [5, 1, 0],
      [9, 0, 0],
    ],
  );
});
