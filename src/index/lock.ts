/** One writer per index, also across processes. */
import { open, readFile, rm } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { AriadneError, isSystemError } from '../base/errors.ts';

export interface WriteLock {
  release(): Promise<void>;
}

/**
 * Takes the write lock of a storage folder. A lock whose owner is a dead process of this machine is taken over.
 * @throws AriadneError `index-locked` naming the owner
 */
export async function lockForWriting(storage: string): Promise<WriteLock> {
  const file = join(storage, 'writer.lock');
  for (;;) {
    try {
      const handle = await open(file, 'wx');
      await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname() }));
      await handle.close();
      return { release: () => rm(file, { force: true }) };
    } catch (error) {
      if (!isSystemError(error, 'EEXIST')) throw error;
      const owner = await ownerOf(file);
      if (owner && isAlive(owner)) {
        throw new AriadneError(
          'index-locked',
          `Process ${owner.pid} on ${owner.host} is already indexing this folder. Wait until it is done; if it is not running, delete ${file}.`,
        );
      }
      await rm(file, { force: true });
    }
  }
}

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/** Undefined when the lock vanished or was cut short while being written by a process that died. */
async function ownerOf(file: string): Promise<Owner | undefined> {
  try {
    const owner: unknown = JSON.parse(await readFile(file, 'utf8'));
    if (typeof owner === 'object' && owner !== null && 'pid' in owner && typeof owner.pid === 'number' && 'host' in owner && typeof owner.host === 'string') {
      return { pid: owner.pid, host: owner.host };
    }
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError || isSystemError(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** A process of another machine (a network folder) counts as alive: nothing here can tell. */
function isAlive({ pid, host }: Owner): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !isSystemError(error, 'ESRCH');
  }
}
