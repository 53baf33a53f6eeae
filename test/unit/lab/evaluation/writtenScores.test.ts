import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation, WrittenAnswer } from '../../../../src/protocol/trace.ts';
import { scoreWritten, summarizeWritten } from '../../../../lab/evaluation/writtenScores.ts';

function citation(n: number, passageId: string): Citation {
  return { n, passageId, path: '', startLine: 1, endLine: 1, linesHash: '', quote: '', documentHash: '', nodeId: 'compose' };
}

const list: WrittenAnswer = {
  sentences: [
    { text: 'The dam is 540 metres long.', citations: [1], support: 'supported' },
    { text: 'It has eight machines.', citations: [1], support: 'contradicted', why: { kind: 'number', words: 'eight' } },
    { text: 'It is famous.', citations: [], support: 'unsupported', why: { kind: 'no-quote' } },
  ],
  blocks: [{ kind: 'list', isOrdered: false, items: [[0], [1], [2]] }],
  conflicts: [],
  notStated: [],
  citations: [citation(1, 'dam#1')],
};
const question = { gold: ['dam', 'board'], answers: ['all of it'], stepAnswers: [['540 metres'], ['seven machines']] };
const documentOf = (passageId: string): string => passageId.replace(/#.*/, '');

test('a written answer is measured by its quotes, what it must say, and its items', () => {
  assert.deepEqual(scoreWritten(list, question, documentOf), {
    form: 'list',
    sentences: 3,
    quoted: 2,
    marked: 2,
    gold_quoted: 0.5,
    coverage: 0.5,
    items_right: 1 / 3,
  });
});

test('names of rows count as said, and what the dataset does not name is not measured', () => {
  const table: WrittenAnswer = {
    ...list,
    blocks: [{ kind: 'table', columns: ['', 'Length'], rows: [{ name: 'Seven machines', cells: [[0]] }] }],
  };
  assert.equal(scoreWritten(table, question, documentOf).coverage, 1);
  const bare = scoreWritten(list, { gold: [], answers: [] }, documentOf);
  assert.deepEqual([bare.gold_quoted, bare.coverage, bare.items_right], [null, null, null]);
});

test('an answer that was not written scores nothing', () => {
  assert.equal(summarizeWritten([]), undefined);
  const { written, coverage, goldQuoted, itemsRight, marked, forms } =
    summarizeWritten([scoreWritten(list, question, documentOf), null]) ?? assert.fail();
  assert.deepEqual([written, coverage, goldQuoted, itemsRight, marked, forms], [1, 0.25, 0.25, 1 / 3, 2 / 3, { list: 1 }]);
});
