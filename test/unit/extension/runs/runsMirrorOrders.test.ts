/** The list of runs and their traces stay true in whatever order requests, replies, events and the death of the engine come. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RunsMirror, type StartedRun } from '../../../../src/extension/runs/runsMirror.ts';
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
  readonly answered = new Set<string>();
  /** Their deletion was asked for. */
  readonly leaving = new Set<string>();
  readonly deleted = new Set<string>();
  readonly mirror: RunsMirror;
  readonly #going = new Set<string>();

  constructor() {
    const { onRunEvent } = this.engine;
    this.mirror = new RunsMirror({
      engine: this.engine,
      onRunEvent,
      memory: { shownRun: undefined },
    });
    // As the panel does.
    this.mirror.onDidOutgrow.on((runId) => void this.mirror.snapshot(runId).catch(() => undefined));
    onRunEvent.on(({ runId, event }) => {
      this.told.add(runId);
      if (event.kind === 'run-finished' && event.status === 'ok') this.answered.add(runId);
    });
  }

  do(kind: Kind, pick: number): void {
    const { engine, mirror } = this;
    const { runId = '' } = mirror.runs[pick % Math.max(1, mirror.runs.length)] ?? {};
    const ask = (question: string): Promise<void> => {
      const run = mirror.start({ question, pipeline: 'p', params: {}, models: builtinModels });
      mirror.show(run.runId);
      return this.#follow(run);
    };
    const act: Record<Kind, () => unknown> = {
      step: () => engine.step(pick),
      deliver: () => engine.deliver(),
      answer: () => engine.answer(pick),
      refresh: () => mirror.refresh(),
      ask: () => ask('Why?'),
      refused: () => ask(''),
      look: () => runId !== '' && mirror.snapshot(runId),
      resume: async () => this.#follow(await mirror.resume(runId, {})),
      delete: async () => {
        if (runId === '') return;
        this.leaving.add(runId);
        await mirror.delete(runId);
        this.deleted.add(runId);
      },
      cancel: () => mirror.cancel(),
      die: () => engine.die(),
    };
    Promise.resolve()
      .then(act[kind])
      .catch(() => undefined);
  }

  async #follow({ runId, ended }: StartedRun): Promise<void> {
    this.#going.add(runId);
    await ended.finally(() => this.#going.delete(runId));
  }

  check(): void {
    const listed = this.mirror.runs;
    const ids = listed.map(({ runId }) => runId);
    assert.deepEqual(ids, [...new Set(ids)], 'each run is listed once');
    for (const runId of this.deleted) assert.ok(!ids.includes(runId), 'a deleted run does not come back');
    for (const runId of this.told) if (!this.leaving.has(runId)) assert.ok(ids.includes(runId), 'a run that has begun stays listed');
    for (const { runId, status } of listed) {
      if (!this.#going.has(runId)) assert.notEqual(status, 'running', 'only a run that goes on is listed so');
      if (this.answered.has(runId) && !this.#going.has(runId)) assert.equal(status, 'ok', 'a run that was answered stays answered');
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
      const last = play.mirror.refresh();
      await play.engine.settle();
      await last;
      play.check();
      const onDisk = [...play.engine.disk].map(([runId, events]) => play.engine.summary(runId, events));
      const facts = (runs: readonly { runId: string; status: string; answer: string | null }[]): string[] =>
        runs.map(({ runId, status, answer }) => `${runId} ${status} ${answer}`).toSorted();
      assert.deepEqual(facts(play.mirror.runs), facts(onDisk));
      for (const [runId, events] of play.engine.disk) {
        const looking = play.mirror.trace(runId);
        await play.engine.settle();
        assert.deepEqual(await looking, fold(events));
      }
    }),
    { numRuns: 400 },
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
    'answer',
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
  const looking = play.mirror.trace(runId);
  await play.engine.settle();
  assert.deepEqual(await looking, fold(events));
});
