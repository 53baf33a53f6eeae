import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ScoredRow } from '../../../src/indexing/interfaces.ts';
import type { Embedder } from '../../../src/models/models.ts';
import { createRetriever } from '../../../src/retrieval/firstStage.ts';
import { preferDocuments } from '../../../src/retrieval/preferDocuments.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const ranked = (...rows: readonly (readonly [row: number, score: number])[]): ScoredRow[] => rows.map(([row, score]) => ({ row, score }));
/** Ten passages in each document. */
const pathOf = (row: number): string => String(Math.floor(row / 10));

test('what the rest of the question finds inside a named document comes before what the name finds there', () => {
  const found = ranked([10, 9], [11, 8], [20, 7], [30, 1]);
  const inside = ranked([15, 4], [11, 2], [10, 1]);
  const rows = preferDocuments(found, inside, (row) => (pathOf(row) === '1' ? 1 : undefined), pathOf).map(({ row }) => row);
  assert.deepEqual(rows, [15, 11, 10, 20, 30]);
});

test('two named documents take turns, however well one suits', () => {
  const inside = ranked([10, 9], [11, 8.9], [12, 8.8], [13, 8.7], [20, 3], [21, 2]);
  const rows = preferDocuments(ranked([30, 5], [31, 4]), inside, () => 1, pathOf).map(({ row }) => row);
  assert.ok(rows.indexOf(20) < 4, String(rows));
});

test('a document that is hardly meant changes little', () => {
  const found = ranked([30, 9], [31, 7], [10, 1]);
  const rows = preferDocuments(found, ranked([12, 5], [10, 4]), () => 0.3, pathOf).map(({ row }) => row);
  assert.deepEqual(rows.slice(0, 2), [30, 31]);
});

test('nothing is lost, nothing is there twice, and without named documents the result is the given one', () => {
  const some = fc
    .uniqueArray(fc.record({ row: fc.nat(60), score: fc.double({ min: -5, max: 30, noNaN: true }) }), {
      selector: ({ row }) => row,
      maxLength: 20,
    })
    .map((rows) => rows.sort((a, b) => b.score - a.score || a.row - b.row));
  fc.assert(
    fc.property(some, some, fc.double({ min: 0.01, max: 1, noNaN: true }), (found, inside, weight) => {
      const rows = preferDocuments(found, inside, () => weight, pathOf);
      assert.deepEqual([...rows.map(({ row }) => row)].sort(), [...new Set([...found, ...inside].map(({ row }) => row))].sort());
      assert.ok(rows.every(({ score }, i) => !Number.isNaN(score) && (i === 0 || score <= rows[i - 1]!.score)));
      assert.equal(
        preferDocuments(found, [], () => weight, pathOf),
        found,
      );
    }),
  );
});

test('linked searches the named document for the rest of the question; a model is asked for both', async () => {
  const identity = (title: string) => ({
    title,
    titleFrom: 'fileName' as const,
    parts: [{ kind: 'organization' as const, value: `${title} Inc.`, from: 'firstPage' as const }],
  });
  const passages = [
    { ...passageOf('a1', 'tarrow tarrow tarrow'), path: 'a.md', identity: identity('Tarrow') },
    { ...passageOf('a2', 'the dues are nine'), path: 'a.md', identity: identity('Tarrow') },
    ...Array.from({ length: 98 }, (_, i) => ({ ...passageOf(`a${i + 3}`, 'tarrow'), path: 'a.md', identity: identity('Tarrow') })),
    { ...passageOf('b1', 'the dues of bellmare and tarrow'), path: 'b.md', identity: identity('Bellmare') },
    { ...passageOf('c1', 'tides'), path: 'c.md', identity: identity('Ostrand') },
  ];
  const asked: string[] = [];
  const embedder: Embedder = {
    id: 'given',
    dimension: 2,
    embed: async (texts) => {
      asked.push(...texts);
      return new Float32Array(2 * texts.length);
    },
  };
  const retriever = createRetriever('linked', new MemoryIndex(passages), embedder);
  const found = await retriever.search('What are the dues of Tarrow?', 3, { node: 'q', signal: new AbortController().signal });
  assert.equal(found[0]?.passageId, 'a2');
  assert.deepEqual(asked.toSorted(), ['What are the dues of ?', 'What are the dues of Tarrow?']);
});

test('words are searched in the other form that documents explain, too, and each passage has the better score', async () => {
  class Explaining extends MemoryIndex {
    override async namedIn(question: string): ReturnType<MemoryIndex['namedIn']> {
      return { ...(await super.namedIn(question)), otherForms: new Map([['capex', 'capital expenditures']]) };
    }
  }
  const index = new Explaining([
    passageOf('tides', 'tides of the harbor'),
    passageOf('spent', 'capital expenditures'),
    passageOf('capex', 'capex'),
  ]);
  const embedder: Embedder = { id: 'none', dimension: 2, embed: async (texts) => new Float32Array(2 * texts.length) };
  const options = { node: 'q', signal: new AbortController().signal };
  const foundBy = async (method: 'bm25' | 'linked'): Promise<readonly string[]> =>
    (await createRetriever(method, index, embedder).search('capex', 3, options)).map(({ passageId }) => passageId);
  assert.deepEqual([await foundBy('linked'), await foundBy('bm25')], [['spent', 'capex'], ['capex']]);
});
