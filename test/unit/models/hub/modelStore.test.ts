import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAbort } from '../../../../src/base/abort.ts';
import { ModelStore } from '../../../../src/models/hub/modelStore.ts';
import type { DownloadOffer, DownloadProgress } from '../../../../src/protocol/modelLibrary.ts';
import { commitOf, hubDoor, hubToken } from '../../../support/hubServer.ts';
import { cannotMount, smallDisk } from '../../../support/smallDisk.ts';
import { tempFolder } from '../../../support/tempFolder.ts';
import { agreed, contentOf, graphBytes, leftovers, neededPaths, repository, rightContent, setUp } from './testModel.ts';

const model = { name: 'org/tiny' };
const commit = commitOf(repository);
const totalBytes = neededPaths.reduce((sum, path) => sum + (repository.files[path]?.length ?? 0), 0);

test('a model’s needed files are downloaded once, after consent, from two hosts of which one gets the key', async (t) => {
  const { hub, store, folder, door } = await setUp(t, { key: hubToken });
  const offers: DownloadOffer[] = [];
  const progress: DownloadProgress[] = [];
  const consent = (offer: DownloadOffer): Promise<boolean> => {
    assert.ok(hub.calls.every(({ path }) => path.startsWith('/api/')));
    offers.push(offer);
    return Promise.resolve(true);
  };
  const stored = await store.ensure(model, { consent, onProgress: (one) => progress.push(one) });

  const expected = { name: 'org/tiny', revision: commit, dtype: 'q8', sizeBytes: totalBytes, hasBytes: 0, license: 'apache-2.0' };
  assert.deepEqual(offers, [{ ...expected, from: new URL(hub.url).host, folder }]);
  assert.deepEqual(contentOf(stored.folder), rightContent);
  assert.deepEqual(leftovers(folder), []);
  assert.deepEqual(progress.at(-1), { name: 'org/tiny', doneBytes: totalBytes, totalBytes });
  assert.ok(progress.every(({ doneBytes }, i) => doneBytes >= (progress[i - 1]?.doneBytes ?? 0)));
  assert.ok(hub.calls.every(({ at, authorization }) => authorization === (at === 'hub' ? `Bearer ${hubToken}` : undefined)));
  const large = door.ledger.filter(({ host }) => host === hub.cdnHost);
  assert.deepEqual(new Set(large.map(({ purpose }) => purpose)), new Set(['model download']));
  assert.equal(
    large.reduce((sum, { bytesReceived }) => sum + bytesReceived, 0),
    graphBytes + 4_000 + 5_000,
  );

  const callsBefore = hub.calls.length;
  assert.equal((await store.ensure(model, { consent: () => assert.fail('asked twice') })).folder, stored.folder);
  assert.equal(hub.calls.length, callsBefore);
});

test('without consent nothing is downloaded and nothing is left', async (t) => {
  const { hub, store, folder } = await setUp(t);
  await assert.rejects(store.ensure(model, { consent: () => Promise.resolve(false) }), { code: 'model-declined' });
  assert.ok(hub.calls.every(({ path }) => path.startsWith('/api/')));
  assert.deepEqual([await store.installed(), leftovers(folder)], [[], []]);
});

test('another precision or revision is another model; one that does not exist is refused by name', async (t) => {
  const { store } = await setUp(t);
  const full = await store.ensure({ ...model, dtype: 'fp32' }, agreed);
  const small = await store.ensure({ ...model, revision: commit, dtype: 'q8' }, agreed);
  assert.deepEqual(
    (await store.installed()).map(({ dtype }) => dtype),
    ['fp32', 'q8'],
  );
  assert.notEqual(full.folder, small.folder);
  await assert.rejects(store.ensure({ ...model, dtype: 'q4' }, agreed), {
    code: 'model-unfit',
    message: /no q4 weights\. It has: fp32, q8\. Write/,
  });
  await assert.rejects(store.ensure({ ...model, revision: 'v9' }, agreed), { code: 'model-unknown', message: /no revision "v9"/ });
  for (const name of ['../../etc', 'org', 'org/../x', 'org/a b', '']) {
    await assert.rejects(store.ensure({ name }, agreed), { code: 'model-unknown' });
  }
});

test('a branch answers with what was downloaded for it until it is updated; the old commit stays for those who name it', async (t) => {
  const { hub, store } = await setUp(t);
  const old = await store.ensure(model, agreed);
  hub.repositories.set('org/tiny', { files: { ...repository.files, 'config.json': Buffer.from('{"new":1}') } });
  assert.equal((await store.ensure(model, agreed)).revision, old.revision);
  const fresh = await store.update(model, agreed);
  assert.notEqual(fresh.revision, old.revision);
  assert.equal((await store.ensure(model, agreed)).revision, fresh.revision);
  assert.equal((await store.find({ ...model, revision: old.revision }))?.folder, old.folder);
  assert.equal((await store.update(model, agreed)).folder, fresh.folder);
});

test('a cancelled download continues where it stopped', async (t) => {
  const { hub, store, folder } = await setUp(t);
  hub.trick = ({ path }) => (path.includes('onnx?') ? { kind: 'hang', afterBytes: 100_000 } : undefined);
  const cancelled = new AbortController();
  const onProgress = ({ doneBytes }: DownloadProgress): void => {
    if (doneBytes >= 100_000) cancelled.abort();
  };
  await assert.rejects(store.ensure(model, { ...agreed, signal: cancelled.signal, onProgress }), isAbort);
  assert.deepEqual(await store.installed(), []);
  assert.ok((await store.unfinishedBytes()) >= 100_000);

  hub.trick = () => undefined;
  const offers: DownloadOffer[] = [];
  const stored = await store.ensure(model, { consent: (offer) => Promise.resolve(offers.push(offer) > 0) });
  assert.deepEqual(
    offers.map(({ hasBytes }) => hasBytes),
    [100_000],
  );
  assert.equal(hub.calls.findLast(({ path }) => path.includes('onnx?'))?.range, 'bytes=100000-');
  assert.deepEqual(contentOf(stored.folder), rightContent);
  assert.deepEqual(leftovers(folder), []);
});

test('of two that want the same model one downloads; the other waits, shows its progress, and asks nothing', async (t) => {
  const { hub, store, folder } = await setUp(t);
  const other = new ModelStore({ folder, fetch: hubDoor(hub.url).fetch, hubUrl: () => hub.url, isOffline: () => false });
  hub.trick = ({ path }) => (path.includes('onnx?') ? { kind: 'slow', pieceBytes: 2_000 } : undefined);
  const seen: DownloadProgress[] = [];
  let waiting: ReturnType<ModelStore['ensure']> | undefined;
  const consent = (): Promise<boolean> => {
    waiting ??= other.ensure(model, { consent: () => assert.fail('asked in the second window'), onProgress: (one) => seen.push(one) });
    return Promise.resolve(true);
  };
  const first = await store.ensure(model, { consent });
  assert.equal((await waiting)?.folder, first.folder);
  assert.ok(seen.length > 0 && seen.every(({ waitingFor }) => waitingFor?.startsWith(`process ${process.pid} on `)));
  assert.equal(hub.calls.filter(({ path }) => path.includes('onnx?')).length, 1);
});

test('the lock of a process that was killed does not keep others waiting', async (t) => {
  const { store, folder } = await setUp(t);
  const child = 2 ** 22 + 1;
  await assert.rejects(store.ensure(model, { consent: () => Promise.resolve(false) }));
  writeFileSync(
    join(folder, '.partial', 'org--tiny.lock'),
    JSON.stringify({ pid: child, host: (await import('node:os')).hostname(), token: 'x' }),
  );
  assert.deepEqual(contentOf((await store.ensure(model, agreed)).folder), rightContent);
});

test('a model that lost a file is downloaded again', async (t) => {
  const { store } = await setUp(t);
  const { folder } = await store.ensure(model, agreed);
  rmSync(join(folder, 'tokenizer.json'));
  assert.deepEqual(await store.installed(), []);
  assert.deepEqual(contentOf((await store.ensure(model, agreed)).folder), rightContent);
});

test('offline, what is there is used, and the rest is refused with a sentence', async (t) => {
  let isOffline = false;
  const { hub, store } = await setUp(t, { isOffline: () => isOffline });
  const { folder } = await store.ensure(model, agreed);
  isOffline = true;
  hub.close();
  assert.equal((await store.ensure(model, agreed)).folder, folder);
  await assert.rejects(store.ensure({ name: 'org/other' }, agreed), { code: 'offline', message: /hf:org\/other is not on this machine/ });
});

test('a model is imported from a folder, without a network', async (t) => {
  const { store, folder } = await setUp(t, { isOffline: () => true });
  const copied = tempFolder(t, repository.files);
  const imported = await store.importFrom(copied, { name: 'org/tiny' });
  assert.deepEqual(contentOf(imported.folder), rightContent);
  assert.equal((await store.ensure(model, agreed)).folder, imported.folder);
  assert.deepEqual(leftovers(folder), []);
  await assert.rejects(store.importFrom(join(copied, 'nowhere'), model), { code: 'folder-missing' });
  await assert.rejects(store.importFrom(tempFolder(t, { 'config.json': '{}' }), model), { code: 'model-unfit' });
  await assert.rejects(store.importFrom(copied, { name: 'org/stopped' }, AbortSignal.abort()), { name: 'AbortError' });
  assert.deepEqual(
    (await store.installed()).map(({ name }) => name),
    ['org/tiny'],
  );
  assert.deepEqual(leftovers(folder), []);
});

test('models are removed with what is left of their downloads; unused ones are told apart by their last use', async (t) => {
  let nowMs = Date.parse('2026-01-01T00:00:00Z');
  const { store, folder } = await setUp(t, {
    repositories: { 'org/tiny': repository, 'org/tiny-2': repository },
    now: () => new Date(nowMs),
  });
  await store.ensure(model, agreed);
  await store.ensure({ name: 'org/tiny-2' }, agreed);
  nowMs += 60 * 24 * 3600 * 1000;
  await store.ensure(model, agreed);
  const before = new Date(nowMs - 1000).toISOString();
  const lately = (await store.installed()).filter(({ lastUsedUtc }) => lastUsedUtc >= before);
  assert.deepEqual(
    lately.map(({ name }) => name),
    ['org/tiny'],
  );
  assert.equal(await store.remove({ name: 'org/tiny' }), totalBytes);
  assert.deepEqual(
    (await store.installed()).map(({ name }) => name),
    ['org/tiny-2'],
  );
  assert.equal(await store.remove({ name: 'org/tiny' }), 0);
  assert.deepEqual(leftovers(folder), []);
});

const noDisk = cannotMount();
test('a disk that fills leaves nothing half done and other models alone', { skip: noDisk ?? false }, async (t) => {
  const disk = smallDisk(t, 60_000_000);
  const { hub, store, folder } = await setUp(t, {
    folder: join(disk.folder, 'models'),
    repositories: { 'org/tiny': repository, 'org/other': repository },
  });
  const other = await store.ensure({ name: 'org/other' }, agreed);
  let empty = disk.fill(20_000_000);
  await assert.rejects(store.ensure(model, agreed), { code: 'storage-full' });
  empty();
  // It fills while the graph arrives.
  const consent = (): Promise<boolean> => {
    empty = disk.fill(150_000);
    return Promise.resolve(true);
  };
  await assert.rejects(store.ensure(model, { consent }), {
    code: 'storage-full',
    message: /no space left for org\/tiny.* Free some space and try again/,
  });
  assert.deepEqual(leftovers(folder), []);
  empty();
  assert.deepEqual(
    (await store.installed()).map(({ name }) => name),
    ['org/other'],
  );
  assert.deepEqual(contentOf(other.folder), rightContent);
  assert.deepEqual(contentOf((await store.ensure(model, agreed)).folder), rightContent);
  assert.ok(hub.calls.length > 0);
});
