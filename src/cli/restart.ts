import { frugalAllocation } from '../base/allocation.ts';

/** Begins again in place, with an allocator that gives memory back: it reads its settings at the start of a process only. Where that cannot be done, goes on. */
export function restartFrugally(): void {
  if (process.platform !== 'linux' || !process.execve) return;
  if (Object.keys(frugalAllocation).some((name) => process.env[name] !== undefined)) return;
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], {
    ...process.env,
    ...frugalAllocation,
  });
}
