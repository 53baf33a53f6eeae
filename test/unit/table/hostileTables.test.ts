/** Records and journals of tables that were damaged, edited by hand, or written by somebody who means harm. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import { csvTable, markdownTable } from '../../../src/table/forms.ts';
import { OpenTable } from '../../../src/table/recordFile.ts';
import { readTable, tableFormat, tableVersion } from '../../../src/protocol/table.ts';
import { damaged, hostileJson, hostileRuns } from '../../support/hostile.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const folder = tempFolder({ after });
const answered = (answer: string) => ({
  state: 'answered' as const,
  answer,
  quotes: [{ quote: answer, startLine: 3, endLine: 4, linesHash: 'l' }],
  key: 'k',
  seal: 's',
});
const record = {
  format: tableFormat,
  version: tableVersion,
  folder: '.',
  forms: ['.md', '.csv'],
  questions: ['When was it built?', 'constructor'],
  headings: { 'When was it built?': 'Built' },
  answeredBy: 'builtin',
  rows: [
    { path: 'a.md', title: 'A', documentHash: 'h', cells: [answered('1911'), { state: 'not-stated' as const }] },
    { path: 'sub/b.md', title: 'B | b', documentHash: 'i', cells: [answered('1912'), { state: 'failed' as const, reason: 'It failed.' }] },
  ],
  kept: [{ path: 'c.md', question: 'When was it built?', cell: { state: 'open' as const, byHand: { answer: '7', documentHash: 'j' } } }],
};

test('a record is read whole and written in every form, or refused with a sentence', () => {
  assert.ok('record' in readTable(JSON.stringify(record)));
  fc.assert(
    fc.property(hostileJson(record), (bytes) => {
      const read = readTable(bytes.toString());
      if (!('record' in read)) return;
      for (const row of read.record.rows) assert.equal(row.cells.length, read.record.questions.length);
      assert.ok(typeof markdownTable(read.record) === 'string' && typeof csvTable(read.record) === 'string');
      assert.ok('record' in readTable(JSON.stringify(read.record)));
    }),
    hostileRuns(60),
  );
});

const lines = ['a.md', 'sub/b.md', 'c.md'].map((path, i) =>
  JSON.stringify({ path, question: 'When was it built?', cell: answered(`19${i}`) }),
);

test('of a damaged journal every whole line counts, and what is added to it is read again', async () => {
  const file = join(folder, 'journal.json');
  writeFileSync(file, JSON.stringify(record));
  await fc.assert(
    fc.asyncProperty(damaged(`${lines.join('\n')}\n`), async (bytes) => {
      writeFileSync(`${file}.journal`, bytes);
      const table = await OpenTable.open(file);
      table.append('new.md', 'When was it built?', { state: 'not-stated' });
      await table.close();
      const again = await OpenTable.open(file);
      const kept = (path: string): unknown => again.known.of(path, 'When was it built?');
      const whole = new Set(bytes.toString().split('\n'));
      for (const [i, path] of ['a.md', 'sub/b.md', 'c.md'].entries()) if (whole.has(lines[i] ?? '')) assert.ok(kept(path), path);
      assert.ok(kept('new.md'));
      await again.close();
      assert.equal(readFileSync(file, 'utf8'), JSON.stringify(record));
    }),
    hostileRuns(15),
  );
});

test('a damaged record is never written over, and the lock is free again', async () => {
  const file = join(folder, 'record.json');
  await fc.assert(
    fc.asyncProperty(hostileJson(record), async (bytes) => {
      writeFileSync(file, bytes);
      for (let attempt = 0; attempt < 2; attempt++) {
        const table = await OpenTable.open(file).catch((error: unknown) => error);
        if (table instanceof OpenTable) await table.close();
        else {
          assert.ok(isAriadneError(table) && ['table-broken', 'table-too-new'].includes(table.code), String(table));
          assert.match(table.message, /\.$/);
        }
      }
      assert.deepEqual(readFileSync(file), bytes);
    }),
    hostileRuns(15),
  );
});
