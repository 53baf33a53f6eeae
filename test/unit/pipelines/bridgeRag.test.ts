import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AriadneError } from '../../../src/base/errors.ts';
import { bridgeRag, percentileRanks, rank } from '../../../src/pipelines/bridgeRag.ts';
import type { Trace } from '../../../src/protocol/trace.ts';
import type { Judged } from '../../../src/reasoning/prompts/bridge.ts';
import { passageOf } from '../../support/passages.ts';
import { type Play, PlayingReasoner, type PlayOptions } from '../../support/playingReasoner.ts';
import { runScripted, type ScriptedRun } from '../../support/scriptedRun.ts';

const question = 'Where was the director of The Salt Choir born?';
const texts: Readonly<Record<string, string>> = {
  film: 'The Salt Choir is a film directed by Ilse Brandvik.',
  ilse: 'Ilse Brandvik was born in Tarnholm.',
  choir: 'A choir sings.',
  salt: 'Salt is mined.',
  town: 'Tarnholm is a harbor town.',
  other: 'Another director was born in Lisbon.',
};

interface Script {
  readonly question?: string;
  readonly queries?: readonly string[];
  readonly entities?: readonly string[];
  /** By passage; null for those not named. */
  readonly scores?: Readonly<Record<string, number>>;
  readonly retrieval?: Readonly<Record<string, readonly string[]>>;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly play?: Play;
  readonly options?: PlayOptions;
}

const usual = {
  queries: ['Ilse Brandvik was born in a town'],
  entities: ['Ilse Brandvik', 'birthplace'],
  scores: { film: 10, ilse: 10 },
  retrieval: {
    [question]: ['film', 'choir', 'salt'],
    'Ilse Brandvik was born in a town': ['town', 'ilse'],
    'Ilse Brandvik': ['film', 'ilse'],
    birthplace: ['other'],
  },
  params: { k: 2 },
};

async function run(script: Script, more: Partial<ScriptedRun> = {}) {
  const { queries, entities, scores, retrieval, params, play, options } = { ...usual, ...script };
  const shown: Judged[] = [];
  const reasoner = new PlayingReasoner(
    {
      'bridge.queries': () => ({ queries }),
      'bridge.entities': () => ({ entities }),
      'bridge.judge': (input) => {
        shown.push(input);
        const byId: ReadonlyMap<string, number> = new Map(Object.entries(scores));
        return { scores: input.passages.map(({ id }) => byId.get(id) ?? null) };
      },
      read: ({ passages }) => ({ answer: passages[0]?.id ?? null, citations: passages.length > 0 ? [0] : [], quote: null }),
      ...play,
    },
    options,
  );
  const asked = script.question ?? question;
  const trace = await runScripted({
    pipeline: bridgeRag,
    question: asked,
    params,
    reasoner,
    retrieval: (query) => new Map<string, readonly string[]>(Object.entries(retrieval)).get(query) ?? [],
    docs: Object.keys(texts),
    texts,
    ...more,
  });
  return { trace, reasoner, shown };
}

function readIn({ nodes }: Trace): readonly string[] {
  const final = nodes.find(({ kind }) => kind === 'final')?.evidence ?? [];
  return final.filter(({ used }) => used).map(({ passageId }) => passageId);
}

test('the trace has the shape of pipelines.md 11.6', async () => {
  const { trace, shown } = await run({});
  assert.deepEqual(
    {
      outcome: [trace.status, trace.answer, trace.stopReason],
      nodes: trace.nodes.map(({ id, kind, status, evidence }) => [id, kind, status, evidence.map(({ passageId }) => passageId).join(' ')]),
      edges: trace.edges.map(({ from, to, kind }) => `${from} ${kind} ${to}`),
      read: readIn(trace),
      flags: trace.nodes.flatMap(({ flags }) => flags),
      judged: shown.map(({ entities, passages }) => [entities, passages.map(({ id }) => id)]),
    },
    {
      outcome: ['ok', 'film', 'second_hop'],
      nodes: [
        ['root', 'root', 'answered', 'film choir salt'],
        ['q1', 'sub_question', 'supported', 'town ilse'],
        ['e1', 'sub_question', 'supported', 'film ilse'],
        ['e2', 'sub_question', 'supported', 'other'],
        ['final', 'final', 'answered', 'film ilse town other choir salt'],
      ],
      edges: [
        'root decomposes q1',
        'root decomposes e1',
        'root decomposes e2',
        'root decomposes final',
        'q1 combines_into final',
        'e1 combines_into final',
      ],
      read: ['film', 'ilse'],
      flags: ['not_judged:4'],
      judged: [[usual.entities, ['film', 'town', 'other', 'choir', 'ilse', 'salt']]],
    },
  );
});

test('a passage with an entity of the bridge says where the bridge has it', async () => {
  const { trace } = await run({});
  const final = trace.nodes.find(({ kind }) => kind === 'final')?.evidence ?? [];
  assert.deepEqual(
    final.flatMap(({ passageId, mentionedBy: place }) =>
      place ? [[passageId, place.passageId, place.name, place.line, place.startOffset]] : [],
    ),
    [['ilse', 'film', 'Ilse Brandvik', 1, texts['film']?.indexOf('Ilse')]],
  );
});

test('calls and searches are at most those of pipelines.md 11.5', async () => {
  const { trace } = await run({ queries: ['a b', 'b c', 'c d'] });
  const { llmCalls, retrievals } = bridgeRag.bound(bridgeRag.parameters.parse({}));
  assert.deepEqual([llmCalls, retrievals, trace.totals.retrievals], [4, 6, 6]);
});

const fails = (): never => {
  throw new AriadneError('chat-server-error', 'The server is out of memory.');
};
const unserved = ['bridge.queries', 'bridge.entities', 'bridge.judge'] as const;
const firstHop = ['film', 'choir'];
const troubles: readonly {
  readonly name: string;
  readonly script: Script;
  readonly more?: Partial<ScriptedRun>;
  readonly read: readonly string[];
  readonly stop?: string;
  readonly status?: string;
  readonly searched?: number;
}[] = [
  {
    name: 'a model that names nothing',
    script: { queries: [], entities: [], scores: {} },
    read: firstHop,
    stop: 'first_hop_only',
    searched: 1,
  },
  { name: 'no model for these roles', script: { options: { unserved } }, read: firstHop, stop: 'first_hop_only', searched: 1 },
  {
    name: 'a chain that leads back to its start',
    script: {
      queries: [question, 'the Salt Choir, where was the director of born?', 'The unknown was born'],
      entities: ['the salt choir', 'The Salt Choir!'],
      retrieval: { ...usual.retrieval, 'the salt choir': ['film'] },
    },
    read: ['film', 'choir'],
    stop: 'first_hop_only',
    searched: 2,
  },
  { name: 'nothing found at first', script: { retrieval: {} }, read: [], stop: 'first_hop_only', searched: 1 },
  { name: 'nothing found at second', script: { retrieval: { [question]: firstHop } }, read: firstHop, stop: 'first_hop_only', searched: 4 },
  {
    name: 'a question of one hop, which the first passage answers: later ones do not displace it',
    script: { queries: [], entities: ['Ilse Brandvik'], scores: { film: 10, ilse: 0, choir: 0, salt: 0 } },
    read: firstHop,
    searched: 2,
  },
  {
    name: 'a bridge that the judge does not need',
    script: { scores: { film: 0, ilse: 10, town: 5, other: 0, choir: 0, salt: 0 } },
    read: ['ilse', 'town'],
  },
  {
    name: 'a bridge that is what is asked, which names nothing new',
    script: {
      question: 'The Salt Choir is a film directed by Ilse Brandvik?',
      queries: ['The Salt Choir is a film directed by Ilse Brandvik'],
      entities: [],
      retrieval: { 'The Salt Choir is a film directed by Ilse Brandvik?': firstHop },
    },
    read: firstHop,
    stop: 'first_hop_only',
    searched: 1,
  },
  {
    name: 'a question in another language than the passages',
    script: {
      question: 'Wo wurde die Regisseurin von The Salt Choir geboren?',
      entities: ['Ilse Brandvik', 'Geburtsort'],
      retrieval: { ...usual.retrieval, 'Wo wurde die Regisseurin von The Salt Choir geboren?': firstHop },
    },
    read: ['film', 'ilse'],
  },
  {
    name: 'a question of one word',
    script: { question: 'Salt?', retrieval: { 'Salt?': ['salt'], ...usual.retrieval }, scores: { salt: 10 } },
    read: ['salt', 'town'],
  },
  { name: 'nothing judged: the most similar, the bridge first', script: { scores: {} }, read: ['film', 'town'] },
  { name: 'no judge wanted', script: { params: { k: 2, alpha: 1 }, play: { 'bridge.judge': fails } }, read: ['film', 'town'] },
  {
    name: 'as published, the first hop is no candidate',
    script: { params: { k: 5, keepFirst: false } },
    read: ['town', 'film', 'other', 'ilse'],
  },
  { name: 'only entities', script: { params: { k: 2, N: 0 } }, read: ['film', 'ilse'], searched: 3 },
  { name: 'only queries', script: { params: { k: 2, ke: 0 } }, read: ['film', 'ilse'], searched: 2 },
  { name: 'fewer candidates than found', script: { params: { k: 2, pool: 2 } }, read: ['film', 'town'] },
  { name: 'no budget for the second hop', script: {}, more: { budget: 1 }, read: firstHop, stop: 'budget_exhausted', searched: 1 },
  {
    name: 'no budget for its searches',
    script: {},
    more: { budget: 3 },
    read: firstHop,
    stop: 'budget_exhausted',
    status: 'degraded',
    searched: 1,
  },
  { name: 'no budget for all its searches', script: {}, more: { budget: 4 }, read: ['film', 'town'], status: 'degraded', searched: 2 },
  {
    name: 'a user who asks something else',
    script: {},
    more: { edits: { texts: { q1: 'birthplace' } } },
    read: ['film', 'ilse'],
  },
];
for (const { name, script, more, read, stop = 'second_hop', status = 'ok', searched = 4 } of troubles) {
  test(`bridge-rag: ${name}`, async () => {
    const { trace } = await run(script, more);
    const searches = trace.totals.retrievals;
    assert.deepEqual(
      { read: readIn(trace), stop: trace.stopReason, status: trace.status, searches },
      { read, stop, status, searches: searched },
    );
    assert.ok(trace.nodes.every((node) => !['running', 'pending'].includes(node.status)));
  });
}

test('a reranker judges each candidate with question and bridge, without a chat model the first passages of the search', async () => {
  const asked = new Set<string>();
  const params = { k: 2, judge: 'reranker' };
  const judgedBy = (scores: Readonly<Record<string, number | null>>, script: Script = { options: { unserved } }) =>
    run({ params, play: { 'bridge.judge': fails }, ...script }, { score: (id, query) => (asked.add(query), scores[id] ?? 0) });
  const { trace } = await judgedBy({ salt: 1, choir: 0.5 });
  assert.deepEqual([readIn(trace), trace.stopReason, [...asked]], [['salt', 'choir'], 'first_hop_only', [`${question}\n${texts['film']}`]]);
  assert.deepEqual(readIn((await judgedBy({ film: 1, ilse: 1 }, {})).trace), ['film', 'ilse']);
  const { trace: failed } = await run({ params, options: { unserved } }, { score: fails });
  assert.deepEqual([readIn(failed), failed.nodes.find(({ id }) => id === 'final')?.flags], [['film', 'choir'], ['rerank_failed']]);
  const { llmCalls, rerankPairs } = bridgeRag.bound(bridgeRag.parameters.parse(params));
  assert.deepEqual([llmCalls, rerankPairs], [3, 20]);
});

test('percentile ranks are in (0, 1], keep the order, and only depend on it', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10 }), { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 9 }),
      (scores, more) => {
        const ranks = percentileRanks(scores);
        for (const [i, one] of ranks.entries()) {
          assert.ok(one > 0 && one <= 1);
          for (const [j, other] of ranks.entries()) assert.equal(Math.sign(one - other), Math.sign(scores[i]! - scores[j]!));
        }
        assert.deepEqual(percentileRanks(scores.map((score) => score * more + more)), ranks);
      },
    ),
  );
});

test('a higher judgment never lowers the rank of a candidate', () => {
  const candidates = fc.array(
    fc.record({ s: fc.double({ min: 0, max: 1, noNaN: true }), judged: fc.option(fc.integer({ min: 0, max: 9 })) }),
    { minLength: 1, maxLength: 12 },
  );
  fc.assert(
    fc.property(candidates, fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (given, at, alpha) => {
      const i = at % given.length;
      const P = given.map(({ s }, id) => ({ passage: passageOf(String(id)), s }));
      const placeWith = (score: number | null): number =>
        rank(
          P,
          given.map(({ judged }, j) => (j === i ? score : judged)),
          alpha,
        ).findIndex(({ passage }) => passage.id === String(i));
      assert.ok(placeWith(10) <= placeWith(given[i]!.judged));
    }),
  );
});
