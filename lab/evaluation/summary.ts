/** Summarizes the results of one system over all questions: means, counts and a breakdown by kind of question. Source: metrics.md. */
import { mapMeasures, type AnswerMeasure } from './answerScores.ts';
import { retrievalMeasures, type EvalRecord, type RetrievalMeasure } from './evalRecord.ts';
import { rankedListKind, type RankedListKind } from './retrievalLists.ts';
import { byCut, type ByCut } from './retrievalScores.ts';
import { mean, quantile } from './statistics.ts';
import { summarizeWritten, type WrittenSummary } from './writtenScores.ts';

type Means = Readonly<Record<AnswerMeasure, number>>;

export interface SystemSummary {
  /** Unique among the systems of an evaluation. */
  readonly name: string;
  readonly pipeline: string;
  /** The number of questions. Only those with an accepted answer are scored. */
  readonly n: number;
  readonly scored: number;
  readonly unscorable: number;
  /** Runs without an answer for any reason; they score as the empty text. */
  readonly abstained: number;
  /** Abstentions on unscorable questions, where an abstention is right. */
  readonly abstainedUnscorable: number;
  readonly failed: number;
  readonly degraded: number;
  /** Means in [0, 1]. */
  readonly scores: Means;
  /** Mean length of the answers in words. */
  readonly predictionTokens: number;
  readonly list: RankedListKind;
  /** Means over the questions for which the measure is defined; null if there are none. */
  readonly retrieval: Readonly<Record<RetrievalMeasure, ByCut<number> | null>>;
  /** The number of questions with gold documents. */
  readonly withGold: number;
  readonly costs: CostSummary;
  /** The number of runs with each flag, most frequent first; for example, a role that the reasoner does not serve. */
  readonly flags: Readonly<Record<string, number>>;
  readonly breakdown: readonly Slice[];
  /** Null when no run recorded it. */
  readonly decisions: DecisionSummary | null;
  /** Absent where short answers were asked for. */
  readonly written?: WrittenSummary;
}

export interface DecisionSummary {
  /** The number of runs that recorded how they took their question. */
  readonly n: number;
  /** Share of them that asked at least two sub-questions, in [0, 1]. */
  readonly decomposed: number;
  /** Mean number. */
  readonly subQuestions: number;
  /** The number of runs by the branch that the whole question took. */
  readonly branches: Readonly<Record<string, number>>;
  /** The number of runs by confidence in tenths, from [0, 0.1) to [0.9, 1]: those right, those not. Absent without confidences. */
  readonly confidence?: { readonly right: readonly number[]; readonly wrong: readonly number[]; readonly missing: number };
}

/** Means per question, unless a name says otherwise. */
interface CostSummary {
  readonly retrieval_calls: number;
  readonly retrieval_calls_total: number;
  readonly llm_calls: number;
  readonly llm_requests: number;
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly rerank_pairs: number;
  readonly nli_pairs: number;
  readonly repair_calls: number;
  readonly critical_path_calls: number;
  readonly latency_ms_mean: number;
  readonly latency_ms_median: number;
  readonly latency_ms_p95: number;
  /** True when we estimated some token counts. */
  readonly estimated: boolean;
}

/** The questions with one value of a dataset field. */
interface Slice {
  readonly facet: string;
  readonly value: string;
  readonly n: number;
  readonly scored: number;
  readonly scores: Means;
  readonly retrieval: Readonly<Record<'recall@k' | 'recall_union@k', ByCut<number> | null>>;
  readonly llm_calls: number;
}

/** @param records records of one system, one per question */
export function summarize(
  { name, pipeline }: { readonly name: string; readonly pipeline: string },
  records: readonly EvalRecord[],
): SystemSummary {
  const scorable = records.filter(({ metrics }) => metrics !== null);
  const abstained = records.filter(({ answer }) => answer === null);
  const written = summarizeWritten(records.flatMap((record) => (record.written === undefined ? [] : [record.written])));
  return {
    name,
    pipeline,
    n: records.length,
    scored: scorable.length,
    unscorable: records.length - scorable.length,
    abstained: abstained.length,
    abstainedUnscorable: abstained.filter(({ metrics, status }) => metrics === null && status !== 'failed').length,
    failed: records.filter(({ status }) => status === 'failed').length,
    degraded: records.filter(({ status }) => status === 'degraded').length,
    scores: meanScores(records),
    predictionTokens: mean(records.map(({ prediction_tokens: tokens }) => tokens)),
    list: rankedListKind(pipeline),
    retrieval: Object.fromEntries(
      retrievalMeasures.map((measure) => [measure, meanAtCuts(records, measure)]),
    ) as SystemSummary['retrieval'],
    withGold: records.filter(({ gold }) => gold.length > 0).length,
    costs: meanCosts(records),
    flags: countFlags(records),
    breakdown: breakdownOf(records),
    decisions: decisionsOf(records),
    ...(written ? { written } : {}),
  };
}

/** The measure of how much of the gold a pipeline found. The two are never put in one column. */
export function recallMeasure(pipeline: string): 'recall@k' | 'recall_union@k' {
  return rankedListKind(pipeline) === 'union' ? 'recall_union@k' : 'recall@k';
}

/** Means over the questions that can be scored. */
function meanScores(records: readonly EvalRecord[]): Means {
  const scores = records.flatMap(({ metrics }) => metrics ?? []);
  return mapMeasures((measure) => mean(scores.map((one) => one[measure])));
}

function meanAtCuts(records: readonly EvalRecord[], measure: RetrievalMeasure): ByCut<number> | null {
  const defined = records.flatMap(({ retrieval }) => retrieval[measure] ?? []);
  return defined.length === 0 ? null : byCut((k) => mean(defined.map((at) => at[keyOf(k)])));
}

function keyOf(k: number): keyof ByCut<number> {
  return String(k) as keyof ByCut<number>;
}

function meanCosts(records: readonly EvalRecord[]): CostSummary {
  const all = records.map(({ costs }) => costs);
  const of = (name: Exclude<keyof (typeof all)[number], 'estimated'>): readonly number[] => all.map((costs) => costs[name]);
  const latencies = of('latency_ms');
  return {
    retrieval_calls: mean(of('retrieval_calls')),
    retrieval_calls_total: of('retrieval_calls').reduce((total, calls) => total + calls, 0),
    llm_calls: mean(of('llm_calls')),
    llm_requests: mean(of('llm_requests')),
    prompt_tokens: mean(of('prompt_tokens')),
    completion_tokens: mean(of('completion_tokens')),
    rerank_pairs: mean(of('rerank_pairs')),
    nli_pairs: mean(of('nli_pairs')),
    repair_calls: mean(of('repair_calls')),
    critical_path_calls: mean(of('critical_path_calls')),
    latency_ms_mean: mean(latencies),
    latency_ms_median: quantile(latencies, 0.5),
    latency_ms_p95: quantile(latencies, 0.95),
    estimated: all.some(({ estimated }) => estimated),
  };
}

function countFlags(records: readonly EvalRecord[]): Readonly<Record<string, number>> {
  const counts = new Map<string, number>();
  for (const flag of records.flatMap(({ flags }) => [...new Set(flags)])) counts.set(flag, (counts.get(flag) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([, a], [, b]) => b - a));
}

function decisionsOf(records: readonly EvalRecord[]): DecisionSummary | null {
  const decided = records.flatMap(({ decision }) => decision ?? []);
  if (decided.length === 0) return null;
  const branches = decided.flatMap(({ branch }) => branch ?? []);
  const sure = records.filter(({ decision, metrics }) => metrics && decision?.confidence !== undefined);
  const inTenths = (isRight: boolean): readonly number[] => {
    const counts = new Array<number>(10).fill(0);
    for (const { decision, metrics } of sure) {
      const confidence = decision?.confidence;
      if (confidence == null || (metrics?.em_cover === 1) !== isRight) continue;
      const tenth = Math.min(9, Math.floor(confidence * 10 + 1e-9));
      counts[tenth] = (counts[tenth] ?? 0) + 1;
    }
    return counts;
  };
  return {
    n: decided.length,
    decomposed: mean(decided.map(({ subQuestions }) => Number(subQuestions >= 2))),
    subQuestions: mean(decided.map(({ subQuestions }) => subQuestions)),
    branches: Object.fromEntries([...new Set(branches)].sort().map((branch) => [branch, branches.filter((one) => one === branch).length])),
    ...(sure.length === 0
      ? {}
      : {
          confidence: {
            right: inTenths(true),
            wrong: inTenths(false),
            missing: sure.filter(({ decision }) => decision?.confidence == null).length,
          },
        }),
  };
}

/** A field with one value is uninformative, one with very many values is not a category. */
const maxValues = 12;

function breakdownOf(records: readonly EvalRecord[]): readonly Slice[] {
  const facets = [...new Set(records.flatMap(({ facets: of }) => Object.keys(of)))];
  return facets.flatMap((facet) => {
    const values = [...new Set(records.flatMap(({ facets: of }) => of[facet] ?? []))].sort((a, b) => (a < b ? -1 : 1));
    if (values.length < 2 || values.length > maxValues) return [];
    return values.map((value) => {
      const own = records.filter(({ facets: of }) => of[facet] === value);
      return {
        facet,
        value,
        n: own.length,
        scored: own.filter(({ metrics }) => metrics !== null).length,
        scores: meanScores(own),
        retrieval: { 'recall@k': meanAtCuts(own, 'recall@k'), 'recall_union@k': meanAtCuts(own, 'recall_union@k') },
        llm_calls: mean(own.map(({ costs }) => costs.llm_calls)),
      };
    });
  });
}
