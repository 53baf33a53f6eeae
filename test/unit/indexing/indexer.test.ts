import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort, untilAborted } from '../../../src/base/abort.ts';
import { unreachableFolder } from '../../../src/base/driveErrors.ts';
import { AriadneError, isAriadneError } from '../../../src/base/errors.ts';
import type { CutDocument } from '../../../src/corpus/document.ts';
import { linkNew, updateFiles, updateIndex, type IndexOptions } from '../../../src/indexing/indexer.ts';
import { loadSnapshot, snapshotOf } from '../../../src/indexing/loadSnapshot.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import type { IndexSnapshot } from '../../../src/indexing/snapshot.ts';
import { ProgressMeter } from '../../../src/indexing/progress.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { FixedEmbedder } from '../../support/fixedEmbedder.ts';
import { areTermsCounted } from '../../support/indexCheck.ts';
import { loadKernel } from '../../support/kernel.ts';
import { MemoryCorpus } from '../../support/memoryCorpus.ts';
import { saidBy } from '../../support/saidByIndex.ts';
import { tempFolder, type Ending } from '../../support/tempFolder.ts';

const kernel = await loadKernel();
const dimensionOf = () => Promise.resolve(new FixedEmbedder().dimension);

async function openStore(t: Ending): Promise<IndexStore> {
  // Registered before the folder's removal runs: hooks run in order of registration, so the store is closed by what opened it.
  const store = await IndexStore.open(parseLocation(tempFolder(t)));
  t.after(() => store.close());
  return store;
}

async function update(store: IndexStore, corpus: MemoryCorpus, embedder = new FixedEmbedder(), more: Partial<IndexOptions> = {}) {
  await store.prepareToWrite();
  try {
    return await updateIndex(store, corpus, await corpus.discover(), {
      kernel,
      signal: new AbortController().signal,
      progress: progressTo(() => undefined),
      prepareEmbedder: async () => embedder,
      ...more,
    });
  } catch (error) {
    store.distrust();
    throw error;
  }
}

const progressTo = (tell: () => void): ProgressMeter => new ProgressMeter({ work: 'index', tell });

/** A pass that is cancelled when it tells its progress for the `moment`-th time. */
async function updateStoppedAt(store: IndexStore, corpus: MemoryCorpus, moment: number): Promise<void> {
  const controller = new AbortController();
  let seen = 0;
  const progress = progressTo(() => {
    if (++seen === moment) controller.abort();
  });
  try {
    await update(store, corpus, undefined, { signal: controller.signal, progress });
    // The last moments come after the last thing that can be stopped.
  } catch (error) {
    assert.ok(isAbort(error), String(error));
  }
}

/**
 * What a watcher does: some files only, over the index as it is in memory. Afterwards that is what a new reader of the tables sees.
 * @param exactUpTo 0 for what an index does that is too large for a graph
 */
async function updateSome(store: IndexStore, corpus: MemoryCorpus, paths: readonly string[], exactUpTo?: 0): Promise<void> {
  await store.prepareToWrite();
  const load = () => loadSnapshot(store, kernel, dimensionOf, exactUpTo === undefined ? {} : { exactUpTo });
  const snapshot = await load();
  if (!snapshot?.model) return snapshot?.close();
  const signal = new AbortController().signal;
  const wereCounted = await areTermsCounted(store);
  const { summary, state } = await updateFiles(store, await snapshot.state(), corpus, paths, new FixedEmbedder(), signal);
  assert.equal(state === undefined, summary.outcome !== 'updated');
  if (wereCounted) assert.ok(await areTermsCounted(store));
  if (state) {
    const linked = (await linkNew(store, state, 'fixed', { kernel, signal })) ?? state;
    const [kept, loaded] = [await snapshotOf(store, kernel, 'fixed', linked), await load()];
    assert.deepEqual(kept && (await factsOf(kept)), loaded && (await factsOf(loaded)));
    kept?.close();
    loaded?.close();
  }
  snapshot.close();
}

async function factsOf(snapshot: IndexSnapshot) {
  const { rows, ids, contentHashes, paths, languages, vectors, lists, listed } = await snapshot.state();
  const neighbors = [...rows].map((row) => lists.neighbors.subarray(row * lists.k, (row + 1) * lists.k));
  return {
    epoch: snapshot.epoch,
    rows,
    ids: [...ids],
    contentHashes: [...contentHashes],
    paths: [...paths],
    languages,
    found: [...ids].map((id) => snapshot.rowOf(id)),
    first: [...rows].map((row) => snapshot.firstOf(row)),
    vectors: [vectors.rows, vectors.gather(Int32Array.from(vectors.rows.keys()))],
    neighbors,
    listed,
  };
}

const threeFiles = { 'a.md': 'apples\n\nare red', 'b.md': 'bears are brown', 'c.md': 'clouds are white\n\nand high' };

const edits: readonly {
  readonly name: string;
  readonly edit: (corpus: MemoryCorpus) => void;
  readonly read: readonly string[];
  readonly embedded: number;
}[] = [
  { name: 'nothing', edit: () => undefined, read: [], embedded: 0 },
  {
    name: 'an edited document is read, and only its new passage embedded',
    edit: (c) => c.write('a.md', 'apples\n\nare green'),
    read: ['a.md'],
    embedded: 1,
  },
  {
    name: 'a touched document is read but nothing is embedded',
    edit: (c) => c.write('b.md', threeFiles['b.md']),
    read: ['b.md'],
    embedded: 0,
  },
  { name: 'a removed document costs nothing', edit: (c) => c.remove('c.md'), read: [], embedded: 0 },
  {
    name: 'a renamed document is read; its title was made from its name, so that nothing is embedded',
    edit: (c) => c.rename('b.md', 'd.md'),
    read: ['d.md'],
    embedded: 0,
  },
  { name: 'a new document alone is read', edit: (c) => c.write('e.md', 'eels'), read: ['e.md'], embedded: 1 },
];

for (const { name, edit, read, embedded } of edits) {
  test(`second pass: ${name}`, async (t) => {
    const store = await openStore(t);
    const corpus = new MemoryCorpus(threeFiles);
    await update(store, corpus);
    corpus.takeReads();
    edit(corpus);
    const summary = await update(store, corpus);
    assert.deepEqual(
      { read: corpus.takeReads(), embedded: summary.embedded, documents: [...(await store.documents()).keys()].sort() },
      { read, embedded, documents: corpus.paths },
    );
    assert.deepEqual(corpus.takeReads(), []);
    await update(store, corpus);
    assert.deepEqual(corpus.takeReads(), [], 'a third pass has nothing to do');
  });
}

test('a document that can no longer be read leaves the index and is named', async (t) => {
  const store = await openStore(t);
  const corpus = new MemoryCorpus(threeFiles);
  await update(store, corpus);
  corpus.write('a.md', '');
  const { documents, passages, skipped } = await update(store, corpus);
  assert.deepEqual(
    { documents, passages, skipped },
    { documents: 2, passages: 3, skipped: { files: 1, reasons: [{ reason: 'has no text.', files: 1 }] } },
  );
});

test('a document on a drive that does not answer is kept and named, and read once it answers', async (t) => {
  const [store, corpus] = [await openStore(t), new MemoryCorpus(threeFiles)];
  await update(store, corpus);
  for (const path of ['a.md', 'new.md']) corpus.write(path, 'apples are green');
  corpus.silent.read.add('a.md').add('new.md');
  corpus.silent.found.add('b.md');
  const { documents, skipped } = await update(store, corpus);
  const named = (await store.files()).shown(undefined).files.map(({ path }) => path);
  assert.deepEqual([documents, skipped.files, named], [3, 3, ['a.md', 'b.md', 'new.md']]);
  Object.values(corpus.silent).forEach((paths) => paths.clear());
  const after = await update(store, corpus);
  assert.deepEqual([after.documents, after.skipped], [4, { files: 0, reasons: [] }]);
});

test('a pass that a silent drive ends does not wait for what it has asked for ahead', async (t) => {
  const store = await openStore(t);
  const silent = new AriadneError('file-unreachable', 'a.md does not answer.');
  const corpus = Object.assign(new MemoryCorpus(threeFiles), {
    read: ({ path }: { readonly path: string }, { signal }: { readonly signal?: AbortSignal } = {}) =>
      path === 'a.md' ? Promise.reject(silent) : untilAborted(new Promise<CutDocument>(() => undefined), signal),
    requirePresent: () => Promise.reject(unreachableFolder('/docs', 'has not answered for 30 s')),
  });
  await assert.rejects(update(store, corpus), { code: 'folder-unreachable' });
});

test('an empty folder gives an empty index, and so does a folder whose documents all went', async (t) => {
  const store = await openStore(t);
  const corpus = new MemoryCorpus();
  assert.deepEqual((await update(store, corpus)).passages, 0);
  corpus.write('a.md', 'apples');
  assert.deepEqual((await update(store, corpus)).passages, 1);
  corpus.remove('a.md');
  const { documents, passages, graph } = await update(store, corpus);
  assert.deepEqual({ documents, passages, edges: graph.edges }, { documents: 0, passages: 0, edges: 0 });
});

test('a first graph waits for vectors that replace these soon; one that exists is kept up to date', async (t) => {
  const store = await openStore(t);
  const corpus = new MemoryCorpus({ 'a.md': 'apples are red\n\nbears are brown' });
  const soon: Partial<IndexOptions> = { isReplacedSoon: async () => true };
  const edges = async (more?: typeof soon) => (await update(store, corpus, undefined, more)).graph.edges;
  assert.deepEqual([await edges(soon), await edges()], [0, 2]);
  corpus.write('b.md', 'cats are grey');
  assert.equal(await edges(soon), 6);
});

test('a first pass can be searched after its first passages, and leaves one version of them', async (t) => {
  const many = Array.from({ length: 260 }, (_, i) => `apple ${i} is red`).join('\n\n');
  for (const [files, counts] of [
    [{ 'a.md': many }, [260, 260]],
    [{ 'a.md': many, 'b.md': 'bears are brown' }, [260, 261]],
  ] as const) {
    const store = await openStore(t);
    const found: (number | undefined)[] = [];
    const onSearchable = async (): Promise<void> => {
      const reader = await store.reader();
      found.push((await reader?.searchText('apple bears', 1000))?.length);
      reader?.close();
    };
    await update(store, new MemoryCorpus(files), undefined, { onSearchable });
    assert.deepEqual(found, counts);
    assert.equal((await store.database.table('passages')?.listVersions())?.length, 1);
  }
});

test('equal texts are embedded once', async (t) => {
  const embedder = new FixedEmbedder();
  const corpus = new MemoryCorpus({ 'a.md': 'same\n\nsame\n\nother' });
  const { embedded, reused, passages } = await update(await openStore(t), corpus, embedder);
  assert.deepEqual(
    { embedded, reused, passages, asked: embedder.asked },
    { embedded: 2, reused: 1, passages: 3, asked: ['same', 'other'] },
  );
});

const kinds = ['write', 'write', 'remove', 'rename', 'touch', 'index', 'files', 'files', 'files-of-many', 'stop', 'drive'] as const;
interface Edit {
  readonly kind: (typeof kinds)[number];
  readonly at: number;
  readonly text: number;
}
const edit = fc.record({ kind: fc.constantFrom(...kinds), at: fc.nat(7), text: fc.nat(30) });
const editSequence = fc.array(edit, { minLength: 1, maxLength: 14 });

/** Returns the paths it touched. */
function apply(corpus: MemoryCorpus, { kind, at, text }: Edit): readonly string[] {
  const path = `d${at}.md`;
  const other = `d${(at + text) % 8}.md`;
  if (kind === 'write')
    corpus.write(path, Array.from({ length: 1 + (text % 3) }, (_, i) => `paragraph ${text} number ${i} of ${at}`).join('\n\n'));
  if (kind === 'remove') corpus.remove(path);
  if (kind === 'rename') corpus.rename(path, other);
  if (kind === 'touch' && corpus.textOf(path) !== '') corpus.write(path, corpus.textOf(path));
  return [path, other];
}

/** A pass, or an update of one path, while the drive does not answer: what was stored of that path, or of a folder that is away, stays. */
async function updateWithoutDrive(store: IndexStore, corpus: MemoryCorpus, { at, text }: Edit): Promise<void> {
  const path = `d${at}.md`;
  await store.prepareToWrite();
  const before = await store.documents();
  const [old, all] = [before.get(path)?.hash, [...before.values()]];
  if (text % 3 === 0) corpus.leaves(at % 2 === 0 ? 'now' : 'when found');
  else corpus.silent[text % 3 === 1 ? 'found' : 'read'].add(path);
  const failure = await (text % 2 === 0 ? update(store, corpus) : updateSome(store, corpus, [path])).catch((error: unknown) => error);
  assert.ok(failure === undefined || isAriadneError(failure, 'folder-emptied') || !(failure instanceof Error), String(failure));
  if (text % 3 === 0) assert.deepEqual([...(await store.documents()).values()], all);
  else if (old !== undefined && corpus.textOf(path) !== '') assert.equal((await store.documents()).get(path)?.hash, old);
  corpus.leaves('never');
  Object.values(corpus.silent).forEach((paths) => paths.clear());
}

test('after any edits, passes, stopped passes and drives that went away, the index equals one built from scratch', async (t) => {
  await fc.assert(
    fc.asyncProperty(editSequence, async (sequence) => {
      const corpus = new MemoryCorpus();
      const [edited, fresh] = [await openStore(t), await openStore(t)];
      const touched = new Set<string>();
      for (const edit of sequence) {
        if (edit.kind === 'index') await update(edited, corpus);
        else if (edit.kind === 'files') await updateSome(edited, corpus, [...touched]);
        else if (edit.kind === 'files-of-many') await updateSome(edited, corpus, [...touched], 0);
        else if (edit.kind === 'drive') await updateWithoutDrive(edited, corpus, edit);
        else if (edit.kind === 'stop') await updateStoppedAt(edited, corpus, edit.at + 2);
        else apply(corpus, edit).forEach((path) => touched.add(path));
        if (edit.kind === 'index' || edit.kind.startsWith('files')) touched.clear();
      }
      await update(edited, corpus);
      await update(fresh, corpus);
      const [is, expected] = [await saidBy(edited), await saidBy(fresh)];
      if (expected.passages.length === 0) assert.equal(is.passages.length, 0);
      else assert.deepEqual(is, expected);
    }),
    { numRuns: Number(process.env['ARIADNE_HOSTILE_RUNS'] ?? 20) },
  );
});

const leftBehind: readonly {
  readonly name: string;
  readonly harm: (store: IndexStore, corpus: MemoryCorpus) => Promise<void>;
  readonly read: readonly string[];
}[] = [
  {
    name: 'passages of a new document without its row',
    harm: async (store, corpus) => {
      corpus.write('d.md', 'ducks\n\nand drakes');
      await putHalf(store, corpus, 'd.md', 'row');
    },
    read: ['d.md'],
  },
  {
    name: 'passages of an edited document beside the old ones',
    harm: async (store, corpus) => {
      corpus.write('a.md', 'apples\n\nare blue');
      await putHalf(store, corpus, 'a.md', 'row');
    },
    read: ['a.md'],
  },
  {
    name: 'a document row whose passages are missing',
    harm: async (store, corpus) => {
      await putHalf(store, corpus, 'a.md', 'passages');
    },
    read: ['a.md'],
  },
];

/** Stores a document as a process killed in the middle would have: without its row, or without some passages. */
async function putHalf(store: IndexStore, corpus: MemoryCorpus, path: string, without: 'row' | 'passages'): Promise<void> {
  const file = (await corpus.discover()).files.find((found) => found.path === path);
  assert.ok(file);
  const cut = await corpus.read(file);
  const before = (await store.documents()).get(path);
  if (without === 'row') {
    assert.ok(cut !== 'unchanged');
    await store.putDocuments([{ file, cut }]);
    // Back to what the documents table said before.
    const documents = (await store.documents()).get(path);
    assert.ok(documents);
    if (before) await store.touchDocuments([before]);
    else await store.touchDocuments([{ ...documents, passages: documents.passages + 1 }]);
  } else {
    assert.ok(before);
    await store.touchDocuments([{ ...before, passages: before.passages + 1 }]);
  }
  corpus.takeReads();
}

for (const { name, harm, read } of leftBehind) {
  test(`repaired by the next pass: ${name}`, async (t) => {
    const [store, fresh] = [await openStore(t), await openStore(t)];
    const corpus = new MemoryCorpus(threeFiles);
    await update(store, corpus);
    await harm(store, corpus);
    store.distrust();
    await update(store, corpus);
    assert.deepEqual(corpus.takeReads(), read);
    await update(fresh, corpus);
    assert.deepEqual(await saidBy(store), await saidBy(fresh));
  });
}

test('a pass stopped at any moment throws AbortError, and the next one ends as if it had not been', async (t) => {
  const [fresh, counting] = [await openStore(t), await openStore(t)];
  const corpus = new MemoryCorpus(threeFiles);
  await update(fresh, corpus);
  const expected = await saidBy(fresh);
  let moments = 0;
  await update(counting, corpus, undefined, { progress: progressTo(() => moments++) });
  for (let moment = 1; moment <= moments; moment++) {
    const store = await openStore(t);
    await updateStoppedAt(store, corpus, moment);
    await update(store, corpus);
    assert.deepEqual(await saidBy(store), expected, `stopped at progress ${moment} of ${moments}`);
  }
});

test('a second store on the same folder sees what the first has written before it writes itself', async (t) => {
  const folder = tempFolder(t);
  const corpus = new MemoryCorpus({ 'a.md': 'apples' });
  const [first, second] = [await IndexStore.open(parseLocation(folder)), await IndexStore.open(parseLocation(folder))];
  t.after(() => [first, second].forEach((store) => store.close()));
  await update(first, corpus);
  corpus.write('b.md', 'bears');
  await update(second, corpus);
  corpus.write('c.md', 'clouds');
  await update(first, corpus);
  corpus.takeReads();
  const fresh = await openStore(t);
  await update(fresh, corpus);
  assert.deepEqual(await saidBy(first), await saidBy(fresh));
  assert.deepEqual(corpus.takeReads(), ['a.md', 'b.md', 'c.md'], 'read for the fresh index only');
});
