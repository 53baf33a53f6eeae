/** The engine of one folder: owns the index and the models, and has its runs. Knows its host only as `EngineHost`. */
import { join } from 'node:path';
import { isAbort } from '../base/abort.ts';
import { messageOf } from '../base/errors.ts';
import type { Logger } from '../base/logger.ts';
import { parseLocation } from '../indexing/location.ts';
import type { IndexSnapshot } from '../indexing/snapshot.ts';
import { type ChatModel, type Embedder, type Fetch, type Reranker, checkedEmbedder } from '../models/models.ts';
import { builtinProvider } from '../models/builtin/builtinProvider.ts';
import { NearestKernel } from '../models/nearest.ts';
import type { LoadProgress } from '../models/provider.ts';
import type { DiscoveryOptions, EngineResult, SearchResult } from '../protocol/engine.ts';
import { defaultFirstStage, type FirstStageMethod, type ModelIds } from '../protocol/runSpec.ts';
import type { IndexProgress, IndexStatus, IndexSummary } from '../protocol/indexStatus.ts';
import type { RunEvent } from '../protocol/events.ts';
import type { Writing } from '../protocol/writing.ts';
import type { ChosenModels, NamedRole, TestedModel } from '../protocol/modelLibrary.ts';
import type { Passage } from '../protocol/passage.ts';
import { runsFolder } from '../protocol/runFiles.ts';
import type { ScopeNames } from '../protocol/scopeNames.ts';
import { isOfBuiltin, type LoadedModel } from '../folder/builtinModels.ts';
import { ChatServers } from '../models/library/chatServers.ts';
import { type EngineFiles, type ModelsHost, hostOfModels, localOf } from '../models/library/localProviders.ts';
import type { EngineTarget } from './engineTarget.ts';
import { FolderIndex } from '../folder/folderIndex.ts';
import type { RequiredIndex, SourceTextOptions } from '../folder/folderIndexOptions.ts';
import type { LearnSummary } from '../folder/learnEmbedder.ts';
import type { UpdateSummary } from '../indexing/indexer.ts';
import { limitEmbedder, limitReranker, localModelLimit } from '../models/library/localModels.ts';
import { otherLanguage } from '../search/otherLanguage.ts';
import { type ModelLibrary, hubModelOf } from '../models/library/modelLibrary.ts';
import { allProviders, isBuiltin, type Providers, entailmentOf, loadingOf, rerankerOf } from '../models/library/providers.ts';
import { createReasoner } from '../reasoning/createReasoner.ts';
import { seedShiftOf } from '../run/plan.ts';
import { withoutNames } from '../retrieval/preferDocuments.ts';
import { aboutQuestion } from '../search/aboutQuestion.ts';
import { searchedIndex } from '../run/candidates.ts';
import type { Run, RunComponents } from '../run/run.ts';
import { Runs } from '../run/runs.ts';
import { graphWithin, resolveScope, type ResolvedScope } from '../search/resolveScope.ts';
import { SentByRun } from '../run/sentByRun.ts';
import { search, type SearchOptions } from '../search/search.ts';
import { sourceLinesOf } from '../run/sourceLines.ts';
import { Suggestions } from '../search/suggestions.ts';
import { standAlone, type StandAloneRequest } from '../run/standAlone.ts';
import { testModels } from '../models/library/testModels.ts';
import { modelsOfTable, tableSource, unasked, type SourceOrder } from '../table/openSource.ts';
import { KnownQuotes } from '../table/knownQuotes.ts';
import type { TableSource } from '../table/tableSource.ts';
import { ScopeNamesOfIndex } from '../search/scopeNames.ts';
import type { NeighborsOf } from '../retrieval/batchScorer.ts';
import { partOfIndex } from '../retrieval/partOfIndex.ts';
import { createQuotingRetriever } from '../retrieval/quotingRetriever.ts';

export interface EngineHost {
  readonly logger: Logger;
  /** The one door to the network. */
  readonly fetch: Fetch;
  /** Base URL of the OpenAI-compatible server, up to and with `/v1`. */
  readonly chatBaseUrl: () => string | undefined;
  /** How long one request to that server may take; by default a minute. */
  readonly chatTimeoutMs?: number;
  /** How long such a request may take until its reply begins, where it is streamed; by default as long as the whole. */
  readonly firstTokenMs?: number;
  /** Whether `fetch` also serves the editor's language models; see `editorModelsUrl`. */
  readonly hasEditorModels?: boolean;
  readonly onIndexProgress: (progress: IndexProgress) => void;
  /** How long a write waits at most while another process writes the index; by default ten minutes. */
  readonly patienceMs?: number;
  readonly onRunEvent: (runId: string, event: RunEvent) => void;
  /** Called while a model writes an answer, about twelve times a second. */
  readonly onWriting?: (runId: string, writing: Writing) => void;
  /** Default: models are not downloaded. */
  readonly models?: ModelsHost;
  readonly files: EngineFiles;
}

/** What a program beside the engine reads of it. */
export interface OpenedIndex {
  readonly index: IndexSnapshot;
  readonly chat: ChatModel | undefined;
  readonly sourceText: (path: string) => Promise<EngineResult<'sourceText'>>;
}

const databaseName = 'index.lancedb';
const defaultPatienceMs = 10 * 60_000;

export class Engine {
  readonly runs: Runs;
  /** The models on this machine. */
  readonly library: ModelLibrary;
  readonly #target: EngineTarget;
  readonly #host: EngineHost;
  readonly #index: FolderIndex;
  readonly #providers: Providers;
  readonly #localModels = localModelLimit();
  readonly #suggestions = new Suggestions();
  readonly #scopeNames = new ScopeNamesOfIndex();
  readonly #knownQuotes = new KnownQuotes();

  private constructor(
    target: EngineTarget,
    host: EngineHost,
    { index, providers, library }: { readonly index: FolderIndex; readonly providers: Providers; readonly library: ModelLibrary },
  ) {
    this.#target = target;
    this.#host = host;
    this.#index = index;
    this.runs = new Runs({
      folder: join(target.storage, runsFolder),
      withComponents: (run, work, signal) => this.#withComponents(run, work, signal),
      onEvent: host.onRunEvent,
    });
    this.#providers = providers;
    this.library = library;
  }

  /** @throws AriadneError when the storage cannot be opened; see `IndexStore.open` and `parseLocation`. */
  static async open(target: EngineTarget, host: EngineHost): Promise<Engine> {
    const { folder, storage, indexUri, siblings = [] } = target;
    const servers = new ChatServers({ file: join(storage, 'chat-servers.json'), logger: host.logger });
    const local = localOf(host, storage);
    const providers = allProviders({
      openai: {
        baseUrl: host.chatBaseUrl,
        chatTimeoutMs: host.chatTimeoutMs,
        firstTokenMs: host.firstTokenMs,
        servers,
        logger: host.logger,
      },
      local,
      vscode: { isInEditor: host.hasEditorModels, chatTimeoutMs: host.chatTimeoutMs },
    });
    const index = await FolderIndex.open({
      folder,
      location: parseLocation(indexUri ?? join(storage, databaseName)),
      isShared: indexUri !== undefined,
      siblings: indexUri === undefined ? siblings.map((sibling) => join(sibling, databaseName)) : [],
      workFolder: storage,
      kernel: await NearestKernel.load(host.files.kernels),
      files: host.files,
      openEmbedder: async (asked, signal, opened) =>
        checkedEmbedder(await providers.get('embedder', asked, { fetch: host.fetch, signal, ...opened })),
      onProgress: host.onIndexProgress,
      patienceMs: host.patienceMs ?? defaultPatienceMs,
      onLaterFailure: (error) => {
        if (!isAbort(error)) host.logger.log('warn', 'index', messageOf(error));
      },
    });
    return new Engine(target, host, { index, providers, library: local.library });
  }

  status(): Promise<IndexStatus> {
    return this.#index.status();
  }

  /** @throws as `FolderIndex.index` */
  async index(
    discovery: DiscoveryOptions,
    models: ModelIds,
    { confirmed = false, signal }: { readonly confirmed?: boolean; readonly signal: AbortSignal },
  ): Promise<IndexSummary> {
    this.#requireEmbedder(models);
    return this.#index.index(discovery, { embedder: models.embedder, confirmed, signal });
  }

  /** @throws as `FolderIndex.index` */
  async update(paths: readonly string[], discovery: DiscoveryOptions, models: ModelIds, signal: AbortSignal): Promise<UpdateSummary> {
    this.#requireEmbedder(models);
    return this.#index.update(paths, discovery, models.embedder, signal);
  }

  /** @throws as `FolderIndex.index` */
  async learn(models: ModelIds, signal: AbortSignal): Promise<LearnSummary> {
    this.#requireEmbedder(models);
    return this.#index.learn(models.embedder, signal);
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
  passages(ids: readonly string[]): Promise<readonly Passage[]> {
    return this.#index.reading(({ index }) => index.passages(ids.map((id) => index.rowOf(id))));
  }

  async search(
    query: string,
    {
      method,
      k,
      models,
      firstStage = defaultFirstStage,
      scope,
      anyDocument,
      quotes = 'required',
      onWordsOnly,
      onOtherLanguage,
      onAbout,
      signal,
    }: SearchOptions,
  ): Promise<readonly SearchResult[]> {
    this.#requireEmbedder(models);
    return this.#index.reading(async ({ index, models: builtin, documents }) => {
      const limited = this.#limited(builtin);
      const providers = this.#providers.with(builtinProvider(limited));
      const context = { fetch: this.#host.fetch, signal };
      const embedder = await this.#index.embedderOf(index, limited.embedder, signal);
      const reranker = await rerankerOf(providers, models.reranker, context, method === 'nar');
      const part = await this.#partOf(scope, { index, documents }, signal);
      const within = part ? partOfIndex(index, part.rows) : index;
      const searched = anyDocument ? withoutNames(within) : within;
      onAbout?.(await aboutQuestion(query, searched, method === 'nar' ? firstStage : method, part !== undefined));
      onOtherLanguage?.(await otherLanguage(query, index, embedder.id));
      const neighborsOf = method === 'nar' ? await this.#graphOf(index, part, firstStage, signal) : noGraph;
      return search({ index: searched, embedder, reranker, neighborsOf }, query, { method, firstStage, k, quotes, onWordsOnly }, signal);
    });
  }

  /** Questions that fit the documents. @throws AriadneError `index-missing` */
  suggestions(signal: AbortSignal): Promise<readonly string[]> {
    return this.#index.reading(({ index }) => this.#suggestions.of(index, index.state.rows, signal));
  }

  /** What a question can be limited by. @throws AriadneError `index-missing` */
  scopeNames(): Promise<ScopeNames> {
    return this.#index.reading(({ index, documents }) => this.#scopeNames.of(index, documents));
  }

  /** Opens the index, and the chat model if it is not built in, for `work`. @throws AriadneError `index-missing`, `model-unknown` */
  reading<T>(chat: string, work: (opened: OpenedIndex) => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#index.reading(async ({ index }) =>
      work({
        index,
        chat: await this.#providers.chosen('chat', chat, { fetch: this.#host.fetch, signal }),
        sourceText: (path) => this.#index.sourceText(path, { signal, maxFileBytes: maxCitedBytes }),
      }),
    );
  }

  /** Opens what a table of these documents asks for the duration of `work`; see `src/table/openSource.ts`. */
  async withTableSource<T>(order: SourceOrder, work: (source: TableSource) => Promise<T>, signal: AbortSignal): Promise<T> {
    const { out, scope, models, mayAsk } = order;
    const context = { fetch: this.#host.fetch, signal };
    const { source, index } = await this.#index.reading(async ({ index, models: builtin, documents }) => {
      const answering = await modelsOfTable(this.#providers, models, context);
      const embedder = async () => unasked(await this.#index.embedderOf(index, this.#limited(builtin).embedder, signal), mayAsk);
      const part = await this.#partOf(scope, { index, documents }, signal);
      const sourceText = (path: string) => this.#index.sourceText(path, { signal, maxFileBytes: maxCitedBytes });
      const reading = { folder: this.#target.folder, index, documents: await documents(), embedder, sourceText, known: this.#knownQuotes };
      const of = { ...answering, ...reading, out, scope: part };
      return { source: await tableSource(of), index: index.retain() };
    });
    try {
      return await this.#index.explained(() => work(source));
    } finally {
      index.close();
    }
  }

  /** See `standAlone`. */
  standAlone(asked: StandAloneRequest, signal: AbortSignal): ReturnType<typeof standAlone> {
    return standAlone(asked, { store: this.runs.store, providers: this.#providers, fetch: this.#host.fetch, signal });
  }

  /** See `testModels`. */
  testModels(models: ChosenModels, signal: AbortSignal): Promise<TestedModel[]> {
    return testModels(this.#providers, models, { fetch: this.#host.fetch, signal });
  }

  /** Downloads the model of the hub if it is not on this machine. @throws as `ModelLibrary.ensure`; AriadneError `model-unknown` */
  async pullModel(text: string, role: NamedRole, signal: AbortSignal): Promise<void> {
    const { consent, onDownload } = hostOfModels(this.#host);
    await this.library.ensure(hubModelOf(text), role, { signal, consent: (offer) => consent(offer, signal), onProgress: onDownload });
  }

  async #withComponents<T>(run: Run, work: (components: RunComponents) => Promise<T>, signal: AbortSignal): Promise<T> {
    this.#requireEmbedder(run.spec.models);
    const { components, index } = await this.#index.reading(async (required) => ({
      components: await this.#componentsOf(run, required, signal),
      index: required.index.retain(),
    }));
    try {
      return await work(components);
    } finally {
      index.close();
    }
  }

  async #componentsOf(run: Run, { index, models: builtin, documents }: RequiredIndex, signal: AbortSignal): Promise<RunComponents> {
    const { spec } = run;
    const { models, firstStage } = spec;
    const sent = new SentByRun();
    const fetch = sent.through(this.#host.fetch, run.runId);
    const onWriting = (writing: Writing): void => this.#host.onWriting?.(run.runId, writing);
    const limited = this.#limited(builtin);
    const providers = this.#providers.with(builtinProvider(limited));
    const context = { fetch, signal, onProgress: (progress: LoadProgress) => onWriting(loadingOf(progress)) };
    const { rerankPairs, nliPairs } = run.pipeline.bound(spec.params);
    const embedder = await this.#index.embedderOf(index, limited.embedder, signal, context);
    const chat = await providers.chosen('chat', models.chat, context);
    const planner = await providers.chosen('chat', models.planner, context);
    const reader = chat ? undefined : await providers.chosen('reader', models.reader, context);
    const part = await this.#partOf(spec.scope, { index, documents }, signal);
    const within = part ? partOfIndex(index, part.rows) : index;
    const scoped = spec.anyDocument ? withoutNames(within) : within;
    const searched = await searchedIndex(spec, scoped);
    return {
      index: searched,
      documents,
      scope: part?.summary,
      identity: await aboutQuestion(spec.question, searched, firstStage, searched !== index),
      otherLanguage: await otherLanguage(spec.question, index, embedder.id),
      neighborsOf: searched === scoped ? await this.#graphOf(index, part, firstStage, signal) : (row, k) => searched.neighborsOf(row, k),
      retriever: createQuotingRetriever(firstStage, searched, embedder),
      embedder,
      keepsVectors: !isOfBuiltin(embedder.id),
      reranker: await rerankerOf(providers, models.reranker, context, rerankPairs > 0),
      entailment: await entailmentOf(providers, models.entailment, context, nliPairs > 0),
      createReasoner: (options) => createReasoner({ chat, planner, reader }, { ...options, seedShift: seedShiftOf(run), onWriting }),
      answering: { chat: chat?.id ?? models.chat, planner: planner?.id, reader: reader?.id },
      folder: this.#target.folder,
      sourceLines: sourceLinesOf((path) => this.#index.sourceText(path, { signal, maxFileBytes: maxCitedBytes })),
      bytesSent: () => sent.bytes,
      sent: () => sent.parts,
    };
  }

  /** @throws as `resolveScope` */
  async #partOf(
    scope: string | undefined,
    { index, documents }: Pick<RequiredIndex, 'index' | 'documents'>,
    signal: AbortSignal,
  ): Promise<ResolvedScope | undefined> {
    if (scope === undefined || scope.trim() === '') return undefined;
    const places = (where?: string) => index.places(where);
    return this.#index.explained(async () => resolveScope(scope.trim(), { documents: await documents(), places }, signal));
  }

  async #graphOf(
    index: IndexSnapshot,
    part: ResolvedScope | undefined,
    firstStage: FirstStageMethod,
    signal: AbortSignal,
  ): Promise<NeighborsOf> {
    const graph = await this.#index.graphFor(firstStage, index, signal);
    return part ? graphWithin(part.rows, index, { graph, firstStage, signal }) : graph;
  }

  #limited({ embedder, reranker }: LoadedModel): { readonly embedder: Embedder; readonly reranker: Reranker } {
    return { embedder: limitEmbedder(embedder, this.#localModels), reranker: limitReranker(reranker, this.#localModels) };
  }

  /** The embedder that is chosen need not be the one in use. @throws AriadneError `model-unknown` */
  #requireEmbedder({ embedder }: Pick<ModelIds, 'embedder'>): void {
    if (!isBuiltin(embedder)) this.#providers.require('embedder', embedder);
  }

  async close(): Promise<void> {
    await this.#index.close();
    await this.#providers.close();
  }
}

const noGraph = (): readonly number[] => [];
/** As large as the setting allows documents to be. */
const maxCitedBytes = 500 * 1024 * 1024;
