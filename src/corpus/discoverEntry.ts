import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { globMatcher } from '../base/glob.ts';
import { isSystemError } from '../base/errors.ts';
import { isUnreachable, systemCode, unreachableErrors } from '../base/driveErrors.ts';
import { closedFolderNames } from '../protocol/documentFormats.ts';
import type { DiscoveryOptions } from '../protocol/indexRequests.ts';
import { recordPath } from '../protocol/table.ts';
import type { FoundFile, SkippedFile } from './document.ts';
import type { IgnoreRules } from './ignoreRules.ts';
import { formatOf, supportedExtensions } from './readers/formats.ts';

/** What discovery decides about a path. A reason is one clause with the file as its subject. */
export type DiscoveryVerdict =
  | { readonly kind: 'document'; readonly file: FoundFile }
  /** Looks like a document or a secret but is left out. The user sees the reason. */
  | ({ readonly kind: 'skipped' } & Omit<SkippedFile, 'path'>)
  /** Not a document, or ruled out by the user. The reason is given only on request. */
  /** The ignore file with the line that rules the path out. */
  | { readonly kind: 'hidden'; readonly reason: string; readonly ignoreFile?: string }
  /** A folder to look into. */
  | { readonly kind: 'folder' }
  | { readonly kind: 'missing' };

export interface Entry {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link';
  /** The name of the record beside it, where the file is an export of a table. */
  readonly record?: string;
}

/** The name of the record that a file with this name would be written from; undefined for files that tables are not written to. */
export function recordBeside(name: string): string | undefined {
  return /\.(?:md|markdown|csv)$/i.test(name) ? recordPath(name) : undefined;
}

/** Decides about single entries of the folders that discovery reaches. */
export class EntryRules {
  readonly #root: string;
  readonly #maxFileBytes: number;
  readonly #globAgainst: (path: string) => string | undefined;

  /** @param root real path of the indexed folder */
  constructor(root: string, { exclude, maxFileBytes }: DiscoveryOptions) {
    this.#root = root;
    this.#maxFileBytes = maxFileBytes;
    this.#globAgainst = globsMatcher(exclude);
  }

  /**
   * @param path the entry's path below the root
   * @param rules the rules of the entry's folder
   */
  async verdictOn(path: string, { name, kind, record }: Entry, rules: IgnoreRules): Promise<DiscoveryVerdict> {
    const isFolder = kind === 'folder';
    if (isFolder && NEVER_ENTERED.has(name)) return hidden(`is always skipped, like every folder named ${name}`);
    const line = rules.lineAgainst(path, isFolder);
    if (line !== undefined) return { kind: 'hidden', reason: `matches "${line.pattern}" in ${line.file}`, ignoreFile: line.file };
    const glob = this.#globAgainst(path);
    if (glob !== undefined) return hidden(`matches the exclude pattern "${glob}" in the settings`);
    // What it says is in the documents that it cites; cells without a citation say nothing of the subject.
    if (record !== undefined) return hidden(`is written from the table ${record}; its documents are searched instead`);
    if (path.includes('\\')) return skipped('has a backslash in its path, which links cannot contain; rename it');
    return isFolder ? { kind: 'folder' } : this.#file(path, name, kind === 'link');
  }

  async #file(path: string, name: string, isLink: boolean): Promise<DiscoveryVerdict> {
    if (looksSecret(name)) return skipped(SECRET);
    if (formatOf(path) === undefined) return hidden(`has an unsupported extension; supported are: ${supportedExtensions.join(' ')}`);
    if (MINIFIED.test(name)) return hidden('looks minified by its name, so it is not a document');
    try {
      const target = isLink ? await this.#linkTarget(path) : join(this.#root, path);
      if (typeof target !== 'string') return target;
      const stats = await stat(target);
      if (!stats.isFile()) return hidden(isLink ? 'is a link, but not to a file' : 'is not a regular file');
      // Of a format with contents, such as PDF, an empty file is a download that failed.
      if (stats.size === 0 && formatOf(path)?.kind === 'text') return hidden('is empty, so there is nothing to index');
      if (stats.size > this.#maxFileBytes) return skipped(tooLarge(stats.size, this.#maxFileBytes));
      await access(target, constants.R_OK);
      return { kind: 'document', file: { path, sizeBytes: stats.size, mtimeMs: stats.mtimeMs } };
    } catch (error) {
      // A file that disappears during discovery is neither a document nor a problem.
      if (isSystemError(error, 'ENOENT') && !isLink) return { kind: 'missing' };
      if (!isSystemError(error, ...UNREADABLE)) throw error;
      return isLink && error.code === 'ENOENT' ? skipped('is a link to a missing file') : { kind: 'skipped', ...unreadable(error) };
    }
  }

  /** The target of a link, if it may be read: it is inside the folder and not a secret. */
  async #linkTarget(path: string): Promise<string | DiscoveryVerdict> {
    const target = await realpath(join(this.#root, path));
    const inside = relative(this.#root, target);
    if (inside === '' || inside === '..' || inside.startsWith(`..${sep}`) || join(this.#root, inside) !== target) {
      return skipped('is a link to a file outside the folder; copy the file into the folder');
    }
    const parts = inside.split(sep);
    const closed = parts.find((part) => NEVER_ENTERED.has(part));
    if (closed !== undefined) return hidden(`is a link into a folder named ${closed}, which is always skipped`);
    return looksSecret(parts.at(-1) ?? '') ? skipped(SECRET) : target;
  }
}

export const UNREADABLE: readonly string[] = [
  'EACCES',
  'EPERM',
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'EBUSY',
  'ENAMETOOLONG',
  'EINVAL',
  'UNKNOWN',
  ...unreachableErrors,
];

export function unreadable(error: NodeJS.ErrnoException): Omit<SkippedFile, 'path'> {
  const code = systemCode(error);
  return isUnreachable(error)
    ? { reason: `does not answer (${code}); check its drive or network, then index again`, isUnreachable: true }
    : { reason: `cannot be read (${code}); check its permissions` };
}

export function byPath(a: { readonly path: string }, b: { readonly path: string }): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}

/**
 * Folders of version control, of installed packages (`node_modules`; `site-packages` of a Python environment, whatever its name;
 * `bower_components`) and of Jupyter's notebook copies. Build outputs are not listed: their names are ordinary words, and ignore files name
 * them.
 */
const NEVER_ENTERED: ReadonlySet<string> = new Set(closedFolderNames);
/** Minified files. Their content is readable in the file they were made from. */
const MINIFIED = /[.-]min\.(?:js|mjs|cjs|html?)$/i;
const SECRET = 'looks like it contains secrets, so it is never read; rename it if it does not';

function looksSecret(name: string): boolean {
  if (/^(?:\.env(?:\..*)?|id_(?:rsa|dsa|ecdsa|ed25519).*|\.netrc|_netrc|\.npmrc|.*\.(?:pem|key|p12|pfx|kdbx))$/i.test(name)) return true;
  // Source code with this name handles credentials and seldom contains them.
  return /^credentials/i.test(name) && formatOf(name)?.name !== 'code';
}

/**
 * Matches VS Code's globs: relative to the folder, `*` also matches a leading dot, no extended or negated patterns.
 * @returns a function from a path to the first matching glob as written, undefined if none matches
 */
function globsMatcher(globs: readonly string[]): (path: string) => string | undefined {
  const matchers = new Map<string, { readonly glob: string; readonly matches: (path: string) => boolean }>();
  for (const glob of globs) {
    const pattern = glob
      .trim()
      .replace(/^\.?\/+/, '')
      .replace(/(?<!\/)\/+(?:\*\*)?$/, '');
    if (pattern === '' || matchers.has(pattern)) continue;
    const matches = globMatcher(pattern, { ignoresCase: process.platform !== 'linux' });
    matchers.set(pattern, { glob, matches });
  }
  const all = [...matchers.values()];
  return (path) => all.find(({ matches }) => matches(path))?.glob;
}

function hidden(reason: string): DiscoveryVerdict {
  return { kind: 'hidden', reason };
}

function skipped(reason: string): DiscoveryVerdict {
  return { kind: 'skipped', reason };
}

function tooLarge(sizeBytes: number, maxFileBytes: number): string {
  return `has ${inMegabytes(sizeBytes)} MB, more than the limit of ${inMegabytes(maxFileBytes)} MB; split it or raise the limit`;
}

function inMegabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(bytes < 1e5 ? 3 : 1);
}
