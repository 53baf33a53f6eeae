/** From stored tables to what searches need in memory. */
import { hashOf } from '../base/hash.ts';
import type { NearestKernel } from '../models/nearest.ts';
import type { PassageKey } from './passageReader.ts';
import { graphK } from './schema.ts';
import { IndexSnapshot, type VectorTable } from './snapshot.ts';
import type { IndexStore, StoredDocument } from './store.ts';

/** Names a set of documents by their contents: equal folders have equal epochs. */
export function epochOf(documents: Iterable<StoredDocument>): string {
  return hashOf([...documents].map(({ path, hash }) => `${path}\0${hash}`).sort(), 16);
}

/** The index as stored now; undefined when nothing is. Passages stored after the last complete pass are found by BM25 only. */
export async function loadSnapshot(store: IndexStore, kernel: NearestKernel, dimension: number): Promise<IndexSnapshot | undefined> {
  const reader = await store.reader();
  if (!reader) return undefined;
  const keys = await reader.keys();
  const model = (await store.meta('embedder')) ?? '';
  const epoch = epochOf((await store.documents()).values());
  const vectors = await loadVectors(store, keys, model, dimension);
  const neighbors = await loadNeighbors(store, keys);
  return new IndexSnapshot({ epoch, reader, kernel, keys, vectors, neighbors });
}

/** Vectors of the passages whose content has one from this model, ascending by row. */
export async function loadVectors(store: IndexStore, keys: readonly PassageKey[], model: string, dimension: number): Promise<VectorTable> {
  const places = new Map<string, number[]>();
  keys.forEach(({ contentHash }, i) => {
    const at = places.get(contentHash);
    if (at) at.push(i);
    else places.set(contentHash, [i]);
  });
  const all = new Float32Array(keys.length * dimension);
  const has = new Uint8Array(keys.length);
  await store.eachEmbedding(model, (contentHash, vector) => {
    for (const i of places.get(contentHash) ?? []) {
      all.set(vector, i * dimension);
      has[i] = 1;
    }
  });
  const kept = keys.flatMap((_, i) => (has[i] ? [i] : []));
  if (kept.length === keys.length) return { rows: Int32Array.from(keys, ({ row }) => row), values: all, dimension };
  const values = new Float32Array(kept.length * dimension);
  kept.forEach((from, to) => values.set(all.subarray(from * dimension, (from + 1) * dimension), to * dimension));
  return { rows: Int32Array.from(kept, (i) => keys[i]!.row), values, dimension };
}

/** Lists of passages that are gone, and entries that name them, are left out. */
async function loadNeighbors(store: IndexStore, keys: readonly PassageKey[]): Promise<Int32Array> {
  const last = keys.at(-1);
  const size = last ? last.row + 1 : 0;
  const exists = new Uint8Array(size);
  for (const { row } of keys) exists[row] = 1;
  const neighbors = new Int32Array(size * graphK).fill(-1);
  await store.eachNeighborList((row, list) => {
    if (!exists[row]) return;
    let kept = row * graphK;
    for (const neighbor of list) if (neighbor >= 0 && exists[neighbor]) neighbors[kept++] = neighbor;
  });
  return neighbors;
}
