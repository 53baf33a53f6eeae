/** What tests need that Windows does not have: a reason to skip there, false elsewhere. */
const isWindows = process.platform === 'win32';

/** Windows ends a process at once, whatever the signal, so that it cannot end well or be told from one that crashed. */
export const noSignals = isWindows && 'Windows has no signals';
export const noShell = isWindows && 'there is no POSIX shell';
