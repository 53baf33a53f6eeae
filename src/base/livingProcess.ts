/** Ids of processes that files name. A file may be damaged, so what it names need not be the id of any process. */
import { isSystemError } from './errors.ts';

/** The largest id that `process.kill` takes. */
const largestProcessId = 2 ** 31 - 1;

/** Whether a process can have this id: 0 and negative numbers mean groups of processes, or all of them. */
export function isProcessId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= largestProcessId;
}

/** Whether a process of this machine has the id, this one or another user's included. */
export function isLivingProcess(pid: number): boolean {
  if (!isProcessId(pid)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Any other error, such as EPERM, is about a process that exists.
    return !isSystemError(error, 'ESRCH');
  }
}
