import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clipped, keptNumbersAnd, stretchesWithout } from '../../../src/base/stretches.ts';

const ascending = fc.uniqueArray(fc.nat(40)).map((numbers) => Int32Array.from(numbers).sort());

test('what is kept in stretches is what a filter keeps, with more after it', () => {
  fc.assert(
    fc.property(ascending, fc.array(fc.nat(40)), (numbers, removed) => {
      const stretches = stretchesWithout(numbers, removed);
      const kept = [...numbers].filter((number) => !removed.includes(number));
      assert.deepEqual([...keptNumbersAnd(numbers, stretches, [99])], [...kept, 99]);
    }),
  );
});

test('what is left of stretches in pieces is all of them', () => {
  fc.assert(
    fc.property(ascending, fc.array(fc.nat(40)), (numbers, removed) => {
      const stretches = stretchesWithout(numbers, removed);
      const pieces = Array.from({ length: 9 }, (_, i) => clipped(stretches, [5 * i, 5 * i + 5]));
      assert.ok(pieces.every((own, i) => own.every(([from, to]) => 5 * i <= from && from < to && to <= 5 * i + 5)));
      assert.deepEqual(keptNumbersAnd(numbers, pieces.flat(), []), keptNumbersAnd(numbers, stretches, []));
    }),
  );
});
