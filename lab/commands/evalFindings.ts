/** Derives what `ariadne eval` prints and writes from the results of all systems. */
import { isAbstention, listPipelines } from '../../src/run/aboutPipelines.ts';
import type { BertScores } from '../evaluation/bertScores.ts';
import { compareSystems } from '../evaluation/comparison.ts';
import type { Dataset, DatasetQuestion } from '../evaluation/dataset.ts';
import type { EvalRecord, System } from '../evaluation/evalRecord.ts';
import { accuracy, costsOfJudging, type Accuracy, type Judge, type Judged } from '../evaluation/judgments.ts';
import { qualityPlot, type PlottedSystem } from '../evaluation/qualityPlot.ts';
import { recommend } from '../evaluation/recommendation.ts';
import { reportPage } from '../evaluation/page/page.ts';
import { reportMarkdown, type BertScoreReport, type JudgeReport, type Report } from '../evaluation/report.ts';
import { byCut, scoreRanking, type ByCut } from '../evaluation/retrievalScores.ts';
import { mean } from '../evaluation/statistics.ts';
import { recallMeasure, summarize, type SystemSummary } from '../evaluation/summary.ts';
import type { BertScored } from './evalBertScore.ts';
import type { MeasuredSystem } from './evalSystems.ts';

export interface Findings {
  /** As specified in docs/interfaces.md, with more fields. Scores are in [0, 1], not rounded. */
  readonly json: Readonly<Record<string, unknown>>;
  readonly markdown: string;
  readonly plot: string;
  readonly page: string;
}

export interface EvaluatedDataset {
  readonly dataset: Dataset;
  readonly questions: readonly DatasetQuestion[];
  readonly concurrency: number;
  readonly systems: readonly MeasuredSystem[];
  readonly leftOut: readonly string[];
  /** Absent without a judge. */
  readonly judged?: JudgedAnswers;
  /** Absent without a model for it. */
  readonly bertScore?: BertScored;
}

export interface JudgedAnswers extends Judged {
  readonly judge: Judge;
}

export const plotName = 'quality-cost.svg';
export const pageName = 'report.html';

export function findings({ dataset, questions, concurrency, systems, leftOut, judged, bertScore }: EvaluatedDataset): Findings {
  const f1 = f1Of(dataset.name);
  const summaries = systems.map(({ name, system, records }) => summarize({ name, pipeline: system.pipeline }, records));
  const { pairs: comparisons, intervals } = compareSystems(systems, f1);
  const recommendation = recommend(summaries, systems, { f1, pairs: comparisons, known: listPipelines() });
  const single = new Map(summaries.flatMap((summary, i) => singleSearchRecall(summary, questions, systems[i]?.singleSearch)));
  const judge = judged && judgeReport(judged, systems);
  const bert = bertScore && 'scores' in bertScore ? bertScoreReport(bertScore.scores, systems) : undefined;
  const report: Report = {
    dataset: dataset.name,
    questions: questions.length,
    setup: [
      ...setupLines(dataset, systems, concurrency),
      ...(leftOut.length > 0 ? [`skipped because they need a language model: ${leftOut.join(', ')}`] : []),
      ...(bertScore && 'failure' in bertScore ? [`BERTScore is missing: ${bertScore.failure}`] : []),
    ],
    f1,
    systems: summaries,
    comparisons,
    recommendation,
    singleSearch: single,
    judge,
    bertScore: bert,
    plot: plotName,
  };
  const json = {
    dataset: dataset.name,
    questions: questions.length,
    fingerprint: dataset.fingerprint,
    measures: { em: 'em', emContains: 'em_cover', f1, scale: 'mean over the scored questions, 0 to 1' },
    concurrency,
    pipelines: summaries.map((summary, i) => ({
      ...asJson(summary, systems[i]?.system, f1, single.get(summary.name)),
      intervals: intervals.get(summary.name),
      ...(judge ? accuracyAsJson(judge.accuracies.get(summary.name)) : {}),
      ...(bert ? { bertscore: bert.scores.get(summary.name) } : {}),
    })),
    ...(judge ? { judge: { id: judge.id, promptVersion: judge.promptVersion, costs: judge.costs, reused: judge.reused } } : {}),
    ...(bertScore ? { bertscore: bert ? { encoder: bert.encoder, layer: 'last', idf: false, rescaled: false } : bertScore } : {}),
    comparisons,
    recommendation,
    leftOut,
  };
  const f1Intervals = new Map([...intervals].map(([name, { f1: interval }]) => [name, interval]));
  return {
    json,
    markdown: reportMarkdown(report),
    page: reportPage({ ...report, intervals: f1Intervals, measured: systems }),
    plot: plotOf(
      dataset.name,
      summaries,
      systems.map(({ records }) => records),
      f1,
    ),
  };
}

function judgeReport({ judge, ...judged }: JudgedAnswers, systems: EvaluatedDataset['systems']): JudgeReport {
  const { id, promptVersion } = judge;
  return {
    id,
    promptVersion,
    alsoAnswered: systems.some(({ system }) => system.models.chat === id),
    accuracies: new Map(systems.map(({ name, records }) => [name, accuracy(records, judged, judge, isAbstention)])),
    judgments: judged.judgments.size,
    reused: judged.reused,
    costs: costsOfJudging(judged),
  };
}

function bertScoreReport(found: BertScores, systems: EvaluatedDataset['systems']): BertScoreReport {
  return { encoder: found.encoder, scores: new Map(systems.map(({ name, records }) => [name, found.meanOf(records)])) };
}

/** MuSiQue's script has no rule for yes and no; those of HotpotQA and 2WikiMultihopQA do. */
export function f1Of(dataset: string): 'f1_hotpot' | 'f1_squad' {
  return /^musique\b/i.test(dataset) ? 'f1_squad' : 'f1_hotpot';
}

function asJson(summary: SystemSummary, system: System | undefined, f1: 'f1_hotpot' | 'f1_squad', single: ByCut<number> | undefined) {
  const { name, pipeline, scores, retrieval, costs, ...rest } = summary;
  const measure = recallMeasure(pipeline);
  return {
    id: pipeline,
    system: name,
    em: scores.em,
    emContains: scores.em_cover,
    f1: scores[f1],
    recall: retrieval[measure] ?? byCut(() => null),
    retrievals: costs.retrieval_calls,
    llmCalls: costs.llm_calls,
    promptTokens: costs.prompt_tokens,
    completionTokens: costs.completion_tokens,
    seconds: costs.latency_ms_mean / 1000,
    recallMeasure: measure,
    params: system?.params ?? {},
    models: system?.models,
    firstStage: system?.firstStage,
    ...(system?.scope === undefined ? {} : { scope: system.scope }),
    ...rest,
    scores,
    retrieval: { ...retrieval, 'single search recall@u': single ?? null },
    costs,
  };
}

function accuracyAsJson(found: Accuracy | undefined) {
  if (!found) return {};
  const { acc, correct, unasked, judge_errors } = found;
  return { acc, judged: { correct, unasked, judge_errors } };
}

/** The recall of a single search that may return as many documents as the pipeline's searches found together, at each cut. */
function singleSearchRecall(
  { name, retrieval }: SystemSummary,
  questions: readonly DatasetQuestion[],
  found: MeasuredSystem['singleSearch'] | undefined,
): readonly (readonly [string, ByCut<number>])[] {
  const sizes = retrieval['union_size@k'];
  if (!found || !sizes || !retrieval['recall_union@k']) return [];
  const at = (u: number): number => mean(questions.flatMap(({ gold }, q) => scoreRanking(found[q] ?? [], gold, u)?.recall ?? []));
  return [[name, byCut((k) => at(Math.round(sizes[String(k) as keyof ByCut<number>])))]];
}

function setupLines(dataset: Dataset, systems: EvaluatedDataset['systems'], concurrency: number): readonly string[] {
  const { documents, fingerprint } = dataset;
  const places = systems.map(({ system: { models, firstStage, scope } }) => [
    ...modelLines(models),
    `first stage ${firstStage}`,
    ...(scope === undefined ? [] : [`only documents in the scope “${scope}”`]),
  ]);
  const common = places[0]?.filter((line) => places.every((lines) => lines.includes(line))) ?? [];
  return [
    `documents: ${documents.kind === 'corpus' ? `${documents.passages.length} passages of the corpus` : 'those of docs/'}, fingerprint ${fingerprint.slice(0, 16)}`,
    ...(common.length > 0 ? [`models: ${common.join(', ')}`] : []),
    `questions asked at once: ${concurrency}${concurrency > 1 ? ' (a question waits for the others, so latencies are longer than alone)' : ''}`,
    ...systems.map(({ name, system: { pipeline, params } }, i) => {
      const own = places[i]?.filter((line) => !common.includes(line)) ?? [];
      const values = Object.entries(params).map(([parameter, value]) => `${parameter} = ${String(value)}`);
      return `${name}: ${[...(name === pipeline ? [] : [pipeline]), ...own, ...values].join(', ') || 'no parameters'}`;
    }),
  ];
}

function modelLines(models: System['models']): readonly string[] {
  return Object.entries(models).map(([role, id]) => `${role} ${id}`);
}

function plotOf(
  dataset: string,
  summaries: readonly SystemSummary[],
  records: readonly (readonly EvalRecord[])[],
  f1: 'f1_hotpot' | 'f1_squad',
): string {
  const hasTokens = summaries.some(({ costs }) => costs.prompt_tokens > 0);
  const points = summaries.map(({ name, scores, costs }, i): PlottedSystem => {
    const all = (records[i] ?? []).flatMap(({ metrics }) => metrics?.[f1] ?? []);
    return {
      name,
      cost: hasTokens ? costs.prompt_tokens + costs.completion_tokens : costs.latency_ms_mean / 1000,
      quality: 100 * scores[f1],
      margin: 100 * 1.96 * standardError(all),
    };
  });
  return qualityPlot(points, {
    title: `${dataset}: ${f1} against cost, with 95 % intervals`,
    cost: hasTokens ? 'prompt and completion tokens per question' : 'seconds per question',
    quality: `${f1}, %`,
  });
}

function standardError(values: readonly number[]): number {
  const center = mean(values);
  return values.length < 2 ? 0 : Math.sqrt(mean(values.map((value) => (value - center) ** 2)) / (values.length - 1));
}
