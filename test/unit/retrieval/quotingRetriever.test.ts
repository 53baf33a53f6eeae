import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowSet } from '../../../src/base/rowSet.ts';
import type { PassageIndex, ScoredRow } from '../../../src/indexing/interfaces.ts';
import type { Embedder } from '../../../src/models/models.ts';
import { createQuotingRetriever } from '../../../src/retrieval/quotingRetriever.ts';
import { createRetriever } from '../../../src/retrieval/firstStage.ts';
import { candidatesOfIndex, partOfIndex } from '../../../src/retrieval/partOfIndex.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const options = { node: 'n', signal: new AbortController().signal };
const noEmbedder: Embedder = { id: 'none', dimension: 1, embed: async (texts) => new Float32Array(texts.length) };

/** 400 passages, of which every 50th says "tidal power" and the others its words apart. */
const passages = Array.from({ length: 400 }, (_, i) =>
  passageOf(`p${i}`, i % 50 === 49 ? `Tidal  power ${i}` : `power of a tidal wave, number ${i}`),
);
const index = new MemoryIndex(passages);

const found = async (query: string, n: number) =>
  (await createQuotingRetriever('bm25', index, noEmbedder).search(query, n, options)).map(({ passageId, lacksPhrase }) =>
    lacksPhrase ? `${passageId} lacks it` : passageId,
  );

test('passages with the quoted phrase take turns with the best of all, however deep they are', async () => {
  assert.deepEqual(await found('"tidal power" of a wave', 5), ['p0 lacks it', 'p49', 'p1 lacks it', 'p99', 'p2 lacks it']);
});

test('a phrase that no passage contains leaves the order as it is', async () => {
  const whole = await createRetriever('bm25', index, noEmbedder).search('a "tidal wave of power"', 5, options);
  assert.deepEqual(
    await found('a "tidal wave of power"', 5),
    whole.map(({ passageId }) => `${passageId} lacks it`),
  );
});

test('a query without phrases is searched as it is', async () => {
  for (const query of ['tidal power', '"tidal power', '"" tidal power', '?']) {
    const whole = await createRetriever('bm25', index, noEmbedder).search(query, 7, options);
    assert.deepEqual(await createQuotingRetriever('bm25', index, noEmbedder).search(query, 7, options), whole, query);
  }
});

test('any query and depth: no passage twice, best first, as many as without quotes or more', async () => {
  const word = fc.constantFrom('tidal', 'power', '"tidal power"', '"power of a"', '“tidal”', 'wave', '"nowhere"', '"149"');
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 4 }), fc.integer({ min: 0, max: 450 }), async (words, n) => {
      const query = words.join(' ');
      const all = await createQuotingRetriever('bm25', index, noEmbedder).search(query, n, options);
      const plain = await createRetriever('bm25', index, noEmbedder).search(query, n, options);
      assert.equal(new Set(all.map(({ passageId }) => passageId)).size, all.length);
      assert.ok(all.length <= n && all.length >= plain.length);
      assert.deepEqual(
        all.map(({ rank }) => rank),
        [...all.keys()],
      );
      assert.ok(all.every(({ score }, i) => i === 0 || score <= (all[i - 1]?.score ?? 0)));
    }),
  );
});

test('candidates: as many as are asked for, in the order of the whole, and what that does not rank last', async () => {
  const rowsIn = fc.uniqueArray(fc.nat(1999), { maxLength: 60 }).map((rows) => rows.sort((a, b) => a - b));
  const ranked = fc.uniqueArray(fc.nat(1999), { maxLength: 2000 });
  await fc.assert(
    fc.asyncProperty(rowsIn, ranked, fc.nat(80), async (rows, order, n) => {
      const ranking = order.map((row, i): ScoredRow => ({ row, score: order.length - i }));
      const whole: PassageIndex = new MemoryIndex([]);
      whole.searchText = async (_query, depth, among) => ranking.filter(({ row }) => among?.has(row) !== false).slice(0, depth);
      const own = order.filter((row) => rows.includes(row));
      const others = rows.filter((row) => !own.includes(row));
      const found = async (part: PassageIndex) => (await part.searchText('x', n)).map(({ row }) => row);
      assert.deepEqual(await found(candidatesOfIndex(whole, new RowSet(rows))), [...own, ...others].slice(0, n));
      assert.deepEqual(await found(partOfIndex(whole, new RowSet(rows))), own.slice(0, n));
    }),
  );
});
