/** An index whose mentions are compared: made by passes over a folder, or kept up to date as a watcher does. */
import assert from 'node:assert/strict';
import { linkNew, updateFiles, updateIndex } from '../../src/indexing/indexer.ts';
import type { IndexState } from '../../src/indexing/indexState.ts';
import { loadSnapshot, snapshotOf } from '../../src/indexing/loadSnapshot.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import { ProgressMeter } from '../../src/indexing/progress.ts';
import type { Corpus } from '../../src/indexing/readPass.ts';
import type { IndexSnapshot } from '../../src/indexing/snapshot.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { FixedEmbedder } from './fixedEmbedder.ts';
import { loadKernel } from './kernel.ts';
import { tempFolder, type Ending } from './tempFolder.ts';

/** Not awaited while this is loaded: tests of two files that wait for one module would be counted as of one (scripts/testFiles.ts). */
const loading = loadKernel();
const embedder = new FixedEmbedder();
const { signal } = new AbortController();

export async function openStore(t: Ending): Promise<IndexStore> {
  const store = await IndexStore.open(parseLocation(tempFolder(t)));
  t.after(() => store.close());
  return store;
}

export async function pass(store: IndexStore, corpus: Corpus): Promise<void> {
  await store.prepareToWrite();
  const progress = new ProgressMeter({ work: 'index', tell: () => undefined });
  const options = { kernel: await loading, signal, progress, prepareEmbedder: () => Promise.resolve(embedder) };
  await updateIndex(store, corpus, await corpus.discover({ signal }), options);
}

/**
 * What a watcher does. Afterwards the index in memory mentions what a new reader of the tables sees.
 * @param before what the last update returned, as an engine keeps it in memory; undefined to read it from the tables
 */
export async function update(
  store: IndexStore,
  corpus: Corpus,
  paths: readonly string[],
  before?: IndexState,
): Promise<IndexState | undefined> {
  await store.prepareToWrite();
  const state = before ?? (await storedState(store));
  if (!state) return undefined;
  const { state: next } = await updateFiles(store, state, corpus, paths, embedder, signal);
  if (!next) return state;
  const kernel = await loading;
  const linked = (await linkNew(store, next, embedder.id, { kernel, signal })) ?? next;
  const kept = await snapshotOf(store, kernel, embedder.id, linked);
  const loaded = await load(store);
  assert.deepEqual(kept && (await mentionsOf(kept)), loaded && (await mentionsOf(loaded)));
  kept?.close();
  loaded?.close();
  return linked;
}

async function storedState(store: IndexStore): Promise<IndexState | undefined> {
  const snapshot = await load(store);
  const state = await snapshot?.state();
  snapshot?.close();
  return state;
}

export async function load(store: IndexStore): Promise<IndexSnapshot | undefined> {
  return loadSnapshot(store, await loading, () => Promise.resolve(embedder.dimension));
}

/** `path: text > kind path#section` of every mention, without rows, which depend on the order of edits. */
export async function mentionsOf(index: IndexSnapshot): Promise<readonly string[]> {
  const rows = [...index.keys.rows];
  const [passages, mentions] = [await index.passages(rows), await index.mentionsIn(rows)];
  const textOf = (row: number): string => passages[rows.indexOf(row)]?.text ?? '?';
  return passages
    .flatMap(({ path, text }, i) =>
      mentions[i]!.map(({ start, end, kind, targets, specificity }) => {
        const to = targets.map((target) => `${[target.path, ...(target.headings ?? [])].join('#')} (${target.rows.map(textOf).join('|')})`);
        return `${path} ${text}: ${text.slice(start, end)} > ${kind} ${to.join(', ')} ${specificity.toFixed(3)}`;
      }),
    )
    .sort();
}

/** `path: text > kind path#section` of every mention, by place. */
export async function mentionsAfterPass(t: Ending, corpus: Corpus): Promise<readonly string[]> {
  const store = await openStore(t);
  await pass(store, corpus);
  const index = await load(store);
  assert.ok(index);
  const rows = [...index.keys.rows];
  const [passages, mentions] = [await index.passages(rows), await index.mentionsIn(rows)];
  index.close();
  return passages.flatMap(({ path, text }, i) =>
    mentions[i]!.map(({ start, end, kind, targets }) => {
      const to = targets.map(({ path: of, headings = [] }) => [of, ...headings].join('#')).join(', ');
      return `${path}: ${text.slice(start, end)} > ${kind} ${to}`;
    }),
  );
}
