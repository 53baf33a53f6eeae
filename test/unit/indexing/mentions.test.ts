/** Which documents passages name, found in a real index and kept up to date with its folder. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { IndexState } from '../../../src/indexing/indexState.ts';
import { MemoryCorpus } from '../../support/memoryCorpus.ts';
import { load, mentionsAfterPass, mentionsOf, openStore, pass, update } from '../../support/mentionedIndex.ts';
import type { Ending } from '../../support/tempFolder.ts';

function found(t: Ending, files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  return mentionsAfterPass(t, new MemoryCorpus(files));
}

const others = Object.fromEntries(
  Array.from({ length: 12 }, (_, i) => [`other${i}.md`, `# Something else ${'abcdefghijkl'.charAt(i)}\n\nnothing`]),
);

const cases: readonly { readonly name: string; readonly files: Readonly<Record<string, string>>; readonly mentions: readonly string[] }[] =
  [
    {
      name: 'a title, however it is written',
      files: { 'a.md': '# Quillan Gate (bridge)\n\nA bridge.', 'b.md': '# B\n\nThe QUILLAN  gate and the Quillán-Gate.' },
      mentions: ['b.md: QUILLAN  gate > title a.md', 'b.md: Quillán-Gate > title a.md'],
    },
    {
      name: 'the longest title counts, and not inside words',
      files: {
        'a.md': '# New York\n\nA town.',
        'b.md': '# New York Times\n\nA paper.',
        'c.md': '# C\n\nIn the New York Times, of New Yorkers in New York.',
      },
      mentions: ['c.md: New York Times > title b.md', 'c.md: New York > title a.md'],
    },
    {
      name: 'a number with or without zeros, and a title that begins with it',
      files: {
        'pep-0484.rst': '# PEP 484 – Type Hints\n\nHints.',
        'b.md': '# B\n\nAs PEP 484 says. PEP-0484 and pep484, but not PEP 48, nor type hinting; type hints.',
      },
      mentions: [
        'b.md: PEP 484 > identifier pep-0484.rst',
        'b.md: PEP-0484 > identifier pep-0484.rst',
        'b.md: pep484 > identifier pep-0484.rst',
        'b.md: type hints > title pep-0484.rst',
      ],
    },
    {
      name: 'file names and headings',
      files: {
        'release_notes.md': '# Whats new\n\n## 4.2 Breaking changes\n\nNone.\n\n## Usage\n\nAny.',
        'b.md': '# B\n\nThe release notes, release_notes.md and their breaking changes. Usage is free.',
      },
      mentions: [
        'b.md: release notes > file release_notes.md',
        'b.md: release_notes.md > file release_notes.md',
        'b.md: breaking changes > heading release_notes.md#4.2 Breaking changes',
      ],
    },
    {
      name: 'titles in scripts without spaces',
      files: {
        'a.md': '# 東京\n\n都。',
        'b.md': '# アイス\n\n氷。',
        'c.md': '# กรุงเทพ\n\nเมือง',
        'd.md': '# D\n\n私は東京都に住む。アイスランドのアイス。ไปกรุงเทพมหานคร',
      },
      mentions: ['d.md: 東京 > title a.md', 'd.md: アイス > title b.md', 'd.md: กรุงเทพ > title c.md'],
    },
    {
      name: 'two documents of one title are both meant, the own title and short or numeric ones never',
      files: {
        'a.md': '# Mercury (planet)\n\nMercury is a planet.',
        'b.md': '# Mercury (element)\n\nA metal.',
        'c.md': '# 2024\n\nA year.',
        'd.md': '# Go\n\nA game.',
        'e.md': '# E\n\nMercury in 2024: go.',
      },
      mentions: ['e.md: Mercury > title a.md, b.md'],
    },
  ];

for (const { name, files, mentions } of cases) {
  test(`mentions: ${name}`, async (t) => {
    assert.deepEqual((await found(t, { ...others, ...files })).toSorted(), [...mentions].sort());
  });
}

test('a question names documents and sections as a passage does, the longest name first', async (t) => {
  const corpus = new MemoryCorpus();
  corpus.write('a.md', '# New York\n\nA town.');
  corpus.write('b.md', '# New York Times\n\nA paper.\n\n## Its early years\n\nLong ago.');
  corpus.write('pep-0008.rst', 'Style Guide\n===========\n\nFour spaces.');
  const store = await openStore(t);
  await pass(store, corpus);
  const index = await load(store);
  assert.ok(index);
  const text = 'When did the New York Times of new york follow PEP 8, in its early years?';
  assert.deepEqual(
    (await index.mentionsInText(text)).map(({ start, end, kind, targets }) => [
      text.slice(start, end),
      kind,
      ...targets.map(({ path, headings = [] }) => [path, ...headings].join('#')),
    ]),
    [
      ['New York Times', 'title', 'b.md'],
      ['new york', 'title', 'a.md'],
      ['PEP 8', 'identifier', 'pep-0008.rst'],
      ['its early years', 'heading', 'b.md#Its early years'],
    ],
  );
  assert.deepEqual(await index.mentionsInText(''), []);
  index.close();
});

test('a title that all documents share, and one that is a common word, mention nothing', async (t) => {
  const same = Object.fromEntries(Array.from({ length: 20 }, (_, i) => [`n${i}.md`, `# Notes\n\nMy notes on ${i} apples, for example.`]));
  const common = { 'example.md': '# Example\n\nOnly this.' };
  assert.deepEqual(await found(t, { ...same, ...common }), []);
});

const titles = ['Alder Hall', 'Birch', 'Cedar Row', 'Alder', 'Row House', '東京', 'pep-7'];
const name = fc.constantFrom(...titles);
const path = fc.constantFrom('a.md', 'b.md', 'c/a.md', 'pep-0007.md', 'cedar_row.txt');
const text = fc
  .tuple(fc.option(name), fc.array(fc.tuple(fc.boolean(), name, name), { minLength: 1, maxLength: 3 }))
  .map(([title, paragraphs]) =>
    [
      ...(title === null ? [] : [`# ${title}`]),
      ...paragraphs.flatMap(([hasHeading, one, two], i) => [
        ...(hasHeading ? [`## ${one} ${two}`] : []),
        `Text ${i} of ${two}, [${one}](${two.length % 2 ? 'c/' : ''}a.md#${one.replace(' ', '-')}) and ${one}row house, [[c/${i ? 'A' : 'a.md'}|x]].`,
      ]),
    ].join('\n\n'),
  );
const edit = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), path, text }),
  fc.record({ kind: fc.constant('remove' as const), path }),
  fc.record({ kind: fc.constant('rename' as const), path, to: path }),
  fc.record({ kind: fc.constant('swap' as const), path, to: path }),
);

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never;

test('after any edits, mentions are those of an index made from the folder as it is', async (t) => {
  const check = async (batches: readonly (readonly Edit[])[]): Promise<void> => {
    const store = await openStore(t);
    const corpus = new MemoryCorpus();
    for (let i = 0; i < 4; i++) corpus.write(`${i}.md`, `# Something ${'abcd'.charAt(i)}\n\nMore of Alder Hall, Birch and 東京.`);
    await pass(store, corpus);
    let state: IndexState | undefined;
    for (const [round, edits] of batches.entries()) {
      const paths = edits.flatMap((one) => apply(corpus, one));
      if (round % 4 < 3) state = await update(store, corpus, paths, state);
      else state = void (await pass(store, corpus));
    }
    const fresh = await openStore(t);
    await pass(fresh, corpus);
    const [kept, made] = [await load(store), await load(fresh)];
    assert.deepEqual(kept && (await mentionsOf(kept)), made && (await mentionsOf(made)));
    kept?.close();
    made?.close();
  };
  await fc.assert(fc.asyncProperty(fc.array(fc.array(edit, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 }), check), {
    numRuns: 12,
  });
});

function apply(corpus: MemoryCorpus, one: Edit): readonly string[] {
  if (one.kind === 'write') corpus.write(one.path, one.text);
  else if (one.kind === 'remove') corpus.remove(one.path);
  else if (one.kind === 'rename') corpus.rename(one.path, one.to);
  else {
    const [a, b] = [corpus.textOf(one.path), corpus.textOf(one.to)];
    if (a !== '' && b !== '') {
      corpus.write(one.path, b);
      corpus.write(one.to, a);
    }
  }
  return 'to' in one ? [one.path, one.to] : [one.path];
}
