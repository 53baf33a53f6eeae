import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'node:test';
import { identityOfFile } from '../../../src/corpus/identity/identityOfFile.ts';
import { NO_REFERENCES } from '../../../src/corpus/references.ts';
import { english } from '../../../src/language/english.ts';
import { DocumentIdentities } from '../../../src/indexing/identity/documentIdentities.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { listedTitle } from '../../../src/protocol/passage.ts';
import { passageOf } from '../../support/passages.ts';
import { putTexts } from '../../support/storedTexts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

/** @param isOld whether a document was stored before titles had keys */
function titlesOf(documents: Readonly<Record<string, string>>, isOld = (_path: string) => false): readonly (string | undefined)[] {
  const identities = new DocumentIdentities();
  for (const [path, title] of Object.entries(documents)) {
    const own = identityOfFile(path, { title, titleOrigin: 'document', ...NO_REFERENCES }, [], english);
    const titles = isOld(path) ? own.titles.map(({ text, from }) => ({ text, from })) : own.titles;
    identities.add({ passages: 1, path, identity: JSON.stringify({ ...own, titles }) });
  }
  return Object.keys(documents).map((path) => identities.of(path)?.title);
}

test('a document goes by its file name where its title does not tell it apart, and by its path where the name does not', () => {
  assert.deepEqual(titlesOf({ 'a/orrin.pdf': 'FORM L-10', 'a/tamsay.pdf': 'Form L 10', 'bell.md': 'The Bell' }), [
    'orrin',
    'tamsay',
    'The Bell',
  ]);
  const one = { 'orrin.pdf': 'FÓRM L-10', 'tamsay.pdf': 'Form L 10', 'bell.md': 'The Bell' };
  for (const isOld of [(path: string) => path === 'orrin.pdf', () => true]) assert.deepEqual(titlesOf(one, isOld), titlesOf(one));
  assert.deepEqual(titlesOf({ 'a/orrin.pdf': 'FORM L-10', 'a/orrin.md': 'Form L 10' }), ['orrin.pdf', 'orrin.md']);
  assert.deepEqual(titlesOf({ '2022/report.pdf': 'Report', '2023/Report.pdf': 'Report' }), ['2022/report.pdf', '2023/Report.pdf']);
  assert.deepEqual(titlesOf({ 'a.md': '', 'b.md': '***', 'c.md': 'C' }), ['a', 'b', 'C']);
});

test('when the second document with a title arrives, both change, and both again when it leaves', async (t) => {
  const store = await IndexStore.open(parseLocation(tempFolder(t)));
  t.after(() => store.close());
  const titles = async (): Promise<readonly string[]> => {
    const reader = await store.reader();
    const found = (await reader?.passages([0, 1, 2, 3])) ?? [];
    reader?.close();
    return found.flatMap((passage) => (passage ? [`${passage.title}: ${listedTitle(passage)}`] : []));
  };
  await putTexts(store, 'orrin.md', ['A gate.'], 'FORM L-10');
  assert.deepEqual(await titles(), ['FORM L-10: FORM L-10']);
  await putTexts(store, 'tamsay.md', ['A bell.'], 'FORM L-10');
  assert.deepEqual(await titles(), ['FORM L-10: orrin', 'FORM L-10: tamsay']);
  await putTexts(store, 'tamsay.md', ['A bell.'], 'The Bell');
  assert.deepEqual(await titles(), ['FORM L-10: FORM L-10', 'The Bell: The Bell']);
  await putTexts(store, 'orrin.md', ['A gate.'], 'The Bell');
  await store.removeDocuments([...(await store.documents()).values()].filter(({ path }) => path === 'orrin.md'));
  assert.deepEqual(await titles(), ['The Bell: The Bell']);
});

test('another process sees the documents, and who they are, after each change', async (t) => {
  const location = parseLocation(tempFolder(t));
  const [store, other] = [await IndexStore.open(location), await IndexStore.open(location)];
  t.after(() => [store, other].forEach((one) => one.close()));
  const agree = async (): Promise<void> => {
    await other.refresh();
    const [own, seen] = [await store.documents(), await other.documents()];
    assert.deepEqual(new Map(seen), new Map(own));
    assert.equal(await other.epoch(), await store.epoch());
    for (const path of own.keys()) assert.deepEqual(await other.identityOf(path), await store.identityOf(path));
  };
  for (const [path, title] of [
    ['orrin.md', 'FORM L-10'],
    ['tamsay.md', 'FORM L-10'],
    ['tamsay.md', 'The Bell'],
  ] as const) {
    await putTexts(store, path, [`${title} rang.`], title);
    await agree();
  }
  await store.touchDocuments([...(await store.documents()).values()].slice(0, 1).map((one) => ({ ...one, mtimeMs: 7 })));
  await agree();
  await store.removeDocuments([...(await store.documents()).values()].slice(0, 1));
  await agree();
});

test('after any changes, identities are those of the documents that are there', () => {
  const path = fc.constantFrom('a/1.pdf', 'b/1.pdf', 'a/012-x.md', 'a/013-y.md', 'a/014-z.md', 'orrin.md', 'tamsay.md');
  const title = fc.constantFrom('FORM L-10', 'The Bell', 'Orrin Bells, Inc.', '', 'x '.repeat(1500));
  const text = fc.constantFrom('An ODP. Orrin Bells rang.', 'See odps#12 and odps#13 and odps#14 of the ODP. Tamsay rang.', 'FORM L-10');
  const change = fc.record({ path, title, text, isGone: fc.boolean() });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 24 }), (changes) => {
      const identities = new DocumentIdentities();
      const now = new Map<string, string>();
      for (const { path: of, title: named, text: says, isGone } of changes) {
        identities.remove({ path: of });
        identities.of('a/1.pdf');
        now.delete(of);
        if (isGone) continue;
        const described = { title: named, titleOrigin: 'document', ...NO_REFERENCES, text: says, pageStarts: [0] } as const;
        const identity = JSON.stringify(identityOfFile(of, described, [passageOf('a', says)], english));
        identities.add({ path: of, identity, passages: 1 });
        now.set(of, identity);
      }
      const fresh = new DocumentIdentities();
      for (const [of, identity] of now) fresh.add({ path: of, identity, passages: 1 });
      for (const { path: of } of changes) assert.deepEqual(identities.of(of), fresh.of(of));
    }),
  );
});

test('5,000 scans of one name and one first page go by their paths, each by its own', () => {
  const identities = new DocumentIdentities();
  const described = {
    title: 'scan0001',
    titleOrigin: 'path',
    ...NO_REFERENCES,
    text: 'RECEIVED\nTown Office of Orrin',
    pageStarts: [0],
  } as const;
  const identity = JSON.stringify(identityOfFile('scan0001.pdf', described, [], english));
  for (let i = 0; i < 5000; i++) identities.add({ path: `${i}/scan0001.pdf`, identity, passages: 1 });
  const titles = Array.from({ length: 5000 }, (_, i) => identities.of(`${i}/scan0001.pdf`)?.title);
  assert.deepEqual([titles[0], new Set(titles).size], ['0/scan0001.pdf', 5000]);
});

test('documents with numbers in their names are in the series of most of their neighbors', () => {
  const identities = new DocumentIdentities();
  const add = (path: string, text: string): void => {
    const described = { title: path, titleOrigin: 'path', ...NO_REFERENCES } as const;
    identities.add({ path, identity: JSON.stringify(identityOfFile(path, described, [passageOf('a', text)], english)), passages: 1 });
  };
  for (const number of [101, 102, 103]) add(`0${number}-tides.md`, `ODP PR: odps#${number}. This ODP is long.`);
  add('0104-bells.md', 'This says nothing about it.');
  assert.deepEqual(identities.of('0104-bells.md')?.parts[0], { kind: 'number', value: 'ODP 104', from: 'fileName', written: '0104' });
});

test('a document whose name is a common word goes by it', () => {
  assert.deepEqual(titlesOf({ 'Apple.md': '', 'Notes.md': '', '2024.md': '' }), ['Apple', 'Notes', '2024']);
});

test('a document with a number is not named by the numbers that its first page mentions', async () => {
  const text = 'ODP 12: Gates\n\nReplaces: ODP 13';
  const described = { title: 'Gates', titleOrigin: 'document', ...NO_REFERENCES, text, pageStarts: [0] } as const;
  const preferred = async (path: string, number: string): Promise<readonly string[]> => {
    const own = identityOfFile(path, described, [passageOf('p', text)], english);
    const mentioned = { kind: 'number', value: 'ODP 13', from: 'firstPage' } as const;
    const parts = [...own.parts.filter(({ kind }) => kind !== 'number' || path.includes('12')), mentioned];
    const identities = new DocumentIdentities();
    identities.add({ path, passages: 100, identity: JSON.stringify({ ...own, parts }) });
    return (await identities.names.identify(`What does ${number} replace?`)).preferred;
  };
  assert.deepEqual(await preferred('odp-12.md', 'ODP 12'), ['odp-12.md']);
  assert.deepEqual(await preferred('odp-12.md', 'ODP 13'), []);
  assert.deepEqual(await preferred('gates.md', 'ODP 13'), ['gates.md'], 'the only number that it has');
});
