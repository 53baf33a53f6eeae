import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import type { Kept } from '../../../src/folder/indexingMemory.ts';
import { IndexScheduler } from '../../../src/folder/indexScheduler.ts';
import type { UpdateSummary } from '../../../src/indexing/indexer.ts';
import { defaultDiscovery, type FollowedSettings } from '../../../src/protocol/indexRequests.ts';
import { builtinModels } from '../../../src/protocol/runSpec.ts';
import { noIndex, type IndexProgress, type IndexStatus, type IndexSummary } from '../../../src/protocol/indexStatus.ts';
import { HeldWork, ManualClock, settle } from '../../support/heldWork.ts';

const never = new AbortController().signal;
const ready: IndexStatus = { ...noIndex, state: 'ready', documents: 2, passages: 5, epoch: 'e', indexedAtUtc: '1970-01-01T00:00:00Z' };
const indexed: IndexSummary = {
  ...{ documents: 2, passages: 5, embedded: 0, reused: 0, skipped: { files: 0, reasons: [] }, graph: { k: 0, edges: 0, exact: true } },
  seconds: { read: 0, cut: 0, embed: 0, graph: 0, fulltext: 0, total: 0 },
};
const updated: UpdateSummary = { outcome: 'updated', documents: 1, passages: 1, embedded: 1, removed: 0, seconds: 0 };
const locked = new AriadneError('index-locked', 'Another window is writing this index.');
const usual: FollowedSettings = { discovery: defaultDiscovery, models: builtinModels, isAllowed: true, isWatching: true };

interface Passes {
  index: (signal: AbortSignal, confirmed: boolean) => Promise<IndexSummary>;
  update: (signal: AbortSignal) => Promise<UpdateSummary>;
  learn: (signal: AbortSignal) => Promise<unknown>;
}

/** An engine that finds an index, an hour after it was made. */
function setUp(t: TestContext, found: IndexStatus = ready, settings: Partial<FollowedSettings> = {}) {
  const clock = new ManualClock(3_600_000);
  const asked: string[] = [];
  const passes: Passes = {
    index: () => Promise.resolve(indexed),
    update: () => Promise.resolve(updated),
    learn: () => Promise.resolve(),
  };
  const index = { status: found };
  const memory = { kept: {} as Kept, keep: (changes: Kept) => void (memory.kept = { ...memory.kept, ...changes }) };
  const told: string[] = [];
  const scheduler = new IndexScheduler({
    passes: {
      status: () => Promise.resolve(index.status),
      index: (_discovery, _models, { confirmed, willLearn, signal }) => {
        asked.push(`index${confirmed ? ' confirmed' : ''}${willLearn ? '' : ' with its graph'}`);
        return passes.index(signal, confirmed);
      },
      update: (paths, _discovery, _models, signal) => {
        asked.push(`update ${paths.join(' ')}`);
        return passes.update(signal);
      },
      learn: (_models, signal) => {
        asked.push('learn');
        return passes.learn(signal);
      },
    },
    settings: { ...usual, ...settings },
    memory,
    clock,
    logger: { log: () => undefined },
    onStatus: () => told.push('status'),
    onWork: () => told.push('work'),
  });
  t.after(() => scheduler.close());
  const takeAsked = (): string[] => asked.splice(0);
  const open = async (isReplacement = false): Promise<void> => {
    await scheduler.start(isReplacement);
    await clock.pass(1_000);
  };
  /** As `open`, with the pass of the start behind it. */
  const start = async (): Promise<void> => {
    await open();
    await clock.pass(10_000);
    takeAsked();
  };
  const kinds = (): readonly string[] => scheduler.state.work.map(({ kind }) => kind);
  return { scheduler, index, passes, memory, told, takeAsked, pass: (ms: number) => clock.pass(ms), open, start, kinds };
}

test('an engine that finds an index goes over the folder once, not when another window has just done so', async (t) => {
  const { scheduler, open, pass, takeAsked } = setUp(t);
  await open();
  assert.deepEqual(takeAsked(), ['index']);
  await scheduler.look();
  await pass(10_000);
  assert.deepEqual(takeAsked(), []);
});

const fresh = { indexedAtUtc: '1970-01-01T00:59:30Z' };
const kept = JSON.stringify([[], defaultDiscovery.maxFileBytes, 'builtin']);
const starts: readonly (readonly [
  string,
  asked: readonly string[],
  {
    readonly status?: Partial<IndexStatus>;
    readonly settings?: Partial<FollowedSettings>;
    readonly kept?: Kept;
    readonly isReplacement?: boolean;
  },
])[] = [
  ['another window has just made it', [], { status: fresh }],
  ['another window has just made it with these settings', [], { status: fresh, kept: { indexedWith: kept } }],
  ['it was made with other settings', ['index'], { status: fresh, kept: { indexedWith: '[]' }, settings: { isWatching: false } }],
  ['the engine takes the place of another', ['index'], { status: fresh, isReplacement: true }],
  ['the engine takes the place of another and changes are not followed', [], { settings: { isWatching: false }, isReplacement: true }],
  ['there is none', [], { status: { state: 'none' } }],
  ['it is of an older format', ['index'], { status: { state: 'none', outdated: true } }],
  ['the folder is not trusted', [], { settings: { isAllowed: false } }],
  ['changes are not followed', [], { settings: { isWatching: false } }],
  ['it was cut short', ['index'], { status: { state: 'partial' } }],
  ['it was cut short by the user', [], { status: { state: 'partial' }, kept: { isStopped: true } }],
];
for (const [when, asked, { status, settings, kept: before = {}, isReplacement }] of starts) {
  test(`at the start an index is ${asked.length > 0 ? 'scanned' : 'left alone'} when ${when}`, async (t) => {
    const { memory, open, takeAsked } = setUp(t, { ...ready, ...status }, settings);
    memory.kept = before;
    await open(isReplacement);
    assert.deepEqual(takeAsked(), asked);
  });
}

test('settings that change what is indexed call for a pass, and so does following changes again, and trust', async (t) => {
  const { scheduler, pass, start, takeAsked } = setUp(t);
  await start();
  const asked: string[][] = [];
  const changes: readonly Partial<FollowedSettings>[] = [
    {},
    { models: { ...builtinModels, chat: 'openai:x' } },
    { models: { ...builtinModels, embedder: 'openai:x' } },
    { discovery: { ...defaultDiscovery, exclude: ['*.txt'] } },
    { isWatching: false },
    {},
  ];
  for (const change of changes) {
    scheduler.follow({ ...usual, ...change });
    await pass(1_000);
    asked.push(takeAsked());
  }
  assert.deepEqual(asked, [[], [], ['index'], ['index'], ['index'], ['index']]);
});

test('changed files are indexed together once it is quiet; what takes a pass over the folder gets one, until nothing is found', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  for (const path of ['a.md', 'b.md', 'a.md']) {
    scheduler.changed([path]);
    await pass(400);
  }
  assert.deepEqual([scheduler.state.pending, takeAsked()], [2, []]);
  await pass(600);
  assert.deepEqual([scheduler.state, takeAsked()], [{ work: [], pending: 0 }, ['update a.md b.md']]);
  passes.update = () => Promise.resolve({ ...updated, outcome: 'full-pass-needed' });
  scheduler.changed(['.gitignore']);
  await pass(1_000);
  const seen = [...takeAsked(), scheduler.unindexed];
  await pass(30_000);
  seen.push(scheduler.unindexed);
  passes.index = () => Promise.resolve({ ...indexed, unchanged: true });
  await pass(30_000);
  const after = ['update .gitignore', 'index', undefined, 'unknown', 'index', 'index', undefined];
  assert.deepEqual([...seen, ...takeAsked(), scheduler.unindexed], after);
});

test('changes are unknown to questions until they are indexed', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  const held = new HeldWork<UpdateSummary>();
  passes.update = (signal) => held.begin(signal);
  const seen: unknown[] = [scheduler.unindexed];
  scheduler.changed(['a.pdf', 'b.pdf']);
  await pass(1_000);
  seen.push(scheduler.unindexed, takeAsked());
  held.finish(updated);
  await pass(0);
  seen.push(scheduler.unindexed);
  const scanned = scheduler.index(false, never);
  seen.push(scheduler.unindexed);
  await scanned;
  seen.push(scheduler.unindexed);
  scheduler.checkAll();
  seen.push(scheduler.unindexed);
  assert.deepEqual(seen, [undefined, 2, ['update a.pdf b.pdf'], undefined, 'unknown', undefined, 'unknown']);
});

test('during a full scan changes wait, and are indexed after it', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  const held = new HeldWork<IndexSummary>();
  passes.index = (signal) => held.begin(signal);
  const running = scheduler.index(false, never);
  scheduler.changed(['a.md']);
  await pass(3_000);
  scheduler.changed(['b.md']);
  await pass(3_000);
  assert.deepEqual(takeAsked(), ['index']);
  held.finish(indexed);
  await running;
  await pass(0);
  assert.deepEqual(takeAsked(), ['update a.md b.md']);
});

test('a pass joins the one in progress, waits for an update, and learning goes on beside them', async (t) => {
  const { scheduler, index, passes, start, pass, takeAsked, kinds } = setUp(t);
  await start();
  const [indexing, updating, learning] = [new HeldWork<IndexSummary>(), new HeldWork<UpdateSummary>(), new HeldWork<unknown>()];
  passes.index = (signal) => indexing.begin(signal);
  passes.update = (signal) => updating.begin(signal);
  passes.learn = (signal) => learning.begin(signal);
  index.status = { ...ready, learningDue: true };
  await scheduler.look();
  scheduler.changed(['a.md']);
  await pass(1_000);
  const both = Promise.all([scheduler.index(false, never), scheduler.index(false, never)]);
  scheduler.changed(['b.md']);
  await pass(5_000);
  assert.deepEqual(
    [takeAsked(), kinds()],
    [
      ['learn', 'update a.md'],
      ['index', 'update', 'learn'],
    ],
  );
  updating.finish(updated);
  await settle();
  assert.deepEqual([takeAsked(), kinds()], [['index'], ['index', 'learn']]);
  index.status = { ...ready, vectors: 'learned' };
  indexing.finish(indexed);
  assert.deepEqual(await both, [indexed, indexed]);
  await pass(0);
  assert.deepEqual([takeAsked(), kinds()], [['update b.md'], ['update', 'learn']]);
  updating.finish(updated);
  learning.finish(undefined);
  await pass(0);
  assert.deepEqual([kinds(), scheduler.status.vectors], [[], 'learned']);
});

test('a pass that waits for an update is stopped without having begun', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  passes.update = (signal) => new HeldWork<UpdateSummary>().begin(signal);
  passes.index = (signal) => (signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(indexed));
  scheduler.changed(['a.md']);
  await pass(1_000);
  const waiting = assert.rejects(scheduler.index(false, never), { name: 'AbortError' });
  await scheduler.stop();
  await waiting;
  assert.deepEqual(
    [takeAsked(), scheduler.state],
    [['update a.md', 'index'], { work: [], pending: 1, pendingSinceMs: 3_611_000, standstill: 'held' }],
  );
});

test('a request for a pass that is cancelled ends the pass', async (t) => {
  const { scheduler, passes, start } = setUp(t);
  await start();
  passes.index = (signal) => new HeldWork<IndexSummary>().begin(signal);
  const controller = new AbortController();
  const both = [scheduler.index(false, never), scheduler.index(false, controller.signal)];
  controller.abort();
  for (const one of both) await assert.rejects(one, { name: 'AbortError' });
  assert.deepEqual(scheduler.state.work, []);
});

test('progress is that of the work it is of, and never goes back', async (t) => {
  const { scheduler, passes, told, start } = setUp(t);
  await start();
  const progress = (documentsDone: number, work: IndexProgress['work'] = 'index'): void =>
    scheduler.advance({ work, stage: 'read', fraction: documentsDone / 100, documentsDone, documentsTotal: 9, passages: 0 });
  const held = new HeldWork<IndexSummary>();
  passes.index = (signal) => held.begin(signal);
  const running = scheduler.index(false, never);
  told.length = 0;
  const seen = [3, 5, 4].map((done) => {
    progress(done);
    return scheduler.state.work[0]?.progress?.documentsDone;
  });
  progress(50, 'learn');
  assert.deepEqual([seen, scheduler.state.work.length, told], [[3, 5, 5], 1, ['work', 'work']]);
  held.finish(indexed);
  await running;
  progress(9);
  assert.deepEqual(scheduler.state.work, []);
});

test('where another process writes, it is tried again, later and later, without a word', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  passes.update = () => Promise.reject(locked);
  scheduler.changed(['a.md']);
  await pass(1_000);
  const { standstill, pending, problem } = scheduler.state;
  assert.deepEqual([takeAsked(), standstill, pending, problem], [['update a.md'], 'waiting', 1, undefined]);
  await pass(9_000);
  assert.deepEqual(takeAsked(), []);
  await pass(1_000);
  assert.deepEqual(takeAsked(), ['update a.md']);
  // After sleep another process may have taken the lock.
  passes.update = () => Promise.reject(new AriadneError('index-lock-lost', 'Lost the index lock.'));
  await pass(20_000);
  assert.deepEqual([takeAsked(), scheduler.state.standstill], [['update a.md'], 'waiting']);
  passes.update = () => Promise.resolve(updated);
  scheduler.changed(['b.md']);
  await pass(39_000);
  assert.deepEqual(takeAsked(), []);
  await pass(1_000);
  assert.deepEqual([takeAsked(), scheduler.state], [['update a.md b.md'], { work: [], pending: 0 }]);
});

test('an update that the user stopped is not tried again until something changes', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  passes.update = (signal) => new HeldWork<UpdateSummary>().begin(signal);
  scheduler.changed(['a.md']);
  await pass(1_000);
  await scheduler.stop();
  await scheduler.look();
  await pass(600_000);
  const { standstill, pending, problem } = scheduler.state;
  assert.deepEqual([takeAsked(), standstill, pending, problem], [['update a.md'], 'held', 1, undefined]);
  passes.update = () => Promise.resolve(updated);
  scheduler.changed(['b.md']);
  await pass(5_000);
  assert.deepEqual([takeAsked(), scheduler.state.pending], [['update a.md b.md'], 0]);
});

test('after another failure it says so and waits for the next change; success takes it back', async (t) => {
  const { scheduler, passes, start, pass, takeAsked } = setUp(t);
  await start();
  passes.update = () => Promise.reject(new AriadneError('storage-full', 'The disk is full.'));
  scheduler.changed(['a.md']);
  await pass(1_000);
  assert.deepEqual([scheduler.state.problem, scheduler.state.pending], [{ code: 'storage-full', sentence: 'The disk is full.' }, 1]);
  await pass(600_000);
  assert.deepEqual(takeAsked(), ['update a.md']);
  passes.update = () => Promise.resolve(updated);
  scheduler.changed(['b.md']);
  await pass(5_000);
  assert.deepEqual([takeAsked(), scheduler.state], [['update a.md b.md'], { work: [], pending: 0 }]);
});

test('what the user stops is not restarted automatically, also by the next engine', async (t) => {
  const { scheduler, passes, memory, open, pass, takeAsked } = setUp(t, { ...ready, state: 'partial' });
  passes.index = (signal) => new HeldWork<IndexSummary>().begin(signal);
  await open();
  await scheduler.stop();
  await pass(600_000);
  const { pending, problem } = scheduler.state;
  assert.deepEqual([takeAsked(), memory.kept, pending, problem], [['index'], { isStopped: true }, 'all', undefined]);
  passes.index = () => Promise.resolve(indexed);
  await scheduler.index(false, never);
  assert.equal(memory.kept.isStopped, false);
});

test('a large folder that was confirmed once is scanned again; one that was not is a problem', async (t) => {
  const { scheduler, passes, memory, start, pass, takeAsked } = setUp(t);
  const large = new AriadneError('folder-large', 'It is large.');
  passes.index = (_signal, confirmed) => (confirmed ? Promise.resolve(indexed) : Promise.reject(large));
  await start();
  assert.equal(scheduler.state.problem?.code, 'folder-large');
  await scheduler.index(true, never);
  scheduler.checkAll();
  await pass(1_000);
  assert.deepEqual([takeAsked(), memory.kept.isLargeConfirmed], [['index confirmed', 'index confirmed'], true]);
});

test('learning that the user stopped, or that failed, is not begun again until the folder is indexed again', async (t) => {
  const { scheduler, index, passes, start, pass, takeAsked } = setUp(t);
  await start();
  index.status = { ...ready, learningDue: true };
  passes.learn = (signal) => new HeldWork<unknown>().begin(signal);
  scheduler.changed(['a.md']);
  await pass(1_000);
  await scheduler.stop();
  scheduler.changed(['b.md']);
  await pass(1_000);
  assert.deepEqual([takeAsked(), scheduler.state.problem], [['update a.md', 'learn', 'update b.md'], undefined]);
  passes.learn = () => Promise.reject(new AriadneError('learning-failed', 'It died.'));
  await scheduler.index(false, never);
  await pass(0);
  assert.equal(scheduler.state.problem?.code, 'learning-failed');
  scheduler.changed(['c.md']);
  await pass(1_000);
  await scheduler.index(false, never);
  assert.deepEqual(takeAsked(), ['index with its graph', 'learn', 'update c.md', 'index with its graph', 'learn']);
});

test('nothing is done unasked without trust or once the engine closes, and what waited is forgotten', async (t) => {
  const { scheduler, start, pass, takeAsked } = setUp(t);
  await start();
  scheduler.changed(['a.md']);
  scheduler.follow({ ...usual, isAllowed: false });
  await pass(1_000);
  scheduler.changed(['b.md']);
  await pass(10_000);
  assert.deepEqual([takeAsked(), scheduler.state.pending], [[], 0]);
  scheduler.follow(usual);
  scheduler.changed(['c.md']);
  await scheduler.close();
  await pass(10_000);
  assert.deepEqual(takeAsked(), []);
});
