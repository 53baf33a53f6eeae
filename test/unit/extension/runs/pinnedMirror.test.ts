/** What a window knows of pinned runs and tables: checked after an update, one at a time, and only where it is not known. */
import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { Emitter } from '../../../../src/base/emitter.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import { noIndex } from '../../../../src/protocol/indexStatus.ts';
import { isStale, PinnedMirror, type PinnedMirrorOptions } from '../../../../src/extension/runs/pinnedMirror.ts';
import type { RunSummary } from '../../../../src/protocol/engine.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { Standing } from '../../../../src/protocol/staleReason.ts';
import { HeldWork } from '../../../support/heldWork.ts';
import { FakeEngine } from '../fakeEngine.ts';

const summary = { log: '', question: 'Why?', pipeline: 'p', startedAtUtc: '', answer: 'x', abstained: false, seconds: 1 } as const;
const goneReason = { kind: 'cited-place', path: 'a.md', quote: 'Saltvik' } as const;
const { signal } = new AbortController();

/** A window with pinned runs `a` and `b`, and `c`, which is not pinned. What is known of them is kept by the engine. */
function windowOf(t: TestContext, given: Partial<PinnedMirrorOptions> & { readonly half?: Pick<Standing, 'notAsked'> } = {}) {
  const standings = new Map<string, Standing>();
  const stored = (): RunSummary[] =>
    ['a', 'b', 'c'].map((runId) => {
      const standing = standings.get(runId);
      return { ...summary, runId, status: 'ok', ...(runId === 'c' ? {} : { isPinned: true }), ...(standing ? { standing } : {}) };
    });
  const index = {
    onDidChange: new Emitter<void>(),
    readiness: 'ready' as const,
    status: { ...noIndex, epoch: '1' },
    isIndexing: false,
    pass() {
      index.status = { ...index.status };
      index.onDidChange.fire();
    },
  };
  const runs = {
    onDidChangeRuns: new Emitter<void>(),
    onDidEnd: new Emitter<void>(),
    runs: stored(),
    runningId: undefined as string | undefined,
  };
  const asked: string[] = [];
  const engine = new FakeEngine({
    unreadableRuns: () => Promise.resolve([]),
    checkTables: ({ records }) =>
      Promise.resolve(records.map((record) => ({ record, questions: [], answeredBy: '', documents: 1, unfinished: 0 }))),
    checkRun: ({ runId, mayAsk }) => {
      asked.push(mayAsk ? `${runId}!` : runId);
      const known = { epoch: index.status.epoch, reasons: runId === 'b' ? [goneReason] : [], ...(mayAsk ? {} : given.half) };
      standings.set(runId, known);
      runs.runs = stored();
      runs.onDidChangeRuns.fire();
      return Promise.resolve(known);
    },
  });
  const log: string[] = [];
  const mirror = new PinnedMirror({
    engine,
    index,
    runs,
    findTables: () => Promise.resolve(['/f/gates.ariadne-table.json']),
    models: () => builtinModels,
    isAllowed: () => true,
    logger: { log: (_level, _tag, message) => log.push(message) },
    delayMs: 5,
    ...given,
  });
  t.after(() => mirror.dispose());
  const checked = () => new Promise<void>((resolve) => mirror.onDidChange.on(resolve));
  return { mirror, engine, index, runs, asked, checked, log };
}

test('after an update pinned runs are checked, and not again until the documents are others', async (t) => {
  const { mirror, index, runs, asked, checked } = windowOf(t);
  for (let saved = 0; saved < 5; saved++) index.pass();
  await checked();
  assert.deepEqual(asked.splice(0), ['a', 'b']);
  assert.deepEqual(runs.runs.map(isStale), [false, true, false]);
  assert.deepEqual(
    mirror.tables.map(({ record }) => record),
    ['/f/gates.ariadne-table.json'],
  );
  index.pass();
  await checked();
  assert.deepEqual(asked, [], 'known of these documents, perhaps from another window');
  index.status = { ...index.status, epoch: '2' };
  index.onDidChange.fire();
  await checked();
  assert.deepEqual(asked, ['a', 'b']);
});

test('of very many tables the first are compared with the documents, and the others say that they are not', async (t) => {
  const files = Array.from({ length: 203 }, (_, i) => `/f/${1000 + i}.ariadne-table.json`);
  const { mirror } = windowOf(t, { findTables: () => Promise.resolve(files) });
  await mirror.check({ signal });
  assert.deepEqual(
    mirror.tables.map(({ record }) => record),
    files,
  );
  assert.equal(mirror.tables[199]?.problem, undefined);
  assert.match(mirror.tables[200]?.problem ?? '', /Only the first 200 tables/);
});

test('a run that cannot be checked says why, keeps none from being checked, and is asked again later', async (t) => {
  const { mirror, engine, index, asked, checked } = windowOf(t);
  const { checkRun } = engine.answers;
  const offline = new AriadneError('offline', 'Ariadne is offline.');
  engine.answers = {
    ...engine.answers,
    checkRun: (params, at) => (params.runId === 'a' ? Promise.reject(offline) : (checkRun?.(params, at) as never)),
  };
  index.pass();
  await checked();
  assert.deepEqual([mirror.problemOf('a'), mirror.problemOf('b'), asked], ['Ariadne is offline.', undefined, ['b']]);
  engine.answers = { ...engine.answers, checkRun };
  await mirror.check({ signal });
  assert.deepEqual([mirror.problemOf('a'), asked], [undefined, ['b', 'a']]);
});

test('while a question is answered nothing is checked; its end calls for it', async (t) => {
  const { index, runs, asked, checked } = windowOf(t);
  runs.runningId = 'c';
  index.pass();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(asked, []);
  runs.runningId = undefined;
  runs.onDidEnd.fire();
  await checked();
  assert.deepEqual(asked, ['a', 'b']);
});

test('a check that is cancelled ends, and what it has found counts', async (t) => {
  const { mirror, engine } = windowOf(t);
  const held = new HeldWork<Standing>();
  engine.answers = { ...engine.answers, checkRun: (_params, at) => held.begin(at) };
  const controller = new AbortController();
  const told: string[] = [];
  const checking = mirror.check({ signal: controller.signal, onProgress: (done, all) => told.push(`${done} of ${all}`) });
  while (told.length === 0) await new Promise(setImmediate);
  held.finish({ epoch: '1', reasons: [] });
  while (told.length === 1) await new Promise(setImmediate);
  controller.abort();
  await assert.rejects(checking, { name: 'AbortError' });
  assert.deepEqual(told, ['0 of 2', '1 of 2']);
  assert.equal(mirror.problemOf('b'), undefined, 'cancelled is no problem of the run');
});

test('a server is asked for vectors only where the user has called for the check', async (t) => {
  const { mirror, index, asked, checked } = windowOf(t, { half: { notAsked: 'openai:words' } });
  index.pass();
  await checked();
  await mirror.check({ signal });
  assert.deepEqual(asked.splice(0), ['a', 'b']);
  await mirror.check({ signal, mayAsk: true });
  await mirror.check({ signal, mayAsk: true });
  assert.deepEqual(asked, ['a!', 'b!']);
});

test('nothing is checked in a folder that is not trusted', async (t) => {
  const { index, asked } = windowOf(t, { isAllowed: () => false });
  index.pass();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.deepEqual(asked, []);
});
