import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { abortError } from '../../../../src/base/abort.ts';
import { AriadneError } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/logger.ts';
import { noIndex } from '../../../../src/protocol/indexStatus.ts';
import { PanelLink } from '../../../../src/extension/panel/panelLink.ts';
import { FolderState } from '../../../../src/extension/engineProcess/folderState.ts';
import { FolderRuns } from '../../../../src/extension/runs/folderRuns.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import type { PanelState, ToPanel } from '../../../../src/protocol/panel.ts';
import { settled, SimulatedEngine } from '../simulatedEngine.ts';

const around = {
  readiness: 'ready' as const,
  folderName: '',
  index: noIndex,
  pipelines: [],
  pipeline: 'p',
  chatModel: 'builtin',
  bytesSent: 0,
  suggestions: [],
};

/** What the page was told, in short. */
function short(message: ToPanel): string {
  switch (message.kind) {
    case 'state':
      return `state ${message.state.runs.map(({ question }) => question).join()}`;
    case 'show-run':
      return `run ${message.runId}${message.snapshot ? ` to ${message.snapshot.next}` : ''}`;
    case 'events':
      return `events ${message.runId} ${message.events.map(({ n }) => n).join()}`;
    case 'writing':
      return `writing ${message.runId} ${message.writings.map(({ node, text }) => `${node}: ${text}`).join()}`;
    case 'problem':
      return `problem ${message.message} ${message.ways.join()}`;
    case 'focus-question':
      return `box ${message.text}`;
    default:
      return message.kind;
  }
}

function setUp(t: TestContext, shown?: string) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const engine = new SimulatedEngine();
  const index = new FolderState({ engine, surroundings: () => ({ folder: 'disk', isTrusted: true, hasStorage: true }) });
  const runs = new FolderRuns({ engine, state: index, shown: { get: () => shown, set: () => undefined } });
  const said: string[] = [];
  const messages: ToPanel[] = [];
  const taken: string[] = [];
  const waking = Promise.withResolvers<void>();
  const state = (): PanelState => ({ ...around, runs: [...runs.runs] });
  const link = new PanelLink({
    post: (message) => {
      said.push(short(message));
      messages.push(message);
    },
    logger: silentLogger,
    runs,
    engine,
    state,
    wake: () => waking.promise,
    answer: () => Promise.reject(new AriadneError('pipeline-unknown', 'There is no such pipeline.')),
    take: ({ command }) => Promise.resolve(void taken.push(command)),
  });
  runs.onDidChangeRuns.on(() => link.refresh());
  const heard = (): string[] => said.splice(0);
  /** Asks, as the command does, and lets the engine answer. */
  async function answered(question: string): Promise<string> {
    const { runId, ended } = runs.start({ question, pipeline: 'p', params: {}, models: builtinModels });
    link.show(runId);
    await engine.settle();
    await ended;
    // As the check of what it cites does.
    const read = runs.snapshot(runId);
    await engine.settle();
    await read;
    return runId;
  }
  return { engine, index, runs, link, heard, messages, taken, waking, answered };
}

test('a page that is made again gets at once what is known, in one message for the run, and waits for nothing', async (t) => {
  const { link, heard, answered } = setUp(t);
  const runId = await answered('Why?');
  void link.receive({ kind: 'ready' });
  assert.deepEqual(heard(), ['state Why?', `run ${runId} to 5`]);
  void link.receive({ kind: 'ready', runId, next: 5 });
  assert.deepEqual(heard(), ['state Why?', `run ${runId}`]);
});

test('a run of an earlier window is named at once, and follows when the engine has read it', async (t) => {
  const before = setUp(t);
  const runId = await before.answered('Why?');
  t.mock.timers.reset();
  const { engine, index, link, heard, waking } = setUp(t, runId);
  engine.disk.set(runId, [...(before.engine.disk.get(runId) ?? [])]);
  void link.receive({ kind: 'ready' });
  assert.deepEqual(heard(), ['state ', `run ${runId}`]);
  void index.refresh();
  await engine.settle();
  waking.resolve();
  await settled();
  await engine.settle();
  assert.deepEqual(heard(), ['state Why?', `run ${runId} to 5`]);
});

test('a run that was deleted meanwhile is not shown again, and of a folder that is not trusted nothing is read', async (t) => {
  const { engine, index, runs, link, heard, waking } = setUp(t, 'gone');
  waking.resolve();
  await link.receive({ kind: 'ready' });
  assert.deepEqual([heard(), runs.shownId], [['state ', 'run gone', 'show-none'], 'gone']);
  void index.refresh();
  await engine.settle();
  await link.receive({ kind: 'ready' });
  assert.deepEqual([heard(), runs.shownId], [['state ', 'run gone', 'show-none'], undefined]);
});

test('the question is sent before the run has told anything, and events come in batches of the run that is shown', async (t) => {
  const { engine, runs, link, heard } = setUp(t);
  void link.receive({ kind: 'ready' });
  heard();
  const first = runs.start({ question: 'First?', pipeline: 'p', params: {}, models: builtinModels });
  link.show(first.runId);
  assert.deepEqual(heard(), ['state First?', `run ${first.runId} to 0`]);
  for (let i = 0; i < 4; i++) engine.step(0);
  for (let i = 0; i < 3; i++) engine.deliver();
  t.mock.timers.tick(40);
  assert.deepEqual(heard(), [`events ${first.runId} 0,1`, 'state First?'].toSorted());
  engine.step(0);
  engine.deliver();
  const second = runs.start({ question: 'Second?', pipeline: 'p', params: {}, models: builtinModels });
  link.show(second.runId);
  t.mock.timers.tick(40);
  assert.deepEqual(
    heard().filter((message) => !message.startsWith('state')),
    [`run ${second.runId} to 0`],
  );
  // A run that goes on is read again.
  link.show(first.runId);
  assert.deepEqual(heard(), [`run ${first.runId}`]);
});

test('whenever a run that goes on is read, the page has all of its events at the end, each once and in order', async (t) => {
  const play = fc.array(fc.constantFrom('step', 'other step', 'deliver', 'show', 'tick'), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(play, async (moves) => {
      t.mock.timers.reset();
      const { engine, runs, link, messages, waking } = setUp(t);
      void link.receive({ kind: 'ready' });
      waking.resolve();
      const { runId, ended } = runs.start({ question: 'Why?', pipeline: 'p', params: {}, models: builtinModels });
      link.show(runId);
      for (const move of moves) {
        if (move === 'step') engine.step(0);
        else if (move === 'other step') engine.step(1);
        else if (move === 'deliver') engine.deliver();
        else if (move === 'tick') t.mock.timers.tick(40);
        else link.show(runId, { compareWith: runId });
        await settled();
      }
      await engine.settle();
      await ended;
      await engine.settle();
      t.mock.timers.tick(40);
      let next: number | undefined;
      for (const message of messages) {
        if (message.kind === 'show-run') next = message.snapshot?.next;
        if (message.kind !== 'events') continue;
        for (const { n } of message.events) assert.equal(n, next!++);
      }
      assert.equal(next, engine.disk.get(runId)!.length);
      link.dispose();
    }),
    // The log is read, then the run ends, then what was read arrives.
    { numRuns: 100, examples: [[['step', 'step', 'deliver', 'show', 'other step', 'other step']]] },
  );
});

test('what a model writes comes after the events of its batch, only the latest of each node, of the run that is shown', (t) => {
  const { engine, runs, link, heard } = setUp(t);
  void link.receive({ kind: 'ready' });
  const { runId } = runs.start({ question: 'First?', pipeline: 'p', params: {}, models: builtinModels });
  link.show(runId);
  t.mock.timers.tick(40);
  heard();
  const write = (node: string, text: string, of = runId): void =>
    engine.notifications.fire('writing', { runId: of, node, text, isFinal: false });
  write('s1', 'Ad');
  write('s1', 'Ada');
  write('s2', 'Gra');
  write('s1', 'x', 'another');
  for (let i = 0; i < 2; i++) engine.step(0);
  engine.deliver();
  t.mock.timers.tick(40);
  assert.deepEqual(
    heard().filter((message) => !message.startsWith('state')),
    [`events ${runId} 0`, `writing ${runId} s1: Ada,s2: Gra`],
  );
  t.mock.timers.tick(40);
  assert.deepEqual(heard(), []);
});

test('what went wrong stays until it is dismissed, with what can be done; a question comes back into the box once', async (t) => {
  const { link, heard, taken } = setUp(t);
  link.giveBack('Why?', new AriadneError('pipeline-unknown', 'There is no pipeline "x".'));
  void link.receive({ kind: 'ready' });
  const problem = 'problem There is no pipeline "x". Choose Method';
  assert.deepEqual(heard(), ['state ', 'box Why?', problem, 'show-none']);
  await link.receive({ kind: 'take-way', n: 0 });
  await link.receive({ kind: 'take-way', n: 7 });
  assert.deepEqual(taken, ['ariadne.choosePipeline']);
  link.stop();
  void link.receive({ kind: 'ready' });
  assert.deepEqual(heard(), ['state ', problem, 'show-none']);
  await link.receive({ kind: 'dismiss-problem' });
  void link.receive({ kind: 'ready' });
  assert.deepEqual(heard(), ['state ', 'show-none']);
  await link.receive({ kind: 'index' });
  assert.deepEqual(heard(), ['problem There is no such pipeline. Choose Method']);
  link.clearProblem();
  link.giveBack('And?', abortError());
  assert.deepEqual(heard(), ['problem-over', 'box And?']);
});

test('to a page that does not listen nothing is said', async (t) => {
  const { link, heard, answered } = setUp(t);
  await answered('Why?');
  t.mock.timers.tick(100);
  assert.deepEqual(heard(), []);
  await link.receive('nonsense');
  assert.deepEqual(heard(), []);
});

test('the page says whether keys go to it, until it is gone', async (t) => {
  const { link } = setUp(t);
  assert.equal(link.hasFocus, false);
  await link.receive({ kind: 'focus', hasFocus: true });
  assert.equal(link.hasFocus, true);
  link.stop();
  assert.equal(link.hasFocus, false);
});
