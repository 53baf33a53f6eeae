import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const root = join(import.meta.dirname, '..');
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().optional(), integrity: z.string().optional() })),
});

/**
 * The folder of a package in the version of the lock file: the installed one or, for another system, one that npm fetches from its registry
 * or its cache. npm compares it with the integrity in the lock file.
 * @throws when the lock file lacks it, or npm cannot get it
 */
export function lockedPackage(name: string): string {
  const at = `node_modules/${name}`;
  if (existsSync(join(root, at))) return join(root, at);
  const { version, integrity } = lockFile.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))).packages[at] ?? {};
  if (version === undefined || integrity === undefined) throw new Error(`package-lock.json lacks ${name} or its integrity.`);
  const folder = mkdtempSync(join(tmpdir(), 'ariadne-package-'));
  // Without the systems that the package names, npm installs it on any.
  const dependencies = { [name]: version };
  const lock = { lockfileVersion: 3, requires: true, packages: { '': { dependencies }, [at]: { version, integrity } } };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ dependencies }));
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status, stderr, error } = spawnSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
  if (status !== 0) throw new Error(`npm could not get ${name} ${version}: ${error?.message ?? stderr}`);
  return join(folder, at);
}
