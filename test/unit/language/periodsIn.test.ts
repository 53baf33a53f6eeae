import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { english } from '../../../src/language/english.ts';
import { periodsIn, periodKey } from '../../../src/language/periodsIn.ts';

const keysIn = (text: string): readonly string[] => periodsIn(text, english).map(periodKey);

test('ways to write a year are one period', () => {
  for (const written of ['FY 2022', 'FY22', "FY'22", 'FY2022', 'fiscal 2022', 'fiscal year 2022', 'Financial Year 2022', '2022', 'fy22'])
    assert.deepEqual(keysIn(`Harbor dues in ${written}, please`), ['2022'], written);
});

test('ways to write a quarter are one period', () => {
  for (const written of [
    'Q3 2022',
    '3Q22',
    '3Q 2022',
    '2022Q3',
    '2022 Q3',
    'Q3 FY22',
    'Q3 of fiscal 2022',
    'third quarter of 2022',
    '3rd quarter 2022',
  ])
    assert.deepEqual(keysIn(`Harbor dues in ${written}, please`), ['2022 Q3'], written);
  assert.deepEqual(keysIn('1H23 and H2 2023'), ['2023 H1', '2023 H2']);
});

test('underscores separate, and other numbers are no periods', () => {
  assert.deepEqual(keysIn('TIDE_2022_10K'), ['2022']);
  assert.deepEqual(keysIn('TIDE_2023Q2_10Q'), ['2023 Q2']);
  assert.deepEqual(keysIn('2019-2021'), ['2019', '2021']);
  assert.deepEqual(keysIn('$2,022 or 12022 or 2022.5 or 2022% or RFC2022'), []);
  assert.deepEqual(keysIn('The second of 2022 bells'), ['2022']);
});

test('any text: spans are in order and say what they have', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string(), fc.constantFrom('Q3', '2022', 'FY', '22', 'third', 'quarter', '_', ' of ', '1H'))),
      (parts) => {
        const text = parts.join(' ');
        let end = 0;
        for (const span of periodsIn(text, english)) {
          assert.ok(span.start >= end && span.end > span.start && span.end <= text.length);
          assert.ok(span.year >= 1900 && span.year < 2100);
          end = span.end;
        }
      },
    ),
  );
});
