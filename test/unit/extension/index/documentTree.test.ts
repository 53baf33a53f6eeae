import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  folderChildren,
  fileFacts,
  fileSummary,
  folderOf,
  folderSummary,
  MAX_FILES_SHOWN,
  needsAttention,
  pathOfItem,
} from '../../../../src/extension/index/documentTree.ts';
import type { DocumentItem } from '../../../../src/extension/index/documentTree.ts';
import type { IndexedFile } from '../../../../src/protocol/indexedFile.ts';

const indexed = (path: string): IndexedFile => ({ path, state: 'indexed', passages: 3, parser: 'markdown' });
const skipped = (path: string, reason = 'has 30 MB'): IndexedFile => ({ path, state: 'skipped', passages: 0, reason });
const failed = (path: string): IndexedFile => ({ path, state: 'failed', passages: 0, parser: 'pdf', reason: 'is encrypted' });

/** Labels with what is below them. */
function drawn(items: readonly DocumentItem[]): unknown[] {
  return items.map((item) => {
    switch (item.kind) {
      case 'file':
        return item.label;
      case 'stretch':
        return [item.label, item.children.length];
      case 'folder':
        return { [`${item.label} ${item.folder.documents}+${item.folder.problems}`]: drawn(folderChildren(item.folder)) };
    }
  });
}

test('files are in their folders, folders first, as people sort; a chain of folders is one', () => {
  const files = [
    indexed('b.md'),
    indexed('A.md'),
    indexed('docs/people/note 10.md'),
    indexed('docs/people/note 2.md'),
    failed('z/x.pdf'),
    indexed('z/y/w.md'),
  ];
  assert.deepEqual(drawn(folderChildren(folderOf(files))), [
    { 'docs/people 2+0': ['note 2.md', 'note 10.md'] },
    { 'z 1+1': [{ 'y 1+0': ['w.md'] }, 'x.pdf'] },
    'A.md',
    'b.md',
  ]);
  assert.deepEqual(drawn(folderChildren(folderOf([]))), []);
});

test('names that look like parts of others, or like properties of objects, stay apart', () => {
  const files = ['a/b.md', 'a.b/c.md', '__proto__/constructor.md', 'a b/#%20 🌊.md'].map(indexed);
  const ids = (items: readonly DocumentItem[]): string[] =>
    items.flatMap((item) => [item.id, ...(item.kind === 'folder' ? ids(folderChildren(item.folder)) : [])]);
  const all = ids(folderChildren(folderOf(files)));
  assert.deepEqual(
    [
      new Set(all).size,
      all
        .filter((id) => id.startsWith('file:'))
        .map((id) => id.slice(5))
        .toSorted(),
    ],
    [8, files.map(({ path }) => path).toSorted()],
  );
});

test('a folder of more files than can be read is shown in stretches', () => {
  const files = Array.from({ length: 2 * MAX_FILES_SHOWN + 1 }, (_, i) => indexed(`n${i}.md`));
  assert.deepEqual(drawn(folderChildren(folderOf(files))), [
    [`n0.md … n${MAX_FILES_SHOWN - 1}.md`, MAX_FILES_SHOWN],
    [`n${MAX_FILES_SHOWN}.md … n${2 * MAX_FILES_SHOWN - 1}.md`, MAX_FILES_SHOWN],
    [`n${2 * MAX_FILES_SHOWN}.md … n${2 * MAX_FILES_SHOWN}.md`, 1],
  ]);
});

test('what needs attention comes with its whole path, failures first', () => {
  assert.deepEqual(drawn(needsAttention([skipped('a/big.md'), indexed('b.md'), failed('z.pdf'), failed('c/x.pdf')])), [
    'c/x.pdf',
    'z.pdf',
    'a/big.md',
  ]);
});

test('a file says what is known of it', () => {
  const now = new Date('2024-03-10T12:00:00Z');
  const read: IndexedFile = { ...indexed('a.md'), sizeBytes: 2500, readMs: 12.4, indexedAtUtc: '2024-03-10T11:00:00Z' };
  assert.deepEqual(
    [
      fileSummary(read),
      fileFacts(read, now),
      fileSummary(failed('x.pdf')),
      fileFacts({ ...failed('x.pdf'), readMs: 61_000 }, now),
      fileFacts(skipped('s.md'), now),
    ],
    [
      '3 passages',
      ['a.md', 'Indexed, 3 passages', 'Read as markdown in 12 ms', '2.5 kB', 'Indexed 1 h ago'],
      'is encrypted',
      ['x.pdf', 'Could not be read: is encrypted', 'Read as pdf in 61.0 s'],
      ['s.md', 'Left out: has 30 MB'],
    ],
  );
});

test('an indexed file says what of it was left out', () => {
  const reason = 'One inserted answer is skipped: the passages it cites are found instead.';
  assert.deepEqual(fileFacts({ ...indexed('a.md'), reason }, new Date()).slice(0, 3), ['a.md', 'Indexed, 3 passages', reason]);
});

test('a folder says how many documents are below it, and how many files are not indexed', () => {
  const summaries = [[indexed('a.md')], [indexed('a.md'), indexed('x/b.md'), skipped('x/y/c.md')], [failed('a.pdf')], []].map((files) =>
    folderSummary(folderOf(files)),
  );
  assert.deepEqual(summaries, ['1 document', '2 documents, 1 not indexed', '1 not indexed', '0 documents']);
});

test('a reason does not repeat the name it is beside', () => {
  assert.equal(fileSummary({ ...failed('a b/x.pdf'), reason: 'a b/x.pdf is encrypted' }), 'is encrypted');
});

test('a command knows the file of the item it was called on', () => {
  const [item] = folderChildren(folderOf([indexed('a.md')]));
  assert.deepEqual(
    [pathOfItem(item), pathOfItem(undefined), pathOfItem({ file: 'a.md' }), pathOfItem('a.md')],
    ['a.md', undefined, undefined, undefined],
  );
});
