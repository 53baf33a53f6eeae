import assert from 'node:assert/strict';
import { test } from 'node:test';
import { column, tableTexts } from '../../support/pdf.ts';
import type { PdfPageContent } from '../../support/pdf.ts';
import { endingAt, linesOf, PROSE, readPages } from './pdfTexts.ts';

test('the header of a table stays where every page begins with one', async () => {
  const page = (label: string): PdfPageContent => ({
    texts: [
      { x: 60, y: 770, text: 'Notes to the statements' },
      ...endingAt([420], ['Consolidated'], 740),
      ...tableTexts(
        [
          ['', '2022', '2021'],
          [label, '136,835', '133,613'],
          ['Other income', '(1,234)', '-'],
        ],
        { x: 60, rights: [400, 500], top: 728 },
      ),
      ...column(`${label} and more. ${PROSE}`, { x: 60, top: 600, chars: 90 }),
    ],
  });
  const { parsed } = await readPages(['Revenue', 'Rent', 'Interest', 'Dividends'].map(page));
  assert(parsed.text.includes('Dividends | Consolidated 2022: 136,835 | 2021: 133,613\n'), parsed.text);
  assert(!parsed.text.includes('Notes to'));
});

test('ranges are numbers of a column, words beside numbers are columns too', async () => {
  const texts = [
    ...endingAt([220, 320, 420], ['Issue', 'Due', 'Rate'], 700),
    { x: 450, y: 700, text: 'Lender' },
    ...tableTexts(
      [
        ['Notes of one', '500', '2024 - 2044', '3.8% - 4.9%'],
        ['Notes of two', '600', '2023 - 2057', '2.4% - 5.2%'],
      ],
      { x: 60, rights: [220, 320, 420], top: 688 },
    ),
    { x: 450, y: 688, text: 'North Bank' },
    { x: 450, y: 676, text: 'South Bank' },
  ];
  assert.deepEqual((await linesOf(texts)).slice(-2), [
    'Notes of one | Issue: 500 | Due: 2024 - 2044 | Rate: 3.8% - 4.9% | Lender: North Bank',
    'Notes of two | Issue: 600 | Due: 2023 - 2057 | Rate: 2.4% - 5.2% | Lender: South Bank',
  ]);
});

test('a unit is that of all tables below it with the same columns, percentages have none', async () => {
  const table = (rows: readonly (readonly string[])[], top: number) =>
    tableTexts([['', '2022', '2021'], ...rows], { x: 60, rights: [400, 500], top });
  const texts = [
    { x: 60, y: 720, text: 'The tables show what we own (in millions):' },
    ...table(
      [
        ['Cash', '3,000', '2,000'],
        ['Growth', '8%', '11%'],
        ['Of it abroad', '(6)', '1'],
      ],
      700,
    ),
    { x: 60, y: 620, text: 'Debt', font: 'bold' as const },
    ...table(
      [
        ['Bonds', '1,000', '1,200'],
        ['Notes', '5', '6'],
      ],
      600,
    ),
  ];
  assert.deepEqual((await linesOf(texts)).slice(1), [
    'Cash | 2022: 3,000 | 2021: 2,000 | in millions',
    'Growth | 2022: 8% | 2021: 11%',
    'Of it abroad | 2022: (6) | 2021: 1',
    'Debt',
    'Bonds | 2022: 1,000 | 2021: 1,200 | in millions',
    'Notes | 2022: 5 | 2021: 6 | in millions',
  ]);
});

test('a header that is not in the middle leaves no two columns with one name', async () => {
  const texts = [
    { x: 255, y: 700, text: 'Average hours of training' },
    { x: 440, y: 700, text: 'Share of staff' },
    ...endingAt([300, 380, 460, 540], ['2022', '2021', '2022', '2021'], 688),
    ...tableTexts(
      [
        ['Directors', '2.00', '1.00', '100.00', '99.00'],
        ['Others', '0.14', '0.10', '7.14', '7.15'],
      ],
      { x: 60, rights: [300, 380, 460, 540], top: 676 },
    ),
  ];
  assert.equal(
    (await linesOf(texts)).at(-1),
    'Others | Average hours of training 2022: 0.14 | 2021: 0.10 | Share of staff 2022: 7.14 | 2021: 7.15',
  );
});

test('a heading with a number is above a table and names no column', async () => {
  const texts = [
    { x: 250, y: 700, text: 'NOTE 9 - DEBT' },
    ...endingAt([320, 420], ['Issue', 'Rate'], 686),
    ...tableTexts(
      [
        ['Notes of one', '500', '4.9%'],
        ['Notes of two', '600', '5.2%'],
      ],
      { x: 60, rights: [320, 420], top: 674 },
    ),
  ];
  assert.deepEqual((await linesOf(texts)).slice(-3), [
    'NOTE 9 - DEBT',
    'Notes of one | Issue: 500 | Rate: 4.9%',
    'Notes of two | Issue: 600 | Rate: 5.2%',
  ]);
});
