import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { abortError } from '../../../../src/base/abort.ts';
import { Emitter } from '../../../../src/base/emitter.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import { IndexMirror, noIndex } from '../../../../src/extension/index/indexMirror.ts';
import { AutoIndexer } from '../../../../src/extension/index/autoIndexer.ts';
import { builtinModels, defaultDiscovery } from '../../../../src/protocol/engine.ts';
import type { LearnSummary, IndexProgress, IndexStatus, IndexSummary, UpdateSummary } from '../../../../src/protocol/engine.ts';
import { FakeEngine, HeldWork } from '../fakeEngine.ts';

const ready: IndexStatus = { ...noIndex, state: 'ready', documents: 2, passages: 5, epoch: 'e', indexedAtUtc: '1970-01-01T00:00:00Z' };
const indexed: IndexSummary = {
  documents: 2,
  passages: 5,
  skipped: [],
  embedded: 0,
  reused: 0,
  seconds: { read: 0, cut: 0, embed: 0, graph: 0, fulltext: 0, mentions: 0, total: 0 },
  graph: { k: 0, edges: 0, exact: true },
};
const updated: UpdateSummary = { outcome: 'updated', documents: 1, passages: 1, embedded: 1, removed: 0, seconds: 0 };
const learned: LearnSummary = { outcome: 'learned', embedder: 'x', pairs: 1, seconds: { learn: 0, embed: 0, graph: 0, total: 0 } };
const locked = new AriadneError('index-locked', 'Another window is writing this index.');

interface Surroundings {
  isTrusted: boolean;
  isWatching: boolean;
}

/** A window in which an index is found, an hour after it was made. The clock moves only when told to. */
function setUp(t: TestContext, found: IndexStatus = ready) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 3_600_000 });
  const engine = new FakeEngine({
    index: () => Promise.resolve(indexed),
    update: () => Promise.resolve(updated),
    learn: () => Promise.resolve(learned),
  });
  engine.status = found;
  const onDidOpen = new Emitter<IndexStatus>();
  const surroundings: Surroundings = { isTrusted: true, isWatching: true };
  const memory = { isLargeConfirmed: false, isStopped: false };
  const index = new IndexMirror({
    engine,
    onDidOpen,
    onIndexProgress: new Emitter<IndexProgress>(),
    surroundings: () => ({ folder: 'disk', isTrusted: surroundings.isTrusted, hasStorage: true }),
  });
  const autoIndexer = new AutoIndexer({
    index,
    onDidOpen,
    request: () => ({ discovery: defaultDiscovery, models: builtinModels }),
    isAllowed: () => surroundings.isTrusted,
    isWatching: () => surroundings.isWatching,
    memory,
    logger: { log: () => undefined },
  });
  t.after(() => autoIndexer.dispose());
  /** Lets time pass, and what then begins come to an end or to a wait. */
  const pass = async (ms: number): Promise<void> => {
    await settle();
    t.mock.timers.tick(ms);
    await settle();
  };
  const open = async (): Promise<void> => {
    onDidOpen.fire(engine.status);
    await pass(1_000);
  };
  /** As `open`, with the pass of a window's start behind it. */
  const start = async (): Promise<void> => {
    await open();
    await pass(10_000);
    engine.takeAsked();
  };
  return { engine, index, autoIndexer, memory, surroundings, pass, open, start };
}

async function settle(): Promise<void> {
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

test('a window that finds an index goes over the folder once, not when another window has just done so', async (t) => {
  const { engine, open } = setUp(t);
  await open();
  assert.deepEqual(engine.takeAsked(), ['index']);
  await open();
  assert.deepEqual(engine.takeAsked(), []);
});

const leftAlone: readonly (readonly [string, Partial<IndexStatus>, Partial<Surroundings>, isStopped: boolean, asked: readonly string[]])[] =
  [
    ['another window has just made it', { indexedAtUtc: '1970-01-01T00:59:30Z' }, {}, false, []],
    ['there is none', { state: 'none' }, {}, false, []],
    ['it is of an older format', { state: 'none', outdated: true }, {}, false, ['index']],
    ['the folder is not trusted', {}, { isTrusted: false }, false, []],
    ['changes are not followed', {}, { isWatching: false }, false, []],
    ['it was cut short', { state: 'partial' }, {}, false, ['index']],
    ['it was cut short by the user', { state: 'partial' }, {}, true, []],
  ];
for (const [when, status, around, isStopped, asked] of leftAlone) {
  test(`at the start an index is ${asked.length > 0 ? 'scanned' : 'left alone'} when ${when}`, async (t) => {
    const { engine, memory, surroundings, open } = setUp(t, { ...ready, ...status });
    Object.assign(surroundings, around);
    memory.isStopped = isStopped;
    await open();
    assert.deepEqual(engine.takeAsked(), asked);
  });
}

test('changed files are indexed together once it is quiet', async (t) => {
  const { engine, autoIndexer, start, pass } = setUp(t);
  await start();
  for (const path of ['a.md', 'b.md', 'a.md']) {
    autoIndexer.changed(path);
    await pass(400);
  }
  assert.deepEqual([autoIndexer.pending, engine.takeAsked()], [2, []]);
  await pass(600);
  assert.deepEqual([autoIndexer.pending, engine.takeAsked()], [0, ['update a.md b.md']]);
});

test('changes are unknown to questions until they are indexed', async (t) => {
  const { engine, index, autoIndexer, start, pass } = setUp(t);
  await start();
  const held = new HeldWork<UpdateSummary>();
  engine.answers = { ...engine.answers, update: (_params, signal) => held.begin(signal) };
  const seen: unknown[] = [autoIndexer.unindexed];
  for (const path of ['a.pdf', 'b.pdf']) autoIndexer.changed(path);
  await pass(1_000);
  autoIndexer.onDidChange.on(() => seen.push(autoIndexer.unindexed));
  seen.push(autoIndexer.unindexed, engine.takeAsked());
  held.finish(updated);
  await pass(0);
  autoIndexer.checkAll();
  const scanned = index.run({ discovery: defaultDiscovery, models: builtinModels });
  seen.push(autoIndexer.unindexed);
  await scanned;
  assert.deepEqual(seen, [undefined, 2, ['update a.pdf b.pdf'], undefined, 'unknown', 'unknown']);
});

test('what takes a pass over the folder gets one', async (t) => {
  const { engine, autoIndexer, start, pass } = setUp(t);
  await start();
  engine.answers = { ...engine.answers, update: () => Promise.resolve({ ...updated, outcome: 'full-pass-needed' }) };
  autoIndexer.changed('.gitignore');
  await pass(1_000);
  assert.deepEqual(engine.takeAsked(), ['update .gitignore', 'index']);
});

test('during a full scan changes wait, and are indexed after it', async (t) => {
  const { engine, index, autoIndexer, start, pass } = setUp(t);
  await start();
  const held = new HeldWork<IndexSummary>();
  engine.answers = { ...engine.answers, index: (_params, signal) => held.begin(signal) };
  const running = index.run({ discovery: defaultDiscovery, models: builtinModels });
  autoIndexer.changed('a.md');
  await pass(3_000);
  autoIndexer.changed('b.md');
  await pass(3_000);
  assert.deepEqual(engine.takeAsked(), ['index']);
  held.finish(indexed);
  await running;
  await pass(0);
  assert.deepEqual(engine.takeAsked(), ['update a.md b.md']);
});

test('where another window writes, it is tried again, later and later, without a word', async (t) => {
  const { engine, autoIndexer, start, pass } = setUp(t);
  await start();
  const answers = engine.answers;
  engine.answers = { ...answers, update: () => Promise.reject(locked) };
  autoIndexer.changed('a.md');
  await pass(1_000);
  assert.deepEqual(
    [engine.takeAsked(), autoIndexer.isWaiting, autoIndexer.pending, autoIndexer.problem],
    [['update a.md'], true, 1, undefined],
  );
  await pass(9_000);
  assert.deepEqual(engine.takeAsked(), []);
  await pass(1_000);
  assert.deepEqual(engine.takeAsked(), ['update a.md']);
  engine.answers = answers;
  autoIndexer.changed('b.md');
  await pass(19_000);
  assert.deepEqual(engine.takeAsked(), []);
  await pass(1_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.isWaiting, autoIndexer.pending], [['update a.md b.md'], false, 0]);
});

test('what an engine that was killed has left is gone on with, without a word', async (t) => {
  const { engine, autoIndexer, start, open, pass } = setUp(t);
  await start();
  const answers = engine.answers;
  engine.answers = { ...answers, update: () => Promise.reject(new AriadneError('engine-died', 'The engine stopped.')) };
  autoIndexer.changed('a.md');
  await pass(1_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.isHeld, autoIndexer.problem], [['update a.md'], false, undefined]);
  engine.answers = answers;
  await pass(2_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.pending], [['update a.md'], 0]);
  // Killed in a pass that the user had called for.
  engine.status = { ...ready, state: 'partial' };
  await open();
  assert.deepEqual(engine.takeAsked(), ['index']);
});

test('an update is tried again when the engine was stopped, and not when the user stopped the update', async (t) => {
  const { engine, autoIndexer, start, pass } = setUp(t);
  await start();
  const answers = engine.answers;
  engine.answers = { ...answers, update: () => Promise.reject(abortError('The engine was stopped.')) };
  autoIndexer.changed('a.md');
  await pass(1_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.isHeld, autoIndexer.pending], [['update a.md'], false, 1]);
  engine.answers = { ...answers, update: (_params, signal) => new HeldWork<UpdateSummary>().begin(signal) };
  await pass(2_000);
  autoIndexer.stop();
  await pass(600_000);
  assert.deepEqual(
    [engine.takeAsked(), autoIndexer.isHeld, autoIndexer.pending, autoIndexer.problem],
    [['update a.md'], true, 1, undefined],
  );
});

test('work on an index that was deleted meanwhile is forgotten', async (t) => {
  const { engine, index, autoIndexer, start, pass } = setUp(t);
  await start();
  engine.answers = { ...engine.answers, update: (_params, signal) => new HeldWork<UpdateSummary>().begin(signal) };
  autoIndexer.changed('a.md');
  await pass(1_000);
  autoIndexer.reset();
  await index.cancel();
  await pass(600_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.isHeld, autoIndexer.pending], [['update a.md'], false, 0]);
});

test('after another failure it says so and waits for the next change; success takes it back', async (t) => {
  const { engine, autoIndexer, start, pass } = setUp(t);
  await start();
  const answers = engine.answers;
  engine.answers = { ...answers, update: () => Promise.reject(new AriadneError('storage-full', 'The disk is full.')) };
  autoIndexer.changed('a.md');
  await pass(1_000);
  assert.deepEqual([autoIndexer.problem?.sentence, autoIndexer.pending], ['The disk is full.', 1]);
  await pass(600_000);
  assert.deepEqual(engine.takeAsked(), ['update a.md']);
  engine.answers = answers;
  autoIndexer.changed('b.md');
  await pass(5_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.problem, autoIndexer.pending], [['update a.md b.md'], undefined, 0]);
});

test('what the user stops is not restarted automatically, also in the next window', async (t) => {
  const { engine, autoIndexer, memory, open, pass } = setUp(t, { ...ready, state: 'partial' });
  const held = new HeldWork<IndexSummary>();
  engine.answers = { ...engine.answers, index: (_params, signal) => held.begin(signal) };
  await open();
  autoIndexer.stop();
  await pass(600_000);
  assert.deepEqual([engine.takeAsked(), memory.isStopped, autoIndexer.pending, autoIndexer.problem], [['index'], true, 'all', undefined]);
});

test('a large folder that was confirmed once is scanned again; one that was not is a problem', async (t) => {
  const { engine, autoIndexer, memory, start, pass } = setUp(t);
  engine.answers = {
    ...engine.answers,
    index: ({ confirmed }) =>
      confirmed === true ? Promise.resolve(indexed) : Promise.reject(new AriadneError('folder-large', 'It is large.')),
  };
  await start();
  assert.equal(autoIndexer.problem?.code, 'folder-large');
  memory.isLargeConfirmed = true;
  autoIndexer.checkAll();
  await pass(1_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.problem], [['index confirmed'], undefined]);
});

test('the embedder learns after a pass that leaves it something to learn; updates do not wait for it', async (t) => {
  const { engine, index, autoIndexer, start, pass } = setUp(t);
  await start();
  const held = new HeldWork<LearnSummary>();
  engine.answers = { ...engine.answers, learn: (_params, signal) => held.begin(signal) };
  engine.status = { ...ready, learningDue: true };
  autoIndexer.changed('a.md');
  await pass(1_000);
  autoIndexer.changed('b.md');
  await pass(1_000);
  assert.deepEqual([engine.takeAsked(), index.isLearning], [['update a.md', 'learn', 'update b.md'], true]);
  engine.status = { ...ready, vectors: 'learned' };
  held.finish(learned);
  await pass(0);
  assert.deepEqual([index.isLearning, index.status.vectors], [false, 'learned']);
});

test('learning that the user stopped, or that failed, is not begun again until the folder is indexed again', async (t) => {
  const { engine, index, autoIndexer, start, pass } = setUp(t);
  await start();
  engine.status = { ...ready, learningDue: true };
  engine.answers = { ...engine.answers, learn: (_params, signal) => new HeldWork<LearnSummary>().begin(signal) };
  autoIndexer.changed('a.md');
  await pass(1_000);
  autoIndexer.stop();
  await pass(0);
  autoIndexer.changed('b.md');
  await pass(1_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.problem], [['update a.md', 'learn', 'update b.md'], undefined]);
  engine.answers = { ...engine.answers, learn: () => Promise.reject(new AriadneError('learning-failed', 'It died.')) };
  await index.run({ discovery: defaultDiscovery, models: builtinModels });
  await pass(0);
  autoIndexer.changed('c.md');
  await pass(1_000);
  assert.deepEqual(engine.takeAsked(), ['index', 'learn', 'update c.md']);
});

test('nothing is done unasked without an index or trust, and what waited is forgotten', async (t) => {
  const { engine, index, autoIndexer, surroundings, start, pass } = setUp(t);
  await start();
  autoIndexer.changed('a.md');
  surroundings.isTrusted = false;
  await pass(1_000);
  autoIndexer.changed('b.md');
  surroundings.isTrusted = true;
  index.clear();
  autoIndexer.changed('c.md');
  await pass(10_000);
  assert.deepEqual([engine.takeAsked(), autoIndexer.pending], [[], 0]);
});

test('nothing is begun once the window closes', async (t) => {
  const { engine, autoIndexer, start, pass } = setUp(t);
  await start();
  autoIndexer.changed('a.md');
  autoIndexer.dispose();
  autoIndexer.changed('b.md');
  await pass(10_000);
  assert.deepEqual(engine.takeAsked(), []);
});
