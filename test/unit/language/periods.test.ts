import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { english } from '../../../src/language/english.ts';
import { languageOf } from '../../../src/language/languages.ts';
import { findPeriods, isBareYear, periodKey } from '../../../src/language/periods.ts';

const valuesIn = (text: string): readonly string[] =>
  findPeriods(text, english).flatMap((period) => (isBareYear(period) ? [] : [period.value]));
const keysIn = (text: string): readonly string[] => findPeriods(text, english).map(periodKey);

test('a period has one value however it is written', () => {
  const same: Readonly<Record<string, readonly string[]>> = {
    'Q3 2022': [
      'Q3 2022',
      'Q3 FY2022',
      "Q3'22",
      'Q3 FY22',
      '3Q22',
      '3Q 2022',
      '2022 Q3',
      '2022-Q3',
      '2022Q3',
      'third quarter of 2022',
      'Q3 of fiscal 2022',
      '3rd quarter 2022',
      'the third fiscal quarter of fiscal year 2022',
    ],
    'fiscal year 2022': [
      'FY22',
      'FY2022',
      'FY 2022',
      "FY'22",
      'fiscal 2022',
      'fiscal year 2022',
      '2022 fiscal year',
      'financial year 2022',
      'FY2021/22',
      'for the year ended December 31, 2022',
      'For the Fiscal Year Ended: 30 June 2022',
    ],
    'H1 2023': ['H1 2023', '1H23', '2023 H1', 'first half of 2023', 'First half-year 2023'],
    'quarter ended 2022-09-30': ['quarterly period ended September 30, 2022', 'three months ended 30 September 2022'],
  };
  for (const [value, ways] of Object.entries(same))
    for (const way of ways) assert.deepEqual(valuesIn(`In ${way}, sales rose.`), [value], way);
});

test('places are those in the text, and a last day is kept', () => {
  const text = 'Form L-10 for the year ended June 30, 2023; Q2 2023 before.';
  const found = findPeriods(text, english).map(({ start, end, ended, year }) => [text.slice(start, end), ended, year]);
  assert.deepEqual(found, [
    ['year ended June 30, 2023', '2023-06-30', 2023],
    ['Q2 2023', undefined, 2023],
  ]);
});

test('what only looks like a period is none', () => {
  for (const text of ['Q5 2022', 'Q3 20', 'H1 and H2', 'x3Q22', 'FYI 22', 'the year ended well', 'third quarter', 'IQ3 2022', 'HFY22b'])
    assert.deepEqual(valuesIn(text), [], text);
});

test('notation counts in every language', () => {
  const german = languageOf('Der Umsatz ist in diesem Jahr nicht so hoch wie in dem davor, und die Kosten sind es auch nicht.');
  assert.equal(german.tag, 'de');
  assert.deepEqual(
    findPeriods('Umsatz in Q3 2022', german).map(({ value }) => value),
    ['Q3 2022'],
  );
});

test('a long text of beginnings takes no longer than its length', () => {
  const text = `${'fiscal year ended '.repeat(20_000)}${'Q3 '.repeat(20_000)}${' '.repeat(50_000)}`;
  assert.deepEqual(valuesIn(text), []);
});

test('a year is one period with its fiscal year', () => {
  for (const written of ['2022', 'FY22', 'fiscal year 2022'])
    assert.deepEqual(keysIn(`Harbor dues in ${written}, please`), ['2022'], written);
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
        for (const span of findPeriods(text, english)) {
          assert.ok(span.start >= end && span.end > span.start && span.end <= text.length);
          assert.ok(span.year >= 1900 && span.year < 2100);
          end = span.end;
        }
      },
    ),
  );
});
