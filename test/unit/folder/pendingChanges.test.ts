import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MAX_PATHS, MAX_WAIT_MS, PendingChanges, QUIET_MS } from '../../../src/folder/pendingChanges.ts';

test('a burst is due when it has been quiet for a second, or five seconds after it began', () => {
  const pending = new PendingChanges();
  const due = [0, 600, 1200, 3000, 4900].map((nowMs) => {
    pending.add('a.md', nowMs);
    return pending.dueAtMs;
  });
  assert.deepEqual(due, [1000, 1600, 2200, 4000, 5000]);
  pending.take();
  pending.finish();
  assert.deepEqual([pending.dueAtMs, pending.size, pending.sinceMs], [undefined, 0, undefined]);
  pending.add('a.md', 9000);
  assert.equal(pending.dueAtMs, 10_000);
});

test('each path is taken once, in the order in which it first changed', () => {
  const pending = new PendingChanges();
  for (const path of ['b', 'a', 'b', 'c', 'a']) pending.add(path, 0);
  assert.deepEqual([pending.size, pending.take(), pending.take()], [3, { kind: 'update', paths: ['b', 'a', 'c'] }, undefined]);
});

test('more paths than it keeps are a pass over the folder', () => {
  const pending = new PendingChanges();
  for (let i = 0; i < MAX_PATHS; i++) pending.add(`${i}`, 0);
  assert.equal(pending.size, MAX_PATHS);
  pending.add('one more', 0);
  pending.add('and another', 0);
  assert.deepEqual([pending.size, pending.take(), pending.take()], ['all', { kind: 'full-pass', areMany: true }, undefined]);
});

test('after many changes there is a look at the folder later, also when some files have changed until then', () => {
  const pending = new PendingChanges();
  pending.lookAgain(0, true);
  pending.add('a', 10_000);
  const seen = [pending.dueAtMs, pending.size, pending.take(), pending.dueAtMs, pending.take(), pending.dueAtMs];
  const update = { kind: 'update', paths: ['a'] };
  assert.deepEqual(seen, [11_000, 'all', update, 30_000, { kind: 'full-pass', areMany: true }, undefined]);
});

test('what could not be done comes back with what has changed since', () => {
  const pending = new PendingChanges();
  pending.add('a', 0);
  const work = pending.take();
  assert.ok(work);
  pending.add('b', 10);
  pending.restore(work, 20);
  assert.deepEqual(pending.take(), { kind: 'update', paths: ['b', 'a'] });
  pending.addFullPass(0);
  pending.restore({ kind: 'update', paths: ['c'] }, 0);
  assert.deepEqual(pending.take(), { kind: 'full-pass', areMany: false });
});

test('changes count until they are indexed, since the first of them', () => {
  const pending = new PendingChanges();
  const seen: unknown[] = [];
  const look = (): void => void seen.push([pending.size, pending.sinceMs]);
  pending.add('a', 5);
  const work = pending.take();
  assert.ok(work);
  look();
  for (const path of ['a', 'b']) pending.add(path, 10);
  look();
  pending.restore(work, 20);
  look();
  pending.take();
  pending.add('c', 30);
  pending.finish();
  look();
  pending.addFullPass(40);
  pending.take();
  look();
  pending.finish();
  look();
  assert.deepEqual(seen, [
    [1, 5],
    [2, 5],
    [2, 5],
    [1, 30],
    ['all', 30],
    [0, undefined],
  ]);
});

const event = fc.record({
  path: fc.nat(30).map(String),
  afterMs: fc.nat(3000),
  isFull: fc.integer({ min: 0, max: 40 }).map((n) => n === 0),
});

test('nothing that changed is lost, and nothing waits longer than it may', () => {
  fc.assert(
    fc.property(fc.array(event, { maxLength: 80 }), (events) => {
      const pending = new PendingChanges();
      const open = new Map<string, number>();
      let nowMs = 0;
      const takeDue = (untilMs: number): void => {
        const { dueAtMs } = pending;
        if (dueAtMs === undefined || dueAtMs > untilMs) return;
        const work = pending.take();
        for (const [path, sinceMs] of open) {
          assert.ok(work?.kind === 'full-pass' || work?.paths.includes(path), path);
          assert.ok(dueAtMs - sinceMs <= MAX_WAIT_MS && dueAtMs - nowMs <= QUIET_MS);
        }
        open.clear();
        pending.finish();
      };
      for (const { path, afterMs, isFull } of events) {
        takeDue(nowMs + afterMs);
        nowMs += afterMs;
        if (isFull) pending.addFullPass(nowMs);
        else {
          pending.add(path, nowMs);
          if (!open.has(path)) open.set(path, nowMs);
        }
      }
      takeDue(Infinity);
      assert.deepEqual([open.size, pending.size, pending.sinceMs], [0, 0, undefined]);
    }),
  );
});
