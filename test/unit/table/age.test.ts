import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cellWords, type TableCell, type TableRecord } from '../../../src/protocol/table.ts';
import { ageSentences } from '../../../src/protocol/tableAge.ts';
import { ageOf, changesOf } from '../../../src/table/age.ts';

const answered = (answer: string, quote = answer): TableCell => {
  return { state: 'answered', answer, quotes: [{ startLine: 1, endLine: 1, quote, linesHash: 'x' }] };
};
const recordOf = (rows: Readonly<Record<string, TableCell>>): TableRecord => ({
  format: 'ariadne-table',
  version: 1,
  folder: '',
  questions: ['Where?'],
  answeredBy: 'builtin',
  rows: Object.entries(rows).map(([path, cell]) => ({ path, title: path, documentHash: 'old', cells: [cell] })),
});

test('rows of changed and gone documents, and documents without a row, are told apart and said', () => {
  const record = recordOf({ 'a.md': answered('x'), 'b.md': answered('y'), 'c.md': answered('z') });
  const documents = ['a.md', 'b.md', 'd.md', 'e.md', 'f.md', 'g.md'].map((path) => ({ path, hash: path === 'b.md' ? 'new' : 'old' }));
  const age = ageOf(record, documents);
  assert.deepEqual(age, { changed: ['b.md'], gone: ['c.md'], added: ['d.md', 'e.md', 'f.md', 'g.md'] });
  assert.deepEqual(ageSentences({ ...age, faults: [] }), [
    'b.md has changed.',
    'c.md is gone.',
    '4 documents are new: d.md, e.md, f.md and 1 more.',
  ]);
});

test('a cell has changed when it says something else, not when only its quote is another, and not when it said nothing', () => {
  const before = recordOf({
    'a.md': answered('1911'),
    'b.md': answered('1912', 'in 1912'),
    'c.md': { state: 'open' },
    'd.md': answered('1914'),
    'e.md': { state: 'not-stated' },
  });
  const now = recordOf({
    'a.md': answered('1921'),
    'b.md': answered('1912', 'of 1912'),
    'c.md': answered('1913'),
    'd.md': { state: 'not-stated' },
    // Neither says anything.
    'e.md': { state: 'not-read' },
  });
  assert.deepEqual(
    changesOf(before, now).map(({ path, before: was, now: is }) => [path, cellWords(was), cellWords(is)]),
    [
      ['a.md', '1911', '1921'],
      ['d.md', '1914', 'not stated'],
    ],
  );
  assert.deepEqual(changesOf(undefined, now), []);
});
