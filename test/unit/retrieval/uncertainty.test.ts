/**
 * Semantic sets and what they do to scores: the invariants of pipelines.md 2.14 and the edge cases of 2.4 and 2.5; single cases are in
 * test/vectors.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EntailmentLabel } from '../../../src/models/models.ts';
import { areEquivalent, rescaled, semanticSets, sigmoid, transformFor, uncertaintyOf } from '../../../src/retrieval/uncertainty.ts';

const labels: readonly EntailmentLabel[] = ['entailment', 'neutral', 'contradiction'];
const answer = fc.option(fc.constantFrom('Oslo', ' Oslo', 'oslo', 'Bergen', 'Oslo, Norway', '1907'), { nil: null, freq: 6 });
/** A relation that need be neither symmetric nor transitive. */
const relation = fc.func(fc.constantFrom<EntailmentLabel>(...labels));

test('2.14.9: sets are numbered by first use, at least one and at most as many as distinct answers, and a copy at the end changes nothing', () =>
  fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 10 }), relation, async (answers, labelOf) => {
      const isEquivalent = (a: string, b: string): Promise<boolean> => areEquivalent((p, h) => Promise.resolve(labelOf(p, h)), a, b);
      const { sets, s, comparisons } = await semanticSets(answers, isEquivalent);
      const distinct = new Set(answers.map((one) => one?.trim() ?? null));
      assert.equal(sets[0], 0);
      assert.deepEqual(
        [...new Set(sets)],
        Array.from({ length: s }, (_, i) => i),
      );
      assert.ok(s >= 1 && s <= distinct.size);
      const compared = [...distinct].filter((one) => one !== null).length;
      assert.ok(comparisons <= (compared * (compared - 1)) / 2);
      for (const copy of answers) assert.equal((await semanticSets([...answers, copy], isEquivalent)).s, s);
    }),
  ));

test('two answers are equivalent where each entails the other', async () => {
  const kinds = ['entailment', 'neutral', 'contradiction', null] as const;
  for (const there of kinds)
    for (const back of kinds) {
      const isOne = await areEquivalent(async (premise) => (premise === 'a' ? there : back), 'a', 'b');
      assert.equal(isOne, there === 'entailment' && back === 'entailment', `${there} ${back}`);
    }
});

test('the second direction is not asked where the first decides', async () => {
  const asked: string[] = [];
  const said = (label: EntailmentLabel) => (premise: string) => {
    asked.push(premise);
    return Promise.resolve(label);
  };
  await areEquivalent(said('neutral'), 'a', 'b');
  assert.deepEqual(asked, ['a']);
});

test('no answers are no sets, and the first answer opens one without being compared', async () => {
  const never = (): Promise<boolean> => Promise.reject(new Error('compared'));
  assert.deepEqual(await semanticSets([], never), { sets: [], s: 1, comparisons: 0 });
  assert.deepEqual(await semanticSets(['a', null, ' a '], never), { sets: [0, 1, 0], s: 2, comparisons: 0 });
});

const feedback = { m: 4, abstainPolicy: 'as-answer' } as const;
const sameText = async (a: string, b: string): Promise<EntailmentLabel> =>
  a.toLowerCase() === b.toLowerCase() ? 'entailment' : 'contradiction';

test('answers are compared as "question answer", each ordered pair once', async () => {
  const asked: string[] = [];
  const label = async (a: string, b: string): Promise<EntailmentLabel> => {
    asked.push(`${a} | ${b}`);
    return sameText(a, b);
  };
  const found = await uncertaintyOf('Where?', { answers: ['Oslo', 'oslo', 'Bergen'], flags: [] }, { ...feedback, label });
  assert.deepEqual(found, {
    facts: { answers: ['Oslo', 'oslo', 'Bergen'], sets: [0, 0, 1], s: 2, comparisons: 2 },
    divisor: 2,
    flags: [],
  });
  assert.deepEqual(asked, ['Where? Oslo | Where? oslo', 'Where? oslo | Where? Oslo', 'Where? Oslo | Where? Bergen']);
});

test('all samples abstain: certain as an answer would be, or as uncertain as can be; flagged either way', async () => {
  const sampled = { answers: [null, null, null], flags: ['dropped:1'] };
  const found = await Promise.all(
    (['as-answer', 'max-uncertainty'] as const).map((abstainPolicy) =>
      uncertaintyOf('q', sampled, { ...feedback, abstainPolicy, label: sameText }),
    ),
  );
  assert.deepEqual(
    found.map(({ facts, divisor, flags }) => [facts.s, facts.sets, divisor, flags]),
    [
      [1, [0, 0, 0], 1, ['dropped:1', 'all_abstained']],
      [4, [0, 0, 0], 4, ['dropped:1', 'all_abstained']],
    ],
  );
});

test('no usable sample: the batch keeps its scores', async () => {
  const found = await uncertaintyOf('q', { answers: [], flags: ['call_failed:sunar.asu'] }, { ...feedback, label: sameText });
  assert.deepEqual(found, {
    facts: { answers: [], sets: [], s: 1, comparisons: 0, skipped: 'no_samples' },
    divisor: 1,
    flags: ['call_failed:sunar.asu'],
  });
});

test('a pair without a label is not equivalent, and is flagged once', async () => {
  const found = await uncertaintyOf('q', { answers: ['a', 'b', 'c'], flags: [] }, { ...feedback, label: async () => null });
  assert.deepEqual([found.facts.s, found.flags], [3, ['nli_failed']]);
});

test('2.14.8: lowering never raises a score and keeps the order of a batch', () =>
  fc.assert(
    fc.property(
      fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 20 }),
      (scores, s) => {
        const after = scores.map((x) => rescaled(x, s) ?? NaN);
        after.forEach((x, i) => {
          assert.ok(x <= (scores[i] ?? NaN));
          after.forEach((y, j) => assert.ok((scores[i] ?? 0) > (scores[j] ?? 0) || x <= y));
        });
      },
    ),
  ));

test('the sigmoid does not overflow and keeps the order', () => {
  const at = [-Infinity, -1000, -2, 0, 2, 1000, Infinity].map(sigmoid);
  assert.deepEqual([at[0], at[1], at[3], at[5], at[6]], [0, 0, 0.5, 1, 1]);
  assert.ok(Math.abs((at[2] ?? 0) + (at[4] ?? 0) - 1) < 1e-15);
});

test('logits go through the sigmoid where feedback lowers them', () => {
  const found = (['probability', 'logit'] as const).flatMap((scale) => [transformFor(scale, true), transformFor(scale, false)]);
  assert.deepEqual(found, ['identity', 'identity', 'sigmoid', 'identity']);
});
