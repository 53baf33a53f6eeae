import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError } from '../../../src/base/abort.ts';
import { AriadneError } from '../../../src/base/errors.ts';
import type { Passage } from '../../../src/protocol/passage.ts';
import type { TableCell } from '../../../src/protocol/table.ts';
import type { OpenDocument, TableDocument } from '../../../src/table/tableSource.ts';
import { touchedRows } from '../../../src/table/touched.ts';

const ids = (count: number, from = 0): string[] => Array.from({ length: count }, (_, i) => `p${from + i}`);
const quoting = (passageId: string): TableCell['quotes'] => [{ startLine: 1, endLine: 1, quote: 'q', linesHash: 'h', passageId }];

/** @param now the passages for the question, best first */
async function isTouched(cell: TableCell, now: () => readonly string[], signal = new AbortController().signal): Promise<boolean> {
  const document: TableDocument = { path: 'a.md', title: '', hash: 'new', read: 1 };
  const opened: OpenDocument = {
    facts: { path: 'a.md', title: '', modified: '', fields: [] },
    passagesFor: async () => now().map((id) => ({ id }) as Passage),
    passages: () => Promise.resolve([]),
    sourceText: () => Promise.resolve(''),
  };
  const rows = [{ path: 'a.md', title: '', documentHash: 'old', cells: [cell] }];
  const source = { documents: [document], open: () => Promise.resolve(opened) };
  return (await touchedRows({ questions: ['Who?'], rows }, ['a.md'], source, signal)).length === 1;
}

test('a changed document touches its row where a cited passage is gone or one of the first ten for a question is another', async () => {
  const cell: TableCell = { state: 'answered', quotes: quoting('p1'), passages: ids(14) };
  assert.equal(await isTouched(cell, () => ids(14)), false);
  assert.equal(await isTouched(cell, () => ids(10).toReversed()), false, 'in another order');
  assert.equal(await isTouched(cell, () => [...ids(10), 'x', 'y']), false, 'what comes after the first ten');
  assert.equal(await isTouched(cell, () => ['x', ...ids(14)]), true);
  assert.equal(await isTouched({ ...cell, quotes: quoting('p12') }, () => [...ids(10), 'x']), true, 'a cited passage is gone');
  const { passages, ...withoutPassages } = cell;
  assert.equal(await isTouched(withoutPassages, () => passages ?? []), true, 'not asked yet');
});

test('a row that cannot be searched may be touched, and a check that is cancelled says nothing', async () => {
  const cell: TableCell = { state: 'not-stated', passages: ids(3) };
  const failing = (error: Error) => (): never => {
    throw error;
  };
  assert.equal(await isTouched(cell, failing(new AriadneError('offline', 'Ariadne is offline.'))), true);
  await assert.rejects(isTouched(cell, failing(abortError())), { name: 'AbortError' });
  await assert.rejects(
    isTouched(cell, () => ids(3), AbortSignal.abort()),
    { name: 'AbortError' },
  );
});
