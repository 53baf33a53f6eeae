import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findQuote } from '../../../src/citations/findQuote.ts';

const found = (text: string, words: string): string | undefined => {
  const range = findQuote(text, words);
  return range && text.slice(range.start, range.end);
};

test('words are found although dashes, quotation marks, spaces and case are written otherwise, and are given as in the source', () => {
  const text = 'She said: “The range – 1.5–2 m —\n  isn’t the ﬁrst”, in 1908.';
  assert.equal(found(text, '"the range - 1.5-2 m - isn\'t the first"'), 'The range – 1.5–2 m —\n  isn’t the ﬁrst');
  assert.equal(found('full-width ＡＢＣ１２ here', 'abc12'), 'ＡＢＣ１２');
  assert.equal(found('a co\u00adoper\u200bation', 'cooperation'), 'co\u00adoper\u200bation');
  assert.equal(found('清华大学位于北京。', '清华大学'), '清华大学');
});

test('words with something left out are found if the parts follow each other', () => {
  assert.equal(found('The gate, which leaks, was closed in May.', 'The gate … was closed'), 'The gate, which leaks, was closed');
  assert.equal(found(`The gate ${'x '.repeat(400)}was closed`, 'The gate ... was closed'), undefined);
});

test('other words, parts of words and mere punctuation are not found', () => {
  assert.equal(found('It opened in 2012.', '12'), undefined);
  assert.equal(found('It opened in 2012.', 'It closed in 2012'), undefined);
  assert.equal(found('— “ ” …', '"..."'), undefined);
  assert.equal(found('', 'anything'), undefined);
});

test('what is found has the letters and digits that were asked for, wherever they are', () => {
  const word = fc.stringMatching(/^[a-zäé0-9]{1,6}$/);
  const gap = fc.constantFrom(' ', '  ', '\n', ' – ', ', ');
  fc.assert(
    fc.property(fc.array(fc.tuple(word, gap), { minLength: 3, maxLength: 20 }), fc.nat(), fc.nat(), (words, from, count) => {
      const text = words.flat().join('');
      const first = from % words.length;
      const some = words.slice(first, first + 1 + (count % (words.length - first)));
      const said = some.flat().join('').replaceAll('–', '-').replaceAll('\n', ' ').toUpperCase();
      const letters = (one: string): string =>
        one
          .normalize('NFKC')
          .toLowerCase()
          .replace(/[^\p{L}\p{N}]/gu, '');
      assert.equal(letters(found(text, said) ?? ''), letters(some.flat().join('')));
    }),
  );
});
