import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { lockForWriting } from '../../../src/index/lock.ts';
import { tempFolder } from '../../support/tempFolder.ts';

const deadPid = spawnSync(process.execPath, ['-e', '']).pid;

test('while one holds the lock another is refused, by name of the owner; afterwards it gets it, and nothing is left', async (t) => {
  const folder = tempFolder(t);
  const lock = await lockForWriting(folder);
  await assert.rejects(
    lockForWriting(folder),
    (error) => isAriadneError(error, 'index-locked') && error.message.startsWith(`Process ${process.pid} on ${hostname()}`),
  );
  await lock.release();
  await (await lockForWriting(folder)).release();
  assert.deepEqual(readdirSync(folder), []);
});

const owners: readonly { readonly name: string; readonly content: string; readonly isTaken: boolean }[] = [
  { name: 'a dead process', content: owner({ pid: deadPid }), isTaken: true },
  { name: 'a dead process that had our number', content: owner({ pid: process.pid }), isTaken: true },
  { name: 'a living process', content: owner({ pid: process.ppid }), isTaken: false },
  { name: 'a process of another machine', content: owner({ pid: deadPid, host: 'elsewhere' }), isTaken: false },
  { name: 'nobody: it is empty', content: '', isTaken: true },
  { name: 'nobody: it is not a lock', content: '[1]', isTaken: true },
];

function owner(parts: { readonly pid: number; readonly host?: string }): string {
  return JSON.stringify({ host: hostname(), token: 'another', ...parts });
}

for (const { name, content, isTaken } of owners) {
  test(`a lock of ${name} is ${isTaken ? 'taken over' : 'respected'}`, async (t) => {
    const folder = tempFolder(t);
    writeFileSync(join(folder, 'writer.lock'), content);
    const outcome = await lockForWriting(folder).then(
      () => true,
      (error: unknown) => !isAriadneError(error, 'index-locked'),
    );
    assert.deepEqual({ outcome, left: readdirSync(folder) }, { outcome: isTaken, left: ['writer.lock'] });
  });
}

test('of many that find a stale lock at once exactly one gets it', async (t) => {
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'writer.lock'), owner({ pid: deadPid }));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockForWriting(folder)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});
