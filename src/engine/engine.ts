/** The engine of one folder: owns the index and the models, runs pipelines. Knows its host only as `EngineHost`; the process and the command line wrap it. */
import { join } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { parseLocation } from '../indexing/location.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import type { Fetch } from '../models/models.ts';
import { alignmentEntailment } from '../models/builtin/alignmentEntailment.ts';
import { NearestKernel } from '../models/nearest.ts';
import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import type {
  AdaptSummary,
  AskRequest,
  DiscoveryOptions,
  EngineParams,
  EngineResult,
  Estimate,
  FirstStageMethod,
  IndexProgress,
  IndexStatus,
  IndexSummary,
  ModelIds,
  PreviewRequest,
  RerunRequest,
  ResumeRequest,
  RunReference,
  RunSummary,
  SearchMethod,
  SearchResult,
  UpdateSummary,
} from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Passage } from '../protocol/passage.ts';
import type { RerunPreview } from '../protocol/preview.ts';
import type { RunSnapshot } from '../protocol/trace.ts';
import { emptySnapshot, follow } from '../trace/fold.ts';
import { readRunLog, RunLog } from '../trace/runLog.ts';
import type { LoadedModel } from './builtinModels.ts';
import { ChatServers } from './chatServers.ts';
import type { EngineParts } from './engineParts.ts';
import { expectedCost, tokensPerCall } from './estimate.ts';
import { FolderIndex } from './folderIndex.ts';
import type { SourceTextOptions } from './folderReader.ts';
import { runLive } from '../run/execute.ts';
import { limitEmbedder, limitReranker, localModelLimit } from './localModels.ts';
import { previewRun } from '../run/preview.ts';
import { createReasoner, requireBuiltin } from './reasoners.ts';
import { planAsk, planRerun, planResume, seedShiftOf } from '../run/plan.ts';
import type { Run, RunComponents } from '../run/run.ts';
import { RunStore } from '../run/runStore.ts';
import { search, type QuoteRule } from './search.ts';
import { sourceLinesOf } from '../run/sourceLines.ts';
import { Suggestions } from './suggestions.ts';
import { createQuotingRetriever } from '../retrieval/quotingRetriever.ts';

export interface EngineHost {
  readonly logger: Logger;
  /** The one door to the network. */
  readonly fetch: Fetch;
  /** Base URL of the OpenAI-compatible server, up to and with `/v1`. */
  readonly chatBaseUrl: () => string | undefined;
  /** How long one request to that server may take; by default a minute. */
  readonly chatTimeoutMs?: number | undefined;
  readonly onIndexProgress: (progress: IndexProgress) => void;
  /** How long a write waits at most while another process writes the index; by default ten minutes. */
  readonly patienceMs?: number | undefined;
  readonly onRunEvent: (runId: string, event: RunEvent) => void;
  readonly parts: EngineParts;
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
const defaultPatienceMs = 10 * 60_000;

export class Engine {
  readonly #target: EngineTarget;
  readonly #host: EngineHost;
  readonly #index: FolderIndex;
  readonly #runs: RunStore;
  /** By file. */
  readonly #running = new Map<string, RunLog>();
  readonly #servers: ChatServers;
  readonly #localModels = localModelLimit();
  readonly #suggestions = new Suggestions();

  private constructor(target: EngineTarget, host: EngineHost, index: FolderIndex) {
    this.#target = target;
    this.#host = host;
    this.#index = index;
    this.#runs = new RunStore(join(target.storage, 'runs'));
    this.#servers = new ChatServers({ file: join(target.storage, 'chat-servers.json'), logger: host.logger });
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
      patienceMs: host.patienceMs ?? defaultPatienceMs,
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

  /** See `FolderIndex.tidy`. */
  tidy(): Promise<void> {
    return this.#index.tidy();
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

  /** Passages by id, same order. @throws AriadneError `passage-missing` */
  async passages(ids: readonly string[]): Promise<readonly Passage[]> {
    const { index } = await this.#index.require();
    try {
      return await index.passages(ids.map((id) => index.rowOf(id)));
    } finally {
      index.close();
    }
  }

  async search(
    query: string,
    { method, k, models, firstStage = 'bm25', quotes = 'required', signal }: SearchOptions,
  ): Promise<readonly SearchResult[]> {
    requireBuiltin('embedder', models.embedder);
    requireBuiltin('reranker', models.reranker);
    const { index, models: builtin } = await this.#index.require();
    try {
      const neighborsOf = method === 'nar' ? await this.#index.graphFor(firstStage, index, signal) : noGraph;
      const embedder = limitEmbedder(builtin.embedder, this.#localModels);
      const reranker = limitReranker(builtin.reranker, this.#localModels);
      return await this.#index.explained(() =>
        search({ index, embedder, reranker, neighborsOf }, query, { method, firstStage, k, quotes }, signal),
      );
    } finally {
      index.close();
    }
  }

  /**
   * Runs a question through a pipeline. Every end of the run itself (abstained, failed, cancelled) is an event, not an exception.
   * @throws AriadneError `question-empty`, `pipeline-unknown`, `parameter-invalid`, `budget-invalid`, `index-missing`, `model-unknown`, `reasoner-lacking`
   * before the run begins
   */
  async ask(request: AskRequest, signal: AbortSignal): Promise<RunEnd> {
    const plan = planAsk(request);
    // Opened late: a request that is refused leaves no log behind.
    return this.#run(plan, () => new RunLog(request.log ?? this.#runs.fileOf(plan.runId)), signal);
  }

  /**
   * Goes on with a run that was cut short, stopped or failed, in its own log: what is in there is not called for again. The answer is that of a run that was
   * not cut short; an index that has changed since is flagged `index_changed`.
   * @throws AriadneError `run-finished`, `run-running`, `log-missing`, `log-damaged`, and as `ask`
   */
  async resume(request: ResumeRequest, signal: AbortSignal): Promise<RunEnd> {
    const file = this.#fileOf(request.run);
    if (this.#running.has(file)) throw new AriadneError('run-running', 'This run is still running.');
    const { log, events } = await RunLog.reopen(file);
    try {
      const source = await this.#sourceOf(events);
      return await this.#run(planResume(events, request, source), () => log, signal);
    } finally {
      log.close();
    }
  }

  /**
   * A new run made from another: the same question through the same pipeline with changes. Only what depends on them is called for again.
   * @throws AriadneError `edit-invalid`, `log-missing`, `log-damaged`, and as `ask`
   */
  async rerun(request: RerunRequest, signal: AbortSignal): Promise<RunEnd> {
    const plan = planRerun(await readRunLog(this.#fileOf(request.from)), request);
    return this.#run(plan, () => new RunLog(request.log ?? this.#runs.fileOf(plan.runId)), signal);
  }

  /** Questions that fit the documents. @throws AriadneError `index-missing` */
  async suggestions(signal: AbortSignal): Promise<readonly string[]> {
    const { index } = await this.#index.require();
    try {
      return await this.#suggestions.of(index, index.state.rows, signal);
    } finally {
      index.close();
    }
  }

  /** What `rerun` would do: what it keeps, what it asks again, what that costs. @throws as `rerun`, and what would end the run in failure */
  async previewRerun(request: PreviewRequest, signal: AbortSignal): Promise<RerunPreview> {
    const events = await readRunLog(this.#fileOf(request.from));
    const plan = planRerun(events, { ...request, runId: '' });
    return this.#onIndex(plan, signal, (parts) => previewRun(plan, events, parts, signal));
  }

  /** @throws AriadneError `pipeline-unknown`, `parameter-invalid` */
  async estimate({ pipeline: id, params, models }: EngineParams<'estimate'>): Promise<Estimate> {
    const pipeline = pipelineById(id);
    const most = pipeline.bound(parseParameters(pipeline, params));
    const runs = await this.#runs.list();
    const bound = { ...most, tokens: Math.round(most.llmCalls * tokensPerCall(runs, models.chat)) };
    const expected = expectedCost(runs, pipeline.id, models.chat);
    return { bound, ...(expected === undefined ? {} : { expected }) };
  }

  /** The log of the run that one is made from, where that is stored. */
  async #sourceOf([first]: readonly RunEvent[]): Promise<readonly RunEvent[]> {
    if (first?.kind !== 'run-started' || !first.from || first.from.isFresh) return [];
    try {
      return await this.#runs.read(first.from.runId);
    } catch (error) {
      if (isAriadneError(error)) return [];
      throw error;
    }
  }

  #fileOf(run: RunReference): string {
    return 'log' in run ? run.log : this.#runs.fileOf(run.runId);
  }

  #run(plan: Run, openLog: () => RunLog, signal: AbortSignal): Promise<RunEnd> {
    return this.#onIndex(plan, signal, (parts) => this.#runWith(plan, parts, openLog, signal));
  }

  async #onIndex<T>(plan: Run, signal: AbortSignal, work: (parts: RunComponents) => Promise<T>): Promise<T> {
    requireBuiltin('embedder', plan.models.embedder);
    requireBuiltin('reranker', plan.models.reranker);
    requireBuiltin('entailment', plan.models.entailment);
    const { index, models } = await this.#index.require();
    try {
      return await work(await this.#partsOf(index, models, plan, signal));
    } finally {
      index.close();
    }
  }

  async #partsOf(index: IndexSnapshot, builtin: LoadedModel, plan: Run, signal: AbortSignal): Promise<RunComponents> {
    const { models, firstStage } = plan;
    let bytesSent = 0;
    const fetch: Fetch = (url, init, purpose) => {
      bytesSent += typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0;
      return this.#host.fetch(url, init, purpose);
    };
    const embedder = limitEmbedder(builtin.embedder, this.#localModels);
    return {
      index,
      neighborsOf: await this.#index.graphFor(firstStage, index, signal),
      retriever: createQuotingRetriever(firstStage, index, embedder),
      embedder,
      reranker: limitReranker(builtin.reranker, this.#localModels),
      entailment: alignmentEntailment,
      createReasoner: (recorder) =>
        createReasoner(models.chat, {
          recorder,
          fetch,
          baseUrl: this.#host.chatBaseUrl(),
          servers: this.#servers,
          chatTimeoutMs: this.#host.chatTimeoutMs,
          seedShift: seedShiftOf(plan),
        }),
      folder: this.#target.folder,
      sourceLines: sourceLinesOf((path) => this.#index.sourceText(path, { signal, maxFileBytes: maxCitedBytes })),
      bytesSent: () => bytesSent,
    };
  }

  async #runWith(plan: Run, parts: RunComponents, openLog: () => RunLog, signal: AbortSignal): Promise<RunEnd> {
    let log: RunLog | undefined;
    const begin = () => {
      const opened = openLog();
      log = opened;
      this.#running.set(opened.file, opened);
      return (event: RunEvent): void => {
        opened.append(event);
        this.#host.onRunEvent(plan.runId, event);
      };
    };
    try {
      await runLive(plan, parts, begin, signal);
      return { runId: plan.runId, log: log?.file ?? '' };
    } finally {
      if (log) this.#running.delete(log.file);
      log?.close();
    }
  }

  async runs(): Promise<readonly RunSummary[]> {
    const runs = await this.#runs.list();
    return runs.map((run) => (this.#running.has(run.log) ? { ...run, status: 'running', canResume: false } : run));
  }

  async events(runId: string, from: number): Promise<readonly RunEvent[]> {
    // What was told is in the log.
    this.#running.get(this.#runs.fileOf(runId))?.flush();
    return (await this.#runs.read(runId)).slice(from);
  }

  async snapshot(runId: string): Promise<RunSnapshot> {
    return follow(emptySnapshot, await this.events(runId, 0));
  }

  /** @throws AriadneError `run-running`, `run-undeletable` */
  deleteRun(runId: string): void {
    if (this.#running.has(this.#runs.fileOf(runId)))
      throw new AriadneError('run-running', 'This run is still running. Cancel it, then delete it.');
    this.#runs.delete(runId);
  }

  /** What the user notes of runs, and what was deleted. */
  get runStore(): Pick<RunStore, 'note' | 'restore' | 'removed'> {
    return this.#runs;
  }

  async close(): Promise<void> {
    await this.#index.close();
  }
}

/** How a request ends that has run to its end, whatever that was: the events tell. */
export interface RunEnd {
  readonly runId: string;
  readonly log: string;
}

export interface SearchOptions {
  readonly method: SearchMethod;
  readonly k: number;
  readonly models: ModelIds;
  /** Of method `nar`. */
  readonly firstStage?: FirstStageMethod | undefined;
  /** By default `required`. */
  readonly quotes?: QuoteRule | undefined;
  readonly signal: AbortSignal;
}

const noGraph = (): readonly number[] => [];
/** As large as the setting allows documents to be. */
const maxCitedBytes = 500 * 1024 * 1024;
