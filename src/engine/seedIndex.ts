/** A first index that begins as a copy of the one of another worktree: what both have is neither read nor embedded again. */
import { constants, existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAriadneError } from '../base/errors.ts';
import { parseLocation } from '../indexing/location.ts';
import { lockForWriting } from '../indexing/lock.ts';
import { IndexStore } from '../indexing/store.ts';

/**
 * Copies the first of `siblings` (datasets on a disk) that indexes the same repository into `dataset`, unless there is something already. A sibling that is
 * being written, or cannot be read, is passed over.
 */
export async function seedIndex(dataset: string, repository: string, siblings: readonly string[]): Promise<void> {
  if (existsSync(dataset)) return;
  for (const sibling of siblings) {
    if (sibling !== dataset && existsSync(sibling) && (await isOf(sibling, repository)) && (await copy(sibling, dataset))) return;
  }
}

async function isOf(dataset: string, repository: string): Promise<boolean> {
  try {
    const store = await IndexStore.open(parseLocation(dataset));
    const is = (await store.meta('repository')) === repository;
    store.close();
    return is;
  } catch (error) {
    if (isAriadneError(error)) return false;
    throw error;
  }
}

async function copy(from: string, to: string): Promise<boolean> {
  try {
    const lock = await lockForWriting(from);
    try {
      await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE, filter: (path) => !basename(path).startsWith('writer.') });
      return true;
    } catch (error) {
      await rm(to, { recursive: true, force: true });
      throw error;
    } finally {
      await lock.release();
    }
  } catch (error) {
    if (isAriadneError(error)) return false;
    throw error;
  }
}
