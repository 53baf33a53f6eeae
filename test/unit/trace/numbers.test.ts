import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation, DigestQuote, Trace } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';
import { numberedByAppearance } from '../../../src/trace/numbers.ts';

const place = (n: number): Citation => ({
  ...{ n, path: 'a.md', startLine: n, endLine: n, quote: `Quote ${n}.`, passageId: `p${n}` },
  ...{ documentHash: 'h', nodeId: 's1', linesHash: `l${n}` },
});
const quote = (n: number): DigestQuote => ({ ...place(n), subQuestion: 'q?', startOffset: 0, endOffset: 1, also: [] });

function traceOf(cited: readonly number[], digest: readonly number[], facts: Partial<Trace> = {}): Trace {
  return { ...emptyTrace, finished: true, answer: 'Ann', citations: cited.map(place), digest: digest.map(quote), ...facts };
}

/** The lines of the places, by number: what a person finds behind 1, 2, 3. */
const linesOf = (some: readonly Pick<Citation, 'n' | 'startLine'>[]): readonly string[] =>
  some.map(({ n, startLine }) => `${n}: line ${startLine}`);

test('citations are numbered in the order in which the digest lists them, and all others follow', () => {
  const { citations, digest = [] } = numberedByAppearance(traceOf([1, 2, 3], [4, 3, 1, 5, 2]));
  assert.deepEqual(linesOf(citations), ['1: line 3', '2: line 1', '3: line 2']);
  assert.deepEqual(linesOf(digest), ['4: line 4', '1: line 3', '2: line 1', '5: line 5', '3: line 2']);
});

test('quotes that are shown on demand have numbers after the others', () => {
  const facts = { answer: null, abstained: true };
  const { digest = [] } = traceOf([], [1, 2, 3], facts);
  const now = numberedByAppearance(
    traceOf([], [], { ...facts, digest: digest.map((one) => (one.n === 1 ? { ...one, isFurther: true } : one)) }),
  );
  assert.deepEqual(linesOf(now.digest ?? []), ['3: line 1', '1: line 2', '2: line 3']);
});

test('what is written out has its numbers in the order of reading, conflicts after it', () => {
  const models = { ...emptyTrace.models, chat: 'openai:m' };
  const sentence = (text: string, ...citations: number[]) => ({ text, citations, support: 'supported' as const });
  const written: NonNullable<Trace['written']> = {
    ...{ notStated: [], conflicts: [0] },
    blocks: [{ kind: 'list', isOrdered: false, items: [[2], [1]] }],
    sentences: [sentence('They disagree.', 1, 9), sentence('Second.', 4), sentence('First.', 3, 1)],
    citations: [1, 9, 3, 4].map(place),
  };
  const now = numberedByAppearance(traceOf([], [1, 2, 3, 4], { answer: null, models, written }));
  assert.deepEqual(
    now.written?.sentences.map(({ citations }) => citations),
    [[1, 4], [3], [1, 2]],
  );
  assert.deepEqual(linesOf(now.written?.citations ?? []), ['1: line 1', '2: line 3', '3: line 4', '4: line 9']);
  assert.deepEqual(linesOf(now.digest ?? []), ['1: line 1', '5: line 2', '2: line 3', '3: line 4']);
});

test('a place has one number wherever it is', () => {
  const conflicts = [{ text: 'One says “a”, another “b”.', citations: [place(2), place(7)] }];
  const now = numberedByAppearance(traceOf([2], [5, 2], { conflicts }));
  assert.deepEqual(linesOf([...now.citations, ...(now.conflicts?.[0]?.citations ?? []), ...(now.digest ?? [])]), [
    ...['1: line 2', '1: line 2', '2: line 7'],
    ...['3: line 5', '1: line 2'],
  ]);
});

test('numbers in the text of an answer stay what they are, and numbers in order stay the same object', () => {
  const named = traceOf([1, 2], [2, 1], { answer: 'Ann [2], Bo [1]' });
  assert.equal(numberedByAppearance(named), named);
  const inOrder = traceOf([1, 2], [1, 3, 2]);
  assert.equal(numberedByAppearance(inOrder), inOrder);
});
