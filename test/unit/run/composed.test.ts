import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Citation, Trace, TraceNode } from '../../../src/protocol/trace.ts';
import { composedOf } from '../../../src/run/composed.ts';

const asked = (order: number, text: string, answer: string | null): TraceNode =>
  ({ id: `s${order}`, kind: 'sub_question', text, order, answer, status: 'done', cites: [`p${order}`] }) as unknown as TraceNode;
const citation = (n: number, nodeId: string, passageId: string): Citation => ({ n, nodeId, passageId }) as unknown as Citation;
const trace = (...nodes: readonly TraceNode[]): Trace =>
  ({ question: 'When was the birthplace of its designer flooded?', nodes }) as unknown as Trace;

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

test('there is no sentence without a citation for every step, for another answer, or where a step has none', () => {
  assert.equal(composedOf(trace(first, second), 'Nether Coll', [citation(1, 's1', 'p1')]), null);
  assert.equal(composedOf(trace(first, second), 'Hallan', citations), null);
  assert.equal(composedOf(trace(first, asked(2, 'Where was Ruben Istad born?', null)), 'Ruben Istad', citations), null);
  assert.equal(composedOf(trace(first, second), null, citations), null);
  assert.equal(composedOf(trace(first, { ...second, unconfirmed: 'from-memory' }), 'Nether Coll', citations), null);
});

test('steps that a later plan replaced are left out', () => {
  const replaced = { ...asked(3, 'Where is Ruben Istad?', null), status: 'superseded' as const };
  assert.notEqual(composedOf(trace(first, second, replaced), 'Nether Coll', citations), null);
});
