import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compareSystems } from '../../../../lab/evaluation/comparison.ts';
import { reportMarkdown, type JudgeReport } from '../../../../lab/evaluation/report.ts';
import { summarize } from '../../../../lab/evaluation/summary.ts';
import { at, recordOf } from './evalRecords.ts';

const systems = [
  { name: 'retrieve-read', records: [1, 2, 3].map((number) => recordOf('retrieve-read', number, number === 3 ? null : 0.25, 0.5)) },
  { name: 'drr-rag', records: [1, 2, 3].map((number) => recordOf('drr-rag', number, number === 3 ? null : 0.75, 1)) },
];

test('means are over what can be scored, counts over all, and a table never mixes measures', () => {
  const markdown = reportMarkdown({
    dataset: 'cities',
    questions: 3,
    setup: ['models: none'],
    f1: 'f1_squad',
    systems: systems.map(({ name, records }) => summarize({ name, pipeline: name }, records)),
    comparisons: compareSystems(systems, 'f1_squad').pairs,
    recommendation: null,
    singleSearch: new Map([['drr-rag', at(0.6)]]),
    plot: 'plot.svg',
  });
  const section = (title: string): readonly string[] =>
    (markdown.split(`## ${title}\n\n`)[1]?.split('\n\n')[0] ?? '').split('\n').filter((line) => !line.startsWith('| ---'));
  assert.deepEqual(section('Answers'), [
    '| system | n | em | em_cover | em_cover_tokens | f1_squad | f1_hotpot | rouge_l | prediction tokens | abstained | unscorable | failed |',
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
    '| retrieve-read | drr-rag | 2 | +50.00 | +50.00 to +50.00 | < 0.0001 | < 0.0001 | < 0.0001 | drr-rag | +50.00 | 0 | 2 | 0.5000 |',
  );
  assert.deepEqual(section('By type').slice(1), [
    '| bridge | retrieve-read | 1 | 25.00 | 100.00 | 25.00 | 25.00 | 50.00 | 50.00 | 3.00 |',
    '| bridge | drr-rag | 1 | 75.00 | 100.00 | 75.00 | 75.00 | – | 100.00 | 3.00 |',
    '| comparison | retrieve-read | 2 | 25.00 | 100.00 | 25.00 | 25.00 | 50.00 | 50.00 | 3.00 |',
    '| comparison | drr-rag | 2 | 75.00 | 100.00 | 75.00 | 75.00 | – | 100.00 | 3.00 |',
  ]);
  assert.doesNotMatch(markdown, /\bEM\b/);
});

test('a judge adds a column, its name and its own costs', () => {
  const judge: JudgeReport = {
    id: 'openai:gpt-4o-mini',
    promptVersion: 1,
    alsoAnswered: false,
    accuracies: new Map([
      ['retrieve-read', { acc: 0.5, correct: 1, scored: 2, unasked: 1, judge_errors: 0 }],
      ['drr-rag', { acc: 0, correct: 0, scored: 2, unasked: 0, judge_errors: 2 }],
    ]),
    judgments: 3,
    reused: 1,
    costs: { llm_calls: 5, llm_requests: 6, prompt_tokens: 700, completion_tokens: 80, repair_calls: 2, estimated: false },
  };
  const markdown = reportMarkdown({
    dataset: 'cities',
    questions: 3,
    setup: [],
    f1: 'f1_squad',
    systems: systems.map(({ name, records }) => summarize({ name, pipeline: name }, records)),
    comparisons: [],
    recommendation: null,
    singleSearch: new Map(),
    judge,
  });
  assert.match(
    markdown,
    /\| rouge_l \| acc \| prediction tokens \|[^\n]*\n[^\n]*\n\| retrieve-read \|[^\n]* 50\.00 \| 1\.33 \| 1 \| 1 \| 0 \|\n/,
  );
  assert.match(
    markdown,
    /## Judge\n\n[\s\S]*\| retrieve-read \| 2 \| 1 \| 50\.00 \| 1 \| 0 \|\n\| drr-rag \| 2 \| 0 \| 0\.00 \| 0 \| 2 \|/,
  );
  assert.match(markdown, /the judge openai:gpt-4o-mini \(prompt version 1/);
  assert.match(
    markdown,
    /3 judgments, 1 of them from earlier evaluations, with 5 calls \(6 requests, 2 for repair; 700 prompt and 80 completion tokens\)/,
  );
});
