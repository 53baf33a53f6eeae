import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { explainMissingLibrary } from '../../../src/base/missingLibrary.ts';

const missing = Object.assign(new Error("Cannot find module '@lancedb/lancedb-…'"), { code: 'MODULE_NOT_FOUND' });
const refused = Object.assign(new Error('The specified module could not be found.'), { code: 'ERR_DLOPEN_FAILED', cause: missing });
const unbound = (cause: Error): Error => new Error('Cannot find native binding. npm has a bug.', { cause });
const said = (error: unknown, platform: NodeJS.Platform, arch: string): string | undefined =>
  explainMissingLibrary(error, { platform, arch })?.message;

test('a system without LanceDB is told where Ariadne runs, and another package which one to install', () => {
  assert.match(said(unbound(missing), 'darwin', 'x64')!, /not made for darwin-x64\. Open the folder in a Dev Container/);
  assert.equal(said(unbound(missing), 'win32', 'x64'), 'This package of Ariadne is for another system. Install the one for win32-x64.');
});

test('a library that Windows refuses names the download', () => {
  assert.match(
    said(unbound(refused), 'win32', 'arm64')!,
    /could not be found\)\. Install .*aka\.ms\/vs\/17\/release\/vc_redist\.arm64\.exe/,
  );
  assert.match(said(unbound(refused), 'linux', 'x64')!, /Reinstall Ariadne/);
});

test('other errors are left as they are', () => {
  assert.equal(explainMissingLibrary(new Error('Cannot open it: Cannot find native binding')), undefined);
  assert.equal(explainMissingLibrary(missing), undefined);
});

test('where the library does not load, the engine answers with the sentence', { timeout: 60_000 }, async (t) => {
  // No file of this name is a library.
  const engine = fork(join(import.meta.dirname, '..', '..', '..', 'src', 'engine', 'main.ts'), {
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    env: { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: import.meta.filename.replace('.ts', '.node') },
  });
  t.after(() => engine.kill());
  const reply = new Promise<unknown>((resolve) => engine.once('message', resolve));
  engine.send({ jsonrpc: '2.0', id: 1, method: 'open', params: {} });
  const { error } = (await reply) as { error: { message: string; data: unknown } };
  assert.deepEqual(error.data, { code: 'library-unusable' });
  assert.match(error.message, /^This package of Ariadne is for another system/);
});
