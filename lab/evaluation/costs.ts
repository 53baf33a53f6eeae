/** The costs of a run. Source: metrics.md 8. */
import * as z from 'zod';
import type { Trace } from '../../src/protocol/trace.ts';
import { heaviestChain, inSequence } from '../../src/trace/criticalPath.ts';

export const runCosts = z.object({
  /** Queries sent to the retriever, including those without results. */
  retrieval_calls: z.number(),
  llm_calls: z.number(),
  llm_requests: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  rerank_pairs: z.number(),
  nli_pairs: z.number(),
  /** Calls that asked to repair a reply's format. */
  repair_calls: z.number(),
  latency_ms: z.number(),
  /** Chat model calls that had to wait for one another; see `criticalPathCalls`. */
  critical_path_calls: z.number(),
  /** True when we estimated some token counts because the server gave none. */
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

/** The longest chain of dependent chat model calls; never too low, see `inSequence`. */
export function criticalPathCalls(trace: Pick<Trace, 'nodes' | 'edges' | 'llmCalls'>): number {
  return heaviestChain(trace, (id) =>
    inSequence(
      trace.llmCalls.filter(({ node }) => node === id),
      () => 1,
    ),
  );
}
