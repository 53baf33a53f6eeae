/** Puts the lists of a trace in an order that does not depend on which concurrent event came first (pipelines.md 1.9, 1.10). */
import type { Trace, TraceNode } from '../protocol/trace.ts';

/**
 * Sorts edges by target node, then by source node, then by kind; searches, rerankings and entailments by node, then by id; the calls of a
 * node by id; flags by name. Nodes are compared by their `order`, unknown ones last, and numbers in ids by value. `llmCalls` stay in the
 * order of events, as pipelines.md 1.9 requires. The sort is stable, and a list already in order is the same object.
 */
export function inFixedOrder(trace: Trace): Trace {
  const { nodes, edges, retrievals, reranks, nli, flags } = trace;
  const orders = new Map(nodes.map(({ id, order }) => [id, order]));
  const place = (node: string): Key => [orders.get(node) ?? Infinity, numbered(node)];
  const byNode = ({ node, id }: { readonly node: string; readonly id: string }): Key => [...place(node), numbered(id)];
  return {
    ...trace,
    nodes: kept(nodes, nodes.map(withFixedOrder)),
    edges: sorted(edges, ({ from, to, kind }) => [...place(to), ...place(from), kind]),
    retrievals: sorted(retrievals, byNode),
    reranks: sorted(reranks, byNode),
    nli: sorted(nli, byNode),
    flags: sorted(flags, (flag) => [flag]),
  };
}

type Key = readonly (string | number)[];

function withFixedOrder(node: TraceNode): TraceNode {
  const calls = sorted(node.calls, (id) => [numbered(id)]);
  const flags = sorted(node.flags, (flag) => [flag]);
  return calls === node.calls && flags === node.flags ? node : { ...node, calls, flags };
}

/** As text, `s1:rerank:2` would follow `s1:rerank:10`, so numbers get leading zeros. */
function numbered(id: string): string {
  return id.replaceAll(/\d+/g, (digits) => digits.padStart(8, '0'));
}

function sorted<T>(list: T[], keyOf: (item: T) => Key): T[] {
  const keyed = list.map((item) => ({ item, key: keyOf(item) })).sort((a, b) => compare(a.key, b.key));
  return kept(
    list,
    keyed.map(({ item }) => item),
  );
}

function compare(a: Key, b: Key): number {
  for (const [i, one] of a.entries()) {
    const other = b[i] ?? one;
    if (one < other) return -1;
    if (one > other) return 1;
  }
  return 0;
}

/** The earlier list if nothing has changed. */
function kept<T>(before: T[], after: T[]): T[] {
  return after.every((item, i) => item === before[i]) ? before : after;
}
