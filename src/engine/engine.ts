/** The engine of one folder: owns the index and the models, runs pipelines. Knows its host only as `EngineHost`; the process and the command line wrap it. */
import { join } from 'node:path';
import { abortError } from '../base/abort.ts';
import { AriadneError } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { discover } from '../corpus/discover.ts';
import { readDocument } from '../corpus/readDocument.ts';
import { updateIndex, type Corpus } from '../index/indexer.ts';
import { epochOf, loadSnapshot } from '../index/load.ts';
import { lockForWriting } from '../index/lock.ts';
import type { IndexSnapshot } from '../index/snapshot.ts';
import { IndexStore } from '../index/store.ts';
import { staticDimension } from '../models/builtin/staticModel.ts';
import type { Fetch } from '../models/models.ts';
import { NearestKernel } from '../models/nearest.ts';
import type { AnyPipeline } from '../pipelines/pipeline.ts';
import { parseParameters, pipelineById } from '../pipelines/registry.ts';
import type {
  AskRequest,
  DiscoveryOptions,
  IndexProgress,
  IndexStatus,
  IndexSummary,
  ModelIds,
  RunSummary,
  SearchMethod,
  SearchResult,
} from '../protocol/engine.ts';
import { indexStatus } from '../protocol/engine.ts';
import type { RunEvent } from '../protocol/events.ts';
import { RunLog } from '../trace/runLog.ts';
import { RunRecorder } from '../trace/runRecorder.ts';
import { BuiltinModels } from './builtinModels.ts';
import { RecordingReranker, recordPassages, recordRetriever } from './collaborators.ts';
import { execute } from './execute.ts';
import { createReasoner, requireBuiltin } from './reasoners.ts';
import { RunStore } from './runStore.ts';
import { search } from './search.ts';
import { readSourceLines } from './sourceLines.ts';
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
  /** Where the graph of scripts/buildKernels.ts is. */
  readonly kernelFile: string;
}

export interface EngineTarget {
  readonly folder: string;
  readonly storage: string;
}

export class Engine {
  readonly #target: EngineTarget;
  readonly #host: EngineHost;
  readonly #store: IndexStore;
  readonly #kernel: NearestKernel;
  readonly #models: BuiltinModels;
  readonly #runs: RunStore;
  readonly #running = new Set<string>();
  #snapshot: IndexSnapshot | undefined;
  /** When the index was completed that the snapshot shows. */
  #snapshotOf: string | undefined;
  #isIndexing = false;

  private constructor(target: EngineTarget, host: EngineHost, store: IndexStore, kernel: NearestKernel) {
    this.#target = target;
    this.#host = host;
    this.#store = store;
    this.#kernel = kernel;
    this.#models = new BuiltinModels(store);
    this.#runs = new RunStore(join(target.storage, 'runs'));
  }

  /** @throws AriadneError when the storage cannot be opened; see `IndexStore.open`. */
  static async open(target: EngineTarget, host: EngineHost): Promise<Engine> {
    const store = await IndexStore.open(target.storage);
    const engine = new Engine(target, host, store, await NearestKernel.load(host.kernelFile));
    await engine.#loadSnapshot();
    return engine;
  }

  async status(): Promise<IndexStatus> {
    await this.#catchUp();
    const documents = await this.#store.documents();
    const [stored, indexedAtUtc, skipped] = await Promise.all([
      this.#store.meta('epoch'),
      this.#store.meta('indexedAtUtc'),
      this.#store.meta('skipped'),
    ]);
    const epoch = epochOf(documents.values());
    const isComplete = stored === epoch;
    return {
      state: this.#isIndexing ? 'indexing' : isComplete ? 'ready' : documents.size > 0 ? 'partial' : 'none',
      documents: documents.size,
      passages: this.#snapshot?.passageCount ?? 0,
      epoch,
      ...(indexedAtUtc === undefined ? {} : { indexedAtUtc }),
      skipped: indexStatus.shape.skipped.parse(skipped === undefined ? [] : JSON.parse(skipped)),
    };
  }

  /**
   * Brings the index up to date; the old one answers until it is.
   * @throws AriadneError `already-indexing`, `index-locked`; AbortError with what was stored kept
   */
  async index(discovery: DiscoveryOptions, models: ModelIds, signal: AbortSignal): Promise<IndexSummary> {
    requireBuiltin('embedder', models.embedder);
    if (this.#isIndexing)
      throw new AriadneError('already-indexing', 'This folder is being indexed already. Wait until it is done, or cancel that.');
    this.#isIndexing = true;
    try {
      const lock = await lockForWriting(this.#target.storage);
      try {
        return await updateIndex(this.#store, this.#kernel, this.#corpus(discovery), {
          signal,
          onProgress: this.#host.onIndexProgress,
          prepareEmbedder: (store, changed, during) => this.#models.prepare(store, changed, during),
        });
      } finally {
        await lock.release();
        await this.#loadSnapshot();
      }
    } finally {
      this.#isIndexing = false;
    }
  }

  #corpus(discovery: DiscoveryOptions): Corpus {
    const { folder } = this.#target;
    return {
      discover: ({ signal }) => discover(folder, discovery, { signal }),
      read: (file, { signal }) => readDocument(folder, file, { signal, maxFileBytes: discovery.maxFileBytes }),
    };
  }

  async search(query: string, method: SearchMethod, k: number, models: ModelIds, signal: AbortSignal): Promise<readonly SearchResult[]> {
    requireBuiltin('embedder', models.embedder);
    requireBuiltin('reranker', models.reranker);
    const index = await this.#requireIndex();
    try {
      const { embedder, reranker } = await this.#models.current();
      return await search({ index, embedder, reranker }, query, method, k, signal);
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
    const index = await this.#requireIndex();
    try {
      return await this.#run(request, { pipeline, params, question, index }, signal);
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
    }: { pipeline: AnyPipeline; params: Record<string, unknown>; question: string; index: IndexSnapshot },
    signal: AbortSignal,
  ): Promise<{ readonly runId: string; readonly log: string }> {
    const { runId, models } = request;
    const { embedder, reranker } = await this.#models.current();
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
    const collaborators = {
      reasoner: createReasoner(models.chat, {
        recorder,
        fetch,
        baseUrl: this.#host.chatBaseUrl(),
        chatTimeoutMs: this.#host.chatTimeoutMs,
      }),
      retriever: recordRetriever(createRetriever('bm25', index, embedder), recording),
      reranker: new RecordingReranker(index, reranker, recording),
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
        sourceLines: (path, from, to) => readSourceLines(this.#target.folder, path, from, to),
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

  close(): void {
    this.#snapshot?.close();
    this.#store.close();
  }

  async #loadSnapshot(): Promise<void> {
    const of = await this.#store.meta('indexedAtUtc');
    const next = await loadSnapshot(this.#store, this.#kernel, staticDimension);
    this.#snapshot?.close();
    this.#snapshot = next;
    this.#snapshotOf = of;
  }

  /** Takes over what another process has indexed since. */
  async #catchUp(): Promise<void> {
    if (this.#isIndexing) return;
    await this.#store.refresh();
    if ((await this.#store.meta('indexedAtUtc')) !== this.#snapshotOf) await this.#loadSnapshot();
  }

  /** The index for one request, which closes it. */
  async #requireIndex(): Promise<IndexSnapshot> {
    await this.#catchUp();
    if (!this.#snapshot || this.#snapshot.passageCount === 0) {
      throw new AriadneError(
        'index-missing',
        `${this.#target.folder} has no index yet, or no document in it could be read. Index it first.`,
      );
    }
    return this.#snapshot.retain();
  }
}
