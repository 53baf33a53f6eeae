import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { t } from '@vscode/l10n';
import { workspace, type ExtensionContext, type Uri } from 'vscode';
import { AriadneError } from '../base/errors.ts';
import { hashOf } from '../base/hash.ts';
import { knownStorage, sharedStorage } from './storages.ts';
import { partsOf, pathBelow } from './uriPaths.ts';

/** A folder of the workspace, and the place where Ariadne stores its data. */
export interface OpenFolder {
  readonly uri: Uri;
  /** As VS Code names it; with the folder around it where another has the same name. */
  readonly name: string;
  readonly isOnDisk: boolean;
  /** Absolute path of the folder for the index and the run logs. Each folder has one, whatever workspace it is opened in. */
  readonly storage: string;
}

/** In the order of the workspace. */
export function openFolders({ storageUri, globalStorageUri, globalState }: ExtensionContext): readonly OpenFolder[] {
  const folders = workspace.workspaceFolders ?? [];
  return folders.map(({ uri, name }) => {
    const base = storageUri ? sharedStorage(storageUri.fsPath) : globalStorageUri.fsPath;
    const isUnique = folders.every((other) => other.uri === uri || other.name !== name);
    return {
      uri,
      name: isUnique ? name : `${name} (${basename(dirname(uri.path))})`,
      isOnDisk: uri.scheme === 'file',
      storage: knownStorage(globalState, join(base, hashOf([uri.toString()], 16))),
    };
  });
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

/** The document of a path in a run, which may be on another drive. */
export function placeIn(folder: Uri, path: string): Uri {
  return folder.with(partsOf(folder, path));
}

/** True when an earlier window has stored data for this folder. */
export function hasStorage(folder: OpenFolder): boolean {
  return existsSync(folder.storage);
}
