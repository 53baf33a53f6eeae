/** An index run is killed, as by a power cut, at many moments; the next run must end as if nothing had happened. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { loadSnapshot } from '../../src/index/load.ts';
import { IndexStore } from '../../src/index/store.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { runCli } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { loadKernel } from '../support/kernel.ts';
import { tempFolder } from '../support/tempFolder.ts';

const documents = 300;
const kills = 20;
const kernel = await loadKernel();

/** What an index says by passage id; neighbors by similarity alone would tie, so their number is compared. */
async function contentsOf(storage: string) {
  const store = await IndexStore.open(storage);
  const snapshot = await loadSnapshot(store, kernel, staticDimension);
  const reader = await store.reader();
  assert.ok(snapshot && reader);
  const keys = await reader.keys();
  const passages = keys.map(({ row, id, contentHash }) => `${id} ${contentHash} ${snapshot.neighborsOf(row, 16).length}`).sort();
  const vectors = (await store.meta('embedder')) ?? '';
  let embedded = 0;
  await store.eachEmbedding(vectors, () => embedded++);
  reader.close();
  snapshot.close();
  store.close();
  return { epoch: snapshot.epoch, passages, hasAllVectors: embedded >= new Set(keys.map(({ contentHash }) => contentHash)).size };
}

async function index(folder: string, storage: string): Promise<{ readonly seconds: number }> {
  const began = performance.now();
  const { code, stderr } = await runCli(['index', folder, '--storage', storage, '--json']);
  assert.equal(code, 0, stderr);
  return { seconds: (performance.now() - began) / 1000 };
}

test(`killed at ${kills} moments, first passes and later ones, an index is whole after the next run`, async (t) => {
  const folder = tempFolder(t);
  const freshFolder = tempFolder(t);
  const storages = tempFolder(t);
  writeDocuments(folder, documents);
  const { seconds } = await index(folder, join(storages, 'timed'));
  let edition = 0;
  let storage = '';
  let killed = 0;
  for (let i = 0; i < kills; i++) {
    // Every fourth kill hits a first pass, the others a pass over an edited folder.
    if (i % 4 === 0) storage = join(storages, `killed-${i}`);
    else writeDocuments(folder, documents - i, ++edition);
    // Spread over the duration in an order that mixes early and late.
    const share = ((i * 7) % kills) / kills;
    const { code } = await runCli(['index', folder, '--storage', storage], { killAfterMs: 120 + share * (seconds * 1000 - 120) });
    killed += code === null ? 1 : 0;
    if (i % 4 === 1) {
      const { code: searched, stderr } = await runCli([
        'search',
        folder,
        'lighthouse person',
        '--storage',
        storage,
        '--json',
        '--method',
        'bm25',
      ]);
      assert.ok(searched === 0 || /Index it first/.test(stderr), `search after kill ${i}: ${stderr}`);
    }
    if (i % 4 !== 3) continue;
    await index(folder, storage);
    const fresh = join(freshFolder, `fresh-${i}`);
    await index(folder, fresh);
    assert.deepEqual(await contentsOf(storage), await contentsOf(fresh), `after kill ${i}`);
    const found = await runCli(['search', folder, 'lighthouse person', '--storage', storage, '--json', '--k', '3']);
    assert.equal(found.code, 0, found.stderr);
  }
  t.diagnostic(`${killed} of ${kills} runs were killed before their end, a whole run takes ${seconds.toFixed(2)} s`);
  assert.ok(killed >= kills * 0.7, `${killed} kills`);
});

test('several processes index one folder at once: one does, the others are told, and the index is whole', async (t) => {
  const folder = tempFolder(t);
  const storages = tempFolder(t);
  writeDocuments(folder, 120);
  const shared = join(storages, 'shared');
  // The tables are there, so that all begin alike.
  await index(folder, shared);
  writeDocuments(folder, 110, 1);
  const results = await Promise.all(Array.from({ length: 4 }, () => runCli(['index', folder, '--storage', shared])));
  for (const { code, stderr } of results) assert.ok(code === 0 || (code === 3 && /already indexing this folder/.test(stderr)), stderr);
  assert.ok(results.some(({ code }) => code === 0));
  await index(folder, join(storages, 'fresh'));
  assert.deepEqual(await contentsOf(shared), await contentsOf(join(storages, 'fresh')));
});
