import assert from 'node:assert/strict';
import { setImmediate } from 'node:timers/promises';
import { test } from 'node:test';
import { Lane, Workers, type JobOptions } from '../../../scripts/workers.ts';

/** Jobs that end when they are told to, and the names of those that have begun. */
function jobsOf(count: number): {
  readonly begun: string[];
  readonly add: (name: string, options?: JobOptions) => void;
  readonly end: (name: string) => Promise<void>;
} {
  const workers = new Workers(count);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    add: (name, options) =>
      void workers.do(() => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      }, options),
    end: async (name) => {
      ends.get(name)?.();
      await setImmediate();
    },
  };
}

test('as many jobs run as there are workers, in their order', async () => {
  const { begun, add, end } = jobsOf(2);
  for (const name of ['a', 'b', 'c', 'd']) add(name);
  assert.deepEqual(begun, ['a', 'b']);
  await end('b');
  assert.deepEqual(begun, ['a', 'b', 'c']);
  await end('a');
  await end('c');
  assert.deepEqual(begun, ['a', 'b', 'c', 'd']);
});

test('a job whose lane is full lets others pass, and goes first when there is room', async () => {
  const { begun, add, end } = jobsOf(2);
  const lane = new Lane(1);
  for (const name of ['editor 1', 'editor 2']) add(name, { lane });
  for (const name of ['a', 'b', 'c']) add(name);
  assert.deepEqual(begun, ['editor 1', 'a']);
  await end('a');
  await end('editor 1');
  assert.deepEqual(begun, ['editor 1', 'a', 'b', 'editor 2']);
});

test('an urgent job goes before those that wait', async () => {
  const { begun, add, end } = jobsOf(1);
  for (const name of ['a', 'b']) add(name);
  add('urgent', { isUrgent: true });
  await end('a');
  assert.deepEqual(begun, ['a', 'urgent']);
});

test('a job that fails frees its worker, and says why', async () => {
  const workers = new Workers(1);
  const failed = workers.do(() => Promise.reject(new Error('broken')));
  const next = workers.do(() => Promise.resolve('done'));
  await assert.rejects(failed, /broken/);
  assert.equal(await next, 'done');
});
