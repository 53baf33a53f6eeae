import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { questionKey } from '../../../src/base/questionKey.ts';
import { leapQuery } from '../../../src/pipelines/leapQuery.ts';
import type { TraceNode } from '../../../src/protocol/trace.ts';
import { randomPause } from '../../support/randomPause.ts';
import { comparable, type ScriptedRun } from '../../support/scriptedRun.ts';
import { contextOf, published, question, run, type Script, subQuestions } from './leapPlay.ts';

const twoRounds: Script = {
  generated: [['a?', 'b?'], ['c?']],
  votes: { 'b?': [true, false, false] },
  retrieval: { [question]: ['p1', 'p2'], 'a?': ['p3', 'p1'], 'b?': ['p4'], 'c?': ['p5'] },
  scores: { p1: 0.1, p2: 0.2, p3: 0.9, p4: 0.8, p5: 0.7 },
  params: { k: 2 },
};

test('the trace has the shape of pipelines.md 3.7', async () => {
  const { trace } = await run(twoRounds);
  assert.deepEqual(
    {
      outcome: [trace.status, trace.answer, trace.stopReason, trace.flags],
      nodes: trace.nodes.map(({ id, kind, status, votes, evidence }) => ({
        id,
        kind,
        status,
        votes,
        evidence: evidence.map(({ passageId, score, used }) => `${passageId} ${score} ${used ? 'used' : ''}`.trim()),
      })),
      edges: trace.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`),
      iterations: trace.nodes[0]?.iterations,
    },
    {
      outcome: ['ok', 'p3', 'sufficient', []],
      nodes: [
        { id: 'root', kind: 'root', status: 'answered', votes: undefined, evidence: ['p1 1 used', 'p2 0.5 used'] },
        { id: 'q1.1', kind: 'sub_question', status: 'supported', votes: [true, true, true], evidence: ['p3 0.9 used', 'p1 0.1'] },
        { id: 'q1.2', kind: 'sub_question', status: 'rejected', votes: [true, false, false], evidence: [] },
        { id: 'q2.1', kind: 'sub_question', status: 'supported', votes: [true, true, true], evidence: ['p5 0.7 used'] },
        { id: 'final', kind: 'final', status: 'answered', votes: undefined, evidence: ['p3 0.9 used', 'p5 0.7 used'] },
      ],
      edges: [
        'root fills_gap_of q1.1',
        'root fills_gap_of q1.2',
        'root fills_gap_of q2.1',
        'root decomposes final',
        'q1.1 combines_into final',
        'q2.1 combines_into final',
      ],
      iterations: [
        { t: 0, gaps: [], newDocs: ['p1', 'p2'], context: ['p2', 'p1'] },
        { t: 1, gaps: ['gap 1'], newDocs: ['p3'], context: ['p3', 'p2'] },
        { t: 2, gaps: ['gap 2'], newDocs: ['p5'], context: ['p3', 'p5'] },
      ],
    },
  );
});

test('each generation gets the context as it is and every sub-question asked before, rejected ones too', async () => {
  const { told } = await run(twoRounds);
  assert.deepEqual(
    told.map(({ question: about, passages, asked }) => ({
      about,
      passages: passages.map(({ id }) => id),
      asked: asked.map((one) => one.question),
    })),
    [
      { about: question, passages: ['p2', 'p1'], asked: [] },
      { about: question, passages: ['p3', 'p2'], asked: ['a?', 'b?'] },
      { about: question, passages: ['p3', 'p5'], asked: ['a?', 'b?', 'c?'] },
    ],
  );
});

test('votes are taken at their own temperature, each a separate sample', async () => {
  const { reasoner } = await run({ ...twoRounds, generated: [['a?']], params: { V: 2 } });
  const votes = reasoner.asked
    .filter(({ role }) => role === 'leap.verify')
    .map(({ call: { node, sample, temperature } }) => ({ node, sample, temperature }));
  assert.deepEqual(votes, [
    { node: 'q1.1', sample: 0, temperature: 0.7 },
    { node: 'q1.1', sample: 1, temperature: 0.7 },
  ]);
});

const fails = (): never => {
  throw new Error('out of memory');
};
const troubles: readonly {
  readonly name: string;
  readonly script: Script;
  readonly more?: Partial<ScriptedRun>;
  readonly stop: string;
  readonly context: readonly string[];
  readonly flags?: readonly string[];
  readonly nodes?: Readonly<Record<string, string>>;
  readonly status?: string;
}[] = [
  {
    name: 'nothing found at first: the generator learns so and the loop recovers',
    script: { ...twoRounds, generated: [['a?']], retrieval: { 'a?': ['p3'] } },
    stop: 'sufficient',
    context: ['p3'],
    nodes: { root: 'answered empty_retrieval', 'q1.1': 'supported' },
  },
  {
    name: 'nothing found for a sub-question: counted and flagged; the loop goes on',
    script: { ...twoRounds, generated: [['z?'], ['c?']] },
    stop: 'sufficient',
    context: ['p5', 'p2'],
    nodes: { root: 'answered', 'q1.1': 'unsupported empty_retrieval', 'q2.1': 'supported' },
  },
  {
    name: 'no vote comes in: rejected',
    script: { ...twoRounds, generated: [['a?']], play: { 'leap.verify': undefined } },
    stop: 'all_rejected',
    context: ['p2', 'p1'],
    nodes: { root: 'answered', 'q1.1': 'rejected verify_failed' },
  },
  {
    name: 'no vote can be read: rejected',
    script: { ...twoRounds, generated: [['a?']], votes: { 'a?': [] } },
    stop: 'all_rejected',
    context: ['p2', 'p1'],
    nodes: { root: 'answered', 'q1.1': 'rejected' },
  },
  {
    name: 'an even number of votes in balance rejects',
    script: { ...twoRounds, generated: [['a?']], votes: { 'a?': [true, false] }, params: { V: 2 } },
    stop: 'all_rejected',
    context: ['p2', 'p1'],
  },
  {
    name: 'the reranker fails: retriever order within each search, searches in order',
    script: { ...twoRounds, params: { k: 5 } },
    more: { score: fails },
    stop: 'sufficient',
    context: ['p1', 'p2', 'p3', 'p5'],
    nodes: { root: 'answered rerank_failed rerank_failed rerank_failed', 'q1.1': 'supported', 'q1.2': 'rejected', 'q2.1': 'supported' },
    status: 'degraded',
  },
  {
    name: 'a passage without a score ranks last',
    script: { ...twoRounds, scores: { p2: 0.2, p3: Number.NaN, p5: -3 }, params: { k: 5 } },
    stop: 'sufficient',
    context: ['p2', 'p5', 'p1', 'p3'],
  },
  {
    name: 'the generation is not usable: not the same as sufficient',
    script: { ...twoRounds, play: { 'leap.gaps': () => ({ kind: 'failed' }) } },
    stop: 'generation_failed',
    context: ['p2', 'p1'],
  },
  {
    name: 'the generation fails for good',
    script: { ...twoRounds, play: { 'leap.gaps': undefined } },
    stop: 'generation_failed',
    context: ['p2', 'p1'],
    nodes: { root: 'answered call_failed:leap.gaps chat-server-error' },
    status: 'degraded',
  },
  {
    name: 'a reasoner that cannot plan reads what the question finds, and says that this is not the method',
    script: { ...twoRounds, options: { unserved: ['leap.gaps'] } },
    stop: 'generation_failed',
    context: ['p2', 'p1'],
    flags: ['role_unavailable:leap.gaps'],
  },
  {
    name: 'a reasoner that cannot sample decides with one vote',
    script: { ...twoRounds, options: { can: { sample: false } } },
    stop: 'sufficient',
    context: ['p3', 'p4'],
    nodes: { root: 'answered', 'q1.1': 'supported', 'q1.2': 'supported', 'q2.1': 'supported' },
  },
  {
    name: 'blanks, repeats and the question itself are not asked; the cap comes last',
    script: { ...twoRounds, generated: [[' ', 'MAIN', 'a?', 'A!', ' c? ', 'b?']], params: { maxSub: 2, k: 2 } },
    stop: 'sufficient',
    context: ['p3', 'p5'],
    nodes: { root: 'answered', 'q1.1': 'supported', 'q1.2': 'supported' },
  },
];

for (const { name, script, more, stop, context, flags = [], nodes, status = 'ok' } of troubles) {
  test(name, async () => {
    const { trace } = await run(script, more);
    const states = Object.fromEntries(
      trace.nodes.filter(({ kind }) => kind !== 'final').map(({ id, status: state, flags: marks }) => [id, [state, ...marks].join(' ')]),
    );
    assert.deepEqual(
      { stop: trace.stopReason, context: contextOf(trace), flags: trace.flags, status: trace.status, nodes: nodes && states },
      { stop, context, flags, status, nodes },
    );
  });
}

test('a sub-question that the user has changed is verified, searched and remembered in the new words', async () => {
  const { trace, told } = await run({ ...twoRounds, generated: [['b?'], ['a?', 'b?', 'c?']] }, { edits: { texts: { 'q1.1': 'a?' } } });
  assert.deepEqual(
    {
      asked: subQuestions(trace).map(({ text }) => text),
      told: told[1]?.asked.map((one) => one.question),
      queries: trace.retrievals.map(({ query }) => query),
    },
    { asked: ['a?', 'c?'], told: ['a?'], queries: [question, 'a?', 'c?'] },
  );
});

const names = ['a?', 'b?', 'c?', 'd?', 'A', 'b', 'main?', ' '] as const;
const ids = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'] as const;
const scripts: fc.Arbitrary<Script & { readonly params: Readonly<Record<'k' | 'l' | 'n0' | 'T' | 'V' | 'maxSub', number>> }> = fc.record({
  generated: fc.array(fc.array(fc.constantFrom(...names), { maxLength: 6 }), { maxLength: 5 }),
  votes: fc.dictionary(fc.constantFrom(...names), fc.array(fc.constantFrom(true, true, false, null), { maxLength: 5 })),
  retrieval: fc.dictionary(fc.constantFrom(...names), fc.uniqueArray(fc.constantFrom(...ids), { maxLength: 6 })),
  scores: fc.dictionary(fc.constantFrom(...ids), fc.option(fc.constantFrom(0, 0.25, 0.5, 0.75, 1))),
  params: fc.record({
    k: fc.integer({ min: 1, max: 4 }),
    l: fc.integer({ min: 1, max: 4 }),
    n0: fc.integer({ min: 1, max: 4 }),
    T: fc.integer({ min: 1, max: 4 }),
    V: fc.integer({ min: 1, max: 5 }),
    maxSub: fc.integer({ min: 1, max: 4 }),
  }),
});

test('the invariants of pipelines.md 3.9 and the costs of 3.5 hold for any script', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const { trace, reasoner } = await run(script);
      const { k, T, V, maxSub } = script.params;
      const scoreOf = (id: string): number => script.scores?.[id] ?? -Infinity;
      const subs = subQuestions(trace);
      const accepted = subs.filter(({ status }) => status !== 'rejected');
      const iterations = trace.nodes[0]?.iterations ?? [];
      const pool: string[] = [];
      let worstKept = -Infinity;
      for (const { newDocs, context } of iterations) {
        pool.push(...newDocs);
        const sorted = [...pool].sort((a, b) => (scoreOf(a) < scoreOf(b) ? 1 : scoreOf(a) > scoreOf(b) ? -1 : 0));
        assert.deepEqual(context, sorted.slice(0, k));
        const kth = context.length === k ? scoreOf(context.at(-1) ?? '') : -Infinity;
        assert.ok(kth >= worstKept);
        worstKept = kth;
      }
      assert.deepEqual(contextOf(trace), iterations.at(-1)?.context);
      const keys = [question, ...subs.map(({ text }) => text)].map(questionKey);
      assert.equal(new Set(keys).size, keys.length);
      const G = reasoner.countOf('leap.gaps');
      assert.ok(G <= T);
      if (trace.stopReason === 'sufficient') assert.ok((script.generated[G - 1] ?? []).every((sub) => sub.trim() === ''));
      if (V === 1) assert.ok(subs.every(({ votes, status }) => (votes?.[0] === true) === (status !== 'rejected')));
      assert.deepEqual(
        { calls: reasoner.asked.length, retrievals: trace.totals.retrievals, pairs: trace.totals.rerankPairs },
        { calls: G + V * subs.length + 1, retrievals: 1 + accepted.length, pairs: new Set(pool).size },
      );
      const bound = leapQuery.bound({ ...published, ...script.params });
      assert.ok(subs.length <= T * maxSub && reasoner.asked.length <= bound.llmCalls);
      assert.ok(trace.totals.retrievals <= bound.retrievals && trace.totals.rerankPairs <= bound.rerankPairs);
      assert.deepEqual({ status: trace.status, isOpen: trace.nodes.some(isOpen) }, { status: 'ok', isOpen: false });
    }),
    { numRuns: 150 },
  );
});

test('raising the score of a passage does not remove it from the final context', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.constantFrom(...ids), async (script, id) => {
      const before = contextOf((await run(script)).trace);
      const after = contextOf((await run({ ...script, scores: { ...script.scores, [id]: 2 } })).trace);
      assert.ok(!before.includes(id) || after.includes(id));
    }),
    { numRuns: 60 },
  );
});

test('who answers first changes nothing', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, fc.nat(), async (script, seed) => {
      const pause = randomPause(seed);
      const inOrder = await run(script);
      const inAnyOrder = await run({ ...script, options: { pause } }, { pause });
      assert.deepEqual(comparable(inAnyOrder.trace), comparable(inOrder.trace));
    }),
    { numRuns: 40 },
  );
});

test('with any budget the answer comes from what there is, and no node stays open', async () => {
  const { trace: whole } = await run(twoRounds);
  for (let budget = 0; budget <= 9; budget++) {
    const { trace, reasoner } = await run(twoRounds, { budget });
    const isSpent = trace.stopReason === 'budget_exhausted';
    assert.deepEqual(
      { finished: trace.finished, flags: trace.flags, isOpen: trace.nodes.some(isOpen), answers: reasoner.countOf('leap.answer') },
      { finished: true, flags: isSpent ? ['budget_exhausted'] : [], isOpen: false, answers: 1 },
      `budget ${budget}`,
    );
    if (budget === 0) assert.deepEqual(contextOf(trace), []);
    if (budget >= 9) assert.equal(trace.answer, whole.answer);
  }
});

test('stopped at any call, the run ends as cancelled and goes no further', async () => {
  let calls = 0;
  await run(twoRounds, { onCall: () => calls++ });
  for (let stopAt = 1; stopAt <= calls; stopAt++) {
    const stopping = new AbortController();
    let call = 0;
    const onCall = (): void => {
      if (++call === stopAt) stopping.abort();
    };
    const { trace } = await run(twoRounds, { onCall, signal: stopping.signal });
    assert.deepEqual(
      { status: trace.status, answer: trace.answer, isOpen: trace.nodes.some(isOpen) },
      { status: 'cancelled', answer: null, isOpen: false },
      `stopped at call ${stopAt}`,
    );
  }
});

function isOpen({ status }: TraceNode): boolean {
  return status === 'running' || status === 'pending';
}
