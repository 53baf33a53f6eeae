import { constants } from 'node:fs';
import { access, opendir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import picomatch from 'picomatch';
import { abortError } from '../base/abort.ts';
import { AriadneError, isSystemError, messageOf } from '../base/errors.ts';
import type { FoundFile, SkippedFile } from './document.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { readerOf } from './readers/allReaders.ts';

export interface DiscoveryOptions {
  /** Globs as in VS Code's `files.exclude`, relative to the folder; what they match, and everything in a folder they match, is not listed. */
  readonly exclude: readonly string[];
  readonly maxFileBytes: number;
}

export interface DiscoveryContext {
  readonly signal?: AbortSignal;
  /** Called with the number of documents found so far, after each folder that had some. */
  readonly onFound?: (count: number) => void;
}

export interface Discovery {
  readonly files: readonly FoundFile[];
  readonly skipped: readonly SkippedFile[];
}

/**
 * Lists the documents of a folder, both lists in UTF-16 order of their paths. What the ignore files (.gitignore, .ignore) in the folder or `exclude` rule
 * out is not listed at all; what looks like a document or a secret but is left out is listed in `skipped`. Reads no contents but the ignore files'.
 * @throws AriadneError `folder-missing` or `not-a-folder`; AbortError.
 */
export async function discover(folder: string, options: DiscoveryOptions, context: DiscoveryContext = {}): Promise<Discovery> {
  await checkFolder(folder);
  const walk = new Walk(await realpath(folder), options, context);
  await walk.folder('', IgnoreRules.none);
  return { files: walk.files.sort(byPath), skipped: walk.skipped.sort(byPath) };
}

async function checkFolder(folder: string): Promise<void> {
  const stats = await stat(folder).catch((error: unknown) => {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR'))
      throw new AriadneError('folder-missing', `There is no folder ${folder}; check the path.`, { cause: error });
    throw new AriadneError('folder-unreadable', `The folder ${folder} cannot be read (${messageOf(error)}); check its permissions.`, {
      cause: error,
    });
  });
  if (!stats.isDirectory()) throw new AriadneError('not-a-folder', `${folder} is a file; name the folder that holds the documents.`);
}

class Walk {
  readonly files: FoundFile[] = [];
  readonly skipped: SkippedFile[] = [];
  readonly #root: string;
  readonly #options: DiscoveryOptions;
  readonly #context: DiscoveryContext;
  readonly #isExcluded: (path: string) => boolean;

  constructor(root: string, options: DiscoveryOptions, context: DiscoveryContext) {
    this.#root = root;
    this.#options = options;
    this.#context = context;
    this.#isExcluded = globMatcher(options.exclude);
  }

  /** @param path of the folder below the root, empty for the root itself. */
  async folder(path: string, outerRules: IgnoreRules): Promise<void> {
    const listing = await this.#list(path);
    if (listing === undefined) return;
    const rules = await outerRules.within(this.#root, path, listing, this.skipped);
    const folders: string[] = [];
    const before = this.files.length;
    for (let i = 0; i < listing.length; i += STATS_AT_ONCE) {
      this.#throwIfAborted();
      await Promise.all(
        listing.slice(i, i + STATS_AT_ONCE).map(async (entry) => {
          const below = path === '' ? entry.name : `${path}/${entry.name}`;
          const isFolder = entry.kind === 'folder';
          if (isFolder && ALWAYS_SKIPPED.has(entry.name)) return;
          if (rules.ignores(below, isFolder) || this.#isExcluded(below)) return;
          if (isFolder) folders.push(below);
          else await this.#file(below, entry);
        }),
      );
    }
    this.#throwIfAborted();
    if (this.files.length > before) this.#context.onFound?.(this.files.length);
    for (const below of folders.sort()) await this.folder(below, rules);
  }

  async #list(path: string): Promise<readonly Entry[] | undefined> {
    try {
      const entries: Entry[] = [];
      for await (const entry of await opendir(join(this.#root, path))) {
        this.#throwIfAborted();
        const kind = entry.isDirectory() ? 'folder' : entry.isSymbolicLink() ? 'link' : entry.isFile() ? 'file' : undefined;
        if (kind !== undefined) entries.push({ name: entry.name, kind });
      }
      return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
    } catch (error) {
      if (!isSystemError(error, ...UNREADABLE)) throw error;
      if (path === '')
        throw new AriadneError('folder-unreadable', `The folder cannot be read (${messageOf(error)}); check its permissions.`, {
          cause: error,
        });
      this.skipped.push({ path, reason: unreadable(error) });
      return undefined;
    }
  }

  async #file(path: string, { name, kind }: Entry): Promise<void> {
    if (looksSecret(name)) {
      this.skipped.push({ path, reason: SECRET });
      return;
    }
    if (readerOf(path) === undefined) return;
    try {
      const target = kind === 'link' ? await this.#linkTarget(path) : join(this.#root, path);
      if (target === undefined) return;
      const stats = await stat(target);
      if (!stats.isFile()) return;
      const { maxFileBytes } = this.#options;
      if (stats.size > maxFileBytes) {
        this.skipped.push({
          path,
          reason: `has ${inMegabytes(stats.size)} MB, more than the limit of ${inMegabytes(maxFileBytes)} MB; split it or raise the limit`,
        });
        return;
      }
      await access(target, constants.R_OK);
      this.files.push({ path, sizeBytes: stats.size, mtimeMs: stats.mtimeMs });
    } catch (error) {
      // A file that went away while we looked is no document and no problem.
      if (isSystemError(error, 'ENOENT') && kind === 'file') return;
      if (!isSystemError(error, ...UNREADABLE)) throw error;
      this.skipped.push({
        path,
        reason: kind === 'link' && error.code === 'ENOENT' ? 'is a link to a file that is not there' : unreadable(error),
      });
    }
  }

  /** Where a link leads, if that may be read: inside the folder and no secret. */
  async #linkTarget(path: string): Promise<string | undefined> {
    const target = await realpath(join(this.#root, path));
    const inside = relative(this.#root, target);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || join(this.#root, inside) !== target) {
      this.skipped.push({ path, reason: 'is a link that leads out of the folder; copy the file into it' });
      return undefined;
    }
    const parts = inside.split(sep);
    if (parts.some((part) => ALWAYS_SKIPPED.has(part))) return undefined;
    if (!looksSecret(parts.at(-1) ?? '')) return target;
    this.skipped.push({ path, reason: SECRET });
    return undefined;
  }

  #throwIfAborted(): void {
    if (this.#context.signal?.aborted === true) throw abortError();
  }
}

interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
}

const STATS_AT_ONCE = 32;
const ALWAYS_SKIPPED: ReadonlySet<string> = new Set(['.git', 'node_modules', '.hg', '.svn', '.vscode-test']);
const UNREADABLE = ['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'ELOOP', 'EIO', 'EBUSY', 'ENAMETOOLONG', 'EINVAL', 'UNKNOWN'];
const SECRET = 'looks like it holds secrets and is never read; rename it if it does not';

function looksSecret(name: string): boolean {
  return /^(?:\.env(?:\..*)?|id_(?:rsa|dsa|ecdsa|ed25519).*|\.netrc|_netrc|\.npmrc|credentials.*|.*\.(?:pem|key|p12|pfx|kdbx))$/i.test(
    name,
  );
}

/** VS Code's globs: relative to the folder, `*` also matches a leading dot, no extended or negated patterns. */
function globMatcher(globs: readonly string[]): (path: string) => boolean {
  const patterns = globs
    .map((glob) =>
      glob
        .trim()
        .replace(/^\.?\/+/, '')
        .replace(/\/+(?:\*\*)?$/, ''),
    )
    .filter((glob) => glob !== '');
  if (patterns.length === 0) return () => false;
  return picomatch(patterns, { dot: true, noextglob: true, nonegate: true, nocase: process.platform !== 'linux' });
}

function unreadable(error: NodeJS.ErrnoException): string {
  return `cannot be read (${error.code ?? error.message}); check its permissions`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1);
}

function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
