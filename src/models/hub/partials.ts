/** Downloads under way, in a hidden folder of the store: their files and their locks. */
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isSystemError } from '../../base/errors.ts';
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

/** Without its note it is no model: a process that is killed meanwhile leaves none in part. */
export async function removeModel(folder: string): Promise<void> {
  await rm(noteFile(folder), { force: true });
  await removeFolder(folder);
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
