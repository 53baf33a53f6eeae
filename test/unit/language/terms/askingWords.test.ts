import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queryTermsOf, termsOf } from '../../../../src/language/terms/terms.ts';

const asked = (query: string, ...likely: readonly string[]) => queryTermsOf(query, { likely, further: [] });

test('words that ask are no terms of a query, unless it has no others', () => {
  assert.deepEqual(asked('Wann brannte Hafen', 'de'), asked('brannte Hafen', 'de'));
  assert.deepEqual(asked('¿Quién construyó?', 'es'), asked('construyó', 'es'));
  assert.deepEqual(asked('दीपक किसने', 'hi'), asked('दीपक', 'hi'));
  assert.deepEqual(asked('wer', 'de'), termsOf('wer', 'de'));
  // In English, that may be a name.
  assert.ok(asked('wer', 'de', 'en').length > 0);
});

test('other words without content are whole in a query, without the parts that words with content have', () => {
  assert.deepEqual(asked('على', 'ar').length, 1);
  assert.ok(termsOf('المدينة', 'ar').length > 1);
  assert.deepEqual(asked('المدينة', 'ar'), [...new Set(termsOf('المدينة', 'ar'))]);
});
