import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesHash } from '../../../src/citations/anchor.ts';
import { citationNow, withCitations } from '../../../src/citations/currentCitation.ts';
import type { Citation } from '../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

const line = 'Osric Vane died in *Lorrimouth*.';
const cited: Citation = {
  ...{ n: 1, path: 'vane.md', startLine: 1, endLine: 1, quote: line, text: 'Osric Vane died in Lorrimouth.' },
  ...{ documentHash: 'h', nodeId: 's1', passageId: 'p', linesHash: linesHash([line]) },
};

test('a citation follows its words, or says in the words that were read which are gone', () => {
  assert.deepEqual(citationNow(cited, line), { citation: cited });
  assert.deepEqual(citationNow(cited, `New.\n${line}`), { citation: { ...cited, startLine: 2, endLine: 2 } });
  const gone = { kind: 'cited-place', path: 'vane.md', quote: 'Osric Vane died in Lorrimouth.' };
  assert.deepEqual(citationNow(cited, 'Osric Vane died in *Kelmouth*.'), { reason: gone });
  assert.deepEqual(citationNow(cited, undefined), { reason: { ...gone, isGone: true } });
});

test('all that an answer cites is replaced: in its text, in what is written out, in conflicts and in quotes', () => {
  const quote = { text: line, isCutBefore: false, isCutAfter: false, citation: cited };
  const written = { form: 'list' as const, blocks: [], sentences: [], conflicts: [], notStated: [], citations: [cited] };
  const trace = { ...emptyTrace, citations: [cited], written, conflicts: [{ text: 'They differ.', citations: [cited] }] };
  const moved = { ...cited, startLine: 7, endLine: 7 };
  const now = withCitations(trace, [quote], () => moved);
  assert.deepEqual(
    [now.trace.citations, now.trace.written?.citations, now.trace.conflicts?.[0]?.citations, now.quotes.map(({ citation }) => citation)],
    [[moved], [moved], [moved], [moved]],
  );
});
