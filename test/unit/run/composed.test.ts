import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { composedOf } from '../../../src/run/composed.ts';
import { emptyTrace } from '../../../src/trace/fold.ts';

const asked = (order: number, text: string, answer: string | null): TraceNode => ({
  ...{ id: `s${order}`, kind: 'sub_question', text, parent: 'root', order, answer, cites: [`p${order}`] },
  ...{ status: 'answered', attempt: 0, depth: 1, evidence: [], calls: [], flags: [], startedAt: 0, endedAt: 0 },
});
const citation = (n: number, nodeId: string, passageId: string): Citation => ({
  ...{ n, nodeId, passageId, path: `${passageId}.md`, startLine: 1, endLine: 1 },
  ...{ quote: 'Words.', documentHash: 'hash', linesHash: 'hash' },
});
const trace = (...nodes: TraceNode[]): Trace => ({
  ...emptyTrace,
  question: 'When was the birthplace of its designer flooded?',
  nodes,
});

const first = asked(1, 'Who designed Quillan Gate?', 'Ruben Istad');
const second = asked(2, 'Where was Ruben Istad born?', 'Nether Coll');
const citations = [citation(1, 's1', 'p1'), citation(2, 's2', 'p2')];

test('each part of the sentence has the citations of its step', () => {
  assert.deepEqual(composedOf(trace(first, second), 'Nether Coll', citations), [
    { text: 'Quillan Gate was designed by Ruben Istad', cites: [1] },
    { text: ', who was born in Nether Coll', cites: [2] },
  ]);
});

test('a step whose quote is already cited has the number of that citation', () => {
  const same = { ...second, cites: ['p1'] };
  assert.deepEqual(
    composedOf(trace(first, same), 'Nether Coll', [citation(1, 's1', 'p1')])?.map(({ cites }) => cites),
    [[1], [1]],
  );
});

test('a comparison of the steps may be the answer, as its question names it', () => {
  assert.equal(composedOf(trace(first, second), 'yes', citations)?.length, 2);
  assert.equal(composedOf(trace(first, second), 'its designer', citations)?.length, 2);
});

test('there is no sentence without a citation for every step, for another answer, or where a step has none', () => {
  assert.equal(composedOf(trace(first, second), 'Nether Coll', [citation(1, 's1', 'p1')]), null);
  assert.equal(composedOf(trace(first, second), 'Hallan', citations), null);
  assert.equal(composedOf(trace(first, asked(2, 'Where was Ruben Istad born?', null)), 'Ruben Istad', citations), null);
  assert.equal(composedOf(trace(first, second), null, citations), null);
  assert.equal(composedOf(trace(first, { ...second, unconfirmed: 'from-memory' }), 'Nether Coll', citations), null);
});

test('steps that a later plan replaced are left out', () => {
  const replaced: TraceNode = { ...asked(3, 'Where is Ruben Istad?', null), status: 'superseded' };
  assert.deepEqual(
    composedOf(trace(first, second, replaced), 'Nether Coll', citations),
    composedOf(trace(first, second), 'Nether Coll', citations),
  );
});
