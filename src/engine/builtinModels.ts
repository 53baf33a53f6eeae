/** The built-in embedder and reranker of a workspace: learned once, kept with the index, learned again when the workspace has changed a lot. */
import * as z from 'zod';
import { breathe } from '../base/abort.ts';
import { AriadneError } from '../base/errors.ts';
import type { IndexStore } from '../index/store.ts';
import { AlignmentReranker } from '../models/builtin/alignmentReranker.ts';
import { StaticEmbedder } from '../models/builtin/staticEmbedder.ts';
import { loadStaticModel, type StaticModel, StaticModelLearner, storeStaticModel } from '../models/builtin/staticModel.ts';

const kind = 'static';
/** Share of passages that may change before the vocabulary is learned again. */
const relearnShare = 0.2;
const stored = z.object({ pieces: z.array(z.string()), idf: z.array(z.number()) });

export class BuiltinModels {
  readonly #store: IndexStore;
  #model: StaticModel | undefined;

  constructor(store: IndexStore) {
    this.#store = store;
  }

  /** @throws AriadneError `index-missing` when nothing has been learned yet */
  async current(): Promise<{ readonly embedder: StaticEmbedder; readonly reranker: AlignmentReranker }> {
    const model = await this.#load();
    if (!model) throw new AriadneError('index-missing', 'This folder has not been indexed to the end yet. Index it first.');
    return { embedder: new StaticEmbedder(model), reranker: new AlignmentReranker(model) };
  }

  /** The embedder for the passages stored now. */
  async prepare(store: IndexStore, changedPassages: number, signal: AbortSignal): Promise<StaticEmbedder> {
    const changed = Number((await store.meta('changedSinceLearned')) ?? 0) + changedPassages;
    const total = (await store.nextRow()) || 1;
    const known = await this.#load();
    if (known && changed <= relearnShare * total) {
      await store.setMeta({ changedSinceLearned: String(changed) });
      return new StaticEmbedder(known);
    }
    const model = await learn(store, signal);
    await store.saveModel(model.id, kind, new TextEncoder().encode(JSON.stringify(storeStaticModel(model))));
    await store.setMeta({ changedSinceLearned: '0' });
    this.#model = model;
    return new StaticEmbedder(model);
  }

  /** As stored now: another process may have learned a new one. */
  async #load(): Promise<StaticModel | undefined> {
    const saved = await this.#store.loadModel(kind);
    if (!saved) return undefined;
    if (this.#model?.id === saved.id) return this.#model;
    this.#model = loadStaticModel(stored.parse(JSON.parse(new TextDecoder().decode(saved.data))));
    return this.#model;
  }
}

async function learn(store: IndexStore, signal: AbortSignal): Promise<StaticModel> {
  const learner = new StaticModelLearner();
  for (const pass of ['countWords', 'countPieces'] as const) {
    for await (const batch of store.indexedTexts()) {
      for (const { text } of batch) learner[pass](text);
      signal.throwIfAborted();
      await breathe();
    }
  }
  return learner.finish();
}
