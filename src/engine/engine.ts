/** The engine of one folder: owns the index and the models, runs pipelines. Knows its host only as `EngineHost`; the process and the command line wrap it. */
import { join } from 'node:path';
import { abortError, isAbort } from '../base/abort.ts';
import { AriadneError, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { parseLocation } from '../index/location.ts';
import type { IndexSnapshot } from '../index/snapshot.ts';
import type { Fetch } from '../models/models.ts';
import { NearestKernel } from '../models/nearest.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import type {
  AdaptSummary,
  AskRequest,
  DiscoveryOptions,
  EngineResult,
  FirstStageMethod,
  IndexProgress,
  IndexStatus,
  IndexSummary,
  ModelIds,
  RunSummary,
  SearchMethod,
  SearchResult,
  UpdateSummary,
} from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import { RunLog } from '../trace/runLog.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import type { LoadedModel } from './builtinModels.ts';
import { RecordingReranker, recordPassages, recordRetriever } from './collaborators.ts';
import { execute } from './execute.ts';
import { FolderIndex, type SourceTextOptions } from './folderIndex.ts';
import { createReasoner, requireBuiltin } from './reasoners.ts';
import { RunStore } from './runStore.ts';
import { search } from './search.ts';
import { sourceLinesOf } from './sourceLines.ts';
import { createRetriever } from '../retrieval/firstStage.ts';

export interface EngineHost {
  readonly logger: Logger;
  /** The one door to the network. */
  readonly fetch: Fetch;
  /** Base URL of the OpenAI-compatible server, up to and with `/v1`. */
  readonly chatBaseUrl: () => string | undefined;
  /** How long one request to that server may take; by default a minute. */
  readonly chatTimeoutMs?: number | undefined;
  readonly onIndexProgress: (progress: IndexProgress) => void;
  readonly onRunEvent: (runId: string, event: RunEvent) => void;
  readonly parts: EngineParts;
}

/** Files that the engine loads or runs beside itself. */
export interface EngineParts {
  /** Folder of the graphs made by scripts/buildKernels.ts. */
  readonly kernels: string;
  /** Entry of the reader thread. */
  readonly reader: string;
  /** Entry of the process that learns the built-in embedder. */
  readonly learner: string;
}

export interface EngineTarget {
  readonly folder: string;
  /** Folder of the run logs and, unless `dataset` names another place, of the index. */
  readonly storage: string;
  /** A path or URI as `parseLocation` takes it. */
  readonly dataset?: string | undefined;
  /** Other storage folders, one of which may have the index of another worktree. */
  readonly siblings?: readonly string[] | undefined;
}

const datasetName = 'index.lancedb';

export class Engine {
  readonly #target: EngineTarget;
  readonly #host: EngineHost;
  readonly #index: FolderIndex;
  readonly #runs: RunStore;
  readonly #running = new Set<string>();

  private constructor(target: EngineTarget, host: EngineHost, index: FolderIndex) {
    this.#target = target;
    this.#host = host;
    this.#index = index;
    this.#runs = new RunStore(join(target.storage, 'runs'));
  }

  /** @throws AriadneError when the storage cannot be opened; see `IndexStore.open` and `parseLocation`. */
  static async open(target: EngineTarget, host: EngineHost): Promise<Engine> {
    const { folder, storage, dataset, siblings = [] } = target;
    const index = await FolderIndex.open({
      folder,
      location: parseLocation(dataset ?? join(storage, datasetName)),
      isShared: dataset !== undefined,
      siblings: dataset === undefined ? siblings.map((sibling) => join(sibling, datasetName)) : [],
      workFolder: storage,
      kernel: await NearestKernel.load(host.parts.kernels),
      parts: host.parts,
      onProgress: host.onIndexProgress,
      onLaterFailure: (error) => {
        if (!isAbort(error)) host.logger.log('warn', 'index', messageOf(error));
      },
    });
    return new Engine(target, host, index);
  }

  status(): Promise<IndexStatus> {
    return this.#index.status();
  }

  /** @throws as `FolderIndex.index` */
  async index(
    discovery: DiscoveryOptions,
    models: ModelIds,
    { confirmed = false, signal }: { readonly confirmed?: boolean | undefined; readonly signal: AbortSignal },
  ): Promise<IndexSummary> {
    requireBuiltin('embedder', models.embedder);
    return this.#index.index(discovery, confirmed, signal);
  }

  /** @throws as `FolderIndex.index` */
  async update(paths: readonly string[], discovery: DiscoveryOptions, models: ModelIds, signal: AbortSignal): Promise<UpdateSummary> {
    requireBuiltin('embedder', models.embedder);
    return this.#index.update(paths, discovery, signal);
  }

  /** @throws as `FolderIndex.index` */
  async adapt(models: ModelIds, signal: AbortSignal): Promise<AdaptSummary> {
    requireBuiltin('embedder', models.embedder);
    return this.#index.adapt(signal);
  }

  files(from: number, count: number): Promise<EngineResult<'files'>> {
    return this.#index.files(from, count);
  }

  explain(path: string, discovery: DiscoveryOptions): Promise<EngineResult<'explain'>> {
    return this.#index.explain(path, discovery);
  }

  sourceText(path: string, options: SourceTextOptions): Promise<EngineResult<'sourceText'>> {
    return this.#index.sourceText(path, options);
  }

  async search(query: string, { method, k, models, firstStage = 'bm25', signal }: SearchOptions): Promise<readonly SearchResult[]> {
    requireBuiltin('embedder', models.embedder);
    requireBuiltin('reranker', models.reranker);
    const { index, models: builtin } = await this.#index.require();
    try {
      const neighborsOf = method === 'nar' ? await this.#index.graphFor(firstStage, index, signal) : noGraph;
      return await this.#index.explained(() => search({ index, ...builtin, neighborsOf }, query, { method, firstStage, k }, signal));
    } finally {
      index.close();
    }
  }

  /**
   * Runs a question through a pipeline. Every end of the run itself (abstained, failed, cancelled) is an event, not an exception.
   * @throws AriadneError `question-empty`, `pipeline-unknown`, `parameter-invalid`, `index-missing`, `model-unknown` before the run begins
   */
  async ask(request: AskRequest, signal: AbortSignal): Promise<{ readonly runId: string; readonly log: string }> {
    const question = request.question.trim();
    if (question === '') throw new AriadneError('question-empty', 'The question is empty. Type one and ask again.');
    const pipeline = pipelineById(request.pipeline);
    const params = parseParameters(pipeline, request.params);
    requireBuiltin('embedder', request.models.embedder);
    requireBuiltin('reranker', request.models.reranker);
    requireBuiltin('entailment', request.models.entailment);
    const { index, models } = await this.#index.require();
    try {
      return await this.#run(request, { pipeline, params, question, index, models }, signal);
    } finally {
      index.close();
    }
  }

  async #run(
    request: AskRequest,
    {
      pipeline,
      params,
      question,
      index,
      models: { embedder, reranker },
    }: {
      pipeline: AnyPipeline;
      params: Record<string, unknown>;
      question: string;
      index: IndexSnapshot;
      models: LoadedModel;
    },
    signal: AbortSignal,
  ): Promise<{ readonly runId: string; readonly log: string }> {
    const { runId, models } = request;
    let bytesSent = 0;
    const fetch: Fetch = (url, init, purpose) => {
      bytesSent += typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0;
      return this.#host.fetch(url, init, purpose);
    };
    const recorder = new RunRecorder((event) => {
      log.append(event);
      this.#host.onRunEvent(runId, event);
    });
    const recording = { trace: recorder, memo: recorder };
    const { firstStage = 'bm25' } = request;
    const neighborsOf = await this.#index.graphFor(firstStage, index, signal);
    const collaborators = {
      reasoner: createReasoner(models.chat, {
        recorder,
        fetch,
        baseUrl: this.#host.chatBaseUrl(),
        chatTimeoutMs: this.#host.chatTimeoutMs,
      }),
      retriever: recordRetriever(createRetriever(firstStage, index, embedder), recording),
      reranker: new RecordingReranker(index, neighborsOf, reranker, recording),
      passages: recordPassages(index, recording),
    };
    if (signal.aborted) throw abortError();
    // Only now: a request that is refused leaves no log behind.
    const log = new RunLog(request.log ?? this.#runs.fileOf(runId));
    this.#running.add(runId);
    try {
      await execute({
        pipeline,
        header: {
          runId,
          pipeline: pipeline.id,
          params,
          question,
          startedAtUtc: new Date().toISOString(),
          folder: this.#target.folder,
          models: { chat: models.chat, embedder: embedder.id, reranker: reranker.id },
          indexEpoch: index.epoch,
        },
        recorder,
        collaborators,
        sourceLines: sourceLinesOf((path) => this.#index.sourceText(path, { signal, maxFileBytes: maxCitedBytes })),
        signal,
        bytesSent: () => bytesSent,
      });
      return { runId, log: log.file };
    } finally {
      this.#running.delete(runId);
      log.close();
    }
  }

  async runs(): Promise<readonly RunSummary[]> {
    const runs = await this.#runs.list();
    return runs.map((run) => (this.#running.has(run.runId) ? { ...run, status: 'running' } : run));
  }

  async events(runId: string, from: number): Promise<readonly RunEvent[]> {
    return (await this.#runs.read(runId)).slice(from);
  }

  /** @throws AriadneError `run-running` */
  async deleteRun(runId: string): Promise<void> {
    if (this.#running.has(runId)) throw new AriadneError('run-running', 'This run is still going on. Cancel it, then delete it.');
    return this.#runs.delete(runId);
  }

  async close(): Promise<void> {
    await this.#index.close();
  }
}

export interface SearchOptions {
  readonly method: SearchMethod;
  readonly k: number;
  readonly models: ModelIds;
  /** Of method `nar`. */
  readonly firstStage?: FirstStageMethod | undefined;
  readonly signal: AbortSignal;
}

const noGraph = (): readonly number[] => [];
/** As large as the setting allows documents to be. */
const maxCitedBytes = 500 * 1024 * 1024;
