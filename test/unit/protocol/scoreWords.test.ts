import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scoreWords } from '../../../src/protocol/scoreWords.ts';

test('a score has two decimals, and no sign where it is shown as zero', () => {
  const words = [0.987, -0.004, -0, -3.5, 1234.5, null].map(scoreWords);
  assert.deepEqual(words, ['0.99', '0.00', '0.00', '-3.50', '1234.50', 'no score']);
});
