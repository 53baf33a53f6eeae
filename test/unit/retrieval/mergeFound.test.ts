import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeFound } from '../../../src/retrieval/mergeFound.ts';

const list = (name: string, scores: readonly number[]) => scores.map((score, rank) => ({ passageId: `${name}${rank}`, score, rank }));
const ids = (lists: Parameters<typeof mergeFound>[0]) => mergeFound(lists).map(({ passageId }) => passageId);

test('of two passages that are first in their index, the one with the higher score comes first', () => {
  assert.deepEqual(ids([list('a', [9, 8, 1]), list('b', [5, 4])]), ['a0', 'b0', 'a1', 'b1', 'a2']);
});

test('each passage keeps the order of its index, and scores never rise', () => {
  const merged = mergeFound([list('a', [3, 2.5, 2.4]), list('b', [10, 0.1])]);
  const own = (name: string) => merged.flatMap(({ passageId }) => (passageId.startsWith(name) ? [passageId] : []));
  assert.deepEqual(
    [own('a'), own('b')],
    [
      ['a0', 'a1', 'a2'],
      ['b0', 'b1'],
    ],
  );
  assert.deepEqual(
    merged.map(({ rank }) => rank),
    [0, 1, 2, 3, 4],
  );
  assert.ok(merged.every(({ score }, i) => i === 0 || score <= merged[i - 1]!.score));
});

test('an index that finds nothing changes nothing', () => {
  assert.deepEqual(ids([[], list('b', [2, 1])]), ['b0', 'b1']);
});
