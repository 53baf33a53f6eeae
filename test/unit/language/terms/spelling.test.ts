import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { asMeant, placeWritten, spellableIn, spelledNear } from '../../../../src/language/terms/spelling.ts';

test('common typing errors are one step from the word', () => {
  for (const [written, meant] of [
    ['tuturial', 'tutorial'],
    ['structral', 'structural'],
    ['togehter', 'together'],
    ['unwrapp', 'unwrap'],
    ['Advernture', 'Adventure'],
    ['κυβέρησης', 'κυβέρνησης'],
  ] as const)
    assert.ok(spelledNear(written).includes(meant), written);
});

test('the first letter stays, and the word itself is not near', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[A-Za-z][a-z]{4,12}$/), (word) => {
      const near = spelledNear(word);
      assert.ok(!near.includes(word));
      assert.ok(near.every((one) => one.startsWith(word[0]!) && Math.abs(one.length - word.length) <= 1));
    }),
  );
});

test('long words of letters only may be misspelled', () => {
  const words = (text: string) => spellableIn(text).map(({ written }) => written);
  assert.deepEqual(words('wich tuturial for perf_conter, v12beta or 東京タワー?'), ['tuturial', 'conter']);
});

test('a text has the words that are meant, and places of it those of the text as written', () => {
  const text = 'the tuturial on structral maps';
  const words = [
    { start: 4, written: 'tuturial', meant: 'tutorial' },
    { start: 16, written: 'structral', meant: 'structural' },
  ];
  const meant = asMeant(text, words);
  assert.equal(meant, 'the tutorial on structural maps');
  for (const word of ['the', 'on', 'maps']) {
    const start = meant.indexOf(word);
    assert.equal(text.slice(placeWritten(start, words), placeWritten(start + word.length, words)), word);
  }
  const end = meant.indexOf('structural') + 'structural'.length;
  assert.equal(text.slice(16, placeWritten(end, words)), 'structral');
});
