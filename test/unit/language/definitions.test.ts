import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findDefinitions } from '../../../src/language/definitions.ts';

const pairsIn = (text: string): readonly string[] => findDefinitions(text).map(({ short, long }) => `${short}: ${long}`);

test('short forms are explained in brackets, before or after the long form', () => {
  const explained: Readonly<Record<string, string>> = {
    'We own harbor, pier and equipment (HP&E) in town.': 'HP&E: harbor, pier and equipment',
    'Our capital expenditures (“capex”) rose.': 'capex: capital expenditures',
    'operating expenses ("opex" or "costs") fell': 'opex: operating expenses',
    'Tarrow Bell Foundry, Inc. (TBF) casts bells.': 'TBF: Tarrow Bell Foundry, Inc.',
    'HP&E (harbor, pier and equipment) grew.': 'HP&E: harbor, pier and equipment',
    'It uses the Hypertext Transfer Protocol (HTTP).': 'HTTP: Hypertext Transfer Protocol',
    'The Office of Foreign Assets Control (OFAC) says no.': 'OFAC: Office of Foreign Assets Control',
  };
  for (const [text, pair] of Object.entries(explained)) assert.deepEqual(pairsIn(text), [pair], text);
});

test('other brackets explain nothing', () => {
  for (const text of [
    'as stated (see Note 3)',
    'the board (the Company) said',
    'a pear (apple)',
    'free cash flow (non-GAAP)',
    '(AB)',
    'AB (cd)',
  ])
    assert.deepEqual(pairsIn(text), [], text);
});

test('any text: forms are words of it, and short forms are shorter', () => {
  const parts = fc.constantFrom(
    '(',
    ')',
    '(AB)',
    'Alder Bell',
    '“',
    '”',
    '\n',
    ' ',
    '(“opex”)',
    'operating expenses',
    ',',
    'É (ÉB)',
    '日本',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string()), { maxLength: 30 }), (some) => {
      const text = some.join('');
      for (const { short, long } of findDefinitions(text)) {
        assert.ok(text.includes(short) && text.includes(long) && long.length <= 100);
        assert.ok(short.length > 1 && short.length <= 10);
      }
    }),
  );
});
