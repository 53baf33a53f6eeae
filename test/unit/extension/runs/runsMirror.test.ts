import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError } from '../../../../src/base/abort.ts';
import { Emitter } from '../../../../src/base/emitter.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { EngineMethod, EngineNotificationParams, EngineParams, EngineResult, RunSummary } from '../../../../src/protocol/engine.ts';
import type { RunEvent } from '../../../../src/protocol/events.ts';
import type { EngineRequestOptions, EngineRequests } from '../../../../src/extension/engineProcess/engineClient.ts';
import { RunsMirror } from '../../../../src/extension/runs/runsMirror.ts';
import { emptySnapshot, follow } from '../../../../src/trace/fold.ts';
import { runStarted } from '../../../support/runStarted.ts';

/** Remembers what was asked; a question runs until the test ends it. */
class ScriptedEngine implements EngineRequests {
  readonly asked: string[] = [];
  readonly stored = new Map<string, { summary: RunSummary; events: RunEvent[] }>();
  readonly removed = new Map<string, { summary: RunSummary; events: RunEvent[] }>();
  end: (error?: Error) => void = () => undefined;

  request<M extends EngineMethod>(method: M, params: EngineParams<M>, options: EngineRequestOptions = {}): Promise<EngineResult<M>> {
    this.asked.push(method);
    return this.#answer(method, params, options) as Promise<EngineResult<M>>;
  }

  #answer(method: EngineMethod, params: unknown, { signal }: EngineRequestOptions): Promise<unknown> {
    const { runId = '' } = params as { runId?: string };
    if (method === 'runs') return Promise.resolve([...this.stored.values()].map(({ summary }) => summary));
    if (method === 'snapshot') return Promise.resolve(follow(emptySnapshot, this.stored.get(runId)?.events ?? []));
    if (method === 'deleteRun') return Promise.resolve(this.#remove(runId));
    if (method === 'restoreRun') return Promise.resolve(this.#restore(runId));
    if (method === 'noteRun') return Promise.resolve({});
    return new Promise((resolve, reject) => {
      this.end = (error) => (error === undefined ? resolve({ runId, log: '' }) : reject(error));
      signal?.addEventListener('abort', () => reject(abortError()));
    });
  }

  #remove(runId: string): void {
    const run = this.stored.get(runId);
    if (run) this.removed.set(runId, run);
    this.stored.delete(runId);
  }

  #restore(runId: string): void {
    const run = this.removed.get(runId);
    if (run) this.stored.set(runId, run);
  }
}

function setUp() {
  const engine = new ScriptedEngine();
  const onRunEvent = new Emitter<EngineNotificationParams<'runEvent'>>();
  const remembered: (string | undefined)[] = [];
  const memory = {
    get shownRun() {
      return remembered.at(-1);
    },
    set shownRun(runId) {
      remembered.push(runId);
    },
  };
  const mirror = new RunsMirror({ engine, onRunEvent, memory });
  const heard: number[] = [];
  mirror.onDidAddEvents.on(({ events }) => heard.push(...events.map((event) => event.n)));
  return { engine, mirror, onRunEvent, remembered, heard };
}

const question = { question: 'Why?', pipeline: 'sunar-nar', params: {}, models: builtinModels };
const begin = (runId: string, n = 0): RunEvent => ({
  n,
  at: 1,
  ...runStarted({ runId, spec: { question: 'Why?' }, startedAtUtc: '2024-01-01T00:00:00Z', indexEpoch: '' }),
});
const flag = (n: number): RunEvent => ({ n, at: n, kind: 'flagged', flag: `f${n}` });
const finish = (n: number): RunEvent => ({
  n,
  at: 2000,
  kind: 'run-finished',
  status: 'ok',
  answer: 'Because.',
  abstained: false,
  stopReason: '',
  bytesSent: 0,
});
const summary = (runId: string, startedAtUtc: string): RunSummary => ({
  runId,
  log: '',
  question: 'Old?',
  pipeline: 'p',
  startedAtUtc,
  status: 'ok',
  answer: 'x',
  abstained: false,
  seconds: 1,
});

test('a run is listed while it goes on, and with its answer when it has ended', async () => {
  const { engine, mirror, onRunEvent } = setUp();
  engine.stored.set('old', { summary: summary('old', '2020-01-01T00:00:00Z'), events: [] });
  await mirror.refresh();
  const { runId, ended } = mirror.start(question);
  assert.deepEqual(
    [mirror.runningId, mirror.runs.map((run) => [run.runId, run.status])],
    [
      runId,
      [
        [runId, 'running'],
        ['old', 'ok'],
      ],
    ],
  );
  for (const event of [begin(runId), flag(1), finish(2)]) onRunEvent.fire({ runId, event });
  engine.end();
  await ended;
  const { status, answer, seconds } = mirror.runs[0] ?? {};
  assert.deepEqual([mirror.runningId, status, answer, seconds], [undefined, 'ok', 'Because.', 2]);
});

test('events are known once and in order; of a gap all are read again', async () => {
  const { engine, mirror, onRunEvent, heard } = setUp();
  const { runId, ended } = mirror.start(question);
  const all = [begin(runId), flag(1), flag(2), flag(3), finish(4)];
  for (const n of [0, 1, 1, 0, 2]) onRunEvent.fire({ runId, event: all[n] ?? flag(n) });
  assert.deepEqual([heard, (await mirror.snapshot(runId)).next, mirror.isBehind(runId)], [[0, 1, 2], 3, false]);
  onRunEvent.fire({ runId, event: finish(4) });
  engine.stored.set(runId, { summary: summary(runId, ''), events: all });
  assert.deepEqual((await mirror.trace(runId)).flags, ['f1', 'f2', 'f3']);
  assert.deepEqual(engine.asked, ['ask', 'snapshot']);
  engine.end();
  await ended;
});

test('a stored run is read once', async () => {
  const { engine, mirror } = setUp();
  engine.stored.set('old', { summary: summary('old', ''), events: [begin('old'), finish(1)] });
  assert.equal((await mirror.trace('old')).answer, 'Because.');
  await mirror.snapshot('old');
  assert.deepEqual(engine.asked, ['snapshot']);
});

test('a cancelled or failed run is interrupted unless its events say how it ended', async () => {
  const { engine, mirror, onRunEvent } = setUp();
  const first = mirror.start(question);
  onRunEvent.fire({ runId: first.runId, event: begin(first.runId) });
  mirror.cancel();
  await assert.rejects(first.ended, { name: 'AbortError' });
  const second = mirror.start(question);
  onRunEvent.fire({ runId: second.runId, event: begin(second.runId) });
  engine.end(new Error('engine died'));
  await assert.rejects(second.ended, /engine died/);
  assert.deepEqual([mirror.runningId, mirror.runs.map((run) => run.status)], [undefined, ['interrupted', 'interrupted']]);
});

test('a run that was cut short goes on in its place: what was told stays, new events follow, and it is listed once', async () => {
  const { engine, mirror, onRunEvent, heard } = setUp();
  const cut = { ...summary('cut', '2020-01-01T00:00:00Z'), status: 'interrupted', answer: null, canResume: true } as const;
  engine.stored.set('cut', { summary: cut, events: [begin('cut'), flag(1)] });
  await mirror.refresh();
  const { runId, ended } = await mirror.resume('cut', { budget: {} });
  assert.deepEqual(
    [runId, mirror.runningId, mirror.runs.map((run) => [run.status, run.startedAtUtc])],
    ['cut', 'cut', [['running', cut.startedAtUtc]]],
  );
  const again: RunEvent = { n: 2, at: 3, kind: 'run-resumed', resumedAtUtc: '', indexEpoch: '' };
  for (const event of [again, flag(3), finish(4)]) onRunEvent.fire({ runId, event });
  engine.end();
  await ended;
  assert.deepEqual([heard, (await mirror.trace('cut')).flags, engine.asked], [[2, 3, 4], ['f3'], ['runs', 'snapshot', 'resume']]);
  assert.deepEqual(
    mirror.runs.map((run) => [run.runId, run.status, run.answer, run.canResume]),
    [['cut', 'ok', 'Because.', false]],
  );
});

test('a run made from another is a separate run, with the question of the other', async () => {
  const { engine, mirror, onRunEvent } = setUp();
  engine.stored.set('old', { summary: summary('old', '2020-01-01T00:00:00Z'), events: [begin('old'), finish(1)] });
  await mirror.refresh();
  const { runId, ended } = mirror.rerun('old', { edits: {} });
  for (const event of [begin(runId), finish(1)]) onRunEvent.fire({ runId, event });
  engine.end();
  await ended;
  assert.deepEqual(
    mirror.runs.map((run) => [run.runId, run.question, run.answer]),
    [
      [runId, 'Old?', 'Because.'],
      ['old', 'Old?', 'x'],
    ],
  );
  assert.deepEqual(engine.asked, ['runs', 'rerun']);
  assert.throws(() => mirror.rerun('gone', { edits: {} }), { code: 'run-unknown' });
});

test('a run that may not go on is listed as it was', async () => {
  const { engine, mirror } = setUp();
  const cut = { ...summary('cut', ''), status: 'cancelled', canResume: true } as const;
  engine.stored.set('cut', {
    summary: cut,
    events: [begin('cut'), { ...finish(1), kind: 'run-finished', status: 'cancelled', answer: null }] as RunEvent[],
  });
  await mirror.refresh();
  const { ended } = await mirror.resume('cut', {});
  engine.end(new Error('another window goes on with it'));
  await assert.rejects(ended, /another window/);
  assert.deepEqual(
    mirror.runs.map((run) => [run.status, run.canResume]),
    [['cancelled', true]],
  );
  await assert.rejects(mirror.resume('gone', {}), { code: 'run-unknown' });
});

test('a question that is refused before it began leaves no run behind', async () => {
  const { engine, mirror } = setUp();
  const { runId, ended } = mirror.start(question);
  mirror.show(runId);
  engine.end(new Error('no such parameter'));
  await assert.rejects(ended, /no such parameter/);
  assert.deepEqual([mirror.runningId, mirror.runs, mirror.shownId], [undefined, [], undefined]);
});

test('when a question is refused the run that was shown before is shown again', async () => {
  const { engine, mirror } = setUp();
  engine.stored.set('old', { summary: summary('old', ''), events: [begin('old'), finish(1)] });
  await mirror.refresh();
  mirror.show('old');
  const { runId, ended } = mirror.start(question);
  mirror.show(runId);
  engine.end(new Error('no such pipeline'));
  await assert.rejects(ended, /no such pipeline/);
  assert.deepEqual([mirror.shownId, mirror.has(runId)], ['old', false]);
});

test('the shown run is remembered, and forgotten with its deletion; a running one cannot be deleted', async () => {
  const { engine, mirror, remembered } = setUp();
  engine.stored.set('old', { summary: summary('old', ''), events: [begin('old')] });
  mirror.show('old');
  await mirror.delete('old');
  assert.deepEqual([remembered, mirror.shownId, mirror.runs], [['old', undefined], undefined, []]);
  const { runId, ended } = mirror.start(question);
  await assert.rejects(mirror.delete(runId), { code: 'run-running' });
  engine.end();
  await ended;
});

test('a deleted run comes back; a title and a place on top are kept, taken away, and outlive a resumption', async () => {
  const { engine, mirror } = setUp();
  engine.stored.set('old', { summary: summary('old', '2026'), events: [begin('old')] });
  await mirror.refresh();
  await mirror.delete('old');
  await mirror.restore('old');
  assert.equal(mirror.has('old'), true);
  await mirror.note('old', { title: 'Mine', isPinned: true });
  const noted = () => mirror.runs.map(({ title, isPinned }) => ({ title, isPinned }));
  assert.deepEqual(noted(), [{ title: 'Mine', isPinned: true }]);
  const { ended } = await mirror.resume('old', {});
  assert.deepEqual(noted(), [{ title: 'Mine', isPinned: true }]);
  await mirror.note('old', { title: '' });
  engine.end();
  await ended;
  assert.deepEqual(noted(), [{ title: undefined, isPinned: true }]);
  await mirror.note('old', { isPinned: false });
  assert.deepEqual(noted(), [{ title: undefined, isPinned: undefined }]);
});

test('a run made from another says so from its start on, with the pipeline it was given', async () => {
  const { engine, mirror, onRunEvent } = setUp();
  engine.stored.set('old', { summary: summary('old', '2026'), events: [begin('old')] });
  await mirror.refresh();
  const { runId, ended } = mirror.rerun('old', { edits: {}, pipeline: 'drr-rag' });
  const made = () => mirror.runs.find((run) => run.runId === runId);
  assert.deepEqual([made()?.fromRunId, made()?.pipeline, made()?.question], ['old', 'drr-rag', made()?.question]);
  onRunEvent.fire({ runId, event: begin(runId) });
  engine.end();
  await ended;
  assert.equal(made()?.fromRunId, 'old');
});
