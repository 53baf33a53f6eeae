import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { tempFolder } from '../../support/tempFolder.ts';

const bootstrap = join(import.meta.dirname, '..', '..', '..', 'scripts', 'bootstrap.mjs');

type Packages = Readonly<Record<string, { readonly version: string; readonly integrity?: string; readonly optional?: boolean }>>;
const locked: Packages = {
  '': { version: '1.0.0' },
  'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' },
  'node_modules/for-another-system': { version: '1.0.0', optional: true },
};

/**
 * Runs the bootstrap of a clone with an npm that warns as the real one does, and ends with `status`.
 * @param [installed] what npm has installed there before; nothing in a fresh clone
 */
function start(t: TestContext, status: number, installed?: Packages): { readonly status: number | null; readonly said: string } {
  const clone = tempFolder(t);
  for (const folder of ['scripts', 'bin']) mkdirSync(join(clone, folder));
  copyFileSync(bootstrap, join(clone, 'scripts', 'bootstrap.mjs'));
  writeFileSync(join(clone, 'package-lock.json'), JSON.stringify({ packages: locked }));
  for (const path of Object.keys(installed ?? {})) mkdirSync(join(clone, path), { recursive: true });
  if (installed) writeFileSync(join(clone, 'node_modules', '.package-lock.json'), JSON.stringify({ packages: installed }));
  const npm = join(clone, 'bin', 'npm');
  writeFileSync(npm, `#!/bin/sh\necho "added 3 packages"\necho "npm warn EBADENGINE Unsupported engine" >&2\nexit ${status}\n`);
  chmodSync(npm, 0o755);
  const env = { ...process.env, PATH: [join(clone, 'bin'), process.env['PATH']].join(delimiter) };
  const ran = spawnSync(process.execPath, [join(clone, 'scripts', 'bootstrap.mjs')], { env, encoding: 'utf8' });
  return { status: ran.status, said: `${ran.stdout}${ran.stderr}` };
}

const skip = process.platform === 'win32' ? 'npm is a shell script here' : false;

test('a first start says what it does and keeps the warnings of npm to itself', { skip }, (t) => {
  assert.deepEqual(start(t, 0), { status: 0, said: 'Installing npm packages (once)…\n' });
});

test('an npm that fails is heard out', { skip }, (t) => {
  assert.deepEqual(start(t, 7), {
    status: 7,
    said: 'Installing npm packages (once)…\nadded 3 packages\nnpm warn EBADENGINE Unsupported engine\nnpm could not install the packages; the lines above say why.\n',
  });
});

test('packages that npm has already installed as the lock file says are not installed again', { skip }, (t) => {
  const installed = { 'node_modules/a': { version: '1.2.3', integrity: 'sha512-a' } };
  assert.deepEqual(start(t, 0, installed), { status: 0, said: '' });
});

for (const [what, installed] of Object.entries<Packages>({
  'another version': { 'node_modules/a': { version: '1.2.2', integrity: 'sha512-a' } },
  'other contents': { 'node_modules/a': { version: '1.2.3', integrity: 'sha512-b' } },
  'too little': { 'node_modules/b': { version: '1.0.0' } },
})) {
  test(`${what} in node_modules is replaced`, { skip }, (t) => {
    assert.deepEqual(start(t, 0, installed), { status: 0, said: 'Installing npm packages (once)…\n' });
  });
}
