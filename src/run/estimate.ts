import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import type { EngineParams, RunSummary } from '../protocol/engine.ts';
import type { Estimate } from '../protocol/estimate.ts';
import { askedFormOf } from '../protocol/writtenAnswer.ts';

/** @throws AriadneError `pipeline-unknown`, `parameter-invalid` */
export function estimateOf({ pipeline: id, params, models, ...asked }: EngineParams<'estimate'>, runs: readonly RunSummary[]): Estimate {
  const pipeline = pipelineById(id);
  const ofPipeline = pipeline.bound(parseParameters(pipeline, params));
  const most = askedFormOf(asked) === 'short' ? ofPipeline : { ...ofPipeline, llmCalls: ofPipeline.llmCalls + 1 };
  const bound = { ...most, tokens: Math.round(most.llmCalls * tokensPerCall(runs, models.chat)) };
  return { bound, expected: expectedCost(runs, pipeline.id, models.chat) };
}

/** The number of a pipeline's latest runs behind an estimate. */
const latest = 50;

/**
 * Medians over the latest runs of a pipeline with a chat model that ended with an answer or an abstention; undefined when there are none.
 */
export function expectedCost(runs: readonly RunSummary[], pipeline: string, chat: string): Estimate['expected'] {
  const costs = runs
    .filter((run) => run.status === 'ok' && run.pipeline === pipeline && run.chat === chat)
    // Runs that took calls from another run say nothing about a new run.
    .flatMap(({ cost }) => (cost && cost.recalledCalls === undefined ? [cost] : []))
    .slice(0, latest);
  if (costs.length === 0) return undefined;
  const middle = (name: 'llmCalls' | 'promptTokens' | 'completionTokens' | 'retrievals' | 'rerankPairs' | 'seconds'): number =>
    median(costs.map((cost) => cost[name]));
  return {
    runs: costs.length,
    llmCalls: middle('llmCalls'),
    promptTokens: middle('promptTokens'),
    completionTokens: middle('completionTokens'),
    retrievals: middle('retrievals'),
    rerankPairs: middle('rerankPairs'),
    seconds: middle('seconds'),
  };
}

/** Instructions, an example and ten passages. */
const usualTokensPerCall = 1100;

/** Median over the latest runs of any pipeline with a chat model; a usual value when there are none. */
export function tokensPerCall(runs: readonly RunSummary[], chat: string): number {
  const sizes = runs.flatMap((run) => (run.chat === chat && run.cost && run.cost.llmCalls > 0 ? [run.cost] : [])).slice(0, latest);
  if (sizes.length === 0) return usualTokensPerCall;
  return median(sizes.map(({ promptTokens, completionTokens, llmCalls }) => (promptTokens + completionTokens) / llmCalls));
}

/** The same of the time; undefined when there are none. */
export function secondsPerCall(runs: readonly RunSummary[], chat: string): number | undefined {
  const costs = runs.flatMap(({ chat: id, cost }) =>
    id === chat && cost && cost.llmCalls > 0 && cost.recalledCalls === undefined ? [cost] : [],
  );
  return costs.length === 0 ? undefined : median(costs.slice(0, latest).map(({ seconds, llmCalls }) => seconds / llmCalls));
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const [low = 0, high = low] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted[Math.ceil((sorted.length - 1) / 2)]];
  return (low + high) / 2;
}
