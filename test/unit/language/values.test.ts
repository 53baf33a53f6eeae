import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareValues, decide, isSame } from '../../../src/reasoning/extractive/compare.ts';
import { findDates } from '../../../src/language/dates.ts';
import { findNames } from '../../../src/language/names.ts';
import { findNumbers } from '../../../src/language/numbers.ts';
import { english } from '../../../src/language/english.ts';
import { languageOf } from '../../../src/language/languages.ts';

const DATES: readonly (readonly [
  text: string,
  found: readonly (readonly [text: string, year: number | null, month: number | null, day: number | null])[],
])[] = [
  ['on 14 September 1911 and', [['14 September 1911', 1911, 9, 14]]],
  ['September 14, 1911', [['September 14, 1911', 1911, 9, 14]]],
  ['the 1st of May, 1900', [['1st of May, 1900', 1900, 5, 1]]],
  ['in Sept. 1911', [['Sept. 1911', 1911, 9, null]]],
  ['1911-09-14', [['1911-09-14', 1911, 9, 14]]],
  ['in 1871, a storm', [['1871', 1871, null, null]]],
  ['1,240 metres and 1240 m', []],
  ['sold 1900 tons for £1850', []],
  ['in 480 BC', [['480 BC', -480, null, null]]],
  ['12 May', [['12 May', null, 5, 12]]],
  [
    '12-May-21, 12.5.1921 and 5/1921',
    [
      ['12-May-21', 2021, 5, 12],
      ['12.5.1921', 1921, 5, 12],
      ['5/1921', 1921, 5, null],
    ],
  ],
  ['on 14 June 870', [['14 June 870', 870, 6, 14]]],
  [
    'the 1920s, the 12th century',
    [
      ['1920s', 1920, null, null],
      ['12th century', 1100, null, null],
    ],
  ],
  [
    '(1910–1976)',
    [
      ['1910', 1910, null, null],
      ['1976', 1976, null, null],
    ],
  ],
  ['1000 years and 1500 hectares', []],
  [
    '(21 March 192011 January 2010)',
    [
      ['21 March 1920', 1920, 3, 21],
      ['11 January 2010', 2010, 1, 11],
    ],
  ],
];

for (const [text, found] of DATES) {
  test(`finds dates in: ${text}`, () => {
    assert.deepEqual(
      findDates(text, english).map(({ start, end, readings: [{ years, month, day }] }) => [
        text.slice(start, end),
        years?.[0] ?? null,
        month ?? null,
        day ?? null,
      ]),
      found,
    );
  });
}

const NUMBERS: readonly (readonly [text: string, found: readonly (readonly [text: string, value: number, unit: string | null])[]])[] = [
  ['is 6.4 MW', [['6.4 MW', 6_400_000, 'power']]],
  ['1,240 metres long', [['1,240 metres', 1240, 'length']]],
  ['twenty-one people', [['twenty-one', 21, null]]],
  ['1.2 million', [['1.2 million', 1_200_000, null]]],
  ['£90 a year', [['£90', 90, '£']]],
  ['the 35th', []],
  ['11 % of it', [['11 %', 11, 'share']]],
  ['two hundred and six feet', [['two hundred and six feet', 206 * 0.3048, 'length']]],
  [
    'a dozen, 5k and 1 250 000',
    [
      ['a dozen', 12, null],
      ['5k', 5000, null],
      ['1 250 000', 1_250_000, null],
    ],
  ],
  [
    '20 pounds, 10–15 kg',
    [
      ['20 pounds', 20 * 0.45359, 'mass'],
      ['10', 10, null],
      ['15 kg', 15, 'mass'],
    ],
  ],
  ['the first three of 4, one of them', [['4', 4, null]]],
  ['an F-16 of World War II, twenty-first', []],
  [
    'Python 3.4 has it after 5 ms',
    [
      ['3.4', 3.4, null],
      ['5 ms', 0.005, 'time'],
    ],
  ],
  [
    '7 ha for 6kgs, 1.5s and 5 hrs',
    [
      ['7 ha', 70_000, 'area'],
      ['6kgs', 6, 'mass'],
      ['1.5s', 1.5, 'time'],
      ['5 hrs', 18_000, 'time'],
    ],
  ],
  [
    '$10m and £2B for 10 m',
    [
      ['$10m', 10_000_000, '$'],
      ['£2B', 2_000_000_000, '£'],
      ['10 m', 10, 'length'],
    ],
  ],
  ...['5G phones', '3M sold it', '2 SEC filings', '5 MS patients', '30s', '737s', '5 am'].map((text) => {
    const digits = /\d+/.exec(text)?.[0] ?? '';
    return [text, [[digits, Number(digits), null]]] as const;
  }),
];

for (const [text, found] of NUMBERS) {
  test(`finds numbers in: ${text}`, () => {
    assert.deepEqual(
      findNumbers(text, english)
        .filter(({ says }) => says === 'how many')
        .map(({ start, end, inBase, kind }) => [text.slice(start, end), inBase, kind ?? null]),
      found,
    );
  });
}

test('no unit is a common word', () => {
  const all = [...english.functionWords, ...english.questions.verbs, ...english.questions.pasts, ...english.reading.auxiliaries];
  const words = all.filter(({ length }) => length > 1);
  const read = words.filter((word) => findNumbers(`Version 3.4 ${word} it`, english).some(({ kind }) => kind !== undefined));
  assert.ok(words.length > 100);
  assert.deepEqual(read, []);
});

test('numbers are read as they are written elsewhere, where that is plain', () => {
  const cases: readonly (readonly [text: string, found: readonly string[]])[] = [
    ['It costs EUR 2,450 or 3,50 € or €3,50.', ['2450€', '3.5€', '3.5€']],
    ['In all 1.245,50 Euro, 1 245,50 and ₹12,34,567.', ['1245.5€', '1245.5', '1234567₹']],
    ['The film is 3,5 mm thick, see pages 1,2 and 3.', ['3.5length', '1', '3']],
    ['Ron 5 paid USD 3.5 million.', ['5', '3500000$']],
    ['Der Preis beträgt 1.245,50 Euro, früher 1,245.50 Dollar.', ['1245.5€', '1245.5$']],
    ['全长1万2千公里，售价三千五百元，以防万一，建于十一月。', ['12000', '3500']],
    ['価格は3万5000円です。', ['35000']],
    ['가격은 3만5천 원입니다.', ['35000']],
  ];
  for (const [text, found] of cases)
    assert.deepEqual(
      findNumbers(text, languageOf(text)).map(({ value, kind = '' }) => `${value}${kind}`),
      found,
      text,
    );
});

const NAMES: readonly (readonly [text: string, found: readonly string[]])[] = [
  ['Later the engineer Ines Tarrow met Ludwig van Beethoven.', ['Ines Tarrow', 'Ludwig van Beethoven']],
  ['The son of Edmund Grey, 1st Earl of Kent and Lady Percy', ['Edmund Grey, 1st Earl of Kent', 'Lady Percy']],
  ["Tarrow's wife lived in St. John's, Newfoundland.", ['Tarrow', "St. John's", 'Newfoundland']],
  ['Otto II, Count of Guelders and Philippa of Dammartin', ['Otto II, Count of Guelders', 'Philippa of Dammartin']],
  ['When he left, nobody spoke.', []],
  ["Since then I've waited, but Ann didn't. They're late, and Don’t ask.", ['Ann']],
];

for (const [text, found] of NAMES) {
  test(`finds names in: ${text}`, () => {
    assert.deepEqual(
      findNames(text, english).map(({ start, end }) => text.slice(start, end)),
      found,
    );
  });
}

test('values compare by date, else by number of one unit', () => {
  assert.ok((compareValues('4 March 1871', 'June 1871') ?? 0) < 0);
  assert.ok((compareValues('1.2 km', '900 metres') ?? 0) > 0);
  assert.equal(compareValues('9 MW', '11 m'), null);
  assert.equal(compareValues('Oslo', '1911'), null);
});

test('sameness sees through adjectives, precision and longer names', () => {
  assert.deepEqual(
    [
      isSame('American', 'the United States'),
      isSame('Danish', 'Norwegian'),
      isSame('4 March 1871', '1871'),
      isSame('Hallan', 'Port Hallan'),
      isSame('Oslo', 'Bergen'),
    ],
    [true, false, true, true, false],
  );
});

test('a tie has no winner', () => {
  const verdict = {
    kind: 'extreme',
    wants: 'least',
    options: [
      { label: 'A', from: null, value: 0 },
      { label: 'B', from: null, value: 1 },
    ],
  } as const;
  assert.equal(decide(verdict, ['1911', '1911']), null);
});
