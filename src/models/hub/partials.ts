/** Downloads under way, in a hidden folder of the store: their files and their locks. */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { isSystemError } from '../../base/errors.ts';
import { whenFree } from '../../base/whenFree.ts';
import { folderName, entriesOf, noteFile, type ModelNote } from './storedModel.ts';

export class Partials {
  readonly #root: string;

  constructor(storeFolder: string) {
    this.#root = join(storeFolder, '.partial');
  }

  lockFile(name: string): string {
    return join(this.#root, `${name.replace('/', '--').toLowerCase()}.lock`);
  }

  folderOf(note: ModelNote): string {
    return join(this.#root, folderName(note));
  }

  /**
   * Makes a model a download under way again: one that lost files, of which the rest is kept, or one that is to be removed, so that a
   * process which is killed meanwhile leaves no model in part.
   */
  async takeBack(folder: string): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    const partial = join(this.#root, basename(folder));
    if ((await entriesOf(partial)).length > 0) return removeFolder(folder);
    try {
      await whenFree(() => rename(folder, partial));
      await rm(noteFile(partial), { force: true });
    } catch (error) {
      if (!isSystemError(error, 'ENOENT')) throw error;
    }
  }

  /** Other downloads of the model with the same precision: their commit is not the newest any more. */
  async removeOthers(note: ModelNote): Promise<void> {
    const own = this.folderOf(note);
    for (const partial of await this.#foldersOf(note.name)) {
      if (partial !== own && partial.endsWith(`--${note.dtype}`)) await removeFolder(partial);
    }
  }

  /** @returns the bytes that are free again */
  async removeOf(name: string): Promise<number> {
    let freeBytes = 0;
    for (const partial of await this.#foldersOf(name)) {
      freeBytes += await bytesIn(partial);
      await removeFolder(partial);
    }
    return freeBytes;
  }

  /** The models of which there is something. */
  async names(): Promise<readonly string[]> {
    const folders = (await entriesOf(this.#root)).filter((name) => !name.includes('.lock'));
    return [...new Set(folders.map((name) => name.split('--').slice(0, 2).join('/')))];
  }

  async sizeBytes(): Promise<number> {
    let bytes = 0;
    for (const name of await entriesOf(this.#root)) if (!name.includes('.lock')) bytes += await bytesIn(join(this.#root, name));
    return bytes;
  }

  async #foldersOf(name: string): Promise<readonly string[]> {
    const prefix = `${name.replace('/', '--')}--`.toLowerCase();
    return (await entriesOf(this.#root)).filter((one) => one.toLowerCase().startsWith(prefix)).map((one) => join(this.#root, one));
  }
}

export function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Bytes of a model's files in a folder, whole or in part; 0 for a folder that does not exist. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  try {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) bytes += (await fileBytes(join(entry.parentPath, entry.name))) ?? 0;
  } catch (error) {
    // Another process may be finishing or removing it.
    if (!isSystemError(error, 'ENOENT', 'ENOTDIR')) throw error;
  }
  return bytes;
}

/** @returns undefined for a file that does not exist */
export async function fileBytes(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
