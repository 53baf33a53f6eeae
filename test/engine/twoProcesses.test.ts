/** Several processes on one index: one writes, the others read, wait for it, and take over when it is gone. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import * as z from 'zod';
import { delay, isAbort } from '../../src/base/abort.ts';
import { isAriadneError } from '../../src/base/errors.ts';
import type { Engine } from '../../src/engine/engine.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import { lockForWriting } from '../../src/indexing/lock.ts';
import { hasOldVersions } from '../../src/indexing/oldVersions.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { defaultDiscovery } from '../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../src/protocol/runSpec.ts';
import { indexSummary } from '../../src/protocol/indexStatus.ts';
import { root, runCli } from '../support/cli.ts';
import { writeDocuments } from '../support/documents.ts';
import { openEngine } from '../support/engine.ts';
import { startEngine } from '../support/engineProcess.ts';
import { assertWhole, contentsOf } from '../support/indexCheck.ts';
import { tempFolder, writeFile } from '../support/tempFolder.ts';
import { runWarmCli } from '../support/warmCli.ts';

const never = new AbortController().signal;
const evalScores = z.object({ pipelines: z.array(z.object({ id: z.string(), em: z.number(), recall: z.record(z.string(), z.number()) })) });
const searchResults = z.object({ results: z.array(z.unknown()) });
const adaptation = z.object({ outcome: z.string(), seconds: z.object({ learn: z.number() }) });
const askResult = z.object({ answer: z.string().nullable(), log: z.string() });

test('while one process indexes another answers and waits; when the first is killed it takes over', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 20);
  const writer = startEngine(t, folder, storage);
  await writer.client.request('index', {});
  const waitsFor = Promise.withResolvers<string | undefined>();
  const { engine: other } = await openEngine(folder, storage, undefined, ({ stage, waitingFor }) => {
    if (stage === 'wait') waitsFor.resolve(waitingFor);
  });
  t.after(() => other.close());
  const { engine: impatient } = await openEngine(folder, storage, undefined, undefined, [], { patienceMs: 0 });
  t.after(() => impatient.close());
  writeDocuments(folder, 150, 1);
  const began = new Promise<void>((resolve) => {
    writer.onProgress(({ documentsDone }) => documentsDone > 0 && resolve());
  });
  const interrupted = writer.client.request('index', {}).catch((error: unknown) => error);
  await began;
  const index = (engine: Engine) => engine.index(defaultDiscovery, builtinModels, { signal: never });
  const pid = writer.children.at(-1)?.pid;
  await assert.rejects(
    index(impatient),
    (error) => isAriadneError(error, 'index-locked') && error.message.startsWith(`Process ${pid} on ${hostname()} is already indexing`),
  );
  const taken = index(other);
  assert.equal(await waitsFor.promise, `process ${pid} on ${hostname()}`);
  assert.equal((await other.search('lighthouse person', { method: 'bm25', k: 3, models: builtinModels, signal: never })).length, 3);
  writer.children.at(-1)?.kill('SIGKILL');
  await interrupted;
  assert.equal((await taken).documents, 150);
  const fresh = tempFolder(t);
  const { engine } = await openEngine(folder, fresh);
  await index(engine);
  await engine.close();
  assert.deepEqual((await assertWhole(storage, staticDimension)).passages, (await contentsOf(fresh)).passages);
});

test('what waits for another process can be cancelled, and ends with its engine', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 5);
  const lock = await lockForWriting(join(storage, 'index.lancedb'));
  t.after(() => lock.release());
  let onWait: () => void = () => undefined;
  const { engine } = await openEngine(folder, storage, undefined, ({ stage }) => stage === 'wait' && onWait());
  const endOf = (signal: AbortSignal) => engine.index(defaultDiscovery, builtinModels, { signal }).catch((error: unknown) => error);
  const controller = new AbortController();
  onWait = () => controller.abort();
  assert.ok(isAbort(await endOf(controller.signal)));
  onWait = () => void engine.close();
  assert.ok(isAbort(await endOf(never)));
});

test('a pass that finds nothing to write needs no lock, one that finds something does', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 30);
  writeFile(folder, 'part0/secret.pem', 'x');
  const { engine } = await openEngine(folder, storage, undefined, undefined, [], { patienceMs: 0 });
  t.after(() => engine.close());
  const index = () => engine.index(defaultDiscovery, builtinModels, { signal: never });
  const first = await index();
  const update = async (number: number) => {
    writeDocuments(folder, number + 1, 2, number);
    const path = `part${number % 7}/document${number}.md`;
    assert.equal((await engine.update([path], defaultDiscovery, builtinModels, never)).outcome, 'updated');
  };
  const whileLocked = async <T>(work: () => Promise<T>): Promise<T> => {
    const lock = await lockForWriting(join(storage, 'index.lancedb'));
    try {
      return await work();
    } finally {
      await lock.release();
    }
  };
  const { indexedAtUtc: before = '' } = await engine.status();
  const { seconds: _, ...summary } = await whileLocked(index);
  const { documents, passages, skipped, graph } = first;
  assert.deepEqual(summary, { documents, passages, skipped, graph, embedded: 0, reused: passages, unchanged: true });
  assert.ok(((await engine.status()).indexedAtUtc ?? '') > before);
  const locked = (error: unknown) => isAriadneError(error, 'index-locked');
  const changes: Readonly<Record<string, () => void>> = {
    'a document more': () => writeDocuments(folder, 31, 0, 30),
    'a document less': () => rmSync(join(folder, 'part0', 'document7.md')),
    'other text': () => writeDocuments(folder, 4, 5, 3),
    'a file more that is left out': () => writeFile(folder, 'part1/secret.pem', 'x'),
  };
  for (const [name, change] of Object.entries(changes)) {
    change();
    await assert.rejects(whileLocked(index), locked, name);
    await index();
    await whileLocked(index);
  }
  // After an update nothing is new in the folder, but a pass makes the full-text index again.
  await update(5);
  await assert.rejects(whileLocked(index), locked, 'an update');
});

test('an engine takes into the full-text index what the process before it has left beside it, without being asked', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 30);
  const { engine } = await openEngine(folder, storage);
  await engine.index(defaultDiscovery, builtinModels, { signal: never });
  writeDocuments(folder, 6, 3, 5);
  await engine.update(['part5/document5.md'], defaultDiscovery, builtinModels, never);
  await engine.close();
  const isDue = async (): Promise<boolean> => {
    const store = await IndexStore.open(parseLocation(join(storage, 'index.lancedb')));
    try {
      return await store.isFullTextDue();
    } finally {
      store.close();
    }
  };
  assert.ok(await isDue());
  const { client, status } = startEngine(t, folder, storage);
  assert.equal((await status()).state, 'ready');
  for (let tries = 0; (await isDue()) && tries < 600; tries++) await delay(100);
  assert.ok(!(await isDue()));
  await client.stop();
  await assertWhole(storage, staticDimension);
});

test('versions that many small changes have left are removed when they are old, and who was reading one reads again', async (t) => {
  const folder = tempFolder(t);
  const storage = tempFolder(t);
  writeDocuments(folder, 10);
  const { engine } = await openEngine(folder, storage);
  t.after(() => engine.close());
  await engine.index(defaultDiscovery, builtinModels, { signal: never });
  const changed = 'part5/document5.md';
  const change = async (edition: number): Promise<void> => {
    writeDocuments(folder, 6, edition, 5);
    await engine.update([changed], defaultDiscovery, builtinModels, never);
  };
  for (let edition = 1; edition <= 30; edition++) await change(edition);
  const { engine: reader } = await openEngine(folder, storage);
  t.after(() => reader.close());
  const store = await IndexStore.open(parseLocation(join(storage, 'index.lancedb')));
  const before = (await store.database.sizeBytes()) ?? 0;
  assert.ok(!(await hasOldVersions(store.database)), 'they are kept for readers');
  assert.ok(await hasOldVersions(store.database, new Date()));
  const changeAndRemove = async (): Promise<void> => {
    await change(31);
    await engine.close();
    await store.refresh();
    await store.removeOldVersions(() => new Date());
  };
  let reads = 0;
  const read = await reader.reading(
    'builtin',
    async ({ index }) => {
      const { rows } = await index.rowsOf([changed]);
      if (reads++ === 0) await changeAndRemove();
      return index.passages([...rows]);
    },
    never,
  );
  assert.match(read.map(({ text }) => text).join(), /edition 31/);
  assert.equal(reads, 2);
  const after = (await store.database.sizeBytes()) ?? 0;
  assert.ok(after < before / 2, `${after} of ${before} bytes are left`);
  assert.ok(!(await hasOldVersions(store.database, new Date())));
  store.close();
  await assertWhole(storage, staticDimension);
});

test('several processes index one folder at once: all end with the whole index, which one of them has made and learned', async (t) => {
  const folder = tempFolder(t);
  const storages = tempFolder(t);
  const shared = join(storages, 'shared');
  writeDocuments(folder, 120);
  const results = await Promise.all(Array.from({ length: 3 }, () => runCli(['index', folder, '--storage', shared, '--json'])));
  const summaries = results.map(({ code, stdout, stderr }) => {
    assert.equal(code, 0, stderr);
    assert.doesNotMatch(stderr, /try again/i);
    return indexSummary.omit({ skipped: true }).extend({ adaptation }).parse(JSON.parse(stdout));
  });
  const embedded = summaries.map((summary) => summary.embedded);
  assert.deepEqual(
    embedded.toSorted((a, b) => a - b),
    [0, 0, Math.max(...embedded)],
  );
  // A process that only took over has not even begun to learn.
  const learned = summaries.map((summary) => [summary.adaptation.outcome, summary.adaptation.seconds.learn > 0]);
  assert.deepEqual(learned.toSorted(), [['adapted', true], ...Array.from({ length: 2 }, () => ['current', false])]);
  const fresh = await runCli(['index', folder, '--storage', join(storages, 'fresh'), '--no-adapt']);
  assert.equal(fresh.code, 0, fresh.stderr);
  const [here, there] = [await assertWhole(shared, staticDimension), await assertWhole(join(storages, 'fresh'), staticDimension)];
  assert.deepEqual(here.passages, there.passages);
});

test('while a process writes and one learns, others search, ask, evaluate, fill a table and refresh it', async (t) => {
  const env = { XDG_CACHE_HOME: tempFolder(t), LOCALAPPDATA: tempFolder(t), HOME: tempFolder(t) };
  const outs = tempFolder(t);
  const dataset = join(root, 'samples');
  const run = async (args: readonly string[], command: typeof runCli = runWarmCli) => {
    const { code, stdout, stderr } = await command(args, { env });
    assert.equal(code, 0, stderr);
    return stdout;
  };
  const evaluate = (out: string, command?: typeof runCli) =>
    run(['eval', dataset, '--limit', '3', '--pipelines', 'sunar-nar', '--out', join(outs, out), '--json'], command);
  // The first two meet before there is an index.
  const [one, two] = await Promise.all([evaluate('a'), evaluate('b', runCli)]);
  const [storage = ''] = readdirSync(join(env.XDG_CACHE_HOME, 'ariadne'))
    .map((name) => join(env.XDG_CACHE_HOME, 'ariadne', name, 'index.lancedb'))
    .filter((path) => existsSync(path));
  for (const work of ['writer', 'learner'] as const) {
    const lock = await lockForWriting(storage, work);
    t.after(() => lock.release());
  }
  const docs = join(dataset, 'docs');
  const out = join(outs, 'table.csv');
  const [three, found, answer] = await Promise.all([
    evaluate('a'),
    run(['search', docs, 'lighthouse', '--json']),
    run(['ask', docs, 'Where was the engineer who designed the Orrin barrage born?', '--json']),
    run(['table', docs, '--question', 'Where was the person born?', '--out', out, '--json']),
  ]);
  const asked = askResult.parse(JSON.parse(answer));
  await run(['refresh', docs, '--pin', asked.log]);
  assert.match(await run(['refresh', docs, '--json']), /"state": ?"current"/);
  const scores = (json: string) => evalScores.parse(JSON.parse(json)).pipelines;
  assert.deepEqual(scores(two), scores(one));
  assert.deepEqual(scores(three), scores(one));
  assert.ok(searchResults.parse(JSON.parse(found)).results.length > 0);
  assert.equal(asked.answer, 'Kelmouth');
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
    const { code, stderr } = await runWarmCli(['index', folder, '--storage', storage]);
    assert.equal(code, 0, stderr);
    const results = await engine.search(`place in edition ${edition}`, { method: 'bm25', k: 30, models: builtinModels, signal: never });
    assert.deepEqual([new Set(results.map(({ passage }) => passage.path)).size, (await engine.status()).documents], [documents, documents]);
  }
});
