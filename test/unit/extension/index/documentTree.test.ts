import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileFacts, fileSummary, folderSummary, itemsOf, pathOfItem } from '../../../../src/extension/index/documentTree.ts';
import type { AskedFiles } from '../../../../src/extension/index/documentTree.ts';
import type { IndexedFile } from '../../../../src/protocol/indexedFile.ts';
import type { ShownPart } from '../../../../src/protocol/indexRequests.ts';

const indexed = (path: string): IndexedFile => ({ path, state: 'indexed', passages: 3, parser: 'markdown' });
const skipped = (path: string, reason = 'has 30 MB'): IndexedFile => ({ path, state: 'skipped', passages: 0, reason });
const failed = (path: string): IndexedFile => ({ path, state: 'failed', passages: 0, parser: 'pdf', reason: 'is encrypted' });

test('folders are before files, each with its name in its folder; files of all folders have their paths', () => {
  const folders = [{ path: 'a/docs/people', documents: 2, problems: 1 }];
  const drawn = (asked: AskedFiles, files: readonly IndexedFile[], parts: readonly ShownPart[] = []): string[] =>
    itemsOf(asked, { folders: asked.folder === undefined ? [] : folders, files: [...files], parts: [...parts] }).map(
      (item) => `${item.id} is ${item.label}${item.kind === 'stretch' ? `, ${item.count} from ${item.part.from}` : ''}`,
    );
  assert.deepEqual(drawn({ folder: 'a' }, [indexed('a/b.md')]), ['folder:a/docs/people is docs/people', 'file:a/b.md is b.md']);
  assert.deepEqual(drawn({ folder: '' }, [indexed('b.md')]), ['folder:a/docs/people is a/docs/people', 'file:b.md is b.md']);
  assert.deepEqual(drawn({}, [failed('c/x.pdf'), skipped('a/b.md')]), ['attention:c/x.pdf is c/x.pdf', 'attention:a/b.md is a/b.md']);
  const parts = [{ from: 500, count: 2, first: 'a/n1.md', last: 'a/n2.md' }];
  assert.deepEqual(drawn({ folder: 'a' }, [], parts), [
    'folder:a/docs/people is docs/people',
    'stretch:a:500 is n1.md … n2.md, 2 from 500',
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
  const said = [
    [1, 0],
    [2, 1],
    [0, 1],
    [0, 0],
  ].map(([documents = 0, problems = 0]) => folderSummary({ path: 'a', documents, problems }));
  assert.deepEqual(said, ['1 document', '2 documents, 1 not indexed', '1 not indexed', '0 documents']);
});

test('a reason does not repeat the name it is beside', () => {
  assert.equal(fileSummary({ ...failed('a b/x.pdf'), reason: 'a b/x.pdf is encrypted' }), 'is encrypted');
});

test('a command knows the file of the item it was called on', () => {
  const [item] = itemsOf({ folder: '' }, { folders: [], files: [indexed('a.md')], parts: [] });
  assert.deepEqual(
    [pathOfItem(item), pathOfItem(undefined), pathOfItem({ file: 'a.md' }), pathOfItem('a.md')],
    ['a.md', undefined, undefined, undefined],
  );
});
