// Plain JavaScript without dependencies: it runs before anything is installed, on whichever Node the machine has.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/**
 * What a system package is needed for: a command on PATH or a file, whichever tells that it is there.
 * @typedef {{ readonly command?: string, readonly file?: string, readonly package: string }} SystemNeed
 */

/** @param {string} path */
function isExecutableFile(path) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** @param {string} command */
function onPath(command) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', '.bat', ''] : [''];
  return folders.some((folder) => endings.some((ending) => isExecutableFile(join(folder, command + ending))));
}

/** @param {SystemNeed} need */
function isThere(need) {
  if (need.command === undefined && need.file === undefined) {
    throw new Error(`The need for ${need.package} names neither a command nor a file.`);
  }
  return (need.command === undefined || onPath(need.command)) && (need.file === undefined || existsSync(need.file));
}

/** @param {readonly SystemNeed[]} needs @returns {string[]} */
function missingPackages(needs) {
  return [...new Set(needs.filter((need) => !isThere(need)).map((need) => need.package))];
}

function canInstall() {
  return existsSync('/etc/debian_version') && process.getuid?.() === 0 && onPath('apt-get');
}

/** @param {readonly string[]} args */
function aptGet(args) {
  // Another apt-get may hold the lock (a second test process). Waiting for it is better than failing.
  const options = ['-o', 'DPkg::Lock::Timeout=300', '-q', '-y'];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const result = spawnSync('apt-get', [...options, ...args], { env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  const said = `${result.stdout ?? ''}${result.stderr ?? ''}`.trim().split('\n');
  return { done: result.status === 0, lastLine: result.error?.message ?? said.at(-1) ?? '' };
}

/**
 * Installs missing packages where that needs no confirmation (Debian, as root); elsewhere throws an error with a one-line instruction.
 * Costs a few file look-ups when nothing is missing.
 * @param {readonly SystemNeed[]} needs
 * @returns {readonly string[]} the packages that this call installed
 */
export function ensureSystemPackages(needs) {
  const missing = missingPackages(needs);
  if (missing.length === 0) return [];
  const names = missing.join(' ');
  if (!canInstall()) {
    throw new Error(`Missing on this machine: ${names}. On Debian or Ubuntu: sudo apt-get install ${names}`);
  }
  const update = aptGet(['update']);
  // A failed update is not fatal, since the existing lists may suffice.
  const install = aptGet(['install', '--no-install-recommends', ...missing]);
  const left = missingPackages(needs);
  if (!install.done || left.length > 0) {
    const why = [update, install].filter((step) => !step.done).map((step) => step.lastLine);
    throw new Error(`apt-get could not install ${(left.length > 0 ? left : missing).join(' ')}: ${why.join(' ')}`);
  }
  return missing;
}
