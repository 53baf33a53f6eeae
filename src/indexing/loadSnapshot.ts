/** Loads from stored tables what searches need in memory. */
import type { NearestKernel } from '../models/nearest.ts';
import { exactLimit } from './graph/exactGraph.ts';
import { type IndexState, loadState } from './indexState.ts';
import { NeighborTable } from './neighborTable.ts';
import { loadQuantized } from './quantizedVectors.ts';
import { IndexSnapshot } from './snapshot.ts';
import type { IndexStore } from './store.ts';
import { VectorCache } from './vectorCache.ts';

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
  const isSmall = (await store.passageCount()) <= exactLimit;
  const neighbors = model === '' ? undefined : new NeighborTable(store.database, model);
  const state = await loadState(reader, isSmall ? cache : undefined, neighbors);
  const vectors = !cache || isSmall ? state.vectors : await loadQuantized(cache, state);
  return new IndexSnapshot({
    epoch: await store.epoch(),
    model: cache ? model : '',
    reader,
    state,
    kernel,
    vectors,
    holdsVectors: isSmall,
  });
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
  return new IndexSnapshot({ epoch: await store.epoch(), model, reader, state, kernel, vectors: state.vectors, holdsVectors: true });
}
