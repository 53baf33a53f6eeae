/** Which of the compared systems to use: the cheapest that is not significantly worse than the best. Source: metrics.md 9. */
import type { PipelineInfo } from '../../src/protocol/pipelineInfo.ts';
import { comparisonOf, type Comparison } from './comparison.ts';
import type { System } from './evalRecord.ts';
import { points } from './reportNumbers.ts';
import type { SystemSummary } from './summary.ts';

export interface Recommendation {
  /** Name of the recommended system. */
  readonly system: string;
  /** Name of the system with the highest F1; of equal ones, the cheapest. */
  readonly best: string;
  /** F1 of the recommended system minus that of the best; absent when they are the same. */
  readonly difference?: { readonly mean: number; readonly low: number; readonly high: number };
  /** The number of scored questions. */
  readonly n: number;
  /** False with so few questions that most differences between systems cannot be seen. */
  readonly isEnough: boolean;
  /** Names of the other systems that are not significantly worse than the best, the cheapest first. */
  readonly alsoGood: readonly string[];
  /** For the user's `settings.json`. */
  readonly settings: Readonly<Record<string, unknown>>;
}

/** Below this, even a difference of 20 points between two systems is rarely significant. */
const enoughQuestions = 30;

/** @returns null when there is nothing to choose: no system, or none that answered anything */
export function recommend(
  summaries: readonly SystemSummary[],
  systems: readonly { readonly name: string; readonly system: System }[],
  {
    f1,
    pairs,
    known,
  }: { readonly f1: 'f1_hotpot' | 'f1_squad'; readonly pairs: readonly Comparison[]; readonly known: readonly PipelineInfo[] },
): Recommendation | null {
  const byCost = [...summaries].sort(compareCosts);
  const [first] = byCost;
  if (!first) return null;
  const best = byCost.reduce((one, other) => (other.scores[f1] > one.scores[f1] ? other : one), first);
  if (best.scores[f1] === 0) return null;
  // Without correction for the number of systems: here, overlooking a difference is the worse mistake.
  const good = byCost.filter(({ name }) => name === best.name || (comparisonOf(pairs, best.name, name)?.f1.high ?? 0) >= 0);
  const system = good[0] ?? best;
  const against = comparisonOf(pairs, best.name, system.name)?.f1;
  const chosen = systems.find(({ name }) => name === system.name)?.system;
  return {
    system: system.name,
    best: best.name,
    ...(against ? { difference: { mean: against.meanDifference, low: against.low, high: against.high } } : {}),
    n: best.scored,
    isEnough: best.scored >= enoughQuestions,
    alsoGood: good.slice(1).map(({ name }) => name),
    settings: chosen ? settingsOf(chosen, known) : {},
  };
}

/**
 * Cheapest first: by tokens, then calls of chat models, searches, pairs for the reranker, time. What is counted decides before what is
 * measured, so that the order is the same on every machine.
 */
function compareCosts({ costs: a }: SystemSummary, { costs: b }: SystemSummary): number {
  return (
    a.prompt_tokens + a.completion_tokens - (b.prompt_tokens + b.completion_tokens) ||
    a.llm_calls - b.llm_calls ||
    a.retrieval_calls - b.retrieval_calls ||
    a.rerank_pairs - b.rerank_pairs ||
    a.latency_ms_mean - b.latency_ms_mean
  );
}

/** Settings with which VS Code asks as the system did. Parameters and models with their defaults are left out. */
export function settingsOf(
  { pipeline, params, firstStage, models }: System,
  known: readonly PipelineInfo[],
): Readonly<Record<string, unknown>> {
  const parameters = known.find(({ id }) => id === pipeline)?.parameters ?? [];
  const changed = Object.entries(params).filter(([name, value]) => parameters.find((one) => one.name === name)?.default !== value);
  return {
    'ariadne.pipeline': pipeline,
    ...(changed.length === 0 ? {} : { 'ariadne.pipelineParameters': { [pipeline]: Object.fromEntries(changed) } }),
    'ariadne.firstStage': firstStage,
    ...Object.fromEntries(
      Object.entries(models).flatMap(([role, id]) => (id === 'builtin' ? [] : [[`ariadne.${role}.model`, id] as const])),
    ),
  };
}

/** @param named how a system's name is written */
export function recommendationSentences(
  { system, best, difference, n, isEnough, alsoGood }: Recommendation,
  named: (name: string) => string,
): string {
  const others = alsoGood.filter((name) => name !== best);
  return [
    difference
      ? `${named(system)} is the cheapest system that is not significantly worse than the best, ${named(best)}: F1 ${points(difference.mean)} points, 95 % interval ${points(difference.low)} to ${points(difference.high)}.`
      : `${named(system)} has the highest F1, and no cheaper system is as good.`,
    ...(others.length > 0 ? [`No difference from the best, but more expensive: ${others.map(named).join(', ')}.`] : []),
    ...(isEnough ? [] : [`Only ${n} questions were scored. That is too few to tell most systems apart; ask more before you rely on this.`]),
  ].join(' ');
}
