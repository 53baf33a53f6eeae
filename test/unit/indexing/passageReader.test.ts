import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import type { Table } from '@lancedb/lancedb';
import { isAbort } from '../../../src/base/abort.ts';
import { PassageReader } from '../../../src/indexing/passageReader.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { passageOf } from '../../support/passages.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { searchTermsOf } from '../../../src/corpus/searchTerms.ts';
import { NO_REFERENCES } from '../../../src/corpus/references.ts';

/** A reader of passages with these texts, or more than a text, in rows from 0, and the number of queries that it has made. */
async function readerOf(
  t: TestContext,
  texts: readonly (string | Partial<Passage>)[],
): Promise<{ readonly reader: PassageReader; readonly queries: () => number }> {
  const store = await storeOf(t);
  await put(store, 'a.md', texts);
  await store.refreshFullText();
  const table = await store.database.pin('passages');
  assert.ok(table);
  t.after(() => table.close());
  let queries = 0;
  const counted = new Proxy(table, {
    get(target: Table, name: string | symbol) {
      if (name === 'query') queries++;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
  return { reader: new PassageReader(counted), queries: () => queries };
}

async function storeOf(t: TestContext): Promise<IndexStore> {
  const store = await IndexStore.open(parseLocation(tempFolder(t)));
  t.after(() => store.close());
  return store;
}

/** Stores a document. */
async function put(store: IndexStore, path: string, texts: readonly (string | Partial<Passage>)[]): Promise<void> {
  const passages = texts.map((given, i) => ({
    ...passageOf(`p${i}`),
    path,
    documentHash: 'h',
    ...(typeof given === 'string' ? { text: given } : given),
  }));
  const cut = {
    path,
    title: 'A',
    titleOrigin: 'document',
    identity: { titles: [], lines: [], parts: [], organizations: [], names: [], definitions: [], others: [] },
    hash: 'h',
    parser: 'test',
    parserVersion: 1,
    passages,
    searchTerms: await searchTermsOf(passages),
    ...NO_REFERENCES,
    readMs: 0,
    cutMs: 0,
  } as const;
  await store.putDocuments([{ file: { path, sizeBytes: 1, mtimeMs: 1 }, cut }]);
}

test('passages come in the order of the rows asked for, twice where a row is named twice, undefined where there is none', async (t) => {
  const { reader } = await readerOf(t, ['first text', 'second text', 'third text']);
  const texts = async (rows: readonly number[]): Promise<readonly (string | undefined)[]> =>
    (await reader.passages(rows)).map((passage) => passage?.text);
  assert.deepEqual(await texts([2, 0, 7, 2]), ['third text', 'first text', undefined, 'third text']);
  // Some of them are in memory by now.
  assert.deepEqual(await texts([1, 2, 7]), ['second text', 'third text', undefined]);
  assert.deepEqual(await texts([]), []);
});

test('a passage is the same object however often it is found, so that what is derived from it can be kept by it', async (t) => {
  const { reader } = await readerOf(t, ['the lamp burns', 'the harbor']);
  const [read] = await reader.passages([0]);
  await reader.searchText('lamp', 10);
  const [again] = await reader.passages([0]);
  assert.ok(read !== undefined && read === again);
});

test('what a text search has found is read without another query', async (t) => {
  const { reader, queries } = await readerOf(t, ['the lamp burns', 'the harbor', 'a lamp and a harbor']);
  const hits = await reader.searchText('lamp', 10);
  assert.deepEqual(hits.map(({ row }) => row).sort(), [0, 2]);
  const before = queries();
  assert.deepEqual(
    (await reader.passages([2, 0])).map((passage) => passage?.text),
    ['a lamp and a harbor', 'the lamp burns'],
  );
  assert.equal(queries(), before);
});

test('a passage that is being read is not read a second time', async (t) => {
  const { reader, queries } = await readerOf(t, ['one', 'two', 'three']);
  const before = queries();
  const [first, second, third] = await Promise.all([reader.passages([0, 1]), reader.passages([1]), reader.passages([1, 2])]);
  assert.equal(queries() - before, 2);
  assert.deepEqual([first[1], third[0]], [second[0], second[0]]);
  assert.equal(third[1]?.text, 'three');
});

test('what a question names is looked up again only after a document has changed', async (t) => {
  const store = await storeOf(t);
  await put(store, 'a.md', ['one']);
  const reader = await store.reader();
  assert.ok(reader);
  t.after(() => reader.close());
  const named = () => reader.namedIn('What does Atlas say?', async (names) => names.map(() => []));
  const first = await named();
  assert.equal(await named(), first);
  await put(store, 'b.md', ['two']);
  assert.notEqual(await named(), first);
});

test('passages in memory are bounded by their text: those used longest ago are read again', async (t) => {
  const words = 'abcdefghijklmno'.split('');
  const { reader, queries } = await readerOf(
    t,
    words.map((word) => `${word} `.repeat(200_000)),
  );
  const queriesFor = async (row: number): Promise<number> => {
    const before = queries();
    assert.equal((await reader.passages([row]))[0]?.text[0], words[row]);
    return queries() - before;
  };
  for (const row of words.keys()) await queriesFor(row);
  assert.deepEqual([await queriesFor(14), await queriesFor(8), await queriesFor(0), await queriesFor(14)], [0, 0, 1, 0]);
});

test('whatever a query says is words for BM25', async (t) => {
  const { reader } = await readerOf(t, ['the lamp burns', 'the harbor']);
  for (const query of [
    '"lamp burns"',
    '"lamp"',
    '""lamp""',
    '+lamp -burns',
    'lamp:burns',
    'lamp AND (burns',
    'lamp\\',
    '{"match": "lamp"}',
    'lamp\0',
    '\ud800 lamp',
  ]) {
    const hits = await reader.searchText(query, 10);
    assert.deepEqual(
      hits.map(({ row }) => row),
      [0],
      query,
    );
  }
  for (const query of ['""', '"', '"?!"', '?!', '\0', '\ud83c', 'the', '"the"'])
    assert.deepEqual(await reader.searchText(query, 10), [], query);
});

test('passages with phrases are those that say them in title, a heading or the text, also where full text knows no word of them', async (t) => {
  const { reader } = await readerOf(t, [
    'a harbor with tidal\n power',
    'tidal powers',
    { title: 'Tidal power', text: 'of the sea' },
    { headings: ['x', 'On tidal power'], text: 'no' },
    { title: 'Tidal', headings: ['power'], text: 'tidal' },
    'to be or not to be; 盐之合唱的导演',
    'tidal power, to be',
  ]);
  const rowsWith = (...phrases: readonly string[]): Promise<readonly number[]> => reader.rowsWith(phrases, new AbortController().signal);
  assert.deepEqual(
    [
      await rowsWith('tidal power'),
      await rowsWith('tidal power', 'to be'),
      await rowsWith('to be'),
      await rowsWith('合唱'),
      await rowsWith('power tidal'),
    ],
    [[0, 2, 3, 6], [6], [5, 6], [5], []],
  );
  const stopped = AbortSignal.abort();
  await assert.rejects(reader.rowsWith(['tidal power'], stopped), (error) => isAbort(error));
});

test('a reader whose version another process has removed goes on with the newest one, by row', async (t) => {
  const store = await storeOf(t);
  for (const path of ['a.md', 'b.md']) await put(store, path, [`the lamp of ${path}`, `the harbor of ${path}`]);
  await store.refreshFullText();
  const reader = await store.reader();
  assert.ok(reader);
  t.after(() => reader.close());
  await store.removeDocuments([...(await store.documents()).values()].filter(({ path }) => path === 'a.md'));
  await put(store, 'c.md', ['the lamp of c.md']);
  await store.database.optimize('passages', new Date());
  const [gone, kept] = await reader.passages([0, 2]);
  assert.deepEqual([gone, kept?.text], [undefined, 'the lamp of b.md']);
  const found = async (query: string) => (await reader.searchText(query, 5)).map(({ row }) => row);
  assert.deepEqual([(await found('lamp')).toSorted(), await found('harbor')], [[2, 4], [3]]);
  assert.deepEqual(await reader.rowsWith(['lamp of b'], new AbortController().signal), [2]);
});
