/** Models on this machine: of a folder, and of the hub, from where they are downloaded first. */
import { basename, resolve, join } from 'node:path';
import { catalogEntry } from '../hub/catalog.ts';
import type { EmbedderSettings } from '../local/localEmbedder.ts';
import { LocalModels } from '../local/localModels.ts';
import type { LoadOptions, LocalModel } from '../local/modelFiles.ts';
import { readerId, type ReaderSettings } from '../local/localReader.ts';
import { readCalibration } from '../local/readerCalibration.ts';
import type { ModelId } from '../modelId.ts';
import type { LoadProgress, ModelContext, ModelProvider, ModelRole } from '../provider.ts';
import type { DownloadOffer, DownloadProgress } from '../../protocol/modelLibrary.ts';
import { ModelLibrary } from './modelLibrary.ts';
import type { Logger } from '../../base/logger.ts';
import type { Fetch } from '../models.ts';
import { cacheFolder } from '../../base/cacheFolder.ts';

/** What the host does for models of the hub. */
export interface ModelsHost {
  /** Where downloaded models are, unless ARIADNE_MODELS names another folder. Default: in the storage of the folder. */
  readonly folder?: string;
  /** Asks a person before the first byte of a model. */
  readonly consent: (offer: DownloadOffer, signal: AbortSignal) => Promise<boolean>;
  readonly onDownload: (progress: DownloadProgress) => void;
}

export interface LocalProvidersOptions {
  readonly library: ModelLibrary;
  readonly files: EngineFiles['models'];
  readonly host: Pick<ModelsHost, 'consent' | 'onDownload'>;
  readonly onNotice: (message: string) => void;
  /** Folder of what readers were fitted to. Default: they have their own border. */
  readonly calibrations?: string;
}

export function localProviders({ library, files, host, onNotice, calibrations }: LocalProvidersOptions): readonly ModelProvider[] {
  const models = new LocalModels({ ...files, onNotice });
  const close = (): Promise<void> => Promise.resolve(models.dispose());
  const ofFolder = ({ name, dtype }: ModelId): Promise<LocalModel> => Promise.resolve(folderModel(name, dtype));
  const ofHub: Find = async (id, { signal, onProgress }, role) => {
    const { name, folder, dtype } = await library.ensure(id, role === 'encoder' ? 'embedder' : role, {
      signal,
      consent: (offer) => host.consent(offer, signal),
      onProgress: (progress) => {
        host.onDownload(progress);
        const { doneBytes, totalBytes } = progress;
        if (progress.isOver) return;
        onProgress?.({ stage: 'download', model: `hf:${id.name}`, ...(totalBytes === 0 ? {} : { fraction: doneBytes / totalBytes }) });
      },
    });
    return { name: `hf:${name}`, folder, dtype };
  };
  return [
    { name: 'folder', close, ...rolesOf(models, ofFolder, calibrations) },
    { name: 'hf', ...rolesOf(models, ofHub, calibrations) },
  ];
}

type Find = (id: ModelId, context: ModelContext, role: ModelRole) => Promise<LocalModel>;

function rolesOf(models: LocalModels, find: Find, calibrations: string | undefined): Omit<ModelProvider, 'name' | 'close'> {
  type Load<T> = (model: LocalModel, options: LoadOptions) => Promise<T>;
  const loaded = async <T>(id: ModelId, context: ModelContext, role: ModelRole, load: Load<T>): Promise<T> => {
    const model = await find(id, context, role);
    const { signal, onProgress } = context;
    const tell = (over: Pick<LoadProgress, 'isOver'>): void => onProgress?.({ stage: 'load', model: model.name, ...over });
    let isLoading = false;
    try {
      return await load(model, { signal, onLoad: () => ((isLoading = true), tell({})) });
    } finally {
      if (isLoading) tell({ isOver: true });
    }
  };
  return {
    embedder: (id, context) => loaded(id, context, 'embedder', (model, load) => models.embedder(model, embeddingOf(id), load)),
    reranker: (id, context) => loaded(id, context, 'reranker', (model, load) => models.reranker(model, load)),
    entailment: (id, context) => loaded(id, context, 'entailment', (model, load) => models.entailment(model, load)),
    reader: (id, context) => loaded(id, context, 'reader', (model, load) => models.reader(model, readingOf(model, calibrations), load)),
    encoder: (id, context) => loaded(id, context, 'encoder', (model, load) => models.encoder(model, load)),
    chat: (id, context) => loaded(id, context, 'chat', (model, load) => models.chat(model, {}, load)),
  };
}

/** What the id says of an embedder, and what the catalog knows that its files may not say. */
function embeddingOf({ provider, name, dimension }: ModelId): EmbedderSettings {
  const embedding = provider === 'hf' ? catalogEntry(name)?.embedding : undefined;
  if (!embedding) return { dimension };
  const { pooling, queryPrefix, passagePrefix } = embedding;
  return { dimension, pooling, queryPrefix, passagePrefix };
}

function readingOf(model: LocalModel, folder: string | undefined): ReaderSettings {
  const found = folder === undefined ? undefined : readCalibration(folder, readerId(model));
  if (!found) return {};
  const { nullThreshold, temperature, ...calibration } = found;
  return { nullThreshold, temperature, calibration };
}

/** Ids are kept in logs, and paths name people: only the folder's own name is in them. */
function folderModel(path: string, dtype: string | undefined): LocalModel {
  const folder = resolve(path);
  return { name: `folder:${basename(folder)}`, folder, dtype };
}

export interface HostOfModels {
  readonly fetch: Fetch;
  readonly files: EngineFiles;
  readonly logger: Logger;
  readonly models?: ModelsHost;
  /** Called once, with a sentence for the user, when ONNX Runtime's native library does not work here. */
  readonly onNotice?: (sentence: string) => void;
}

export function localOf(host: Omit<HostOfModels, 'logger'>, storage: string, onNotice: (sentence: string) => void): LocalProvidersOptions {
  const { fetch, files, models } = host;
  return {
    library: new ModelLibrary(fetch, models?.folder ?? join(storage, 'models')),
    files: files.models,
    host: hostOfModels(host),
    onNotice,
    calibrations: calibrationsFolder(),
  };
}

/** A host that says nothing about models agrees to no download. */
export function hostOfModels({ models }: Pick<HostOfModels, 'models'>): LocalProvidersOptions['host'] {
  return models ?? { consent: () => Promise.resolve(false), onDownload: () => undefined };
}

/** Files that the engine loads or runs beside itself. */
export interface EngineFiles {
  /** Folder of the graphs made by scripts/buildKernels.ts. */
  readonly kernels: string;
  /** Entry of the reader thread. */
  readonly reader: string;
  /** Entry of the process that learns the built-in embedder. */
  readonly learner: string;
  /** Entry of the process that runs local models, and folder of the WebAssembly that it uses where its native library does not run. */
  readonly models: { readonly entry: string; readonly wasm: string };
}

/** What readers are fitted to: in a folder of the user, so that the command line and all windows read the same. */
export function calibrationsFolder(): string {
  return join(cacheFolder(), 'readers');
}
