import assert from 'node:assert/strict';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import type { TableRecord } from '../../../src/protocol/table.ts';
import { unfinishedIn } from '../../../src/table/age.ts';
import { editTable } from '../../../src/table/editTable.ts';
import { fillTable } from '../../../src/table/fillTable.ts';
import { csvTable, markdownTable } from '../../../src/table/forms.ts';
import { faultsIn } from '../../../src/table/lookUp.ts';
import { readRecord } from '../../../src/table/recordFile.ts';
import { scriptedTable, stated } from '../../support/tableParts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();
const recordOf = (out: string): TableRecord => readRecord(out) ?? assert.fail('no record');
const texts = { 'a.md': 'The gate was built in 1911.', 'b.md': 'The gate was built in 1886.' };
const built = 'When was it built?';
const gates = 'How many gates?';
const reply = ({ document: { path } }: { document: { path: string } }) => stated(path === 'a.md' ? '1911' : '1886', 'The gate was built');

test('an answer by hand is shown and exported as such, is not asked again, and gives way to what was found', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const { source } = scriptedTable('/docs', texts, reply);
  await fillTable({ questions: [built], out }, source, { signal });
  const found = recordOf(out).rows[0]?.cells[0];
  await editTable(out, { kind: 'cell', path: 'a.md', question: built, answer: ' 1912 ' });
  const record = recordOf(out);
  assert.deepEqual(record.rows[0]?.cells[0], { ...found, byHand: { answer: '1912', documentHash: record.rows[0]?.documentHash } });
  assert.match(markdownTable(record), /\| 1912 \(\*by hand\*\) \|/);
  assert.match(csvTable(record), /"1912","by hand","",""/);

  const later = scriptedTable('/docs', { ...texts, 'a.md': 'The gate was never built.' }, reply);
  await fillTable({ questions: [built], out }, later.source, { signal });
  assert.deepEqual(later.asked, []);
  assert.deepEqual([unfinishedIn(recordOf(out)), await faultsIn(recordOf(out), new Set(), later.source, signal)], [0, []]);

  await editTable(out, { kind: 'cell', path: 'a.md', question: built, answer: '' });
  assert.deepEqual(recordOf(out).rows[0]?.cells[0], found);
  await fillTable({ questions: [built], out }, later.source, { signal });
  assert.deepEqual(later.asked.slice(0, 1), ['a.md: When was it built?'], 'its document is another');
});

test('a column has another heading, in the forms too, and what is not there cannot be changed', async (t) => {
  const out = join(tempFolder(t), 't.md');
  const { source } = scriptedTable('/docs', texts, reply);
  const { record } = await fillTable({ questions: [built, gates], out }, source, { signal });
  await editTable(record, { kind: 'heading', question: built, heading: 'Year' });
  assert.match(readFileSync(out, 'utf8'), /^\| Document \| Year \| How many gates\? \|/);
  await fillTable({ questions: [built, gates], out }, source, { signal });
  assert.deepEqual(recordOf(record).headings, { [built]: 'Year' }, 'a run keeps it');
  await editTable(record, { kind: 'heading', question: built, heading: '' });
  assert.equal(recordOf(record).headings, undefined);
  await editTable(record, { kind: 'remove-column', question: gates });
  assert.deepEqual(
    recordOf(record).rows.map(({ cells }) => cells.length),
    [1, 1],
  );
  for (const edit of [
    { kind: 'remove-column', question: built },
    { kind: 'remove-column', question: gates },
    { kind: 'cell', path: 'z.md', question: built, answer: '1' },
  ] as const)
    await assert.rejects(editTable(record, edit), (error) => isAriadneError(error, 'usage'));
});

/** What may happen to a table, with the number of a document and of a question. */
const step = fc.record({
  does: fc.constantFrom('answer', 'clear', 'remove-column', 'fill', 'fill-all', 'change', 'stop'),
  document: fc.nat(1),
  question: fc.nat(1),
});

test('whatever happens to a table, no answer by hand is lost', async (t) => {
  const folder = tempFolder(t);
  let n = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const out = join(folder, `t${n++}.json`);
      const questions = [built, gates];
      const paths = ['a.md', 'b.md'];
      let now: Record<string, string> = texts;
      const byHand = new Map<string, string>();
      const fill = async (asked: readonly string[], isStopped = false): Promise<void> => {
        const { source } = scriptedTable('/docs', now, reply);
        await fillTable({ questions: [...asked], out }, source, { signal });
        // As a process leaves it that was killed while it wrote.
        if (isStopped)
          appendFileSync(`${out}.journal`, JSON.stringify({ path: 'a.md', question: built, cell: { state: 'open' } }).slice(0, -3));
      };
      await fill(questions);
      for (const [i, { does, document, question: q }] of steps.entries()) {
        const [path = '', question = ''] = [paths[document], questions[q]];
        const { questions: asked, rows } = recordOf(out);
        const isThere = asked.includes(question) && rows.some((row) => row.path === path);
        if (does === 'answer' && isThere) {
          await editTable(out, { kind: 'cell', path, question, answer: `hand ${i}` });
          byHand.set(`${path} ${question}`, `hand ${i}`);
        } else if (does === 'clear' && isThere) {
          await editTable(out, { kind: 'cell', path, question, answer: '' });
          byHand.delete(`${path} ${question}`);
        } else if (does === 'remove-column' && isThere && asked.length > 1) await editTable(out, { kind: 'remove-column', question });
        else if (does === 'change') now = document === 0 ? { 'a.md': `Built in ${i}.` } : { ...texts, 'b.md': `Built in ${i}.` };
        else if (does === 'fill') await fill(asked);
        else if (does === 'fill-all') await fill(questions);
        else if (does === 'stop') await fill(asked, true);
        const record = recordOf(out);
        const has = new Map(
          [
            ...record.rows.flatMap((row) => row.cells.map((cell, c) => ({ path: row.path, question: record.questions[c], cell }))),
            ...(record.kept ?? []),
          ].flatMap((one) => (one.cell.byHand ? [[`${one.path} ${one.question}`, one.cell.byHand.answer] as const] : [])),
        );
        assert.deepEqual(new Map([...has].sort()), new Map([...byHand].sort()));
      }
    }),
    { numRuns: 25 },
  );
});

test('an answer by hand outlives a run that was killed before it', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const { source, asked } = scriptedTable('/docs', texts, reply);
  await fillTable({ questions: [built], out }, source, { signal });
  const [row] = recordOf(out).rows;
  appendFileSync(`${out}.journal`, `${JSON.stringify({ path: 'a.md', question: built, cell: row?.cells[0] })}\n{"path":"b.md","que`);
  await editTable(out, { kind: 'cell', path: 'a.md', question: built, answer: '1912' });
  await fillTable({ questions: [built], out }, source, { signal });
  assert.equal(recordOf(out).rows[0]?.cells[0]?.byHand?.answer, '1912');
  assert.equal(asked.length, 2);
  assert.ok(!existsSync(`${out}.journal`));
});
