import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { NameAmong, Row, ScoredRow } from '../../../src/indexing/interfaces.ts';
import type { Embedder } from '../../../src/models/models.ts';
import { followBridges } from '../../../src/retrieval/bridged.ts';
import { createRetriever } from '../../../src/retrieval/firstStage.ts';
import type { LinkedRow } from '../../../src/retrieval/linked.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

const bridgeText = 'Varn Hall is a farm that Ilse Varn built in Nether Coll.';

/** Where the words of each name are, and how specific it is. */
type Words = Readonly<Record<string, NameAmong>>;

/** Row 0 is the bridge of 10 passages; what a search for the missing words finds. */
function indexOf(words: Words, suiting: readonly ScoredRow[], searched: string[] = []) {
  return {
    passageCount: 10,
    pathOf: (row: Row) => `${row}.md`,
    passages: async () => [passageOf('bridge', bridgeText)],
    namesAmong: async (names: readonly string[], rows: readonly Row[]) =>
      names.map((name) => {
        const { specificity, rows: having } = words[name] ?? { specificity: 0, rows: [] };
        return { specificity, rows: having.filter((row) => rows.includes(row)) };
      }),
    searchText: async (query: string, _n: number, among?: { has(row: Row): boolean }) => {
      searched.push(query);
      return suiting.filter(({ row }) => among?.has(row) !== false);
    },
  };
}

const ranked = (...scores: readonly number[]): LinkedRow[] => scores.map((score, row) => ({ row, score }));
const shown = (found: readonly LinkedRow[]): readonly string[] =>
  found.map(({ row, score, mentioned }) => `${row} ${score.toFixed(2)}${mentioned ? ` by ${mentioned.mention.name}` : ''}`);
const words: Words = {
  farm: { specificity: 1, rows: [0] },
  mother: { specificity: 1, rows: [2, 3, 7] },
  'Ilse Varn': { specificity: 0.4, rows: [0, 3, 7] },
  'Nether Coll': { specificity: 0.3, rows: [0, 2] },
};
/** Of as many words as a question of two hops has, which but for two say nothing. */
const ofTenWords = 'the mother of the one who built that farm at sea';
const never = (): boolean => false;

test('what shares a name with the bridge rises by its missing words, on the scale of the search', async () => {
  // Of the words of the question only `mother` is missing. BM25 can give both together 2.2 · ln 10 · 2 = 10.131. The range is 10.
  // Row 3: 3 · .4² · (2 / 10.131)^.6 = .1813. Row 2: 3 · .3² · (4 / 10.131)^.6 = .1546.
  const searched: string[] = [];
  const index = indexOf(
    words,
    [
      { row: 2, score: 4 },
      { row: 3, score: 2 },
      { row: 7, score: 1 },
    ],
    searched,
  );
  const found = await followBridges(ranked(20, 15, 12, 12, 10), ofTenWords, index, { isNamed: never });
  assert.deepEqual(shown(found), ['0 20.00', '1 15.00', '3 13.81 by Ilse Varn', '2 13.55', '4 10.00']);
  assert.deepEqual(searched, ['mother']);
});

test('what rises stays behind the bridge, and behind what names have brought to the first results', async () => {
  const strong = indexOf({ ...words, 'Ilse Varn': { specificity: 1, rows: [3, 4] } }, [
    { row: 4, score: 10 },
    { row: 3, score: 8 },
  ]);
  const rows = async (isNamed: (row: Row) => boolean): Promise<readonly Row[]> =>
    (await followBridges(ranked(20, 18, 17, 12, 10), ofTenWords, strong, { isNamed })).map(({ row }) => row);
  assert.deepEqual(await rows(never), [0, 4, 3, 1, 2]);
  assert.deepEqual(await rows((row) => row === 1), [0, 1, 4, 3, 2]);
  // It has less than .3 of the range.
  assert.deepEqual(await rows((row) => row === 3), [0, 4, 3, 1, 2]);
});

test('the second and third result are bridges, too, as sure as their scores, and nearness to the question counts beside the words', async () => {
  // Row 1 has 5 of the range of 10 and `Ilse Varn`, which row 3 has: .5 · 3 · .4² · ((2 / 10.131)^.6 + .2 · .5) = .1147.
  const index = {
    ...indexOf({ ...words, 'Ilse Varn': { specificity: 0.4, rows: [1, 3] } }, [{ row: 3, score: 2 }]),
    passages: async (rows: readonly Row[]) => rows.map((row) => passageOf(`p${row}`, row === 1 ? 'Ilse Varn was here.' : 'The farm.')),
  };
  const given = ranked(20, 15, 13, 12, 10);
  const found = await followBridges(given, ofTenWords, index, {
    isNamed: never,
    near: async (among) => [...among.rows].map((row) => ({ row, score: row === 3 ? 0.5 : -1 })),
  });
  assert.deepEqual(shown(found), ['0 20.00', '1 15.00', '3 13.15 by Ilse Varn', '2 13.00', '4 10.00']);
});

test('a single word counts less where it begins a sentence, and not at all, like a period, where more of its document was found', async () => {
  // Row 3 rises by .1813 of the range of 10 by a name of the specificity .4, with .8 of it by .1160.
  const name: NameAmong = { specificity: 0.4, rows: [3] };
  const among = { ...words, Ilse: name, 'Ilse Varn': name, 'Ilse Varn 2023': name };
  const scoreOf = async (text: string, documentOf = (row: Row) => row): Promise<string | undefined> => {
    const index = {
      ...indexOf(among, [{ row: 3, score: 2 }]),
      pathOf: (row: Row) => `${documentOf(row)}.md`,
      passages: async () => [passageOf('bridge', text)],
    };
    const found = await followBridges(ranked(20, 10, 12, 12, 10), ofTenWords, index, { isNamed: never });
    return found.find(({ row }) => row === 3)?.score.toFixed(2);
  };
  assert.equal(await scoreOf('It was Ilse.'), '13.81');
  assert.equal(await scoreOf('A farm. Ilse built it.'), '13.16');
  assert.equal(await scoreOf('A farm. Ilse built it. It was Ilse.'), '13.81');
  assert.equal(await scoreOf('A farm. Ilse Varn built it.'), '13.81');
  const ofTwo = (row: Row): Row => row % 3;
  assert.equal(await scoreOf('It was Ilse.', ofTwo), '13.81');
  const ofOne = (): Row => 0;
  assert.equal(await scoreOf('It was Ilse.', ofOne), '12.00');
  assert.equal(await scoreOf('It was Ilse Varn.', ofOne), '13.81');
  assert.equal(await scoreOf('sold by Ilse Varn 2023', ofTwo), '13.81');
  assert.equal(await scoreOf('sold by Ilse Varn 2023', ofOne), '12.00');
});

test('fewer words count less, and a question to answer with yes or no half', async () => {
  // Row 3 of the first test rises by .1813 of the range of 10; five words count a quarter of it.
  const index = indexOf(words, [{ row: 3, score: 2 }]);
  const scores = async (asked: string, asksWhether: boolean): Promise<readonly string[]> =>
    (await followBridges(ranked(20, 12, 12, 12, 10), asked, index, { asksWhether, isNamed: never })).map(({ score }) => score.toFixed(2));
  assert.deepEqual(await scores(ofTenWords, true), ['20.00', '12.91', '12.00', '12.00', '10.00']);
  assert.deepEqual(await scores('mother of one at farm', false), ['20.00', '12.45', '12.00', '12.00', '10.00']);
});

test('nothing rises where nothing new is asked for, where a bridge names nothing new, or without a bridge', async () => {
  const suiting = [{ row: 3, score: 5 }];
  const given = ranked(20, 15, 12, 10);
  const follow = (asked: string, of: Words = words): Promise<readonly LinkedRow[]> =>
    followBridges(given, asked, indexOf(of, suiting), { isNamed: never });
  assert.equal(await follow('farm'), given);
  assert.equal(await follow('the farm'), given);
  assert.equal(await follow('mother farm Varn Hall Ilse Nether Coll'), given);
  assert.equal(await follow(''), given);
  assert.equal(await followBridges(given, ofTenWords, indexOf(words, suiting), { isNamed: never, isFollowed: never }), given);
  assert.deepEqual(await followBridges([], ofTenWords, indexOf(words, suiting), { isNamed: never }), []);
});

const noEmbedder: Embedder = { id: 'none', dimension: 1, embed: async (texts) => new Float32Array(texts.length) };

test('a linked search finds what only the bridge leads to, and says by way of which name', async () => {
  const index = new MemoryIndex([
    passageOf('p1', 'Varn Hall is a farm that Ilse Varn built.'),
    passageOf('p2', 'A farm has a hall.'),
    passageOf('p3', 'Ilse Varn and her mother Ada founded the church.'),
    passageOf('p4', 'A mother.'),
  ]);
  const search = (question: string) =>
    createRetriever('linked', index, noEmbedder).search(question, 4, { node: 'n', signal: new AbortController().signal });
  const [first, second] = await search('Who was the mother of the person who built Varn Hall, a farm?');
  assert.deepEqual([first?.passageId, second?.passageId, second?.mentionedBy?.name], ['p1', 'p3', 'Ilse Varn']);
  assert.deepEqual([second?.mentionedBy?.passageId, second?.mentionedBy?.line], ['p1', 1]);
});

/** Best first; the question leads from the first to another or not. */
const asHybrid: Readonly<Record<string, { readonly texts: readonly string[]; readonly question: string }>> = {
  'a bridge that is what is asked': {
    texts: ['Ilse Varn, the mother of Ada Coll, built a farm.', 'Ada Coll lived on that farm.', 'Ilse Varn sold boats.'],
    question: 'Who was Ilse Varn, the mother of Ada Coll, that built a farm?',
  },
  'passages that mention nothing': {
    texts: ['a farm that somebody built at the sea', 'the mother of somebody founded a church', 'somebody had boats'],
    question: 'Who was the mother of the one who built that farm at the sea?',
  },
  'a question of one word': {
    texts: ['Varn Hall is a farm that Ilse Varn built.', 'Ilse Varn sold boats.', 'Ada Coll.'],
    question: 'Farm?',
  },
  'a question of one hop': {
    texts: ['Varn Hall is a farm that Ilse Varn built.', 'Ilse Varn sold boats.', 'A hall was built.'],
    question: 'Who built the farm Varn Hall?',
  },
  'a question in another language': {
    texts: ['Varn Hall is a farm that Ilse Varn built.', 'Ilse Varn and her mother founded a church.', 'Ada Coll sold boats.'],
    question: 'Wer war die Mutter der Frau, die den Hof mit Namen Varn Hall gebaut hat?',
  },
};
for (const [name, { texts, question }] of Object.entries(asHybrid)) {
  test(`${name}: linked finds what hybrid does, in the same order`, async () => {
    const index = new MemoryIndex(texts.map((text, i) => passageOf(`p${i}`, text)));
    const ids = async (method: 'hybrid' | 'linked'): Promise<readonly string[]> => {
      const found = await createRetriever(method, index, noEmbedder).search(question, 5, {
        node: 'n',
        signal: new AbortController().signal,
      });
      return found.map(({ passageId }) => passageId);
    };
    assert.deepEqual(await ids('linked'), await ids('hybrid'));
  });
}

/** Passages that name each other or nothing, in languages with and without spaces. */
const sentences = [
  'Varn Hall is a farm that Ilse Varn built.',
  'Ilse Varn and her mother Ada Coll founded the church.',
  'Ada Coll was the mother of Ilse Varn.',
  'A person has a hall on a farm.',
  '',
  'Ilse Varn wurde in Tarnholm geboren und baute den Hof.',
  'バーンは農場です。母はエイダです。',
  'Varn '.repeat(300),
];
const ofTwoHops = 'Who was the mother of the person who built Varn Hall, a farm?';
const questions = ['farm', 'Varn', '?', ofTwoHops, 'Wer baute den Hof?', '母は誰ですか', ...sentences];

test('any passages and question: the first result of hybrid stays, nothing is lost or there twice, and chains that lead back end', async () => {
  let led = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom(...sentences), { minLength: 1, maxLength: 12 }),
      fc.constantFrom(...questions),
      async (texts, question) => {
        const index = new MemoryIndex(texts.map((text, i) => passageOf(`p${i}`, text)));
        const search = (method: 'hybrid' | 'linked') =>
          createRetriever(method, index, noEmbedder).search(question, 20, { node: 'n', signal: new AbortController().signal });
        const [hybrid, linked] = [await search('hybrid'), await search('linked')];
        const ids = (found: typeof hybrid): readonly string[] => found.map(({ passageId }) => passageId);
        assert.deepEqual(ids(linked).toSorted(), ids(hybrid).toSorted());
        assert.equal(linked[0]?.passageId, hybrid[0]?.passageId);
        for (const { passageId, mentionedBy } of linked) {
          if (!mentionedBy) continue;
          led++;
          const rank = (id: string): number => ids(linked).indexOf(id);
          assert.ok(rank(mentionedBy.passageId) < rank(passageId));
          assert.ok(texts[Number(mentionedBy.passageId.slice(1))]?.includes(mentionedBy.name));
        }
      },
    ),
    { numRuns: 60, examples: [[sentences, ofTwoHops]] },
  );
  assert.ok(led > 0);
});
