import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { english } from '../../../src/language/english.ts';
import { parseNumber } from '../../../src/language/numbers.ts';
import { queryTermsOf, termsOf, numberTerms } from '../../../src/language/terms/terms.ts';

test('a number has one term however it is written', () => {
  for (const written of ['136.8 billion', '$136,835 million', '(136,835)', '136 835', '136.835', '136’835', '136835', '136,8'])
    assert.deepEqual(numberTerms(written), ['#1368'], written);
  for (const written of ['1.2bn', '1,200 million', '1.20 billion', '0.12']) assert.deepEqual(numberTerms(written), ['#12'], written);
  assert.deepEqual(numberTerms('99,996 and 12.5%'), ['#125']);
});

test('what is no amount, or one that words show, has none', () => {
  const none = ['2022', '12%', '12 per cent', 'version 4.2.1', '12/05/2022', '12.05.2022', '192.168.1.1', 'A-1.5', '10:30.5', '1.0'];
  assert.deepEqual(none.flatMap(numberTerms), []);
});

test('a query finds a number in each of its ways of writing', () => {
  const text = termsOf('Total revenue | 2022: 136,835 | 2021: (133,613) | in millions', 'en');
  for (const query of ['136.8 billion', '$136,835 million', '136,835', '-133.6 bn'])
    assert(
      queryTermsOf(query, { likely: ['en'], further: [] }).some((term) => term.startsWith('#') && text.includes(term)),
      query,
    );
});

test('ten thousand times the same number take no longer than their length, and stay few terms', () => {
  const terms = numberTerms('1,234 '.repeat(10_000));
  assert.deepEqual([terms.length <= 10_000, terms.every((term) => /^#\d{2,4}$/.test(term))], [true, true]);
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('1', '0', ',', '.', ' ', '-', 'a') }), (text) => {
      for (const term of numberTerms(text)) assert.match(term, /^#[1-9]\d{0,3}[1-9]$|^#[1-9]{2}$/);
    }),
  );
});

test('short scales count', () => {
  assert.deepEqual(
    ['1.2bn', '$5.3 mn', '2tn'].map((text) => parseNumber(text, english)?.value),
    [1.2e9, 5.3e6, 2e12],
  );
});
