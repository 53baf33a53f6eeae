/** The list of runs and their traces stay true in whatever order requests, replies, events and the death of the engine come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { FolderState } from '../../../../src/extension/engineProcess/folderState.ts';
import { FolderRuns, type StartedRun } from '../../../../src/extension/runs/folderRuns.ts';
import { builtinModels } from '../../../../src/protocol/runSpec.ts';
import { fold } from '../../../../src/trace/fold.ts';
import { settled, SimulatedEngine } from '../simulatedEngine.ts';

const kinds = {
  step: 6,
  deliver: 6,
  /** One request goes on to its end while the others wait, and all that was sent arrives. */
  answer: 4,
  refresh: 3,
  ask: 2,
  refused: 1,
  look: 1,
  resume: 1,
  delete: 1,
  cancel: 1,
  die: 1,
};
type Kind = keyof typeof kinds;
const kind = fc.oneof(...Object.entries(kinds).map(([name, weight]) => ({ arbitrary: fc.constant(name as Kind), weight })));
const steps = fc.array(fc.record({ kind, pick: fc.nat(20) }), { minLength: 40, maxLength: 160, size: 'max' });

class Play {
  readonly engine = new SimulatedEngine();
  readonly told = new Set<string>();
  /** Their deletion was asked for. */
  readonly leaving = new Set<string>();
  readonly deleted = new Set<string>();
  readonly runs: FolderRuns;
  readonly #state: FolderState;
  readonly #going = new Set<string>();

  constructor() {
    const { engine } = this;
    this.#state = new FolderState({ engine, surroundings: () => ({ folder: 'disk', isTrusted: true, hasStorage: true }) });
    this.runs = new FolderRuns({ engine, state: this.#state, shown: { get: () => undefined, set: () => undefined } });
    engine.notifications.on('runEvent', ({ runId }) => this.told.add(runId));
  }

  do(kind: Kind, pick: number): void {
    const { engine, runs } = this;
    const { runId = '' } = runs.runs[pick % Math.max(1, runs.runs.length)] ?? {};
    const ask = (question: string): Promise<void> => {
      const run = runs.start({ question, pipeline: 'p', params: {}, models: builtinModels });
      runs.show(run.runId);
      return this.#follow(run);
    };
    const act: Record<Kind, () => unknown> = {
      step: () => engine.step(pick),
      deliver: () => engine.deliver(),
      answer: () => engine.answer(pick),
      refresh: () => this.refresh(),
      ask: () => ask('Why?'),
      refused: () => ask(''),
      look: () => runId !== '' && runs.snapshot(runId),
      resume: async () => this.#follow(runs.resume(runId, {})),
      delete: async () => {
        if (runId === '') return;
        this.leaving.add(runId);
        await runs.delete(runId);
        this.deleted.add(runId);
      },
      cancel: () => runs.cancel(),
      die: () => engine.die(),
    };
    Promise.resolve()
      .then(act[kind])
      .catch(() => undefined);
  }

  refresh(): Promise<void> {
    return this.#state.refresh();
  }

  async #follow({ runId, ended }: StartedRun): Promise<void> {
    this.#going.add(runId);
    await ended.finally(() => this.#going.delete(runId));
  }

  check(): void {
    const listed = this.runs.runs;
    const ids = listed.map(({ runId }) => runId);
    assert.deepEqual(ids, [...new Set(ids)], 'each run is listed once');
    for (const runId of this.deleted) assert.ok(!ids.includes(runId), 'a deleted run does not come back');
    for (const runId of this.told) if (!this.leaving.has(runId)) assert.ok(ids.includes(runId), 'a run that has begun stays listed');
    for (const { runId, status } of listed) {
      if (!this.#going.has(runId)) assert.notEqual(status, 'running', 'only a run that goes on is listed so');
    }
  }
}

test('no order of requests, replies, events, deletions and deaths loses a run, brings one back or lists one as it was', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (taken) => {
      const play = new Play();
      for (const { kind, pick } of taken) {
        play.do(kind, pick);
        await settled();
        play.check();
      }
      await play.engine.settle();
      const last = play.refresh();
      await play.engine.settle();
      await last;
      play.check();
      const onDisk = [...play.engine.disk].map(([runId, events]) => play.engine.summary(runId, events));
      const facts = (runs: readonly { runId: string; status: string; answer: string | null }[]): string[] =>
        runs.map(({ runId, status, answer }) => `${runId} ${status} ${answer}`).toSorted();
      assert.deepEqual(facts(play.runs.runs), facts(onDisk));
      for (const [runId, events] of play.engine.disk) {
        const looking = play.runs.trace(runId);
        await play.engine.settle();
        assert.deepEqual(await looking, fold(events));
      }
    }),
    { numRuns: 200 },
  );
});

test('a stopped run whose engine dies before it says that it continues is read again', async () => {
  const play = new Play();
  const steps: readonly Kind[] = [
    'ask',
    'step',
    'step',
    'cancel',
    'answer',
    'resume',
    'step',
    'step',
    'step',
    'die',
    'refresh',
    'answer',
    'answer',
  ];
  for (const kind of steps) {
    play.do(kind, 0);
    await settled();
  }
  await play.engine.settle();
  const [[runId, events] = ['', []]] = [...play.engine.disk];
  assert.deepEqual([...new Set(events.map(({ kind }) => kind))].at(-1), 'run-resumed');
  const looking = play.runs.trace(runId);
  await play.engine.settle();
  assert.deepEqual(await looking, fold(events));
});
