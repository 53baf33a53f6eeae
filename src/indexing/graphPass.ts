/** The graph stage of a pass: brings the neighbor graph up to date with the passages. Source: pipelines.md 2.2. */
import type { NearestKernel } from '../models/nearest.ts';
import { buildExactGraph, exactLimit } from './graph/exactGraph.ts';
import type { ChangedLists, NeighborLists } from './graph/neighborLists.ts';
import { buildPartitionedGraph } from './graph/partitionedGraph.ts';
import { patchGraph } from './graph/patchGraph.ts';
import { VectorFile } from './graph/vectorFile.ts';
import { type IndexState, linkedState, loadState, unlistedRows } from './indexState.ts';
import type { NeighborTable } from './neighborTable.ts';
import type { PassageKeys } from './passageReader.ts';
import { PassageVectors } from './passageVectors.ts';
import { graphK } from './schema.ts';
import type { IndexStore } from './store.ts';
import type { VectorCache } from './vectorCache.ts';

/** With a larger share of new passages, a full build is faster than a patch. */
const patchShare = 0.2;
/** An arbitrary seed. The same vectors give the same graph. */
const partitionSeed = 1;

export interface GraphSummary {
  readonly k: number;
  readonly edges: number;
  readonly exact: boolean;
  readonly recall?: number;
}

export interface GraphPassOptions {
  readonly kernel: NearestKernel;
  /** Folder for a temporary file of vectors. */
  readonly workFolder: string;
  readonly signal: AbortSignal;
  readonly onShare: (share: number) => void;
}

export async function refreshGraph(
  store: IndexStore,
  cache: VectorCache,
  table: NeighborTable,
  options: GraphPassOptions,
): Promise<GraphSummary> {
  const reader = await store.reader();
  if (!reader) return { k: graphK, edges: 0, exact: true };
  try {
    const keys = await reader.keys();
    if (table.exists && keys.rows.length <= exactLimit) {
      const state = await loadState(reader, cache, table);
      const added = unlistedRows(state);
      if (added.length <= patchShare * state.rows.length) return await patchAll(state, added, table, options);
    }
    return await buildAll(keys, cache, table, options);
  } finally {
    reader.close();
  }
}

async function patchAll(
  state: IndexState,
  added: readonly number[],
  table: NeighborTable,
  { kernel, signal, onShare }: GraphPassOptions,
): Promise<GraphSummary> {
  const changed = await patchGraph(kernel, state.vectors, state.lists, { added, removed: [] }, { signal, onShare });
  const exists = new Set(state.rows);
  await table.patch(
    changed,
    [...(await table.rows())].filter((row) => !exists.has(row)),
  );
  return graphOf(linkedState(state, changed));
}

async function buildAll(
  keys: PassageKeys,
  cache: VectorCache,
  table: NeighborTable,
  { kernel, workFolder, signal, onShare }: GraphPassOptions,
): Promise<GraphSummary> {
  const file = await VectorFile.create(workFolder, cache.dimension);
  try {
    const vectors = await PassageVectors.collect(keys, cache, file);
    const { rows } = vectors;
    if (rows.length <= exactLimit) {
      const lists = await buildExactGraph(kernel, vectors, graphK, { signal, onShare });
      await table.put(byRow(rows, lists));
      return { k: graphK, edges: edgesOf(lists.neighbors), exact: true };
    }
    const { recall, ...lists } = await buildPartitionedGraph(kernel, vectors, graphK, {
      seed: partitionSeed,
      workFolder,
      signal,
      onShare,
    });
    await table.put(byRow(rows, lists));
    return { k: graphK, edges: edgesOf(lists.neighbors), exact: false, recall };
  } finally {
    await file.dispose();
  }
}

/** Summary of a state's graph. */
export function graphOf({ lists }: IndexState): GraphSummary {
  return { k: graphK, edges: edgesOf(lists.neighbors), exact: true };
}

function edgesOf(neighbors: Int32Array): number {
  let edges = 0;
  for (let at = 0; at < neighbors.length; at++) if (neighbors[at]! >= 0) edges++;
  return edges;
}

/** Converts positions in the vectors to rows of the index. */
function byRow(rows: Int32Array, { neighbors, similarities }: NeighborLists): ChangedLists {
  return { rows, neighbors: neighbors.map((at) => (at < 0 ? -1 : rows[at]!)), similarities };
}
