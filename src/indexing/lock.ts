/** One writer per index, also across processes. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { explainStorageFault } from './storageFault.ts';

export interface WriteLock {
  /** Fires when the lock is lost without being released: its holder must stop writing. */
  readonly lost: AbortSignal;
  release(): Promise<void>;
}

/** Another process writes. */
export class IndexLockedError extends AriadneError {
  /** For the middle of a sentence: `process 12 on box`. */
  readonly owner: string;

  constructor(owner: string, advice: string) {
    super('index-locked', `${owner.charAt(0).toUpperCase()}${owner.slice(1)} is already indexing ${advice}`);
    this.owner = owner;
  }
}

/** Tells this process's own locks from those of a dead one that had the same number, as it often has in containers. */
const processToken = randomUUID();

/** How often the owner says that it lives, by the time of the lock file. */
const touchEveryMs = 20_000;
/**
 * An owner that said nothing for so long is gone, whatever has its number now: after a restart of the machine any process may have it. Long enough for
 * clocks that differ within a network, and for a process that is held in a debugger.
 */
const silentAfterMs = 10 * 60_000;
/** Removing a stale lock takes a moment; a process that takes longer was killed meanwhile. */
const removingAtMostMs = 10_000;
const tryAgainAfterMs = 20;

/**
 * Takes the write lock of a storage folder, which is created when it is not there. A lock whose owner is a dead process of this machine, or one that said
 * nothing for ten minutes, is taken over.
 * @throws AriadneError `index-locked` naming the owner; `storage-full`, `storage-unwritable`
 */
export async function lockForWriting(storage: string): Promise<WriteLock> {
  try {
    return await take(storage);
  } catch (error) {
    throw explainStorageFault(error, { kind: 'local', uri: storage }) ?? error;
  }
}

async function take(storage: string): Promise<WriteLock> {
  const file = join(storage, 'writer.lock');
  await mkdir(storage, { recursive: true });
  // Written aside and linked, so that a lock is never seen half written.
  const own = join(storage, `writer.${randomUUID()}`);
  try {
    await writeFile(own, JSON.stringify({ pid: process.pid, host: hostname(), token: processToken }));
    for (;;) {
      try {
        await put(own, file);
        return hold(file);
      } catch (error) {
        if (!isSystemError(error, 'EEXIST')) throw error;
      }
      const owner = await ownerOf(file);
      if (owner === 'none') continue;
      if (owner && isAlive(owner) && !(await isSilent(file))) throw locked(owner, file);
      await removeStale(file);
    }
  } finally {
    await rm(own, { force: true });
  }
}

function hold(file: string): WriteLock {
  const lost = new AbortController();
  const isOwn = async (): Promise<boolean> => {
    const owner = await ownerOf(file);
    return owner !== undefined && owner !== 'none' && owner.token === processToken;
  };
  const touch = async (): Promise<void> => {
    if (!(await isOwn())) return lost.abort(lockLost());
    const now = new Date();
    await utimes(file, now, now);
  };
  // What keeps the file from being touched (it went this very moment, the disk is read-only) shows at the next turn, or when the index is written.
  const timer = setInterval(() => void touch().catch(() => undefined), touchEveryMs);
  timer.unref();
  return {
    lost: lost.signal,
    release: async () => {
      clearInterval(timer);
      if (await isOwn()) await rm(file, { force: true });
    },
  };
}

function isSilent(file: string): Promise<boolean> {
  return isOlderThan(file, silentAfterMs);
}

/** False for a file that is not there. */
async function isOlderThan(file: string, ms: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(file)).mtimeMs > ms;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false;
    throw error;
  }
}

export function lockLost(): AriadneError {
  return new AriadneError('index-lock-lost', 'Lost the index lock (no heartbeat). Index again.');
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

/** Undefined when the lock cannot be understood. */
async function ownerOf(file: string): Promise<Owner | 'none' | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner && 'host' in owner && 'token' in owner)) return undefined;
    const { pid, host, token } = owner;
    return typeof pid === 'number' && typeof host === 'string' && typeof token === 'string' ? { pid, host, token } : undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 'none';
    if (error instanceof SyntaxError) return undefined;
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

/**
 * Only the holder of that right looks once more and removes the lock: of two processes that find it stale, the slower one must not remove what the
 * faster one has just put there.
 */
async function removeStale(file: string): Promise<void> {
  const right = `${file}.removing`;
  try {
    await writeFile(right, '', { flag: 'wx' });
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
    await setTimeout(tryAgainAfterMs);
    if (await isOlderThan(right, removingAtMostMs)) await rm(right, { force: true });
    return;
  }
  try {
    const owner = await ownerOf(file);
    if (owner !== 'none' && !(owner && isAlive(owner) && !(await isSilent(file)))) await rm(file, { force: true });
  } finally {
    await rm(right, { force: true });
  }
}

function locked({ pid, host }: Owner, file: string): IndexLockedError {
  return new IndexLockedError(`process ${pid} on ${host}`, `this folder. Wait until it finishes. If it is not running, delete ${file}.`);
}
