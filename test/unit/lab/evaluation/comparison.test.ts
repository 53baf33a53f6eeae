import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparisonOf, compareSystems } from '../../../../lab/evaluation/comparison.ts';
import { recommend, recommendationSentences, settingsOf } from '../../../../lab/evaluation/recommendation.ts';
import { summarize } from '../../../../lab/evaluation/summary.ts';
import { contributedSettings } from '../../../../scripts/manifest.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { PipelineInfo } from '../../../../src/protocol/pipelineInfo.ts';
import { recordOf } from './evalRecords.ts';

/** A system with a score for each question, and tokens per question in hundreds. */
function systemOf(name: string, scores: readonly number[], hundredTokens: number) {
  const records = scores.map((score, i) => {
    const record = recordOf('sunar-nar', i, score, 0);
    return { ...record, costs: { ...record.costs, prompt_tokens: 100 * hundredTokens } };
  });
  return { name, records };
}

const scoresOf = (right: number): readonly number[] => Array.from({ length: 60 }, (_, i) => Number((i * 7) % 60 < right));
const systems = [
  systemOf('dear', scoresOf(50), 90),
  systemOf('middle', scoresOf(48), 40),
  systemOf('cheap', scoresOf(47), 20),
  systemOf('cheapest', scoresOf(20), 5),
];

function recommended(of: typeof systems) {
  const { pairs } = compareSystems(of, 'f1_hotpot');
  return recommend(
    of.map(({ name, records }) => summarize({ name, pipeline: 'sunar-nar' }, records)),
    of.map(({ name }) => ({
      name,
      system: { pipeline: 'sunar-nar', params: { k: name.length }, models: builtinModels, firstStage: 'bm25' },
    })),
    { f1: 'f1_hotpot', pairs, known: [] },
  );
}

test('every pair is compared; a difference is one only after correction, and when the interval leaves out zero', () => {
  const { pairs, intervals } = compareSystems(systems, 'f1_hotpot');
  assert.deepEqual(
    pairs.map(({ a, b, better }) => [a, b, better]),
    [
      ['dear', 'middle', null],
      ['dear', 'cheap', null],
      ['dear', 'cheapest', 'dear'],
      ['middle', 'cheap', null],
      ['middle', 'cheapest', 'middle'],
      ['cheap', 'cheapest', 'cheap'],
    ],
  );
  for (const { f1, em, n } of pairs) assert.ok(n === 60 && f1.holmP >= f1.p && em.holmP >= em.p);
  const { f1 = assert.fail() } = intervals.get('dear') ?? {};
  assert.ok(f1.low < 50 / 60 && 50 / 60 < f1.high && f1.high <= 1);
});

test('a comparison reads the same from both sides', () => {
  const { pairs } = compareSystems(systems, 'f1_hotpot');
  const [there, back] = [comparisonOf(pairs, 'dear', 'cheapest'), comparisonOf(pairs, 'cheapest', 'dear')];
  assert.ok(there && back);
  assert.deepEqual([back.f1.low, back.f1.high, back.f1.meanDifference], [-there.f1.high, -there.f1.low, -there.f1.meanDifference]);
  assert.deepEqual([there.better, back.better, comparisonOf(pairs, 'dear', 'dear')], ['dear', 'dear', undefined]);
});

test('one system has nothing to be compared with', () => {
  assert.deepEqual(compareSystems(systems.slice(0, 1), 'f1_hotpot').pairs, []);
});

test('recommended is the cheapest system that is not significantly worse than the best', () => {
  const found = recommended(systems) ?? assert.fail();
  assert.deepEqual([found.system, found.best, found.alsoGood, found.isEnough], ['cheap', 'dear', ['middle', 'dear'], true]);
  assert.ok(found.difference && Math.abs(found.difference.mean + 3 / 60) < 1e-9 && found.difference.low < -3 / 60);
  assert.match(
    recommendationSentences(found, (name) => `<${name}>`),
    /^<cheap> is the cheapest system that is not significantly worse than the best, <dear>: F1 −5\.00 points, .*more expensive: <middle>\.$/,
  );
});

test('with few questions the recommendation says so; without right answers there is none', () => {
  const few = recommended(systems.map(({ name, records }) => ({ name, records: records.slice(0, 5) }))) ?? assert.fail();
  assert.match(
    recommendationSentences(few, (name) => name),
    /Only 5 questions were scored/,
  );
  assert.equal(recommended([systemOf('a', [0, 0], 1), systemOf('b', [0, 0], 2)]), null);
});

test('the settings say what differs from the defaults, in settings that exist', () => {
  const known: readonly PipelineInfo[] = [
    {
      id: 'sunar-nar',
      title: '',
      description: '',
      paper: '',
      parameters: ['k', 'l'].map((name) => ({ name, description: '', type: 'integer', default: 10 })),
    },
  ];
  const models = { ...builtinModels, chat: 'openai:a', planner: 'openai:b', reader: 'hf:c/d', reranker: 'hf:e/f', entailment: 'hf:g/h' };
  const found = settingsOf({ pipeline: 'sunar-nar', params: { k: 10, l: 3 }, models, firstStage: 'hybrid' }, known);
  assert.deepEqual(found, {
    'ariadne.pipeline': 'sunar-nar',
    'ariadne.pipelineParameters': { 'sunar-nar': { l: 3 } },
    'ariadne.firstStage': 'hybrid',
    'ariadne.chat.model': 'openai:a',
    'ariadne.planner.model': 'openai:b',
    'ariadne.reader.model': 'hf:c/d',
    'ariadne.reranker.model': 'hf:e/f',
    'ariadne.entailment.model': 'hf:g/h',
  });
  for (const id of Object.keys(found)) assert.ok(id in contributedSettings, id);
});
