/**
 * Loaded into a measured process before its program. At exit it writes the process's resource usage to file descriptor 3, as JSON. Plain
 * JavaScript, so that it costs next to nothing.
 */
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Threads and child processes of the measured program load this too; only the program itself reports. */
if (isMainThread && process.env['ARIADNE_MEASURED'] !== undefined) {
  delete process.env['ARIADNE_MEASURED'];
  process.once('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, JSON.stringify({ cpuSeconds: (user + system) / 1e6 + childSeconds(), peakRssBytes: peakRssBytes() }));
  });
}

/** Linux includes the memory of the parent process in `maxRSS`, but not in `VmHWM`. */
function peakRssBytes() {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
}

/** Processor time of child processes that have ended, such as the learner, where Linux says. */
function childSeconds() {
  if (process.platform !== 'linux') return 0;
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  // In hundredths of a second.
  return (Number(fields[13]) + Number(fields[14])) / 100;
}
