import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linesHash } from '../../../src/citations/anchor.ts';
import { checkDocuments } from '../../../src/check/checkDocuments.ts';
import { readTable, type TableCell, type TableQuote, type TableRecord } from '../../../src/protocol/table.ts';
import { fillTable } from '../../../src/table/fillTable.ts';
import { csvTable, markdownTable } from '../../../src/table/forms.ts';
import { faultsIn } from '../../../src/table/lookUp.ts';
import { readRecord } from '../../../src/table/recordFile.ts';
import { engineFiles } from '../../support/kernel.ts';
import { scriptedTable, stated, writeTexts, type ScriptedTable } from '../../support/tableParts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const sentence = 'The pump was built in 1931 by Ann Lee.';
const texts = { 'pump.md': `# Pump\n\n${sentence}` };
const question = 'When was the pump built?';
const { signal } = new AbortController();
const scripted = (answer = '1931'): ScriptedTable => scriptedTable('/docs', texts, () => stated(answer, sentence));
const recordOf = (out: string): TableRecord => readRecord(out) ?? assert.fail('no record');

type Edit = (cell: TableCell, quote: TableQuote) => TableCell;
const quoting =
  (change: Partial<TableQuote>): Edit =>
  (cell, quote) => ({ ...cell, quotes: [{ ...quote, ...change }] });
const unsealed =
  (edit: Edit): Edit =>
  (cell, quote) => {
    const { seal: _seal, ...rest } = edit(cell, quote);
    return rest;
  };

function edited({ rows, ...record }: TableRecord, edit: Edit): TableRecord {
  const cellsOf = (cells: readonly TableCell[]): TableCell[] =>
    cells.map((cell) => edit(cell, cell.quotes?.[0] ?? assert.fail('no quote')));
  return { ...record, rows: rows.map((row) => ({ ...row, cells: cellsOf(row.cells) })) };
}

const forged = quoting({ quote: 'The pump was built in 1999 by Bob Roe.' });
const edits: Readonly<Record<string, Edit>> = {
  'other words': forged,
  'other words without a seal': unsealed(forged),
  'other lines': unsealed(quoting({ startLine: 1, endLine: 1 })),
  'lines that there are not': unsealed(quoting({ startLine: 3, endLine: 900 })),
  'another fingerprint': unsealed(quoting({ linesHash: '0000000000000000' })),
  'a page that there is not': unsealed(quoting({ page: 7 })),
  'a text that the words do not have': unsealed(quoting({ text: 'The pump was built in 1999.' })),
  'no words': unsealed(quoting({ quote: '' })),
  'another answer': (cell) => ({ ...cell, answer: 'yes' }),
  'another state': unsealed((cell) => ({ ...cell, state: 'not-stated' })),
  'a doubt': (cell) => ({ ...cell, doubt: 'No.' }),
  'other passages': (cell) => ({ ...cell, passages: [] }),
};

for (const [name, edit] of Object.entries(edits)) {
  test(`a kept cell that was edited is found and asked again: ${name}`, async (t) => {
    const out = join(tempFolder(t), 't.json');
    await fillTable({ questions: [question], out }, scripted().source, { signal });
    const record = recordOf(out);
    assert.deepEqual(await faultsIn(record, new Set(), scripted().source, signal), []);
    const changed = edited(record, edit);
    writeFileSync(out, JSON.stringify(changed));
    const [fault, ...others] = await faultsIn(changed, new Set(), scripted().source, signal);
    assert.partialDeepStrictEqual([fault, others], [{ path: 'pump.md', question }, []]);
    // Asking again is not possible: nothing that is written may vouch for it.
    const spent = await fillTable({ questions: [question], out, budget: { retrievals: 0 } }, scripted().source, { signal });
    assert.partialDeepStrictEqual(spent, { answeredNow: 0, remaining: 1, refuted: 1 });
    assert.ok(!markdownTable(recordOf(out)).includes('ariadne:') && !csvTable(recordOf(out)).includes('ariadne:'));
    const again = scripted();
    await fillTable({ questions: [question], out }, again.source, { signal });
    assert.equal(again.asked.length, 1);
    assert.deepEqual(recordOf(out), record);
  });
}

test('a record of an earlier version, without seals, is kept where its quotes are true, and its doubts are those of today', async (t) => {
  const out = join(tempFolder(t), 't.json');
  await fillTable({ questions: [question], out }, scripted().source, { signal });
  const record = recordOf(out);
  writeFileSync(
    out,
    JSON.stringify(
      edited(
        record,
        unsealed((cell) => cell),
      ),
    ),
  );
  const again = scripted();
  await fillTable({ questions: [question], out }, again.source, { signal });
  assert.deepEqual([again.asked, recordOf(out)], [[], record]);
  writeFileSync(
    out,
    JSON.stringify(
      edited(
        record,
        unsealed((cell) => ({ ...cell, answer: '1999' })),
      ),
    ),
  );
  await fillTable({ questions: [question], out }, again.source, { signal });
  assert.equal(recordOf(out).rows[0]?.cells[0]?.doubt, 'The quote says otherwise than “1999”.');
});

test('what was looked up in a document is not looked up again; a title is that of the document, and a key that of its row', async (t) => {
  const out = join(tempFolder(t), 't.json');
  await fillTable({ questions: [question], out }, scripted().source, { signal });
  let opened = 0;
  const { source } = scripted();
  const counting = { ...source, open: (...args: Parameters<typeof source.open>) => (opened++, source.open(...args)) };
  const record = recordOf(out);
  for (let i = 0; i < 3; i++) await faultsIn(record, new Set(), counting, signal);
  assert.equal(opened, 1);
  const [row] = record.rows;
  assert.ok(row);
  const titled = { ...record, rows: [{ ...row, title: 'A bridge' }] };
  assert.deepEqual(await faultsIn(titled, new Set(), counting, signal), [
    { path: 'pump.md', kind: 'edited', reason: 'Its title is “pump.md”, not “A bridge”.' },
  ]);
  assert.partialDeepStrictEqual(await faultsIn({ ...record, rows: [{ ...row, documentHash: 'other' }] }, new Set(), counting, signal), [
    { question, kind: 'edited' },
  ]);
  assert.partialDeepStrictEqual(await faultsIn({ ...record, questions: ['Who built it?'] }, new Set(), counting, signal), [
    { question: 'Who built it?', kind: 'edited' },
  ]);
});

test('the check looks up quotes word for word in every form of a table, markup or not', async (t) => {
  const base = tempFolder(t);
  const folder = join(base, 'docs');
  mkdirSync(folder);
  const marked = { 'a.md': 'The **pump** was [built](http://x.y/z) in 1931 &amp; by *Ann* Lee.\nIt was\nnot small.' };
  writeTexts(folder, marked);
  const record: TableRecord = {
    ...{ format: 'ariadne-table', version: 1, folder: 'docs', questions: ['Q'], answeredBy: 'x' },
    rows: [],
  };
  const statesOf = async (quote: string, text: string | undefined, [startLine, endLine, id]: readonly [number, number, string]) => {
    const place = { startLine, endLine, linesHash: id, quote, ...(text === undefined ? {} : { text }) };
    const cells: TableCell[] = [{ state: 'answered', answer: '“x”', quotes: [place] }];
    const whole = { ...record, rows: [{ path: 'a.md', title: 'a', documentHash: '', cells }] };
    const forms = { 't.ariadne-table.json': JSON.stringify(whole), 't.md': markdownTable(whole), 't.csv': csvTable(whole) };
    writeTexts(base, forms);
    const paths = Object.keys(forms).map((name) => join(base, name));
    const checked = await checkDocuments(paths, { folder: undefined, reader: engineFiles().reader, signal });
    return checked.flatMap(({ findings }) => findings.map(({ state }) => state)).join(' ');
  };
  const [first = '', ...rest] = marked['a.md'].split('\n');
  const [one, two] = [[1, 1, linesHash([first])] as const, [2, 3, linesHash(rest)] as const];
  assert.equal(await statesOf(first, 'The pump was built in 1931 & by Ann Lee.', one), 'current current current');
  assert.equal(await statesOf('It was\nnot small.', undefined, two), 'current current current');
  assert.equal(await statesOf('It was\nnot small.', undefined, one), 'unsupported unsupported unsupported', 'words of other lines');
  assert.equal(await statesOf('It was small.', undefined, two), 'unsupported unsupported unsupported', 'a word left out');
  const wrong = 'The pump was built in 1999 by Bob Roe.';
  assert.equal(await statesOf(wrong, undefined, one), 'unsupported unsupported unsupported');
  assert.equal(await statesOf(first, wrong, one), 'unsupported unsupported unsupported');
  assert.equal(await statesOf('The pump ” was built in 1999', undefined, one), 'unsupported unsupported unsupported');
});

test('a damaged or hostile record is refused in words, and left as it is', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const { source } = scripted();
  await fillTable({ questions: [question], out }, source, { signal });
  const text = readFileSync(out, 'utf8');
  const withPath = (path: string): string => text.replace('"path": "pump.md"', `"path": ${JSON.stringify(path)}`);
  const nested = `${'['.repeat(500_000)}${']'.repeat(500_000)}`;
  const hostile = {
    ...Object.fromEntries(
      ['../../etc/passwd', '/etc/passwd', 'a/../../b.md', 'C:\\x.md', '..\\x.md', ''].map((path) => [path, withPath(path)]),
    ),
    ...{
      deep: nested,
      'deep rows': text.replace('"rows": [', `"rows": [${nested},`),
      types: text.replace('"startLine": 3', '"startLine": "3"'),
    },
    ...{ cut: text.slice(0, -40), 'null rows': text.replace(/"rows": \[[^]*$/, '"rows": null }') },
  };
  for (const [name, content] of Object.entries(hostile)) {
    writeFileSync(out, content);
    await assert.rejects(fillTable({ questions: [question], out }, source, { signal }), { code: 'table-broken' }, name);
    assert.equal(readFileSync(out, 'utf8'), content, name);
  }
  const read = readTable(text.replace('"rows"', '"__proto__": { "polluted": true }, "rows"'));
  assert.ok('record' in read && !('polluted' in read.record) && !('polluted' in {}));
});
