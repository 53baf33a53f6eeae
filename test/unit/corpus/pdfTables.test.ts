import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { ExtractedDocument } from '../../../src/corpus/document.ts';
import { column, makePdf, tableTexts } from '../../support/pdf.ts';
import type { PdfPageContent, PdfText } from '../../support/pdf.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import { assertExactExtracted } from './exactMaps.ts';

async function read(
  pages: readonly PdfPageContent[],
): Promise<{ readonly parsed: ExtractedDocument; readonly passages: readonly Passage[] }> {
  return assertExactExtracted('a-report.pdf', makePdf(pages));
}

async function linesOf(texts: readonly PdfText[]): Promise<readonly string[]> {
  return (await read([{ texts }])).parsed.text.split('\n');
}

const PROSE =
  'The lines of this paragraph are as wide as the page, so that nobody can take it for a header of the table below or for a label in it, whatever else may be there.';

test('a number is read with its row, its column and its unit', async () => {
  const texts = [
    ...column(PROSE, { x: 60, top: 740, chars: 90 }),
    { x: 60, y: 690, text: '(in millions)' },
    ...tableTexts(
      [
        ['', '2022', '2021'],
        ['Total revenue', '136,835', '133,613'],
        ['Other income', '(1,234)', '-'],
        ['Margin', '12.5%', '11 %'],
      ],
      { x: 60, rights: [400, 500], top: 670 },
    ),
  ];
  assert.deepEqual((await linesOf(texts)).slice(-4), [
    '(in millions)',
    'Total revenue | 2022: 136,835 | 2021: 133,613 | in millions',
    'Other income | 2022: (1,234) | 2021: - | in millions',
    'Margin | 2022: 12.5% | 2021: 11% | in millions',
  ]);
});

test('a letter in brackets above a table is no unit, an amount of money is', async () => {
  const below = (line: string) => [
    { x: 60, y: 690, text: line },
    ...tableTexts(
      [
        ['', '2022', '2021'],
        ['Total revenue', '136,835', '133,613'],
        ['Other income', '(1,234)', '-'],
      ],
      { x: 60, rights: [400, 500], top: 670 },
    ),
  ];
  assert.equal((await linesOf(below('Plans as in 401(k)'))).at(-1), 'Other income | 2022: (1,234) | 2021: -');
  assert.equal((await linesOf(below('Results ($m)'))).at(-1), 'Other income | 2022: (1,234) | 2021: - | $m');
});

test('headers over several columns are part of the names, signs of their numbers, wrapped labels of their rows', async () => {
  const header = [
    { x: 300, y: 700, text: 'Three Months Ended' },
    { x: 460, y: 700, text: 'Nine Months Ended' },
    ...tableTexts([['', 'June 25,', 'June 26,', 'June 25,', 'June 26,']], { x: 60, rights: [336, 416, 496, 576], top: 688 }),
    ...tableTexts([['', '2022', '2021', '2022', '2021']], { x: 60, rights: [330, 410, 490, 570], top: 676 }),
  ];
  const signs = [295, 375, 455, 535].map((x) => ({ x, y: 640, text: '$' }));
  const rows = tableTexts(
    [
      ['Net sales:', '', '', '', ''],
      ['Products', '63,355', '63,948', '245,241', '232,309'],
      ['Services of a kind that has to be', '', '', '', ''],
      ['told apart', '19,604', '17,486', '58,941', '(150,148)'],
    ],
    { x: 60, rights: [338, 418, 498, 578], top: 654 },
  );
  assert.deepEqual(await linesOf([...header, ...signs, ...rows]), [
    'Net sales:',
    'Products | Three Months Ended June 25, 2022: $63,355 | June 26, 2021: $63,948 | Nine Months Ended June 25, 2022: $245,241 | June 26, 2021: $232,309',
    'Services of a kind that has to be told apart | Three Months Ended June 25, 2022: 19,604 | June 26, 2021: 17,486 | Nine Months Ended June 25, 2022: 58,941 | June 26, 2021: (150,148)',
  ]);
});

test('a table that runs over pages is one, with or without its header again, and its passages repeat what is above it', async () => {
  const row = (i: number): readonly string[] => [
    `Item ${'abcdefghijklmnopqrstuvwxyz'.charAt(i % 26).repeat(6)} of the balance sheet`,
    `${i + 1},500`,
    `${i + 2},700`,
  ];
  const years = ['', '2022', '2021'];
  const title = { x: 60, y: 740, text: 'Movements of the year are as follows, in thousands:' };
  const on = (from: number, hasHeader: boolean) =>
    tableTexts([...(hasHeader ? [years] : []), ...Array.from({ length: 20 }, (_, i) => row(from + i))], {
      x: 60,
      rights: [400, 500],
      top: 700,
    });
  const { parsed, passages } = await read([{ texts: [title, ...on(0, true)] }, { texts: on(20, true) }, { texts: on(40, false) }]);
  const rows = parsed.blocks.filter(({ kind }) => kind === 'tableRow');
  assert.deepEqual([rows.length, new Set(rows.map(({ table }) => table?.number)).size], [60, 1]);
  assert(rows.every(({ text }, i) => text.includes(` | 2022: ${i + 1},500 | 2021: ${i + 2},700`)));
  assert(passages.length > 3);
  for (const { text, tables } of passages) {
    assert.equal(text.slice(0, title.text.length), title.text);
    assert.deepEqual(tables, [0]);
  }
});

test('contents, lists, prose in columns and words are no tables of numbers', async () => {
  const contents = tableTexts(
    ['Business', 'Risk Factors', 'Properties', 'Legal Proceedings'].map((name, i) => [name, String(3 * i + 4)]),
    { x: 60, rights: [500], top: 740 },
  );
  const list = ['1.', '2.', '3.'].flatMap((text, i) => [
    { x: 60, y: 640 - 14 * i, text },
    { x: 120, y: 640 - 14 * i, text: `what item ${text} says about ${2020 + i}` },
  ]);
  const left = column(PROSE, { x: 60, top: 560, chars: 40 });
  const right = column(`${PROSE} It grew by 12 in 2022.`, { x: 330, top: 560, chars: 40 });
  const { parsed } = await read([{ texts: contents }, { texts: list }, { texts: [...left, ...right] }]);
  assert.doesNotMatch(parsed.text, /\|[^|\n]*: |in thousands/);
  assert.match(parsed.text, /Business \| 4\nRisk Factors \| 7\n/);
});

test('a table of two thousand columns is read and cut between its cells', async () => {
  const rights = Array.from({ length: 2_000 }, (_, i) => 40 + 6 * i);
  const rows = ['Alpha', 'Beta', 'Gamma'].map((label, row) => [label, ...rights.map((_, i) => String((i + row) % 10))]);
  const header = ['Name', ...rights.map((_, i) => 'abc'.charAt(i % 3))];
  const { parsed, passages } = await read([
    { texts: tableTexts([header, ...rows], { x: 10, rights, top: 700, size: 3, leading: 4 }), width: 12_100 },
  ]);
  assert(parsed.text === [header, ...rows].map((cells) => cells.join(' | ')).join('\n'), 'every cell in order');
  assert(passages.every(({ text }) => !/^\||\d\d/.test(text)));
  assert(
    passages.some(({ text }) => text.startsWith('Beta\n')),
    'a part of a row says which row',
  );
});

test('a table on a page that is turned is read like others', async () => {
  const upright = tableTexts(
    [
      ['', '2022', '2021'],
      ['Total revenue', '136,835', '133,613'],
      ['Other income', '(1,234)', '-'],
    ],
    { x: 60, rights: [400, 500], top: 500 },
  );
  // Along the page's long side, from the left edge to the right.
  const turned = upright.map((text) => ({ ...text, x: 560 - text.y, y: text.x, isTurned: true }));
  assert.deepEqual(await linesOf(turned), ['Total revenue | 2022: 136,835 | 2021: 133,613', 'Other income | 2022: (1,234) | 2021: -']);
});

test('whatever a table has, each of its cells is in the text once and in order', async () => {
  const number = fc.constantFrom('1', '-', '1,250', '(98,765)', '3.5', '$12', '7%', 'n/a');
  const label = fc.constantFrom('Revenue', 'costs of sales', 'Total:', 'Tax (2021: 19%)', 'A', 'other');
  const table = fc.integer({ min: 1, max: 4 }).chain((columns) =>
    fc.array(fc.tuple(label, fc.array(fc.option(number, { nil: '' }), { minLength: columns, maxLength: columns })), {
      minLength: 1,
      maxLength: 8,
    }),
  );
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const texts = tableTexts(
        rows.map(([first, cells]) => [first, ...cells]),
        { x: 60, rights: [260, 340, 420, 500], top: 700 },
      );
      const [{ parsed }] = [await read([{ texts }])];
      const words = (text: string): string => text.replace(/[|\s]/g, '');
      assert.equal(words(parsed.text), words(rows.map(([first, cells]) => first + cells.join('')).join('')));
    }),
    { numRuns: 80 },
  );
});
