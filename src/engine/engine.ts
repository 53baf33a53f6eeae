/** The engine of one folder: owns the index and the models, runs pipelines. Knows its host only as `EngineHost`; the process and the command line wrap it. */
import { join } from 'node:path';
import { abortError } from '../base/abort.ts';
import { AriadneError, invariant } from '../base/errors.ts';
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
  #snapshot: IndexSnapshot | undefined;
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
    const documents = await this.#store.documents();
    const [stored, indexedAtUtc, skipped] = await Promise.all([this.#store.meta('epoch'), this.#store.meta('indexedAtUtc'), this.#store.meta('skipped')]);
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
    if (this.#isIndexing) throw new AriadneError('already-indexing', 'This folder is being indexed already. Wait until it is done, or cancel that.');
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
        await this.#loadSnapshot();
        await lock.release();
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
    const index = this.#requireIndex();
    const { embedder, reranker } = await this.#models.current();
    return search({ index, embedder, reranker }, query, method, k, signal);
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
    const index = this.#requireIndex();
    const { embedder, reranker } = await this.#models.current();
    if (signal.aborted) throw abortError();

    const log = new RunLog(request.log ?? this.#runs.fileOf(request.runId));
    try {
      const recorder = new RunRecorder((event) => {
        log.append(event);
        this.#host.onRunEvent(request.runId, event);
      });
      let bytesSent = 0;
      const fetch: Fetch = (url, init, purpose) => {
        bytesSent += typeof init.body === 'string' ? Buffer.byteLength(init.body) : 0;
        return this.#host.fetch(url, init, purpose);
      };
      const reasoner = createReasoner(request.models.chat, { recorder, fetch, baseUrl: this.#host.chatBaseUrl() });
      const retriever = createRetriever('bm25', index, embedder);
      await execute({
        pipeline,
        header: {
          runId: request.runId,
          pipeline: pipeline.id,
          params,
          question,
          startedAtUtc: new Date().toISOString(),
          folder: this.#target.folder,
          models: { chat: request.models.chat, embedder: embedder.id, reranker: reranker.id },
          indexEpoch: index.epoch,
        },
        recorder,
        collaborators: {
          reasoner,
          retriever: recordRetriever(retriever, { trace: recorder, memo: recorder }),
          reranker: new RecordingReranker(index, reranker, { trace: recorder, memo: recorder }),
          passages: recordPassages(index, { trace: recorder, memo: recorder }),
        },
        sourceLines: (path, from, to) => readSourceLines(this.#target.folder, path, from, to),
        signal,
        bytesSent: () => bytesSent,
      });
      return { runId: request.runId, log: log.file };
    } finally {
      log.close();
    }
  }

  runs(): Promise<readonly RunSummary[]> {
    return this.#runs.list();
  }

  async events(runId: string, from: number): Promise<readonly RunEvent[]> {
    return (await this.#runs.read(runId)).slice(from);
  }

  deleteRun(runId: string): Promise<void> {
    return this.#runs.delete(runId);
  }

  close(): void {
    this.#snapshot?.close();
    this.#store.close();
  }

  async #loadSnapshot(): Promise<void> {
    const next = await loadSnapshot(this.#store, this.#kernel, staticDimension);
    this.#snapshot?.close();
    this.#snapshot = next;
  }

  #requireIndex(): IndexSnapshot {
    if (!this.#snapshot || this.#snapshot.passageCount === 0) {
      throw new AriadneError('index-missing', `${this.#target.folder} has no index yet, or no document in it could be read. Index it first.`);
    }
    invariant(this.#snapshot.epoch !== '', 'an index has an epoch');
    return this.#snapshot;
  }
}
