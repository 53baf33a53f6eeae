import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hashOf } from '../../../src/base/hash.ts';
import { seededRandom } from '../../../src/base/seededRandom.ts';
import { fill } from '../../../src/pipelines/drr/placeholders.ts';
import { drrRag } from '../../../src/pipelines/drrRag.ts';
import type { TraceNode } from '../../../src/protocol/trace.ts';
import { type Fact, noEvidence, openNodes, question, runDrr, subQuestions, type World } from '../../support/drrWorld.ts';
import { comparable } from '../../support/scriptedRun.ts';

/** A plan without circles: each sub-question depends on some of those before it, whose numbers may be higher. */
const validPlan = fc
  .uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 7 })
  .chain((numbers) =>
    fc.tuple(
      ...numbers.map((number, i) =>
        fc.record({ number: fc.constant(number), word: fc.integer({ min: 0, max: 3 }), needs: fc.subarray(numbers.slice(0, i)) }),
      ),
    ),
  );
type AnyPlan = readonly { readonly number: number; readonly word: number; readonly needs: readonly number[] }[];
const brokenPlan: fc.Arbitrary<AnyPlan> = fc.constantFrom<AnyPlan>(
  [],
  [{ number: 1, word: 0, needs: [1] }],
  [
    { number: 1, word: 0, needs: [2] },
    { number: 2, word: 1, needs: [1] },
    { number: 3, word: 1, needs: [2] },
  ],
  [{ number: 4, word: 0, needs: [5] }],
);
interface AnyRun {
  readonly plans: readonly AnyPlan[];
  readonly maxRedecompose: number;
  readonly seed: number;
}
const anyRun: fc.Arbitrary<AnyRun> = fc.record({
  plans: fc.array(fc.oneof({ weight: 4, arbitrary: validPlan }, { weight: 1, arbitrary: brokenPlan }), { minLength: 1, maxLength: 4 }),
  maxRedecompose: fc.integer({ min: 0, max: 3 }),
  seed: fc.integer({ min: 0, max: 1e6 }),
});

function worldOf({ plans, maxRedecompose, seed }: AnyRun, relabel: (number: number) => number = (number) => number): World {
  const written = plans.map((plan) =>
    Object.fromEntries(
      plan.map(({ number, word, needs }) => [
        String(relabel(number)),
        [`Word ${word}`, ...needs.map((other) => `{sub_question_${relabel(other)}_answer}`)].join(' of '),
      ]),
    ),
  );
  return { plans: written, facts: (text) => fateOf(text, seed), params: { maxRedecompose } };
}

/** What becomes of a text depends on the text alone. */
function fateOf(text: string, seed: number): Fact | undefined {
  const drawn = Number.parseInt(hashOf([text, String(seed)], 8), 16);
  const answer = `A${drawn.toString(36)}`;
  const fates: readonly (Fact | undefined)[] = [
    undefined,
    { ...noEvidence, answer },
    { answer: null },
    { answer: 'wrong', refined: { verdict: 'wrong', correctAnswer: answer } },
    { answer, refined: { evidence: null, verdict: 'unchecked' } },
    { answer, docs: ['d2', 'd1'] },
  ];
  return drawn % 3 > 0 ? { answer } : fates[Math.floor(drawn / 3) % fates.length];
}

test('drr-rag: the invariants of pipelines.md 5.10 hold for any plans', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, async (any) => {
      const { trace, asked, countOf } = await runDrr(worldOf(any));
      const nodes = subQuestions(trace);
      const byId = new Map(nodes.map((node) => [node.id, node]));
      assert.equal(trace.status, 'ok');
      assert.deepEqual(openNodes(trace), []);
      assert.equal(countOf('drr.integrate'), 1);
      assert.ok(countOf('drr.decompose') <= any.maxRedecompose + 1);

      const dependencies = trace.edges.filter(({ kind }) => kind === 'depends_on');
      for (const { from, to } of dependencies) {
        const [before, after] = [byId.get(from), byId.get(to)];
        assert.ok(before && after && before.order < after.order && (before.level ?? 0) < (after.level ?? 0));
        if (after.resolvedText !== undefined) assert.ok(after.startedAt >= before.endedAt, `${to} waits for ${from}`);
      }

      for (const { id, attempt, text, resolvedText } of nodes.filter((node) => node.resolvedText !== undefined)) {
        const needed = dependencies.filter(({ to }) => to === id).flatMap(({ from }) => byId.get(from) ?? []);
        const values = needed.map(
          (node) => [node.id.slice(`${attempt}.`.length), node.answer ?? `the answer to "${node.resolvedText}"`] as const,
        );
        const isFallback = text === question;
        assert.equal(resolvedText, isFallback ? question : fill(text, new Map(values)));
      }
      const reads = asked
        .filter(({ role }) => role === 'drr.answer')
        .map(({ input, call }) => [call.node, (input as { question: string }).question]);
      assert.ok(reads.every(([node = '', text]) => byId.get(node)?.resolvedText === text));

      const solved = trace.retrievals.map(({ node, query }) => ({ query, node: byId.get(node) }));
      for (const [i, { query, node }] of solved.entries()) {
        for (const earlier of solved.slice(0, i).filter((one) => one.query === query)) {
          const hasFailed = earlier.node?.flags.some((flag) => /no_evidence|empty_retrieval|refine_failed/.test(flag));
          assert.ok(hasFailed, `${query} is searched for again`);
          assert.ok(earlier.node?.attempt !== node?.attempt || earlier.node?.level !== node?.level);
        }
      }
      const E = solved.length;
      const isSolved = ({ id, resolvedText, flags }: TraceNode): boolean =>
        resolvedText !== undefined && !flags.includes('unresolved_placeholder') && solved.some(({ node }) => node?.id === id);
      assert.equal(nodes.filter(isSolved).length, E);
      const E0 = trace.retrievals.filter(({ results }) => results.length === 0).length;
      assert.equal(asked.length, 1 + countOf('drr.decompose') + 2 * (E - E0) + 1);
      const bound = drrRag.bound({ maxRedecompose: any.maxRedecompose });
      assert.ok(asked.length <= bound.llmCalls && E <= bound.retrievals);

      const failures = nodes.filter(({ flags }) => flags.some((flag) => /no_evidence|empty_retrieval|unresolved_placeholder/.test(flag)));
      for (const { attempt, level = 0 } of failures.filter((failed) => failed.attempt < any.maxRedecompose)) {
        const after = nodes.filter((node) => node.attempt === attempt && (node.level ?? 0) > level);
        assert.ok(
          after.every(({ resolvedText }) => resolvedText === undefined),
          `attempt ${attempt} ends with level ${level}`,
        );
      }

      for (const { attempt, plan } of trace.nodes) {
        const isGivenUp =
          plan?.error?.code === 'empty_plan' && trace.nodes.some((one) => one.plan && !one.plan.error && one.attempt < attempt);
        const isLast = attempt === any.maxRedecompose && !isGivenUp;
        if (plan?.error)
          assert.deepEqual(
            nodes.filter((node) => node.attempt === attempt).map(({ text }) => text),
            isLast ? [question] : [],
          );
      }
    }),
    { numRuns: 150 },
  );
});

test('drr-rag: whichever call ends first, the run is the same', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, fc.integer(), async (any, seed) => {
      const inOrder = await runDrr(worldOf(any));
      const shuffled = await runDrr({ ...worldOf(any), run: { pause: shuffledPauses(seed) } });
      assert.deepEqual(comparable(shuffled.trace), comparable(inOrder.trace));
      assert.equal(shuffled.asked.length, inOrder.asked.length);
    }),
    { numRuns: 60 },
  );
});

test('drr-rag: other numbers for the sub-questions change neither answer nor counts', async () => {
  await fc.assert(
    fc.asyncProperty(anyRun, fc.shuffledSubarray([...Array(100).keys()], { minLength: 100, maxLength: 100 }), async (any, numbers) => {
      const told = async (relabel?: (number: number) => number): Promise<object> => {
        const { trace, asked } = await runDrr(worldOf(any, relabel));
        return { answer: trace.answer, totals: trace.totals, asked: asked.map(({ role }) => role).sort() };
      };
      assert.deepEqual(await told((number) => (numbers[number] ?? 0) + 1), await told());
    }),
    { numRuns: 100 },
  );
});

/** Lets go, each time, one of those who wait. */
function shuffledPauses(seed: number): () => Promise<void> {
  const random = seededRandom(seed);
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      setImmediate(() => waiting.splice(Math.floor(random() * waiting.length), 1)[0]?.());
    });
}
