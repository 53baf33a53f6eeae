import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import type { LearnSummary, IndexProgress, IndexStatus, IndexSummary, UpdateSummary } from '../../../../src/protocol/engine.ts';
import { builtinModels, defaultDiscovery } from '../../../../src/protocol/engine.ts';
import { IndexMirror, noIndex } from '../../../../src/extension/index/indexMirror.ts';
import type { Surroundings } from '../../../../src/extension/index/indexMirror.ts';
import { FakeEngine, HeldWork } from '../fakeEngine.ts';

const ready: IndexStatus = { ...noIndex, state: 'ready', documents: 2, passages: 5, epoch: 'e' };

const disk: Surroundings = { folder: 'disk', isTrusted: true, hasStorage: false };

const updated: UpdateSummary = { outcome: 'updated', documents: 1, passages: 1, embedded: 1, removed: 0, seconds: 0 };
const learned: LearnSummary = { outcome: 'learned', embedder: 'x', pairs: 1, seconds: { learn: 0, embed: 0, graph: 0, total: 0 } };
const indexed: IndexSummary = {
  documents: 2,
  passages: 5,
  skipped: [],
  embedded: 0,
  reused: 0,
  seconds: { read: 0, cut: 0, embed: 0, graph: 0, fulltext: 0, mentions: 0, total: 0 },
  graph: { k: 0, edges: 0, exact: true },
};

function setUp(surroundings = disk) {
  const indexing = new HeldWork<IndexSummary>();
  const updating = new HeldWork<UpdateSummary>();
  const learning = new HeldWork<LearnSummary>();
  const engine = new FakeEngine({
    index: (_params, signal) => indexing.begin(signal),
    update: (_params, signal) => updating.begin(signal),
    learn: (_params, signal) => learning.begin(signal),
  });
  const onDidOpen = new Emitter<IndexStatus>();
  const onIndexProgress = new Emitter<IndexProgress>();
  return {
    engine,
    indexing,
    updating,
    learning,
    onDidOpen,
    onIndexProgress,
    index: new IndexMirror({ engine, onDidOpen, onIndexProgress, surroundings: () => surroundings }),
  };
}

const request = { discovery: defaultDiscovery, models: builtinModels };
const progress = (documentsDone: number): IndexProgress => ({
  work: 'index',
  stage: 'read',
  fraction: documentsDone / 100,
  documentsDone,
  documentsTotal: 9,
  passages: 0,
});

test('readiness says what is missing', () => {
  const cases: readonly (readonly [Surroundings, IndexStatus | undefined, string])[] = [
    [{ ...disk, folder: 'none' }, noIndex, 'no-folder'],
    [{ ...disk, folder: 'virtual' }, noIndex, 'virtual'],
    [{ ...disk, isTrusted: false, hasStorage: true }, undefined, 'untrusted'],
    [disk, undefined, 'no-index'],
    [{ ...disk, hasStorage: true }, undefined, 'unknown'],
    [{ ...disk, hasStorage: true }, noIndex, 'no-index'],
    [disk, { ...noIndex, state: 'indexing' }, 'indexing'],
    [{ ...disk, isTrusted: false }, ready, 'ready'],
    [disk, { ...ready, state: 'indexing', indexedAtUtc: '2024-01-01T00:00:00Z' }, 'ready'],
    [disk, { ...ready, state: 'partial' }, 'no-index'],
    [disk, { ...ready, documents: 0 }, 'empty'],
  ];
  const found = cases.map(([surroundings, status]) => {
    const { index, onDidOpen } = setUp(surroundings);
    if (status) onDidOpen.fire(status);
    return index.readiness;
  });
  assert.deepEqual(
    found,
    cases.map(([, , expected]) => expected),
  );
});

test('two calls make one index, progress never goes back, and the end is known', async () => {
  const { engine, index, indexing, onIndexProgress } = setUp();
  const both = [index.run(request), index.run(request)];
  const seen = [3, 5, 4].map((done) => {
    onIndexProgress.fire(progress(done));
    return index.progress?.documentsDone;
  });
  assert.deepEqual([seen, index.readiness], [[3, 5, 5], 'indexing']);
  engine.status = ready;
  indexing.finish(indexed);
  await Promise.all(both);
  assert.deepEqual([engine.asked, index.readiness, index.progress], [['index', 'status'], 'ready', undefined]);
});

test('cancelling ends with AbortError and keeps what was stored', async () => {
  const { engine, index } = setUp();
  const running = index.run(request);
  engine.status = ready;
  index.cancel();
  await assert.rejects(running, { name: 'AbortError' });
  assert.deepEqual([index.isIndexing, index.readiness], [false, 'ready']);
});

test('an index that is being brought up to date still answers', async () => {
  const { engine, index, indexing, onDidOpen } = setUp();
  onDidOpen.fire((engine.status = ready));
  const running = index.run(request);
  assert.deepEqual([index.readiness, index.isIndexing], ['ready', true]);
  indexing.finish(indexed);
  await running;
});

test('passes over files follow one another, and learning goes on beside them', async () => {
  const { engine, index, indexing, updating, learning } = setUp();
  const passed: string[] = [];
  index.onDidPass.on((kind) => passed.push(kind));
  const learned1 = index.learn({ models: builtinModels });
  const first = index.update({ ...request, paths: ['a'] });
  await settle();
  const whole = index.run(request);
  const second = index.update({ ...request, paths: ['b'] });
  const third = index.update({ ...request, paths: ['c'] });
  await settle();
  assert.deepEqual(
    [engine.takeAsked(), index.work.map(({ kind }) => kind)],
    [
      ['learn', 'update a'],
      ['index', 'update', 'learn'],
    ],
  );
  updating.finish(updated);
  await first;
  await settle();
  assert.deepEqual(engine.takeAsked(), ['index']);
  indexing.finish(indexed);
  await whole;
  await settle();
  assert.deepEqual(engine.takeAsked(), ['update b']);
  updating.finish(updated);
  await second;
  await settle();
  assert.deepEqual(engine.takeAsked(), ['update c']);
  updating.fail(new Error('no'));
  await assert.rejects(third, /no/);
  learning.finish(learned);
  await learned1;
  assert.deepEqual([passed, index.work], [['update', 'index', 'update'], []]);
});

test('progress is that of the work it is of, whatever else goes on', async () => {
  const { index, indexing, learning, onIndexProgress } = setUp();
  const all = Promise.all([index.learn({ models: builtinModels }), index.run(request)]);
  onIndexProgress.fire(progress(2));
  onIndexProgress.fire({ ...progress(50), work: 'learn', stage: 'learn' });
  // What learning does at its end is no step back of the pass, and what a question needs is no step of either.
  onIndexProgress.fire({ ...progress(60), work: 'learn', stage: 'embed' });
  onIndexProgress.fire({ ...progress(99), work: 'walk', stage: 'graph' });
  assert.deepEqual(
    index.work.map(({ kind, progress: done }) => [kind, done?.documentsDone]),
    [
      ['index', 2],
      ['learn', 60],
    ],
  );
  indexing.finish(indexed);
  learning.finish(learned);
  await all;
  onIndexProgress.fire(progress(9));
  assert.deepEqual(index.work, []);
});

test('a pass that waits for another is cancelled without having begun', async () => {
  const { engine, index, updating } = setUp();
  const first = index.update({ ...request, paths: ['a'] });
  await settle();
  const whole = index.run(request);
  const cancelled = index.cancel();
  await assert.rejects(first, { name: 'AbortError' });
  await assert.rejects(whole, { name: 'AbortError' });
  updating.finish(updated);
  await cancelled;
  assert.deepEqual([engine.takeAsked(), index.work], [['update a', 'index'], []]);
});

test('of an index in another place nothing is known once work on the old one has ended', async () => {
  const { engine, index, onDidOpen } = setUp({ ...disk, hasStorage: true });
  onDidOpen.fire((engine.status = ready));
  const running = assert.rejects(index.run(request), { name: 'AbortError' });
  const forgotten = index.forget();
  assert.deepEqual([index.status, index.readiness], [noIndex, 'indexing']);
  engine.status = noIndex;
  await forgotten;
  await running;
  assert.deepEqual([index.isIndexing, index.readiness], [false, 'unknown']);
});

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}
