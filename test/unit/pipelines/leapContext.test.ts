/** LeapQuery with the choices that are ours (pipelines.md 3.2 h to j). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leapQuery } from '../../../src/pipelines/leapQuery.ts';
import type { Gaps } from '../../../src/reasoning/prompts/leap.ts';
import { contextOf, question, run, type Script, subQuestions } from './leapPlay.ts';

/** A chain of three hops: each passage shares no word with the main question, so it scores low against it. */
const chain: Script = {
  generated: [['a?'], ['b?']],
  retrieval: { [question]: ['p1', 'p2'], 'a?': ['p3', 'p4'], 'b?': ['p5', 'p6'] },
  params: { k: 2 },
};
const chainScores: ReadonlyMap<string, number> = new Map([
  ...[0.9, 0.8, 0.3, 0.2, 0.1, 0].map((score, i) => [`${question} p${i + 1}`, score] as const),
  ['a? p3', 0.95],
  ['a? p4', 0.1],
  ['b? p5', 0.97],
  ['b? p6', 0.05],
]);
const scoreByQuery = (passageId: string, query: string): number => chainScores.get(`${query} ${passageId}`) ?? 0;

test('by the question alone, as published, what a gap query finds is thrown away; by the larger score it stays', async () => {
  const asPublished = await run(chain, { score: scoreByQuery });
  assert.deepEqual(contextOf(asPublished.trace), ['p1', 'p2']);
  assert.equal(asPublished.trace.totals.rerankPairs, 6);
  const { trace } = await run({ ...chain, params: { k: 2, contextScore: 'larger' } }, { score: scoreByQuery });
  assert.deepEqual(contextOf(trace), ['p5', 'p3']);
  assert.deepEqual(
    subQuestions(trace).map(({ status }) => status),
    ['supported', 'supported'],
  );
  assert.equal(trace.totals.rerankPairs, 10);
  assert.ok(trace.totals.rerankPairs <= leapQuery.bound({ ...chain.params, contextScore: 'larger' }).rerankPairs);
});

test('gold sub-questions: all are asked at once, without a generator or votes, and their passages are read', async () => {
  const given = ['b?', 'a?'];
  const { trace, reasoner } = await run(
    { ...chain, params: { k: 1, contextScore: 'larger', carry: true, subQuestions: 'gold' } },
    { score: scoreByQuery, subQuestions: given },
  );
  assert.deepEqual([trace.stopReason, subQuestions(trace).map(({ text }) => text)], ['gold_asked', given]);
  assert.deepEqual([reasoner.countOf('leap.gaps'), reasoner.countOf('leap.verify'), reasoner.countOf('leap.answer')], [0, 0, 1]);
  // The best, and what each sub-question found best.
  assert.deepEqual([...contextOf(trace)].sort(), ['p3', 'p5']);
  assert.equal(leapQuery.bound({ subQuestions: 'gold' }).llmCalls, 1);
});

test('what a sub-question found is shown for a round, and stays with its answer once that is read', async () => {
  const found = [[], [{ asked: 0, answer: 'Ilse', passage: 2 }], []];
  const told: Gaps[] = [];
  const { trace, reasoner } = await run(
    {
      ...chain,
      params: { k: 2, carry: true },
      play: {
        'leap.gaps': (input) => {
          told.push(input);
          const subQuestions = chain.generated[told.length - 1] ?? [];
          return { kind: 'generated', found: found[told.length - 1] ?? [], gaps: [], subQuestions };
        },
      },
    },
    { score: scoreByQuery },
  );
  assert.deepEqual(
    told.map(({ passages, asked }) => [passages.map(({ id }) => id), asked]),
    [
      [['p1', 'p2'], []],
      [['p1', 'p2', 'p3'], [{ question: 'a?', answer: null }]],
      [
        ['p1', 'p2', 'p3', 'p5'],
        [
          { question: 'a?', answer: 'Ilse' },
          { question: 'b?', answer: null },
        ],
      ],
    ],
  );
  // The last generation read nothing about "b?", so its passage is not kept.
  assert.deepEqual(contextOf(trace), ['p1', 'p2', 'p3']);
  const sub = trace.nodes.find(({ id }) => id === 'q1.1');
  assert.deepEqual([sub?.answer, sub?.cites, sub?.status], ['Ilse', ['p3'], 'supported']);
  const votes = reasoner.asked.filter(({ role }) => role === 'leap.verify').map(({ input }) => input);
  assert.deepEqual(votes.at(-1), { question, subQuestion: 'b?', known: [{ question: 'a?', answer: 'Ilse' }] });
});

test('a gap that remains with nothing left to ask is not the same as nothing missing', async () => {
  const { trace } = await run({
    ...chain,
    play: { 'leap.gaps': () => ({ kind: 'generated', found: [], gaps: ['the director'], subQuestions: [' '] }) },
  });
  assert.equal(trace.stopReason, 'gap_remains');
});
