import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { test } from 'node:test';
import { connect } from '@lancedb/lancedb';
import * as fc from 'fast-check';
import { isAriadneError } from '../../../src/base/errors.ts';
import { leaseMarginMs, leaseMs, openLeaseCell, takeLease, watchedForMs, type LeaseCell } from '../../../src/indexing/lease.ts';
import type { WriteLock } from '../../../src/indexing/lock.ts';
import { impossiblePids } from '../../support/impossiblePids.ts';
import { tempFolder } from '../../support/tempFolder.ts';

interface Call {
  readonly owner: number;
  /** Undefined once it has arrived. */
  arrive: (() => unknown) | undefined;
  result: unknown;
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** A cell far away, and clocks: what is asked arrives, and is answered, when the test says so. */
class Simulation {
  value: string | undefined;
  nowMs = Date.UTC(2030, 0, 1);
  readonly #pending: Call[] = [];
  readonly #timers = new Set<{ dueMs: number; readonly everyMs: number; readonly work: () => void }>();

  cell(owner = 0): LeaseCell {
    const ask = <T>(effect: () => T): Promise<T> =>
      new Promise<T>((resolve, reject) =>
        this.#pending.push({ owner, arrive: effect, result: undefined, resolve: resolve as (value: unknown) => void, reject }),
      );
    return {
      readWriter: () => ask(() => this.value),
      writeWriter: (value, expected) =>
        ask(() => {
          const isExpected = (this.value ?? '') === (expected ?? '');
          if (isExpected) this.value = value;
          return isExpected;
        }),
    };
  }

  isAsked(owner: number): boolean {
    return this.#pending.some((call) => call.owner === owner);
  }

  /** Lets the last that an owner, or anyone, has asked arrive, or its answer. */
  async step(owner?: number): Promise<void> {
    const call = this.#pending.findLast((some) => owner === undefined || some.owner === owner);
    if (call?.arrive) {
      call.result = call.arrive();
      call.arrive = undefined;
    } else if (call) {
      this.#pending.splice(this.#pending.indexOf(call), 1);
      call.resolve(call.result);
    }
    await settle();
  }

  /** Lets it fail, whether it has arrived or not. */
  async fail(owner: number): Promise<void> {
    const call = this.#pending.find((some) => some.owner === owner);
    if (call) this.#pending.splice(this.#pending.indexOf(call), 1);
    call?.reject(new Error('the network is down'));
    await settle();
  }

  async advance(ms: number): Promise<void> {
    this.nowMs += ms;
    for (const timer of [...this.#timers]) {
      if (timer.dueMs > this.nowMs) continue;
      timer.dueMs = this.nowMs + timer.everyMs;
      timer.work();
    }
    await settle();
  }

  pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const stop = this.every(ms, () => {
        stop();
        resolve();
      });
    });
  }

  every(everyMs: number, work: () => void): () => void {
    const timer = { dueMs: this.nowMs + everyMs, everyMs, work };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Answers everything that is asked until nothing is. */
  async answerAll<T>(work: Promise<T>): Promise<T> {
    let isDone = false;
    const done = work.finally(() => (isDone = true));
    done.catch(() => undefined);
    await settle();
    while (!isDone || this.#pending.length > 0) await this.step();
    return done;
  }
}

/** Lets everything go on that waits for nothing outside. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

interface Contender {
  readonly offsetMs: number;
  readonly life: { isAlive: boolean };
  state: 'idle' | 'taking';
  lock: WriteLock | undefined;
}

const who = fc.nat(3);
const action = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('take' as const), who }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('rush' as const), who }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('release' as const, 'crash' as const, 'fail' as const), who }) },
  { weight: 12, arbitrary: fc.record({ kind: fc.constant('step' as const), who }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('advance' as const), who, ms: fc.constantFrom(1, 5000, 10_000, 15_000) }) },
);

test('whatever comes between them, at most one of several contenders holds the lease', async (t) => {
  const seen = { taken: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 40, maxLength: 150 }), async (actions) => {
      const simulation = new Simulation();
      const contenders: Contender[] = [-15_000, 0, 5000, 14_999].map((offsetMs) => ({
        offsetMs,
        life: { isAlive: true },
        state: 'idle',
        lock: undefined,
      }));
      for (const next of actions) {
        if (next.kind === 'step') await simulation.step(next.who);
        else if (next.kind === 'fail') await simulation.fail(next.who);
        else if (next.kind === 'advance') await simulation.advance(next.ms);
        else act(simulation, contenders, next.who, next.kind);
        await settle();
        // In a rush nothing comes between what one contender asks and is answered.
        while (next.kind === 'rush' && contenders[next.who]?.state === 'taking' && simulation.isAsked(next.who))
          await simulation.step(next.who);
        const holding = contenders.filter(({ lock, life }) => life.isAlive && lock && !lock.lost.aborted);
        assert.ok(holding.length <= 1, `${holding.length} hold the lease`);
        seen.taken += holding.length;
        seen.lost += contenders.filter(({ lock }) => lock?.lost.aborted).length;
      }
    }),
    { numRuns: 250, seed: 7 },
  );
  t.diagnostic(`in ${seen.taken} states one held it, in ${seen.lost} one had lost it`);
  assert.ok(seen.taken > 0 && seen.lost > 0);
});

function act(simulation: Simulation, contenders: Contender[], at: number, kind: 'take' | 'rush' | 'release' | 'crash'): void {
  const contender = contenders[at];
  if (!contender) return;
  const { lock, offsetMs } = contender;
  if (kind === 'crash') {
    // Its timers stop, what it sent is on its way; another process takes its part.
    contender.life.isAlive = false;
    contenders[at] = { offsetMs, life: { isAlive: true }, state: 'idle', lock: undefined };
  } else if (kind === 'release' && lock) {
    contender.lock = undefined;
    void lock.release();
  } else if ((kind === 'take' || kind === 'rush') && contender.state === 'idle' && (!lock || lock.lost.aborted)) {
    const { life } = contender;
    contender.state = 'taking';
    const every = (ms: number, work: () => void): (() => void) => simulation.every(ms, () => life.isAlive && work());
    const [now, pause] = [() => simulation.nowMs + offsetMs, (ms: number) => simulation.pause(ms)];
    takeLease(simulation.cell(at), { now, steadyNow: now, every, pause }).then(
      (taken) => Object.assign(contender, { state: 'idle', lock: taken }),
      () => Object.assign(contender, { state: 'idle' }),
    );
  }
}

/** @param aheadMs by how much the clock of the machine is wrong */
function options(simulation: Simulation, aheadMs = 0) {
  return {
    now: () => simulation.nowMs + aheadMs,
    steadyNow: () => simulation.nowMs,
    every: (ms: number, work: () => void) => simulation.every(ms, work),
    // Timers that are due meanwhile are answered, too.
    pause: async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 5000) {
        await simulation.advance(5000);
        await simulation.answerAll(Promise.resolve());
      }
    },
  };
}

test('while one holds the lease another is refused, by name of the owner; afterwards it gets it', async () => {
  const simulation = new Simulation();
  const take = (): Promise<WriteLock> => simulation.answerAll(takeLease(simulation.cell(), options(simulation)));
  const lock = await take();
  await assert.rejects(
    take(),
    (error) =>
      isAriadneError(error, 'index-locked') &&
      error.message.startsWith(`Process ${process.pid} on ${hostname()}`) &&
      error.message.includes(`in ${(leaseMs + leaseMarginMs) / 1000} s`),
  );
  await simulation.answerAll(lock.release());
  await simulation.answerAll((await take()).release());
  assert.equal(simulation.value, '');
});

test('a lease is kept for as long as it is renewed; one that is not is taken over after its time and a margin', async () => {
  const simulation = new Simulation();
  const take = (): Promise<WriteLock> => simulation.answerAll(takeLease(simulation.cell(), options(simulation)));
  const kept = await take();
  for (let minutes = 0; minutes < 40; minutes++) {
    await simulation.advance(15_000);
    await simulation.answerAll(Promise.resolve());
  }
  assert.equal(kept.lost.aborted, false);
  // From here on nothing of it arrives any more.
  for (let waited = 0; waited < leaseMs; waited += 15_000) await simulation.advance(15_000);
  assert.ok(isAriadneError(kept.lost.reason, 'index-lock-lost'));
  await simulation.fail(0);
  await assert.rejects(take(), (error) => isAriadneError(error, 'index-locked'));
  await simulation.advance(leaseMarginMs);
  await take();
});

for (const [name, aheadMs] of [
  ['ahead', 24],
  ['behind', -24],
].map(([name, hours]) => [name, Number(hours) * 3_600_000] as const)) {
  test(`with a clock that is a day ${name}, only a lease that is not renewed is taken over`, async () => {
    const simulation = new Simulation();
    const take = (): Promise<WriteLock> => simulation.answerAll(takeLease(simulation.cell(), options(simulation, aheadMs)));
    const kept = await simulation.answerAll(takeLease(simulation.cell(), options(simulation)));
    const begun = simulation.nowMs;
    await assert.rejects(take(), (error) => isAriadneError(error, 'index-locked'));
    assert.equal(kept.lost.aborted, false);
    assert.equal(simulation.nowMs - begun, watchedForMs);
    // Nobody renews it.
    simulation.value = JSON.stringify({ ...(JSON.parse(simulation.value ?? '') as object), token: 'another' });
    await take();
  });
}

test('a holder whose clock is set keeps its lease', async () => {
  const simulation = new Simulation();
  let aheadMs = 0;
  const lock = await simulation.answerAll(takeLease(simulation.cell(), { ...options(simulation), now: () => simulation.nowMs + aheadMs }));
  for (aheadMs of [-86_400_000, 86_400_000]) {
    await simulation.advance(15_000);
    await simulation.answerAll(Promise.resolve());
  }
  assert.equal(lock.lost.aborted, false);
});

const hasBootIds = process.platform === 'linux';
const deadPid = spawnSync(process.execPath, ['-e', '']).pid;
const strangers: readonly { readonly name: string; readonly parts: Readonly<Record<string, unknown>>; readonly isTaken: boolean }[] = [
  { name: 'a dead process of this machine', parts: { pid: deadPid }, isTaken: true },
  { name: 'a living process of this machine', parts: { pid: process.ppid }, isTaken: false },
  { name: 'a process of another machine', parts: { pid: deadPid, host: 'elsewhere' }, isTaken: false },
  { name: 'a process of another container', parts: { pid: deadPid, pidNamespace: 'pid:[1]' }, isTaken: false },
  { name: 'another machine of the same name', parts: { pid: deadPid, boot: 'another' }, isTaken: false },
  {
    name: 'a dead process, and the clock was set since',
    parts: { pid: deadPid, bootedAtUtc: '2020-01-01T00:00:00Z' },
    isTaken: hasBootIds,
  },
  {
    name: 'a machine of the same name that was booted at another time',
    parts: { pid: deadPid, boot: undefined, bootedAtUtc: '2020-01-01T00:00:00Z' },
    isTaken: false,
  },
  ...impossiblePids.map((pid) => ({ name: `no process: ${JSON.stringify(pid)}`, parts: { pid }, isTaken: true })),
];
for (const { name, parts, isTaken } of strangers) {
  test(`a lease of ${name} that has not run out is ${isTaken ? 'taken over' : 'respected'}`, async () => {
    const simulation = new Simulation();
    const take = (): Promise<WriteLock> => simulation.answerAll(takeLease(simulation.cell(), options(simulation)));
    await take();
    simulation.value = JSON.stringify({ ...(JSON.parse(simulation.value ?? '') as object), token: 'another', ...parts });
    const outcome = await take().then(
      () => true,
      (error: unknown) => !isAriadneError(error, 'index-locked'),
    );
    assert.equal(outcome, isTaken);
  });
}

for (const value of ['', 'not JSON', '{}', '{"host":"h","pid":1,"token":"t","untilUtc":"soon"}']) {
  test(`a cell that holds "${value}" is free`, async () => {
    const simulation = new Simulation();
    simulation.value = value;
    await simulation.answerAll(takeLease(simulation.cell(), options(simulation)));
    assert.match(simulation.value, /"untilUtc":"2030-01-01T00:01:00/);
  });
}

test('of many that want the lease of one database exactly one gets it, also the first time', async (t) => {
  const folder = tempFolder(t);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 6 }, async () => {
      const connection = await connect(folder);
      return takeLease(await openLeaseCell(connection));
    }),
  );
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  assert.deepEqual(
    reasons.filter((reason) => !isAriadneError(reason, 'index-locked')),
    [],
  );
  assert.equal(reasons.length, 5);
});
