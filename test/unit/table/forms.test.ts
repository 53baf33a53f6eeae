import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { checkDocuments } from '../../../src/check/checkDocuments.ts';
import { withoutInserted } from '../../../src/corpus/withoutInserted.ts';
import { assumedLanguage } from '../../../src/language/assumed.ts';
import { csvTable, markdownTable } from '../../../src/table/forms.ts';
import type { TableCell, TableRecord } from '../../../src/protocol/table.ts';
import { fillTable } from '../../../src/table/fillTable.ts';
import { engineFiles } from '../../support/kernel.ts';
import { scriptedTable, stated, writeTexts } from '../../support/tableParts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

test('every form of a table has citations that the check finds, and finds changed', async (t) => {
  const base = tempFolder(t);
  const folder = join(base, 'docs');
  mkdirSync(folder);
  // Windows has no quotation marks in names.
  const odd = process.platform === 'win32' ? "a ¦ 'b' (1).md" : 'a ¦ "b" (1).md';
  const texts = { [odd]: 'The gate is | *closed* at “dawn”.\nIt has nine\nsluices.', 'c.md': 'The light was lit in 1886.' };
  writeTexts(folder, texts);
  const signal = new AbortController().signal;
  for (const out of ['t.json', 't.md', 't.csv'].map((name) => join(base, 'tables', name))) {
    const { source } = scriptedTable(folder, texts, ({ passages: [passage], question }) => {
      const [first = '', second = '', third = ''] = passage?.text.split('\n') ?? [];
      return stated('yes', question === 'Closed?' ? first : second === '' ? first : `${second} ${third}`);
    });
    await fillTable({ questions: ['Closed?', 'Sluices?'], out }, source, { signal });
    const check = async (): Promise<readonly string[]> => {
      const [checked] = await checkDocuments([out], { folder: undefined, reader: engineFiles().reader, signal });
      return checked?.findings.map(({ state }) => state) ?? [];
    };
    assert.deepEqual(await check(), ['current', 'current', 'current', 'current'], out);
    writeFileSync(join(folder, 'c.md'), 'The light was lit in 1887.');
    assert.deepEqual(await check(), ['current', 'current', 'changed', 'changed'], out);
    writeTexts(folder, texts);
  }
});

test('a form says of every cell what it is, and no cell is calculated by a spreadsheet', () => {
  const cell = (rest: Partial<TableCell> & Pick<TableCell, 'state'>): TableCell => rest;
  const cells = [
    cell({ state: 'answered', answer: '=HYPERLINK("x")', quotes: [{ startLine: 1, endLine: 1, quote: '-5 % | ok', linesHash: 'h1' }] }),
    cell({
      state: 'conflict',
      answer: 'a / b',
      quotes: [
        { answer: 'a', startLine: 1, endLine: 1, quote: 'one', linesHash: 'h1' },
        { answer: 'b', startLine: 2, endLine: 3, quote: 'two', linesHash: 'h2' },
      ],
    }),
    cell({ state: 'not-stated' }),
    cell({ state: 'not-read', reason: 'r' }),
    cell({ state: 'unsupported', answer: '-1.5', said: 'no' }),
    cell({ state: 'failed', reason: 'The server took too long.' }),
    cell({ state: 'open' }),
    cell({ state: 'not-stated', isStale: true }),
  ];
  const row0 = { path: 'a.md', title: 'A | B', documentHash: 'x', cells };
  const rows = [row0];
  const record: TableRecord = {
    format: 'ariadne-table',
    version: 1,
    folder: '..',
    questions: cells.map((_, i) => `Q${i}?`),
    answeredBy: 'x',
    rows,
  };
  const markdown = markdownTable(record).split('\n')[2] ?? '';
  assert.deepEqual(markdown.split(/(?<!\\) \| /), [
    '| [A \\| B](../a.md)',
    '=HYPERLINK("x"): “-5 % \\| ok” [1](../a.md#L1 "ariadne:h1")',
    '**conflict:** a: “one” [2](../a.md#L1 "ariadne:h1") · b: “two” [3](../a.md#L2-L3 "ariadne:h2")',
    '*not stated*',
    '*not read:* r',
    '-1.5 (*quote not in the document*)',
    '**failed:** The server took too long.',
    '*not asked yet*',
    '*not stated* (*out of date*) |',
  ]);
  const [, row = ''] = csvTable(record).split('\r\n');
  assert.ok(
    row.startsWith(`"a.md","A | B","'=HYPERLINK(""x"")","answered","'-5 % | ok","../a.md#L1 ariadne:h1","a / b","conflict","one ¦ two",`),
    row,
  );
  assert.ok(row.includes('"-1.5","quote not in the document"'), row);
  assert.ok(row.includes('"","failed; The server took too long.","",""'), 'a reason is no answer');
  const [, formula = ''] = csvTable({ ...record, folder: '', rows: [{ ...row0, path: '=a.md' }] }).split('\r\n');
  assert.ok(formula.startsWith(`"'=a.md",`) && formula.includes('"./=a.md#L1 ariadne:h1"'), formula);
});

test('the rows of a table are no evidence', () => {
  const source = '"document","When?","source 1"\r\n"a.md","1911","../a.md#L1 ariadne:0123456789abcdef"\r\n';
  const start = source.indexOf('"a.md"');
  const block = {
    text: source.slice(start),
    runs: [0, start, source.length - start, 1],
    range: { startLine: 1, endLine: 2, startOffset: start, endOffset: source.length },
  };
  const parsed = { title: 't', blocks: [block], links: [] } as unknown as Parameters<typeof withoutInserted>[0];
  assert.deepEqual(withoutInserted(parsed, source, 't.csv', assumedLanguage).parsed.blocks, []);
});

test('a form that was asked for once stays up to date, whichever form is asked for, until it is deleted', async (t) => {
  const base = tempFolder(t);
  const folder = join(base, 'docs');
  mkdirSync(folder);
  const signal = new AbortController().signal;
  const fill = async (name: string, text: string): Promise<void> => {
    const texts = { 'a.md': text };
    writeTexts(folder, texts);
    const { source } = scriptedTable(folder, texts, ({ passages: [passage] }) => stated(text, passage?.text ?? ''));
    await fillTable({ questions: ['What?'], out: join(base, name) }, source, { signal });
  };
  const has = (name: string, text: string): boolean => readFileSync(join(base, name), 'utf8').includes(text);
  await fill('t.md', 'First words.');
  await fill('t.csv', 'Second words.');
  await fill('t.ariadne-table.json', 'Third words.');
  assert.ok(has('t.md', 'Third words.') && has('t.csv', 'Third words.'));
  rmSync(join(base, 't.md'));
  await fill('t.csv', 'Fourth words.');
  assert.ok(!existsSync(join(base, 't.md')) && has('t.csv', 'Fourth words.'));
});

/** The cells of a line as a spreadsheet reads it that splits at a sign: quotation marks only count at the beginning of a cell. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = [];
  for (let at = 0; at <= line.length; at++) {
    let cell = '';
    if (line[at] === '"') {
      for (at++; at < line.length && (line[at] !== '"' || line[++at] === '"'); at++) cell += line[at];
    }
    while (at < line.length && line[at] !== separator) cell += line[at++];
    cells.push(cell);
  }
  return cells;
}

test('no cell is calculated by a spreadsheet, whatever is before a formula, in any width, and whatever it splits at', () => {
  const unseen = [
    '\u200b',
    '\u2060',
    '\ufeff',
    '\u00ad',
    '\u180e',
    '\u3164',
    '\u115f',
    '\ufe0f',
    '\u{e0100}',
    '\u034f',
    '\u0000',
    '\u0085',
    '\u202e',
  ];
  const blank = ['\t', '\r', '\n', ' ', '\u00a0', '\u3000', '\u2028', '\v'];
  const signs = ['=', '+', '-', '@', '＝', '＋', '－', '＠', '−', '﹢', '﹣', '﹦', '﹫', '⁺', '₌'];
  const parts = fc.constantFrom(...unseen, ...blank, ...signs, ...signs, ',', ';', '|', '"', "'", 'a', '1', '¦', '“');
  const isCalculated = (cell: string): boolean =>
    /^[=+\-@−]/u.test(cell.replace(/^[\s\p{C}\p{Default_Ignorable_Code_Point}]+/u, '').normalize('NFKC')) &&
    !/^[+-]?\d[\d.,]*%?$/.test(cell);
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 12 }), fc.constantFrom(',', ';', '\t', '|'), (pieces, separator) => {
      const text = pieces.join('');
      const cells: TableCell[] = [{ state: 'answered', answer: text, quotes: [{ startLine: 1, endLine: 1, quote: text, linesHash: 'h' }] }];
      const rows = [{ path: `${text}.md`, title: text, documentHash: '', cells }];
      const csv = csvTable({ format: 'ariadne-table', version: 1, folder: '', questions: [text], answeredBy: 'x', rows });
      for (const line of csv.replace('\ufeff', '').split('\r\n').slice(0, -1))
        assert.deepEqual(cellsOf(line, separator).filter(isCalculated), [], line);
      assert.doesNotMatch(csv, /[^\P{Cc}\r\n]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u);
    }),
    { numRuns: 250 },
  );
});
