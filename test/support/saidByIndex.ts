import { loadSnapshot } from '../../src/indexing/loadSnapshot.ts';
import type { IndexStore } from '../../src/indexing/store.ts';
import { FixedEmbedder } from './fixedEmbedder.ts';
import { loadKernel } from './kernel.ts';

/** Everything an index says, by passage id instead of row: rows depend on the order of edits. */
export async function saidBy(store: IndexStore) {
  const snapshot = await loadSnapshot(store, await loadKernel(), () => Promise.resolve(new FixedEmbedder().dimension));
  if (!snapshot) return { epoch: '', documents: [], passages: [] };
  const rows = [...snapshot.keys.rows];
  const found = await snapshot.passages(rows);
  const told = rows.map(async (row, i) => ({
    id: snapshot.idOf(row),
    passage: found[i],
    neighbors: (await snapshot.neighborsOf(row, 16)).map((neighbor) => snapshot.idOf(neighbor)),
  }));
  const passages = (await Promise.all(told)).sort((a, b) => (a.id < b.id ? -1 : 1));
  const documents = [...(await store.documents()).values()].map(({ path, hash, passages: count }) => `${path} ${hash} ${count}`).sort();
  const { epoch } = snapshot;
  snapshot.close();
  return { epoch, documents, passages };
}
