import { constants } from 'node:fs';
import { access, lstat, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isUnreachable } from '../base/driveErrors.ts';
import { isSystemError } from '../base/errors.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { kindOf } from './discover.ts';
import { EntryRules, recordBeside, UNREADABLE, unreadable } from './discoverEntry.ts';
import type { Entry, DiscoveryVerdict } from './discoverEntry.ts';
import type { SkippedFile } from './document.ts';
import { IGNORE_FILES, IgnoreRules } from './ignoreRules.ts';

/** Decides about single paths as discovery does, without listing folders. A lookup reads each folder's ignore files once. */
export class PathLookup {
  readonly #root: string;
  readonly #entryRules: EntryRules;
  readonly #folders = new Map<string, Promise<Folder>>();
  /** Ignore files that could not be read, by path. */
  readonly unreadableRules = new Map<string, SkippedFile>();

  /** @param root real path of the indexed folder */
  constructor(root: string, options: DiscoveryOptions) {
    this.#root = root;
    this.#entryRules = new EntryRules(root, options);
  }

  /**
   * @param path see `isPathInside`; empty for the root
   * @returns the verdict and the path that it is about: the path itself, or a folder above it that is not entered
   */
  async verdictOn(path: string): Promise<Located> {
    if (path === '') return { verdict: { kind: 'folder' }, at: '' };
    const slash = path.lastIndexOf('/');
    const parent = await this.#folder(path.slice(0, Math.max(slash, 0)));
    if (parent.rules === undefined) return parent.closed;
    const kind = await this.#kindOf(path);
    if (kind === undefined) return { verdict: { kind: 'missing' }, at: path };
    const record = recordBeside(path);
    const isWritten = record !== undefined && (await this.#kindOf(record)) !== undefined;
    const entry: Entry = { name: path.slice(slash + 1), kind, record: isWritten ? record.slice(slash + 1) : undefined };
    const verdict = await this.#entryRules.verdictOn(path, entry, parent.rules);
    return { verdict, at: path };
  }

  #folder(path: string): Promise<Folder> {
    const known = this.#folders.get(path);
    if (known !== undefined) return known;
    const folder = this.#openFolder(path);
    this.#folders.set(path, folder);
    return folder;
  }

  async #openFolder(path: string): Promise<Folder> {
    const { verdict, at } = await this.verdictOn(path);
    if (verdict.kind !== 'folder') {
      const kind = at === path ? await this.#kindOf(path) : 'folder';
      if (kind === 'link')
        return { closed: { verdict: { kind: 'hidden', reason: 'is a link to a folder; only links to files are followed' }, at } };
      return { closed: { verdict: kind === 'folder' ? verdict : { kind: 'missing' }, at } };
    }
    try {
      await access(join(this.#root, path), constants.R_OK);
    } catch (error) {
      return closedBy(path, error);
    }
    const above = path === '' ? IgnoreRules.none : (await this.#folder(path.slice(0, Math.max(path.lastIndexOf('/'), 0)))).rules;
    const ignoreFiles: Entry[] = [];
    for (const name of IGNORE_FILES) {
      const kind = await this.#kindOf(path === '' ? name : `${path}/${name}`);
      if (kind !== undefined) ignoreFiles.push({ name, kind });
    }
    const failed: SkippedFile[] = [];
    try {
      const rules = await (above ?? IgnoreRules.none).within(this.#root, path, ignoreFiles, failed);
      for (const file of failed) this.unreadableRules.set(file.path, file);
      return { rules };
    } catch (error) {
      return closedBy(path, error);
    }
  }

  async #kindOf(path: string): Promise<Entry['kind'] | undefined> {
    const file = join(this.#root, path);
    try {
      const kind = kindOf(await lstat(file));
      // On a file system that ignores case or Unicode normalization, this path may differ from the name that a listing gives.
      const isItsName = kind === undefined || kind === 'link' || (await realpath(file)) === file;
      return isItsName ? kind : undefined;
    } catch (error) {
      if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'ELOOP', 'EINVAL')) return undefined;
      if (!isSystemError(error, ...UNREADABLE)) throw error;
      return 'file';
    }
  }
}

export interface Located {
  readonly verdict: DiscoveryVerdict;
  readonly at: string;
}

type Folder = { readonly rules: IgnoreRules; readonly closed?: undefined } | { readonly rules?: undefined; readonly closed: Located };

/** @throws the error if it is of another kind */
function closedBy(path: string, error: unknown): Folder {
  if (!isSystemError(error, ...UNREADABLE)) throw error;
  return { closed: { verdict: { kind: isUnreachable(error) ? 'skipped' : 'hidden', ...unreadable(error) }, at: path } };
}

/** Whether a string is a path as the index uses them: relative, `/`-separated, without empty segments, `.` and `..`. */
export function isPathInside(path: string): boolean {
  return !/[\\\0]/.test(path) && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}
