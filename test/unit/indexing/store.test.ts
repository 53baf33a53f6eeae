import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { isIndexed } from '../../../src/indexing/documentRows.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { NeighborTable } from '../../../src/indexing/neighborTable.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { VectorCache } from '../../../src/indexing/vectorCache.ts';
import { MemoryCorpus } from '../../support/memoryCorpus.ts';
import { putTexts } from '../../support/storedTexts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

async function open(folder: string): Promise<IndexStore> {
  return IndexStore.open(parseLocation(folder));
}

test('an index of a newer format is not opened but explained', async (t) => {
  const storage = tempFolder(t);
  const store = await open(storage);
  await store.setMeta({ formatVersion: '99' });
  store.close();
  await assert.rejects(open(storage), (error) => isAriadneError(error, 'index-too-new') && /format 99.*Update Ariadne/.test(error.message));
});

test('an index of an older format counts as none, and goes when one is made again', async (t) => {
  const storage = tempFolder(t);
  const old = await open(storage);
  await putTexts(old, 'a.md', ['a text']);
  await old.setMeta({ formatVersion: '1' });
  old.close();
  const store = await open(storage);
  t.after(() => store.close());
  assert.deepEqual([(await store.documents()).size, await store.reader(), await store.metas()], [0, undefined, new Map()]);
  assert.equal(store.isOutdated, true);
  await store.prepareToWrite();
  assert.equal(store.isOutdated, false);
  await putTexts(store, 'b.md', ['b text']);
  await store.setMeta({});
  const again = await open(storage);
  t.after(() => again.close());
  assert.deepEqual([...(await again.documents()).keys()], ['b.md']);
});

test('the vectors of an index of the last format are used again when it is made again', async (t) => {
  const storage = tempFolder(t);
  const old = await open(storage);
  await putTexts(old, 'a.md', ['a text']);
  await new VectorCache(old.database, 'model', 2).add(['hash'], Float32Array.of(1, 0));
  await old.setMeta({ formatVersion: '3', embedder: 'model' });
  old.close();
  const store = await open(storage);
  t.after(() => store.close());
  assert.deepEqual([(await store.documents()).size, store.database.names()], [0, []]);
  await store.prepareToWrite();
  const kept = new VectorCache(store.database, 'model', 2);
  assert.deepEqual([store.database.names(), [...(await kept.contents())]], [[kept.tableName], ['hash']]);
  await putTexts(store, 'a.md', ['a text']);
  await store.setMeta({});
  assert.equal((await store.refresh(), (await store.reader()) !== undefined), true);
});

test('many documents are replaced in two writes of passages, also by a newer reader of the same bytes', async (t) => {
  const store = await open(tempFolder(t));
  t.after(() => store.close());
  const paths = Array.from({ length: 600 }, (_, i) => `${i}.md`);
  for (const [round, word] of ['apples', 'bears', 'bears'].entries()) {
    const corpus = new MemoryCorpus(Object.fromEntries(paths.map((path) => [path, `${word} are ${path}`])));
    const { files } = await corpus.discover();
    const cuts = await Promise.all(files.map((file) => corpus.read(file)));
    const before = (await store.database.table('passages')?.version()) ?? 0;
    await store.putDocuments(files.flatMap((file, i) => (cuts[i] === 'unchanged' ? [] : [{ file, cut: cuts[i]! }])));
    if (round > 0) assert.equal((await store.database.table('passages')!.version()) - before, 2);
    const texts: string[] = [];
    for await (const some of store.passages()) texts.push(...some.map(({ text }) => text));
    assert.deepEqual(texts.sort(), paths.map((path) => `${word} are ${path}`).sort());
  }
});

test('a storage that cannot be created is explained', async (t) => {
  const folder = tempFolder(t, { file: 'not a folder' });
  await assert.rejects(
    open(join(folder, 'file', 'storage')),
    (error) => isAriadneError(error, 'storage-unwritable') && /Choose another location/.test(error.message),
  );
});

test('an index that is not one is explained', async (t) => {
  const storage = tempFolder(t, { 'meta.lance/_versions/1.manifest': 'not a manifest' });
  await assert.rejects(open(storage), (error) => isAriadneError(error, 'index-unreadable') && /Delete the index/.test(error.message));
});

for (const left of [
  'passages.lance/data/x.lance',
  'documents.lance/_transactions/0.txn',
  'neighbors-model.lance/x',
  'passages.lance/_versions/1.manifest#1',
]) {
  test(`a table whose creation was cut short (${left}) is created again`, async (t) => {
    const store = await open(tempFolder(t, { [left]: 'x' }));
    t.after(() => store.close());
    await putTexts(store, 'a.md', ['a text']);
    const neighbors = new NeighborTable(store.database, 'model');
    await neighbors.put({ rows: Int32Array.of(0), neighbors: new Int32Array(16), similarities: new Float32Array(16) });
    assert.deepEqual([(await store.documents()).size, [...(await neighbors.rows())]], [1, [0]]);
  });
}

test('documents and passages come back as they were put, whatever their names and texts', async (t) => {
  const store = await open(tempFolder(t));
  t.after(() => store.close());
  const names = ["it's.md", 'a "quoted" `name`.md', 'ünï/çødé \u{1F600}.md', '100%_x.md', 'back\\slash.md'];
  for (const name of names) await putTexts(store, name, [`text of ${name}`, `it's \`more\` of "${name}"\r\n`]);
  await putTexts(store, names[0] ?? '', ['only this is left']);
  const reader = await store.reader();
  assert.ok(reader);
  const found = await reader.passages([...(await reader.keys()).rows]);
  reader.close();
  const expected = [...names.slice(1).flatMap((name) => [`text of ${name}`, `it's \`more\` of "${name}"\r\n`]), 'only this is left'];
  assert.deepEqual(
    { documents: [...(await store.documents()).keys()].sort(), texts: found.map((passage) => passage?.text) },
    { documents: [...names].sort(), texts: expected },
  );
});

test('a query is words, whatever signs it has', async (t) => {
  const store = await open(tempFolder(t));
  t.after(() => store.close());
  await putTexts(store, 'a.md', ['The tide turned at noon.', 'It’s C++ (and "quotes") AND (NOT) title:x']);
  await store.refreshFullText();
  const reader = await store.reader();
  assert.ok(reader);
  const found = async (query: string) => (await reader.searchText(query, 5)).map(({ row }) => row);
  const queries = {
    tide: [0],
    'TIDES!': [0],
    'title:"': [1],
    '(quotes AND "tide" OR': [0, 1],
    '***': [],
    'the of and': [],
    '': [],
    'zebra ~2^': [],
  };
  for (const [query, rows] of Object.entries(queries)) assert.deepEqual([...(await found(query))].sort(), rows, query);
  reader.close();
});

test('names of documents are names in every filter, whatever characters they have', async (t) => {
  const store = await open(tempFolder(t));
  t.after(() => store.close());
  const names = [
    "it's",
    "''",
    "' OR 1=1 --",
    '"quoted"',
    'back\\slash',
    "\\'",
    'a`b',
    '%',
    '_',
    'new\nline',
    'nul\0',
    '🎬',
    '$1',
    'é',
    'e\u0301',
    'x; DROP TABLE passages',
    '',
  ];
  const paths = names.map((name) => `${name}.md`);
  for (const path of paths) await putTexts(store, path, [`text of ${path}`]);
  const stored = await store.documents();
  assert.deepEqual(
    paths.map((path) => stored.get(path)?.firstRow),
    [...paths.keys()],
  );
  for (const [i, path] of paths.entries()) {
    const document = (await store.documents()).get(path);
    assert.ok(document && isIndexed(document), path);
    await store.removeDocuments([document]);
    assert.deepEqual([...(await store.documents()).keys()], paths.slice(i + 1), path);
    assert.equal(await store.passageCount(), paths.length - i - 1, path);
  }
});
