/** Models on this machine: of a folder, and of the hub, from where they are downloaded first. */
import { basename, resolve, join } from 'node:path';
import { catalogEntry } from '../hub/catalog.ts';
import { localChat } from '../local/localChat.ts';
import { localEmbedder, type EmbedderSettings } from '../local/localEmbedder.ts';
import { localProcesses } from '../local/localModels.ts';
import { localEntailment, localReranker } from '../local/localPairs.ts';
import type { LoadOptions, LocalModel } from '../local/modelFiles.ts';
import { localReader, readerId, type ReaderSettings } from '../local/localReader.ts';
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

export function localProviders(options: LocalProvidersOptions): readonly ModelProvider[] {
  const { files, onNotice, calibrations } = options;
  const { encoders, indexing, decoders, dispose } = localProcesses({ ...files, onNotice });
  type Load<T> = (model: LocalModel, options: LoadOptions) => Promise<T>;
  const loaded = async <T>(id: ModelId, context: ModelContext, role: ModelRole, load: Load<T>): Promise<T> => {
    const model = await findLocalModel(id, role, options, context);
    const { signal, onProgress } = context;
    const tell = (over: Pick<LoadProgress, 'isOver'>): void => onProgress?.({ stage: 'load', model: model.name, ...over });
    let isLoading = false;
    try {
      return await load(model, { signal, onLoad: () => ((isLoading = true), tell({})) });
    } finally {
      if (isLoading) tell({ isOver: true });
    }
  };
  const roles: Omit<ModelProvider, 'name' | 'close'> = {
    embedder: (id, context) =>
      loaded(id, context, 'embedder', (model, load) =>
        localEmbedder({ questions: encoders, passages: indexing }, model, embeddingOf(id), load),
      ),
    reranker: (id, context) => loaded(id, context, 'reranker', (model, load) => localReranker(encoders, model, load)),
    entailment: (id, context) => loaded(id, context, 'entailment', (model, load) => localEntailment(encoders, model, load)),
    reader: (id, context) =>
      loaded(id, context, 'reader', (model, load) => localReader(encoders, model, readingOf(model, calibrations), load)),
    chat: (id, context) => loaded(id, context, 'chat', (model, load) => localChat(decoders, model, load)),
  };
  return [
    { name: 'folder', close: () => Promise.resolve(dispose()), ...roles },
    { name: 'hf', ...roles },
  ];
}

/** Where the model's files are, downloaded first if they are of the hub and not on this machine. @throws as `ModelLibrary.ensure` */
export async function findLocalModel(
  id: ModelId,
  role: ModelRole,
  { library, host }: Pick<LocalProvidersOptions, 'library' | 'host'>,
  { signal, onProgress }: Pick<ModelContext, 'signal' | 'onProgress'>,
): Promise<LocalModel> {
  if (id.provider === 'folder') {
    const folder = resolve(id.name);
    // Ids are kept in logs, and paths name people: only the folder's own name is in them.
    return { name: `folder:${basename(folder)}`, folder, dtype: id.dtype };
  }
  const { name, folder, dtype } = await library.ensure(id, role, {
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
