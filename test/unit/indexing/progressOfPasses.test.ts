/** Progress as real passes over changing folders tell it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { adoptEmbedder, updateIndex } from '../../../src/indexing/indexer.ts';
import { parseLocation } from '../../../src/indexing/location.ts';
import { ProgressMeter } from '../../../src/indexing/progress.ts';
import { IndexStore } from '../../../src/indexing/store.ts';
import type { IndexProgress } from '../../../src/protocol/indexStatus.ts';
import { FixedEmbedder } from '../../support/fixedEmbedder.ts';
import { loadKernel } from '../../support/kernel.ts';
import { MemoryCorpus } from '../../support/memoryCorpus.ts';
import { checkTold } from '../../support/progressCheck.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const kernel = await loadKernel();
const words = fc.array(fc.constantFrom('apple', 'bear', 'cloud', 'delta', 'ember'), { minLength: 1, maxLength: 60 });
const file = fc.record({ name: fc.nat(12), words });
/** Files to write before a pass; how it ends: as it should, stopped when it has told so much, or for want of a model. */
const pass = fc.record({
  files: fc.array(file, { maxLength: 8 }),
  ending: fc.oneof(fc.constant('whole' as const), fc.constant('failed' as const), fc.integer({ min: 2, max: 9 })),
});
type Pass = typeof pass extends fc.Arbitrary<infer P> ? P : never;

test('what real passes tell never goes back, whatever has changed and however they end', async (t) => {
  const ends = { whole: 0, early: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(pass, { minLength: 1, maxLength: 4 }), async (passes) => {
      const store = await IndexStore.open(parseLocation(tempFolder(t)));
      const corpus = new MemoryCorpus();
      try {
        for (const planned of passes) ends[await checkPass(store, corpus, planned)]++;
        await checkLearning(store);
      } finally {
        store.close();
      }
    }),
    { numRuns: 10 },
  );
  assert.ok(ends.whole > 0 && ends.early > 0, 'both kinds were seen');
});

async function checkPass(store: IndexStore, corpus: MemoryCorpus, { files, ending }: Pass): Promise<'whole' | 'early'> {
  for (const { name, words: text } of files) corpus.write(`${name}.md`, text.join(' '));
  const told: IndexProgress[] = [];
  const controller = new AbortController();
  const tell = (progress: IndexProgress): void => {
    told.push(progress);
    if (told.length === ending) controller.abort();
  };
  const progress = new ProgressMeter({ work: 'index', tell });
  const prepareEmbedder = () => (ending === 'failed' ? Promise.reject(new Error('no model')) : Promise.resolve(new FixedEmbedder()));
  progress.discovering();
  await store.prepareToWrite();
  try {
    const found = await corpus.discover();
    await updateIndex(store, corpus, found, { kernel, signal: controller.signal, progress, prepareEmbedder });
    progress.done();
    checkTold(told);
    return 'whole';
  } catch (error) {
    if (!controller.signal.aborted && ending !== 'failed') throw error;
    store.distrust();
    checkTold(told, false);
    return 'early';
  }
}

async function checkLearning(store: IndexStore): Promise<void> {
  const told: IndexProgress[] = [];
  const progress = new ProgressMeter({ work: 'learn', tell: (now) => told.push(now) });
  const { signal } = new AbortController();
  await store.prepareToWrite();
  await adoptEmbedder(store, new FixedEmbedder('learned'), await store.passageCount(), { kernel, signal, progress });
  progress.done();
  checkTold(told);
}
