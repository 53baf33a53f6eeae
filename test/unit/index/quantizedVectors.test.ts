import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { quantize } from '../../../src/index/quantizedVectors.ts';

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
