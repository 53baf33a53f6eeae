/** Brings the index of a folder up to date: passes over the folder, updates of some files, and learning. One write at a time. */
import { AriadneError } from '../base/errors.ts';
import type { Discovery } from '../corpus/discover.ts';
import { explainIndexFailure } from '../indexing/damage.ts';
import { linkNew, updateFiles, updateIndex, type PassOptions, type UpdateSummary } from '../indexing/indexer.ts';
import type { Corpus } from '../indexing/readPass.ts';
import { ProgressMeter } from '../indexing/progress.ts';
import { hasOldVersions, keepVersionsMs } from '../indexing/oldVersions.ts';
import type { IndexStore } from '../indexing/store.ts';
import { unchangedSummary } from '../indexing/unchanged.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { IndexProgress, IndexSummary } from '../protocol/indexStatus.ts';
import type { BuiltinModels } from './builtinModels.ts';
import { isOfBuiltin } from './builtinModels.ts';
import { builderOf, claimIndex, requireOwn } from './claimIndex.ts';
import type { FolderDocuments } from './folderDocuments.ts';
import type { IndexEmbedders } from './indexEmbedders.ts';
import { wantedEmbedder } from './indexEmbedders.ts';
import type { FolderIndexOptions, IndexRequest } from './folderIndexOptions.ts';
import { IndexWrites, patiently } from './indexWrites.ts';
import { learnEmbedder, type LearnSummary, type Replacing } from './learnEmbedder.ts';
import type { LiveSnapshot } from './liveSnapshot.ts';
import { isBuiltin } from '../models/library/providers.ts';
import { switchEmbedder } from './switchEmbedder.ts';

/** Compaction waits for so many updates: each leaves a few small files. */
const updatesPerOptimize = 64;
const tidyAfterMs = keepVersionsMs + 60_000;

export interface IndexPassesParts {
  readonly options: FolderIndexOptions;
  readonly store: IndexStore;
  /** Kept with the index, for other worktrees. */
  readonly repository: string | undefined;
  readonly models: BuiltinModels;
  readonly embedders: IndexEmbedders;
  readonly live: LiveSnapshot;
  readonly documents: FolderDocuments;
}

export class IndexPasses {
  readonly writes: IndexWrites;
  /** Whether the reader is being closed, so that what fails now needs no look at what was stored. */
  isClosing = false;
  readonly #options: FolderIndexOptions;
  readonly #store: IndexStore;
  readonly #repository: string | undefined;
  readonly #models: BuiltinModels;
  readonly #embedders: IndexEmbedders;
  readonly #live: LiveSnapshot;
  readonly #documents: FolderDocuments;
  #unchangedAtUtc = '';
  #isIndexing = false;
  #updates = 0;
  #tidying: NodeJS.Timeout | undefined;

  constructor({ options, store, repository, models, embedders, live, documents }: IndexPassesParts) {
    this.#options = options;
    this.#store = store;
    this.#repository = repository;
    this.#models = models;
    this.#embedders = embedders;
    this.#live = live;
    this.#documents = documents;
    this.writes = new IndexWrites({
      lock: (work) => live.explained(() => store.database.lock(work)),
      prepare: () => {
        this.#tidyLater();
        return this.#prepareToWrite();
      },
      onFailure: (error) => this.#afterFailure(error),
      patienceMs: options.patienceMs,
    });
  }

  get isIndexing(): boolean {
    return this.#isIndexing;
  }

  /** When a pass has last found nothing to do. */
  get unchangedAtUtc(): string {
    return this.#unchangedAtUtc;
  }

  /**
   * Brings the index up to date; the old one answers until it is.
   * @throws AriadneError `already-indexing`, `index-locked`, `folder-refused`, `folder-large`, `storage-full`; AbortError with what was
   * stored kept
   */
  async index(discovery: DiscoveryOptions, { embedder, confirmed, willLearn, signal }: IndexRequest): Promise<IndexSummary> {
    if (this.#isIndexing)
      throw new AriadneError('already-indexing', 'This folder is already being indexed. Wait until it finishes, or cancel it.');
    this.#isIndexing = true;
    const progress = this.progressOf('index');
    try {
      progress.discovering();
      await this.#live.catchUp(true);
      if (this.#options.isShared) await requireOwn(this.#store, this.#options.folder);
      const corpus = await this.#documents.corpus(discovery, confirmed);
      const found = await corpus.discover({ signal });
      const summary =
        (await this.#unchanged(corpus, found, embedder)) ??
        (await this.writes.write(
          { ...patiently(signal, progress), madeByOther: this.#passOfOther(corpus, embedder, signal) },
          async (during, hasWaited) => {
            if (hasWaited) progress.discovering();
            const now = hasWaited ? await corpus.discover({ signal: during }) : found;
            return this.#pass(corpus, now, { embedder, willLearn, signal: during }, progress);
          },
        ));
      progress.done();
      return summary;
    } finally {
      this.#isIndexing = false;
    }
  }

  /** The summary of a pass that another process has made, of which each change of the index is looked at once. */
  #passOfOther(corpus: Corpus, embedder: string, signal: AbortSignal): () => Promise<IndexSummary | undefined> {
    let seen = this.#live.stamp;
    return async () => {
      await this.#live.catchUp();
      if (this.#live.stamp !== undefined && this.#live.stamp === seen) return undefined;
      seen = this.#live.stamp;
      return this.#unchanged(corpus, await corpus.discover({ signal }), embedder);
    };
  }

  /** The summary of a pass that has nothing to write. */
  async #unchanged(corpus: Corpus, found: Discovery, wanted: string): Promise<IndexSummary | undefined> {
    const metas = await this.#store.metas();
    const snapshot = this.#live.current;
    const isOwn = !this.#options.isShared || metas.get('builtFrom') === builderOf(this.#options.folder);
    if (!isOwn || !snapshot || metas.get('repository') !== this.#repository) return undefined;
    if (wantedEmbedder(metas) !== wanted) return undefined;
    if (isOfBuiltin(snapshot.model) ? !(await this.#models.isCurrent(snapshot.model)) : isBuiltin(wanted)) return undefined;
    const summary = await unchangedSummary(this.#store, snapshot, corpus, found);
    if (summary) this.#unchangedAtUtc = new Date().toISOString();
    return summary;
  }

  async #pass(
    corpus: Corpus,
    found: Discovery,
    { embedder: wanted, willLearn, signal }: Omit<IndexRequest, 'confirmed'>,
    progress: ProgressMeter,
  ): Promise<IndexSummary> {
    await this.#store.setMeta({ wantedEmbedder: wanted, ...(this.#repository === undefined ? {} : { repository: this.#repository }) });
    const summary = await updateIndex(this.#store, corpus, found, {
      ...this.#indexOptions(signal, progress),
      onSearchable: () => this.#live.reload(),
      isReplacedSoon: async () => willLearn && this.#embedders.isLearningDue(await this.#store.metas()),
      prepareEmbedder: async (countMissing) => {
        const inUse = this.#live.current?.model ?? (await this.#store.meta('embedder'));
        return this.#embedders.forPass(inUse, wanted, countMissing, signal);
      },
    });
    await this.#live.reload();
    await this.#documents.keepTextsOf(await this.#store.documents());
    return summary;
  }

  /** Brings some files up to date. @throws as `index` */
  async update(paths: readonly string[], discovery: DiscoveryOptions, wanted: string, signal: AbortSignal): Promise<UpdateSummary> {
    const progress = this.progressOf('update');
    return this.writes.write(patiently(signal, progress), async (during, hasWaited) => {
      if (hasWaited) progress.reading(0, paths.length, 0, 0);
      const embedder = this.#live.current && (await this.#embedders.forUpdate(this.#live.current.model, wanted, during));
      if (!this.#live.current?.model || !embedder) {
        return { outcome: 'full-pass-needed', documents: 0, passages: 0, embedded: 0, removed: 0, seconds: 0 };
      }
      const corpus = await this.#documents.corpus(discovery, true);
      const { summary, state: next } = await updateFiles(this.#store, await this.#live.current.state(), corpus, paths, embedder, during);
      if (!next) return summary;
      await this.#live.replace(next);
      await this.#documents.keepTextsOf(await this.#store.documents());
      this.#linkLater();
      return summary;
    });
  }

  /**
   * Learns vectors from the passages, or embeds them with another provider's model, and swaps the vectors in; questions and updates go on
   * meanwhile. Of several processes one does it, and the others take what it has made.
   * @throws as `index`, and the errors of that provider
   */
  async learn(wanted: string, signal: AbortSignal): Promise<LearnSummary> {
    const done = await this.#learned(wanted);
    if (done) return done;
    const progress = this.progressOf('learn');
    const madeByOther = (): Promise<LearnSummary | undefined> => this.#learned(wanted);
    const options = { ...patiently(signal, progress), madeByOther };
    const summary = await this.writes.learnAlone(options, async () => (await madeByOther()) ?? this.#learn(wanted, signal));
    progress.done();
    return summary;
  }

  /** What `learn` says where there is nothing to do. */
  async #learned(wanted: string): Promise<LearnSummary | undefined> {
    await this.catchUp();
    const metas = await this.#store.metas();
    if (await this.#embedders.isLearningDue(metas)) {
      // Another embedder than the one to switch to was chosen since.
      if (!this.#embedders.isSwitchDue(metas) || wantedEmbedder(metas) === wanted) return undefined;
    }
    const embedder = metas.get('embedder') ?? '';
    const outcome = isOfBuiltin(embedder) && !this.#models.isLearned(embedder) ? 'too-small' : 'current';
    return { outcome, embedder, pairs: 0, seconds: { learn: 0, embed: 0, graph: 0, total: 0 } };
  }

  async #learn(wanted: string, signal: AbortSignal): Promise<LearnSummary> {
    const metas = await this.#store.metas();
    if (this.#embedders.isSwitchDue(metas)) return this.#switch(wanted, signal);
    return learnEmbedder(this.#models, metas.get('embedder') ?? '', signal, {
      ...this.#replacing('learn', signal),
      isStillDue: async () => this.#embedders.isLearningDue(await this.#store.metas()),
    });
  }

  async #switch(wanted: string, signal: AbortSignal): Promise<LearnSummary> {
    const model = this.#live.current?.model;
    return switchEmbedder(() => this.#embedders.choose(wanted, signal), wanted, {
      ...this.#replacing('switch', signal),
      embedders: this.#embedders,
      builtinModel: isOfBuiltin(model) ? model : undefined,
    });
  }

  /** What replacing the embedder needs. */
  #replacing(work: 'learn' | 'switch', signal: AbortSignal): Replacing {
    const progress = this.progressOf(work);
    return {
      store: this.#store,
      progress,
      write: (work) => this.writes.write(patiently(signal, progress), work),
      indexOptions: (during) => this.#indexOptions(during, progress),
      onReplaced: () => this.#live.reload(),
    };
  }

  /**
   * Rebuilds the full-text index if too many passages are outside it, and removes old versions if there are many. Never fails: a process
   * that cannot write now searches without it.
   */
  async tidy(): Promise<void> {
    this.#tidyLater();
    try {
      const isCrowded = await hasOldVersions(this.#store.database);
      if (!isCrowded && !(await this.#store.isFullTextDue())) return;
      await this.writes.write({ signal: new AbortController().signal }, async () => {
        await (isCrowded ? this.#store.removeOldVersions() : this.#store.completeFullText());
        await this.#live.reload();
      });
    } catch (error) {
      this.#options.onLaterFailure(error);
    }
  }

  /** When nothing has been written for so long that versions become old. */
  #tidyLater(): void {
    clearTimeout(this.#tidying);
    if (this.isClosing) return;
    this.#tidying = setTimeout(() => void this.tidy(), tidyAfterMs);
    this.#tidying.unref();
  }

  /** Resolves when what is being written has ended. */
  close(): Promise<void> {
    clearTimeout(this.#tidying);
    return this.writes.close();
  }

  progressOf(work: IndexProgress['work']): ProgressMeter {
    return new ProgressMeter({ work, tell: this.#options.onProgress });
  }

  async catchUp(): Promise<void> {
    if (!this.#isIndexing) await this.#live.catchUp();
  }
  #indexOptions(signal: AbortSignal, progress: ProgressMeter): PassOptions {
    return { kernel: this.#options.kernel, progress, signal };
  }

  /** What others have written is seen, what a killed process has left is repaired. */
  async #prepareToWrite(): Promise<void> {
    if (await this.#store.prepareToWrite()) await this.#live.reload();
    if (this.#options.isShared) await claimIndex(this.#store, this.#options.folder);
  }

  /** What was stored until then can be searched. @returns what to throw */
  async #afterFailure(error: unknown): Promise<unknown> {
    this.#store.distrust();
    if (!this.isClosing) await this.#live.reload().catch((failure: unknown) => this.#options.onLaterFailure(failure));
    return explainIndexFailure(error, this.#store.database.location);
  }

  /** Updates the neighbors after an update, and sometimes compacts. If this fails, the next full scan repairs it. */
  #linkLater(): void {
    void this.writes
      .write({ signal: new AbortController().signal }, async (during) => {
        const snapshot = this.#live.current;
        if (!snapshot?.model) return;
        const state = await snapshot.state();
        const linked = await linkNew(this.#store, state, snapshot.model, { kernel: this.#options.kernel, signal: during });
        if (linked) await this.#live.replace(linked);
        if (++this.#updates % updatesPerOptimize > 0 || this.isClosing) return;
        await this.#store.optimize();
        await this.#live.replace(linked ?? state);
      })
      .catch((error: unknown) => this.#options.onLaterFailure(error));
  }
}
