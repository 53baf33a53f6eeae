/**
 * The built-in embedder and reranker of a workspace: learned from its passages, kept with the index, learned again when the workspace has
 * changed a lot.
 */
import { join } from 'node:path';
import { yieldToEventLoop } from '../base/abort.ts';
import { tokenCounts } from '../indexing/indexer.ts';
import { loadModel, saveModel } from '../indexing/modelTables.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { IndexStore } from '../indexing/store.ts';
import { AlignmentReranker } from '../models/builtin/alignmentReranker.ts';
import { makePlainModel, sampleFor, type LearnedModel } from '../models/builtin/learnModels.ts';
import type { TokenCounts } from '../models/models.ts';
import { StaticEmbedder } from '../models/builtin/staticEmbedder.ts';
import { isLearnedModel, staticDimension, type StaticModel } from '../models/builtin/staticModel.ts';
import { decodeStaticModel, encodeStaticModel } from '../models/builtin/staticModelFile.ts';
import type { EngineFiles } from '../models/library/localProviders.ts';
import { learnInProcess } from './learnProcess.ts';

export interface LoadedModel {
  readonly embedder: StaticEmbedder;
  readonly reranker: AlignmentReranker;
}

export interface LoadedLearnedModel extends LoadedModel, LearnedModel {}

export interface LearningState {
  /** Id of the model in use; empty when there is none. */
  readonly model: string;
  readonly passages: number;
  readonly changedPassages: number;
  /** How many there were when it was learned. */
  readonly learnedPassages: number;
  /** In all passages when it was learned, and in what was embedded since. */
  readonly learnedTokens: TokenCounts;
  readonly newTokens: TokenCounts;
}

/** Whether these are a built-in model's vectors, or there are none yet. */
export function isOfBuiltin(model: string | undefined): model is '' | `builtin-${string}` | undefined {
  return model === undefined || model === '' || model.startsWith('builtin-');
}

const kind = 'static';
/** Share of passages that may change before a model is learned again. */
const relearnShare = 0.2;
/** Share of the tokens in use that may be pieces of words the model has not learned, beyond what was usual when it did. */
const newTokenShare = 0.1;
/**
 * Smaller folders stay with plain vectors. A cautious floor: on samples of 2WikiMultihopQA and MuSiQue passages learned vectors are better
 * from ten passages on (recall@1 of sub-questions by .03 to .15), but those are all of one kind.
 */
const minPassages = 200;
const seed = 1;

/** Whether learning would give better vectors than those in use. */
export function shouldLearn({ model, passages, changedPassages, learnedPassages, learnedTokens, newTokens }: LearningState): boolean {
  if (passages < minPassages) return false;
  if (!isLearnedModel(model) || changedPassages > relearnShare * learnedPassages) return true;
  const usual = learnedTokens.tokens > 0 ? learnedTokens.fragments / learnedTokens.tokens : 1;
  return newTokens.fragments - usual * newTokens.tokens > newTokenShare * (learnedTokens.tokens + newTokens.tokens);
}

export class BuiltinModels {
  readonly #store: IndexStore;
  readonly #files: EngineFiles;
  #loaded: { readonly model: StaticModel; readonly parts: LoadedModel } | undefined;
  #provisional: { readonly epoch: string; readonly parts: LoadedModel } | undefined;

  constructor(store: IndexStore, files: EngineFiles) {
    this.#store = store;
    this.#files = files;
  }

  /** The model with this id; undefined when the index does not have it. @throws AriadneError `model-unreadable` */
  async load(id: string): Promise<LoadedModel | undefined> {
    if (this.#loaded?.model.id === id) return this.#loaded.parts;
    const data = await loadModel(this.#store.database, id);
    const model = data && decodeStaticModel(data);
    return model && this.#keep(model);
  }

  /**
   * Of an index in part, of which nothing is embedded yet, a plain one. It is not stored: that is for the pass that completes the index.
   */
  async of({ model, epoch }: Pick<IndexSnapshot, 'model' | 'epoch'>): Promise<LoadedModel> {
    const builtin = isOfBuiltin(model) ? model : ((await this.#store.meta('builtinModel')) ?? '');
    const known = await this.load(builtin);
    if (known) return known;
    if (this.#provisional?.epoch !== epoch) {
      this.#provisional = { epoch, parts: partsOf(await this.#makePlain(new AbortController().signal)) };
    }
    return this.#provisional.parts;
  }

  async dimensionOf(id: string): Promise<number | undefined> {
    return (await this.load(id)) && staticDimension;
  }

  isLearned(id: string): boolean {
    return isLearnedModel(id);
  }

  /** @param metas as stored now */
  async isLearningDue(metas: ReadonlyMap<string, string>): Promise<boolean> {
    return shouldLearn({
      model: metas.get('embedder') ?? '',
      passages: await this.#store.passageCount(),
      changedPassages: Number(metas.get('changedSinceLearned') ?? 0),
      learnedPassages: Number(metas.get('learnedPassages') ?? 0),
      learnedTokens: tokenCounts(metas.get('learnedTokens')),
      newTokens: tokenCounts(metas.get('tokensSinceLearned')),
    });
  }

  /**
   * The model to use now: the one in use, or a plain one where there is none or the plain one in use does not fit any more.
   * @param countMissing of the passages' contents, how many the embedder has no vector of yet
   */
  async prepare(
    id: string | undefined,
    countMissing: (embedder: StaticEmbedder) => Promise<number>,
    signal: AbortSignal,
  ): Promise<LoadedModel> {
    const known = id === undefined || id === '' ? undefined : await this.load(id);
    if (known && (this.isLearned(known.embedder.id) || !(await this.#isOutgrown(await countMissing(known.embedder))))) return known;
    const model = await this.#makePlain(signal);
    await this.#save(model);
    await this.#store.setMeta({ changedSinceLearned: '0' });
    return this.#keep(model);
  }

  /** Whether `prepare` would go on with this model when nothing is missing. */
  async isCurrent(id: string): Promise<boolean> {
    const known = id === '' ? undefined : await this.load(id);
    return known !== undefined && (this.isLearned(id) || !(await this.#isOutgrown(0)));
  }

  /** A model learned from the passages, in a separate process. @throws as `learnInProcess` */
  async learn({
    signal,
    onShare,
  }: {
    readonly signal: AbortSignal;
    readonly onShare: (share: number) => void;
  }): Promise<LoadedLearnedModel> {
    const { learner, kernels, models } = this.#files;
    const kernel = join(kernels, 'learning.onnx');
    const options = { learner, kernel, wasm: models.wasm, seed, signal, onShare };
    const { model, pairs } = await learnInProcess(this.#store.passages(), options);
    return { model, pairs, ...partsOf(model) };
  }

  async save({ model }: LoadedLearnedModel): Promise<void> {
    await this.#save(model);
  }

  async #makePlain(signal: AbortSignal): Promise<StaticModel> {
    const sample = sampleFor('plain', seed);
    for await (const batch of this.#store.passages()) {
      for (const passage of batch) sample.offer(passage);
      signal.throwIfAborted();
      await yieldToEventLoop();
    }
    return makePlainModel(sample.passages());
  }

  async #isOutgrown(missing: number): Promise<boolean> {
    const changed = missing + Number((await this.#store.meta('changedSinceLearned')) ?? 0);
    return changed > relearnShare * (await this.#store.passageCount());
  }

  async #save(model: StaticModel): Promise<void> {
    await saveModel(this.#store.database, model.id, kind, encodeStaticModel(model));
  }

  #keep(model: StaticModel): LoadedModel {
    const parts = partsOf(model);
    this.#loaded = { model, parts };
    return parts;
  }
}

function partsOf(model: StaticModel): LoadedModel {
  return { embedder: new StaticEmbedder(model), reranker: new AlignmentReranker(model) };
}
