import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import fc from 'fast-check';
import { RowSet } from '../../../../src/base/rowSet.ts';
import { inverseFrequency, saturation } from '../../../../src/indexing/fullText/bm25.ts';
import { PassageTerms, type ReadHashes } from '../../../../src/indexing/fullText/passageTerms.ts';
import { countTerms, TermHashes } from '../../../../src/indexing/fullText/termHashes.ts';

const words = ['toll', 'brücke', 'ardel', '冬', '2022'];
const text = fc.array(fc.constantFrom(...words), { maxLength: 8 }).map((list) => list.join(' '));
const texts = fc.uniqueArray(fc.tuple(fc.nat({ max: 40 }), text), { selector: ([row]) => row, maxLength: 20 });

type Stored = readonly (readonly [row: number, terms: string])[];

function batchesOf(passages: Stored): Readable {
  const half = Math.floor(passages.length / 2);
  const batches = [passages.slice(0, half), passages.slice(half)].map((some) => {
    const stored = some.map(([, terms]) => Buffer.from(terms));
    const offsets = Int32Array.from([0, ...stored.keys()], (_, i) => Buffer.concat(stored.slice(0, i)).length);
    return { rows: Int32Array.from(some, ([row]) => row), bytes: Buffer.concat(stored), offsets };
  });
  return Readable.from(batches);
}

const readerOf =
  (passages: Stored): ReadHashes =>
  (rows) =>
    TermHashes.load(batchesOf(passages.filter(([row]) => rows?.has(row) ?? true)));

async function loaded(passages: Stored): Promise<PassageTerms> {
  return new PassageTerms(await countTerms(batchesOf(passages))).ready(readerOf(passages));
}

const countsOf = (terms: PassageTerms, rows: readonly number[]): readonly unknown[] => [
  ...terms.count([...words, 'absent'], rows, Int32Array.from(rows)).passages,
];

test('after any changes, words are counted as in the passages that there are now, and in the copies before as then', async () => {
  const change = fc.record({ removed: fc.array(fc.nat({ max: 40 }), { maxLength: 5 }), added: texts });
  await fc.assert(
    fc.asyncProperty(texts, fc.array(change, { maxLength: 4 }), fc.boolean(), async (first, changes, isWhole) => {
      const now = new Map(first);
      const readSome: ReadHashes = (rows) => (rows ? readerOf(first)(rows) : assert.fail('all are read'));
      let terms = isWhole ? await loaded(first) : new PassageTerms(await countTerms(batchesOf(first)));
      const before: (readonly [PassageTerms, readonly number[], readonly unknown[]])[] = [];
      for (const { removed, added } of changes) {
        const rows = [...now.keys()];
        before.push([terms, rows, countsOf(await terms.ready(readSome, rows), rows)]);
        const gone = [...new Set([...removed, ...added.map(([row]) => row)])].filter((row) => now.has(row));
        terms = terms.with(
          gone.map((row) => ({ row, terms: now.get(row)! })),
          added.map(([row, written]) => ({ row, terms: written })),
        );
        for (const row of gone) now.delete(row);
        for (const [row, written] of added) now.set(row, written);
      }
      await terms.ready(readSome, now.keys());
      const expected = [...now].map(([row, written]) => {
        const own = written.split(' ');
        return [row, { counts: [...words, 'absent'].map((word) => own.filter((one) => one === word).length) }] as const;
      });
      assert.deepEqual(countsOf(terms, [...now.keys()]), expected);
      assert.deepEqual(
        [...terms.having([...words, 'absent'], [...now.keys()])],
        expected.flatMap(([, { counts }]) => counts.map((count) => (count > 0 ? 1 : 0))),
      );
      const having = words.map((word) => [...now.values()].filter((written) => written.split(' ').includes(word)).length);
      assert.deepEqual(
        words.map((word) => terms.containing(word)),
        having,
      );
      for (const [copy, rows, counts] of before) assert.deepEqual(countsOf(copy, rows), counts);
    }),
  );
});

test('a word weighs more the fewer of the sampled passages have it', async () => {
  const terms = await loaded([
    [0, 'toll bridge'],
    [3, 'toll toll toll ardel'],
    [4, ''],
  ]);
  const { worths } = terms.count(['toll', 'ardel', 'absent'], [], Int32Array.of(0, 3, 4));
  assert.ok(0 < worths[0]! && worths[0]! < worths[1]! && worths[1]! < worths[2]!, String(worths));
});

test('a passage with ten thousand repetitions of a number has as many', async () => {
  const terms = await loaded([[7, Array.from({ length: 10_000 }, () => '2022').join(' ')]]);
  assert.deepEqual(terms.count(['2022'], [7], Int32Array.of(7)).passages.get(7)?.counts, [10_000]);
});

test('passages of the sample with all of some terms are those that have each, and none have no terms', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.subarray([...words, 'absent']), async (passages, asked) => {
      const sample = Int32Array.from(passages, ([row]) => row);
      const having = passages.filter(([, own]) => asked.length > 0 && asked.every((word) => own.split(' ').includes(word)));
      assert.deepEqual(
        (await loaded(passages)).sampledWith(asked, sample),
        having.map(([row]) => row),
      );
    }),
  );
});

test('BM25 of some passages is that of its definition, whatever words a query and a passage repeat', async () => {
  await fc.assert(
    fc.asyncProperty(texts, fc.subarray([...words, 'absent']), async (passages, asked) => {
      const rows = new RowSet(passages.map(([row]) => row).sort((a, b) => a - b));
      const own = passages.filter(([, written]) => written !== '').map(([row, written]) => ({ row, terms: written.split(' ') }));
      const length = Math.max(1, own.reduce((sum, { terms }) => sum + terms.length, 0) / Math.max(1, own.length));
      const scored = own.map(({ row, terms }) => {
        const worths = [...new Set(terms)].map((term) => {
          if (!asked.includes(term)) return 0;
          const having = own.filter((other) => other.terms.includes(term)).length;
          return inverseFrequency(having, own.length) * saturation(terms.filter((one) => one === term).length, terms.length, length);
        });
        return { row, score: worths.reduce((sum, worth) => sum + worth, 0) };
      });
      const expected = scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score || a.row - b.row);
      assert.deepEqual((await loaded(passages)).best(asked, 10, rows), expected.slice(0, 10));
    }),
  );
});
