/** Which of the changes that a file watcher reports can matter to the index. Pure. */
import { closedFolderNames, documentExtensions, extensionOf, ignoreFileNames } from '../protocol/documentFormats.ts';

export type Change = 'created' | 'changed' | 'deleted';

/**
 * `maybe-folder`: a new folder arrives as one change, whatever is in it, so somebody has to look.
 * @param path relative to the folder, `/`-separated.
 */
export function relevanceOf(path: string, change: Change): 'yes' | 'no' | 'maybe-folder' {
  const parts = path.split('/');
  const name = parts.at(-1) ?? '';
  if (name === '' || parts.some((part) => closedFolders.has(part))) return 'no';
  if (ignoreFiles.has(name) || extensions.has(extensionOf(name))) return 'yes';
  // A deleted folder arrives as one change too, and can no longer be looked at.
  return otherwise[change];
}

const otherwise = { created: 'maybe-folder', changed: 'no', deleted: 'yes' } as const;
const extensions: ReadonlySet<string> = new Set(documentExtensions);
const ignoreFiles: ReadonlySet<string> = new Set(ignoreFileNames);
const closedFolders: ReadonlySet<string> = new Set(closedFolderNames);
