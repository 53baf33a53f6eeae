import assert from 'node:assert/strict';
import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { AriadneError, isAriadneError } from '../../../src/base/errors.ts';
import type { TableOrder, TableRecord, TableSummary } from '../../../src/protocol/table.ts';
import type { CellOutput } from '../../../src/reasoning/roles/tableRoles.ts';
import { unfinishedIn } from '../../../src/table/age.ts';
import { fillTable, lookAhead } from '../../../src/table/fillTable.ts';
import { readRecord, tableFault } from '../../../src/table/recordFile.ts';
import type { TableSource } from '../../../src/table/tableSource.ts';
import { scriptedTable, stated } from '../../support/tableParts.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const texts = {
  'a.md': 'The gate was built in 1911.\nIt has nine sluices.',
  'b.md': 'The light was lit in 1886.',
  'c.md': 'Nothing here.',
};
const questions = ['When was it built?', 'How many sluices?'];
const notStated: CellOutput = { verdict: 'not-stated', answers: [] };

const { signal } = new AbortController();
const fill = (order: TableOrder, source: TableSource, stop = signal): Promise<TableSummary> =>
  fillTable({ atOnce: 1, ...order }, source, { signal: stop });
const recordOf = (out: string): TableRecord => readRecord(out) ?? assert.fail('no record');
const states = (out: string): readonly string[] => recordOf(out).rows.flatMap(({ cells }) => cells.map(({ state }) => state));

test('every cell has its answer with verbatim words and their place, or says why not', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const replies: Readonly<Record<string, CellOutput>> = {
    'a.md: When was it built?': stated('1911', 'the gate was built in 1911'),
    'a.md: How many sluices?': {
      verdict: 'stated',
      answers: [
        { answer: 'nine', quote: 'It has nine sluices' },
        { answer: 'one', quote: 'The gate was built' },
      ],
    },
    'b.md: When was it built?': stated('1885', 'The light was lit in 1885'),
    'c.md: When was it built?': { verdict: 'unknown', answers: [] },
    'c.md: How many sluices?': { verdict: 'unusable', answers: [] },
  };
  const { source, asked } = scriptedTable(
    '/docs',
    texts,
    ({ document: { path }, question }) => replies[`${path}: ${question}`] ?? notStated,
  );
  const summary = await fill({ questions, out }, source);
  assert.deepEqual(states(out), ['answered', 'conflict', 'unsupported', 'not-stated', 'not-read', 'failed']);
  const [a, b, c] = recordOf(out).rows;
  assert.partialDeepStrictEqual(a?.cells[0], {
    answer: '1911',
    quotes: [{ quote: 'The gate was built in 1911.', startLine: 1, endLine: 1 }],
  });
  assert.deepEqual(
    a?.cells[1]?.quotes?.map(({ answer, startLine }) => [answer, startLine]),
    [
      ['nine', 2],
      ['one', 1],
    ],
  );
  assert.partialDeepStrictEqual(b?.cells[0], { answer: '1885', said: 'The light was lit in 1885' });
  assert.match(c?.cells[1]?.reason ?? '', /did not reply in the form/);
  assert.equal(asked.filter((one) => one === 'b.md: When was it built?').length, 2, 'a quote that is not there is asked for once more');
  assert.partialDeepStrictEqual(summary, { documents: 3, questions: 2, answeredNow: 6, remaining: 0, states: { failed: 1, answered: 1 } });
});

test('an answer with a number, date or name that its quote lacks is doubted', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const answers: Readonly<Record<string, string>> = { When: '1911', Then: '1912', Who: 'It was built by Ada Holm.' };
  const { source } = scriptedTable('/docs', { 'a.md': texts['a.md'] }, ({ question }) =>
    stated(answers[question] ?? '', 'The gate was built in 1911'),
  );
  await fill({ questions: Object.keys(answers), out }, source);
  const doubts = recordOf(out).rows[0]?.cells.map(({ doubt }) => doubt);
  assert.deepEqual(doubts, [undefined, 'The quote says otherwise than “1912”.', 'The quote does not name “Ada Holm”.']);
});

test('a true quote that is about something else is doubted, and two places that say the same are no conflict', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const text =
    'The harbor gate was built of oak. The gate was closed for repairs in spring. It has nine sluices and a crane. Visitors pay at the museum desk.';
  const quotes = [['Visitors pay at the museum desk'], ['The gate was closed for repairs'], ['It has nine sluices', 'a crane']];
  const { source } = scriptedTable('/docs', { 'a.md': text }, ({ question }) => ({
    verdict: 'stated',
    answers: (quotes[Number(question.slice(-2, -1))] ?? []).map((quote, i) => ({ answer: i === 0 ? 'Yes' : 'yes.', quote })),
  }));
  await fill({ questions: [0, 1, 2].map((i) => `Was the harbor gate closed for repairs, or are there sluices ${i}?`), out }, source);
  const cells = recordOf(out).rows[0]?.cells ?? [];
  assert.deepEqual(
    cells.map(({ state, doubt }) => [state, doubt !== undefined]),
    [
      ['answered', true],
      ['answered', false],
      ['answered', false],
    ],
  );
  assert.match(cells[0]?.doubt ?? '', /seems to be about something else/);
});

test('the same table again asks only what has failed, and cells whose document, question or model has changed', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const reply = ({ document: { path } }: { document: { path: string } }): CellOutput =>
    path === 'c.md' ? { verdict: 'unusable', answers: [] } : notStated;
  await fill({ questions, out }, scriptedTable('/docs', texts, reply).source);
  const again = scriptedTable('/docs', texts, () => notStated);
  await fill({ questions, out }, again.source);
  assert.deepEqual(again.asked, ['c.md: When was it built?', 'c.md: How many sluices?']);
  const changed = scriptedTable('/docs', { ...texts, 'b.md': 'Another text.' }, () => notStated);
  const prices = { inputPerMillion: 100, outputPerMillion: 1_000 };
  const ahead = await lookAhead({ questions, out, budget: { prices } }, changed.source, signal);
  assert.partialDeepStrictEqual(ahead, { due: 2, usd: ((ahead.tokens - 160) * 100 + 160 * 1_000) / 1e6, ofOtherModel: 0 });
  await fill({ questions, out }, changed.source);
  assert.deepEqual(changed.asked, ['b.md: When was it built?', 'b.md: How many sluices?']);
  const added = scriptedTable('/docs', { ...texts, 'b.md': 'Another text.' }, () => notStated);
  await fill({ questions: [...questions, 'Who?'], out }, added.source);
  assert.deepEqual(added.asked, ['a.md: Who?', 'b.md: Who?', 'c.md: Who?']);
  const renamed = scriptedTable('/docs', { 'a.md': texts['a.md'], 'c.md': texts['c.md'], 'moved.md': 'Another text.' }, () => notStated);
  assert.partialDeepStrictEqual(await fill({ questions: [...questions, 'Who?'], out }, renamed.source), { answeredNow: 0, removed: 1 });
  assert.deepEqual(
    recordOf(out).rows.map(({ path }) => path),
    ['a.md', 'c.md', 'moved.md'],
  );
  const other = scriptedTable('/docs', { 'a.md': texts['a.md'] }, () => notStated, { answeredBy: 'other' });
  assert.partialDeepStrictEqual(await lookAhead({ questions, out }, other.source, signal), {
    due: 2,
    ofOtherModel: 2,
    answeredBy: 'other',
  });
  assert.equal((await fill({ questions, out }, other.source)).removed, 2);
  assert.equal(other.asked.length, 2);
});

test('a table that is stopped, or whose model fails, keeps what it has, and says what is out of date', async (t) => {
  const out = join(tempFolder(t), 't.json');
  await fill({ questions, out }, scriptedTable('/docs', texts, () => notStated).source);
  const stop = new AbortController();
  const stopped = scriptedTable('/docs', texts, ({ document: { path } }) => (path === 'b.md' && stop.abort(), notStated), {
    answeredBy: 'new',
  });
  await assert.rejects(fill({ questions, out }, stopped.source, stop.signal), { name: 'AbortError' });
  assert.deepEqual(states(out), Array(6).fill('not-stated'));
  assert.deepEqual(
    recordOf(out).rows.map(({ cells }) => cells.filter(({ isStale }) => isStale).length),
    [0, 2, 2],
  );
  const failing = scriptedTable('/docs', texts, () => Promise.reject(new AriadneError('chat-unreachable', 'No server.')), {
    answeredBy: 'new',
  });
  await assert.rejects(fill({ questions, out }, failing.source), { code: 'chat-unreachable' });
  assert.equal(failing.asked.length, 1, 'the others would only fail too');
  const goesOn = scriptedTable('/docs', texts, () => notStated, { answeredBy: 'new' });
  assert.equal((await fill({ questions, out }, goesOn.source)).answeredNow, 4);
});

test('a cell whose call fails says so, and the others go on; many in a row end the table', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const slow = (): never => {
    throw new AriadneError('chat-timeout', 'The server took too long.');
  };
  const some = scriptedTable('/docs', texts, ({ document: { path } }) => (path === 'a.md' ? slow() : notStated));
  await fill({ questions, out }, some.source);
  assert.deepEqual(states(out), ['failed', 'failed', 'not-stated', 'not-stated', 'not-stated', 'not-stated']);
  const many = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.md`, 'Text.']));
  const all = scriptedTable('/docs', many, slow);
  await assert.rejects(fill({ questions: ['Who?'], out: `${out}2.json` }, all.source), { code: 'chat-timeout' });
  assert.equal(all.asked.length, 8);
});

test('a cell that fails when it is asked again still says what it said, as out of date, and is asked the next time', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const one = ['When?'];
  await fill({ questions: one, out }, scriptedTable('/docs', { 'a.md': 'In 1901.' }, () => stated('1901', 'In 1901.')).source);
  const edited = { 'a.md': 'In 1902.' };
  const failing = scriptedTable('/docs', edited, () => Promise.reject(new AriadneError('chat-server-error', 'Out of memory.')));
  const { states: counts, failedAgain, changes } = await fill({ questions: one, out }, failing.source);
  assert.deepEqual([counts.answered, counts.failed, failedAgain, changes], [1, 0, 1, []]);
  const [cell] = recordOf(out).rows[0]?.cells ?? [];
  assert.partialDeepStrictEqual(cell, { state: 'answered', answer: '1901', isStale: true, failure: 'Out of memory.' });
  assert.equal(unfinishedIn(recordOf(out)), 1);
  const back = scriptedTable('/docs', { 'a.md': 'In 1901.' }, () => notStated);
  await fill({ questions: one, out }, back.source);
  assert.deepEqual([back.asked, recordOf(out).rows[0]?.cells[0]?.isStale], [[], undefined], 'it holds again for the document as it was');
  await fill({ questions: one, out }, failing.source);
  const again = await fill({ questions: one, out }, scriptedTable('/docs', edited, () => stated('1902', 'In 1902.')).source);
  assert.deepEqual([again.answeredNow, again.failedAgain, again.changes.length], [1, 0, 1]);
  assert.equal(recordOf(out).rows[0]?.cells[0]?.failure, undefined);
  const other = await fill({ questions: ['Who?'], out }, back.source);
  assert.deepEqual([again.noLongerAsked, other.noLongerAsked], [[], one]);
});

test('a document that changes or vanishes while its row runs is a failure in words, not an absence', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const now: Readonly<Record<string, string>> = { 'a.md': 'All is new.' };
  const { source } = scriptedTable('/docs', texts, ({ passages: [passage] }) => stated('x', passage?.text.split('.')[0] ?? ''), {
    sourceOf: (path) => now[path],
  });
  await fill({ questions: ['When?'], out }, source);
  const [a, b] = recordOf(out).rows.map(({ cells: [cell] }) => cell);
  assert.equal(a?.state, 'failed');
  assert.match(a?.reason ?? '', /has changed since it was indexed/);
  assert.equal(b?.state, 'failed');
  assert.match(b?.reason ?? '', /is gone since it was indexed/);
});

test('limits stop a table in words, and a document that could not be read is a row that says so', async (t) => {
  const out = join(tempFolder(t), 't.json');
  const { source, asked } = scriptedTable('/docs', texts, () => notStated);
  const broken = { path: 'z.pdf', title: '', hash: '', read: 0, failure: 'It is encrypted.' };
  const withBroken = { ...source, documents: [...source.documents, broken] };
  const summary = await fill({ questions, out, budget: { retrievals: 4 } }, withBroken);
  assert.equal(asked.length, 4);
  assert.match(summary.stopped ?? '', /4 retrievals/);
  assert.equal(summary.remaining, 2);
  assert.deepEqual(states(out), [...Array<string>(4).fill('not-stated'), 'open', 'open', 'not-read', 'not-read']);
});

test('killed at any byte of its journal, a table loses no complete cell and asks none twice', async (t) => {
  const folder = tempFolder(t);
  const full = join(folder, 'full.json');
  const { source } = scriptedTable('/docs', texts, () => notStated);
  await fill({ questions, out: full }, source);
  const { rows } = recordOf(full);
  const lines = rows.flatMap(({ path, cells }) => cells.map((cell, i) => JSON.stringify({ path, question: questions[i], cell })));
  const journal = `${lines.join('\n')}\n`;
  for (let cut = 0; cut <= journal.length; cut += 7) {
    const out = join(folder, `${cut}.json`);
    writeFileSync(`${out}.journal`, journal.slice(0, cut));
    const resumed = scriptedTable('/docs', texts, () => notStated);
    await fill({ questions, out }, resumed.source);
    // A line that is only cut by its line break is complete.
    const kept = lines.filter((_, i) => lines.slice(0, i + 1).join('\n').length <= cut).length;
    assert.equal(resumed.asked.length, lines.length - kept);
    assert.deepEqual(recordOf(out).rows, rows);
    assert.ok(!existsSync(`${out}.journal`));
  }
});

test('a table that was edited by hand keeps what it has: a cell that is missing is asked', async (t) => {
  const out = join(tempFolder(t), 't.json');
  await fill({ questions, out }, scriptedTable('/docs', texts, () => notStated).source);
  const record = recordOf(out);
  const edited = { ...record, rows: record.rows.map((row, i) => (i === 1 ? { ...row, cells: row.cells.slice(0, 1) } : row)) };
  writeFileSync(out, JSON.stringify(edited));
  assert.equal(states(out)[3], 'open');
  const again = scriptedTable('/docs', texts, () => notStated);
  await fill({ questions, out }, again.source);
  assert.deepEqual(again.asked, ['b.md: How many sluices?']);
});

test('a full disk is named, and what was answered before is kept', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const fault = tableFault(full, '/docs/t.json');
  assert.ok(isAriadneError(fault, 'table-unwritable'));
  assert.match(fault.message, /the disk is full\. Free some space, then run the table again; what was written before is kept\.$/);
});

test('a file that is no table is left alone, and one that is being filled waits', async (t) => {
  const folder = tempFolder(t);
  const notes = join(folder, 'notes.md');
  writeFileSync(notes, '# Mine');
  const { source } = scriptedTable('/docs', texts, () => notStated);
  await assert.rejects(fill({ questions, out: notes }, source), { code: 'table-taken' });
  const other = join(folder, 'other.json');
  writeFileSync(other, '{"a":1}');
  await assert.rejects(fill({ questions, out: other }, source), { code: 'table-broken' });
  writeFileSync(other, '{"format":"ariadne-table","version":99}');
  await assert.rejects(fill({ questions, out: other }, source), { code: 'table-too-new' });
  const merged = ['<<<<<<< ours', '{}', '=======', '{}', '>>>>>>> theirs', ''].join('\n');
  writeFileSync(other, merged);
  await assert.rejects(fill({ questions, out: other }, source), { code: 'table-broken', message: /Git conflict markers/ });
  assert.equal(readFileSync(other, 'utf8'), merged);
  await assert.rejects(fill({ questions, out: join(notes, 't.md') }, source), { code: 'table-unwritable', message: /a file is where/ });
  await assert.rejects(fill({ questions, out: join(folder, 't.docx') }, source), { code: 'usage' });
  await assert.rejects(fill({ questions: [' '], out: join(folder, 't.md') }, source), { code: 'question-empty' });
  const slow = Promise.withResolvers<CellOutput>();
  const out = join(folder, 't.md');
  const running = scriptedTable('/docs', texts, () => slow.promise);
  const first = fill({ questions, out }, running.source);
  while (running.asked.length === 0) await new Promise((done) => setImmediate(done));
  await assert.rejects(fill({ questions, out }, source), { code: 'table-running' });
  slow.resolve(notStated);
  await first;
  assert.equal(readFileSync(notes, 'utf8'), '# Mine');
});
