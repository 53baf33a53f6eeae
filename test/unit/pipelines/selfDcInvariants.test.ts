import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { questionKey } from '../../../src/base/questionKey.ts';
import { selfDc } from '../../../src/pipelines/selfDc.ts';
import { branchOf } from '../../../src/pipelines/selfDc.ts';
import type { TraceNode } from '../../../src/protocol/trace.ts';
import { randomPause } from '../../support/randomPause.ts';
import { comparable } from '../../support/scriptedRun.ts';
import { question, questionsOf, run, twoParts } from './selfDcScript.ts';

const names = ['a?', 'b?', 'c?', 'd?', 'e?', 'A', ' ', 'f?'] as const;
const byName = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<Record<string, T>> =>
  fc.record(Object.fromEntries(names.map((name) => [name, values])));
const scripts = fc.record({
  question: fc.constant('a?'),
  confidence: byName(fc.option(fc.constantFrom(0, 0.4, 0.5, 0.6, 0.6, 0.6, 0.7, 1))),
  decompose: byName(fc.array(fc.constantFrom(...names), { maxLength: 5 })),
  params: fc.record({
    alpha: fc.constantFrom(0.05, 0.3, 0.5, 0.6, 0.95),
    beta: fc.constantFrom(0, 0.1, 0.3, 0.5),
    tau: fc.integer({ min: 1, max: 4 }),
    maxSubQuestions: fc.integer({ min: 2, max: 4 }),
  }),
});

test('the invariants of pipelines.md 4.11 and the costs of 4.7 hold for any script', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      const { trace, reasoner, roles } = await run(script);
      const { beta, tau } = script.params;
      const nodes = questionsOf(trace);
      const childrenOf = (id: string): readonly TraceNode[] => nodes.filter(({ parent }) => parent === id);
      const count = (branch: string): number => nodes.filter((node) => node.branch === branch).length;
      const [N, I, g, r] = [nodes.length, count('decompose'), count('generate'), count('retrieve')];
      const D = roles.filter((role) => role === 'decompose').length;
      const pruned = nodes.filter(({ branchReason }) => /_subquestions?$/.test(branchReason ?? '')).length;
      assert.deepEqual(
        { retrievals: trace.totals.retrievals, N, D, calls: reasoner.asked.length },
        { retrievals: r, N: I + g + r, D: I + pruned, calls: N + D + I + 2 * g + r },
      );
      const bound = selfDc.bound({ ...script.params, method: 'verb' });
      assert.ok(reasoner.asked.length <= bound.llmCalls && r <= bound.retrievals);
      for (const { id, depth, branch, confidence, text, parent } of nodes) {
        assert.ok(depth <= tau);
        assert.equal(branch === 'decompose', childrenOf(id).length > 0);
        if (branch === 'decompose') assert.ok(depth < tau && childrenOf(id).length >= 2);
        if (confidence?.value === null) assert.equal(branch, 'retrieve');
        const above: string[] = [];
        for (let up = parent; up !== null; up = nodes.find((node) => node.id === up)?.parent ?? null) {
          above.push(nodes.find((node) => node.id === up)?.text ?? '');
        }
        const siblings = nodes.filter((node) => node.parent === parent && node.id !== id).map((node) => node.text);
        assert.ok(![...above, ...siblings].map(questionKey).includes(questionKey(text)));
      }
      if (beta === 0 || tau === 1) assert.equal(N, 1);
      assert.deepEqual({ status: trace.status, isOpen: trace.nodes.some(isOpen) }, { status: 'ok', isOpen: false });
      assert.equal(new Set(trace.nodes.map(({ order }) => order)).size, trace.nodes.length);
    }),
    { numRuns: 150 },
  );
});

test('with β fixed, raising α moves no confidence from retrieve to decompose or from decompose to generate', () => {
  const unit = fc.double({ min: 0, max: 1, noNaN: true });
  const rank = { retrieve: 0, decompose: 1, generate: 2 };
  fc.assert(
    fc.property(unit, unit, unit, fc.double({ min: 0, max: 0.5, noNaN: true }), (c, one, other, beta) => {
      const [lower, higher] = [Math.min(one, other), Math.max(one, other)];
      assert.ok(rank[branchOf(c, { alpha: higher, beta })] <= rank[branchOf(c, { alpha: lower, beta })]);
    }),
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

test('siblings are answered at once', async () => {
  let atOnce = 0;
  let most = 0;
  const pause = async (): Promise<void> => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setImmediate(resolve));
    atOnce--;
  };
  await run({ ...twoParts, decompose: { [question]: ['a?', 'b?', 'c?', 'd?'] }, options: { pause } });
  assert.equal(most, 4);
});

test('with any budget the answer comes from what there is, and no node stays open', async () => {
  for (let budget = 0; budget <= 9; budget++) {
    const { trace, roles } = await run(twoParts, { budget });
    const isSpent = trace.flags.includes('budget_exhausted');
    assert.deepEqual(
      { finished: trace.finished, isOpen: trace.nodes.some(isOpen), last: roles.at(-1), isSpent },
      { finished: true, isOpen: false, last: budget < 2 ? 'read' : 'combine', isSpent: budget < 8 },
      `budget ${budget}`,
    );
  }
});

test('stopped at any call, the run ends as cancelled and goes no further', async () => {
  let calls = 0;
  await run(twoParts, { onCall: () => calls++ });
  for (let stopAt = 1; stopAt <= calls; stopAt++) {
    const stopping = new AbortController();
    let call = 0;
    const onCall = (): void => {
      if (++call === stopAt) stopping.abort();
    };
    const { trace } = await run(twoParts, { onCall, signal: stopping.signal });
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
