/** The invariants of pipelines.md 2.14 that hold for every input; single cases are in test/vectors. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { neighborhoodAwareRetrieval, type NarResult } from '../../../src/retrieval/nar.ts';
import type { NarParameters } from '../../../src/retrieval/retrieval.ts';
import type { NarTurn } from '../../../src/protocol/trace.ts';

interface World {
  readonly firstStage: readonly { readonly passageId: string; readonly score: number }[];
  /** Rows of the graph; may name the passage itself, repeat, and name passages that are not there. */
  readonly graph: Readonly<Record<string, readonly string[]>>;
  readonly scores: Readonly<Record<string, number | null>>;
  readonly parameters: NarParameters;
}

const corpus = Array.from({ length: 14 }, (_, i) => `d${i}`);
const passageId = fc.constantFrom(...corpus);
const score = fc.integer({ min: -4, max: 4 });
const world: fc.Arbitrary<World> = fc.record({
  firstStage: fc.uniqueArray(fc.record({ passageId, score }), { selector: (one) => one.passageId, maxLength: 10 }),
  graph: fc.dictionary(passageId, fc.array(fc.constantFrom(...corpus, 'gone'), { maxLength: 6 })),
  scores: fc.record(
    Object.fromEntries(corpus.map((id) => [id, fc.oneof({ weight: 9, arbitrary: score }, { weight: 1, arbitrary: fc.constant(null) })])),
  ),
  parameters: fc.record({ b: fc.integer({ min: 1, max: 5 }), c: fc.nat(16), k: fc.nat(5) }),
});

interface Walk extends NarResult {
  readonly turns: readonly NarTurn[];
  /** Passages in the order of scoring. */
  readonly scored: readonly string[];
}

async function walk(
  { firstStage, graph, scores, parameters }: World,
  scoreOf = (id: string) => scores[id] ?? null,
  scoresAhead = false,
): Promise<Walk> {
  const turns: NarTurn[] = [];
  const scored: string[] = [];
  const result = await neighborhoodAwareRetrieval(
    {
      firstStage,
      scoresAhead,
      neighbors: (id, k) => (graph[id] ?? []).slice(0, k),
      exists: (id) => corpus.includes(id),
      score: async (ids) => {
        scored.push(...ids);
        return ids.map(scoreOf);
      },
      onTurn: (turn) => turns.push(turn),
    },
    parameters,
  );
  return { ...result, turns, scored };
}

const holds = (name: string, check: (given: World, walked: Walk) => void | Promise<void>): void => {
  test(name, () =>
    fc.assert(
      fc.asyncProperty(world, async (given) => check(given, await walk(given))),
      { numRuns: 150 },
    ),
  );
};

holds(
  '2.14.1: no passage twice, at most c, batches of 1 to b that together are the order of scoring',
  ({ parameters: { b, c } }, { ranking, turns, scored }) => {
    const ids = ranking.map((one) => one.passageId);
    assert.deepEqual(new Set(ids).size, ids.length);
    assert.ok(ids.length <= c);
    assert.ok(turns.every(({ batch }) => batch.length >= 1 && batch.length <= b));
    assert.deepEqual(
      turns.flatMap(({ batch }) => batch.map((one) => one.passageId)),
      scored,
    );
    assert.deepEqual([...ids].sort(), [...scored].sort());
  },
);

holds(
  '2.14.2: with budget left over, everything reachable was scored and nothing else',
  ({ firstStage, graph, scores, parameters: { c, k } }, { ranking, exhausted }) => {
    assert.equal(exhausted, ranking.length < c);
    if (!exhausted) return;
    const reachable = new Set(firstStage.map((one) => one.passageId));
    // A passage without a score is not expanded (2.3).
    for (const id of reachable)
      if (scores[id] !== null) for (const next of (graph[id] ?? []).slice(0, k)) if (corpus.includes(next)) reachable.add(next);
    assert.deepEqual(ranking.map((one) => one.passageId).sort(), [...reachable].sort());
  },
);

holds('2.14.3: even turns take from the first stage, odd ones from the frontier; turns only go up', (_, { turns }) => {
  assert.ok(turns.every(({ t, pool }) => (t % 2 === 0) === (pool === 'initial')));
  assert.ok(turns.every(({ t }, i) => t > (turns[i - 1]?.t ?? -1)));
});

holds('a walk that scores the next batch of the first stage ahead takes the same turns', async (given, { scored, ...walked }) => {
  const { scored: early, ...other } = await walk(given, undefined, true);
  assert.deepEqual(other, walked);
  assert.deepEqual(early.toSorted(), scored.toSorted());
});

test('2.14.4: without neighbors the first stage is scored in its own order, up to c', () =>
  fc.assert(
    fc.asyncProperty(world, fc.boolean(), async (given, hasGraph) => {
      const { parameters, firstStage } = given;
      const { scored, turns } = await walk(hasGraph ? { ...given, parameters: { ...parameters, k: 0 } } : { ...given, graph: {} });
      const sorted = firstStage.map((one, i) => ({ ...one, i })).sort((a, b) => b.score - a.score || a.i - b.i);
      assert.deepEqual(
        scored,
        sorted.slice(0, parameters.c).map((one) => one.passageId),
      );
      assert.ok(turns.every(({ t }) => t % 2 === 0));
    }),
    { numRuns: 100 },
  ));

holds(
  '2.14.5: what came from the frontier names a passage scored earlier that has it among its first k',
  ({ graph, parameters: { k } }, { turns, ranking }) => {
    const before = new Set<string>();
    const via = new Map<string, string | undefined>();
    for (const { pool, batch } of turns) {
      for (const one of batch) {
        via.set(one.passageId, one.via);
        assert.equal(one.via !== undefined, pool === 'frontier');
        if (one.via !== undefined) assert.ok(before.has(one.via) && (graph[one.via] ?? []).slice(0, k).includes(one.passageId));
      }
      for (const one of batch) before.add(one.passageId);
    }
    assert.deepEqual(
      ranking.map((one) => one.via),
      ranking.map((one) => via.get(one.passageId)),
    );
  },
);

holds('2.14.7: a strictly increasing map of all scores changes no order', async (given, { ranking, scored }) => {
  const higher = await walk(given, (id) => {
    const raw = given.scores[id] ?? null;
    return raw === null ? null : Math.exp(raw) * 3 - 100;
  });
  assert.deepEqual(
    { scored: higher.scored, ranking: higher.ranking.map((one) => one.passageId) },
    { scored, ranking: ranking.map((one) => one.passageId) },
  );
});

holds('the ranking is by score, then the later turn, and missing scores are last', (_, { ranking }) => {
  ranking.forEach((one, i) => {
    const before = ranking[i - 1];
    if (!before) return;
    const [a, b] = [before.score ?? -Infinity, one.score ?? -Infinity];
    assert.ok(a > b || (a === b && before.t >= one.t), JSON.stringify([before, one]));
  });
});
