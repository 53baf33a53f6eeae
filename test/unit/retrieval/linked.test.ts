import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Mention, Row, ScoredRow } from '../../../src/indexing/interfaces.ts';
import type { Embedder } from '../../../src/models/models.ts';
import { createRetriever } from '../../../src/retrieval/firstStage.ts';
import { followMentions, raiseNamed } from '../../../src/retrieval/linked.ts';
import { createQuotingRetriever } from '../../../src/retrieval/quotingRetriever.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

/** A name in one passage; each target is a document, given by the rows of its passages. */
function mentionOf(specificity: number, ...targets: readonly (readonly Row[])[]): Mention {
  return {
    name: 'name',
    start: 0,
    end: 4,
    kind: 'title',
    targets: targets.map((rows) => ({ path: `${rows[0]}.md`, rows })),
    specificity,
  };
}

const ranked = (...scores: readonly number[]): ScoredRow[] => scores.map((score, row) => ({ row, score }));

async function follow(found: readonly ScoredRow[], mentions: Readonly<Record<Row, readonly Mention[]>>, banned: readonly Row[] = []) {
  const followed = await followMentions(
    found,
    async (rows) => rows.map((row) => mentions[row] ?? []),
    (row) => !banned.includes(row),
  );
  return followed.map(({ row, score, mentioned }) => `${row} ${Number(score.toFixed(3))}${mentioned ? ` by ${mentioned.by}` : ''}`);
}

test('a mentioned passage rises by how sure its source is and how specific its name, on the scale of the search', async () => {
  // The range is 10 to 20, of which .8 is given. Row 1 is sure by a half, its mention's weight is .8 squared.
  assert.deepEqual(await follow(ranked(20, 15, 12, 10), { 1: [mentionOf(0.8, [3])], 0: [mentionOf(1, [9])] }), [
    '0 20',
    '9 18 by 0',
    '1 15',
    '3 12.56 by 1',
    '2 12',
  ]);
});

test('without mentions, the result is the given one', async () => {
  for (const found of [[], ranked(3), ranked(2, 2, 1), ranked(0, -1)]) assert.equal(await followMentions(found, async () => []), found);
});

test('the passages of a document that the question names rise by how specific its name is, the found ones and the first', () => {
  const raise = (...named: readonly Mention[]): readonly string[] =>
    raiseNamed(ranked(20, 15, 12, 10), named, (row) => row !== 7).map(({ row, score }) => `${row} ${Number(score.toFixed(3))}`);
  assert.deepEqual(raise(mentionOf(0.8, [2, 3, 9])), ['0 20', '2 18.4', '3 16.4', '1 15']);
  assert.deepEqual(raise(mentionOf(0.4, [6, 8, 3])), ['0 20', '1 15', '2 12', '3 11.6', '6 11.6']);
  assert.deepEqual(raise({ ...mentionOf(0.4, [3]), kind: 'identifier' }), ['0 20', '3 20', '1 15', '2 12']);
  assert.deepEqual(raise(mentionOf(1, [7, 8, 9])), ['0 20', '1 15', '2 12', '3 10']);
  assert.deepEqual(raise(mentionOf(1, [2], [3])), ['0 20', '1 15', '2 12', '3 10']);
  assert.deepEqual(raise(), ['0 20', '1 15', '2 12', '3 10']);
});

test('a name of several documents leads to the one that the search found best, and nowhere if it found none', async () => {
  const ambiguous = mentionOf(1, [7], [3], [2]);
  assert.deepEqual(await follow(ranked(4, 3, 2, 1, 0), { 0: [ambiguous] }), ['0 4', '2 4 by 0', '1 3', '3 1', '4 0']);
  assert.deepEqual(await follow(ranked(4, 3), { 0: [ambiguous] }), ['0 4', '1 3']);
});

test('a passage that mentions much shares its weight among what it mentions', async () => {
  const many = [6, 7, 8, 9].map((row) => mentionOf(1, [row]));
  assert.deepEqual(await follow(ranked(20, 10), { 0: many }), ['0 20', '6 12 by 0', '7 12 by 0', '8 12 by 0', '9 12 by 0', '1 10']);
});

test('of a document, the passage that the search found best is meant, otherwise its first', async () => {
  assert.deepEqual(await follow(ranked(4, 3, 2, 1), { 0: [mentionOf(1, [8, 9, 3])] }), ['0 4', '3 3.4 by 0', '1 3', '2 2']);
  assert.deepEqual(await follow(ranked(4, 3, 2, 1), { 0: [mentionOf(1, [8, 9])] }), ['0 4', '8 3.4 by 0', '1 3', '2 2', '3 1']);
});

test('a target stays behind what mentions it, unless the search has found it better', async () => {
  const mentions = { 1: [mentionOf(1, [3])], 3: [mentionOf(1, [0])] };
  assert.deepEqual(await follow(ranked(4, 3.9, 3, 2, 0), mentions), ['0 4', '1 3.9', '3 3.9 by 1', '2 3', '4 0']);
});

test('a common name leads nowhere', async () => {
  assert.deepEqual(await follow(ranked(4, 3, 2, 1), { 0: [mentionOf(0, [3])] }), ['0 4', '1 3', '2 2', '3 1']);
  assert.deepEqual(await follow(ranked(4, 3, 2, 1, 0), { 0: [mentionOf(0.3, [9])] }), ['0 4', '1 3', '2 2', '3 1', '9 0.288 by 0', '4 0']);
});

test('only the best three results are followed', async () => {
  assert.deepEqual(await follow(ranked(4, 3, 2, 1, 0), { 3: [mentionOf(1, [4])] }), ['0 4', '1 3', '2 2', '3 1', '4 0']);
});

test('a document that mentions ten thousand others displaces nothing', async () => {
  const all = Array.from({ length: 10_000 }, (_, i) => mentionOf(1, [10 + i]));
  assert.deepEqual((await follow(ranked(4, 3, 2, 1, 0), { 0: all })).slice(0, 4), ['0 4', '1 3', '2 2', '3 1']);
});

test('passages that mention each other, or themselves, keep their order', async () => {
  const cycle = { 0: [mentionOf(1, [1]), mentionOf(1, [0])], 1: [mentionOf(1, [0])] };
  assert.deepEqual(await follow(ranked(4, 3, 2), cycle), ['0 4', '1 4', '2 2']);
});

test('a passage that must not be followed leads nowhere and is not led to', async () => {
  const mentions = { 0: [mentionOf(1, [9])], 1: [mentionOf(1, [8]), mentionOf(1, [0])] };
  assert.deepEqual(await follow(ranked(4, 2, 0), mentions, [0]), ['0 4', '1 2', '8 1.6 by 1', '2 0']);
});

test('where all results score the same, what they mention comes with them', async () => {
  assert.deepEqual(await follow(ranked(2, 2), { 1: [mentionOf(1, [5])] }), ['0 2', '1 2', '5 2 by 1']);
  assert.deepEqual(await follow(ranked(0), { 0: [mentionOf(1, [5])] }), ['0 0', '5 0 by 0']);
});

test('nothing found is lost, nothing is there twice, no score falls, best first, ties by row', async () => {
  const mention = fc.record({
    specificity: fc.double({ min: 0, max: 1, noNaN: true }),
    targets: fc.array(fc.array(fc.nat(30)), { minLength: 1, maxLength: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.record({ row: fc.nat(30), score: fc.integer({ min: -5, max: 40 }) }), { selector: ({ row }) => row }),
      fc.dictionary(fc.nat(30).map(String), fc.array(mention)),
      async (rows, given) => {
        const found = rows.sort((a, b) => b.score - a.score || a.row - b.row);
        const mentionsOf = (row: Row) => (given[row] ?? []).map(({ specificity, targets }) => mentionOf(specificity, ...targets));
        const linked = await followMentions(found, async (asked) => asked.map(mentionsOf));
        const scoreOf = new Map(linked.map(({ row, score }) => [row, score]));
        assert.equal(scoreOf.size, linked.length);
        for (const { row, score } of found) assert.ok((scoreOf.get(row) ?? -Infinity) >= score);
        assert.deepEqual(
          linked,
          [...linked].sort((a, b) => b.score - a.score || a.row - b.row),
        );
      },
    ),
  );
});

const options = { node: 'n', signal: new AbortController().signal };
const noEmbedder: Embedder = { id: 'none', dimension: 1, embed: async (texts) => new Float32Array(texts.length) };
const film = 'The Salt Choir, a film of 1994.\nIt was directed by Ilse Varn.';
const passages = [
  passageOf('film', film),
  passageOf('other', 'Another choir of salt.'),
  passageOf('ilse', 'She was born at Nether Coll.'),
  passageOf('salt', 'Salt.'),
];
const at = film.indexOf('Ilse Varn');
const index = new MemoryIndex(passages, {}, 'memory', { film: [{ start: at, end: at + 'Ilse Varn'.length, to: ['ilse'] }] });

test('a linked search says where a result is mentioned', async () => {
  const found = await createRetriever('linked', index, noEmbedder).search('Where was the director of The Salt Choir born?', 3, options);
  const { mentionedBy, rank } = found[1] ?? assert.fail();
  assert.deepEqual([found.map(({ passageId }) => passageId), rank], [['film', 'ilse', 'other'], 1]);
  assert.deepEqual(mentionedBy, {
    passageId: 'film',
    path: 'film.md',
    title: 'film',
    name: 'Ilse Varn',
    line: 2,
    startOffset: at,
    endOffset: at + 'Ilse Varn'.length,
    documentHash: 'hash-film',
  });
  assert.ok(found.every(({ passageId, mentionedBy: by }) => (by !== undefined) === (passageId === 'ilse')));
});

test('a passage without the quoted phrase, found through a mention, is marked as lacking it', async () => {
  const found = await createQuotingRetriever('linked', index, noEmbedder).search('the director of "The Salt Choir"', 3, options);
  assert.deepEqual(
    found.map(({ passageId, lacksPhrase, mentionedBy }) => [passageId, lacksPhrase ?? false, mentionedBy?.name]),
    [
      ['film', false, undefined],
      ['ilse', true, 'Ilse Varn'],
      ['other', true, undefined],
    ],
  );
});

test('a search without a passage does not follow its mentions', async () => {
  const without = { ...options, without: ['film'] };
  const found = await createRetriever('linked', index, noEmbedder).search('The Salt Choir', 9, without);
  assert.deepEqual(
    found.map(({ passageId }) => passageId),
    ['film', 'other', 'salt'],
  );
});

test('a question that names a document finds it before passages that share more words with it', async () => {
  const named = new MemoryIndex([
    { ...passageOf('house', 'it is old'), title: 'Alder House' },
    passageOf('other', 'who designed it and who built it'),
  ]);
  const found = async (method: 'hybrid' | 'linked'): Promise<readonly string[]> => {
    const candidates = await createRetriever(method, named, noEmbedder).search('who designed it and who built Alder House', 2, options);
    return candidates.map(({ passageId }) => passageId);
  };
  assert.deepEqual(await found('hybrid'), ['other', 'house']);
  assert.deepEqual(await found('linked'), ['house', 'other']);
});

test('every method searches for what a misspelled word means', async () => {
  const index = new MemoryIndex([passageOf('other', 'the walls of it'), passageOf('meant', 'a tutorial')]);
  index.meant = { tuturial: 'tutorial' };
  for (const method of ['bm25', 'hybrid', 'linked'] as const) {
    const found = await createRetriever(method, index, noEmbedder).search('tuturial', 1, options);
    assert.deepEqual(
      found.map(({ passageId }) => passageId),
      ['meant'],
    );
  }
});
