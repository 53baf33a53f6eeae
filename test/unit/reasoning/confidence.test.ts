import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { meanTokenProbability, statedConfidence } from '../../../src/reasoning/confidence.ts';

const stated: readonly (readonly [said: unknown, confidence: number | null])[] = [
  [true, null],
  [Number.NaN, null],
  [Infinity, null],
  [{ confidence: 80 }, null],
  ['80', 0.8],
  [' 80 % ', 0.8],
  ['1', 0.01],
  ['7/10', 0.7],
  ['1912 was the year', null],
  ['**Confidence:** 85', 0.85],
  ['Confidence level:\n85', 0.85],
  ['Confidence: 85/1000', 0.85],
  ['Confidence: -5', 0],
  ['Confidence: none', null],
  ['I lack confidence here.\nYear: 1912', null],
];

for (const [said, confidence] of stated) {
  test(`stated: ${JSON.stringify(said) ?? 'undefined'}`, () => assert.equal(statedConfidence(said), confidence));
}

test('whatever was said, a confidence is in [0, 1] or missing', () => {
  fc.assert(
    fc.property(fc.anything(), fc.string(), (value, words) => {
      for (const c of [statedConfidence(value), statedConfidence(words), statedConfidence(`confidence: ${words}`)]) {
        assert.ok(c === null || (c >= 0 && c <= 1));
      }
    }),
  );
});

test('a token without a value does not count, one that is impossible does', () => {
  assert.deepEqual([[null], [Number.NaN, 0], [-Infinity, 0], [0.5]].map(meanTokenProbability), [null, 1, 0.5, 1]);
});
