/** Opens stored tables for searches, which load what they need in memory. */
import type { NearestKernel } from '../models/nearest.ts';
import { type IndexState, type OpenOptions, openParts, partsOf } from './indexState.ts';
import { NeighborTable } from './neighborTable.ts';
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
  options?: OpenOptions,
): Promise<IndexSnapshot | undefined> {
  const [reader, model = ''] = await Promise.all([store.reader(), store.meta('embedder')]);
  if (!reader) return undefined;
  const [keys, dimension] = await Promise.all([reader.keys(), model === '' ? undefined : dimensionOf(model)]);
  const cache = dimension === undefined ? undefined : new VectorCache(store.database, model, dimension);
  const neighbors = model === '' ? undefined : new NeighborTable(store.database, model);
  const parts = openParts(keys, reader, cache, neighbors, options);
  return new IndexSnapshot({ epoch: await store.epoch(), model: cache ? model : '', reader, parts, kernel });
}

/** The index after a change that was applied to its state. */
export async function snapshotOf(
  store: IndexStore,
  kernel: NearestKernel,
  model: string,
  state: IndexState,
): Promise<IndexSnapshot | undefined> {
  const reader = await store.reader(state);
  if (!reader) return undefined;
  return new IndexSnapshot({ epoch: await store.epoch(), model, reader, parts: partsOf(state), kernel });
}
