import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { bertScore } from '../../../../lab/evaluation/bertScore.ts';
import { rescaleBertScore, robertaLargeBaseline } from '../../../support/bertScore.ts';

const tokens = fc
  .array(fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 5 })
  .map((vectors) => ({ vectors, weights: vectors.map(() => 1) }));

test('a text against itself scores 1; the two texts swapped swap precision and recall', () => {
  fc.assert(
    fc.property(tokens, tokens, (a, b) => {
      assert.ok(Math.abs(bertScore(a, a).f - 1) < 1e-12);
      const [one, other] = [bertScore(a, b), bertScore(b, a)];
      assert.ok(Math.abs(one.precision - other.recall) + Math.abs(one.f - other.f) < 1e-12);
      assert.ok(one.f >= 0 && one.f <= 1 + 1e-12);
    }),
  );
});

test('rescaling keeps 1 at 1 and puts the baseline at 0', () => {
  const [precision, recall, f] = robertaLargeBaseline;
  assert.deepEqual(rescaleBertScore({ precision, recall, f }, robertaLargeBaseline), { precision: 0, recall: 0, f: 0 });
  assert.deepEqual(rescaleBertScore({ precision: 1, recall: 1, f: 1 }, robertaLargeBaseline), { precision: 1, recall: 1, f: 1 });
});
