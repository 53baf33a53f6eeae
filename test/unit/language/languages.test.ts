import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDates } from '../../../src/language/dates.ts';
import { languageOf } from '../../../src/language/languages.ts';
import { findNumbers } from '../../../src/language/numbers.ts';
import { sentenceRanges } from '../../../src/language/sentences.ts';

test('a text shows its language by its words and letters, a name by nothing', () => {
  for (const [tag, text] of [
    ['en', 'The lamp was lit in the harbor.'],
    ['de', 'Die Lampe wurde im Hafen nicht entzündet.'],
    ['fr', 'La lampe a été allumée dans le port.'],
    ['es', 'La lámpara fue encendida en el puerto por los marineros.'],
    ['it', 'La lampada è stata accesa nel porto dai marinai.'],
    ['pt', 'A lâmpada foi acesa no porto pelos marinheiros.'],
    ['nl', 'De lamp werd in de haven niet aangestoken.'],
    ['ro', 'Lampa a fost aprinsă în port de către marinari.'],
    ['tr', 'Lamba bu limanda çok önce yakıldı.'],
    ['vi', 'Ngọn đèn được thắp sáng ở cảng.'],
    ['ru', 'Лампа была зажжена в порту.'],
    ['el', 'Η λάμπα άναψε στο λιμάνι.'],
    ['ar', 'أضيء المصباح في الميناء.'],
    ['hi', 'दीपक बंदरगाह में जलाया गया था।'],
    ['th', 'โคมไฟถูกจุดที่ท่าเรือ'],
    ['zh', '灯在港口点亮了。'],
    ['ja', '港でランプが灯された。'],
    ['ko', '항구에서 등불이 켜졌다.'],
    ['en', 'Ines Holm'],
    ['en', 'de la Vega, Los Feliz, Orrin Quay, Tarrow Light, Corrigane Dock'],
    ['en', ''],
  ] as const)
    assert.equal(languageOf(text).tag, tag, text);
});

test('sentences end where readers of each language end them', () => {
  for (const marked of [
    'Am 3. Oktober 1990 kam Dr. Vogt, z. B. mit Nr. 5, im 19. Jahrhundert. |Danach ging er. |Es waren 12. |Die Stadt wuchs usw. |Das war alles.',
    'M. Holm est né av. J.-C. à St. Pierre. |Il est parti. |Pourquoi ?',
    'El Sr. Holm vive en EE. UU. desde la pág. 5. |¿Dónde está? |¡No lo sé!',
    'Он жил в г. Орин, на ул. Новая, т. е. в порту, с 1908 г. в доме. |Потом уехал.',
    'Πού είναι το φως; |Είναι στο λιμάνι, π.χ. στην πόλη. |Τέλος.',
    'Dr. Holm 3. yüzyılda geldi. |Bu doğru mu? |Evet.',
    'أين المصباح؟ |هو في الميناء! |كتبه أ. هولم ثم رحل. |انتهى.',
    'यह दीपक है। |क्या वह जला? |हाँ।|अच्छा।',
    '他说：“灯亮了。”[1][2]|然后走了！|真的吗？|是。',
    '「灯台です。」|と言った。|本当ですか？',
    '등대는 어디에 있습니까? |항구에 있다. |끝.',
  ]) {
    const expected = marked.split('|');
    const text = expected.join('');
    const found = sentenceRanges(text, languageOf(text)).map(({ start, end }) => text.slice(start, end));
    assert.deepEqual(
      found,
      expected.map((sentence) => sentence.trim()),
    );
  }
});

test('in Thai, spaces part long clauses, short ones stay together', () => {
  const clause = 'โคมไฟดวงนี้ถูกสร้างขึ้นที่ท่าเรือเมื่อหลายปีก่อนโดยชาวประมงที่อาศัยอยู่ในหมู่บ้านริมทะเลซึ่งอยู่ไกลออกไปมาก';
  const text = `${clause} ${clause} สั้น ${clause}`;
  const found = sentenceRanges(text, languageOf(text)).map(({ start, end }) => text.slice(start, end));
  assert.equal(found.join(' '), text);
  assert.equal(found.length, 3);
});

test('dates with the month names, numbers and eras of each language', () => {
  for (const text of [
    'am 12. Mai 1921 im Hafen der Stadt',
    'il est né le 12 mai 1921 dans la ville',
    'nació el 12 de mayo de 1921 y no se sabe más',
    'il 12 maggio 1921 nella città',
    'nasceu em 12 de maio de 1921 e não se sabe mais',
    'op 12 mei 1921 in de stad',
    'pe 12 mai 1921 în oraș',
    '12 Mayıs 1921 ve sonra',
    'ngày 12 tháng 5 năm 1921 ở đó',
    '12 мая 1921 года',
    'στις 12 Μαΐου 1921',
    'في ١٢ مايو ١٩٢١',
    'في 12 أيار 1921',
    '१२ मई १९२१ को',
    'เมื่อ 12 พฤษภาคม พ.ศ. 2464',
    '他生于1921年5月12日。',
    '1921年5月12日に生まれた',
    '1921년 5월 12일에 태어났다',
  ]) {
    const [date] = findDates(text, languageOf(text));
    assert.deepEqual(date?.readings[0], { years: [1921, 1921], month: 5, day: 12 }, text);
  }
  const [century] = findDates('Es wurde im 19. Jahrhundert gebaut', languageOf('Es wurde im gebaut'));
  assert.deepEqual(century?.readings[0].years, [1800, 1900]);
});

test('numbers with the digits, separators and scales of each language', () => {
  for (const [text, ...values] of [
    ['Es sind 1.250,5 und 3,5 Millionen, in der Version 3.5', 1250.5, 3.5e6, 3.5],
    ['Il y en a 1 250,5 et 3,5 millions dans la ville', 1250.5, 3.5e6],
    ['Их было 3,5 млн и 1 250', 3.5e6, 1250],
    ['كان هناك ١٬٢٥٠٫٥ و3 ملايين', 1250.5, 3e6],
    ['वहाँ १,२५,००० और 3 करोड़ थे', 125000, 3e7],
    ['有3.5万人和１２億元', 35000, 12e8],
    ['3만 명', 30000],
    ['There are 1,250.5 and 3.5 million', 1250.5, 3.5e6],
  ] as const) {
    const found = findNumbers(text, languageOf(text)).map(({ value }) => value);
    assert.deepEqual(found, values, text);
  }
});
