/** The index of one folder as the engine keeps it: the snapshot that answers, and the passes that bring it up to date. */
import { isAriadneError } from '../base/errors.ts';
import { readFailed } from '../indexing/rereading.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { IndexStore } from '../indexing/store.ts';
import type { Embedder } from '../models/models.ts';
import type { EngineParams, EngineResult } from '../protocol/engine.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { IndexStatus, IndexSummary } from '../protocol/indexStatus.ts';
import { BuiltinModels, isOfBuiltin } from './builtinModels.ts';
import { explainFile } from './fileStates.ts';
import { FolderDocuments } from './folderDocuments.ts';
import { IndexEmbedders, type OpenedFor } from './indexEmbedders.ts';
import { maxCitedBytes, type FolderIndexOptions, type RequiredIndex, type SourceTextOptions } from './folderIndexOptions.ts';
import { LiveSnapshot } from './liveSnapshot.ts';
import { statusOf } from './statusOf.ts';
import { nothingToAsk } from './nothingToAsk.ts';
import { IndexPasses } from './indexPasses.ts';
import { openStore } from './seedIndex.ts';

export class FolderIndex {
  readonly #options: FolderIndexOptions;
  readonly #store: IndexStore;
  readonly #models: BuiltinModels;
  readonly #embedders: IndexEmbedders;
  readonly #live: LiveSnapshot;
  readonly #passes: IndexPasses;
  readonly #documents: FolderDocuments;

  private constructor(options: FolderIndexOptions, store: IndexStore, repository: string | undefined) {
    this.#options = options;
    this.#store = store;
    this.#documents = new FolderDocuments(options);
    this.#models = new BuiltinModels(store, options.files);
    this.#embedders = new IndexEmbedders(store, this.#models, options.openEmbedder);
    this.#live = new LiveSnapshot({
      store,
      kernel: options.kernel,
      dimensionOf: (model) => (isOfBuiltin(model) ? this.#models.dimensionOf(model) : this.#embedders.dimensionOf(model)),
      inLine: (work) => this.#passes.writes.inLine(work),
    });
    this.#passes = new IndexPasses({
      ...{ options, store, repository, models: this.#models, embedders: this.#embedders, live: this.#live, documents: this.#documents },
    });
  }

  /** @throws AriadneError when the storage cannot be opened; see `IndexStore.open`. */
  static async open(options: FolderIndexOptions): Promise<FolderIndex> {
    const { store, repository } = await openStore(options);
    const index = new FolderIndex(options, store, repository);
    try {
      await index.#live.reread(() => index.#live.reload());
    } catch (error) {
      await index.close();
      throw error;
    }
    return index;
  }

  /**
   * Reads the index as it is now. What another process replaces meanwhile is read again, so `work` must be repeatable.
   * @param work must `retain` an index that it still uses afterwards
   * @throws as `nothingToAsk`
   */
  async reading<T>(work: (index: RequiredIndex) => Promise<T>): Promise<T> {
    await this.#passes.catchUp();
    return this.#live.reread(async () => {
      const models = this.#live.current && (await this.#models.of(this.#live.current));
      if (!this.#live.current || !models || this.#live.current.passageCount === 0)
        throw await nothingToAsk(this.#store, this.#options.folder);
      const index = this.#live.current.retain();
      try {
        return await work({ index, models, documents: () => this.#store.documents() });
      } catch (error) {
        throw index.isOutdated && isAriadneError(error, 'passage-missing') ? readFailed(this.#store.database.location, error) : error;
      } finally {
        index.close();
      }
    });
  }

  /** The embedder of the index's vectors. Another provider's is opened, and may fail, when it is first used. */
  async embedderOf({ model }: IndexSnapshot, builtin: Embedder, signal: AbortSignal, opened?: OpenedFor): Promise<Embedder> {
    return isOfBuiltin(model) ? builtin : this.#embedders.lazily(model, signal, opened);
  }

  async status(): Promise<IndexStatus> {
    await this.#passes.catchUp();
    return this.#live.reread(() =>
      statusOf(this.#store, {
        snapshot: this.#live.current,
        isIndexing: this.#passes.isIndexing,
        unchangedAtUtc: this.#passes.unchangedAtUtc,
        isLearningDue: (metas) => this.#embedders.isLearningDue(metas),
        textBytes: () => this.#documents.textBytes(),
      }),
    );
  }

  /** See `IndexPasses.index`. */
  index(...asked: Parameters<IndexPasses['index']>): Promise<IndexSummary> {
    return this.#passes.index(...asked);
  }

  /** See `IndexPasses.update`. */
  update(...asked: Parameters<IndexPasses['update']>): ReturnType<IndexPasses['update']> {
    return this.#passes.update(...asked);
  }

  /** See `IndexPasses.learn`. */
  learn(...asked: Parameters<IndexPasses['learn']>): ReturnType<IndexPasses['learn']> {
    return this.#passes.learn(...asked);
  }

  /** What goes wrong with the storage during `work` is said in a sentence. */
  explained<T>(work: () => Promise<T>): Promise<T> {
    return this.#live.explained(work);
  }

  /** See `IndexPasses.tidy`. */
  tidy(): Promise<void> {
    return this.#passes.tidy();
  }

  async files(from: number, count: number): Promise<EngineResult<'files'>> {
    return (await this.#store.files()).page(from, count);
  }

  async shownFiles({ folder, from }: EngineParams<'shownFiles'>): Promise<EngineResult<'shownFiles'>> {
    return (await this.#store.files()).shown(folder, from);
  }

  explain(path: string, discovery: DiscoveryOptions): Promise<EngineResult<'explain'>> {
    return explainFile(this.#store, this.#options.folder, path, discovery, this.#live.current);
  }

  /** By default as much of a file as a citation may need. */
  sourceText(path: string, options: Partial<SourceTextOptions> & Pick<SourceTextOptions, 'signal'>): Promise<EngineResult<'sourceText'>> {
    return this.#documents.sourceText(path, { maxFileBytes: maxCitedBytes, ...options });
  }

  async close(): Promise<void> {
    this.#passes.isClosing = true;
    await this.#documents.close();
    await this.#passes.close();
    this.#live.close();
    this.#store.close();
  }
}
