import assert from 'node:assert/strict';
import { test } from 'node:test';
import { measure } from '../../../bench/measureDigest.ts';
import type { DigestQuote } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { passageOf } from '../../support/passages.ts';

function quote(n: number, isFurther: boolean): DigestQuote {
  const place = { path: 'a.md', startLine: n, endLine: n, startOffset: n * 10, endOffset: n * 10 + 5, documentHash: '', passageId: 'a' };
  return { n, nodeId: 's1', subQuestion: 'q', quote: '12345', also: [], ...place, ...(isFurther ? { isFurther } : {}) };
}

test('needs count where their words are in a passage found, in a quote shown first, in any quote', () => {
  const range = { startLine: 0, endLine: 9, startOffset: 0, endOffset: 90 };
  const passages = { a: { ...passageOf('a', 'text'), path: 'a.md', range } };
  const digest = [1, 2, 3, 4, 5, 6, 7].map((n) => quote(n, n > 5));
  const trace = { ...emptyTrace, answer: 'x', finished: true, passages, digest };
  const at = (startOffset: number, path = 'a.md') => ({ path, startOffset, endOffset: startOffset + 2 });
  const sharesOf = (...needs: Parameters<typeof measure>[1]) => measure(trace, needs).shares;
  assert.deepEqual(sharesOf([at(12)]), [1, 1, 1]);
  assert.deepEqual(sharesOf([at(62)]), [1, 0, 1], 'a further quote');
  assert.deepEqual(sharesOf([at(6)]), [1, 0, 0], 'found, not quoted');
  assert.deepEqual(sharesOf([at(15)]), [1, 0, 0], 'ends are exclusive');
  assert.deepEqual(sharesOf([at(12, 'b.md')]), [0, 0, 0], 'the same place of another file');
  assert.deepEqual(sharesOf([at(6), at(12)], [at(95)]), [0.5, 0.5, 0.5], 'any place of a need, half of the needs');
  assert.equal(measure(trace, []).length, 25, 'characters of the quotes shown first');
});
