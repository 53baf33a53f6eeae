import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../src/base/abort.ts';
import { buildLexicalGraph, lexicalTerms, type IndexedText } from '../../../src/indexing/graph/lexicalGraph.ts';
import { askForLists, isLexicalGraphStale } from '../../../src/indexing/graph/lexicalPatch.ts';

async function* inBatches(passages: readonly IndexedText[]): AsyncGenerator<readonly IndexedText[]> {
  for (let from = 0; from < passages.length; from += 3) yield await Promise.resolve(passages.slice(from, from + 3));
}

/**
 * BM25 scores of the `k` best for each passage, 0 where there are fewer; as in the books, asked with all terms that are in another passage
 * too.
 */
function slowly(passages: readonly IndexedText[], k: number): readonly number[] {
  const bags = passages.map(({ row, text }) => ({ row, terms: lexicalTerms(text) }));
  const meanLength = bags.reduce((sum, { terms }) => sum + terms.length, 0) / bags.length;
  const times = (terms: readonly string[], term: string): number => terms.filter((other) => other === term).length;
  const idf = (term: string): number => {
    const n = bags.filter(({ terms }) => terms.includes(term)).length;
    return n < 2 ? 0 : Math.log(1 + (bags.length - n + 0.5) / (n + 0.5));
  };
  const score = (query: readonly string[], terms: readonly string[]): number =>
    query.reduce((sum, term) => {
      const frequency = times(terms, term);
      return sum + (idf(term) * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * terms.length) / meanLength));
    }, 0);
  return bags.flatMap((asking) => {
    const others = bags.filter((other) => other !== asking);
    const scores = others.map((other) => score(asking.terms, other.terms)).sort((x, y) => y - x);
    return Array.from({ length: k }, (_, j) => scores[j] ?? 0);
  });
}

test('terms are words and numbers in lower case', () => {
  assert.deepEqual(lexicalTerms('Élan, naïve-T5 (1999): данные'), ['élan', 'naïve', 't5', '1999', 'данные']);
});

test('each list is what BM25 finds when asked with the passage', async () => {
  const word = fc.constantFrom('apple', 'Banana', 'cherry', 'date', 'elder', 'fig');
  const text = fc.array(word, { maxLength: 8 }).map((words) => words.join(' '));
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(30), { maxLength: 12 }),
      fc.array(text, { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      async (rows, texts, k) => {
        const passages = rows.map((row, i) => ({ row, text: texts[i] ?? '' }));
        const { similarities } = await buildLexicalGraph(inBatches(passages), k);
        const found = rows.flatMap((row) => [...similarities.subarray(row * k, (row + 1) * k)]);
        const wanted = slowly(passages, k);
        // Sums of single precision.
        assert.ok(
          found.every((score, i) => Math.abs(score - (wanted[i] ?? NaN)) < 1e-4),
          `${found.join(' ')} are not ${wanted.join(' ')}`,
        );
      },
    ),
    { numRuns: 100 },
  );
});

test('of two as similar the lower row comes first; rows without a passage and passages without a like have empty lists', async () => {
  const passages = [
    { row: 5, text: 'red fox' },
    { row: 1, text: 'red fox' },
    { row: 3, text: 'red fox' },
    { row: 2, text: 'blue whale' },
  ];
  const { neighbors } = await buildLexicalGraph(inBatches(passages), 2);
  assert.deepEqual([...neighbors], [-1, -1, 3, 5, -1, -1, 1, 5, -1, -1, 1, 3]);
});

test('terms that are nearly everywhere are not asked with', async () => {
  const passages = Array.from({ length: 2000 }, (_, row) => ({ row, text: `the ${row % 1000 === 7 ? 'lighthouse' : `n${row}`}` }));
  const { neighbors } = await buildLexicalGraph(inBatches(passages), 1);
  assert.deepEqual([neighbors[6], neighbors[7], neighbors[1007]], [-1, 1007, 7]);
});

test('a graph of no passages is empty', async () => {
  assert.deepEqual(await buildLexicalGraph(inBatches([]), 4), { k: 4, neighbors: new Int32Array(0), similarities: new Float32Array(0) });
});

test('a build that is cancelled gives nothing', async () => {
  await assert.rejects(buildLexicalGraph(inBatches([{ row: 0, text: 'a' }]), 1, { signal: AbortSignal.abort() }), isAbort);
});

test('an added passage gets what the full-text index finds by its strongest terms, itself left out', async () => {
  const asked: string[] = [];
  const searchText = (query: string, n: number): Promise<readonly { row: number; score: number }[]> => {
    asked.push(`${query} (${n})`);
    return Promise.resolve([8, 4, 2].map((row) => ({ row, score: row / 2 })));
  };
  const added = [
    { row: 9, text: 'a' },
    { row: 4, text: 'whale, ocean: whale' },
    { row: 7, text: '…' },
  ];
  assert.deepEqual(await askForLists(added, searchText, 3), {
    rows: Int32Array.of(4, 7, 9),
    neighbors: Int32Array.of(8, 2, -1, -1, -1, -1, 8, 4, 2),
    similarities: Float32Array.of(4, 1, 0, 0, 0, 0, 4, 2, 1),
  });
  assert.deepEqual(asked, ['whale ocean (4)', 'a (4)']);
});

test('a graph is stale when more than a tenth has changed', () => {
  assert.deepEqual([isLexicalGraphStale(100, 10), isLexicalGraphStale(100, 11), isLexicalGraphStale(0, 1)], [false, true, true]);
});
