import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evidencePassages, rankedPassages, retrievedPassages } from '../../../../lab/evaluation/retrievalLists.ts';
import type { Evidence, Retrieval, Trace, TraceNode } from '../../../../src/protocol/trace.ts';
import { emptyTrace } from '../../../../src/trace/fold.ts';

function node(id: string, kind: TraceNode['kind'], ...evidence: readonly (string | Partial<Evidence>)[]): TraceNode {
  const times = { startedAt: 0, endedAt: 0 };
  const items = evidence.map((one, rank): Evidence => ({
    passageId: '',
    rank,
    score: null,
    used: true,
    source: 'initial',
    ...(typeof one === 'string' ? { passageId: one } : one),
  }));
  return {
    id,
    kind,
    text: id,
    parent: null,
    attempt: 0,
    depth: 0,
    order: 0,
    status: 'answered',
    calls: [],
    flags: [],
    evidence: items,
    ...times,
  };
}

function search(...passageIds: readonly string[]): Retrieval {
  return { id: '', node: '', query: '', method: '', results: passageIds.map((passageId, rank) => ({ passageId, score: 0, rank })), ms: 0 };
}

const trace: Trace = {
  ...emptyTrace,
  nodes: [
    node('root', 'root'),
    node('s1', 'sub_question', 'a', { passageId: 'x', used: false }),
    node('s2', 'sub_question', 'b', { passageId: 'g', source: 'generated' }),
    node('meta', 'meta', 'b', 'a'),
    node('final', 'final', 'c', 'a'),
  ],
  retrievals: [search('a', 'd'), search('b', 'a')],
};

test('each pipeline is measured on its own list, as metrics.md 5 has it', () => {
  const lists: readonly (readonly [string, readonly string[] | null])[] = [
    ['retrieve-read', ['b', 'a']],
    ['retrieve-cot', ['b', 'a']],
    ['iter-retgen', ['b', 'a']],
    ['leapquery', ['c', 'a']],
    ['bridge-rag', ['c', 'a']],
    // What was kept, not every result: d was dropped.
    ['ircot', ['c', 'a']],
    ['sunar', ['b', 'a']],
    ['sunar-nar', ['b', 'a']],
    ['self-ask', null],
    ['self-dc', null],
    ['drr-rag', null],
    ['direct', null],
    ['a pipeline of tomorrow', null],
  ];
  for (const [pipeline, list] of lists) assert.deepEqual(rankedPassages({ ...trace, pipeline }), list, pipeline);
});

test('a run that ended before its list has an empty one; without its last reasoner SUNAR has that of its steps', () => {
  const without = { ...trace, nodes: trace.nodes.filter(({ kind }) => kind === 'sub_question') };
  assert.deepEqual(rankedPassages({ ...without, pipeline: 'sunar' }), ['a', 'b']);
  assert.deepEqual(rankedPassages({ ...without, pipeline: 'ircot' }), ['a', 'd', 'b', 'a']);
  assert.deepEqual(rankedPassages({ ...emptyTrace, pipeline: 'retrieve-read' }), []);
  assert.deepEqual(rankedPassages({ ...emptyTrace, pipeline: 'leapquery' }), []);
});

test('all searches count together, for what searches at all; evidence is what was read and not made up', () => {
  assert.deepEqual(retrievedPassages({ ...trace, pipeline: 'self-dc' }), [
    ['a', 'd'],
    ['b', 'a'],
  ]);
  assert.equal(retrievedPassages({ ...trace, pipeline: 'genread' }), null);
  assert.deepEqual(evidencePassages(trace), [['a'], ['b'], ['b', 'a'], ['c', 'a']]);
});
