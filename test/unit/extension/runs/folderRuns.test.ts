import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError } from '../../../../src/base/abort.ts';
import { Emitter } from '../../../../src/base/emitter.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import type { EngineRequestOptions } from '../../../../src/extension/engineProcess/engineClient.ts';
import { Notifications } from '../../../../src/extension/engineProcess/notifications.ts';
import { FolderRuns } from '../../../../src/extension/runs/folderRuns.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { EngineMethod, EngineParams, EngineResult, RunSummary } from '../../../../src/protocol/engine.ts';
import type { RunEvent } from '../../../../src/protocol/events.ts';
import { emptySnapshot, follow } from '../../../../src/trace/fold.ts';
import { runStarted } from '../../../support/runStarted.ts';

function setUp(...listed: readonly RunSummary[]) {
  const asked: string[] = [];
  const logs = new Map<string, readonly RunEvent[]>();
  let end: (error?: Error) => void = () => undefined;
  const answer = (method: EngineMethod, params: { readonly runId?: string }, signal?: AbortSignal): Promise<unknown> => {
    if (method === 'snapshot') return Promise.resolve(follow(emptySnapshot, logs.get(params.runId ?? '') ?? []));
    if (method === 'noteRun') return Promise.resolve({});
    return new Promise((resolve, reject) => {
      end = (error) => (error === undefined ? resolve({}) : reject(error));
      signal?.addEventListener('abort', () => reject(abortError()));
    });
  };
  const engine = {
    notifications: new Notifications(),
    request<M extends EngineMethod>(method: M, params: EngineParams<M>, { signal }: EngineRequestOptions = {}): Promise<EngineResult<M>> {
      asked.push(method);
      return answer(method, params as { readonly runId?: string }, signal) as Promise<EngineResult<M>>;
    },
  };
  const state = { onDidChange: new Emitter<void>(), runs: undefined as readonly RunSummary[] | undefined };
  const remembered: (string | undefined)[] = [];
  const shownRun = { get: () => remembered.at(-1), set: (runId: string | undefined) => void remembered.push(runId) };
  const runs = new FolderRuns({ engine, state, shown: shownRun });
  const list = (...now: readonly RunSummary[]): void => {
    state.runs = now;
    state.onDidChange.fire();
  };
  if (listed.length > 0) list(...listed);
  const tell = (runId: string, ...events: readonly RunEvent[]): void =>
    events.forEach((event) => engine.notifications.fire('runEvent', { runId, event }));
  return { engine, asked, logs, runs, list, tell, remembered, end: (error?: Error) => end(error) };
}

const question = { question: 'Why?', pipeline: 'sunar-nar', params: {}, models: builtinModels };
const begin = (runId: string): RunEvent => ({ n: 0, at: 1, ...runStarted({ runId, spec: { question: 'Why?' } }) });
const finish = (n: number, status: 'ok' | 'cancelled' = 'ok'): RunEvent => ({
  ...{ n, at: 2000, kind: 'run-finished', status, abstained: false, stopReason: '', bytesSent: 0 },
  answer: status === 'ok' ? 'Because.' : null,
});
const summary = (runId: string, status: RunSummary['status'] = 'ok', startedAtUtc = '2020-01-01T00:00:00Z'): RunSummary => ({
  ...{ runId, log: '', question: 'Old?', pipeline: 'p', startedAtUtc, status, abstained: false, seconds: 1 },
  ...{ answer: status === 'ok' ? 'x' : null, canResume: status !== 'ok' },
});
const shown = (runs: FolderRuns): unknown => runs.runs.map(({ runId, question: asked, status }) => [runId, asked, status]);

test('a run is listed as soon as it is asked, as running while it goes on, and then as the engine says', async () => {
  const { runs, list, tell, end } = setUp(summary('old'));
  const { runId, ended } = runs.start(question);
  const asked = shown(runs);
  tell(runId, begin(runId));
  list(summary('old'), summary(runId, 'interrupted', '2030-01-01T00:00:00Z'));
  assert.deepEqual(
    [runs.runningId, asked, shown(runs)],
    [
      runId,
      [
        [runId, 'Why?', 'running'],
        ['old', 'Old?', 'ok'],
      ],
      [
        [runId, 'Old?', 'running'],
        ['old', 'Old?', 'ok'],
      ],
    ],
  );
  list(summary('old'), summary(runId, 'ok', '2030-01-01T00:00:00Z'));
  end();
  await ended;
  assert.deepEqual([runs.runningId, runs.runs[0]?.status], [undefined, 'ok']);
});

test('a run that can change is read each time, one that cannot once, and one that has said nothing not at all', async () => {
  const { asked, logs, runs, tell, end } = setUp(summary('old'), summary('cut', 'cancelled'));
  logs.set('old', [begin('old'), finish(1)]);
  logs.set('cut', [begin('cut'), finish(1, 'cancelled')]);
  for (const runId of ['old', 'old', 'cut', 'cut']) await runs.trace(runId);
  const { runId, ended } = runs.start(question);
  const before = runs.known(runId);
  tell(runId, begin(runId));
  assert.deepEqual(
    [asked, before, runs.known(runId), runs.known('old')?.next],
    [['snapshot', 'snapshot', 'snapshot', 'ask'], emptySnapshot, undefined, 2],
  );
  end();
  await ended;
});

test('a run whose engine died is interrupted, and is read again when the next engine has listed it', async () => {
  const { runs, list, tell, end } = setUp(summary('old'));
  const outgrown: (string | undefined)[] = [];
  const { runId, ended } = runs.start(question);
  runs.show(runId);
  runs.onDidShow.on(() => outgrown.push(runs.shownId));
  tell(runId, begin(runId));
  end(new AriadneError('engine-died', 'It died.'));
  await assert.rejects(ended, { code: 'engine-died' });
  assert.deepEqual(
    [runs.runningId, runs.runs.map(({ status, canResume }) => [status, canResume]), outgrown],
    [
      undefined,
      [
        ['interrupted', true],
        ['ok', false],
      ],
      [],
    ],
  );
  list(summary('old'), summary(runId));
  assert.deepEqual([outgrown, runs.runs.map(({ status }) => status)], [[runId], ['ok', 'ok']]);
});

test('a run that was cut short goes on in its place', async () => {
  const { runs, asked, end } = setUp(summary('cut', 'interrupted'), summary('old'));
  const { runId, ended } = runs.resume('cut', { budget: {} });
  assert.deepEqual(
    [runId, runs.runningId, shown(runs), asked],
    [
      'cut',
      'cut',
      [
        ['cut', 'Old?', 'running'],
        ['old', 'Old?', 'ok'],
      ],
      ['ask'],
    ],
  );
  assert.throws(() => runs.resume('cut', {}), { code: 'run-running' });
  end(new Error('another window goes on with it'));
  await assert.rejects(ended, /another window/);
  assert.deepEqual([runs.runs[0]?.status, runs.runs[0]?.canResume], ['interrupted', true]);
  assert.throws(() => runs.resume('gone', {}), { code: 'run-unknown' });
});

test('a run made from another says so from its start on, with the pipeline that it was given', async () => {
  const { runs, end } = setUp(summary('old'));
  const { runId, ended } = runs.rerun('old', { edits: {}, pipeline: 'drr-rag' });
  const made = runs.runs.find((run) => run.runId === runId);
  assert.deepEqual([made?.fromRunId, made?.pipeline, made?.question], ['old', 'drr-rag', 'Old?']);
  assert.throws(() => runs.rerun('gone', { edits: {} }), { code: 'run-unknown' });
  end();
  await ended;
});

test('a question that is refused leaves no run behind, and the run that was shown before is shown again', async () => {
  const { runs, end } = setUp(summary('old'));
  runs.show('old');
  const { runId, ended } = runs.start(question);
  runs.show(runId);
  end(new Error('no such parameter'));
  await assert.rejects(ended, /no such parameter/);
  assert.deepEqual([runs.runningId, runs.has(runId), runs.shownId], [undefined, false, 'old']);
});

test('the shown run is remembered, and forgotten with its deletion; a running one cannot be deleted', async () => {
  const { runs, remembered, end } = setUp(summary('old'));
  runs.show('old');
  await runs.delete('old');
  assert.deepEqual([remembered, runs.shownId], [['old', undefined], undefined]);
  const { runId, ended } = runs.start(question);
  await assert.rejects(runs.delete(runId), { code: 'run-running' });
  runs.cancel();
  await assert.rejects(ended, { name: 'AbortError' });
  end();
});

test('a run of an agent is shown like any other, gives its result, and ends with what asked for it', async () => {
  const { runs } = setUp();
  const stopped = new AbortController();
  const asked = Promise.withResolvers<string>();
  const first = runs.during({ question: 'Why?', pipeline: 'p' }, () => asked.promise, stopped.signal);
  assert.deepEqual(
    runs.runs.map(({ question: of, status }) => [of, status]),
    [['Why?', 'running']],
  );
  asked.resolve('Because.');
  assert.equal(await first, 'Because.');
  assert.equal(runs.runningId, undefined);
  const until = (_: string, signal: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(abortError())));
  for (const stop of [() => stopped.abort(), () => runs.cancel()]) {
    const next = runs.during(
      { question: 'Why?', pipeline: 'p' },
      until,
      stopped.signal.aborted ? new AbortController().signal : stopped.signal,
    );
    stop();
    await assert.rejects(next, /Cancelled/);
  }
});
