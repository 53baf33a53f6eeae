import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDocuments, splitByDocument } from '../../../../lab/questions/split.ts';

const pair = (i: number, j: number): readonly string[] => [`${i}.md`, `${j}.md`];

test('one question in ten is for development, and no document is on both sides where that is possible', () => {
  // Seven questions on one document, three on two others, ten on documents that no other question has.
  const paths = [
    ...Array.from({ length: 7 }, (_, i) => pair(0, i + 1)),
    ...Array.from({ length: 3 }, () => pair(20, 21)),
    ...Array.from({ length: 10 }, (_, i) => pair(30 + 2 * i, 31 + 2 * i)),
  ];
  const dev = splitByDocument(paths);
  assert.deepEqual([...dev], [10, 11]);
  assert.equal(sharedDocuments(paths, dev), 0);
});

test('of questions that all hang together, those are for development that share the fewest documents with the others', () => {
  // A chain: the ends share one document each.
  const paths = Array.from({ length: 20 }, (_, i) => pair(i, i + 1));
  const dev = splitByDocument(paths);
  assert.deepEqual(
    [...dev].sort((a, b) => a - b),
    [0, 1],
  );
  assert.equal(sharedDocuments(paths, dev), 1);
});

test('groups that a later question joins are one', () => {
  const paths = [pair(1, 2), pair(3, 4), pair(2, 3), ...Array.from({ length: 7 }, () => pair(5, 6))];
  const dev = splitByDocument(paths);
  assert.equal(dev.size, 1);
  assert.equal(sharedDocuments(paths, dev), 1);
});

test('one question is for the test, of two one is for development', () => {
  assert.equal(splitByDocument([]).size, 0);
  assert.equal(splitByDocument([pair(1, 2)]).size, 0);
  assert.equal(splitByDocument([pair(1, 2), pair(3, 4)]).size, 1);
});
