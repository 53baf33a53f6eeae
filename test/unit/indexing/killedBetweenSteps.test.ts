/**
 * Whatever changes an index may be killed between any two of its steps: all passages are found as it is then, and whole it is after the
 * next pass.
 */
import assert from 'node:assert/strict';
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { after as afterAll, test } from 'node:test';
import { hashOf } from '../../../src/base/hash.ts';
import { adoptEmbedder, linkNew, updateFiles, updateIndex } from '../../../src/indexing/indexer.ts';
import { loadSnapshot } from '../../../src/indexing/loadSnapshot.ts';
import { embedMissing } from '../../../src/indexing/embedPass.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { ProgressMeter } from '../../../src/indexing/progress.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import { VectorCache } from '../../../src/indexing/vectorCache.ts';
import { FixedEmbedder } from '../../support/fixedEmbedder.ts';
import { assertWhole, contentsOf } from '../../support/indexCheck.ts';
import { loadKernel } from '../../support/kernel.ts';
import { MemoryCorpus } from '../../support/memoryCorpus.ts';
import { beforeEachStep } from '../../support/storageSteps.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const kernel = await loadKernel();
const { signal } = new AbortController();
const embedder = new FixedEmbedder();
const progress = new ProgressMeter({ work: 'index', tell: () => undefined });
const options = { kernel, signal, progress };

/** Together they have more passages than a list of neighbors has room for, and the edited ones are few of them. */
const documents = 11;

function write(corpus: MemoryCorpus, document: number, edition: number): void {
  const paragraphs = Array.from(
    { length: 2 },
    (_, i) =>
      `Person ${document}${i} met a person of edition${edition} at the quay, as document${(document + documents - 3) % (documents + 1)}.md says.`,
  );
  corpus.write(`document${document}.md`, paragraphs.join('\n\n'));
}

function corpusOf(edited: boolean): MemoryCorpus {
  const corpus = new MemoryCorpus();
  for (let document = 0; document < documents; document++) write(corpus, document, 0);
  if (!edited) return corpus;
  for (const document of [2, documents]) write(corpus, document, 1);
  corpus.remove('document7.md');
  return corpus;
}

const before = corpusOf(false);
const after = corpusOf(true);

async function pass(store: IndexStore, corpus: MemoryCorpus): Promise<void> {
  await store.prepareToWrite();
  await updateIndex(store, corpus, await corpus.discover(), { ...options, prepareEmbedder: () => Promise.resolve(embedder) });
}

async function update(store: IndexStore): Promise<void> {
  await store.prepareToWrite();
  const snapshot = await loadSnapshot(store, kernel, () => Promise.resolve(embedder.dimension));
  assert.ok(snapshot);
  const before = await snapshot.state();
  snapshot.close();
  const paths = [2, 7, documents].map((document) => `document${document}.md`);
  const { state } = await updateFiles(store, before, after, paths, embedder, signal);
  assert.ok(state);
  await linkNew(store, state, embedder.id, { kernel, signal });
}

async function adopt(store: IndexStore): Promise<void> {
  await store.prepareToWrite();
  const other = new FixedEmbedder('other');
  await adoptEmbedder(store, other, await store.passageCount(), options);
  await store.dropOtherModels(other.id);
}

/** Embeds in turns, then switches, as `switchEmbedder` of the engine does with a model of another provider. */
async function switchTo(store: IndexStore): Promise<void> {
  await store.prepareToWrite();
  const other = new FixedEmbedder('hf:org/other#q8');
  await store.setMeta({ externalModels: JSON.stringify([{ id: other.id, asked: 'hf:org/other' }]), wantedEmbedder: 'hf:org/other' });
  const cache = new VectorCache(store.database, other.id, other.dimension);
  let turns = 0;
  const isEnough = (): boolean => turns++ === 0;
  while ((await embedMissing(store, cache, other, { signal, onPassages: () => undefined, isEnough })) > 0);
  await store.setMeta({ builtinModel: embedder.id });
  await adoptEmbedder(store, other, undefined, options);
  await store.dropOtherModels(other.id);
}

async function optimize(store: IndexStore): Promise<void> {
  await store.prepareToWrite();
  await store.optimize(-1);
}

/** An index of what was before the edits, which most of the work begins with. */
const indexed = tempFolder({ after: afterAll });

interface Work {
  /** What the index begins with: nothing, or an index. */
  readonly isFirst?: boolean;
  readonly prepare?: (store: IndexStore) => Promise<void>;
  readonly run: (store: IndexStore) => Promise<void>;
  /** Fewer steps were not intercepted. */
  readonly leastSteps: number;
}

const works: Readonly<Record<string, Work>> = {
  'a first pass': { isFirst: true, run: (store) => pass(store, before), leastSteps: 12 },
  'a pass over edits': { run: (store) => pass(store, after), leastSteps: 15 },
  'an update of some files': { run: update, leastSteps: 8 },
  'another embedder': { run: adopt, leastSteps: 6 },
  'an embedder of another provider': { run: switchTo, leastSteps: 7 },
  'tidying up': { prepare: update, run: optimize, leastSteps: 6 },
};

/** What was looked at already: also what another kind of work begins with, or what a step has changed nothing of. */
const seen = new Set<string>();

function isNew(storage: string): boolean {
  const entries = readdirSync(storage, { recursive: true, encoding: 'utf8' }).sort();
  // Files of the database are never written again.
  const state = entries.map((path) => `${path} ${statSync(join(storage, path)).size}`).join('\n');
  if (seen.has(state)) return false;
  seen.add(state);
  return true;
}

for (const [name, work] of Object.entries(works)) {
  test(`killed between any two steps: ${name}`, async (t) => {
    const storage = tempFolder(t);
    if (readdirSync(indexed).length === 0) await withStore(indexed, (store) => pass(store, before));
    if (work.isFirst !== true) cpSync(indexed, storage, { recursive: true });
    if (work.prepare) await withStore(storage, work.prepare);
    /** What a kill would leave: the storage as it was before each step, and at the end. */
    const left: { readonly at: string; readonly storage: string }[] = [];
    let steps = 0;
    const keep = (at: string): void => {
      if (!isNew(storage)) return;
      const copy = tempFolder(t);
      cpSync(storage, copy, { recursive: true });
      left.push({ at, storage: copy });
    };
    const stop = await beforeEachStep((step) => keep(`killed before step ${steps++} (${step})`));
    await withStore(storage, work.run).finally(stop);
    assert.ok(steps >= work.leastSteps, `${steps} steps`);
    keep('not killed');
    for (const { at, storage: copy } of left) {
      await orTellWhere(at, () => contentsOf(copy));
      await orTellWhere(`${at}, after a pass`, async () => {
        await withStore(copy, async (store) => {
          const stored = await new VectorCache(store.database, embedder.id, embedder.dimension).contents();
          const askedBefore = embedder.asked.length;
          await pass(store, after);
          const again = embedder.asked.slice(askedBefore).filter((text) => stored.has(hashOf([text], 32)));
          assert.deepEqual(again, [], 'what has a vector is not embedded again');
        });
        await assertWhole(copy, embedder.dimension);
      });
      rmSync(copy, { recursive: true });
    }
  });
}

async function withStore(storage: string, work: (store: IndexStore) => Promise<void>): Promise<void> {
  const store = await IndexStore.open(parseLocation(join(storage, 'index.lancedb')));
  try {
    await work(store);
  } finally {
    store.close();
  }
}

async function orTellWhere(at: string, check: () => Promise<unknown>): Promise<void> {
  try {
    await check();
  } catch (error) {
    throw new Error(at, { cause: error });
  }
}
