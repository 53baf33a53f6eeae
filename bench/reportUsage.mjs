/** Loaded into a measured process before its program: at exit it writes what the process took to file descriptor 3, as JSON. Plain JavaScript: it costs next to nothing. */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Threads and child processes of the measured program load this too; only the program itself reports. */
if (isMainThread && process.env['ARIADNE_MEASURED'] !== undefined) {
  delete process.env['ARIADNE_MEASURED'];
  process.once('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, JSON.stringify({ cpuSeconds: (user + system) / 1e6, peakRssBytes: peakRssBytes() }));
  });
}

/** Linux counts the memory of the process that started this one into `maxRSS`, but not into `VmHWM`. */
function peakRssBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}
