import assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageBesidesEnglish, languagesOf, queryLanguages } from '../../../../src/language/terms/detect.ts';

for (const [tag, text] of [
  ['en', 'The harbor was rebuilt after the storm, and the lamps of the old lighthouse are kept in the museum.'],
  ['de', 'Der Hafen wurde nach dem Sturm neu gebaut, und die Lampen des alten Leuchtturms stehen im Museum.'],
  ['fr', 'Le port a été reconstruit après la tempête et les lampes du vieux phare sont conservées au musée.'],
  ['pl', 'Port został odbudowany po sztormie, a lampy starej latarni morskiej przechowywane są w muzeum.'],
  ['vi', 'Bến cảng được xây dựng lại sau cơn bão và những chiếc đèn của ngọn hải đăng cũ được giữ trong bảo tàng.'],
  ['ru', 'Гавань была восстановлена после шторма, а лампы старого маяка хранятся в музее.'],
  ['uk', 'Гавань була відбудована після шторму, а лампи старого маяка зберігаються в музеї.'],
  ['ar', 'أعيد بناء الميناء بعد العاصفة، وتُحفظ مصابيح المنارة القديمة في المتحف.'],
  ['fa', 'بندر پس از طوفان بازسازی شد و چراغ‌های فانوس دریایی قدیمی در موزه نگهداری می‌شوند.'],
  ['hi', 'तूफान के बाद बंदरगाह का पुनर्निर्माण किया गया और पुराने प्रकाशस्तंभ के दीपक संग्रहालय में रखे गए हैं।'],
  ['ja', '港は嵐の後に再建され、古い灯台のランプは博物館に保管されている。'],
  ['zh', '港口在风暴后重建，旧灯塔的灯存放在博物馆里。'],
  ['ko', '항구는 폭풍 이후 재건되었으며 옛 등대의 램프는 박물관에 보관되어 있다.'],
  ['th', 'ท่าเรือถูกสร้างขึ้นใหม่หลังพายุ และโคมไฟของประภาคารเก่าถูกเก็บไว้ในพิพิธภัณฑ์'],
  ['el', 'Το λιμάνι ξαναχτίστηκε μετά την καταιγίδα και οι λάμπες φυλάσσονται στο μουσείο.'],
  ['he', 'הנמל נבנה מחדש אחרי הסערה, והמנורות של המגדלור הישן שמורות במוזיאון.'],
] as const) {
  test(`a passage in ${tag} is recognized`, async () => {
    assert.deepEqual(await languagesOf([text]), [tag]);
  });
}

test('each passage of a document has its own language, and one without words the others’', async () => {
  const german = 'Der Hafen wurde nach dem Sturm neu gebaut, und die Lampen stehen im Museum.';
  const english = 'The harbor was rebuilt after the storm, and the lamps are kept in the museum.';
  assert.deepEqual(await languagesOf([german, english, '12 × 34 = 408', german]), ['de', 'en', 'de', 'de']);
});

test('names in another script or language do not make a text one in that language', async () => {
  const teams = 'Οι ομάδες είναι από το NFL (Los Angeles Rams, San Diego Chargers), το NBA (Los Angeles Lakers).';
  const people = 'Presidents who studied there include Sebastián Piñera of Chile, Juan Manuel Santos and Felipe Calderón.';
  assert.deepEqual([await languagesOf([teams]), await languagesOf([people])], [['el'], ['en']]);
});

test('a list of names or keywords is in the language of the others', async () => {
  const german = 'Der Hafen wurde nach dem Sturm neu gebaut, und die Lampen stehen im Museum.';
  for (const list of [
    'tags: sites, tidal, orrin',
    'Corrigane, Quillan, Tarrow, Holm, Vane, Brandvik',
    'museum, lampe, phare, port, marine',
  ])
    assert.deepEqual([await languagesOf([list]), await languagesOf([german, list])], [['en'], ['de', 'de']], list);
});

test('code counts as English', async () => {
  assert.deepEqual(await languagesOf(['const found = rows.map((row) => row.text);\nif (found.length === 0) return undefined;']), ['en']);
});

test('a query is in the language of most texts, and in others that it may be in', async () => {
  const of = (query: string, ...known: readonly (readonly [string, number])[]) => queryLanguages(query, new Map(known));
  const even = [
    ['en', 50],
    ['es', 50],
    ['zh', 1],
  ] as const;
  assert.deepEqual(await of('What is the capital of Spain?', ...even), { likely: ['zh', 'en'], further: ['es'] });
  assert.deepEqual(await of('¿Quién es el presidente?', ...even), { likely: ['zh', 'en', 'es'], further: [] });
  assert.deepEqual(await of('¿Quién es el presidente?', ['en', 1000], ['es', 1]), { likely: ['en', 'es'], further: [] });
  // The words of a language of so few texts would outweigh all others.
  assert.deepEqual(await of('Who is Santos?', ['en', 1000], ['es', 1]), { likely: ['en'], further: [] });
  assert.deepEqual(await of('Wer war das?', ['en', 1]), { likely: ['en'], further: [] });
  assert.deepEqual(await of('7', ['es', 2], ['en', 1]), { likely: ['es', 'en'], further: [] });
});

for (const [question, tag] of [
  ['¿Dónde está el faro de Pellow Light?', 'es'],
  ['Où est Pellow Light ?', 'fr'],
  ['Was kostet das?', 'de'],
  ['Baraj hangi yılda inşa edildi?', 'tr'],
  ['大坝是谁设计的？', 'zh'],
  ['Кто основал Киево-Печерскую лавру?', 'ru'],
  ['Хто заснував Києво-Печерську лавру?', 'uk'],
  ['دانشگاه تهران چند دانشجو دارد؟', 'fa'],
  ['Where is São Paulo?', undefined],
  ['Compare Karlsruhe and München', undefined],
  ['MockAgent vs MockPool', undefined],
  ['quokka habitat', undefined],
] as const) {
  test(`“${question}” is ${tag === undefined ? 'not surely in another language than English' : `in ${tag}`}`, async () =>
    assert.equal(await languageBesidesEnglish(question), tag));
}
