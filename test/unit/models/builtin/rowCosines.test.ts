import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowCosines } from '../../../../src/models/builtin/rowCosines.ts';

const dimension = 7;
const vector = fc.array(fc.float({ min: -10, max: 10, noNaN: true }), { minLength: dimension, maxLength: dimension });

test('each cosine is that of the two vectors alone, however many there are', () => {
  fc.assert(
    fc.property(fc.array(vector, { maxLength: 11 }), fc.array(vector, { minLength: 1, maxLength: 3 }), fc.nat(), (vectors, rows, at) => {
      const row = at % rows.length;
      const cosines = new RowCosines(
        vectors.map((one) => Float32Array.from(one)),
        dimension,
      ).with(Float32Array.from(rows.flat()), row);
      assert.equal(cosines.length, vectors.length);
      cosines.forEach((cosine, i) => assert.ok(Math.abs(cosine - cosineOf(vectors[i]!, rows[row]!)) < 1e-5));
    }),
  );
});

function cosineOf(a: readonly number[], b: readonly number[]): number {
  const product = a.reduce((sum, x, i) => sum + x * b[i]!, 0);
  const lengths = Math.hypot(...a) * Math.hypot(...b);
  return lengths === 0 ? 0 : product / lengths;
}
