import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relevanceOf } from '../../../../src/extension/index/watchedPaths.ts';
import type { FileChange } from '../../../../src/extension/index/watchedPaths.ts';

const cases: readonly (readonly [path: string, change: FileChange, relevance: string])[] = [
  ['a.md', 'changed', 'yes'],
  ['deep/er/PAPER.PDF', 'created', 'yes'],
  ['notes (copy) #1 %20.md', 'deleted', 'yes'],
  ['.gitignore', 'changed', 'yes'],
  ['docs/.ignore', 'deleted', 'yes'],
  ['picture.png', 'changed', 'no'],
  ['picture.png', 'created', 'maybe-folder'],
  ['v1.2', 'created', 'maybe-folder'],
  ['gone-folder', 'deleted', 'yes'],
  ['.md', 'changed', 'no'],
  ['.git/index.lock', 'deleted', 'no'],
  ['.git', 'changed', 'no'],
  ['web/node_modules/pkg/README.md', 'changed', 'no'],
  ['nb/.ipynb_checkpoints/a-checkpoint.ipynb', 'created', 'no'],
  ['', 'deleted', 'no'],
];

test('documents, ignore files and what may be a folder matter; the rest does not', () => {
  assert.deepEqual(
    cases.map(([path, change]) => [path, change, relevanceOf(path, change)]),
    cases,
  );
});
