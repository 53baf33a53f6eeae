/** Folders that are not indexed at all, or only when the user means it. */
import { readdir, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { parse, relative } from 'node:path';
import { whileAnswering } from '../base/driveErrors.ts';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { realFolder, unreadableFolder } from '../corpus/discover.ts';
import type { FoundFile } from '../corpus/document.ts';

/** Folders above this are asked about before they are indexed. */
const largeFolder = { documents: 50_000, megabytes: 2000 };

/** An index without its folder is empty, or answers from documents that are gone. @throws as `realFolder` */
export async function requireFolder(folder: string): Promise<void> {
  await realFolder(folder);
}

/**
 * The place of a drive that is not connected is an empty folder on some systems.
 * @throws AriadneError `folder-emptied` when there is nothing at all in the folder; as `realFolder`
 */
export async function requireContents(folder: string): Promise<void> {
  const real = await realFolder(folder);
  const names = await whileAnswering(folder, () =>
    readdir(real).catch((error: unknown) => Promise.reject(unreadableFolder(folder, error))),
  );
  if (names.length > 0) return;
  throw new AriadneError(
    'folder-emptied',
    `${folder} is empty, but its index has documents. If it is on a drive, connect the drive, then index again. If you have removed the documents, delete the index.`,
  );
}

/** @throws AriadneError `folder-refused` for the root of a drive, the home folder, and a folder above it */
export async function refuseEverything(folder: string): Promise<void> {
  const [path, home] = await Promise.all([folder, homedir()].map(realPath));
  if (path === undefined || home === undefined) return;
  const toHome = relative(path, home);
  const isAboveHome = !toHome.startsWith('..') && parse(toHome).root === '';
  if (path !== parse(path).root && !isAboveHome) return;
  throw new AriadneError(
    'folder-refused',
    `${folder} is your home folder, contains it, or is a whole drive. Indexing it would include private files. Choose the folder that contains the documents.`,
  );
}

/** Reading the folder reports that it does not exist. */
async function realPath(folder: string): Promise<string | undefined> {
  try {
    return await realpath(folder);
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'ELOOP')) return undefined;
    throw error;
  }
}

/** @throws AriadneError `folder-large` with the numbers */
export function askAboutLarge(folder: string, files: readonly FoundFile[]): void {
  const megabytes = Math.round(files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0) / 1e6);
  if (files.length <= largeFolder.documents && megabytes <= largeFolder.megabytes) return;
  throw new AriadneError(
    'folder-large',
    `${folder} has ${files.length.toLocaleString('en-US')} documents with ${megabytes.toLocaleString('en-US')} MB. Indexing them takes a long time. Exclude what you do not need, or confirm that you want all of them.`,
  );
}
