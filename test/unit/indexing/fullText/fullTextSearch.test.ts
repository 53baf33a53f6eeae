import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { RowSet } from '../../../../src/base/rowSet.ts';
import { parseLocation } from '../../../../src/indexing/location.ts';
import { IndexStore } from '../../../../src/indexing/store.ts';
import { putTexts } from '../../../support/storedTexts.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

async function openStore(t: TestContext): Promise<IndexStore> {
  const store = await IndexStore.open(parseLocation(tempFolder(t)));
  t.after(() => store.close());
  return store;
}

/** Rows and scores that a new reader finds; best first. */
async function search(store: IndexStore, query: string, n = 1000): Promise<readonly { readonly row: number; readonly score: number }[]> {
  const reader = await store.reader();
  assert.ok(reader);
  try {
    return await reader.searchText(query, n);
  } finally {
    reader.close();
  }
}

async function rowsFound(store: IndexStore, query: string): Promise<readonly number[]> {
  return (await search(store, query)).map(({ row }) => row).sort((a, b) => a - b);
}

const range = (from: number, to: number): readonly number[] => Array.from({ length: to - from }, (_, i) => from + i);

/** Every text says "person" several times, and something that no other says. */
const texts = (from: number, to: number): readonly string[] =>
  range(from, to).map(
    (i) => `Person and person: the person of lamp${i} met ${i % 2 === 0 ? 'an even' : 'an odd odd'} person${' at sea'.repeat(i % 5)}.`,
  );

test('passages beside the full-text index are found by their words, also by words that every passage has', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'a.md', texts(0, 60));
  await store.refreshFullText();
  await putTexts(store, 'b.md', texts(60, 75));
  assert.deepEqual(await rowsFound(store, 'person'), range(0, 75));
  assert.deepEqual(
    await rowsFound(store, 'odd'),
    range(0, 75).filter((row) => row % 2 === 1),
  );
  for (const row of range(0, 75)) assert.equal((await search(store, `lamp${row} person`, 1))[0]?.row, row);
});

test('without a full-text index all passages are found, with the scores that it gives them', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'a.md', texts(0, 60));
  const queries = ['person', 'odd', 'lamp7 sea', 'the persons at SEA, odd!'];
  const scores = async (): Promise<readonly unknown[]> =>
    Promise.all(queries.map(async (query) => (await search(store, query)).map(({ row, score }) => [row, score.toFixed(4)])));
  const beside = await scores();
  assert.deepEqual(await rowsFound(store, 'person'), range(0, 60));
  await store.refreshFullText();
  assert.deepEqual(await scores(), beside);
});

test('a passage beside the index has the score of one in it with the same words', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'x.md', texts(0, 60));
  await store.refreshFullText();
  await putTexts(store, 'y.md', [...texts(8, 12), 'unseen unseen person']);
  for (const [i, text] of texts(8, 12).entries()) {
    const found = new Map((await search(store, text)).map(({ row, score }) => [row, score]));
    const [inside, beside] = [found.get(8 + i) ?? NaN, found.get(60 + i) ?? NaN];
    assert.ok(Math.abs(inside / beside - 1) < 1e-5, `${text}: ${inside} and ${beside}`);
  }
  assert.deepEqual(await rowsFound(store, 'unseen'), [64]);
});

test('what is searched is the version of the reader: passages that came or went later change nothing', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'a.md', texts(0, 20));
  await store.refreshFullText();
  await putTexts(store, 'b.md', texts(20, 30));
  const reader = await store.reader();
  assert.ok(reader);
  t.after(() => reader.close());
  await store.removeDocuments([...(await store.documents()).values()].filter(({ path }) => path === 'b.md'));
  await putTexts(store, 'c.md', texts(30, 40));
  await store.completeFullText(-1);
  const rows = (await reader.searchText('person', 100)).map(({ row }) => row).sort((a, b) => a - b);
  assert.deepEqual(rows, range(0, 30));
  assert.deepEqual(await rowsFound(store, 'person'), [...range(0, 20), ...range(30, 40)]);
});

test('an index of which all passages are gone leaves nothing out', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'a.md', texts(0, 20));
  await store.refreshFullText();
  await store.removeDocuments([...(await store.documents()).values()]);
  await store.refreshFullText();
  await putTexts(store, 'b.md', texts(20, 40));
  assert.deepEqual(await rowsFound(store, 'person'), range(20, 40));
  assert.ok(await store.isFullTextDue());
  await store.completeFullText();
  assert.ok(!(await store.isFullTextDue()));
  assert.deepEqual(await rowsFound(store, 'person'), range(20, 40));
});

test('words are counted in passages inside and beside the full-text index, and weighed alike', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'a.md', texts(0, 60));
  await store.refreshFullText();
  await putTexts(store, 'b.md', ['A lamp0 beside a lamp0, and no person.']);
  const reader = await store.reader();
  assert.ok(reader);
  t.after(() => reader.close());
  const terms = await (await reader.terms()).ready((rows) => reader.termHashes(rows));
  const sample = Int32Array.from(range(0, 61));
  const { worths, passages } = terms.count(await reader.termsOf('lamp0 person person absent'), [0, 60], sample);
  assert.equal(worths.length, 3);
  assert.ok(worths[0]! > worths[1]! && worths[1]! > 0, String(worths));
  assert.ok(worths[2]! > worths[0]!);
  assert.deepEqual(passages.get(0)?.counts, [1, 4, 0]);
  assert.deepEqual(passages.get(60)?.counts, [2, 1, 0]);
  assert.deepEqual(await reader.termsOf('?'), []);
});

test('few passages are ranked in memory as a query ranks them', async (t) => {
  const store = await openStore(t);
  await putTexts(store, 'a.md', [...texts(0, 60), ...texts(3, 9)]);
  await store.refreshFullText();
  const reader = await store.reader();
  assert.ok(reader);
  t.after(() => reader.close());
  const terms = await (await reader.terms()).ready((rows) => reader.termHashes(rows));
  const word = fc.oneof(
    fc.constantFrom('person', 'persons', 'odd', 'even', 'sea', 'absent'),
    fc.nat({ max: 60 }).map((i) => `lamp${i}`),
  );
  const words = fc.array(word, { minLength: 1, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(words, fc.subarray([...range(0, 66)], { minLength: 1 }), fc.integer({ min: 1, max: 20 }), async (asked, rows, n) => {
      const query = asked.join(' ');
      const inQuery = await reader.searchText(query, 66, new RowSet(rows));
      const inMemory = terms.best(await reader.termsOf(query), n, new RowSet(rows));
      const scoreOf = new Map(inQuery.map(({ row, score }) => [row, score]));
      assert.equal(inMemory.length, Math.min(n, inQuery.length));
      for (const [i, { row, score }] of inMemory.entries())
        for (const other of [scoreOf.get(row) ?? NaN, inQuery[i]!.score])
          assert.ok(Math.abs(score / other - 1) < 1e-4, `${score} ${other}`);
    }),
    { numRuns: 25 },
  );
});
