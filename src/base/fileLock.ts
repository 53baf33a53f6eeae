/** A lock that one process at a time holds, as a file that outlives a killed holder and is then taken over. */
import { randomUUID } from 'node:crypto';
import { constants, copyFile, link, mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isSystemError } from './errors.ts';
import { isLivingProcess, isProcessId } from './livingProcess.ts';
import { whenFree } from './whenFree.ts';

export interface FileLock {
  /** Aborts when the lock is lost without being released. Its holder must then stop writing. */
  readonly lost: AbortSignal;
  /** Looks whether it is lost, which is otherwise seen with the next heartbeat. Never fails. */
  check(): Promise<void>;
  /** A lock that cannot be removed now is removed as soon as that is possible. */
  release(): Promise<void>;
}

export type LockAttempt =
  | { readonly kind: 'taken'; readonly lock: FileLock }
  /** `owner` is for the middle of a sentence: `process 12 on box`. */
  | { readonly kind: 'held'; readonly owner: string };

/** Distinguishes this process's locks from those of a dead process with the same id, which is common in containers. */
const processToken = randomUUID();

/** How often the owner renews the time of the lock file to show that it is alive. */
const touchEveryMs = 20_000;
/**
 * An owner silent for this long may be gone, even if a process has its id: after a reboot that may be any process. Long enough for clock
 * differences within a network and for a process paused in a debugger.
 */
const silentAfterMs = 10 * 60_000;
/** After sleep, or when the clock was set, everybody was silent. Within this time an owner that is there shows it. */
const watchedForMs = touchEveryMs + 5_000;
/** The end of the name under which a process writes the lock before it takes it. */
const draftEnd = /\.[0-9a-f]{8}-[0-9a-f-]{27}$/;
/** Removing a stale lock takes a moment. A process that takes longer was killed. */
const removingAtMostMs = 10_000;
const tryAgainAfterMs = 20;
/** How often `holdingFileLock` tries to take a lock: for about five seconds. */
const shortAttempts = 250;

/**
 * Takes the lock, whose folder is created if it does not exist. A lock is taken over if its owner is a dead process of this machine or was
 * silent for ten minutes, and stays so for the next 25 seconds.
 * @param lossOf the reason of `lost`
 * @throws errors of the file system
 */
export async function takeFileLock(file: string, lossOf: () => Error): Promise<LockAttempt> {
  await mkdir(dirname(file), { recursive: true });
  // Written to another file and linked, so that no process sees a half-written lock.
  const own = `${file}.${randomUUID()}`;
  const write = (): Promise<void> => writeFile(own, JSON.stringify({ pid: process.pid, host: hostname(), token: processToken }));
  try {
    await write();
    for (;;) {
      try {
        await whenFree(() => put(own, file));
        return { kind: 'taken', lock: hold(file, lossOf) };
      } catch (error) {
        // A process whose clock is wrong has taken it for one that was left behind.
        if (isSystemError(error, 'ENOENT')) await write();
        else if (!isSystemError(error, 'EEXIST')) throw error;
      }
      const found = await stateOf(file);
      const owner = await ownerOf(file);
      if (!found || owner === 'none') continue;
      if (owner && isAlive(owner) && !(await isSilent(file, found)))
        return { kind: 'held', owner: `process ${owner.pid} on ${owner.host}` };
      await removeStale(file, found);
    }
  } finally {
    await rm(own, { force: true });
  }
}

/**
 * Does work of a moment that one process at a time may do, after that of others.
 * @param heldBy the error where another process has the lock for seconds
 * @throws errors of the file system
 */
export async function holdingFileLock<T>(file: string, heldBy: (owner: string) => Error, work: () => T | Promise<T>): Promise<T> {
  for (let left = shortAttempts; ; left--) {
    const attempt = await takeFileLock(file, () => new Error('The lock was taken over.'));
    if (attempt.kind === 'taken') {
      try {
        return await work();
      } finally {
        await attempt.lock.release();
      }
    }
    if (left === 0) throw heldBy(attempt.owner);
    await setTimeout(tryAgainAfterMs);
  }
}

function hold(file: string, lossOf: () => Error): FileLock {
  const lost = new AbortController();
  const isOwn = async (): Promise<boolean> => {
    const owner = await ownerOf(file);
    return owner !== undefined && owner !== 'none' && owner.token === processToken;
  };
  const touch = async (): Promise<void> => {
    if (!(await isOwn())) return lost.abort(lossOf());
    const now = new Date();
    await utimes(file, now, now);
  };
  // If the file cannot be touched (it was just removed, or the disk is read-only), the next turn or the next write shows it.
  const check = (): Promise<void> => touch().catch(() => undefined);
  const timer = setInterval(() => void check(), touchEveryMs);
  timer.unref();
  return {
    lost: lost.signal,
    check,
    release: async () => {
      clearInterval(timer);
      const remove = async (): Promise<void> => {
        if (await isOwn()) await rm(file, { force: true });
      };
      try {
        await remove();
      } catch {
        // The disk is read-only now, for example. While the file is there, everybody takes the lock for held.
        const held = await stateOf(file);
        const removeHeld = async (): Promise<void> => {
          // Not one that this process has taken since, after a person has removed the file.
          if ((await stateOf(file))?.inode === held?.inode) await remove();
          clearInterval(again);
        };
        const again = setInterval(() => void removeHeld().catch(() => undefined), touchEveryMs);
        again.unref();
      }
    },
  };
}

/** Which file has the name of the lock, and when its owner has last touched it. */
interface LockState {
  readonly inode: number;
  readonly touchedMs: number;
}

/** @returns undefined for a file that does not exist */
async function stateOf(file: string): Promise<LockState | undefined> {
  try {
    const { ino, mtimeMs } = await stat(file);
    return { inode: ino, touchedMs: mtimeMs };
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function isStill(file: string, { inode, touchedMs }: LockState): Promise<boolean> {
  const now = await stateOf(file);
  return now?.inode === inode && now.touchedMs === touchedMs;
}

async function isSilent(file: string, found: LockState): Promise<boolean> {
  if (Date.now() - found.touchedMs <= silentAfterMs) return false;
  await new Promise((resolve) => globalThis.setTimeout(resolve, watchedForMs));
  return isStill(file, found);
}

/** @throws EEXIST when the lock is taken */
async function put(own: string, file: string): Promise<void> {
  try {
    await link(own, file);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) throw error;
    // Some file systems have no hard links, and say so with various codes. Anything else fails here, too.
    await copyFile(own, file, constants.COPYFILE_EXCL);
  }
}

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

/** @returns undefined when the lock cannot be parsed, or no process can be its owner */
async function ownerOf(file: string): Promise<Owner | 'none' | undefined> {
  try {
    const owner: unknown = JSON.parse(await whenFree(() => readFile(file, 'utf8')));
    if (typeof owner !== 'object' || owner === null || !('pid' in owner && 'host' in owner && 'token' in owner)) return undefined;
    const { pid, host, token } = owner;
    return isProcessId(pid) && typeof host === 'string' && typeof token === 'string' ? { pid, host, token } : undefined;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 'none';
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** A process of another machine (on a network folder) counts as alive, because its state is unknown here. */
function isAlive({ pid, host, token }: Owner): boolean {
  if (host !== hostname()) return true;
  return pid === process.pid ? token === processToken : isLivingProcess(pid);
}

/** What processes have left that were killed while they took the lock. */
async function removeDrafts(file: string): Promise<void> {
  const folder = dirname(file);
  const names = (await readdir(folder)).filter((name) => name.startsWith(`${basename(file)}.`) && draftEnd.test(name));
  for (const draft of names.map((name) => join(folder, name))) {
    const state = await stateOf(draft);
    if (state && Date.now() - state.touchedMs > silentAfterMs) await rm(draft, { force: true });
  }
}

/**
 * Only the holder of a second lock checks again and removes the stale one: of two processes that find it stale, the slower one must not
 * remove the lock that the faster one has just taken.
 */
async function removeStale(file: string, found: LockState): Promise<void> {
  const right = `${file}.removing`;
  try {
    await whenFree(() => writeFile(right, '', { flag: 'wx' }));
  } catch (error) {
    if (!isSystemError(error, 'EEXIST')) throw error;
    await setTimeout(tryAgainAfterMs);
    const removing = await stateOf(right);
    if (removing && Date.now() - removing.touchedMs > removingAtMostMs) await rm(right, { force: true });
    return;
  }
  try {
    if (!(await isStill(file, found))) return;
    await rm(file, { force: true });
    await removeDrafts(file);
  } finally {
    await rm(right, { force: true });
  }
}
