/**
 * A process that keeps an index busy until it is killed. Its arguments are the folder, the storage, the folder of the kernels, the reader's
 * entry and a seed. It begins with one pass over the folder, like any process that finds an index, and then repeats the requested kind of
 * work.
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { silentLogger } from '../../src/base/logger.ts';
import { Engine } from '../../src/engine/engine.ts';
import { adoptEmbedder } from '../../src/indexing/indexer.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import { ProgressMeter } from '../../src/indexing/progress.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { seededRandom } from '../../src/base/seededRandom.ts';
import { NearestKernel } from '../../src/models/nearest.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { IndexSummary } from '../../src/protocol/indexStatus.ts';
import { writeDocuments } from './documents.ts';
import { FixedEmbedder } from './fixedEmbedder.ts';

/**
 * `first`: the pass that every process begins with; `edit`: updates some files; `index`: a pass over the whole folder; `adopt`: changes to
 * another embedder.
 */
export type IndexWork = 'first' | 'edit' | 'index' | 'optimize' | 'adopt';
export type FromIndexChild =
  | { readonly kind: 'indexed'; readonly summary: IndexSummary }
  | { readonly kind: 'began'; readonly work: IndexWork }
  | { readonly kind: 'failed'; readonly message: string };

const [folder = '', storage = '', kernels = '', reader = '', seed = ''] = process.argv.slice(2);
const never = new AbortController().signal;

try {
  await main();
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
}

async function main(): Promise<void> {
  const engine = await Engine.open(
    { folder, storage },
    {
      logger: silentLogger,
      fetch: () => Promise.reject(new Error('nothing may be sent')),
      chatBaseUrl: () => undefined,
      onIndexProgress: () => undefined,
      onRunEvent: () => undefined,
      files: { kernels, reader, learner: '', models: { entry: '', wasm: '' } },
    },
  );
  tell({ kind: 'began', work: 'first' });
  const summary = await engine.index(defaultDiscovery, builtinModels, { signal: never });
  const told = new Promise<IndexWork>((resolve) => process.once('message', resolve));
  tell({ kind: 'indexed', summary });
  const work = await told;
  const random = seededRandom(Number(seed));
  if (work === 'adopt' || work === 'optimize') {
    await engine.close();
    await keepStoreBusy(work, random);
  }
  for (;;) {
    const paths = editFolder(random);
    tell({ kind: 'began', work });
    if (work === 'edit') await engine.update(paths, defaultDiscovery, builtinModels, never);
    else await engine.index(defaultDiscovery, builtinModels, { signal: never });
  }
}

async function keepStoreBusy(work: IndexWork, random: () => number): Promise<never> {
  const store = await IndexStore.open(parseLocation(join(storage, 'index.lancedb')));
  const kernel = await NearestKernel.load(kernels);
  const lock = await store.database.lock('writer');
  const options = { kernel, signal: lock.lost, progress: new ProgressMeter({ work: 'learn', tell: () => undefined }) };
  for (;;) {
    tell({ kind: 'began', work });
    if (work === 'optimize') await store.optimize(-1);
    else {
      const embedder = new FixedEmbedder(`fixed-${Math.floor(random() * 1e9)}`);
      await adoptEmbedder(store, embedder, await store.passageCount(), options);
      await store.dropOtherModels(embedder.id);
    }
  }
}

/**
 * Changes, adds and removes a few documents.
 * @returns their paths
 */
function editFolder(random: () => number): readonly string[] {
  const before = documentPaths();
  const edition = Math.floor(random() * 1e9);
  const changed = Array.from({ length: 1 + Math.floor(random() * 6) }, () => Math.floor(random() * 40));
  for (const number of changed) writeDocuments(folder, number + 1, edition, number);
  const removed = before.length > 25 && random() < 0.5 ? before.filter(() => random() < 0.1) : [];
  for (const path of removed) rmSync(join(folder, path));
  return [...removed, ...changed.map((number) => `part${number % 7}/document${number}.md`)];
}

function documentPaths(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => path.replaceAll('\\', '/'));
}

function tell(message: FromIndexChild): void {
  process.send?.(message);
}
