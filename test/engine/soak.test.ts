import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Engine } from '../../src/engine/engine.ts';
import { type SearchResult } from '../../src/protocol/engine.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { EditedFolder, maxFileBytes, someQueries } from '../support/editedFolder.ts';
import { openEngine } from '../support/engine.ts';
import { differencesOf, everythingOf, lendModel } from '../support/wholeIndex.ts';
import { tempFolder } from '../support/tempFolder.ts';

const edits = 1000;
const editsPerBurst = 20;
const discovery = { ...defaultDiscovery, maxFileBytes };
const { signal } = new AbortController();
/** More than there are passages. */
const everything = 100_000;

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

  const [now, scratch] = [await everythingOf(followed), await everythingOf(fresh)];
  assert.ok(scratch.passages.length > 300, `${scratch.passages.length} passages`);
  assert.deepEqual(differencesOf(now, scratch), []);
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
