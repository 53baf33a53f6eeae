import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { column } from '../../support/pdf.ts';
import type { PdfText } from '../../support/pdf.ts';
import { linesOf } from './pdfTexts.ts';

const LEFTS = [60, 180, 380];

/** Rows of cells, which break where they are too long; `space` in points is between rows. */
function wordTable(rows: readonly (readonly string[])[], space: number): readonly PdfText[] {
  let top = 700;
  return rows.flatMap((cells) => {
    const texts = cells.map((text, i) => (text === '' ? [] : column(text, { x: LEFTS[i]!, top, chars: i === 0 ? 16 : 28 })));
    top -= 12 * Math.max(...texts.map(({ length }) => length)) + space;
    return texts.flat();
  });
}

test('cells of several lines are whole, with the names of their columns', async () => {
  const rows = wordTable(
    [
      ['Loss of power', 'The supply fails for longer than the batteries last', 'Two supplies'],
      ['Fire', 'Smoke is found in a room with machines', 'Gas is let into the room after all people have left it'],
    ],
    0,
  );
  const header = ['Risk', 'Description', 'Answer'].map((text, i): PdfText => ({ x: LEFTS[i]!, y: 712, text, font: 'bold' }));
  assert.deepEqual(await linesOf([...header, ...rows]), [
    'Risk | Description | Answer',
    'Loss of power | Description: The supply fails for longer than the batteries last | Answer: Two supplies',
    'Fire | Description: Smoke is found in a room with machines | Answer: Gas is let into the room after all people have left it',
  ]);
});

test('with space between the rows, each row is whole whatever it has', async () => {
  const word = fc.constantFrom('water', 'supply', 'machine', 'report', 'people', 'of the');
  const text = (first: string, maxLength: number) =>
    fc.array(word, { minLength: 1, maxLength }).map((words) => `${first} ${words.join(' ')}`);
  const row = fc.tuple(text('Label', 5), text('Cell', 16), fc.option(text('Other', 9), { nil: '' }));
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 7 }), async (rows) => {
      const expected = rows.map((cells) => cells.filter((cell) => cell !== '').join(' | '));
      assert.deepEqual(await linesOf(wordTable(rows, 8)), expected);
    }),
    { numRuns: 60 },
  );
});

test('a label in the middle of its row, and lines of other cells beside it, are one row', async () => {
  const row = (label: string, top: number): readonly PdfText[] => [
    { x: 60, y: top - 12, text: label },
    ...column('A license to use all patents that are about printing', { x: 180, top: top, chars: 22 }),
    { x: 380, y: top - 6, text: 'Until the last of' },
    { x: 380, y: top - 18, text: 'them ends' },
  ];
  assert.deepEqual(
    await linesOf(['North', 'South', 'East'].flatMap((label, i) => row(label, 700 - 60 * i))),
    ['North', 'South', 'East'].map(
      (label) => `${label} | A license to use all patents that are about printing | Until the last of them ends`,
    ),
  );
});

test('marks of items belong to the cell beside them', async () => {
  const items = (x: number, y: number, texts: readonly string[]): readonly PdfText[] =>
    texts.flatMap((text, i): readonly PdfText[] => [
      { x, y: y - 12 * i, text: '·' },
      { x: x + 20, y: y - 12 * i, text },
    ]);
  const texts = [
    { x: 60, y: 700, text: 'First aim' },
    ...items(180, 700, ['Save energy', 'Save time']),
    { x: 60, y: 660, text: 'Second aim' },
    ...items(180, 660, ['Ask people', 'Write reports']),
  ];
  assert.deepEqual(await linesOf(texts), ['First aim | · Save energy · Save time', 'Second aim | · Ask people · Write reports']);
});

test('items with numbers and prose around blanks to fill in are no tables', async () => {
  const list = [1, 2, 3].flatMap((i): readonly PdfText[] => [
    { x: 60, y: 700 - 12 * i, text: `(${'i'.repeat(i)})` },
    { x: 100, y: 700 - 12 * i, text: `Item of the list with number ${i}` },
  ]);
  assert.deepEqual(
    await linesOf(list),
    [1, 2, 3].map((i) => `(${'i'.repeat(i)}) | Item of the list with number ${i}`),
  );
  const blanks = [
    { x: 60, y: 700, text: 'This agreement between Example Company and [' },
    { x: 330, y: 700, text: '], an employee of the company, is made on' },
    { x: 60, y: 688, text: 'a day in the month of [' },
    { x: 215, y: 688, text: '] by both and may end whenever one of them wants it to' },
  ];
  assert.match((await linesOf(blanks))[0]!, /^This agreement between Example Company and \[ \| \], an employee/);
});
