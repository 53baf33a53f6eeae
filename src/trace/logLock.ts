/** Allows one writer per run log, also across processes. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { AriadneError, isSystemError } from '../base/errors.ts';
import { isLivingProcess } from '../base/livingProcess.ts';

/**
 * Takes over the lock of a process that was killed.
 * @returns a function that releases the lock
 * @throws AriadneError `run-running` while another process writes the log; `log-unwritable`
 */
export function lockLog(file: string): () => void {
  const path = lockOf(file);
  for (;;) {
    try {
      writeFileSync(path, `${process.pid}`, { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (cause) {
      if (!isSystemError(cause, 'EEXIST'))
        throw new AriadneError(
          'log-unwritable',
          `The run log ${file} cannot be written: ${path} cannot be created. Check that the disk is not full.`,
          {
            cause,
          },
        );
    }
    const owner = ownerOf(path);
    if (owner !== process.pid && isLivingProcess(owner)) {
      throw new AriadneError(
        'run-running',
        `Process ${owner} is writing ${file}. Wait until it finishes, or stop it. If it is unrelated to this run, delete ${path}.`,
      );
    }
    rmSync(path, { force: true });
  }
}

/** Whether another process writes the log. */
export function isLocked(file: string): boolean {
  const owner = ownerOf(lockOf(file));
  return owner !== process.pid && isLivingProcess(owner);
}

/** The lock file, which names the process that writes a log. */
export function lockOf(file: string): string {
  return `${file}.lock`;
}

/** @returns 0 when the lock has just been removed, or is incomplete */
function ownerOf(path: string): number {
  try {
    return Number(readFileSync(path, 'utf8')) || 0;
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return 0;
    throw error;
  }
}
