/**
 * SUNAR with uncertainty feedback: what pipelines.md 2.1 to 2.9 say of whole runs. The walk and the sets alone are tested in
 * test/unit/retrieval.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import type { Reranker } from '../../../src/models/models.ts';
import { parseParameters, pipelineById } from '../../../src/pipelines/registry.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import type { BatchInput, StepInput } from '../../../src/reasoning/roles/sunarRoles.ts';
import type { MemoryRun } from '../../support/memoryRun.ts';
import { caseless, flagsOf, hops, type Play, reranker, run, turnsOf, wide } from './sunarPlay.ts';

test('each batch is answered m times from its passages, and ranked by how many answers there are', async () => {
  const { trace, samples } = await run(
    {
      sample: ({ passages }, sample) => ({
        answer: passages.some(({ id }) => id === 'film') ? 'Ilse' : (['Ilse', 'ILSE', 'Ada'][sample] ?? null),
      }),
    },
    { maxSteps: 1, b: 1, c: 3 },
    { entailment: caseless, reranker: reranker((id) => ({ film: 0.8, ilse: 0.6, town: 0.4, museum: 0.2 })[id] ?? null) },
  );
  assert.deepEqual(
    turnsOf(trace).map(({ t, batch, asu }) => ({
      t,
      batch: batch.map(({ passageId, score, rescored }) => [passageId, score, rescored]),
      asu,
    })),
    [
      { t: 0, batch: [['film', 0.8, 0.8]], asu: { answers: ['Ilse', 'Ilse', 'Ilse'], sets: [0, 0, 0], s: 1, comparisons: 0 } },
      { t: 1, batch: [['ilse', 0.6, 0.3]], asu: { answers: ['Ilse', 'ILSE', 'Ada'], sets: [0, 0, 1], s: 2, comparisons: 2 } },
      { t: 3, batch: [['museum', 0.2, 0.1]], asu: { answers: ['Ilse', 'ILSE', 'Ada'], sets: [0, 0, 1], s: 2, comparisons: 2 } },
    ],
  );
  assert.deepEqual(
    samples.map(({ input, call }) => [(input as BatchInput).passages.map(({ id }) => id).join(), call.sample, call.temperature]),
    ['film', 'ilse', 'museum'].flatMap((id) => [0, 1, 2].map((sample) => [id, sample, 0.3])),
  );
  // Ilse: ILSE both ways, Ada one way; and so for both uncertain batches.
  assert.equal(trace.totals.nliPairs, 6);
});

test('a reasoner that cannot sample: the run is SUNAR-NAR and says so', async () => {
  const { trace, samples } = await run({ canSample: false });
  const plain = await run({}, {}, { pipeline: pipelineById('sunar-nar') });
  assert.deepEqual(
    { flags: trace.flags, samples: samples.length, skipped: turnsOf(trace).map(({ asu }) => asu?.skipped) },
    { flags: ['role_unavailable:sunar.asu'], samples: 0, skipped: turnsOf(trace).map(() => 'no_sampling') },
  );
  const rankings = (one: Trace) => one.nodes.map(({ nar }) => nar?.ranking);
  assert.deepEqual(rankings(trace), rankings(plain.trace));
});

const effective: readonly {
  readonly params: Readonly<Record<string, unknown>>;
  readonly scale: Reranker['scale'];
  readonly transform: 'identity' | 'sigmoid';
}[] = [
  { params: {}, scale: 'probability', transform: 'identity' },
  { params: {}, scale: 'logit', transform: 'sigmoid' },
  { params: { asu: false }, scale: 'logit', transform: 'identity' },
];

for (const { params, scale, transform } of effective) {
  test(`the trace names the effective transform: ${JSON.stringify(params)} over a ${scale}`, async () => {
    const { trace } = await run({}, params, { reranker: reranker(() => -1, scale) });
    const nar = trace.nodes.find(({ id }) => id === 's1')?.nar;
    assert.equal(nar?.scoreTransform, transform);
    const [first] = nar?.turns[0]?.batch ?? [];
    assert.deepEqual([first?.raw, first?.score], [-1, transform === 'sigmoid' ? Math.exp(-1) / (1 + Math.exp(-1)) : -1]);
  });
}

const warnings: readonly { readonly params: Readonly<Record<string, unknown>>; readonly flags: readonly string[] }[] = [
  { params: { m: 1 }, flags: ['asu_no_op'] },
  { params: { m: 1, asu: false }, flags: [] },
  { params: {}, flags: [] },
];

for (const { params, flags } of warnings) {
  test(`parameters ${JSON.stringify(params)} warn: ${flags.join() || 'nothing'}`, async () => {
    assert.deepEqual((await run({}, params)).trace.flags, flags);
  });
}

const refused: readonly Readonly<Record<string, unknown>>[] = [{ m: 0 }, { abstainPolicy: 'drop' }, { asu: 'yes' }];

for (const params of refused) {
  test(`sunar refuses ${JSON.stringify(params)}, and sunar-nar knows no feedback`, () => {
    const isRefusal = (error: unknown): boolean =>
      isAriadneError(error, 'parameter-invalid') && error.message.includes(Object.keys(params)[0] ?? '');
    assert.throws(() => parseParameters(pipelineById('sunar'), params), isRefusal);
    assert.throws(() => parseParameters(pipelineById('sunar-nar'), params), isRefusal);
  });
}

test('no answers are sampled where they cannot change what is read, and the trace says so', async () => {
  const score = reranker((id) => ({ film: 0.9, ilse: 0.6, town: 0.3, museum: 0.2 })[id] ?? null);
  const skippedWith = async (params: Readonly<Record<string, unknown>>) => {
    const { trace, samples } = await run({ steps: wide }, { b: 1, c: 4, l: 2, maxSteps: 1, ...params }, { reranker: score });
    const skipped = turnsOf(trace).map(({ asu }) => asu?.skipped ?? null);
    assert.equal(samples.length, 3 * skipped.filter((one) => one === null).length);
    return skipped;
  };
  assert.deepEqual(await skippedWith({ asuBatches: 'all' }), [null, null, null, null]);
  assert.deepEqual(await skippedWith({}), [null, null, 'cannot_matter', 'cannot_matter']);
});

test('a sub-question goes through the user’s edits before its node is added', async () => {
  const { trace } = await run({}, {}, { edits: { texts: { s2: 'Where did Ilse Brandvik grow up?' } } });
  assert.deepEqual(
    trace.nodes.filter(({ kind }) => kind === 'sub_question').map(({ text }) => text),
    ['Who directed The Salt Choir?', 'Where did Ilse Brandvik grow up?'],
  );
});

const mishaps: readonly {
  readonly name: string;
  readonly play?: Play;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly more?: Partial<MemoryRun>;
  readonly status?: string;
  readonly flags: Readonly<Record<string, readonly string[]>>;
  readonly turns?: readonly (readonly unknown[])[];
  readonly ranking?: readonly string[];
  readonly answer?: string | null;
  readonly isExhausted?: boolean;
  /** The answers of the path that each check is given. */
  readonly paths?: readonly (readonly (string | null)[])[];
}[] = [
  {
    name: 'an empty first stage: nothing is ranked, the reader learns so, the loop goes on',
    play: { steps: [{ action: 'ask', subQuestion: 'Zzz?' }, ...hops.slice(1)] },
    flags: { s1: ['empty_retrieval'] },
    turns: [],
    ranking: [],
  },
  {
    name: 'an empty frontier: its turns are skipped',
    play: { steps: wide },
    params: { k: 0, b: 1, c: 2 },
    flags: {},
    turns: [
      [0, undefined],
      [2, undefined],
    ],
  },
  {
    name: 'everything reachable scored before c: exhausted',
    params: { c: 100 },
    flags: {},
    ranking: ['film', 'town', 'ilse', 'museum'],
    isExhausted: true,
  },
  {
    name: 'the reranker fails for one batch: no scores for it, no samples, and on',
    params: { b: 1, c: 3 },
    more: { reranker: reranker((id) => (id === 'ilse' ? fail() : 0.5)) },
    status: 'degraded',
    flags: {},
    turns: [
      [0, undefined],
      [1, 'no_scores'],
      [3, undefined],
    ],
    ranking: ['museum', 'film', 'ilse'],
  },
  {
    name: 'the reranker fails for all batches: first-stage order',
    play: { steps: wide },
    params: { b: 1 },
    more: { reranker: reranker(() => fail()) },
    status: 'degraded',
    flags: { s1: ['rerank_failed'], meta: ['rerank_failed'] },
    ranking: ['film', 'town', 'ilse'],
  },
  {
    name: 'a reranker without any score: first-stage order',
    play: { steps: wide },
    params: { b: 1 },
    more: { reranker: reranker(() => null) },
    flags: { s1: ['rerank_failed'], meta: ['rerank_failed'] },
    ranking: ['film', 'town', 'ilse'],
  },
  {
    name: 'scores that are no numbers count as none',
    more: { reranker: reranker(() => NaN) },
    flags: { s1: ['rerank_failed'], meta: ['rerank_failed'] },
  },
  {
    name: 'a sub-answer that abstains stays in the path as unknown',
    play: { read: () => null },
    flags: {},
    answer: 'Tarnholm',
    paths: [[null]],
  },
  {
    name: 'a check without an answer falls back to the sequential one',
    play: { mer: null },
    flags: { meta: ['mer_fallback'] },
    answer: 'from the path',
  },
  { name: 'all samples abstain: no penalty, a flag', play: { sample: () => ({ answer: null }) }, flags: { s1: ['all_abstained'] } },
  {
    name: 'no sample is usable: the batch keeps its scores',
    play: { sample: () => null },
    flags: {},
    params: { b: 4 },
    turns: [
      [0, 'no_samples'],
      [1, 'no_samples'],
      [3, 'no_samples'],
    ],
  },
  {
    name: 'the entailment model gives no label: not equivalent, a flag',
    play: { sample: (_input, sample) => ({ answer: `no-label ${sample}` }) },
    more: { entailment: caseless },
    flags: { s1: ['nli_failed'] },
  },
  {
    name: 'the entailment model fails: not equivalent, a flag, and the run says so',
    status: 'degraded',
    play: { sample: (_input, sample) => ({ answer: String(sample) }) },
    more: { entailment: { id: 'broken', label: () => Promise.reject(new Error('no memory')) } },
    flags: { s1: ['nli_failed'] },
  },
];

function fail(): never {
  throw new Error('out of memory');
}

for (const { name, play = {}, params = {}, more = {}, status = 'ok', flags, turns, ranking, answer, isExhausted, paths } of mishaps) {
  test(`2.9: ${name}`, async () => {
    const { trace, asked } = await run(play, { maxSteps: 1, ...params }, more);
    const nar = trace.nodes.find(({ id }) => id === 's1')?.nar;
    assert.deepEqual({ status: trace.status, flags: flagsOf(trace), finished: trace.finished }, { status, flags, finished: true });
    if (turns)
      assert.deepEqual(
        turnsOf(trace).map(({ t, asu }) => [t, asu?.skipped]),
        turns,
      );
    if (ranking)
      assert.deepEqual(
        nar?.ranking.map(({ passageId }) => passageId),
        ranking,
      );
    if (answer !== undefined) assert.equal(trace.answer, answer);
    if (isExhausted !== undefined) assert.equal(nar?.exhausted, isExhausted);
    const checked = asked
      .filter(({ role }) => role === 'sunar.mer')
      .map(({ input }) => (input as StepInput).path.map((step) => step.answer));
    if (paths) assert.deepEqual(checked, paths);
  });
}
