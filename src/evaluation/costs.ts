/** What a run cost. Source: metrics.md 8. */
import * as z from 'zod';
import type { LlmCall, Trace } from '../protocol/trace.ts';

export const runCosts = z.object({
  /** Queries sent to the retriever, also those that found nothing. */
  retrieval_calls: z.number(),
  llm_calls: z.number(),
  llm_requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  rerank_pairs: z.number(),
  nli_pairs: z.number(),
  /** Calls that asked for the form of a reply to be mended. */
  repair_calls: z.number(),
  latency_ms: z.number(),
  /** Calls to the chat model that had to wait for one another; see `criticalPathCalls`. */
  critical_path_calls: z.number(),
  /** True when some tokens were counted by us because the server did not. */
  estimated: z.boolean(),
});
export type RunCosts = Readonly<z.infer<typeof runCosts>>;

export function costsOf(trace: Trace): RunCosts {
  const { totals, cost, llmCalls } = trace;
  return {
    retrieval_calls: totals.retrievals,
    llm_calls: totals.llmCalls,
    llm_requests: totals.requests,
    prompt_tokens: totals.promptTokens,
    completion_tokens: totals.completionTokens,
    rerank_pairs: totals.rerankPairs,
    nli_pairs: totals.nliPairs,
    repair_calls: llmCalls.filter(({ attempt }) => attempt > 0).length,
    latency_ms: Math.round(cost.seconds * 1000),
    critical_path_calls: criticalPathCalls(trace),
    estimated: llmCalls.some(({ estimated }) => estimated),
  };
}

/**
 * The longest chain of dependent calls to the chat model: along the edges of the DAG, each node with the calls it made one after the other. Samples of one
 * call are made at once, so a node weighs, for each of its roles, the calls of the sample that has most. A trace does not say which other calls of one role a
 * node made at once: they count as if each had waited, so this is never too low.
 */
export function criticalPathCalls({ nodes, edges, llmCalls }: Pick<Trace, 'nodes' | 'edges' | 'llmCalls'>): number {
  const weight = new Map(nodes.map(({ id }) => [id, callsInSequence(llmCalls.filter(({ node }) => node === id))]));
  const before = new Map<string, string[]>();
  for (const { from, to } of edges) before.set(to, [...(before.get(to) ?? []), from]);
  const longest = new Map<string, number>();
  const visit = (id: string, path: ReadonlySet<string>): number => {
    const known = longest.get(id);
    if (known !== undefined) return known;
    const earlier = (before.get(id) ?? []).filter((from) => !path.has(from)).map((from) => visit(from, new Set([...path, id])));
    const total = (weight.get(id) ?? 0) + Math.max(0, ...earlier);
    longest.set(id, total);
    return total;
  };
  return Math.max(0, ...nodes.map(({ id }) => visit(id, new Set())));
}

function callsInSequence(calls: readonly LlmCall[]): number {
  const counts = new Map<string, Map<number, number>>();
  for (const { role, sample } of calls) {
    const bySample = counts.get(role) ?? new Map<number, number>();
    bySample.set(sample, (bySample.get(sample) ?? 0) + 1);
    counts.set(role, bySample);
  }
  return [...counts.values()].reduce((total, bySample) => total + Math.max(...bySample.values()), 0);
}
