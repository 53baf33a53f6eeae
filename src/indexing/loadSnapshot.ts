/** Loads from stored tables what searches need in memory. */
import type { NearestKernel } from '../models/nearest.ts';
import { exactLimit } from './graph/exactGraph.ts';
import { type IndexState, loadState } from './indexState.ts';
import { MentionTable } from './mentions/mentionTable.ts';
import { NeighborTable } from './neighborTable.ts';
import { loadQuantized } from './quantizedVectors.ts';
import { IndexSnapshot, scan, type VectorSearch } from './snapshot.ts';
import type { IndexStore } from './store.ts';
import { StoredVectorSearch } from './storedVectorSearch.ts';
import { VectorCache } from './vectorCache.ts';

/**
 * Vectors of up to this many passages are held in memory: 128 MB at 256 dimensions, which a scan searches faster than LanceDB's index
 * answers. Above this, or with a LanceDB server, LanceDB searches them.
 */
const heldLimit = 500_000;

export function areVectorsHeld({ database }: IndexStore, passages: number): boolean {
  return passages <= (database.location.kind === 'cloud' ? exactLimit : heldLimit);
}

/**
 * The index as stored now; undefined when nothing is. Passages stored after the last complete pass are only found by BM25.
 * @param dimensionOf dimension of a model's vectors; undefined for an unknown model
 */
export async function loadSnapshot(
  store: IndexStore,
  kernel: NearestKernel,
  dimensionOf: (model: string) => Promise<number | undefined>,
): Promise<IndexSnapshot | undefined> {
  const reader = await store.reader();
  if (!reader) return undefined;
  const model = (await store.meta('embedder')) ?? '';
  const dimension = model === '' ? undefined : await dimensionOf(model);
  const cache = dimension === undefined ? undefined : new VectorCache(store.database, model, dimension);
  const passages = await store.passageCount();
  const isSmall = passages <= exactLimit;
  const neighbors = model === '' ? undefined : new NeighborTable(store.database, model);
  const state = await loadState(reader, isSmall ? cache : undefined, neighbors, new MentionTable(store.database));
  const vectors =
    !cache || isSmall
      ? scan(kernel, state.vectors)
      : areVectorsHeld(store, passages)
        ? scan(kernel, await loadQuantized(cache, state))
        : await StoredVectorSearch.open(store.database, cache, state);
  return new IndexSnapshot({ epoch: await store.epoch(), model: cache ? model : '', reader, state, vectors, holdsVectors: isSmall });
}

/** The index after a change that was applied to its state. */
export async function snapshotOf(
  store: IndexStore,
  kernel: NearestKernel,
  model: string,
  state: IndexState,
): Promise<IndexSnapshot | undefined> {
  const reader = await store.reader();
  if (!reader) return undefined;
  const vectors: VectorSearch = scan(kernel, state.vectors);
  return new IndexSnapshot({ epoch: await store.epoch(), model, reader, state, vectors, holdsVectors: true });
}
