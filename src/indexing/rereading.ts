/** Reading an index that other processes write: what they replace while it is read is read again. */
import { delay } from '../base/abort.ts';
import { AriadneError, isAriadneError, messageOf } from '../base/errors.ts';
import type { Location } from './location.ts';

/** Errors about files that cannot be read, such as those that another process has just removed. */
const failedRead = /LanceError\(IO\)|\bNot found: |was not found|No such file|\bENOENT\b/;
/** How often it is read again, after a pause that doubles. A writer removes files within moments. */
const rereadings = 4;
const firstPauseMs = 50;

export function isFailedRead(error: unknown): boolean {
  return isAriadneError(error) ? error.code === 'index-read-failed' : failedRead.test(messageOf(error));
}

/**
 * @param read from what is there now; must be repeatable
 * @param refresh called before reading again
 * @throws the last error of `read`
 */
export async function rereading<T>(read: () => Promise<T>, refresh?: () => Promise<unknown>): Promise<T> {
  for (let left = rereadings, pauseMs = firstPauseMs; ; left--, pauseMs *= 2) {
    try {
      if (left < rereadings) await refresh?.();
      return await read();
    } catch (error) {
      if (left === 0 || !isFailedRead(error)) throw error;
      await delay(pauseMs);
    }
  }
}

export function readFailed({ uri }: Pick<Location, 'uri'>, cause?: unknown): AriadneError {
  return new AriadneError(
    'index-read-failed',
    `A file of the index in ${uri} could not be read in several attempts, perhaps because another process was changing it. Try again.`,
    { cause },
  );
}
