/**
 * Windows refuses to rename, replace or open a file that is open elsewhere or being deleted. A virus scanner, a client that syncs folders
 * or another process of Ariadne has it for a moment only, so what was refused is tried again.
 */
import { setTimeout } from 'node:timers/promises';
import { isSystemError } from './errors.ts';

const pausesMs = [10, 20, 40, 80, 160, 320, 640];
/** Shorter, since nothing else happens meanwhile. */
const blockingPausesMs = pausesMs.slice(0, 5);

/** Whether this may be because a file, or one in the folder, is in use; never anywhere but on Windows. */
export function isInUse(error: unknown): boolean {
  return process.platform === 'win32' && isSystemError(error, 'EPERM', 'EACCES', 'EBUSY', 'ENOTEMPTY');
}

/**
 * Does `work`, at most eight times within 1.3 s.
 * @param [mayTryAgain] about what `work` throws
 * @throws what `work` throws the last time
 */
export async function whenFree<T>(work: () => Promise<T>, mayTryAgain = isInUse): Promise<T> {
  for (const pauseMs of pausesMs) {
    try {
      return await work();
    } catch (error) {
      if (!mayTryAgain(error)) throw error;
      await setTimeout(pauseMs);
    }
  }
  return work();
}

/** As `whenFree`, at most six times within 0.4 s. */
export function whenFreeSync<T>(work: () => T, mayTryAgain = isInUse): T {
  const never = new Int32Array(new SharedArrayBuffer(4));
  for (const pauseMs of blockingPausesMs) {
    try {
      return work();
    } catch (error) {
      if (!mayTryAgain(error)) throw error;
      Atomics.wait(never, 0, 0, pauseMs);
    }
  }
  return work();
}
