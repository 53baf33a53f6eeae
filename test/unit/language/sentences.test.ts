import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { sentenceRanges } from '../../../src/language/sentences.ts';
import { english } from '../../../src/language/english.ts';

function check(marked: string): void {
  const expected = marked.split('|');
  const text = expected.join('');
  assert.deepEqual(
    sentenceRanges(text, english).map(({ start, end }) => text.slice(start, end)),
    expected.map((sentence) => sentence.trim()),
  );
}

test('sentences end where English readers end them', () => {
  for (const marked of [
    'Dr. Smith met Mr. J. R. Corrigane on St. Andrews Street. |He left.',
    'It cost 3.14 crowns, e.g. No. 5 and fig. 2. |Then came Jan. 5, and ca. 1908.',
    'Ilse Brandvik Ph.D. built it in 1908. |He holds a Ph.D. |They left.',
    'He said “No.” |She said "Yes." |They left.',
    'The U.S. Army came. |It went to the U.S. |The end.',
    'It was seen in 1908.[1] |Then it fell.',
    'Smith et al. Lights found it. |Corrigane & Co. |The firm closed.',
    'The film, directed by P. Corrigane and written by C. N. Vane, ran for long. |See p. 12 and c. 1908.',
    'It was designed by Ann Lee.|The film (1950).|It ran for long. |System.Text and Node.JS are left.',
    'What? |Never! |Three (not four!) and “five?” they asked. |Well.',
    '中文句子。|第二句。',
    '他说：“好。”|她走了！|3.14是数字。',
    '本当ですか？|はい（そうです）。|次の文。',
    'यह पहला वाक्य है।|यह दूसरा है। |तीसरा।',
    'ဒါက ပထမ။|ဒုတိယ။',
    'هل وصل القطار؟ |نعم، وصل. |ثم غادر.',
    'Это было в 1908 г. в Москве. |Потом он уехал. |Кто?',
    '1. First things first. |And second.',
    'Open at 9 a.m. on the quay. |Closed.',
  ]) {
    check(marked);
  }
});

test('a wrapped line goes on, a blank line or an item ends', () => {
  check('The barrage was built by a company that\nfailed in 1931. |It stands.\n\n|No full stop here\n\n|Next');
  check('Name: Orrin; Year: 1931\n|Name: Quillan; Year: 1908');
  check('first item\r\n|Second item');
});

test('runs tell a wrapped line from the end of an item', () => {
  const text = 'A list item that goes on\nand on\nand another item, lower case';
  const runs = [0, 2, 31, 0, 32, 40, 28, 2];
  assert.deepEqual(sentenceRanges(text, english, runs), [
    { start: 0, end: 31 },
    { start: 32, end: 60 },
  ]);
});

test('every character but outer white space is in exactly one sentence', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', 'B', '.', ' ', '\n', '\r', '?', 'é', '。', '(', '"', '1', '\u0085', '👩‍🔬') }),
      (text) => {
        let at = 0;
        for (const { start, end } of sentenceRanges(text, english)) {
          assert(start >= at && end > start);
          assert.equal(
            text
              .slice(at, start)
              .replace(/\u0085/g, '')
              .trim(),
            '',
          );
          at = end;
        }
        assert.equal(
          text
            .slice(at)
            .replace(/\u0085/g, '')
            .trim(),
          '',
        );
      },
    ),
  );
});
