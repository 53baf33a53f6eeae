/**
 * Models from the hub, in a folder that all windows and the command line share. A model is there whole or not at all: it is downloaded
 * beside the others, each file is checked, and the folder then gets its name.
 */
import { mkdir, rename, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../base/errors.ts';
import { takeFileLock, type FileLock } from '../../base/fileLock.ts';
import { replaceFile } from '../../base/replaceFile.ts';
import { whenFree } from '../../base/whenFree.ts';
import type { DownloadOffer, DownloadProgress } from '../../protocol/modelLibrary.ts';
import { systemClock, type RetryClock } from '../chat/retry.ts';
import { usualDtypes, type Dtype } from '../dtypes.ts';
import type { Fetch } from '../models.ts';
import { downloadFile } from './downloadFile.ts';
import { declined, diskFault, diskFull, downloadLockLost, inUse, notAName, offline } from './hubErrors.ts';
import { neededFiles, type NeededFiles } from './hubFiles.ts';
import { listModel, type HubRequest } from './hubListing.ts';
import { idText, isHubName, type HubModel } from '../modelId.ts';
import { importModel } from './importModel.ts';
import { bytesIn, Partials, removeFolder, removeModel } from './partials.ts';
import {
  folderName,
  isMeant,
  markUsed,
  noteFile,
  noteOf,
  noteText,
  storedModel,
  storedModels,
  type ModelNote,
  type StoredModel,
} from './storedModel.ts';

export interface ModelStoreOptions {
  readonly folder: string;
  readonly fetch: Fetch;
  /** The hub or its mirror, with or without a path. */
  readonly hubUrl: () => string;
  readonly isOffline: () => boolean;
  readonly clock?: RetryClock;
  readonly now?: () => Date;
  /** How long a connection may send nothing before it is tried again. */
  readonly stallMs?: number;
}

export interface EnsureOptions {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: DownloadProgress) => void;
  readonly consent: (offer: DownloadOffer) => Promise<boolean>;
  /** Precisions in order of preference, for an id without one. Default: `usualDtypes`. */
  readonly dtypes?: readonly Dtype[];
}

const usualStallMs = 60_000;
const lookAgainAfterMs = 300;
/** Left free, so that a download does not stop everything else on the machine. */
const reserveBytes = 32_000_000;

export class ModelStore {
  readonly #options: Required<ModelStoreOptions>;
  readonly #partials: Partials;

  constructor(options: ModelStoreOptions) {
    this.#options = { clock: systemClock, now: () => new Date(), stallMs: usualStallMs, ...options };
    this.#partials = new Partials(options.folder);
  }

  get folder(): string {
    return this.#options.folder;
  }

  /**
   * The model, downloaded if it is not there. If another process is downloading it, waits for that. An id without a commit gets what was
   * downloaded for it before; only `update` asks the hub for news.
   * @throws AriadneError `offline`, `model-…`, `storage-full`, `storage-unwritable`, `door-…`; AbortError, after which `ensure` continues
   */
  async ensure(model: HubModel, options: EnsureOptions): Promise<StoredModel> {
    if (!isHubName(model.name)) throw notAName(model.name);
    return (await this.find(model)) ?? (await this.#download(model, options));
  }

  /** As `ensure`, but asks the hub what is newest. */
  async update(model: HubModel, options: EnsureOptions): Promise<StoredModel> {
    if (!isHubName(model.name)) throw notAName(model.name);
    return this.#download(model, options, { isUpdate: true });
  }

  /** The model if it is on this machine. Uses no network. */
  async find(model: HubModel): Promise<StoredModel | undefined> {
    const found = (await this.installed()).filter((stored) => isMeant(stored, { revision: 'main', ...model }));
    const preferred = found.sort((a, b) => preferenceOf(a) - preferenceOf(b) || (a.downloadedAtUtc < b.downloadedAtUtc ? 1 : -1))[0];
    if (preferred) await markUsed(preferred, this.#options.now());
    return preferred;
  }

  /** All complete models, by id. */
  installed(): Promise<readonly StoredModel[]> {
    return storedModels(this.folder);
  }

  /** Bytes of downloads that were stopped and can be continued. */
  unfinishedBytes(): Promise<number> {
    return this.#partials.sizeBytes();
  }

  /**
   * Removes what answers to this id, and what is left of its downloads.
   * @returns the bytes that are free again; 0 when there was nothing
   * @throws AriadneError `model-in-use` while it is being downloaded
   */
  remove(model: HubModel): Promise<number> {
    return this.#alone(model.name, async () => {
      const removed = (await this.installed()).filter((stored) => isMeant(stored, model));
      let freeBytes = 0;
      for (const { folder, sizeBytes } of removed) {
        await removeModel(folder);
        freeBytes += sizeBytes;
      }
      return freeBytes + (await this.#partials.removeOf(model.name));
    });
  }

  /** Removes what stopped downloads have left, except those that another process continues. @returns the bytes that are free again */
  async removeUnfinished(): Promise<number> {
    let freeBytes = 0;
    for (const name of await this.#partials.names()) {
      const attempt = await this.#lock(name);
      if (attempt.kind === 'held') continue;
      try {
        freeBytes += await this.#partials.removeOf(name);
      } finally {
        await attempt.lock.release();
      }
    }
    return freeBytes;
  }

  /**
   * Copies a model's files from a folder, for machines without a network.
   * @throws AriadneError `model-unfit`, `storage-…`, `model-in-use`; AbortError
   */
  importFrom(from: string, model: HubModel, signal?: AbortSignal): Promise<StoredModel> {
    if (!isHubName(model.name)) throw notAName(model.name);
    return this.#alone(model.name, async () => {
      const { partial, note } = await importModel(from, model, { partials: this.#partials, now: this.#options.now(), signal });
      return await this.#keep(partial, note);
    });
  }

  /** @throws AriadneError `model-in-use` while another process has the model's lock */
  async #alone<T>(name: string, work: () => Promise<T>): Promise<T> {
    const attempt = await this.#lock(name);
    if (attempt.kind === 'held') throw inUse(name, attempt.owner);
    try {
      return await work();
    } catch (error) {
      throw diskFault(error, name, this.folder, 0) ?? error;
    } finally {
      await attempt.lock.release();
    }
  }

  #lock(name: string): ReturnType<typeof takeFileLock> {
    return takeFileLock(this.#partials.lockFile(name), downloadLockLost).catch((error: unknown) => {
      throw diskFault(error, name, this.folder, 0) ?? error;
    });
  }

  async #download(
    model: HubModel,
    options: EnsureOptions,
    { isUpdate }: { readonly isUpdate: boolean } = { isUpdate: false },
  ): Promise<StoredModel> {
    if (this.#options.isOffline()) throw offline(idText(model));
    const { name } = model;
    for (;;) {
      const attempt = await this.#lock(name);
      if (attempt.kind === 'taken') {
        try {
          // Another process may have finished it just now.
          const found = isUpdate ? undefined : await this.find(model);
          return found ?? (await this.#downloadLocked(model, options, attempt.lock));
        } finally {
          await attempt.lock.release();
        }
      }
      options.onProgress?.({ name, doneBytes: 0, totalBytes: 0, waitingFor: attempt.owner });
      await this.#options.clock.delay(lookAgainAfterMs, options.signal);
      const found = isUpdate ? undefined : await this.find(model);
      if (found) return found;
    }
  }

  async #downloadLocked(model: HubModel, options: EnsureOptions, lock: FileLock): Promise<StoredModel> {
    const signal = options.signal ? AbortSignal.any([options.signal, lock.lost]) : lock.lost;
    const { fetch, clock } = this.#options;
    const request: HubRequest = { fetch, clock, signal, hubUrl: this.#options.hubUrl().replace(/\/+$/, '') };
    const asked = model.revision ?? 'main';
    try {
      const listing = await listModel(model.name, asked, request);
      const needed = neededFiles(listing.name, listing.files, model.dtype ?? options.dtypes);
      const { name, commit: revision, license } = listing;
      const note = noteOf(name, needed, { revision, asked, license, from: new URL(request.hubUrl).host, now: this.#options.now() });
      const same = storedModel(join(this.folder, folderName(note)));
      return same ? this.#answerFor(same, note) : await this.#fetchFiles({ note, needed }, options, request);
    } catch (error) {
      lock.lost.throwIfAborted();
      throw error;
    }
  }

  async #fetchFiles({ note, needed }: Plan, options: EnsureOptions, request: HubRequest): Promise<StoredModel> {
    const { name, revision, dtype, license, from } = note;
    const totalBytes = needed.files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    const partial = this.#partials.folderOf(note);
    const hasBytes = await bytesIn(partial);
    const missingBytes = totalBytes - hasBytes;
    if (missingBytes + reserveBytes > (await this.#freeBytes())) throw diskFull(name, this.folder, missingBytes);
    const size = { sizeBytes: totalBytes, hasBytes };
    const isAgreed = await options.consent({ name, revision, dtype, ...size, license, from, folder: this.folder });
    request.signal?.throwIfAborted();
    if (!isAgreed) throw declined(idText({ name, dtype }));
    try {
      await mkdir(partial, { recursive: true });
      let beforeBytes = 0;
      for (const file of needed.files) {
        const onBytes = (fileBytes: number): void => options.onProgress?.({ name, doneBytes: beforeBytes + fileBytes, totalBytes });
        const url = `${request.hubUrl}/${name}/resolve/${revision}/${file.path}`;
        const { stallMs } = this.#options;
        await downloadFile({ ...request, file, target: join(partial, file.path), url, stallMs, model: { name, revision }, onBytes });
        beforeBytes += file.sizeBytes;
      }
      return await this.#keep(partial, note);
    } catch (error) {
      const fault = diskFault(error, name, this.folder, totalBytes - (await bytesIn(partial)));
      // On a full disk what has arrived would keep everything else from being written.
      if (fault?.code === 'storage-full') await removeFolder(partial);
      throw fault ?? error;
    }
  }

  /** Gives the folder its name; only now is the model there. */
  async #keep(partial: string, note: ModelNote): Promise<StoredModel> {
    const folder = join(this.folder, folderName(note));
    await writeFile(noteFile(partial), noteText(note), { flush: true });
    await removeModel(folder);
    await whenFree(() => rename(partial, folder));
    const stored = storedModel(folder);
    if (stored) await markUsed(stored, this.#options.now());
    if (!stored) throw new Error(`${folder} is incomplete after its download`);
    return stored;
  }

  /** The commit is there already: it now answers for this branch, too. */
  async #answerFor({ folder, sizeBytes, lastUsedUtc, ...same }: StoredModel, { asked, downloadedAtUtc }: ModelNote): Promise<StoredModel> {
    const note = { ...same, asked: [...new Set([...same.asked, ...asked])], downloadedAtUtc };
    replaceFile(noteFile(folder), noteText(note));
    const stored = { ...note, folder, sizeBytes, lastUsedUtc };
    await markUsed(stored, new Date(lastUsedUtc));
    return stored;
  }

  async #freeBytes(): Promise<number> {
    try {
      await mkdir(this.folder, { recursive: true });
      const { bavail, bsize } = await statfs(this.folder);
      return bavail * bsize;
    } catch (error) {
      // Some file systems do not say how much is free. A full one then shows while writing.
      if (isSystemError(error, 'ENOSYS', 'ENOTSUP')) return Infinity;
      throw diskFault(error, 'a model', this.folder, 0) ?? error;
    }
  }
}

interface Plan {
  readonly note: ModelNote;
  readonly needed: NeededFiles;
}

function preferenceOf({ dtype }: ModelNote): number {
  const at = usualDtypes.findIndex((one) => one === dtype);
  return at < 0 ? usualDtypes.length : at;
}
