/** The graph stage of a pass: brings the neighbor graph up to date with the passages. Source: pipelines.md 2.2. */
import type { NearestKernel } from '../models/nearest.ts';
import { buildExactGraph, exactLimit } from './graph/exactGraph.ts';
import { patchGraph } from './graph/patchGraph.ts';
import { type LinkedVectors, linkedState, linkedVectors, openParts, unlistedRows } from './indexState.ts';
import type { NeighborTable } from './neighborTable.ts';
import { graphK } from './schema.ts';
import type { IndexStore } from './store.ts';
import type { VectorCache } from './vectorCache.ts';
import { isExact } from './vectorTable.ts';

/** With a larger share of new passages, a full build is faster than a patch. */
const patchShare = 0.2;

export interface GraphSummary {
  readonly k: number;
  readonly edges: number;
  /** False where neighbors are looked for among rounded vectors when they are asked for. */
  readonly exact: boolean;
}

export interface GraphPassOptions {
  readonly kernel: NearestKernel;
  readonly signal: AbortSignal;
  readonly onShare: (share: number) => void;
  /** Whether other vectors replace these soon. A first graph, which grows with the square of the passages, then waits for them. */
  readonly isReplacedSoon?: boolean;
}

export async function refreshGraph(
  store: IndexStore,
  cache: VectorCache,
  table: NeighborTable,
  { kernel, signal, onShare, isReplacedSoon = false }: GraphPassOptions,
): Promise<GraphSummary> {
  const passages = await store.passageCount();
  if (passages > exactLimit) {
    await table.drop();
    return searchedGraph(passages);
  }
  const reader = isReplacedSoon && !table.exists ? undefined : await store.reader();
  if (!reader) return { k: graphK, edges: 0, exact: true };
  try {
    const state = await linkedVectors(openParts(await reader.keys(), reader, cache, table));
    const { rows, vectors, lists } = state;
    if (!isExact(vectors)) return searchedGraph(rows.length);
    const added = unlistedRows(state);
    if (!table.exists || added.length > patchShare * rows.length) {
      const built = await buildExactGraph(kernel, vectors, graphK, { signal, onShare });
      await table.put(built);
      return graphOf(linkedState(state, built));
    }
    const changed = await patchGraph(kernel, vectors, lists, { added, removed: [] }, { signal, onShare });
    const exists = new Set(rows);
    await table.patch(
      changed,
      [...(await table.rows())].filter((row) => !exists.has(row)),
    );
    return graphOf(linkedState(state, changed));
  } finally {
    reader.close();
  }
}

/** Summary of a state's graph. */
export function graphOf({ rows, vectors, lists }: LinkedVectors): GraphSummary {
  if (!isExact(vectors)) return searchedGraph(rows.length);
  const edges = lists.neighbors.reduce((sum, neighbor) => sum + (neighbor < 0 ? 0 : 1), 0);
  return { k: graphK, edges, exact: true };
}

/** Neighbors are looked for when they are asked for. */
function searchedGraph(passages: number): GraphSummary {
  return { k: graphK, edges: graphK * passages, exact: false };
}
