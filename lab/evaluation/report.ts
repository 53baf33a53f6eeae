/** Writes an evaluation as Markdown. Scores are percentages, rounded only here; every measure has its name from metrics.md. */
import { escapeMarkdown } from '../../src/base/escapeMarkdown.ts';
import type { AnswerMeasure } from './answerScores.ts';
import type { BertScoreMean } from './bertScores.ts';
import type { Comparison } from './comparison.ts';
import type { Accuracy, JudgeCosts } from './judgments.ts';
import { recommendationSentences, type Recommendation } from './recommendation.ts';
import { percent, points, pValue } from './reportNumbers.ts';
import type { RankedListKind } from './retrievalLists.ts';
import { cuts, type ByCut } from './retrievalScores.ts';
import type { SystemSummary } from './summary.ts';
import { table } from './reportTable.ts';
import { writtenNotes, writtenTable } from './reportWritten.ts';

export interface Report {
  readonly dataset: string;
  readonly questions: number;
  /** The setup, one line per item. */
  readonly setup: readonly string[];
  /** The F1 of the dataset's official script, which is shown first. */
  readonly f1: 'f1_hotpot' | 'f1_squad';
  readonly systems: readonly SystemSummary[];
  /** Every pair. */
  readonly comparisons: readonly Comparison[];
  /** Null when no system answered anything. */
  readonly recommendation: Recommendation | null;
  /** By system, `recall@u` of a single search with the question, where u is the system's `union_size@k`. */
  readonly singleSearch: ReadonlyMap<string, ByCut<number>>;
  /** File name of the plot, if there is one. */
  readonly plot?: string;
  /** Present when a model has judged the answers. */
  readonly judge?: JudgeReport;
  /** Present when a local model has scored the answers. */
  readonly bertScore?: BertScoreReport;
}

export interface BertScoreReport {
  /** Id of the model. Scores of two are never compared. */
  readonly encoder: string;
  /** Means in [-1, 1] by the system's name. */
  readonly scores: ReadonlyMap<string, BertScoreMean>;
}

export interface JudgeReport {
  readonly id: string;
  readonly promptVersion: number;
  /** Whether the judge's model also gave answers. */
  readonly alsoAnswered: boolean;
  /** Accuracy by the system's name. */
  readonly accuracies: ReadonlyMap<string, Accuracy>;
  /**
   * The number of judged answers, counting the same answer of several systems once, and the number of those from an earlier evaluation.
   */
  readonly judgments: number;
  readonly reused: number;
  /** Totals, not per question. */
  readonly costs: JudgeCosts;
}

export function reportMarkdown(report: Report): string {
  const { dataset, questions, setup, systems, comparisons, plot, judge, bertScore } = report;
  const sections = [
    `# ${asWritten(dataset)}, ${questions} questions`,
    setup.map((line) => `- ${asWritten(line)}`).join('\n'),
    '## Answers',
    answersTable(report),
    answerNotes(report),
    ...(report.recommendation && systems.length > 1 ? ['## Recommendation', recommendationText(report.recommendation)] : []),
    ...(systems.some(({ written }) => written) ? ['## Written answers', writtenTable(systems), writtenNotes] : []),
    '### Precision and recall of the tokens',
    overlapTable(report),
    ...(bertScore ? [`### BERTScore with ${asWritten(bertScore.encoder)}`, bertScoreTable(bertScore), bertScoreNotes] : []),
    ...(systems.some(({ retrieval }) => retrieval['recall@k']) ? ['## Retrieval: one ranking', rankingTable(systems), rankingNotes] : []),
    ...(searching(systems).length > 0
      ? [
          '## Retrieval: all searches of a run together',
          unionTable(report),
          unionNotes,
          '## Retrieval: the evidence of all steps together',
          evidenceTable(systems),
          evidenceNotes,
        ]
      : []),
    '## Costs per question',
    costsTable(systems),
    ...(judge ? ['## Judge', judgeTable(judge), judgeNotes(judge)] : []),
    ...(plot === undefined ? [] : [`![Quality against cost](${plot})`]),
    ...(comparisons.length === 0 ? [] : ['## Paired comparisons', comparisonTable(report), comparisonNotes(report)]),
    ...breakdowns(report),
    ...(systems.some(({ flags }) => Object.keys(flags).length > 0) ? ['## Flags', flagsTable(systems), flagNotes] : []),
  ];
  return `${sections.join('\n\n')}\n`;
}

function answersTable({ systems, f1, judge }: Report): string {
  const other = f1 === 'f1_hotpot' ? 'f1_squad' : 'f1_hotpot';
  const measures: readonly AnswerMeasure[] = ['em', 'em_cover', 'em_cover_tokens', f1, other, 'rouge_l'];
  return table(
    ['system', 'n', ...measures, ...(judge ? ['acc'] : []), 'prediction tokens', 'abstained', 'unscorable', 'failed'],
    systems.map((system) => [
      asWritten(system.name),
      String(system.scored),
      ...measures.map((measure) => percent(system.scores[measure])),
      ...(judge ? [percent(judge.accuracies.get(system.name)?.acc ?? 0)] : []),
      system.predictionTokens.toFixed(2),
      String(system.abstained),
      String(system.unscorable),
      String(system.failed),
    ]),
  );
}

function answerNotes({ systems }: Report): string {
  const right = systems
    .filter(({ unscorable }) => unscorable > 0)
    .map(({ name, abstainedUnscorable, unscorable }) => `${asWritten(name)} ${abstainedUnscorable} of ${unscorable}`);
  const degraded = systems.filter(({ degraded: count }) => count > 0).map(({ name, degraded: count }) => `${asWritten(name)} ${count}`);
  return [
    'Scores are means over the n questions that have an accepted answer, in percent. em is exact match; em_cover and em_cover_tokens count an accepted answer anywhere in the prediction, which favors long predictions. A run without an answer (abstained) or that failed scores 0.',
    ...(right.length === 0 ? [] : [`Questions that the documents do not answer are unscorable; abstained on them: ${right.join(', ')}.`]),
    ...(degraded.length === 0 ? [] : [`Runs that gave an answer although a step failed: ${degraded.join(', ')}.`]),
  ].join(' ');
}

function overlapTable({ systems }: Report): string {
  const measures: readonly AnswerMeasure[] = ['precision_hotpot', 'recall_hotpot', 'precision_squad', 'recall_squad'];
  return table(
    ['system', ...measures],
    systems.map(({ name, scores }) => [asWritten(name), ...measures.map((measure) => percent(scores[measure]))]),
  );
}

function bertScoreTable({ scores }: BertScoreReport): string {
  return table(
    ['system', 'precision', 'recall', 'F', '95 % interval of F'],
    [...scores].map(
      ([
        name,
        {
          precision,
          recall,
          f,
          interval: { low, high },
        },
      ]) => [asWritten(name), percent(precision), percent(recall), percent(f), `${percent(low)} to ${percent(high)}`],
    ),
  );
}

/** Of the table, here and on the page. */
export const bertScoreNotes =
  'BERTScore: how close the tokens of answer and accepted answer are as vectors of the last layer, without idf weights and not rescaled, so that unrelated texts score far above 0; no answer scores 0. Compare it only with scores of the same model.';

const listNames: Readonly<Record<RankedListKind, string>> = {
  'last-retrieval': 'last retrieval',
  'final-context': 'final context',
  accumulated: 'accumulated passages',
  'meta-evidence': 'passages of the meta evidence reasoner',
  union: 'none',
  none: 'none',
};

function rankingTable(systems: readonly SystemSummary[]): string {
  const measures = ['recall@k', 'hit@k', 'all@k', 'answer_recall@k'] as const;
  const shown = { 'recall@k': cuts, 'hit@k': [5], 'all@k': [5, 10], 'answer_recall@k': [5] } as const;
  return table(
    ['system', 'list', 'n', ...measures.flatMap((measure) => shown[measure].map((k) => atK(measure, k)))],
    systems
      .filter(({ retrieval }) => retrieval['recall@k'])
      .map(({ name, list, withGold, retrieval }) => [
        asWritten(name),
        listNames[list],
        String(withGold),
        ...measures.flatMap((measure) => shown[measure].map((k) => percentAt(retrieval[measure], k))),
      ]),
  );
}

const rankingNotes =
  'Means over the n questions with gold documents. Lists shorter than k are not corrected. answer_recall@k: an accepted answer, other than yes and no, is in one of the first k passages.';

function unionTable({ systems, singleSearch }: Report): string {
  return table(
    ['system', ...unionCuts.flatMap((k) => [atK('recall_union@k', k), atK('union_size@k', k), 'single search recall@u'])],
    searching(systems).map(({ name, retrieval }) => [
      asWritten(name),
      ...unionCuts.flatMap((k) => [
        percentAt(retrieval['recall_union@k'], k),
        numberAt(retrieval['union_size@k'], k),
        percentAt(singleSearch.get(name) ?? null, k),
      ]),
    ]),
  );
}

const unionNotes =
  'recall_union@k: share of the gold documents among the first k of any search of the run; union_size@k: how many documents these are on average. Not comparable with the recall@k of one search: the next column is what one search with the question itself finds with as many documents (u = union_size@k).';

function evidenceTable(systems: readonly SystemSummary[]): string {
  return table(
    ['system', ...unionCuts.flatMap((k) => [atK('evidence_recall@k', k), atK('evidence_size@k', k)])],
    searching(systems).map(({ name, retrieval }) => [
      asWritten(name),
      ...unionCuts.flatMap((k) => [percentAt(retrieval['evidence_recall@k'], k), numberAt(retrieval['evidence_size@k'], k)]),
    ]),
  );
}

const evidenceNotes =
  'evidence_recall@k: share of the gold documents among the first k passages that any step of the run was answered from, after reranking and, where the pipeline has it, the walk over the neighbor graph; evidence_size@k: how many documents these are on average.';

const unionCuts = cuts.filter((k) => k !== 1);

function searching(systems: readonly SystemSummary[]): readonly SystemSummary[] {
  return systems.filter(({ retrieval }) => retrieval['recall_union@k']);
}

function costsTable(systems: readonly SystemSummary[]): string {
  return table(
    [
      'system',
      'retrieval_calls',
      '#R',
      'llm_calls',
      'llm_requests',
      'prompt_tokens',
      'completion_tokens',
      'rerank_pairs',
      'nli_pairs',
      'repair_calls',
      'critical_path_calls',
      'latency_ms median',
      'latency_ms p95',
    ],
    systems.map(({ name, n, costs }) => [
      asWritten(name),
      costs.retrieval_calls.toFixed(2),
      `${costs.retrieval_calls_total} = ${(costs.retrieval_calls_total / Math.max(1, n)).toFixed(2)} n`,
      costs.llm_calls.toFixed(2),
      costs.llm_requests.toFixed(2),
      `${costs.prompt_tokens.toFixed(0)}${costs.estimated ? ' estimated' : ''}`,
      `${costs.completion_tokens.toFixed(0)}${costs.estimated ? ' estimated' : ''}`,
      costs.rerank_pairs.toFixed(1),
      costs.nli_pairs.toFixed(1),
      costs.repair_calls.toFixed(2),
      costs.critical_path_calls.toFixed(2),
      costs.latency_ms_median.toFixed(0),
      costs.latency_ms_p95.toFixed(0),
    ]),
  );
}

function judgeTable({ accuracies }: JudgeReport): string {
  return table(
    ['system', 'n', 'correct', 'acc', 'without a call', 'judge_errors'],
    [...accuracies].map(([name, { acc, correct, scored, unasked, judge_errors: errors }]) => [
      asWritten(name),
      String(scored),
      String(correct),
      percent(acc),
      String(unasked),
      String(errors),
    ]),
  );
}

function judgeNotes({ id, promptVersion, alsoAnswered, judgments, reused, costs }: JudgeReport): string {
  const tokens = `${costs.prompt_tokens} prompt and ${costs.completion_tokens} completion tokens${costs.estimated ? ', estimated' : ''}`;
  return [
    `acc: share of the n questions whose answer the judge ${id} (prompt version ${promptVersion}, temperature 0) found the same as an accepted one; how far it agrees with people was not measured.`,
    ...(alsoAnswered ? ['The same model gave the answers, in separate calls. Models tend to favor their own answers.'] : []),
    'An answer that is missing is wrong without a call; one without a usable judgment (judge_errors) is wrong.',
    `Judging took ${judgments} judgments, ${reused} of them from earlier evaluations, with ${costs.llm_calls} calls (${costs.llm_requests} requests, ${costs.repair_calls} for repair; ${tokens}). None of this is in the costs above.`,
  ].join(' ');
}

/** Of few systems every pair, of many each with the best by F1; all pairs are in the JSON and on the page. */
const maxAllPairs = 5;

function shownComparisons({ comparisons, systems, f1 }: Report): readonly Comparison[] {
  if (systems.length <= maxAllPairs) return comparisons;
  const best = systems.reduce((one, other) => (other.scores[f1] > one.scores[f1] ? other : one)).name;
  return comparisons.filter(({ a, b }) => a === best || b === best);
}

function comparisonTable(report: Report): string {
  return table(
    [
      'a',
      'b',
      'n',
      `${report.f1}: b − a`,
      '95 % interval (bootstrap)',
      'p (t-test)',
      'p (bootstrap)',
      'p (Holm)',
      'better',
      'em: b − a',
      'only a right',
      'only b right',
      'p (McNemar)',
    ],
    shownComparisons(report).map(({ a, b, n, f1: f, em, better }) => [
      asWritten(a),
      asWritten(b),
      String(n),
      points(f.meanDifference),
      `${points(f.low)} to ${points(f.high)}`,
      pValue(f.p),
      pValue(f.bootstrapP),
      pValue(f.holmP),
      better === null ? 'no difference' : asWritten(better),
      points(em.meanDifference),
      String(em.onlyA),
      String(em.onlyB),
      pValue(em.p),
    ]),
  );
}

function comparisonNotes({ comparisons, systems }: Report): string {
  return [
    'Differences in percentage points on the same questions. t-test: Student, paired, two-sided; McNemar: exact; bootstrap: 10,000 resamples of the questions, seeded.',
    `Holm: the p value of the t-test, corrected for ${comparisons.length} pairs. A system is better when this p is below 0.05 and the interval leaves out zero; otherwise the questions show no difference.`,
    ...(systems.length > maxAllPairs ? ['Each system is shown against the best one; all pairs are in results.json.'] : []),
  ].join(' ');
}

function recommendationText(recommendation: Recommendation): string {
  return [
    recommendationSentences(recommendation, (name) => `**${asWritten(name)}**`),
    `\`\`\`json\n${JSON.stringify(recommendation.settings, null, 2)}\n\`\`\``,
  ].join('\n\n');
}

function breakdowns({ systems, f1 }: Report): readonly string[] {
  const facets = [...new Set(systems.flatMap(({ breakdown }) => breakdown.map(({ facet }) => facet)))];
  return facets.flatMap((facet) => [
    `## By ${asWritten(facet)}`,
    table(
      [asWritten(facet), 'system', 'n', 'em', 'em_cover', 'em_cover_tokens', f1, 'recall@5', 'recall_union@5', 'llm_calls'],
      systems
        .flatMap(({ name, breakdown }) => breakdown.filter((slice) => slice.facet === facet).map((slice) => ({ name, slice })))
        .sort((a, b) => (a.slice.value < b.slice.value ? -1 : a.slice.value > b.slice.value ? 1 : 0))
        .map(({ name, slice: { value, n, scored, scores, retrieval, llm_calls: calls } }) => [
          asWritten(value),
          asWritten(name),
          String(n),
          ...(['em', 'em_cover', 'em_cover_tokens', f1] as const).map((measure) => (scored === 0 ? '–' : percent(scores[measure]))),
          ...(['recall@k', 'recall_union@k'] as const).map((measure) => percentAt(retrieval[measure], 5)),
          calls.toFixed(2),
        ]),
    ),
  ]);
}

function flagsTable(systems: readonly SystemSummary[]): string {
  return table(
    ['system', 'flag', 'runs', 'of'],
    systems.flatMap(({ name, n, flags }) =>
      Object.entries(flags).map(([flag, runs]) => [asWritten(name), asWritten(flag), String(runs), String(n)]),
    ),
  );
}

const flagNotes =
  'role_unavailable: the reasoner does not serve this role of the pipeline, so what was measured is not the whole published method.';

/** Escapes a name from the dataset or the user. */
function asWritten(name: string): string {
  return escapeMarkdown(name.replace(/\s+/g, ' '));
}

function atK(measure: string, k: number): string {
  return measure.replace(/k$/, String(k));
}

function percentAt(values: ByCut<number> | null, k: number): string {
  return values ? percent(at(values, k)) : '–';
}

function numberAt(values: ByCut<number> | null, k: number): string {
  return values ? at(values, k).toFixed(2) : '–';
}

function at(values: ByCut<number>, k: number): number {
  return values[String(k) as keyof ByCut<number>];
}
