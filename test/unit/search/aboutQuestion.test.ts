import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowSet } from '../../../src/base/rowSet.ts';
import { aboutQuestion } from '../../../src/search/aboutQuestion.ts';
import type { PassageIndex } from '../../../src/indexing/interfaces.ts';
import { withoutNames } from '../../../src/retrieval/preferDocuments.ts';
import { partOfIndex } from '../../../src/retrieval/partOfIndex.ts';
import { MemoryIndex } from '../../support/memoryIndex.ts';
import { passageOf } from '../../support/passages.ts';

function report(id: string, organization: string, text?: string) {
  const parts = [{ kind: 'organization', value: organization, from: 'firstPage' } as const];
  return { ...passageOf(id, text), identity: { title: `${organization}: ${id}`, titleFrom: 'title' as const, parts } };
}

function dated(id: string, organization: string, period: string) {
  const { identity, ...passage } = report(id, organization);
  return {
    ...passage,
    identity: { ...identity, parts: [...identity.parts, { kind: 'period', value: period, from: 'firstPage' } as const] },
  };
}

const index = new MemoryIndex([
  report('tarrow-a', 'Tarrow Harbor Works, Inc.', 'Dues of the harbor, as in Varrow'),
  report('tarrow-b', 'Tarrow Harbor Works, Inc.'),
  report('bellmare', 'Bellmare Ltd'),
]);

const about = (question: string, within: PassageIndex = index, isPart = false) => aboutQuestion(question, within, 'linked', isPart);

test('the first event says what a question names, with titles', async () => {
  const named = await about('What are the dues of Tarrow?');
  assert.deepEqual(named?.preferred.toSorted(), ['tarrow-a.md', 'tarrow-b.md']);
  assert.equal(named?.titles?.['tarrow-b.md'], 'Tarrow Harbor Works, Inc.: tarrow-b');
  assert.deepEqual(
    named?.meant.map(({ words, total }) => [words, total]),
    [['Tarrow', 2]],
  );
});

test('a name is unknown only where no passage says it', async () => {
  assert.deepEqual((await about('What are the dues of Quillan?'))?.unknown, ['Quillan']);
  assert.equal(await about('What are the dues of Varrow?'), undefined);
});

test('of documents that only a period prefers, those that fit best are said', async () => {
  const ofYear = (id: string, year: number) => dated(id, id, `fiscal year ${year}`);
  const years = new MemoryIndex([ofYear('old', 2021), ofYear('new', 2022), ofYear('other', 2019)]);
  assert.deepEqual((await about('What were the dues in fiscal year 2022?', years))?.preferred, ['new.md']);
});

test('what a whole folder is named for is not said to be what a question names', async () => {
  const folder = new MemoryIndex(Array.from({ length: 100 }, (_, i) => report(`r${i}`, 'Tarrow Inc.')));
  assert.equal(await about('What are the dues of Tarrow?', folder), undefined);
});

test('a name of very many documents names none, unless a period tells some of them apart', async () => {
  const folder = new MemoryIndex([
    ...Array.from({ length: 30 }, (_, i) => report(`r${i}`, 'Tarrow Inc.')),
    report('titled', 'Tarrow Harbor Works, Inc.'),
    ...Array.from({ length: 60 }, (_, i) => report(`o${i}`, `Bellmare ${i} Ltd`)),
    dated('new', 'Tarrow Inc.', 'fiscal year 2022'),
  ]);
  assert.equal(await about('What are the dues of Tarrow?', folder), undefined);
  const dues = await about('What are the dues of Tarrow in fiscal year 2022?', folder);
  assert.deepEqual([dues?.preferred, dues?.meant], [['new.md'], []]);
});

test('a document is named by its number', async () => {
  class Numbered extends MemoryIndex {
    override async mentionsInText(text: string) {
      const [start, target] = [text.indexOf('TIP 7'), { path: 'tip-7.md', rows: [0] }];
      const mention = { name: 'TIP 7', start, end: start + 5, kind: 'identifier', specificity: 1 } as const;
      return start < 0
        ? []
        : [
            { ...mention, targets: [target] },
            { ...mention, targets: [target, target] },
          ];
    }
  }
  const named = await about('What did TIP 7 reject?', new Numbered([passageOf('tip-7'), passageOf('tip-8')]));
  assert.deepEqual(named?.preferred, ['tip-7.md']);
  assert.deepEqual(named?.meant, [{ start: 9, end: 14, words: 'TIP 7', documents: ['tip-7.md'], total: 1 }]);
});

test('of a part of the documents, only these are named', async () => {
  const part = partOfIndex(index, new RowSet(Int32Array.of(1)));
  assert.deepEqual((await about('What are the dues of Tarrow?', part, true))?.preferred, ['tarrow-b.md']);
  assert.equal(await about('What are the dues of Bellmare?', part, true), undefined);
});

test('searches of all alike, and other methods, prefer nothing', async () => {
  assert.equal(await about('What are the dues of Tarrow?', withoutNames(index)), undefined);
  assert.equal(await aboutQuestion('What are the dues of Tarrow?', index, 'hybrid', false), undefined);
});

test('a misspelled name names its documents, with the place and words as written', async () => {
  const misspelled = new MemoryIndex([report('bellmare', 'Bellmare Ltd'), report('tarrow', 'Tarrow Inc.')]);
  misspelled.meant = { Belmare: 'Bellmare', harbour: 'harbor' };
  const named = await about('Which harbour dues has Belmare?', misspelled);
  assert.deepEqual(named?.preferred, ['bellmare.md']);
  assert.deepEqual(
    named?.meant.map(({ start, end, words }) => [start, end, words]),
    [[23, 30, 'Belmare']],
  );
  const respelled = [
    { written: 'harbour', meant: 'harbor' },
    { written: 'Belmare', meant: 'Bellmare' },
  ];
  assert.deepEqual([named?.respelled, named?.unknown], [respelled, []]);
  assert.deepEqual(await aboutQuestion('Belmare', misspelled, 'bm25', false), {
    meant: [],
    preferred: [],
    unknown: [],
    respelled: [respelled[1]],
  });
});
