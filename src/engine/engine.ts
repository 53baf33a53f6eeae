/** The engine of one folder: its index, its models, and its rooms, which work with both. Knows its host only as `EngineHost`. */
import { join } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import { FolderDisagreements } from '../check/disagreements/folderDisagreements.ts';
import { FolderIndex } from '../folder/folderIndex.ts';
import { parseLocation } from '../indexing/location.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import { EngineModels, type EngineModelsHost } from '../models/library/engineModels.ts';
import type { ChatModel } from '../models/models.ts';
import { NearestKernel } from '../models/nearest.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { IndexProgress, IndexStatus, IndexSummary } from '../protocol/indexStatus.ts';
import { runsFolder } from '../protocol/runFiles.ts';
import type { ModelIds } from '../protocol/runSpec.ts';
import { hasPassage } from '../run/resume.ts';
import { Runs } from '../run/runs.ts';
import { makeStandAlone, type StandAloneRequest } from '../run/standAlone.ts';
import { FolderSearch } from '../search/folderSearch.ts';
import { FolderTables } from '../table/folderTables.ts';
import type { OtherFolder } from '../protocol/runSpec.ts';
import { OtherFolders } from './otherFolders.ts';
import { withComponents, type RunParts } from './runComponents.ts';

/** What an engine is opened on. */
export interface EngineTarget {
  readonly folder: string;
  /** Folder of the run logs and, unless `indexUri` names another place, of the index. */
  readonly storage: string;
  /** A path or URI as `parseLocation` takes it. */
  readonly indexUri?: string;
  /** Other storage folders, one of which may have the index of another worktree. */
  readonly siblings?: readonly string[];
}

export interface EngineHost extends EngineModelsHost, Pick<RunParts, 'onWriting'> {
  readonly onIndexProgress: (progress: IndexProgress) => void;
  /** How long a write waits at most while another process writes the index; by default ten minutes. */
  readonly patienceMs?: number;
  readonly onRunEvent: (runId: string, event: RunEvent) => void;
}

/** What a program beside the engine reads of it. */
export interface OpenedIndex {
  readonly index: IndexSnapshot;
  readonly chat: ChatModel | undefined;
  readonly sourceText: (path: string) => ReturnType<FolderIndex['sourceText']>;
}

const databaseName = 'index.lancedb';
const defaultPatienceMs = 10 * 60_000;

export class Engine {
  readonly models: EngineModels;
  readonly searches: FolderSearch;
  readonly tables: FolderTables;
  readonly runs: Runs;
  readonly disagreements: FolderDisagreements;
  readonly #index: FolderIndex;
  readonly #others: OtherFolders;

  private constructor({ folder, storage }: EngineTarget, host: EngineHost, index: FolderIndex, models: EngineModels, others: OtherFolders) {
    this.#index = index;
    this.#others = others;
    this.models = models;
    this.searches = new FolderSearch(index, models);
    const openOther = (other: OtherFolder): Promise<FolderIndex> => this.#others.open(other);
    const parts = { folder, index, models, search: this.searches, openOther, onWriting: host.onWriting };
    this.tables = new FolderTables(parts);
    this.disagreements = new FolderDisagreements({
      ...{ folder, storage, index },
      partOf: (scope, required, signal) => this.searches.partOf(scope, required, signal),
    });
    this.runs = new Runs({
      folder: join(storage, runsFolder),
      withComponents: (run, work, signal) => withComponents(parts, run, work, signal),
      onEvent: host.onRunEvent,
    });
  }

  /** @throws AriadneError when the storage cannot be opened; see `IndexStore.open` and `parseLocation`. */
  static async open(target: EngineTarget, host: EngineHost): Promise<Engine> {
    const { folder, storage, indexUri, siblings = [] } = target;
    const models = new EngineModels(host, storage);
    const kernel = new NearestKernel(host.files.kernels, { wasm: host.files.models.wasm, onNotice: models.noticed });
    const open = (other: Pick<EngineTarget, 'folder' | 'storage' | 'indexUri'>, seeds: readonly string[]): Promise<FolderIndex> =>
      FolderIndex.open({
        folder: other.folder,
        location: parseLocation(other.indexUri ?? join(other.storage, databaseName)),
        isShared: other.indexUri !== undefined,
        siblings: other.indexUri === undefined ? seeds.map((sibling) => join(sibling, databaseName)) : [],
        workFolder: other.storage,
        kernel,
        files: host.files,
        openEmbedder: (asked, signal, opened) => models.openEmbedder(asked, signal, opened),
        onProgress: host.onIndexProgress,
        patienceMs: host.patienceMs ?? defaultPatienceMs,
        onLaterFailure: (error) => {
          if (!isAbort(error)) host.logger.log('warn', 'index', messageOf(error));
        },
      });
    const index = await open({ folder, storage, indexUri }, siblings);
    return new Engine(target, host, index, models, new OtherFolders((other) => open(other, [])));
  }

  status(): Promise<IndexStatus> {
    return this.#index.status();
  }

  /** @throws as `FolderIndex.index` */
  async index(
    discovery: DiscoveryOptions,
    models: ModelIds,
    {
      confirmed = false,
      willLearn = false,
      signal,
    }: { readonly confirmed?: boolean; readonly willLearn?: boolean; readonly signal: AbortSignal },
  ): Promise<IndexSummary> {
    this.models.requireEmbedder(models);
    return this.#index.index(discovery, { embedder: models.embedder, confirmed, willLearn, signal });
  }

  /** @throws as `FolderIndex.index` */
  async update(
    paths: readonly string[],
    discovery: DiscoveryOptions,
    models: ModelIds,
    signal: AbortSignal,
  ): ReturnType<FolderIndex['update']> {
    this.models.requireEmbedder(models);
    return this.#index.update(paths, discovery, models.embedder, signal);
  }

  /** @throws as `FolderIndex.index` */
  async learn(models: ModelIds, signal: AbortSignal): ReturnType<FolderIndex['learn']> {
    this.models.requireEmbedder(models);
    return this.#index.learn(models.embedder, signal);
  }

  /** See `FolderIndex.tidy`. */
  tidy(): Promise<void> {
    return this.#index.tidy();
  }

  files(from: number, count: number): ReturnType<FolderIndex['files']> {
    return this.#index.files(from, count);
  }

  shownFiles(...asked: Parameters<FolderIndex['shownFiles']>): ReturnType<FolderIndex['shownFiles']> {
    return this.#index.shownFiles(...asked);
  }

  /** @param ids those of its passages that are wanted; what is no longer indexed is left out */
  async explain(path: string, discovery: DiscoveryOptions, ids?: readonly string[]): ReturnType<FolderIndex['explain']> {
    const explained = await this.#index.explain(path, discovery);
    if (!ids) return explained;
    const passages = await this.#index.reading(({ index }) =>
      index.passages(ids.filter((id) => hasPassage(index, id)).map((id) => index.rowOf(id))),
    );
    const own = passages.filter((passage) => passage.path === path);
    return { ...explained, passages: own.sort((a, b) => a.range.startOffset - b.range.startOffset) };
  }

  sourceText(path: string, options: Parameters<FolderIndex['sourceText']>[1]): ReturnType<FolderIndex['sourceText']> {
    return this.#index.sourceText(path, options);
  }

  /** See `FolderSearch.search`. */
  search(...asked: Parameters<FolderSearch['search']>): ReturnType<FolderSearch['search']> {
    return this.searches.search(...asked);
  }

  /** Opens the index, and the chat model if it is not built in, for `work`. @throws AriadneError `index-missing`, `model-unknown` */
  reading<T>(chat: string, work: (opened: OpenedIndex) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#index.reading(async ({ index }) =>
      work({
        index,
        chat: await this.models.providers.chosen('chat', chat, this.models.context(signal)),
        sourceText: (path) => this.#index.sourceText(path, { signal }),
      }),
    );
  }

  /** See `makeStandAlone`. */
  standAlone(asked: StandAloneRequest, signal: AbortSignal): ReturnType<typeof makeStandAlone> {
    return makeStandAlone(asked, { store: this.runs.store, providers: this.models.providers, ...this.models.context(signal) });
  }

  async close(): Promise<void> {
    await this.#others.close();
    await this.#index.close();
    await this.models.close();
  }
}
