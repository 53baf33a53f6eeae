import { opendir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { abortError } from '../base/abort.ts';
import { isUnreachable, systemCode, unreachableFolder, whileAnswering } from '../base/driveErrors.ts';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { recordSuffix } from '../protocol/table.ts';
import { byPath, EntryRules, recordBeside, UNREADABLE, unreadable } from './discoverEntry.ts';
import type { DiscoveryVerdict, Entry } from './discoverEntry.ts';
import type { FoundFile, SkippedFile } from './document.ts';
import { IgnoreRules } from './ignoreRules.ts';

/** What a folder has; both lists in UTF-16 order of their paths. */
export interface Discovery {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Lists the documents of a folder; both lists are in UTF-16 order of their paths. Files ruled out by an ignore file (.gitignore, .ignore)
 * or by `exclude` are not listed. Files that look like a document or a secret but are left out are listed in `skipped`. Only ignore files
 * are read.
 * @throws AriadneError `folder-missing` or `not-a-folder`; AbortError
 */
export async function discover(
  folder: string,
  options: DiscoveryOptions,
  { signal }: { readonly signal?: AbortSignal } = {},
): Promise<Discovery> {
  const walk = new Walk(await realFolder(folder), options, signal);
  await whileAnswering(folder, () => walk.folder('', IgnoreRules.none), { answeredAtMs: () => walk.answeredAtMs, signal });
  return { files: walk.files.sort(byPath), skipped: walk.skipped.sort(byPath) };
}

/** @throws AriadneError `folder-missing`, `folder-unreachable`, `folder-unreadable` or `not-a-folder`. */
export async function realFolder(folder: string): Promise<string> {
  const found = async () => ({ stats: await stat(folder), real: await realpath(folder) });
  const { stats, real } = await whileAnswering(folder, found).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR'))
      throw new AriadneError('folder-missing', `Folder ${folder} does not exist. Check the path.`, { cause: error });
    throw error instanceof AriadneError ? error : unreadableFolder(folder, error);
  });
  if (!stats.isDirectory()) throw new AriadneError('not-a-folder', `${folder} is a file. Give the folder that contains the documents.`);
  return real;
}

export function unreadableFolder(folder: string, cause: unknown): AriadneError {
  return isUnreachable(cause)
    ? unreachableFolder(folder, `does not answer (${systemCode(cause)})`, cause)
    : new AriadneError('folder-unreadable', `The folder ${folder} cannot be read (${messageOf(cause)}). Check its permissions.`, { cause });
}

class Walk {
  readonly files: FoundFile[] = [];
  readonly skipped: SkippedFile[] = [];
  answeredAtMs = performance.now();
  readonly #root: string;
  readonly #entryRules: EntryRules;
  readonly #signal: AbortSignal | undefined;

  constructor(root: string, options: DiscoveryOptions, signal: AbortSignal | undefined) {
    this.#root = root;
    this.#entryRules = new EntryRules(root, options);
    this.#signal = signal;
  }

  /** @param path the folder's path below the root, empty for the root */
  async folder(path: string, outerRules: IgnoreRules): Promise<void> {
    const listing = await this.#list(path);
    if (listing === undefined) return;
    const rules = await outerRules.within(this.#root, path, listing, this.skipped).catch((error: unknown) => this.#skip(path, error));
    if (rules === undefined) return;
    const folders: string[] = [];
    for (let i = 0; i < listing.length; i += STATS_AT_ONCE) {
      this.#answered();
      await Promise.all(
        listing.slice(i, i + STATS_AT_ONCE).map(async (entry) => {
          const below = path === '' ? entry.name : `${path}/${entry.name}`;
          const verdict = await this.#entryRules.verdictOn(below, entry, rules);
          if (verdict.kind === 'folder') folders.push(below);
          else if (verdict.kind === 'document') this.files.push(verdict.file);
          else if (verdict.kind === 'skipped') this.skipped.push(skippedAs(below, verdict));
        }),
      );
    }
    this.#answered();
    for (const below of folders.sort()) await this.folder(below, rules);
  }

  async #list(path: string): Promise<readonly Entry[] | undefined> {
    try {
      const entries: Entry[] = [];
      for await (const entry of await opendir(join(this.#root, path))) {
        this.#answered();
        const kind = kindOf(entry);
        if (kind !== undefined) entries.push({ name: entry.name, kind });
      }
      return withRecords(entries).sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      return this.#skip(path, error);
    }
  }

  /** @throws the error if it is of another kind, AriadneError for the root */
  #skip(path: string, error: unknown): undefined {
    if (!isSystemError(error, ...UNREADABLE)) throw error;
    if (path === '') throw unreadableFolder(this.#root, error);
    this.skipped.push({ path, ...unreadable(error) });
  }

  #answered(): void {
    this.answeredAtMs = performance.now();
    if (this.#signal?.aborted === true) throw abortError();
  }
}

export function skippedAs(path: string, { kind: _, ...skipped }: Extract<DiscoveryVerdict, { kind: 'skipped' }>): SkippedFile {
  return { path, ...skipped };
}

/** @returns undefined for anything else, such as a socket or a device */
export function kindOf(entry: {
  isDirectory: () => boolean;
  isSymbolicLink: () => boolean;
  isFile: () => boolean;
}): Entry['kind'] | undefined {
  return entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : entry.isFile() ? 'file' : undefined;
}

function withRecords(entries: readonly Entry[]): Entry[] {
  const records = new Set(entries.filter(({ name }) => name.endsWith(recordSuffix)).map(({ name }) => name));
  if (records.size === 0) return [...entries];
  return entries.map((entry) => {
    const record = recordBeside(entry.name);
    return record !== undefined && records.has(record) ? { ...entry, record } : entry;
  });
}

/** Node has four threads for the files of all drives. More is no faster, and if this drive hangs, one is left for the index. */
const STATS_AT_ONCE = 3;
