/** How long searches take while a folder is embedded by a local model, beside how long they take when nothing else goes on. */
import { join } from 'node:path';
import type { Engine } from '../src/engine/engine.ts';
import { type SearchMethod } from '../src/protocol/engine.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { builtinModels, type ModelIds } from '../src/protocol/runSpec.ts';
import { createCorpus, writeCorpus, writeDocument } from './corpus.ts';
import { bytesPerPassage, openBareEngine } from './engineUnderTest.ts';
import { percentile, withTempFolder, type BenchOptions } from './harness.ts';

export interface SearchTimes {
  /** 95th percentiles in milliseconds. */
  readonly aloneMs: number;
  readonly whileMs: number;
  /** Searches while embedding went on. */
  readonly searches: number;
}

/**
 * @returns `switching`: with the vectors that the index had before, while it is embedded with the model; `updating`: with those of the
 * model, while changed files are embedded
 */
export function searchWhileEmbedding(
  model: string,
  { quick, signal, log }: BenchOptions,
): Promise<Readonly<Record<'switching' | 'updating', SearchTimes>>> {
  return withTempFolder(async (folder) => {
    const corpus = createCorpus({ seed: 1, textBytes: (quick ? 100 : 1_000) * bytesPerPassage });
    const docs = join(folder, 'docs');
    writeCorpus(corpus, docs);
    const engine = await openBareEngine(docs, join(folder, 'storage'));
    const models: ModelIds = { ...builtinModels, embedder: `folder:${model}` };
    const search = searcher(engine, models, (i) => corpus.query(i), signal);
    try {
      await engine.index(defaultDiscovery, models, { signal, confirmed: true });
      const switching = await beside(search, () => engine.learn(models, signal));
      log(`switched, ${switching.searches} searches meanwhile`);
      const paths = Array.from({ length: Math.ceil(corpus.documents / 2) }, (_, i) => corpus.path(i));
      paths.forEach((_, i) => writeDocument(corpus, docs, i, 1));
      const updating = await beside(search, () => engine.update(paths, defaultDiscovery, models, signal));
      log(`updated ${paths.length} files, ${updating.searches} searches meanwhile`);
      return { switching, updating };
    } finally {
      await engine.close();
    }
  });
}

const method: SearchMethod = 'hybrid';
const searchesAlone = 60;

/** Milliseconds of the next search. */
function searcher(engine: Engine, models: ModelIds, query: (i: number) => string, signal: AbortSignal): () => Promise<number> {
  let asked = 0;
  return async () => {
    const began = performance.now();
    await engine.search(query(asked++), { method, k: 10, models, signal });
    return performance.now() - began;
  };
}

async function beside(search: () => Promise<number>, work: () => Promise<unknown>): Promise<SearchTimes> {
  for (let i = 0; i < 10; i++) await search();
  const alone: number[] = [];
  while (alone.length < searchesAlone) alone.push(await search());
  const during: number[] = [];
  let isDone = false;
  const working = work().finally(() => (isDone = true));
  while (!isDone) during.push(await search());
  await working;
  // A quarter of them after it: what else the machine does is not the same all the time.
  for (let i = 0; i < searchesAlone / 3; i++) alone.push(await search());
  return { aloneMs: percentile(alone, 0.95), whileMs: percentile(during, 0.95), searches: during.length };
}
