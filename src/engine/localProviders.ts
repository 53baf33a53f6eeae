/** Models on this machine: of a folder, and of the hub, from where they are downloaded first. */
import { basename, resolve } from 'node:path';
import { catalogEntry } from '../models/hub/catalog.ts';
import { LocalModels } from '../models/local/localModels.ts';
import type { LocalModel } from '../models/local/localModel.ts';
import type { ModelId } from '../models/modelId.ts';
import type { ModelContext, ModelProvider, ModelRole } from '../models/provider.ts';
import type { DownloadOffer, DownloadProgress } from '../protocol/modelLibrary.ts';
import type { EngineFiles } from './engineFiles.ts';
import type { ModelLibrary } from './modelLibrary.ts';

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
}

export function localProviders({ library, files, host, onNotice }: LocalProvidersOptions): readonly ModelProvider[] {
  const models = new LocalModels({ ...files, onNotice });
  const close = (): Promise<void> => Promise.resolve(models.dispose());
  const ofFolder = ({ name, dtype }: ModelId): Promise<LocalModel> => Promise.resolve(folderModel(name, dtype));
  const ofHub: Find = async (id, { signal, onProgress }, role) => {
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
  };
  return [
    { name: 'folder', close, ...rolesOf(models, ofFolder) },
    { name: 'hf', ...rolesOf(models, ofHub) },
  ];
}

type Find = (id: ModelId, context: ModelContext, role: ModelRole) => Promise<LocalModel>;

function rolesOf(models: LocalModels, find: Find): Omit<ModelProvider, 'name' | 'close'> {
  return {
    embedder: async (id, context) => models.embedder(await find(id, context, 'embedder'), embeddingOf(id), { signal: context.signal }),
    reranker: async (id, context) => models.reranker(await find(id, context, 'reranker'), { signal: context.signal }),
    entailment: async (id, context) => models.entailment(await find(id, context, 'entailment'), { signal: context.signal }),
    reader: async (id, context) => models.reader(await find(id, context, 'reader'), {}, { signal: context.signal }),
    chat: async (id, context) => models.chat(await find(id, context, 'chat'), {}, { signal: context.signal }),
  };
}

/** What the catalog knows of an embedder that its files may not say. */
function embeddingOf({ provider, name }: ModelId): {
  readonly pooling?: 'mean' | 'cls';
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
} {
  const embedding = provider === 'hf' ? catalogEntry(name)?.embedding : undefined;
  if (!embedding) return {};
  const { pooling, queryPrefix, passagePrefix } = embedding;
  return { pooling, queryPrefix, passagePrefix };
}

/** Ids are kept in logs, and paths name people: only the folder's own name is in them. */
function folderModel(path: string, dtype: string | undefined): LocalModel {
  const folder = resolve(path);
  return { name: `folder:${basename(folder)}`, folder, dtype };
}
