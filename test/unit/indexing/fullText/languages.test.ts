/** Searches in indexes of passages in several languages. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseLocation } from '../../../../src/indexing/location.ts';
import { IndexStore } from '../../../../src/indexing/store.ts';
import { putTexts } from '../../../support/storedTexts.ts';
import { tempFolder } from '../../../support/tempFolder.ts';

const texts = {
  'zh.md': '清华大学位于北京市海淀区，是中国最著名的大学之一。',
  'ja.md': '東京タワーは港区にある電波塔で、1958年に完成した。',
  'ko.md': '서울은 대한민국의 수도이며 한강이 도시를 가로지른다.',
  'th.md': 'กรุงเทพมหานครเป็นเมืองหลวงของประเทศไทย',
  'ar.md': 'تأسست المكتبة الوطنية في القاهرة وفيها آلاف الكتب.',
  'de.md': 'Die Straßenbeleuchtung des Hafens wurde nach dem Sturm von der Stadt erneuert.',
  'wien.md': 'Die Donaudampfschifffahrtsgesellschaft wurde 1829 in Wien gegründet.',
  'fr.md': 'Les bibliothécaires ont été reçus à l’université après la rénovation des salles.',
  'ru.md': 'Маяк был построен в девятнадцатом веке на берегу моря и до сих пор работает.',
  'en.md': 'The lighthouse keepers were relocated when the harbor was rebuilt by the council.',
};

const queries: readonly (readonly [string, keyof typeof texts])[] = [
  ['清华大学', 'zh.md'],
  ['清华', 'zh.md'],
  ['清華大學', 'zh.md'],
  ['ＴＯＫＹＯ 東京タワー', 'ja.md'],
  ['한강', 'ko.md'],
  ['ประเทศไทย', 'th.md'],
  ['مكتبات القاهرة', 'ar.md'],
  ['الكتب', 'ar.md'],
  ['Beleuchtung der Straße', 'de.md'],
  ['Schifffahrt', 'wien.md'],
  ['Wo war die Dampfschifffahrt?', 'wien.md'],
  ['bibliothecaire', 'fr.md'],
  ['маяки построены', 'ru.md'],
  ['lighthouse keeper', 'en.md'],
];

test('a passage is found in its language, in the full-text index and beside it', async (t) => {
  const store = await IndexStore.open(parseLocation(tempFolder(t)));
  t.after(() => store.close());
  const found = async (query: string): Promise<string | undefined> => {
    const reader = await store.reader();
    const [best] = (await reader?.searchText(query, 3)) ?? [];
    const [passage] = best ? ((await reader?.passages([best.row])) ?? []) : [];
    reader?.close();
    return passage?.path;
  };
  const [half, ...others] = [
    Object.entries(texts).slice(0, 5),
    ...Object.entries(texts)
      .slice(5)
      .map((one) => [one]),
  ];
  for (const [path, text] of half ?? []) await putTexts(store, path, [text]);
  await store.refreshFullText();
  for (const [path, text] of others.flat()) await putTexts(store, path, [text]);
  for (const [query, path] of queries) assert.equal(await found(query), path, query);
  await store.completeFullText();
  for (const [query, path] of queries) assert.equal(await found(query), path, query);
});
