import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadFailure } from '../../../src/base/nativeLibrary.ts';

const refused = (message: string): Error => Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' });
const missing = Object.assign(new Error("Cannot find module '../bin/x.node'\nRequire stack:\n- /home/name/x.js"), {
  code: 'MODULE_NOT_FOUND',
});

test('Windows without the redistributable is told which one to install', () => {
  const cause = refused('The specified module could not be found.\r\n\\\\?\\C:\\Users\\name\\x.node');
  const last = new Error('Cannot find native binding.', {
    cause: Object.assign(new Error('no other'), { code: 'MODULE_NOT_FOUND', cause }),
  });
  assert.deepEqual(loadFailure(last, { platform: 'win32', arch: 'arm64' }), {
    isMissing: false,
    reason: 'The specified module could not be found',
    remedy: 'Install the Microsoft Visual C++ Redistributable (https://aka.ms/vs/17/release/vc_redist.arm64.exe) and start VS Code again.',
  });
});

test('a C library that is too old is named', () => {
  const { reason, remedy } = loadFailure(refused("/lib/libc.so.6: version `GLIBC_2.28' not found"), { platform: 'linux', arch: 'x64' });
  assert.match(reason, /GLIBC_2\.28/);
  assert.match(remedy!, /glibc 2\.28/);
});

test('a library that is not there is told from one that is refused, and paths of the installation are left out', () => {
  const machine = { platform: 'darwin', arch: 'x64' } as const;
  assert.deepEqual(loadFailure(missing, machine), { isMissing: true, reason: 'there is none for darwin-x64', remedy: undefined });
  assert.equal(loadFailure(refused('Illegal instruction'), machine).isMissing, false);
  assert.deepEqual(loadFailure('odd', machine), { isMissing: false, reason: 'odd', remedy: undefined });
});

test('causes that go round in a circle end', () => {
  const first = new Error('first');
  first.cause = new Error('second', { cause: first });
  assert.equal(loadFailure(first).reason, 'first');
});
