import assert from 'node:assert/strict';
import { test } from 'node:test';
import { noIndex } from '../../../../src/protocol/indexStatus.ts';
import { IndexFiles } from '../../../../src/extension/index/indexFiles.ts';
import type { IndexStatus } from '../../../../src/protocol/indexStatus.ts';
import type { IndexedFile } from '../../../../src/protocol/indexedFile.ts';
import { FakeEngine } from '../fakeEngine.ts';

const all: readonly IndexedFile[] = Array.from({ length: 4500 }, (_, i) => ({ path: `${i}.md`, state: 'indexed', passages: 1 }));

function setUp() {
  const asked: number[] = [];
  const engine = new FakeEngine({
    files: ({ from, count }) => {
      asked.push(from);
      return Promise.resolve({ total: all.length, files: all.slice(from, from + count) });
    },
  });
  const index: { status: IndexStatus } = { status: { ...noIndex, epoch: 'e1' } };
  return { asked, engine, index, files: new IndexFiles({ engine, index }) };
}

test('all files are read page by page, once for each state of the index', async () => {
  const { asked, index, files } = setUp();
  const [first, second] = await Promise.all([files.all(), files.all()]);
  assert.deepEqual([first.length, first === second, asked], [4500, true, [0, 2000, 4000]]);
  index.status = { ...index.status, epoch: 'e2' };
  assert.notEqual(await files.all(), first);
  assert.equal(asked.length, 6);
});

test('files that could not be listed are asked for again', async () => {
  const { engine, files } = setUp();
  const { answers } = engine;
  engine.answers = { files: () => Promise.reject(new Error('gone')) };
  await assert.rejects(files.all(), /gone/);
  engine.answers = answers;
  assert.equal((await files.all()).length, 4500);
});

test('a list that shrinks while it is read ends', async () => {
  const { engine, files } = setUp();
  engine.answers = { files: ({ from }) => Promise.resolve({ total: 9, files: from === 0 ? all.slice(0, 5) : [] }) };
  assert.equal((await files.all()).length, 5);
});
