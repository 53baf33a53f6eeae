/** The models on this machine and those that are offered: listing, downloading and removing them. */
import { AriadneError } from '../base/errors.ts';
import { catalog, catalogId } from '../models/hub/catalog.ts';
import { sizeText, type HubModel } from '../models/hub/hubModel.ts';
import { ModelStore, type DownloadOffer, type DownloadProgress, type EnsureOptions } from '../models/hub/modelStore.ts';
import { idOf, type StoredModel } from '../models/hub/storedModel.ts';
import { modelIdForms, readModelId } from '../models/modelId.ts';
import type { Fetch } from '../models/models.ts';
import type { ModelList } from '../protocol/modelLibrary.ts';
import { hubUrlOf, isOfflineBy, modelsFolderOf } from './hubSettings.ts';

const unusedAfterMs = 30 * 24 * 60 * 60 * 1000;

export class ModelLibrary {
  readonly store: ModelStore;

  /** @param usualFolder of the models, unless ARIADNE_MODELS names another */
  constructor(fetch: Fetch, usualFolder: string) {
    this.store = new ModelStore({
      folder: modelsFolderOf(process.env) ?? usualFolder,
      fetch,
      hubUrl: () => hubUrlOf(process.env),
      isOffline: () => isOfflineBy(process.env),
    });
  }

  async list(): Promise<ModelList> {
    const installed = await this.store.installed();
    const names = new Set(installed.map(({ name }) => name));
    const unused: ReadonlySet<string> = new Set(await this.#unused());
    return {
      folder: this.store.folder,
      unfinishedBytes: await this.store.unfinishedBytes(),
      models: installed.map((model) => ({ ...described(model), isUnused: unused.has(idOf(model)) })),
      catalog: catalog.map((model) => ({
        id: catalogId(model),
        role: model.role,
        summary: model.summary,
        license: model.license,
        languages: typeof model.languages === 'string' ? [model.languages] : [...model.languages],
        maxTokens: model.maxTokens,
        ...(model.megabytes[model.dtype] === undefined ? {} : { megabytes: model.megabytes[model.dtype] }),
        isInstalled: names.has(model.name),
      })),
    };
  }

  /** Downloads the newest of what the id names, or gets it from a folder. @throws AriadneError `model-unknown`; as `ModelStore.ensure` */
  async pull(id: string, options: EnsureOptions & { readonly from?: string | undefined }): Promise<StoredModel> {
    const model = hubModelOf(id);
    return options.from === undefined ? this.store.update(model, options) : this.store.importFrom(options.from, model);
  }

  /** @returns the bytes that are free again @throws AriadneError `model-unknown` when there is nothing of this name; `model-in-use` */
  async remove(id: string): Promise<number> {
    const freeBytes = await this.store.remove(hubModelOf(id));
    if (freeBytes === 0) throw new AriadneError('model-unknown', `${id} is not on this machine. "ariadne models" lists what is.`);
    return freeBytes;
  }

  /** Removes what was not used for a month. */
  async removeUnused(): Promise<{ readonly ids: readonly string[]; readonly freeBytes: number }> {
    const ids = await this.#unused();
    let freeBytes = 0;
    for (const id of ids) freeBytes += await this.store.remove(hubModelOf(id));
    return { ids, freeBytes };
  }

  async #unused(): Promise<readonly string[]> {
    const before = new Date(Date.now() - unusedAfterMs).toISOString();
    return (await this.store.unused(before, new Set())).map(idOf);
  }
}

/** The question before a download: what it is, how large, whose, and where it goes. */
export function offerText({ name, dtype, revision, sizeBytes, hasBytes, license, from, folder }: DownloadOffer): string {
  const rest = hasBytes === 0 ? sizeText(sizeBytes) : `${sizeText(sizeBytes - hasBytes)} of ${sizeText(sizeBytes)}`;
  return `Download ${name} (${dtype}, commit ${revision.slice(0, 8)}): ${rest} from ${from} to ${folder}. License: ${license ?? 'not stated; look at its page'}.`;
}

export function progressText({ name, doneBytes, totalBytes, waitingFor }: DownloadProgress): string {
  const amount = totalBytes === 0 ? '' : `, ${sizeText(doneBytes)} of ${sizeText(totalBytes)}`;
  return waitingFor === undefined ? `Downloading ${name}${amount}` : `Waiting for ${waitingFor}, which downloads ${name}${amount}`;
}

function described(model: StoredModel): Omit<ModelList['models'][number], 'isUnused'> {
  const { sizeBytes, license, lastUsedUtc, folder, from } = model;
  return { id: idOf(model), sizeBytes, lastUsedUtc, folder, from, ...(license === undefined ? {} : { license }) };
}

function hubModelOf(text: string): HubModel {
  const id = readModelId(text);
  if (id?.provider === 'hf') return id;
  throw new AriadneError('model-unknown', `"${text}" is no model that can be downloaded. Write it as ${modelIdForms.hf}.`);
}
