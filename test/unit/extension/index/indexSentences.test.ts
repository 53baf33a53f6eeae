import assert from 'node:assert/strict';
import { test } from 'node:test';
import { doneSentence } from '../../../../src/extension/index/indexSentences.ts';
import type { IndexSummary } from '../../../../src/protocol/indexStatus.ts';

const summary: IndexSummary = {
  documents: 61,
  passages: 312,
  skipped: { files: 0, reasons: [] },
  embedded: 312,
  reused: 0,
  seconds: { read: 1, cut: 0, embed: 1, graph: 0, fulltext: 0, total: 2.04 },
  graph: { k: 16, edges: 0, exact: true },
};
const unchanged: IndexSummary = { ...summary, unchanged: true, embedded: 0, reused: 312, seconds: { ...summary.seconds, total: 0.01 } };

test('a pass says how much it indexed only if it wrote something', () => {
  const skipped = { files: 1, reasons: [{ reason: 'is encrypted', files: 1 }] };
  assert.equal(doneSentence(summary, 'samples', false), 'Indexed “samples” in 2.0 s: 61 documents, 312 passages.');
  assert.equal(doneSentence(summary, 'samples', true), 'Indexed “samples” in 2.0 s: 61 documents, 312 passages.');
  assert.equal(doneSentence(unchanged, 'samples', false), 'The index of “samples” is up to date: 61 documents, 312 passages.');
  assert.equal(
    doneSentence({ ...unchanged, skipped }, 'samples', false),
    'The index of “samples” is up to date: 61 documents, 312 passages. 1 file skipped. The Index view lists the reasons.',
  );
});

test('a click that continues making vectors says nothing of documents, unless there are none', () => {
  assert.equal(doneSentence(unchanged, 'samples', true), undefined);
  assert.match(
    doneSentence({ ...unchanged, documents: 0, passages: 0 }, 'samples', true) ?? '',
    /^“samples” has no documents that Ariadne can read\. It/,
  );
});
