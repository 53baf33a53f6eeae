/** Finds out by reading alone whether a pass over a folder would write anything: a pass that writes nothing needs no lock. */
import type { Discovery } from '../corpus/discover.ts';
import type { IndexSummary } from '../protocol/indexStatus.ts';
import { indexSummary } from '../protocol/indexStatus.ts';
import { summaryOf } from './indexer.ts';
import { isLinked } from './indexState.ts';
import { hasOtherModels } from './modelTables.ts';
import { NeighborTable } from './neighborTable.ts';
import { areSame } from './leftOut.ts';
import { looksChanged, type Corpus } from './readPass.ts';
import { isFailedRead } from './rereading.ts';
import type { IndexSnapshot } from './snapshot.ts';
import type { IndexStore } from './store.ts';
import { isExact } from './vectorTable.ts';

/**
 * The summary of a pass that writes nothing; undefined if it would write.
 * @param snapshot snapshot of the store as it is now
 */
export async function unchangedSummary(
  store: IndexStore,
  snapshot: IndexSnapshot,
  corpus: Corpus,
  found: Discovery,
): Promise<IndexSummary | undefined> {
  try {
    return await summaryIfUnchanged(store, snapshot, corpus, found);
  } catch (error) {
    // Another process replaces what cannot be read, so the index changes; a pass says if it is damaged.
    if (isFailedRead(error)) return undefined;
    throw error;
  }
}

async function summaryIfUnchanged(
  store: IndexStore,
  snapshot: IndexSnapshot,
  corpus: Corpus,
  found: Discovery,
): Promise<IndexSummary | undefined> {
  const began = performance.now();
  const metas = await store.metas();
  const graph = metas.get('graph');
  if (graph === undefined || metas.get('epoch') !== (await store.epoch()) || metas.get('embedder') !== snapshot.model) return undefined;
  if (!areSame(await store.leftOut(), found.skipped) || (await differs(store, corpus, found))) return undefined;
  if ((await store.isFullTextDue()) || !(await hasAllNeighbors(store, snapshot)) || (await hasLeftovers(store, snapshot))) return undefined;
  const summary = await summaryOf(store, {
    passages: snapshot.passageCount,
    embedded: 0,
    seconds: { read: 0, cut: 0, embed: 0, graph: 0, fulltext: 0, total: (performance.now() - began) / 1000 },
    graph: indexSummary.shape.graph.parse(JSON.parse(graph)),
  });
  return { ...summary, unchanged: true };
}

async function differs(store: IndexStore, corpus: Corpus, { files }: Discovery): Promise<boolean> {
  const stored = await store.documents();
  return files.length !== stored.size || files.some((file) => looksChanged(file, stored.get(file.path), corpus));
}

/** Whether every passage has a vector and a neighbor list. Where there is no graph, the completed pass is trusted. */
async function hasAllNeighbors({ database }: IndexStore, snapshot: IndexSnapshot): Promise<boolean> {
  if (snapshot.model === '') return true;
  const linked = await snapshot.linked();
  if (!isExact(linked.vectors)) return true;
  return isLinked(linked) && [...(await new NeighborTable(database, snapshot.model).rows())].length === linked.rows.length;
}

/** Whether a pass would remove anything. */
async function hasLeftovers(store: IndexStore, { model }: IndexSnapshot): Promise<boolean> {
  return (await hasOtherModels(store.database, model, await store.metas())) || (await store.database.remnants()).length > 0;
}
