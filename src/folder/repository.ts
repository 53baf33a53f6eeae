/** Which git repository a folder belongs to, so that its worktrees can share what was indexed in one of them. */
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { isSystemError } from '../base/errors.ts';

/** The same for a folder and its counterparts in other worktrees of its repository; undefined outside of git. */
export async function repositoryOf(folder: string): Promise<string | undefined> {
  try {
    const path = await realpath(folder);
    for (let root = path; ; root = dirname(root)) {
      const common = await commonFolder(join(root, '.git'));
      if (common !== undefined) return `${common} ${relative(root, path)}`;
      if (dirname(root) === root) return undefined;
    }
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'ELOOP', 'EISDIR')) return undefined;
    throw error;
  }
}

/**
 * A worktree's `.git` is a file that names its folder in the repository, where `commondir` names the one that all share
 * (gitrepository-layout).
 */
async function commonFolder(git: string): Promise<string | undefined> {
  const stats = await statOf(git);
  if (stats === undefined || stats === 'folder') return stats && realpath(git);
  const own = resolve(dirname(git), (await readFile(git, 'utf8')).replace(/^gitdir:\s*/, '').trim());
  return (await statOf(join(own, 'commondir'))) === undefined
    ? realpath(own)
    : realpath(resolve(own, (await readFile(join(own, 'commondir'), 'utf8')).trim()));
}

async function statOf(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'file';
  } catch (error) {
    if (isSystemError(error, 'ENOENT', 'ENOTDIR')) return undefined;
    throw error;
  }
}
