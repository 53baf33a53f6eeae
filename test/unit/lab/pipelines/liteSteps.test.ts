import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Embedder } from '../../../../src/models/models.ts';
import { reciprocalRankFusion } from '../../../../lab/pipelines/gearLite.ts';
import { retrievalFeatures } from '../../../../lab/pipelines/r2agLite.ts';
import { critique } from '../../../../lab/pipelines/selfRagLite.ts';
import type { Assessment, FeaturesInput } from '../../../../lab/pipelines/roles/liteTypes.ts';
import { MemoryIndex } from '../../../support/memoryIndex.ts';
import { passageOf } from '../../../support/passages.ts';
import type { Script } from '../../../support/scriptedReasoner.ts';
import { assessed, certain, directed, final, label, query, triple, twoHops } from './liteScripts.ts';
import { nodeFlags, play, question } from '../../pipelines/play.ts';

test('self-rag-lite: the score weighs relevance, support and usefulness', () => {
  const weights = { w_rel: 1, w_sup: 1, w_use: 0.5, judgments: 'probabilities' } as const;
  const scores = (
    [
      [true, 'full', 5],
      [true, 'partial', 4],
      [false, 'none', 1],
      [false, 'full', 3],
    ] as const
  ).map(([relevant, support, usefulness]) => critique({ relevant, support, usefulness }, weights));
  assert.deepEqual(scores, [2.5, 1.75, -0.5, 1]);
});

test('self-rag-lite: with probabilities, each judgment counts by its expected value, unless labels are asked for', () => {
  const weights = { w_rel: 1, w_sup: 1, w_use: 0.5 };
  const likely = {
    relevant: { true: 0.75, false: 0.25 },
    support: { full: 0.5, partial: 0.25, none: 0.25 },
    usefulness: { 1: 0, 2: 0, 3: 0.5, 4: 0, 5: 0.5 },
  };
  const assessment = { relevant: true, support: 'full', usefulness: 5, likely } as const;
  assert.equal(critique(assessment, { ...weights, judgments: 'probabilities' }), 0.75 + 0.625 + 0.5 * 0.5);
  assert.equal(critique(assessment, { ...weights, judgments: 'labels' }), 2.5);
});

test('self-rag-lite: a judgment without doubt wins over the same one in doubt; where one has no probability, labels count for all', async () => {
  const doubtful = { ...certain({ relevant: true, support: 'full', usefulness: 5 }), support: { full: 0.5, partial: 0, none: 0.5 } };
  const inDoubt = assessed('Ilse Brandvik', { likely: doubtful });
  const answerOf = async (...assessments: readonly Assessment[]) => {
    const { trace } = await play('self-rag-lite', { 'selfrag.retrieve': [{ retrieve: true }], 'selfrag.assess': assessments });
    return [trace.answer, trace.flags];
  };
  assert.deepEqual(await answerOf(inDoubt, assessed('Tarnholm')), ['Tarnholm', []]);
  const { likely: _, ...untold } = assessed('Tarnholm');
  assert.deepEqual(await answerOf(inDoubt, untold), ['Ilse Brandvik', ['labels_only']]);
});

test('r2ag-lite: features by their formulas', () => {
  const [q, d1, d2, d3] = [
    [1, 0],
    [1, 0],
    [0.6, 0.8],
    [0, 1],
  ] as const;
  const rounded = (list: readonly object[]) =>
    list.map((one) => Object.fromEntries(Object.entries(one).map(([k, v]) => [k, Number(v).toFixed(4)])));
  // Before the third: softmax(1, 0.6) = (0.5987, 0.4013), so the sum is (0.8395, 0.3211).
  assert.deepEqual(rounded(retrievalFeatures(q, [d1, d2, d3])), [
    { relevance: '1.0000', precedent: '1.0000', neighbor: '0.6000' },
    { relevance: '0.6000', precedent: '0.6000', neighbor: '0.7000' },
    { relevance: '0.0000', precedent: '0.3572', neighbor: '0.8000' },
  ]);
  assert.deepEqual(retrievalFeatures(q, [d2]), [{ relevance: 0.6, precedent: 1, neighbor: 0 }]);
  assert.deepEqual(retrievalFeatures(q, []), []);
});

/** One dimension for each of three words. */
const wordEmbedder: Embedder = {
  id: 'three-words',
  dimension: 3,
  embed: async (texts) =>
    Float32Array.from(
      texts.flatMap((text) => {
        const counts = ['Choir', 'Brandvik', 'Tarnholm'].map((word) => (text.includes(word) ? 1 : 0));
        const length = Math.hypot(...counts) || 1;
        return counts.map((count) => count / length);
      }),
    ),
};

test('r2ag-lite: with an embedder each passage has three features, remembered exactly', async () => {
  const { asked, trace, events } = await play('r2ag-lite', twoHops, { embedder: wordEmbedder });
  const { features, passages } = asked[0]?.input as FeaturesInput;
  assert.deepEqual(
    {
      features: features.map(({ relevance, precedent, neighbor }) => [relevance, precedent, neighbor].map((one) => one?.toFixed(2))),
      flags: nodeFlags(trace),
    },
    {
      features: [
        ['0.71', '1.00', '0.50'],
        ['0.00', '0.50', '0.50'],
      ],
      flags: {},
    },
    passages.map(({ id }) => id).join(),
  );
  assert.equal(events.filter((event) => event.kind === 'recorded' && event.of === 'vectors').length, 1);
});

test('r2ag-lite, gear-lite: an embedder that fails degrades the run and leaves words', async () => {
  const broken: Embedder = { ...wordEmbedder, embed: () => Promise.reject(new Error('no memory')) };
  const runs = await Promise.all(['r2ag-lite', 'gear-lite'].map((id) => play(id, twoHops, { embedder: broken })));
  assert.deepEqual(
    runs.map(({ trace: { status, answer, failure, flags } }) => ({ status, answer, failure, flags })),
    [[], ['lexical_similarity']].map((flags) => ({
      status: 'degraded',
      answer: 'Tarnholm',
      failure: 'The embedder failed: no memory',
      flags,
    })),
  );
});

test('gear-lite: a chain of facts brings in the passages of both of its ends', async () => {
  const script: Script = {
    ...twoHops,
    'gear.extract': [
      { triples: [directed, triple('Ilse Brandvik', 'born in', 'Tarnholm', 1), triple('ilse brandvik', 'was born at', 'Tarnholm', null)] },
    ],
    'gear.reason': [{ sufficient: true, nextQuery: null }],
  };
  const broken: Embedder = { ...wordEmbedder, embed: () => Promise.reject(new Error('no memory')) };
  for (const embedder of [broken, wordEmbedder]) {
    const { trace, asked } = await play('gear-lite', script, { params: { n: 2 }, embedder });
    const read = asked.at(-1)?.input as { facts: readonly object[]; passages: readonly { id: string }[] };
    assert.deepEqual(
      { passages: read.passages.map(({ id }) => id), facts: read.facts.length, flags: trace.flags },
      { passages: ['film', 'ilse'], facts: 3, flags: embedder === broken ? ['lexical_similarity'] : [] },
    );
  }
});

test('gear-lite: a chain leads back to passages of earlier searches', async () => {
  const index = new MemoryIndex([
    passageOf('z-film', 'The Salt Choir directed by Ilse'),
    passageOf('a-ilse', 'Where Ilse Brandvik was born: Tarnholm'),
  ]);
  const { trace } = await play('gear-lite', twoHops, { index, question: 'The Salt Choir', params: { n: 1 } });
  const searched = trace.retrievals.map(({ results }) => results.map(({ passageId }) => passageId));
  const read = trace.nodes.find(({ id }) => id === 'final')?.evidence.map(({ passageId }) => passageId);
  assert.deepEqual({ searched, read }, { searched: [['z-film'], ['a-ilse']], read: ['z-film'] });
});

test('gear-lite: ranks are fused by reciprocals, ties by id', () => {
  assert.deepEqual(
    reciprocalRankFusion([
      ['a', 'b', 'c'],
      ['c', 'd'],
    ]),
    ['c', 'a', 'b', 'd'],
  );
  assert.deepEqual(reciprocalRankFusion([['d2'], ['d10']]), ['d10', 'd2']);
  assert.deepEqual(reciprocalRankFusion([]), []);
  // Twice third, 2/63, is more than once first, 1/61.
  assert.deepEqual(
    reciprocalRankFusion([
      ['x1', 'x2', 'b'],
      ['x3', 'x4', 'b'],
    ]),
    ['b', 'x1', 'x3', 'x2', 'x4'],
  );
});

test('efficientrag-lite: useful chunks in the order of turns and ranks, each once', async () => {
  const script: Script = { ...twoHops, 'efficientrag.label': [label(true), label(false), label(true), label(true)] };
  const { trace, asked } = await play('efficientrag-lite', script, { params: { n: 2 } });
  const used = trace.nodes.map(({ id, evidence }) => [id, evidence.map(({ passageId, used: isUsed }) => `${passageId} ${isUsed}`)]);
  const read = asked.at(-1)?.input as { passages: readonly { id: string }[] };
  assert.deepEqual(
    { used, read: read.passages.map(({ id }) => id) },
    {
      used: [
        ['root', ['film false', 'ilse false']],
        ['q1', ['film true', 'ilse false']],
        ['q2', ['ilse true', 'film true']],
        ['final', ['film true', 'ilse true']],
      ],
      read: ['film', 'ilse'],
    },
  );
});

test('auto-rag-lite: what was shown is not shown again, a passage it wrote is not cited', async () => {
  const script: Script = { ...twoHops, 'autorag.turn': [query(question), query(question), query('x'), final('Tarnholm', [3, 1])] };
  const { trace, asked } = await play('auto-rag-lite', script, { params: { maxTurns: 2, n: 1 } });
  const last = asked.at(-1)?.input as { passages: readonly { id: string }[]; rounds: readonly object[]; mustAnswer: boolean };
  assert.deepEqual(
    {
      shown: last.passages.map(({ id }) => id),
      rounds: last.rounds,
      mustAnswer: last.mustAnswer,
      cites: trace.nodes.find(({ id }) => id === 'final')?.cites,
      sources: trace.nodes.find(({ id }) => id === 'final')?.evidence.map(({ source }) => source),
    },
    {
      shown: ['film', 'ilse', 'generated:g1'],
      rounds: [
        { query: question, result: 'found' },
        { query: question, result: 'found' },
        { query: 'x', result: 'generated' },
      ],
      mustAnswer: true,
      cites: ['ilse'],
      sources: ['initial', 'initial', 'generated'],
    },
  );
});
