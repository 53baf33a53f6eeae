import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DocumentTitles } from '../../../src/indexing/documentTitles.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { listedTitle } from '../../../src/protocol/passage.ts';
import { putTexts } from '../../support/storedTexts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function listed(documents: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const titles = new DocumentTitles();
  const all = Object.entries(documents).map(([path, title]) => ({ path, title }));
  for (const document of all) titles.add(document);
  return all.map((document) => titles.listedAs(document));
}

test('a document is listed by its file name where its title does not tell it apart, and by its path where the name does not', () => {
  assert.deepEqual(listed({ 'a/orrin.pdf': 'FORM L-10', 'a/tamsay.pdf': 'Form L 10', 'bell.md': 'The Bell' }), [
    'orrin.pdf',
    'tamsay.pdf',
    undefined,
  ]);
  assert.deepEqual(listed({ '2022/report.pdf': 'Report', '2023/Report.pdf': 'Report' }), ['2022/report.pdf', '2023/Report.pdf']);
  assert.deepEqual(listed({ 'a.md': '', 'b.md': '***', 'c.md': 'C' }), ['a.md', 'b.md', undefined]);
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
  assert.deepEqual(await titles(), ['FORM L-10: orrin.md', 'FORM L-10: tamsay.md']);
  await putTexts(store, 'tamsay.md', ['A bell.'], 'The Bell');
  assert.deepEqual(await titles(), ['FORM L-10: FORM L-10', 'The Bell: The Bell']);
  await putTexts(store, 'orrin.md', ['A gate.'], 'The Bell');
  await store.removeDocuments([...(await store.documents()).values()].filter(({ path }) => path === 'orrin.md'));
  assert.deepEqual(await titles(), ['The Bell: The Bell']);
});
