import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import { decode } from '../../../src/corpus/decode.ts';

/** Encodes by trying out which bytes a decoder gives for a character. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const bytesOf = new Map<string, readonly number[]>();
  const learn = (bytes: readonly number[]): void => {
    try {
      const character = decoder.decode(Uint8Array.from(bytes));
      if (Array.from(character).length === 1 && !bytesOf.has(character)) bytesOf.set(character, bytes);
    } catch {
      // Not a character.
    }
  };
  for (let one = 0; one < 256; one++) learn([one]);
  const isWide = Array.from(text).some((character) => !bytesOf.has(character));
  if (isWide) for (let one = 0x81; one < 255; one++) for (let two = 0x40; two < 255; two++) learn([one, two]);
  return Buffer.from(Array.from(text).flatMap((character) => bytesOf.get(character) ?? assert.fail(`${character} in ${encoding}`)));
}

function outcome(bytes: Uint8Array): string {
  try {
    const { text, encoding } = decode(bytes);
    return `${encoding}: ${text}`;
  } catch (error) {
    return isAriadneError(error) ? error.code : String(error);
  }
}

const texts: readonly (readonly [string, string])[] = [
  ['shift_jis', '# 竹取物語\n\n今は昔、竹取の翁といふ者ありけり。野山にまじりて竹を取りつつ、よろづのことに使ひけり。\n'],
  ['euc-jp', '# 竹取物語\n\n今は昔、竹取の翁といふ者ありけり。野山にまじりて竹を取りつつ、よろづのことに使ひけり。\n'],
  ['gb18030', '清华大学位于北京西北郊的清华园，始建于一九一一年，是中国著名的高等学府。\n'],
  ['big5', '國立臺灣大學位於臺北市，前身為一九二八年成立的臺北帝國大學，是臺灣歷史最悠久的大學。\n'],
  ['euc-kr', '서울대학교는 서울특별시 관악구에 있는 국립 대학교이며, 천구백사십육년에 설립되었다.\n'],
  ['windows-1251', 'Московский университет основан в 1755 году по указу императрицы Елизаветы Петровны.\n'],
  ['koi8-r', 'Московский университет основан в 1755 году по указу императрицы Елизаветы Петровны.\n'],
  ['windows-1252', 'Die Universität Tübingen wurde 1477 von Graf Eberhard im Bart gegründet und gehört zu den ältesten in Europa.\n'],
  [
    'windows-1254',
    'İstanbul Üniversitesi, Türkiye’nin en köklü yükseköğretim kuruluşlarından biridir; öğrencileri şehrin dört bir yanındadır.\n',
  ],
  ['windows-1253', 'Το Πανεπιστήμιο Αθηνών ιδρύθηκε το 1837 και ήταν το πρώτο στα Βαλκάνια.\n'],
  ['windows-1255', 'האוניברסיטה העברית בירושלים נוסדה בשנת 1918 ונפתחה בשנת 1925 על הר הצופים.\n'],
  ['windows-1256', 'تأسست جامعة القاهرة عام 1908 وهي من أقدم الجامعات في مصر والعالم العربي.\n'],
  ['windows-874', 'จุฬาลงกรณ์มหาวิทยาลัยเป็นสถาบันอุดมศึกษาแห่งแรกของประเทศไทย\n'],
  ['utf-16le', 'Ein Text ohne Marke für die Reihenfolge der Bytes, mit Größen.\n'],
];

const inUtf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

test('text in another encoding is read as it was written', () => {
  for (const [encoding, text] of texts) {
    const bytes = encoding === 'utf-16le' ? inUtf16(text) : encoded(text, encoding);
    assert.equal(decode(bytes).text, text, encoding);
  }
  assert.equal(outcome(inUtf16('東京は\n日本の首都。\n')), 'utf-16le: 東京は\n日本の首都。\n');
  assert.equal(outcome(inUtf16('Θ is one letter.\n').swap16()), 'utf-16be: Θ is one letter.\n');
});

test('what a document declares decides, unless it cannot be true', () => {
  const short = 'Ä é.';
  const declared: readonly (readonly [string, string])[] = [
    ['iso-8859-15', `<html><head><meta charset="ISO-8859-15"><p>${short}`],
    ['windows-1250', `<meta http-equiv="Content-Type" content="text/html; charset=windows-1250">${short}`],
    ['macintosh', `<?xml version="1.0" encoding='macintosh'?><p>${short}</p>`],
    ['iso-8859-15', `#!/bin/sh\n# -*- coding: latin9 -*-\n# ${short}`],
    ['windows-1252', `% Encoding: Cp1252\n@book{a, title = {${short}}}`],
    ['windows-1252', `\\documentclass{article}\n\\usepackage[ansinew]{inputenc}\n${short}`],
  ];
  for (const [encoding, text] of declared) assert.equal(outcome(encoded(text, encoding)), `${encoding}: ${text}`);
  assert.equal(outcome(Buffer.from(`<meta charset="windows-1250">${short}`)), `utf-8: <meta charset="windows-1250">${short}`);
  const [, russian = ''] = texts[5] ?? [];
  assert.equal(decode(encoded(`<meta charset="shift_jis">${russian}`, 'windows-1251')).text, `<meta charset="shift_jis">${russian}`);
  assert.equal(outcome(encoded(`<meta charset="no-such">${russian}`, 'koi8-r')), `koi8-r: <meta charset="no-such">${russian}`);
});

test('what is unclear, or in an encoding that VS Code lacks, is not read', () => {
  const isRefused = (bytes: Uint8Array): boolean => ['not-utf8', 'binary-file'].includes(outcome(bytes));
  assert.ok(isRefused(Buffer.from('caf\xe9 au lait', 'latin1')));
  assert.ok(isRefused(encoded('<meta charset="x-mac-cyrillic">Москва', 'x-mac-cyrillic')));
  const mixed = Buffer.concat([
    Buffer.from('Größe und Übermaß, äußerst schön. '.repeat(3)),
    Buffer.from('Gr\xf6\xdfe, sch\xf6n', 'latin1'),
  ]);
  assert.ok(isRefused(mixed));
  // Word's quotation marks are the same in all encodings of Windows.
  assert.equal(decode(Buffer.from('He said \x93no\x94 \x96 she\x92d go.', 'latin1')).text, 'He said “no” – she’d go.');
  assert.ok(isRefused(Buffer.from('k\x94nnen', 'latin1')));
});

test('noise is not read', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 200, maxLength: 400 }), (noise) => {
      // A byte order mark decides.
      fc.pre(!/^(?:fffe|feff)/.test(Buffer.from(noise).toString('hex')));
      assert.ok(['not-utf8', 'binary-file'].includes(outcome(noise)));
    }),
    { numRuns: 50 },
  );
});
