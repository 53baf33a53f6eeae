/** Finds out from a trace which parts of a run had to wait for which. */
import type { LlmCall, Trace } from '../protocol/trace.ts';

/** The heaviest chain of nodes along the edges, weighed by `weightOf`. Edges that close a cycle are left out. */
export function heaviestChain({ nodes, edges }: Pick<Trace, 'nodes' | 'edges'>, weightOf: (node: string) => number): number {
  const before = new Map<string, string[]>();
  for (const { from, to } of edges) before.set(to, [...(before.get(to) ?? []), from]);
  const heaviest = new Map<string, number>();
  const visit = (id: string, path: ReadonlySet<string>): number => {
    const known = heaviest.get(id);
    if (known !== undefined) return known;
    const earlier = (before.get(id) ?? []).filter((from) => !path.has(from)).map((from) => visit(from, new Set([...path, id])));
    const total = weightOf(id) + Math.max(0, ...earlier);
    heaviest.set(id, total);
    return total;
  };
  return Math.max(0, ...nodes.map(({ id }) => visit(id, new Set())));
}

/**
 * The weight of one node's calls if everything that can run at once does. Samples of one call can, so a role counts with its heaviest
 * sample. A trace does not show which other calls of one role a node made at once; they count as sequential, so the result is never too
 * small.
 */
export function inSequence(calls: readonly LlmCall[], weightOf: (call: LlmCall) => number): number {
  const roles = new Map<string, Map<number, number>>();
  for (const call of calls) {
    const samples = roles.get(call.role) ?? new Map<number, number>();
    samples.set(call.sample, (samples.get(call.sample) ?? 0) + weightOf(call));
    roles.set(call.role, samples);
  }
  return [...roles.values()].reduce((total, samples) => total + Math.max(...samples.values()), 0);
}

/**
 * The duration of the run if everything that can run at once did: model calls, retrieval, reranking and entailment along the heaviest
 * chain.
 */
export function criticalPathMs(trace: Pick<Trace, 'nodes' | 'edges' | 'llmCalls' | 'retrievals' | 'reranks' | 'nli'>): number {
  const others = [...trace.retrievals, ...trace.reranks, ...trace.nli];
  return heaviestChain(trace, (id) => {
    const calls = trace.llmCalls.filter(({ node }) => node === id);
    return inSequence(calls, ({ ms }) => ms) + others.reduce((sum, { node, ms }) => sum + (node === id ? ms : 0), 0);
  });
}
