import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pipelineOf } from '../../../support/allPipelines.ts';
import type { FollowUpOutput } from '../../../../src/reasoning/roles/selfAskRoles.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { ask, baselines, closedBook, refined, thought, twoHops } from './baselineScripts.ts';
import { assertAnyQuestion, assertStopsAnywhere, assertWellFormed, play, said, sameSentence, shapeOf } from '../../pipelines/play.ts';

test('traces have root, final and a node for each step', async () => {
  const shapes = Object.fromEntries(
    await Promise.all(baselines.map(async (id) => [id, shapeOf((await play(id, twoHops)).trace)] as const)),
  );
  const found = ['ilse', 'film'];
  assert.deepEqual(shapes, {
    direct: { nodes: ['root root answered', 'final final answered'], edges: ['root decomposes final'], evidence: {} },
    cot: {
      nodes: ['root root answered', 'final final answered', 't1 thought answered'],
      edges: ['root decomposes final', 't1 combines_into final', 'root decomposes t1'],
      evidence: {},
    },
    'cot-few-shot': {
      nodes: ['root root answered', 'final final answered', 't1 thought answered'],
      edges: ['root decomposes final', 't1 combines_into final', 'root decomposes t1'],
      evidence: {},
    },
    genread: {
      nodes: ['root root answered', 'g1 generated_doc answered', 'final final answered'],
      edges: ['root decomposes g1', 'root decomposes final', 'g1 combines_into final'],
      evidence: { final: ['generated:g1'] },
    },
    'retrieve-read': {
      nodes: ['root root answered', 'final final answered'],
      edges: ['root decomposes final'],
      evidence: { root: ['film', 'ilse'], final: ['film', 'ilse'] },
    },
    'retrieve-cot': {
      nodes: ['root root answered', 'final final answered'],
      edges: ['root decomposes final'],
      evidence: { root: ['film', 'ilse'], final: ['film', 'ilse'] },
    },
    'self-ask': {
      nodes: ['root root answered', 's1 sub_question answered', 's2 sub_question answered', 'final final answered'],
      edges: [
        'root decomposes s1',
        'root decomposes s2',
        's1 then s2',
        'root decomposes final',
        's1 combines_into final',
        's2 combines_into final',
      ],
      // The root has what a search for the whole question finds.
      evidence: { root: ['film', 'ilse'], s1: ['film'], s2: found },
    },
    ircot: {
      nodes: ['root root answered', 't1 thought answered', 't2 thought answered', 't3 thought answered', 'final final answered'],
      edges: [
        'root decomposes t1',
        'root decomposes t2',
        't1 then t2',
        'root decomposes t3',
        't2 then t3',
        'root decomposes final',
        't3 combines_into final',
      ],
      evidence: { root: ['film', 'ilse'], t1: ['film', 'ilse'], t2: ['ilse', 'film', 'town'], final: ['film', 'ilse', 'town'] },
    },
    refeed: {
      nodes: ['root root answered', 'd1 thought answered', 'd2 thought answered', 'final final answered'],
      edges: ['root decomposes d1', 'root decomposes d2', 'root decomposes final', 'd1 combines_into final', 'd2 combines_into final'],
      evidence: {
        root: ['film', 'ilse'],
        d1: ['film', 'ilse', 'town'],
        d2: ['film', 'ilse', 'museum'],
        final: ['film', 'ilse', 'town', 'museum'],
      },
    },
    'iter-retgen': {
      nodes: ['root root answered', 't1 thought answered', 't2 thought answered', 'final final answered'],
      edges: ['root decomposes t1', 'root decomposes t2', 't1 then t2', 'root decomposes final', 't2 combines_into final'],
      evidence: { root: ['film', 'ilse'], t1: ['film', 'ilse'], t2: ['film', 'ilse', 'town'], final: ['film', 'ilse', 'town'] },
    },
  });
});

for (const id of baselines) {
  test(`${id}: a model that always says the same still ends the run`, async () => {
    for (const text of ['The Salt Choir is a film.', 'I do not know.', '', '{}', '{"answer": 3}', 'So the answer is: 7']) {
      const { trace, bound } = await play(id, {}, { reasoner: sameSentence(text) });
      assert.equal(trace.status, 'ok', text);
      assert.ok(trace.totals.retrievals <= bound.retrievals);
    }
  });
}

const words = fc.constantFrom('film', 'Ilse Brandvik', 'Tarnholm harbor', 'So it is', 'museum', 'nothing here', '7 + 5 = 12');
const answer = fc.option(words);
const outputs: fc.Arbitrary<Script> = fc.record({
  direct: fc.array(fc.record({ answer })),
  cot: fc.array(fc.record({ reasoning: words, answer })),
  'genread.passage': fc.array(fc.record({ passage: answer })),
  read: fc.array(fc.record({ answer: answer, reasoning: words }).map((one) => said(one.answer, { reasoning: one.reasoning }))),
  'selfask.step': fc.array(
    fc.oneof(
      words.map(ask),
      answer.map((one): FollowUpOutput => ({ action: 'answer', answer: one })),
    ),
  ),
  'selfask.finish': fc.array(fc.record({ answer })),
  'ircot.next': fc.array(
    fc.oneof(
      words.map(thought),
      fc.constant(thought('')),
      answer.map((one) => ({ sentence: 'So.', answer: one })),
    ),
  ),
  'refeed.draft': fc.array(fc.record({ answer, meanLogprob: fc.option(fc.integer({ min: -3, max: 0 })) })),
  'refeed.read': fc.array(fc.tuple(answer, fc.option(fc.integer({ min: -3, max: 0 }))).map(([one, p]) => refined(one, p))),
});

/** Calls and retrievals by the formulas of pipelines.md 7 and 9, from what the trace says happened. */
const formulas: Readonly<
  Record<string, (run: Awaited<ReturnType<typeof play>>, params: Record<string, number>) => readonly [number, number]>
> = {
  direct: () => [1, 0],
  cot: () => [1, 0],
  'cot-few-shot': () => [1, 0],
  genread: () => [2, 0],
  'retrieve-read': (_run, { n = 5 }) => [1, n > 0 ? 1 : 0],
  'retrieve-cot': (_run, { n = 5 }) => [1, n > 0 ? 1 : 0],
  'self-ask': ({ trace, roles }) => {
    const F = trace.nodes.filter(({ kind }) => kind === 'sub_question').length;
    const steps = roles.filter((role) => role === 'selfask.step').length;
    return [F + steps + (roles.includes('selfask.finish') ? 1 : 0), F];
  },
  ircot: ({ trace }) => {
    const cot = trace.nodes.filter(({ kind }) => kind === 'thought').length;
    const isBlank = trace.stopReason === 'empty';
    return [cot + (isBlank ? 1 : 0) + 1, isBlank ? cot + 1 : cot];
  },
  refeed: ({ trace }, { A = 2 }) => [A + 1, trace.nodes.filter(({ kind }) => kind === 'thought').length],
  'iter-retgen': (_run, { T = 2 }) => [T, T],
};

test('whatever the model says: counts follow the formulas, no node stays open, paragraphs are unique', async () => {
  const settings = fc.record({
    n: fc.integer({ min: 1, max: 4 }),
    maxFollowUps: fc.integer({ min: 0, max: 3 }),
    K: fc.integer({ min: 1, max: 3 }),
    maxParas: fc.integer({ min: 1, max: 3 }),
    maxSteps: fc.integer({ min: 1, max: 4 }),
    A: fc.integer({ min: 1, max: 3 }),
    T: fc.integer({ min: 1, max: 3 }),
    shots: fc.integer({ min: 0, max: 4 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...baselines), outputs, settings, fc.boolean(), async (id, script, all, isUnknown) => {
      const known = pipelineOf(id).parameters.shape;
      const params = Object.fromEntries(Object.entries(all).filter(([name]) => name in known));
      const run = await play(id, script, { params, ...(isUnknown ? { question: 'Zzz?' } : {}) });
      const { trace, roles, bound } = run;
      assert.equal(trace.status, 'ok');
      assert.deepEqual([roles.length, trace.totals.retrievals], formulas[id]?.(run, params));
      assert.ok(roles.length <= bound.llmCalls && trace.totals.retrievals <= bound.retrievals);
      assertWellFormed(trace);
      if (closedBook.includes(id)) assert.equal(trace.totals.retrievals, 0);
      const read = trace.nodes.find((node) => node.id === 'final')?.evidence.length ?? 0;
      if (id === 'ircot') assert.ok(read <= all.maxParas);
      if (id === 'refeed') assert.ok(read <= all.n * all.A);
    }),
    { numRuns: 150 },
  );
});

for (const id of baselines) {
  test(`${id}: stopped at any call, the run ends as cancelled`, () => assertStopsAnywhere(id, twoHops));

  test(`${id}: a question of 10,000 words, or in another language, is asked like any other`, () => assertAnyQuestion(id, twoHops));
}
