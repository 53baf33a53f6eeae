/** A first index that begins as a copy of the one of another worktree: what both have is neither read nor embedded again. */
import { constants, existsSync } from 'node:fs';
import { cp, rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { isAriadneError } from '../base/errors.ts';
import { parseLocation } from '../indexing/location.ts';
import { lockForWriting } from '../indexing/lock.ts';
import { rereading } from '../indexing/rereading.ts';
import { IndexStore } from '../indexing/store.ts';
import type { FolderIndexOptions } from './folderIndexOptions.ts';
import { repositoryOf } from './repository.ts';

/**
 * Copies the first of `siblings` (databases on a disk) that indexes the same repository into `database`, unless there is something already.
 * A sibling that is being written, or cannot be read, is passed over.
 */
async function seedIndex(database: string, repository: string, siblings: readonly string[]): Promise<void> {
  if (existsSync(database)) return;
  for (const sibling of siblings) {
    if (sibling !== database && existsSync(sibling) && (await isOf(sibling, repository)) && (await copy(sibling, database))) return;
  }
}

async function isOf(database: string, repository: string): Promise<boolean> {
  try {
    const store = await IndexStore.open(parseLocation(database));
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

/** The database of a folder, and the repository that the folder belongs to. @throws as `IndexStore.open` */
export async function openStore({ folder, location, siblings }: Pick<FolderIndexOptions, 'folder' | 'location' | 'siblings'>): Promise<{
  readonly store: IndexStore;
  readonly repository: string | undefined;
}> {
  const repository = await repositoryOf(folder);
  if (repository !== undefined && location.kind === 'local') await seedIndex(location.folder, repository, siblings);
  return { store: await rereading(() => IndexStore.open(location)), repository };
}
