/**
 * Disks that are full or read-only, folders that go, files that are damaged: the index says what happened and what to do, and goes on once
 * it can.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../src/base/errors.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import type { IndexSummary } from '../../src/protocol/indexStatus.ts';
import { writeDocuments } from '../support/documents.ts';
import { openEngine } from '../support/engine.ts';
import { assertWhole, contentsOf } from '../support/indexCheck.ts';
import { cannotMount, smallDisk } from '../support/smallDisk.ts';
import { tempFolder } from '../support/tempFolder.ts';

const never = new AbortController().signal;
const megabyte = 2 ** 20;
const noDisk = cannotMount();

function index(engine: Engine): Promise<IndexSummary> {
  return engine.index(defaultDiscovery, builtinModels, { signal: never });
}

async function search(engine: Engine, method: 'bm25' | 'nar' = 'bm25'): Promise<readonly string[]> {
  const results = await engine.search('lighthouse person', { method, k: 5, models: builtinModels, signal: never });
  return results.map(({ passage }) => passage.id);
}

/** Opens the engine for `work`. */
async function withEngine<T>(folder: string, storage: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const { engine } = await openEngine(folder, storage);
  try {
    return await work(engine);
  } finally {
    await engine.close();
  }
}

async function freshPassages(t: Parameters<typeof tempFolder>[0], folder: string): Promise<readonly string[]> {
  const fresh = tempFolder(t);
  await withEngine(folder, fresh, index);
  return (await contentsOf(fresh)).passages;
}

async function assertHas(passages: readonly string[], storage: string): Promise<void> {
  assert.deepEqual((await assertWhole(storage, staticDimension)).passages, passages);
}

/** Of the first twenty documents, whatever their folder. */
let ofTwenty: Promise<readonly string[]> | undefined;

test(
  'a disk that is full is told of, the old index still answers, and with space again indexing goes on',
  { skip: noDisk ?? false },
  async (t) => {
    const disk = smallDisk(t, 24 * megabyte);
    const folder = tempFolder(t);
    const storage = join(disk.folder, 'storage');
    writeDocuments(folder, 20);
    await withEngine(folder, storage, async (engine) => {
      await index(engine);
      const answers = await search(engine);
      writeDocuments(folder, 600, 1, 20);
      // With more and more room it fails at other places.
      for (const freeKilobytes of [16, 150, 600]) {
        const free = disk.fill(freeKilobytes * 1024);
        await assert.rejects(
          index(engine),
          (error) => isAriadneError(error, 'storage-full') && /no space left.*Free some space/.test(error.message),
          `with ${freeKilobytes} kB`,
        );
        assert.equal((await search(engine)).length, answers.length);
        await withEngine(folder, storage, async (other) => assert.equal((await search(other)).length, answers.length));
        free();
      }
      await index(engine);
    });
    await assertHas(await freshPassages(t, folder), storage);
  },
);

test('storage that is read-only answers, and says why nothing can be indexed into it', { skip: noDisk ?? false }, async (t) => {
  const disk = smallDisk(t, 24 * megabyte);
  const folder = tempFolder(t);
  const storage = join(disk.folder, 'storage');
  writeDocuments(folder, 20);
  const answers = await withEngine(folder, storage, async (engine) => {
    await index(engine);
    return search(engine);
  });
  writeDocuments(folder, 30, 1);
  disk.setReadOnly(true);
  await withEngine(folder, storage, async (engine) => {
    assert.deepEqual(await search(engine), answers);
    await assert.rejects(
      index(engine),
      (error) => isAriadneError(error, 'storage-unwritable') && /read-only.*another location/.test(error.message),
    );
    assert.deepEqual(await search(engine), answers);
    disk.setReadOnly(false);
    await index(engine);
  });
  await assertHas(await freshPassages(t, folder), storage);
});

test('storage that is deleted while it is open is made again by the next pass', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 20);
  await withEngine(folder, storage, async (engine) => {
    await index(engine);
    rmSync(storage, { recursive: true });
    await assert.rejects(search(engine), (error) => isAriadneError(error, 'index-missing'));
    await index(engine);
    assert.equal((await search(engine)).length, 5);
  });
  await assertHas(await (ofTwenty ??= freshPassages(t, folder)), storage);
});

for (const stage of ['read', 'fulltext', 'embed', 'graph', 'store'] as const) {
  test(`storage that is deleted during a pass (${stage}) is made again by a later pass`, async (t) => {
    const folder = tempFolder(t);
    const storage = tempFolder(t);
    writeDocuments(folder, 20);
    let isDeleted = false;
    const { engine } = await openEngine(folder, storage, undefined, (progress) => {
      if (isDeleted || progress.stage !== stage) return;
      isDeleted = true;
      rmSync(storage, { recursive: true });
    });
    // This pass may fail, or not notice.
    const failure = await index(engine).then(
      () => undefined,
      (error: unknown) => error,
    );
    assert.ok(isDeleted);
    assert.ok(failure === undefined || isAriadneError(failure), String(failure));
    await engine.close();
    const opened = await openEngine(folder, storage).catch((error: unknown) => error);
    if (isAriadneError(opened)) {
      assert.ok(isAriadneError(opened, 'index-unreadable') && /delete (?:it|the index)/i.test(opened.message), opened.message);
      rmSync(storage, { recursive: true });
    } else await (opened as Awaited<ReturnType<typeof openEngine>>).engine.close();
    await withEngine(folder, storage, index);
    await assertHas(await (ofTwenty ??= freshPassages(t, folder)), storage);
  });
}

test('an index of a newer format is explained, and left as it is', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 3);
  await withEngine(folder, storage, index);
  const store = await IndexStore.open(parseLocation(join(storage, 'index.lancedb')));
  await store.setMeta({ formatVersion: '99' });
  store.close();
  for (let attempt = 0; attempt < 2; attempt++)
    await assert.rejects(
      openEngine(folder, storage),
      (error) => isAriadneError(error, 'index-too-new') && /format 99.*Update Ariadne/.test(error.message),
    );
});

/** Damage to the files of one folder of one table. */
const damages: readonly { readonly table: string; readonly files: string; readonly isDropped?: boolean }[] = [
  ...['documents', 'passages', 'meta', 'models', 'vectors', 'neighbors'].flatMap((table) => [
    { table, files: 'data' },
    { table, files: 'data', isDropped: true },
    { table, files: '_versions' },
  ]),
  { table: 'passages', files: '_indices' },
];

test('damaged files are told of with the way out, or made again; never is an answer made of them', async (t) => {
  const folder = tempFolder(t);
  const sound = tempFolder(t);
  writeDocuments(folder, 12);
  await withEngine(folder, sound, index);
  const expected = (await contentsOf(sound)).passages;
  for (const { table, files, isDropped = false } of damages) {
    await t.test(`${table}: ${files} ${isDropped ? 'gone' : 'cut short'}`, async (tt) => {
      const storage = join(tempFolder(tt), 'storage');
      cpSync(sound, storage, { recursive: true });
      damage(join(storage, 'index.lancedb'), table, files, isDropped);
      const failures: unknown[] = [];
      const attempt = (work: () => Promise<unknown>): Promise<unknown> => work().catch((error: unknown) => failures.push(error));
      await attempt(async () => {
        const { engine } = await openEngine(folder, storage);
        await attempt(() => search(engine));
        await attempt(() => search(engine, 'nar'));
        await attempt(() => index(engine));
        await engine.close();
      });
      assert.deepEqual(failures.filter((error) => !isAriadneError(error)).map(String), [], 'unexplained');
      for (const error of failures)
        if (isAriadneError(error, 'index-unreadable')) assert.match(error.message, /failed twice.*delete the index.*index again/i);
      // What is deleted is made again as in the tests above.
      if (failures.length > 0) return;
      await withEngine(folder, storage, index);
      assert.deepEqual((await assertWhole(storage, staticDimension)).passages, expected);
    });
  }
});

function damage(database: string, table: string, files: string, isDropped: boolean): void {
  const [name] = readdirSync(database).filter((entry) => entry === `${table}.lance` || entry.startsWith(`${table}-`));
  const folder = join(database, name ?? '', files);
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => join(folder, file))
    .filter((file) => statSync(file).isFile() && statSync(file).size > 0);
  assert.ok(all.length > 0, `${table} has no ${files}`);
  for (const file of all) {
    if (isDropped) rmSync(file);
    else truncateSync(file, Math.floor(statSync(file).size / 2));
  }
}

test('a question over a damaged index ends with the way out, not with a bug', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 12);
  await withEngine(folder, storage, index);
  damage(join(storage, 'index.lancedb'), 'passages', '_indices', false);
  const { engine, ask } = await openEngine(folder, storage);
  t.after(() => engine.close());
  const message = /^The index in .* is damaged: reading it failed twice/;
  await assert.rejects(ask('Who built the lighthouse of place 3?'), { code: 'index-unreadable', message });
});

test('what a process was deleting when it was killed is not in the way', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 12);
  await withEngine(folder, storage, index);
  const database = join(storage, 'index.lancedb');
  const empty = join(database, 'neighbors-another.lance');
  mkdirSync(join(empty, 'data'), { recursive: true });
  await withEngine(folder, storage, index);
  assert.equal(existsSync(empty), false);
  await assertWhole(storage, staticDimension);
});
