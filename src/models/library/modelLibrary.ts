/** The models on this machine and those that are offered: listing, downloading and removing them. */
import { bytesText } from '../../base/amounts.ts';
import { AriadneError, isAriadneError } from '../../base/errors.ts';
import { decoderDtypes, encoderDtypes } from '../dtypes.ts';
import { catalog, catalogEntry, catalogId } from '../hub/catalog.ts';
import { type HubModel, modelIdForms, parseModelId, readModelId } from '../modelId.ts';
import { ModelStore, type EnsureOptions } from '../hub/modelStore.ts';
import { idOf, isMeant, type StoredModel } from '../hub/storedModel.ts';
import type { Fetch } from '../models.ts';
import { kindOfModel } from '../../protocol/modelLibrary.ts';
import {
  modelRole,
  type ChosenModels,
  type DownloadOffer,
  type DownloadProgress,
  type ModelList,
  type NamedRole,
} from '../../protocol/modelLibrary.ts';
import { hubUrlOf, isOfflineBy, modelsFolderOf } from './hubSettings.ts';
import * as z from 'zod';
import { optionalJson } from '../local/modelFiles.ts';

const unusedAfterMs = 30 * 24 * 60 * 60 * 1000;

export class ModelLibrary {
  readonly store: ModelStore;
  readonly #downloads = new Map<AbortController, string>();

  /** @param usualFolder of the models, unless ARIADNE_MODELS names another */
  constructor(fetch: Fetch, usualFolder: string) {
    this.store = new ModelStore({
      folder: modelsFolderOf(process.env) ?? usualFolder,
      fetch,
      hubUrl: () => hubUrlOf(process.env),
      isOffline: () => isOfflineBy(process.env),
    });
  }

  /** @param used the models that are chosen */
  async list(used?: ChosenModels): Promise<ModelList> {
    const installed = await this.store.installed();
    const names = new Set(installed.map(({ name }) => name));
    const unused: ReadonlySet<string> = new Set(await this.#unused());
    return {
      folder: this.store.folder,
      unfinishedBytes: await this.store.unfinishedBytes(),
      models: installed.map((model) => ({
        ...described(model),
        isUnused: unused.has(idOf(model)),
        ...(used ? { usedAs: rolesOf(model, used) } : {}),
      })),
      catalog: catalog.map((model) => ({
        id: catalogId(model),
        role: model.role,
        summary: model.summary,
        license: model.license,
        languages: typeof model.languages === 'string' ? [model.languages] : [...model.languages],
        maxTokens: model.maxTokens,
        megabytes: model.megabytes[model.dtype],
        isInstalled: names.has(model.name),
      })),
    };
  }

  /**
   * The model, downloaded after consent if it is not on this machine, in the precision that suits the role.
   * @throws AriadneError `model-declined` also after `stop`; as `ModelStore.ensure`; AbortError
   */
  async ensure(model: HubModel, role: NamedRole, { signal, ...options }: Omit<EnsureOptions, 'dtypes'>): Promise<StoredModel> {
    const stopping = new AbortController();
    this.#downloads.set(stopping, model.name);
    let isUnderWay = false;
    const onProgress = (progress: DownloadProgress): void => {
      isUnderWay = true;
      options.onProgress?.(progress);
    };
    try {
      return await this.store.ensure(model, {
        ...options,
        onProgress,
        signal: signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal,
        dtypes: kindOfModel(role) === 'chat' ? decoderDtypes : encoderDtypes,
      });
    } catch (error) {
      signal?.throwIfAborted();
      throw stopping.signal.aborted ? stopped(model.name) : error;
    } finally {
      this.#downloads.delete(stopping);
      if (isUnderWay) options.onProgress?.({ name: model.name, doneBytes: 0, totalBytes: 0, isOver: true });
    }
  }

  /** What `ensure` would download; without models of other providers and those that are on this machine. @throws as `ensure` */
  async offers(models: ChosenModels, signal: AbortSignal): Promise<DownloadOffer[]> {
    const offers: DownloadOffer[] = [];
    for (const role of modelRole.options) {
      const id = readModelId(models[role] ?? 'builtin');
      if (id?.provider === 'hf') offers.push(...(await this.#offer(id, role, signal)));
    }
    return offers;
  }

  async #offer(model: HubModel, role: NamedRole, signal: AbortSignal): Promise<DownloadOffer[]> {
    const offers: DownloadOffer[] = [];
    try {
      await this.ensure(model, role, { signal, consent: (offer) => Promise.resolve(offers.push(offer) === 0) });
    } catch (error) {
      if (offers.length === 0 || !isAriadneError(error, 'model-declined')) throw error;
    }
    return offers;
  }

  /** Ends the downloads of this model, of all who wait for it. */
  stop(name: string): void {
    for (const [stopping, one] of this.#downloads) if (one === name) stopping.abort();
  }

  /** Downloads the newest of what the id names, or gets it from a folder. @throws AriadneError `model-unknown`; as `ModelStore.ensure` */
  async pull(id: string, options: EnsureOptions & { readonly from?: string }): Promise<StoredModel> {
    const model = hubModelOf(id);
    return options.from === undefined ? this.store.update(model, options) : this.store.importFrom(options.from, model, options.signal);
  }

  /** Whether a model of the hub is on this machine. */
  async has(text: string): Promise<boolean> {
    const id = parseModelId(text);
    return (await this.store.installed()).some((model) => isMeant(model, id));
  }

  /** What a model is for: as the catalog or its files say, of a server chat; undefined where nothing says it. @throws as `roleOfFiles` */
  async roleOf(text: string): Promise<NamedRole | undefined> {
    const id = parseModelId(text);
    if (id.provider === 'folder') return roleOfFiles(id.name);
    if (id.provider !== 'hf') return 'chat';
    const stored = (await this.store.installed()).find((model) => isMeant(model, id));
    return catalogEntry(id.name)?.role ?? (stored && roleIfReadable(stored.folder));
  }

  /** @returns the bytes that are free again @throws AriadneError `model-unknown` when there is nothing of this name; `model-in-use` */
  async remove(id: string): Promise<number> {
    const freeBytes = await this.store.remove(hubModelOf(id));
    if (freeBytes === 0) throw new AriadneError('model-unknown', `${id} is not on this machine. "ariadne models" lists what is.`);
    return freeBytes;
  }

  /** Without ids, removes what stopped downloads have left. @returns the bytes that are free again @throws as `remove` */
  async removeAll(ids: readonly string[] | undefined): Promise<number> {
    if (!ids) return this.store.removeUnfinished();
    let freeBytes = 0;
    for (const id of ids) freeBytes += await this.remove(id);
    return freeBytes;
  }

  /** Removes what was not used for a month, and what stopped downloads have left. */
  async removeUnused(): Promise<{ readonly ids: readonly string[]; readonly freeBytes: number }> {
    const ids = await this.#unused();
    let freeBytes = await this.store.removeUnfinished();
    for (const id of ids) freeBytes += await this.store.remove(hubModelOf(id));
    return { ids, freeBytes };
  }

  async #unused(): Promise<readonly string[]> {
    const before = new Date(Date.now() - unusedAfterMs).toISOString();
    return (await this.store.installed()).filter(({ lastUsedUtc }) => lastUsedUtc < before).map(idOf);
  }
}

/** The question before a download: what it is, how large, whose, and where it goes. */
export function offerText({ name, dtype, revision, sizeBytes, hasBytes, license, from, folder }: DownloadOffer): string {
  const rest = hasBytes === 0 ? bytesText(sizeBytes) : `${bytesText(sizeBytes - hasBytes)} of ${bytesText(sizeBytes)}`;
  return `Download ${name} (${dtype}, commit ${revision.slice(0, 8)}): ${rest} from ${from} to ${folder}. License: ${license ?? 'not stated; look at its page'}.`;
}

export function downloadText({ name, doneBytes, totalBytes, waitingFor }: DownloadProgress): string {
  const amount = totalBytes === 0 ? '' : `, ${bytesText(doneBytes)} of ${bytesText(totalBytes)}`;
  return waitingFor === undefined ? `Downloading ${name}${amount}` : `Waiting for ${waitingFor}, which downloads ${name}${amount}`;
}

function described(model: StoredModel): Omit<ModelList['models'][number], 'isUnused' | 'usedAs'> {
  const { name, sizeBytes, license, lastUsedUtc, folder, from } = model;
  const role = catalogEntry(name)?.role ?? roleIfReadable(folder);
  return { id: idOf(model), sizeBytes, lastUsedUtc, folder, from, license, role };
}

/** A damaged file shows when the model is used; it must not hide the others. */
function roleIfReadable(folder: string): NamedRole | undefined {
  try {
    return roleOfFiles(folder);
  } catch (error) {
    if (isAriadneError(error)) return undefined;
    throw error;
  }
}

/** The roles for which this model is chosen. */
function rolesOf(model: StoredModel, used: ChosenModels): NamedRole[] {
  return modelRole.options.filter((role) => {
    const id = readModelId(used[role] ?? 'builtin');
    return id?.provider === 'hf' && isMeant(model, id);
  });
}

function stopped(name: string): AriadneError {
  return new AriadneError(
    'model-declined',
    `The download of ${name} was stopped. What has arrived is kept: choose the model again to continue.`,
  );
}

/** @throws AriadneError `model-unknown` for ids of other providers */
export function hubModelOf(text: string): HubModel {
  const id = readModelId(text);
  if (id?.provider === 'hf') return id;
  throw new AriadneError('model-unknown', `"${text}" is no model that can be downloaded. Write it as ${modelIdForms.hf}.`);
}

const config = z.looseObject({
  architectures: z.array(z.string()).optional(),
  id2label: z.record(z.string(), z.string()).optional(),
});

/**
 * The role that config.json names; undefined where it does not say. A model for sentences may be any encoder without a head.
 * @throws AriadneError `model-unfit` when the file is damaged
 */
function roleOfFiles(folder: string): NamedRole | undefined {
  const { data } = config.safeParse(optionalJson(folder, 'config.json'));
  const [architecture = ''] = data?.architectures ?? [];
  if (architecture.endsWith('ForQuestionAnswering')) return 'reader';
  if (architecture.endsWith('ForCausalLM')) return 'chat';
  const labels = Object.values(data?.id2label ?? {});
  if (labels.some((label) => /entail/i.test(label))) return 'entailment';
  if (architecture.endsWith('ForSequenceClassification')) return labels.length <= 1 ? 'reranker' : undefined;
  return /(?:Model|ForMaskedLM)$/.test(architecture) || optionalJson(folder, 'modules.json') !== undefined ? 'embedder' : undefined;
}
