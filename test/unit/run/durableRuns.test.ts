import assert from 'node:assert/strict';
import { test } from 'node:test';
import { abortError } from '../../../src/base/abort.ts';
import { AriadneError, isAriadneError } from '../../../src/base/errors.ts';
import { replay } from '../../../src/run/replay.ts';
import { planResume } from '../../../src/run/plan.ts';
import type { RunEvent } from '../../../src/protocol/events.ts';
import { fold } from '../../../src/trace/fold.ts';
import { CountingModel, planOf, randomPipeline, recordedCalls, runPlan, timeless } from '../../support/durableRun.ts';

const seeds = [...Array(20).keys()];

test('a run of concurrent calls that end in any order executes again from its log alone, to the same events', async () => {
  for (const seed of seeds) {
    const pipeline = randomPipeline(seed);
    const events = await runPlan(planOf(pipeline), new CountingModel(seed));
    const { difference } = await replay(events, () => pipeline);
    assert.equal(difference, undefined, `seed ${seed}: ${JSON.stringify(difference)}`);
  }
});

test('one call at a time, or many: the same answer, counts and trace', async () => {
  for (const seed of seeds.slice(0, 10)) {
    const plan = planOf(randomPipeline(seed));
    const [one, many] = [await runPlan(plan, new CountingModel(seed, { atOnce: 1 })), await runPlan(plan, new CountingModel(seed + 1))];
    assert.deepEqual(timeless(one), timeless(many), `seed ${seed}`);
  }
});

/** Cut after `kept` events and gone on with. */
async function resumed(events: readonly RunEvent[], kept: number, seed: number) {
  const pipeline = randomPipeline(seed);
  const model = new CountingModel(seed + kept);
  const cut = events.slice(0, kept);
  const plan = planResume(cut, { run: { runId: 'run' } }, [], () => pipeline);
  return { cut, model, pipeline, events: await runPlan(plan, model) };
}

for (const seed of [3, 8]) {
  test(`cut at any fourth event, a run goes on to the same answer and trace, and asks only what is not in its log (${seed})`, async () => {
    const full = new CountingModel(seed);
    const whole = await runPlan(planOf(randomPipeline(seed)), full);
    for (let kept = 1 + (seed % 4); kept < whole.length; kept += 4) {
      const again = await resumed(whole, kept, seed);
      assert.equal(again.model.asked.length, full.asked.length - recordedCalls(again.cut, 'chat'), `after ${kept} events`);
      assert.deepEqual(timeless(again.events), timeless(whole), `after ${kept} events`);
      assert.deepEqual(
        again.events.map(({ n }) => n),
        [...again.events.keys()],
      );
      if (kept % 5 === 0) assert.equal((await replay(again.events, () => again.pipeline)).difference, undefined, `after ${kept} events`);
    }
  });
}

test('cut again and again, a run still asks nothing twice', async () => {
  const seed = 8;
  const full = new CountingModel(seed);
  const whole = await runPlan(planOf(randomPipeline(seed)), full);
  let cut = whole.slice(0, 30);
  let asked = recordedCalls(cut, 'chat');
  for (const more of [25, 60, 10, 80, 5]) {
    const again = await resumed(cut, cut.length, seed);
    const kept = again.events.slice(0, cut.length + more);
    asked += recordedCalls(kept, 'chat') - recordedCalls(cut, 'chat');
    cut = kept;
  }
  const last = await resumed(cut, cut.length, seed);
  assert.equal(asked + last.model.asked.length, full.asked.length);
  assert.deepEqual(timeless(last.events), timeless(whole));
});

test('stopped at any third call, a run folds to its end and goes on from there', async () => {
  const seed = 8;
  const full = new CountingModel(seed);
  const whole = await runPlan(planOf(randomPipeline(seed)), full);
  for (let at = 1; at <= full.asked.length; at += 3) {
    const stopping = new AbortController();
    const onCall = (model: CountingModel): void => {
      if (model.asked.length + 1 === at) stopping.abort();
    };
    const stopped = await runPlan(planOf(randomPipeline(seed)), new CountingModel(seed, { onCall }), { signal: stopping.signal });
    const { status, finished, nodes } = fold(stopped);
    const isOpen = nodes.some((node) => node.status === 'running' || node.status === 'pending');
    assert.deepEqual({ status, finished, isOpen }, { status: 'cancelled', finished: true, isOpen: false });
    assert.equal(stopped.at(-1)?.kind, 'run-finished');
    const again = await resumed(stopped, stopped.length, seed);
    assert.equal(again.model.asked.length, full.asked.length - recordedCalls(stopped, 'chat'));
    assert.deepEqual(timeless(again.events), timeless(whole));
  }
});

test('a run that was not stopped, but something that it needs, has failed', async () => {
  const onCall = (): void => {
    throw abortError();
  };
  const { status, failure, finished } = fold(await runPlan(planOf(randomPipeline(8)), new CountingModel(8, { onCall })));
  assert.deepEqual(
    { status, failure, finished },
    { status: 'failed', failure: 'Something that this work needs was stopped. Try again.', finished: true },
  );
});

test('a run that failed is gone on with when what it failed over has passed, and asks nothing twice', async () => {
  const seed = 8;
  const full = new CountingModel(seed);
  const whole = await runPlan(planOf(randomPipeline(seed)), full);
  const onCall = (model: CountingModel): void => {
    if (model.asked.length === 5) throw new AriadneError('chat-unauthorized', 'The server refused the key.');
  };
  const failed = await runPlan(planOf(randomPipeline(seed)), new CountingModel(seed, { onCall }));
  assert.equal(fold(failed).status, 'failed');
  const again = await resumed(failed, failed.length, seed);
  const answered = failed.filter((event) => event.kind === 'recorded' && event.of === 'chat' && !event.error).length;
  assert.equal(again.model.asked.length, full.asked.length - answered);
  assert.deepEqual(timeless(again.events), timeless(whole));
});

test('a run that has its answer is not resumed', async () => {
  const events = await runPlan(planOf(randomPipeline(1)), new CountingModel(1));
  await assert.rejects(
    resumed(events, events.length, 1),
    (error) => isAriadneError(error, 'run-finished') && /ariadne replay/.test(error.message),
  );
});
