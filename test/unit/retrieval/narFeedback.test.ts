/** The walk with uncertainty feedback: the invariants of pipelines.md 2.14 that concern it, and what waits for what (2.11). */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { NarTurn } from '../../../src/protocol/trace.ts';
import { neighborhoodAwareRetrieval, type NarInput, type NarResult } from '../../../src/retrieval/nar.ts';
import type { NarParameters } from '../../../src/retrieval/retrieval.ts';
import { rescaled, sigmoid } from '../../../src/retrieval/uncertainty.ts';

const corpus = Array.from({ length: 14 }, (_, i) => `d${i}`);
const passageId = fc.constantFrom(...corpus);
const world = fc.record({
  firstStage: fc.uniqueArray(fc.record({ passageId, score: fc.integer({ min: -4, max: 4 }) }), {
    selector: (one) => one.passageId,
    maxLength: 10,
  }),
  graph: fc.dictionary(passageId, fc.array(passageId, { maxLength: 6 })),
  scores: fc.record(Object.fromEntries(corpus.map((id) => [id, fc.option(fc.integer({ min: -4, max: 4 }), { freq: 9 })]))),
  sets: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 16, maxLength: 16 }),
  parameters: fc.record({ b: fc.integer({ min: 1, max: 5 }), c: fc.nat(16), k: fc.nat(5) }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;

interface Walk extends NarResult {
  readonly turns: readonly NarTurn[];
  readonly order: readonly string[];
}

/** @param setsOf the number of semantic sets of the n-th batch; without it there is no feedback */
async function walk(
  { firstStage, graph, scores, parameters }: World,
  setsOf?: (n: number) => number,
  transform: (x: number) => number = (x) => x,
  read?: number,
): Promise<Walk> {
  const turns: NarTurn[] = [];
  let n = 0;
  const rescore: NarInput['rescore'] = async (_ids, x, isNeeded) => {
    const s = setsOf?.(n++) ?? 1;
    if (!isNeeded) return { scores: x, asu: { answers: [], sets: [], s: 1, comparisons: 0, skipped: 'cannot_matter' } };
    return { scores: x.map((one) => rescaled(one, s)), asu: { answers: [], sets: [], s, comparisons: 0 } };
  };
  const result = await neighborhoodAwareRetrieval(
    {
      firstStage,
      neighbors: (id, k) => (graph[id] ?? []).slice(0, k),
      exists: () => true,
      score: async (ids) => ids.map((id) => scores[id] ?? null),
      transform,
      ...(setsOf ? { rescore } : {}),
      read,
      onTurn: (turn) => turns.push(turn),
    },
    parameters,
  );
  return { ...result, turns, order: turns.flatMap(({ batch }) => batch.map((one) => one.passageId)) };
}

const property = (name: string, check: (given: World) => Promise<void>): void => {
  test(name, () => fc.assert(fc.asyncProperty(world, check), { numRuns: 100 }));
};

property('2.14.1, 3, 5: batches, turns and sources are as without feedback', async (given) => {
  const { b, c, k } = given.parameters;
  const { turns, ranking, order } = await walk(given, (n) => given.sets[n] ?? 1);
  assert.ok(order.length <= c && new Set(order).size === order.length);
  assert.deepEqual([...order].sort(), ranking.map((one) => one.passageId).sort());
  const scored = new Set<string>();
  let before = -1;
  for (const { t, pool, batch } of turns) {
    assert.ok(t > before && batch.length >= 1 && batch.length <= b);
    assert.equal(pool, t % 2 === 0 ? 'initial' : 'frontier');
    for (const { passageId: id, via } of batch) {
      if (pool === 'initial') assert.equal(via, undefined);
      else assert.ok(via !== undefined && scored.has(via) && (given.graph[via] ?? []).slice(0, k).includes(id));
    }
    for (const one of batch) scored.add(one.passageId);
    before = t;
  }
});

property('2.14.6: with one set everywhere the result is that of the plain walk', async (given) => {
  const certain = await walk(given, () => 1);
  const plain = await walk(given);
  assert.deepEqual([certain.ranking, certain.order, certain.exhausted], [plain.ranking, plain.order, plain.exhausted]);
});

property('2.14.7: a strictly increasing map of all scores changes no order', async (given) => {
  const [plain, mapped] = [await walk(given), await walk(given, undefined, sigmoid)];
  assert.deepEqual([mapped.order, mapped.ranking.map((one) => one.passageId)], [plain.order, plain.ranking.map((one) => one.passageId)]);
});

property('2.14.8: feedback never raises a score and keeps the order of a batch; turns tell all three scores', async (given) => {
  const { turns, ranking } = await walk(
    given,
    (n) => given.sets[n] ?? 1,
    (x) => x / 2,
  );
  const final = new Map(ranking.map((one) => [one.passageId, one.score]));
  for (const { batch, asu } of turns) {
    for (const { passageId: id, raw, score, rescored } of batch) {
      assert.equal(raw, given.scores[id] ?? null);
      assert.equal(score, raw === null ? null : raw / 2);
      assert.equal(rescored, rescaled(score, asu?.s ?? NaN));
      assert.equal(final.get(id), rescored);
      assert.ok(rescored === null || rescored <= (score ?? NaN));
    }
  }
});

const chain = (parameters: NarParameters) => ({
  firstStage: [{ passageId: 'd0', score: 1 }],
  neighbors: (id: string) => [`d${Number(id.slice(1)) + 1}`],
  exists: () => true,
  parameters,
});

test('exploration waits for feedback', async () => {
  const { parameters, ...given } = chain({ b: 1, c: 4, k: 1 });
  const happened: string[] = [];
  await neighborhoodAwareRetrieval(
    {
      ...given,
      score: async ([id = '']) => {
        happened.push(`score ${id}`);
        return [1];
      },
      rescore: async ([id = ''], x) => {
        happened.push(`sample ${id}`);
        await new Promise((resolve) => setImmediate(resolve));
        happened.push(`sampled ${id}`);
        return { scores: x };
      },
    },
    parameters,
  );
  assert.deepEqual(
    happened,
    ['d0', 'd1', 'd2', 'd3'].flatMap((id) => [`score ${id}`, `sample ${id}`, `sampled ${id}`]),
  );
});

test('feedback is left out of the only batch, and of one that stays below what is read', async () => {
  const given = { graph: {}, sets: [], firstStage: corpus.slice(0, 6).map((id, i) => ({ passageId: id, score: -i })) };
  const skipped = async (scores: readonly number[], b: number, read: number): Promise<readonly boolean[]> => {
    const one = { ...given, scores: Object.fromEntries(corpus.map((id, i) => [id, scores[i] ?? null])), parameters: { b, c: 6, k: 1 } };
    const { turns } = await walk(one, (n) => n + 1, undefined, read);
    return turns.map(({ asu }) => asu?.skipped !== undefined);
  };
  assert.deepEqual(await skipped([9, 8, 7, 6, 5, 4], 6, 2), [true]);
  assert.deepEqual(await skipped([9, 8, 2, 1, 8, 1], 2, 2), [false, true, false]);
});
