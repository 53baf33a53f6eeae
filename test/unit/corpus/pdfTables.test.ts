import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { column, tableTexts } from '../../support/pdf.ts';
import type { PdfText } from '../../support/pdf.ts';
import { endingAt, linesOf, PROSE, readPages } from './pdfTexts.ts';

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
    'Margin | 2022: 12.5% | 2021: 11%',
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

/** Texts that end at a place. */
test('headers that end where their columns do are over all columns back to the header before, a title is over none', async () => {
  const rights = [300, 370, 430, 500, 570];
  const texts = [
    { x: 242, y: 746, text: 'RESULTS OF THE YEAR' },
    { x: 30, y: 722, text: 'They are as follows:' },
    ...endingAt([370, 430, 570], ['Three Months Ended', 'Percentage', 'Six Months Ended'], 708),
    ...endingAt([370, 430, 570], ['June 30,', 'Change', 'June 30,'], 698),
    ...endingAt([300, 370, 500, 570], ['2022', '2021', '2022', '2021'], 684),
    ...tableTexts(
      [
        ['Revenue', '52,747', '51,728', '2%', '102,869', '97,045'],
        ['Net income', '16,425', '18,765', '(12)%', '33,981', '39,270'],
      ],
      { x: 30, rights, top: 668 },
    ),
  ];
  assert.deepEqual(await linesOf(texts), [
    'RESULTS OF THE YEAR',
    'They are as follows:',
    'Revenue | Three Months Ended June 30, 2022: 52,747 | 2021: 51,728 | Percentage Change: 2% | Six Months Ended June 30, 2022: 102,869 | 2021: 97,045',
    'Net income | Three Months Ended June 30, 2022: 16,425 | 2021: 18,765 | Percentage Change: (12)% | Six Months Ended June 30, 2022: 33,981 | 2021: 39,270',
  ]);
});

test('a header in the middle of all columns is over all, a word above one column is over that one', async () => {
  const rights = [240, 310, 380, 450, 520];
  const centers = [220, 290, 360, 430, 500];
  const centered = (cells: readonly string[], y: number): readonly PdfText[] =>
    cells.flatMap((text, i) => (text === '' ? [] : [{ x: centers[i]! - 2.6 * text.length, y, text }]));
  const texts = [
    { x: 325, y: 720, text: 'May 31, 2022' },
    ...centered(['', '', 'Cash and', '', ''], 706),
    ...centered(['Cost', 'Gains', 'Deposits', 'Losses', 'Total'], 694),
    ...[0, 1, 2, 3, 4].map((i) => ({ x: centers[i]! - 25, y: 678, text: '$' })),
    ...tableTexts(
      [
        ['Funds', '18,546', '1,234', '-', '(47)', '19,733'],
        ['Bonds', '2,929', '567', '12', '(655)', '2,853'],
      ],
      { x: 30, rights, top: 678 },
    ),
  ];
  assert.deepEqual(await linesOf(texts), [
    'Funds | May 31, 2022 Cost: $18,546 | Gains: $1,234 | Cash and Deposits: $- | Losses: $(47) | Total: $19,733',
    'Bonds | May 31, 2022 Cost: 2,929 | Gains: 567 | Cash and Deposits: 12 | Losses: (655) | Total: 2,853',
  ]);
});

test('a number keeps its brackets and signs, wherever they are written', async () => {
  const parts = (y: number, ...cells: readonly (readonly [number, string])[]) => cells.map(([x, text]) => ({ x, y, text }));
  const texts = [
    ...endingAt([340, 480], ['2022', '2021'], 700),
    ...parts(680, [60, 'Revenue'], [280, '$'], [310, '1,234'], [420, '$'], [450, '1,111']),
    ...parts(666, [60, 'Costs'], [280, '('], [310, '987'], [345, ')'], [420, '$ ('], [450, '876'], [485, ')']),
    ...parts(652, [60, 'Margin'], [310, '(3.5'], [345, ')%'], [455, '-']),
    ...parts(638, [60, 'Remaining term'], [300, '4.3 years'], [440, '4.6 years']),
    ...parts(624, [60, 'Staff . . . . . . . . . . . . . . . . . . $'], [310, '55'], [450, '44']),
  ];
  assert.deepEqual(await linesOf(texts), [
    'Revenue | 2022: $1,234 | 2021: $1,111',
    'Costs | 2022: (987) | 2021: $(876)',
    'Margin | 2022: (3.5)% | 2021: -',
    'Remaining term | 2022: 4.3 years | 2021: 4.6 years',
    'Staff | 2022: $55 | 2021: 44',
  ]);
});

test('a row says which label it is a part of, until a row is not', async () => {
  const at = (x: number, top: number, ...rows: readonly (readonly string[])[]) => tableTexts(rows, { x, rights: [400, 500], top });
  const texts = [
    ...at(60, 700, ['', '2022', '2021'], ['Assets']).map((text) => ({ ...text, font: 'bold' as const })),
    ...at(60, 672, ['Current assets:']),
    ...at(72, 658, ['Cash', '29,429', '39,143'], ['Securities', '275,523', '369,107']),
    ...at(60, 630, ['Equipment', '3,747', '3,551']),
    ...at(84, 616, ['Total', '308,699', '411,801']),
  ];
  assert.deepEqual((await linesOf(texts)).slice(2), [
    'Current assets › Cash | 2022: 29,429 | 2021: 39,143',
    'Current assets › Securities | 2022: 275,523 | 2021: 369,107',
    'Assets › Equipment | 2022: 3,747 | 2021: 3,551',
    'Assets › Total | 2022: 308,699 | 2021: 411,801',
  ]);
});

test('years name rows as well as columns, and a unit between rows begins a table', async () => {
  const texts = [
    ...tableTexts(
      [
        ['', '2022', '2021'],
        ['Lease cost', '895', '1,387'],
        ['Other cost', '12', '11'],
        ['Payments by year are as follows:'],
        ['(in thousands)'],
        ['2023', '', '1,147'],
        ['2024', '', '1,376'],
        ['Later', '', '5,963'],
      ],
      { x: 60, rights: [400, 500], top: 700 },
    ),
  ];
  const { parsed } = await readPages([{ texts }]);
  assert.deepEqual(parsed.text.split('\n').slice(-6), [
    'Other cost | 2022: 12 | 2021: 11',
    'Payments by year are as follows:',
    '(in thousands)',
    '2023 | 1,147 | in thousands',
    '2024 | 1,376 | in thousands',
    'Later | 5,963 | in thousands',
  ]);
  assert.equal(new Set(parsed.blocks.flatMap(({ table }) => table?.number ?? [])).size, 2);
});

test('tables beside each other and in a column of a page keep their rows', async () => {
  const beside = [
    ...endingAt([200, 300, 480, 560], ['2022', '2021', '2022', '2021'], 740),
    ...['Cash', 'Land'].flatMap((label, i) => [
      ...tableTexts([[label, `${i + 1},500`, `${i + 2},700`]], { x: 60, rights: [200, 300], top: 724 - 14 * i }),
      ...tableTexts([[`${label} loans`, `${i + 3},100`, `${i + 4},900`]], { x: 330, rights: [480, 560], top: 724 - 14 * i }),
    ]),
  ];
  assert.deepEqual(await linesOf(beside), [
    'Cash | 2022: 1,500 | 2021: 2,700 | Cash loans | 2022: 3,100 | 2021: 4,900',
    'Land | 2022: 2,500 | 2021: 3,700 | Land loans | 2022: 4,100 | 2021: 5,900',
  ]);
  const inColumn = [
    ...column(PROSE, { x: 60, top: 740, chars: 44 }),
    ...endingAt([220, 280], ['2022', '2021'], 660),
    ...tableTexts(
      [
        ['Cash', '1,500', '2,700'],
        ['Land', '2,500', '3,700'],
        ['Sheep', '3,500', '4,700'],
      ],
      { x: 60, rights: [220, 280], top: 646 },
    ),
    ...column(PROSE, { x: 60, top: 590, chars: 44 }),
    ...column(`${PROSE} ${PROSE} ${PROSE}`, { x: 320, top: 740, chars: 44 }),
  ];
  const lines = await linesOf(inColumn);
  assert.deepEqual(
    lines.filter((line) => line.includes('|')),
    ['Cash | 2022: 1,500 | 2021: 2,700', 'Land | 2022: 2,500 | 2021: 3,700', 'Sheep | 2022: 3,500 | 2021: 4,700'],
  );
});

test('a label over three lines is one, and so is the label of a group', async () => {
  const texts = [
    ...endingAt([440, 540], ['2022', '2021'], 720),
    ...tableTexts(
      [
        ['Ordinary shares, of which so many are issued and outstanding that'],
        ['their number needs a second line and, as it is so long, even a third'],
        ['line', '4,106', '3,900'],
      ],
      {
        x: 60,
        rights: [440, 540],
        top: 704,
        leading: 11,
      },
    ),
    { x: 60, y: 660, size: 14, text: 'Changes that are shown in the statement of', font: 'bold' as const },
    { x: 72, y: 645, size: 14, text: 'Comprehensive income', font: 'bold' as const },
    ...tableTexts([['Bonds', '12', '(13)']], { x: 60, rights: [440, 540], top: 632 }),
  ];
  assert.deepEqual(await linesOf(texts), [
    'Ordinary shares, of which so many are issued and outstanding that their number needs a second line and, as it is so long, even a third line | 2022: 4,106 | 2021: 3,900',
    'Changes that are shown in the statement of Comprehensive income',
    'Changes that are shown in the statement of Comprehensive income › Bonds | 2022: 12 | 2021: (13)',
  ]);
});

test('pages of ten thousand texts are read, however they lie', async () => {
  const count = 10_000;
  const random = (i: number): number => Math.abs(Math.sin(i * 12.9898) * 43_758.5453) % 1;
  const pieces = ['(', '1', '$', '2022', '-', 'Total', ')', '%', 'in millions', '1,234'];
  const scattered = Array.from({ length: count }, (_, i) => ({
    x: 600 * random(i),
    y: 780 * random(i + count),
    size: 4,
    text: pieces[i % 10]!,
  }));
  const onOneLine = Array.from({ length: count }, (_, i) => ({ x: 600 * random(i), y: 400, size: 4, text: pieces[i % 10]! }));
  const { parsed } = await readPages([{ texts: scattered }, { texts: onOneLine }]);
  assert(parsed.text.length > count);
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
  const { parsed, passages } = await readPages([{ texts: [title, ...on(0, true)] }, { texts: on(20, true) }, { texts: on(40, false) }]);
  const rows = parsed.blocks.filter(({ kind }) => kind === 'tableRow');
  assert.deepEqual([rows.length, new Set(rows.map(({ table }) => table?.number)).size], [60, 1]);
  assert(rows.every(({ text }, i) => text.includes(` | 2022: ${i + 1},500 | 2021: ${i + 2},700`)));
  assert(passages.length > 3);
  for (const { text } of passages) assert.equal(text.slice(0, title.text.length), title.text);
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
  const { parsed } = await readPages([{ texts: contents }, { texts: list }, { texts: [...left, ...right] }]);
  assert.doesNotMatch(parsed.text, /\|[^|\n]*: |in thousands/);
  assert.match(parsed.text, /Business \| 4\nRisk Factors \| 7\n/);
});

test('a table of two thousand columns is read and cut between its cells', async () => {
  const rights = Array.from({ length: 2_000 }, (_, i) => 40 + 6 * i);
  const rows = ['Alpha', 'Beta', 'Gamma'].map((label, row) => [label, ...rights.map((_, i) => String((i + row) % 10))]);
  const header = ['Name', ...rights.map((_, i) => 'abc'.charAt(i % 3))];
  const { parsed, passages } = await readPages([
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
  const turned = upright.map((text) => ({ ...text, x: 560 - text.y, y: text.x, quarters: 1 }));
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
      const [{ parsed }] = [await readPages([{ texts }])];
      const words = (text: string): string => text.replace(/[|\s]/g, '');
      assert.equal(words(parsed.text), words(rows.map(([first, cells]) => first + cells.join('')).join('')));
    }),
    {
      numRuns: 80,
      examples: [
        [
          [
            ['Revenue', ['']],
            ['other', ['1']],
            ['Revenue', ['']],
            ['Revenue', ['1']],
          ],
        ],
      ],
    },
  );
});
