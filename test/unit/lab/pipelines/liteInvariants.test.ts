import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { pipelineOf } from '../../../support/allPipelines.ts';
import type { Performed, ReasonerCall } from '../../../../src/reasoning/reasoner.ts';
import type { Role } from '../../../../src/reasoning/role.ts';
import type { Support } from '../../../../lab/pipelines/roles/liteTypes.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { assessed, final, lite, query, triple, twoHops } from './liteScripts.ts';
import {
  assertAnyQuestion,
  assertStopsAnywhere,
  assertWellFormed,
  play,
  said,
  sameSentence,
  SamplingReasoner,
  shapeOf,
} from '../../pipelines/play.ts';

type Run = Awaited<ReturnType<typeof play>>;
type Settings = Readonly<Record<string, number | undefined>>;

/** Calls and retrievals by the formulas of pipelines.md 8, from what the trace says happened. */
const formulas: Readonly<Record<string, (run: Run, settings: Settings) => readonly [number, number]>> = {
  'self-rag-lite': ({ trace }) => {
    const candidates = trace.nodes.filter(({ kind }) => kind === 'thought').length;
    return trace.stopReason === 'no_retrieval' ? [2, 0] : [1 + Math.max(1, candidates), 1];
  },
  'r2ag-lite': () => [1, 1],
  'gear-lite': ({ trace, roles }) => {
    const steps = trace.nodes.filter(({ kind }) => kind === 'sub_question');
    const empty = steps.filter(({ evidence }) => evidence.length === 0).length;
    const reasoned = roles.filter((role) => role === 'gear.reason').length;
    return [steps.length - empty + reasoned + 1, steps.length];
  },
  'efficientrag-lite': ({ trace, roles }, { chunksPerCall = 1 }) => {
    const turns = trace.nodes.filter(({ kind }) => kind === 'sub_question');
    const labeling = turns.reduce((sum, { evidence }) => sum + Math.ceil(evidence.length / chunksPerCall), 0);
    return [labeling + roles.filter((role) => role === 'efficientrag.next').length + 1, turns.length];
  },
  'auto-rag-lite': ({ trace, roles }) => {
    const searches = trace.nodes.filter(({ kind }) => kind === 'sub_question').length;
    const written = roles.filter((role) => role === 'genread.passage').length;
    return [searches + 1 + 2 * written, searches];
  },
};

const words = fc.constantFrom('film', 'Ilse Brandvik', 'Tarnholm harbor', 'The Salt Choir', 'museum', 'nothing here');
const answer = fc.option(words);
const support = fc.constantFrom<Support>('full', 'partial', 'none');
const usefulness = fc.integer({ min: 1, max: 5 });
const labels = fc.array(fc.record({ useful: fc.boolean(), spans: fc.array(words, { maxLength: 2 }) }), { maxLength: 4 });
const outputs: fc.Arbitrary<Script> = fc.record({
  direct: fc.array(fc.record({ answer })),
  read: fc.array(answer.map((one) => said(one))),
  'genread.passage': fc.array(fc.record({ passage: answer })),
  'selfrag.retrieve': fc.array(fc.record({ retrieve: fc.boolean() })),
  'selfrag.assess': fc.array(
    fc.tuple(answer, fc.record({ relevant: fc.boolean(), support, usefulness })).map(([one, more]) => assessed(one, more)),
  ),
  'r2ag.read': fc.array(answer.map((one) => said(one))),
  'gear.extract': fc.array(
    fc.record({
      triples: fc.array(
        fc.tuple(words, words, words, fc.option(fc.nat(4))).map(([head, relation, tail, passage]) => triple(head, relation, tail, passage)),
        { maxLength: 5 },
      ),
    }),
  ),
  'gear.reason': fc.array(fc.record({ sufficient: fc.boolean(), nextQuery: answer })),
  'gear.read': fc.array(answer.map((one) => said(one))),
  'efficientrag.label': fc.array(fc.record({ labels })),
  'efficientrag.next': fc.array(fc.record({ nextQuery: answer })),
  'autorag.turn': fc.array(
    fc.oneof(
      words.map(query),
      answer.map((one) => final(one, one === null ? [] : [0])),
    ),
  ),
});

test('whatever the model says: counts follow the formulas and the trace is well formed', async () => {
  const settings = fc.record({
    n: fc.integer({ min: 1, max: 4 }),
    steps: fc.integer({ min: 1, max: 4 }),
    beam: fc.integer({ min: 1, max: 4 }),
    chainLength: fc.integer({ min: 1, max: 3 }),
    maxTurns: fc.integer({ min: 1, max: 4 }),
    chunksPerCall: fc.integer({ min: 1, max: 3 }),
    maxGenerated: fc.integer({ min: 0, max: 2 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...lite), outputs, settings, fc.boolean(), async (id, script, all, isUnknown) => {
      const known = pipelineOf(id).parameters.shape;
      const params = Object.fromEntries(Object.entries(all).filter(([name]) => name in known));
      const run = await play(id, script, { params, ...(isUnknown ? { question: 'Zzz?' } : {}) });
      const { trace, roles, bound } = run;
      assert.equal(trace.status, 'ok');
      assert.deepEqual([roles.length, trace.totals.retrievals], formulas[id]?.(run, params));
      assert.ok(roles.length <= bound.llmCalls && trace.totals.retrievals <= bound.retrievals, JSON.stringify(bound));
      assertWellFormed(trace);
      const generated = trace.nodes.flatMap(({ cites = [] }) => cites.filter((passageId) => passageId.startsWith('generated:')));
      assert.deepEqual(generated, []);
    }),
    { numRuns: 150 },
  );
});

/** Answers after other calls that came later. */
class SlowReasoner extends SamplingReasoner {
  override async perform<I, O>(role: Role<I, O>, input: NoInfer<I>, call: ReasonerCall): Promise<Performed<O>> {
    const performed = await super.perform(role, input, call);
    for (let turns = 20 - this.asked.length; turns > 0; turns--) await Promise.resolve();
    return performed;
  }
}

for (const id of lite) {
  test(`${id}: the order in which calls end changes nothing`, async () => {
    const of = async (reasoner: SamplingReasoner) => {
      const { trace } = await play(id, {}, { reasoner });
      return { answer: trace.answer, ...shapeOf(trace) };
    };
    assert.deepEqual(await of(new SlowReasoner(twoHops)), await of(new SamplingReasoner(twoHops)));
  });

  test(`${id}: a model that always says the same still ends the run`, async () => {
    for (const text of [
      'The Salt Choir is a film.',
      'I do not know.',
      '',
      '{}',
      '{"answer": 3}',
      '{"retrieve": true, "action": "query", "query": "film"}',
    ]) {
      const { trace, bound } = await play(id, {}, { reasoner: sameSentence(text) });
      assert.equal(trace.status, 'ok', text);
      assert.ok(trace.totals.retrievals <= bound.retrievals);
      assertWellFormed(trace);
    }
  });

  test(`${id}: stopped at any call, the run ends as cancelled`, () => assertStopsAnywhere(id, twoHops));

  test(`${id}: a question of 10,000 words, or in another language, is asked like any other`, () => assertAnyQuestion(id, twoHops));
}
