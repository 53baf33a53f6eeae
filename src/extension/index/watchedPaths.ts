/** Decides which changes reported by a file watcher can affect the index. Pure. */
import { closedFolderNames, documentExtensions, extensionOf, ignoreFileNames } from '../../protocol/documentFormats.ts';

export type FileChange = 'created' | 'changed' | 'deleted';

/**
 * `maybe-folder`: a new folder is reported as a single change, so its contents must be checked.
 * @param path relative to the folder, `/`-separated
 */
export function relevanceOf(path: string, change: FileChange): 'yes' | 'no' | 'maybe-folder' {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (name === '' || parts.some((part) => closedFolders.has(part))) return 'no';
  if (ignoreFiles.has(name) || extensions.has(extensionOf(name))) return 'yes';
  // A deleted folder is reported as a single change too, and can no longer be inspected.
  return otherwise[change];
}

const otherwise = { created: 'maybe-folder', changed: 'no', deleted: 'yes' } as const;
const extensions: ReadonlySet<string> = new Set(documentExtensions);
const ignoreFiles: ReadonlySet<string> = new Set(ignoreFileNames);
const closedFolders: ReadonlySet<string> = new Set(closedFolderNames);
