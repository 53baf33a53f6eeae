import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identityOfFile } from '../../../src/corpus/identity/identityOfFile.ts';
import { NO_REFERENCES } from '../../../src/corpus/references.ts';
import { DocumentIdentities } from '../../../src/indexing/identity/documentIdentities.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { listedTitle } from '../../../src/protocol/passage.ts';
import { putTexts } from '../../support/storedTexts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

function titlesOf(documents: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const identities = new DocumentIdentities();
  for (const [path, title] of Object.entries(documents))
    identities.add({ path, identity: JSON.stringify(identityOfFile(path, { title, titleOrigin: 'document', ...NO_REFERENCES })) });
  return Object.keys(documents).map((path) => identities.of(path)?.title);
}

test('a document goes by its file name where its title does not tell it apart, and by its path where the name does not', () => {
  assert.deepEqual(titlesOf({ 'a/orrin.pdf': 'FORM L-10', 'a/tamsay.pdf': 'Form L 10', 'bell.md': 'The Bell' }), [
    'orrin',
    'tamsay',
    'The Bell',
  ]);
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
