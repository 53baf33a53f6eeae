import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapMeasures } from '../../../src/evaluation/answerScores.ts';
import { compareSystems } from '../../../src/evaluation/comparison.ts';
import type { EvalRecord } from '../../../src/evaluation/evalRecord.ts';
import { reportMarkdown } from '../../../src/evaluation/report.ts';
import { byCut, type ByCut } from '../../../src/evaluation/retrievalScores.ts';
import { summarize } from '../../../src/evaluation/summary.ts';
import { builtinModels } from '../../../src/protocol/engine.ts';

const at = (value: number): ByCut<number> => byCut(() => value);

/** A question's result with these scores; null when it cannot be scored. */
function record(pipeline: string, number: number, score: number | null, recall: number): EvalRecord {
  const hasRanking = pipeline !== 'drr-rag';
  return {
    key: `${pipeline} ${number}`,
    pipeline,
    params: {},
    models: builtinModels,
    firstStage: 'bm25',
    id: `q${number}`,
    question: 'x',
    answers: score === null ? [] : ['x'],
    gold: ['d'],
    facets: { type: number % 2 === 0 ? 'bridge' : 'comparison' },
    answer: score === null ? null : 'x',
    status: 'ok',
    stopReason: '',
    metrics: score === null ? null : mapMeasures((measure) => (measure === 'em_cover' ? 1 : score)),
    prediction_tokens: score === null ? 0 : 2,
    retrieval: {
      'recall@k': hasRanking ? at(recall) : null,
      'hit@k': hasRanking ? at(1) : null,
      'all@k': hasRanking ? at(0) : null,
      'answer_recall@k': hasRanking ? at(1) : null,
      'recall_union@k': at(recall),
      'union_size@k': at(4),
      'evidence_recall@k': at(recall),
      'evidence_size@k': at(3),
    },
    costs: {
      retrieval_calls: 2,
      llm_calls: 3,
      llm_requests: 3,
      prompt_tokens: 100 * number,
      completion_tokens: 10,
      rerank_pairs: 0,
      nli_pairs: 0,
      repair_calls: 0,
      latency_ms: 100 * number,
      critical_path_calls: 3,
      estimated: false,
    },
    flags: ['role_unavailable:x'],
    runId: '',
    log: '',
  };
}

const systems = [
  { pipeline: 'retrieve-read', records: [1, 2, 3].map((number) => record('retrieve-read', number, number === 3 ? null : 0.25, 0.5)) },
  { pipeline: 'drr-rag', records: [1, 2, 3].map((number) => record('drr-rag', number, number === 3 ? null : 0.75, 1)) },
];

test('means are over what can be scored, counts over all, and a table never mixes measures', () => {
  const markdown = reportMarkdown({
    dataset: 'cities',
    questions: 3,
    setup: ['models: none'],
    f1: 'f1_squad',
    systems: systems.map(({ pipeline, records }) => summarize(pipeline, records)),
    comparisons: compareSystems(systems, 'f1_squad'),
    singleSearch: new Map([['drr-rag', at(0.6)]]),
    plot: 'plot.svg',
  });
  const section = (title: string): readonly string[] =>
    (markdown.split(`## ${title}\n\n`)[1]?.split('\n\n')[0] ?? '').split('\n').filter((line) => !line.startsWith('| ---'));
  assert.deepEqual(section('Answers'), [
    '| pipeline | n | em | em_cover | em_cover_tokens | f1_squad | f1_hotpot | rouge_l | prediction tokens | abstained | unscorable | failed |',
    '| retrieve-read | 2 | 25.00 | 100.00 | 25.00 | 25.00 | 25.00 | 25.00 | 1.33 | 1 | 1 | 0 |',
    '| drr-rag | 2 | 75.00 | 100.00 | 75.00 | 75.00 | 75.00 | 75.00 | 1.33 | 1 | 1 | 0 |',
  ]);
  assert.deepEqual(section('Retrieval: one ranking').slice(1), [
    '| retrieve-read | last retrieval | 3 | 50.00 | 50.00 | 50.00 | 50.00 | 100.00 | 0.00 | 0.00 | 100.00 |',
  ]);
  assert.match(section('Retrieval: all searches of a run together')[2] ?? '', /^\| drr-rag \| 100\.00 \| 4\.00 \| 60\.00 \|/);
  assert.deepEqual(section('Costs per question')[1]?.split(' | ').slice(1, 3), ['2.00', '6 = 2.00 n']);
  assert.deepEqual(
    section('Paired comparisons')[1],
    '| retrieve-read | drr-rag | 2 | +50.00 | +50.00 to +50.00 | < 0.0001 | < 0.0001 | +50.00 | 0 | 2 | 0.5000 |',
  );
  assert.deepEqual(section('By type').slice(1), [
    '| bridge | retrieve-read | 1 | 25.00 | 100.00 | 25.00 | 25.00 | 50.00 | 50.00 | 3.00 |',
    '| bridge | drr-rag | 1 | 75.00 | 100.00 | 75.00 | 75.00 | – | 100.00 | 3.00 |',
    '| comparison | retrieve-read | 2 | 25.00 | 100.00 | 25.00 | 25.00 | 50.00 | 50.00 | 3.00 |',
    '| comparison | drr-rag | 2 | 75.00 | 100.00 | 75.00 | 75.00 | – | 100.00 | 3.00 |',
  ]);
  assert.doesNotMatch(markdown, /\bEM\b/);
});

test('many systems are each compared with the best one, a few all with each other', () => {
  const six = Array.from({ length: 6 }, (_, i) => ({
    pipeline: `p${i}`,
    records: [1, 2].map((number) => record(`p${i}`, number, i / 10, 0)),
  }));
  assert.deepEqual(
    compareSystems(six, 'f1_hotpot').map(({ a, b }) => `${a} ${b}`),
    ['p0 p5', 'p1 p5', 'p2 p5', 'p3 p5', 'p4 p5'],
  );
  assert.equal(compareSystems(six.slice(0, 4), 'f1_hotpot').length, 6);
  assert.deepEqual(compareSystems(six.slice(0, 1), 'f1_hotpot'), []);
});
