/** Two processes on one index: one writes, the other reads, and takes over when the first is gone. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../src/base/errors.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { builtinModels, defaultDiscovery } from '../../src/protocol/engine.ts';
import { runCli } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { openEngine } from '../support/engine.ts';
import { startEngine } from '../support/engineProcess.ts';
import { assertWhole, contentsOf } from '../support/indexCheck.ts';
import { tempFolder } from '../support/tempFolder.ts';

const never = new AbortController().signal;

test('while one process indexes another answers and is told who does; when the first is killed it takes over', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 20);
  const writer = startEngine(t, folder, storage);
  await writer.client.request('index', { discovery: defaultDiscovery, models: builtinModels });
  const { engine: other } = await openEngine(folder, storage);
  t.after(() => other.close());
  writeDocuments(folder, 400, 1);
  const began = new Promise<void>((resolve) => {
    writer.client.onIndexProgress.on(({ documentsDone }) => documentsDone > 0 && resolve());
  });
  const interrupted = writer.client
    .request('index', { discovery: defaultDiscovery, models: builtinModels })
    .catch((error: unknown) => error);
  await began;
  const index = () => other.index(defaultDiscovery, builtinModels, { signal: never });
  const pid = writer.children.at(-1)?.pid;
  await assert.rejects(
    index(),
    (error) => isAriadneError(error, 'index-locked') && error.message.startsWith(`Process ${pid} on ${hostname()} is already indexing`),
  );
  assert.equal((await other.search('lighthouse person', { method: 'bm25', k: 3, models: builtinModels, signal: never })).length, 3);
  writer.children.at(-1)?.kill('SIGKILL');
  await interrupted;
  const { documents } = await index();
  assert.equal(documents, 400);
  const fresh = tempFolder(t);
  const { engine } = await openEngine(folder, fresh);
  await engine.index(defaultDiscovery, builtinModels, { signal: never });
  await engine.close();
  assert.deepEqual((await assertWhole(storage, staticDimension)).passages, (await contentsOf(fresh)).passages);
});

test('several processes index one folder at once: one does, the others are told, and the index is whole', async (t) => {
  const folder = tempFolder(t);
  const storages = tempFolder(t);
  const shared = join(storages, 'shared');
  writeDocuments(folder, 120);
  const results = await Promise.all(Array.from({ length: 4 }, () => runCli(['index', folder, '--storage', shared])));
  for (const { code, stderr } of results) assert.ok(code === 0 || (code === 3 && /already indexing/.test(stderr)), stderr);
  assert.ok(results.some(({ code }) => code === 0));
  const fresh = await runCli(['index', folder, '--storage', join(storages, 'fresh')]);
  assert.equal(fresh.code, 0, fresh.stderr);
  const [here, there] = [await assertWhole(shared, staticDimension), await assertWhole(join(storages, 'fresh'), staticDimension)];
  assert.deepEqual(here.passages, there.passages);
});

test('a process that is open sees what another has indexed since', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 5);
  const { engine } = await openEngine(folder, storage);
  t.after(() => engine.close());
  await assert.rejects(engine.search('anything', { method: 'bm25', k: 1, models: builtinModels, signal: never }), (error) =>
    isAriadneError(error, 'index-missing'),
  );
  for (const [edition, documents] of [5, 9].entries()) {
    writeDocuments(folder, documents, edition);
    const { code, stderr } = await runCli(['index', folder, '--storage', storage]);
    assert.equal(code, 0, stderr);
    const results = await engine.search(`place in edition ${edition}`, { method: 'bm25', k: 30, models: builtinModels, signal: never });
    assert.deepEqual([new Set(results.map(({ passage }) => passage.path)).size, (await engine.status()).documents], [documents, documents]);
  }
});
