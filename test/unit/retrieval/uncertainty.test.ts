/**
 * Semantic sets and what they do to scores: the invariants of pipelines.md 2.14 and the edge cases of 2.4 and 2.5; single cases are in
 * test/vectors.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { EntailmentLabel } from '../../../src/models/models.ts';
import type { Equivalence } from '../../../src/retrieval/retrieval.ts';
import {
  areEquivalent,
  contradictoryPairs,
  effectiveTransform,
  rescaled,
  semanticSets,
  sigmoid,
  uncertaintyOf,
} from '../../../src/retrieval/uncertainty.ts';

const labels: readonly EntailmentLabel[] = ['entailment', 'neutral', 'contradiction'];
const answer = fc.option(fc.constantFrom('Oslo', ' Oslo', 'oslo', 'Bergen', 'Oslo, Norway', '1907'), { nil: null, freq: 6 });
/** A relation that need be neither symmetric nor transitive. */
const relation = fc.func(fc.constantFrom<EntailmentLabel>(...labels));
const mode = fc.constantFrom<Equivalence>('strict', 'lenient', 'no-contradiction');

test('2.14.9: sets are numbered by first use, at least one and at most as many as distinct answers, and a copy at the end changes nothing', () =>
  fc.assert(
    fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 10 }), relation, mode, async (answers, labelOf, equivalence) => {
      const isEquivalent = (a: string, b: string): Promise<boolean> =>
        areEquivalent(equivalence, (p, h) => Promise.resolve(labelOf(p, h)), a, b);
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

const modes: readonly { readonly there: EntailmentLabel | null; readonly back: EntailmentLabel | null; readonly holds: string }[] = [
  { there: 'entailment', back: 'entailment', holds: 'strict lenient no-contradiction' },
  { there: 'entailment', back: 'neutral', holds: 'lenient no-contradiction' },
  { there: 'neutral', back: 'entailment', holds: 'lenient no-contradiction' },
  { there: 'neutral', back: 'neutral', holds: 'no-contradiction' },
  { there: 'entailment', back: 'contradiction', holds: '' },
  { there: 'contradiction', back: 'entailment', holds: '' },
  { there: null, back: 'entailment', holds: '' },
  { there: 'entailment', back: null, holds: '' },
];

for (const { there, back, holds } of modes) {
  test(`${there} there and ${back} back are equivalent in: ${holds || 'no mode'}`, async () => {
    const found = [];
    for (const equivalence of ['strict', 'lenient', 'no-contradiction'] as const) {
      if (await areEquivalent(equivalence, async (premise) => (premise === 'a' ? there : back), 'a', 'b')) found.push(equivalence);
    }
    assert.equal(found.join(' '), holds);
  });
}

test('the second direction is not asked where the first decides', async () => {
  const asked: string[] = [];
  const said = (label: EntailmentLabel) => (premise: string) => {
    asked.push(premise);
    return Promise.resolve(label);
  };
  await areEquivalent('strict', said('neutral'), 'a', 'b');
  await areEquivalent('lenient', said('contradiction'), 'a', 'b');
  assert.deepEqual(asked, ['a', 'a']);
});

test('no answers are no sets, and the first answer opens one without being compared', async () => {
  const never = (): Promise<boolean> => Promise.reject(new Error('compared'));
  assert.deepEqual(await semanticSets([], never), { sets: [], s: 1, comparisons: 0 });
  assert.deepEqual(await semanticSets(['a', null, ' a '], never), { sets: [0, 1, 0], s: 2, comparisons: 0 });
});

test('contradictory pairs are counted once each, whichever direction contradicts', async () => {
  const contradicts = (a: string, b: string): boolean => (a === 'y' && b === 'x') || (a === 'x' && b === 'z') || (a === 'z' && b === 'x');
  const label = async (a: string, b: string): Promise<EntailmentLabel> => (contradicts(a, b) ? 'contradiction' : 'neutral');
  assert.equal(await contradictoryPairs(['x', 'y', 'z', 'x'], label), 2);
});

const feedback = { m: 4, equivalence: 'strict', divisor: 'sets', abstainPolicy: 'as-answer' } as const;
const sameText = async (a: string, b: string): Promise<EntailmentLabel> =>
  a.toLowerCase() === b.toLowerCase() ? 'entailment' : 'contradiction';

test('answers are compared as "question answer", each ordered pair once', async () => {
  const asked: string[] = [];
  const label = async (a: string, b: string): Promise<EntailmentLabel> => {
    asked.push(`${a} | ${b}`);
    return sameText(a, b);
  };
  const found = await uncertaintyOf(
    'Where?',
    { answers: ['Oslo', 'oslo', 'Bergen'], flags: [] },
    { ...feedback, divisor: 'contradiction-pairs', label },
  );
  assert.deepEqual(found, {
    facts: { answers: ['Oslo', 'oslo', 'Bergen'], sets: [0, 0, 1], s: 2, comparisons: 2, contradictoryPairs: 2 },
    divisor: 1,
    flags: [],
  });
  assert.deepEqual(asked, [
    'Where? Oslo | Where? oslo',
    'Where? oslo | Where? Oslo',
    'Where? Oslo | Where? Bergen',
    'Where? oslo | Where? Bergen',
  ]);
});

test('as in the public code, a consistent batch is doubled', async () => {
  const { divisor } = await uncertaintyOf(
    'Where?',
    { answers: ['a', 'a'], flags: [] },
    { ...feedback, divisor: 'contradiction-pairs', label: sameText },
  );
  assert.equal(rescaled(0.4, divisor), 0.8);
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

test('the transform that auto stands for depends on the scale and on feedback', () => {
  const found = (['auto', 'sigmoid', 'identity'] as const).map((asked) =>
    (['probability', 'logit'] as const).flatMap((scale) => [
      effectiveTransform(asked, scale, true),
      effectiveTransform(asked, scale, false),
    ]),
  );
  assert.deepEqual(found, [
    ['identity', 'identity', 'sigmoid', 'identity'],
    ['sigmoid', 'sigmoid', 'sigmoid', 'sigmoid'],
    ['identity', 'identity', 'identity', 'identity'],
  ]);
});
