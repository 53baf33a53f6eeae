/** Downloads under way, in a hidden folder of the store: their files, their locks, and what is being removed. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isSystemError } from '../../base/errors.ts';
import { whenFree } from '../../base/whenFree.ts';
import type { HubFile } from './hubFiles.ts';
import { folderName, entriesOf, noteFile, type ModelNote } from './storedModel.ts';

const announcement = z.object({ totalBytes: z.number() });
/** Inside the folder, so that it goes with it. */
const announcementName = 'ariadne-download.json';
const trashPrefix = 'removing-';
/** A download that was stopped and not continued for this long is given up. */
const givenUpAfterMs = 30 * 24 * 60 * 60 * 1000;

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

  /** Tells those who wait how much it will be. */
  async announce(note: ModelNote, totalBytes: number): Promise<void> {
    await writeFile(join(this.folderOf(note), announcementName), JSON.stringify({ totalBytes }));
  }

  /** What the process that has the lock has downloaded so far. */
  async progressOf(name: string): Promise<{ readonly doneBytes: number; readonly totalBytes: number }> {
    for (const partial of await this.#foldersOf(name)) {
      const totalBytes = announcedBytes(partial);
      if (totalBytes > 0) return { doneBytes: await bytesIn(partial), totalBytes };
    }
    return { doneBytes: 0, totalBytes: 0 };
  }

  /** A model of which files were deleted or cut becomes a download under way again: what is whole is kept. */
  async takeBack(folder: string, partial: string, files: readonly HubFile[]): Promise<void> {
    if ((await entriesOf(folder)).length === 0) return;
    if ((await entriesOf(partial)).length > 0) return this.discard(folder);
    await mkdir(this.#root, { recursive: true });
    await whenFree(() => rename(folder, partial));
    await rm(noteFile(partial), { force: true });
    for (const { path, sizeBytes } of files) {
      const file = join(partial, path);
      if ((await fileBytes(file)) !== sizeBytes) await rm(file, { recursive: true, force: true });
    }
  }

  /** Before the folder gets its name. */
  async finish(partial: string): Promise<void> {
    await rm(join(partial, announcementName), { force: true });
  }

  /** Removes a folder so that it is gone at once, even if this process is killed meanwhile. */
  async discard(folder: string): Promise<void> {
    await mkdir(this.#root, { recursive: true });
    const trash = join(this.#root, `${trashPrefix}${randomUUID()}`);
    try {
      await whenFree(() => rename(folder, trash));
    } catch (error) {
      if (isSystemError(error, 'ENOENT')) return;
      throw error;
    }
    await rm(trash, { recursive: true, force: true, maxRetries: 3 });
  }

  /** Other downloads of the model with the same precision: their commit is not the newest any more. */
  async removeOthers(note: ModelNote): Promise<void> {
    const own = this.folderOf(note);
    for (const partial of await this.#foldersOf(note.name)) {
      if (partial !== own && partial.endsWith(`--${note.dtype}`)) await this.discard(partial);
    }
  }

  /** @returns the bytes that are free again */
  async removeOf(name: string): Promise<number> {
    let freeBytes = 0;
    for (const partial of await this.#foldersOf(name)) {
      freeBytes += await bytesIn(partial);
      await this.discard(partial);
    }
    return freeBytes;
  }

  /** Removes what a killed process was removing, and downloads that were given up. */
  async sweep(now: Date): Promise<void> {
    for (const name of await entriesOf(this.#root)) {
      const path = join(this.#root, name);
      if (name.startsWith(trashPrefix)) await rm(path, { recursive: true, force: true, maxRetries: 3 });
      else if (!name.includes('.lock') && now.getTime() - (await changedMs(path)) > givenUpAfterMs) await this.discard(path);
    }
  }

  /** The models of which there is something. */
  async names(): Promise<readonly string[]> {
    const folders = (await entriesOf(this.#root)).filter((name) => !name.includes('.lock') && !name.startsWith(trashPrefix));
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

/** Bytes of a model's files in a folder, whole or in part; 0 for a folder that does not exist. */
export async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for (const file of await filesIn(folder)) bytes += (await fileBytes(file)) ?? 0;
  return bytes;
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name !== announcementName)
      .map(({ parentPath, name }) => join(parentPath, name));
  } catch (error) {
    // Another process may be finishing or removing it.
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  }
}

async function changedMs(folder: string): Promise<number> {
  const times = await Promise.all([folder, ...(await filesIn(folder))].map((path) => stat(path).catch(() => undefined)));
  return Math.max(0, ...times.map((one) => one?.mtimeMs ?? 0));
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

function announcedBytes(partial: string): number {
  try {
    return announcement.safeParse(JSON.parse(readFileSync(join(partial, announcementName), 'utf8'))).data?.totalBytes ?? 0;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, 'ENOENT', 'ENOTDIR')) return 0;
    throw error;
  }
}
