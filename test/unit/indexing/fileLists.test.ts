import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rowOfFailure, type StoredDocument } from '../../../src/indexing/documentRows.ts';
import { FileLists } from '../../../src/indexing/fileLists.ts';
import { areSame, isAtOrBelow, packReasons, reasonsOf, unpackReasons } from '../../../src/indexing/leftOut.ts';
import { shownAtOnce } from '../../../src/protocol/indexRequests.ts';

const failed = (path: string, reason = `${path} is encrypted.`): StoredDocument =>
  rowOfFailure({ file: { path, sizeBytes: 1, mtimeMs: 1 }, reader: { name: 'pdf', version: 1 }, reason });
const indexed = (path: string): StoredDocument => ({ ...failed(path, ''), state: 'indexed', passages: 3 });
const listsOf = (documents: readonly StoredDocument[], skipped: readonly { path: string; reason: string }[] = []): FileLists =>
  new FileLists(new Map(documents.map((one) => [one.path, one])), documents.map(({ path }) => path).sort(), reasonsOf(skipped));

/** What is below a folder: folders with their documents and problems, files, and parts with what is in them. */
function drawn(lists: FileLists, folder: string | undefined, from?: number): unknown[] {
  const { folders, files, parts } = lists.shown(folder, from);
  return [
    ...folders.map(({ path, documents, problems }) => ({ [`${path} ${documents}+${problems}`]: drawn(lists, path) })),
    ...parts.map(({ from: start, first, last, count }) => [first, last, count, drawn(lists, folder, start).length]),
    ...files.map(({ path }) => path),
  ];
}

test('files are in their folders, folders first, as people sort; a chain of folders is one', () => {
  const paths = ['b.md', 'A.md', 'docs/people/note 10.md', 'docs/people/note 2.md', 'z/y/w.md', 'z-y/w.md'];
  const lists = listsOf([...paths.map(indexed), failed('z/x.pdf')], [{ path: 'z/y/.env', reason: 'may hold secrets' }]);
  assert.deepEqual(drawn(lists, ''), [
    { 'docs/people 2+0': ['docs/people/note 2.md', 'docs/people/note 10.md'] },
    { 'z 1+2': [{ 'z/y 1+1': ['z/y/.env', 'z/y/w.md'] }, 'z/x.pdf'] },
    { 'z-y 1+0': ['z-y/w.md'] },
    'A.md',
    'b.md',
  ]);
  assert.deepEqual([lists.indexed, lists.page(0, 9).total, drawn(listsOf([]), ''), drawn(lists, 'gone')], [6, 8, [], []]);
});

test('names that look like parts of others, or like properties of objects, are apart', () => {
  const paths = ['a/b.md', 'a.b/c.md', '__proto__/constructor.md', 'a b/#%20 🌊.md'];
  const lists = listsOf(paths.map(indexed));
  const { folders } = lists.shown('');
  assert.deepEqual(folders.flatMap(({ path }) => lists.shown(path).files.map((file) => file.path)).sort(), [...paths].sort());
});

test('more folders or files than can be read are shown in parts, and each is in one of them', () => {
  const many = Array.from({ length: 2 * shownAtOnce + 1 }, (_, i) => `n${i}.md`);
  const lists = listsOf([...many, ...many.map((name) => `f/${name}/a.md`)].map(indexed));
  const parts = (last: string): unknown[] => [
    [`${last}n0.md`, `${last}n${shownAtOnce - 1}.md`, shownAtOnce, shownAtOnce],
    [`${last}n${shownAtOnce}.md`, `${last}n${2 * shownAtOnce - 1}.md`, shownAtOnce, shownAtOnce],
    [`${last}n${2 * shownAtOnce}.md`, `${last}n${2 * shownAtOnce}.md`, 1, 1],
  ];
  assert.deepEqual(drawn(lists, 'f'), parts('f/'));
  assert.deepEqual(drawn(lists, '').slice(1), parts(''));
});

test('what needs attention is listed, failed ones first, and its reasons are counted without names', () => {
  const silent = { path: 'b.md', reason: 'is on a drive that does not answer' };
  const lists = listsOf([indexed('b.md'), failed('z.pdf'), failed('c/x.pdf')], [{ path: 'a/big.md', reason: 'has 30 MB' }, silent]);
  assert.deepEqual(drawn(lists, undefined), ['c/x.pdf', 'z.pdf', 'a/big.md', 'b.md']);
  assert.deepEqual(lists.leftOut.reasons, [
    { reason: 'is encrypted.', files: 2 },
    { reason: 'has 30 MB', files: 1 },
    { reason: silent.reason, files: 1 },
  ]);
  assert.deepEqual([lists.leftOut.files, lists.indexed, lists.page(0, 9).total], [4, 1, 4]);
});

test('of many files that fail each for another reason, the number is exact and few reasons are kept', () => {
  const { leftOut } = listsOf(Array.from({ length: 3000 }, (_, i) => failed(`${i}.md`, `${i}.md has ${i} MB`)));
  assert.deepEqual([leftOut.files, leftOut.reasons.length], [3000, 50]);
});

test('files that rules leave out are stored in little space, and come back in order', async () => {
  const files = Array.from({ length: 5000 }, (_, i) => ({ path: `d${i % 7}/file ${i} 🌊.pem`, reason: `has ${i % 3} MB` }));
  const packed = await packReasons(reasonsOf(files));
  assert.ok(packed.length < 10 * files.length, `${packed.length}`);
  const reasons = await unpackReasons(packed);
  const said = [
    areSame(reasons, files),
    areSame(reasons, files.slice(1)),
    areSame(reasons, [...files.slice(1), { path: 'a', reason: '' }]),
  ];
  assert.deepEqual([[...reasons.keys()], said], [files.map(({ path }) => path).sort(), [true, false, false]]);
  assert.deepEqual([...(await unpackReasons(undefined))], []);
});

test('a path is at or below one of others only where a name ends', () => {
  const these = new Set(['a/b', 'c']);
  const paths = ['a/b', 'a/b/c/d', 'c/x', 'a', 'a/bc', 'cd', ''];
  assert.deepEqual(
    paths.filter((path) => isAtOrBelow(path, these)),
    ['a/b', 'a/b/c/d', 'c/x'],
  );
});
