/** Switches an index to another provider's embedder while the old one answers. */
import { adoptEmbedder } from '../indexing/indexer.ts';
import { countMissing, embedMissing } from '../indexing/embedPass.ts';
import { externalModelsOf } from '../indexing/modelTables.ts';
import type { IndexStore } from '../indexing/store.ts';
import { storedDimension, VectorCache } from '../indexing/vectorCache.ts';
import type { Embedder } from '../models/models.ts';
import type { IndexEmbedders } from './indexEmbedders.ts';
import type { LearnSummary, Replacing } from './learnEmbedder.ts';

export interface SwitchOptions extends Replacing {
  readonly embedders: IndexEmbedders;
  /** Of the built-in model in use, which goes on to rerank. */
  readonly builtinModel: string | undefined;
}

/** A change of a file waits at most so long, and a process that is killed loses at most the work of this time. */
const turnMs = 15_000;

/**
 * Embeds in turns what has no vector of this embedder yet, then builds the graph and puts both into effect in one step.
 * @throws the errors of `open` and of the embedder, AbortError; what was embedded is kept for the next attempt
 */
export async function switchEmbedder(open: () => Promise<Embedder>, asked: string, options: SwitchOptions): Promise<LearnSummary> {
  const { store, embedders, write, progress, builtinModel } = options;
  const began = performance.now();
  progress.working('load', await store.passageCount(), 0);
  const embedder = await open();
  await write(() => embedders.remember(embedder, asked));
  const cache = new VectorCache(store.database, embedder.id, embedder.dimension);
  let isDone = false;
  while (!isDone) {
    isDone = await write(async (signal) => {
      const passages = await store.passageCount();
      const endsAt = performance.now() + turnMs;
      const onPassages = (done: number): void => progress.working('embed', passages, passages === 0 ? 1 : done / passages);
      const onWait = (ms: number): void => progress.pausing(ms);
      await embedMissing(store, cache, embedder, { signal, onPassages, onWait, isEnough: () => performance.now() > endsAt });
      return (await countMissing(store, cache)) === 0;
    });
  }
  const { graphSeconds } = await write(async (during) => {
    if (builtinModel !== undefined) await store.setMeta({ builtinModel });
    const seconds = await adoptEmbedder(store, embedder, undefined, options.indexOptions(during));
    await options.onReplaced();
    await store.dropOtherModels(embedder.id);
    await pruneVectors(store);
    return seconds;
  });
  const total = (performance.now() - began) / 1000;
  progress.done();
  return {
    outcome: 'adopted',
    embedder: embedder.id,
    pairs: 0,
    seconds: { learn: 0, embed: total - graphSeconds, graph: graphSeconds, total },
  };
}

/** Of texts that are gone, for all models that are kept. */
async function pruneVectors(store: IndexStore): Promise<void> {
  const live = new Set<string>();
  for await (const hashes of store.contentHashes()) for (const hash of hashes) live.add(hash);
  for (const { id } of externalModelsOf(await store.metas())) {
    const dimension = await storedDimension(store.database, id);
    if (dimension !== undefined) await new VectorCache(store.database, id, dimension).prune(live);
  }
}
