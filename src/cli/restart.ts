import { frugalAllocation, frugalHeap } from '../base/allocation.ts';

/**
 * Restarts the process in place with an allocator that returns memory and a small heap, because both read their settings only at the start.
 * Continues if that is not possible.
 */
export function restartFrugally(): void {
  if (process.platform !== 'linux' || !process.execve) return;
  if (Object.keys(frugalAllocation).some((name) => process.env[name] !== undefined)) return;
  process.execve(process.execPath, [process.execPath, ...frugalHeap, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...frugalAllocation,
  });
}
