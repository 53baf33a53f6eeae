import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import { workspace, type ExtensionContext, type Uri } from 'vscode';
import { AriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { sharedStorage } from './storages.ts';
import { pathBelow } from './uriPaths.ts';

/** The folder that Ariadne works on, and the place where it stores its data. */
export interface OpenFolder {
  readonly uri: Uri;
  readonly name: string;
  readonly isOnDisk: boolean;
  /** Absolute path of the folder for the index and the run logs. Each folder has a separate one, also in a multi-root workspace. */
  readonly storage: string;
}

/** The first folder of a multi-root workspace, since an answer must not depend on the cursor's position. */
export function openFolder(context: ExtensionContext): OpenFolder | undefined {
  const folder = workspace.workspaceFolders?.[0];
  if (!folder) return undefined;
  const { storageUri, globalStorageUri } = context;
  const base = storageUri ? sharedStorage(storageUri.fsPath) : globalStorageUri.fsPath;
  const storage = join(base, hashOf([folder.uri.toString()], 16));
  return { uri: folder.uri, name: folder.name, isOnDisk: folder.uri.scheme === 'file', storage };
}

/** @throws AriadneError `no-folder` or `virtual-folder` */
export function requireOpenFolder(folder: OpenFolder | undefined): OpenFolder {
  if (!folder) throw new AriadneError('no-folder', t('No folder is open. Open the folder that contains your documents.'));
  if (!folder.isOnDisk)
    throw new AriadneError('virtual-folder', t('"{0}" is not on a disk. Ariadne reads files directly, so open a local copy.', folder.name));
  return folder;
}

/** A file's path relative to the folder, `/`-separated; undefined when it is outside. */
export function pathIn(folder: OpenFolder, uri: Uri): string | undefined {
  return pathBelow(folder.uri, uri);
}

/** True when an earlier window has stored data for this folder. */
export function hasStorage(folder: OpenFolder): boolean {
  return existsSync(folder.storage);
}
