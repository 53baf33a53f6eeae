import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { Engine } from '../../src/engine/engine.ts';
import { loadSnapshot } from '../../src/indexing/loadSnapshot.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import type { IndexSnapshot } from '../../src/indexing/snapshot.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { type SearchResult } from '../../src/protocol/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { EditedFolder, maxFileBytes, someQueries } from '../support/editedFolder.ts';
import { openEngine } from '../support/engine.ts';
import { loadKernel } from '../support/kernel.ts';
import { tempFolder } from '../support/tempFolder.ts';

const edits = 1000;
const editsPerBurst = 20;
const discovery = { ...defaultDiscovery, maxFileBytes };
const { signal } = new AbortController();
/** More than there are passages. */
const everything = 100_000;
/** Of a sum whose terms are added in another order. */
const tolerance = 1e-5;

test('after 1,000 random edits an index that followed them equals one made from scratch', async (t) => {
  const edited = new EditedFolder(tempFolder(t), 7);
  const followed = tempFolder(t);
  const { engine } = await openEngine(edited.folder, followed);
  for (let i = 0; i < 200; i++) edited.edit();
  await engine.index(discovery, builtinModels, { signal });
  let fullPasses = 0;
  for (let done = 0; done < edits; done += editsPerBurst) {
    const paths = Array.from({ length: editsPerBurst }, () => edited.edit()).flat();
    const { outcome } = await engine.update(paths, discovery, builtinModels, signal);
    if (outcome !== 'full-pass-needed') continue;
    await engine.index(discovery, builtinModels, { signal });
    fullPasses++;
  }
  assert.ok(fullPasses > 2 && fullPasses < edits / editsPerBurst / 2, `${fullPasses} passes over the whole folder`);
  const matches = await searchAll(engine, everything);
  // A pass over the whole folder: nothing has changed, but the full-text index takes in what the updates have left beside it.
  await engine.index(discovery, builtinModels, { signal });
  const best = await searchAll(engine, 20);
  await engine.close();

  const fresh = tempFolder(t);
  await lendModel(followed, fresh);
  const { engine: other } = await openEngine(edited.folder, fresh);
  await other.index(discovery, builtinModels, { signal });
  const [allMatches, allBest] = [await searchAll(other, everything), await searchAll(other, 20)];
  await other.close();

  const [now, scratch] = [await contentsOf(t, followed), await contentsOf(t, fresh)];
  assert.ok(scratch.passages.length > 300, `${scratch.passages.length} passages`);
  // One difference at a time: those of all vectors together take the machine's memory to print.
  const different = now.graph.findIndex((passage, i) => !isDeepStrictEqual(passage, scratch.graph[i]));
  assert.deepEqual(now.graph[different], scratch.graph[different]);
  assert.deepEqual({ ...now, graph: now.graph.length }, { ...scratch, graph: scratch.graph.length });
  assert.deepEqual(idsOf(matches), idsOf(allMatches));
  assert.deepEqual(scoresOf(best), scoresOf(allBest));
});

type Found = readonly { readonly query: string; readonly results: readonly SearchResult[] }[];

async function searchAll(engine: Engine, k: number): Promise<Found> {
  const found = [];
  for (const query of someQueries(40, 3))
    found.push({ query, results: await engine.search(query, { method: 'bm25', k, models: builtinModels, signal }) });
  return found;
}

function idsOf(found: Found) {
  return found.map(({ query, results }) => ({ query, ids: results.map(({ passage }) => passage.id).sort() }));
}

/** Equal scores may come in another order. */
function scoresOf(found: Found) {
  return found.map(({ query, results }) => ({ query, scores: results.map(({ score }) => score?.toFixed(3)) }));
}

/** Has the other index begin with the model that this one uses, so that their vectors can be compared. */
async function lendModel(from: string, to: string): Promise<void> {
  const [lender, borrower] = [await openStore(from), await openStore(to)];
  const id = (await lender.meta('embedder')) ?? '';
  const model = await lender.loadModel(id);
  assert.ok(model, 'no model');
  await borrower.saveModel(id, 'static', model);
  await borrower.setMeta({ embedder: id, changedSinceLearned: '0' });
  lender.close();
  borrower.close();
}

function openStore(storage: string): Promise<IndexStore> {
  return IndexStore.open(parseLocation(join(storage, 'index.lancedb')));
}

/** All that an index knows, without rows and times, which differ. */
async function contentsOf(t: TestContext, storage: string) {
  const store = await openStore(storage);
  t.after(() => store.close());
  const snapshot = await loadSnapshot(store, await loadKernel(), () => Promise.resolve(staticDimension));
  assert.ok(snapshot, 'no index');
  const passages = await snapshot.passages([...snapshot.state.rows]);
  const documents = [...(await store.documents()).values()].map(({ path, state, reason, hash, title, parser, passages: count }) => {
    return { path, state, reason, hash, title, parser, passages: count };
  });
  const contents = {
    documents: documents.sort((a, b) => (a.path < b.path ? -1 : 1)),
    epoch: snapshot.epoch,
    model: snapshot.model,
    passages: [...passages].sort((a, b) => (a.id < b.id ? -1 : 1)),
    ...graphOf(snapshot),
  };
  snapshot.close();
  return contents;
}

/**
 * Vectors and neighbor lists by passage. A list is compared by its similarities, because equally near neighbors may stand for each other;
 * each neighbor must be as near as the list says.
 */
function graphOf({ state: { rows, ids, vectors, lists } }: IndexSnapshot) {
  const at = new Map([...vectors.rows].map((row, i) => [row, i]));
  const vectorOf = (row: number): Float32Array => vectors.at(at.get(row) ?? NaN);
  const wrong: string[] = [];
  const byId = [...rows].map((row, i) => {
    const [start, end] = [row * lists.k, (row + 1) * lists.k];
    const neighbors = [...lists.neighbors.subarray(start, end)].filter((neighbor) => neighbor >= 0);
    const similarities = [...lists.similarities.subarray(start, start + neighbors.length)];
    neighbors.forEach((neighbor, j) => {
      if (Math.abs(dot(vectorOf(row), vectorOf(neighbor)) - (similarities[j] ?? NaN)) > tolerance) wrong.push(`${ids[i]} ${neighbor}`);
    });
    if (new Set(neighbors).size < neighbors.length || neighbors.includes(row)) wrong.push(`${ids[i]} repeats`);
    return { id: ids[i] ?? '', vector: [...vectorOf(row)], similarities: similarities.map((similarity) => similarity.toFixed(4)) };
  });
  return { wrong, graph: byId.sort((a, b) => (a.id < b.id ? -1 : 1)) };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? NaN), 0);
}
