/** One writer per index, also across processes. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';

export interface WriteLock {
  release(): Promise<void>;
}

/** Tells this process's own locks from those of a dead one that had the same number, as it often has in containers. */
const processToken = randomUUID();

/**
 * Takes the write lock of a storage folder. A lock whose owner is a dead process of this machine is taken over.
 * @throws AriadneError `index-locked` naming the owner
 */
export async function lockForWriting(storage: string): Promise<WriteLock> {
  const file = join(storage, 'writer.lock');
  // Written aside and linked, so that a lock is never seen half written.
  const own = join(storage, `writer.${randomUUID()}`);
  await writeFile(own, JSON.stringify({ pid: process.pid, host: hostname(), token: processToken }));
  try {
    for (;;) {
      try {
        await put(own, file);
        return { release: () => rm(file, { force: true }) };
      } catch (error) {
        if (!isSystemError(error, 'EEXIST')) throw error;
      }
      const owner = await ownerOf(file);
      if (owner && isAlive(owner)) throw locked(owner, file);
      await removeStale(file, owner);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** @throws EEXIST when there is a lock */
async function put(own: string, file: string): Promise<void> {
  try {
    await link(own, file);
  } catch (error) {
    if (!isSystemError(error, 'EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP')) throw error;
    // A file system without hard links.
    await copyFile(own, file, constants.COPYFILE_EXCL);
  }
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** Undefined when the lock vanished or cannot be understood. */
async function ownerOf(file: string): Promise<Owner | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner && 'host' in owner && 'token' in owner)) return undefined;
    const { pid, host, token } = owner;
    return typeof pid === 'number' && typeof host === 'string' && typeof token === 'string' ? { pid, host, token } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A process of another machine (a network folder) counts as alive: nothing here can tell. */
function isAlive({ pid, host, token }: Owner): boolean {
  if (host !== hostname()) return true;
  if (pid === process.pid) return token === processToken;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isSystemError(error, 'ESRCH');
  }
}

/** Moves the lock away first: of two processes that find it stale, the slower one must not remove what the faster one has just put there. */
async function removeStale(file: string, stale: Owner | undefined): Promise<void> {
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
    const moved = await ownerOf(aside);
    if (moved && moved.token !== stale?.token) await put(aside, file);
  } catch (error) {
    if (!isSystemError(error, 'ENOENT', 'EEXIST')) throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

function locked({ pid, host }: Owner, file: string): AriadneError {
  return new AriadneError(
    'index-locked',
    `Process ${pid} on ${host} is already indexing this folder. Wait until it is done; if it is not running, delete ${file}.`,
  );
}
