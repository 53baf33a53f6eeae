/** From stored tables to what searches need in memory. */
import type { NearestKernel } from '../models/nearest.ts';
import { exactLimit } from './graph/exactGraph.ts';
import { type IndexState, loadState } from './indexState.ts';
import { NeighborTable } from './neighborTable.ts';
import { exactSearch, IndexSnapshot, type VectorSearch } from './snapshot.ts';
import type { IndexStore } from './store.ts';
import { StoredVectorSearch } from './storedVectorSearch.ts';
import { VectorCache } from './vectorCache.ts';

/**
 * The index as stored now; undefined when nothing is. Passages stored after the last complete pass are found by BM25 only.
 * @param dimensionOf of a model's vectors; undefined when the model is not known any more
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
  const cache = dimension === undefined ? undefined : new VectorCache(store.dataset, model, dimension);
  const isSmall = (await store.passageCount()) <= exactLimit;
  const state = await loadState(reader, isSmall ? cache : undefined, model === '' ? undefined : new NeighborTable(store.dataset, model));
  const vectors = cache && !isSmall ? await StoredVectorSearch.open(store.dataset, cache, state) : exactSearch(kernel, state.vectors);
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
  const vectors: VectorSearch = exactSearch(kernel, state.vectors);
  return new IndexSnapshot({ epoch: await store.epoch(), model, reader, state, vectors, holdsVectors: true });
}
