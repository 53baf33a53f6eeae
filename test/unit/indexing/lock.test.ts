import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { isAriadneError } from '../../../src/base/errors.ts';
import { lockForWriting } from '../../../src/indexing/lock.ts';
import { impossiblePids } from '../../support/impossiblePids.ts';
import { cannotMount, smallDisk } from '../../support/smallDisk.ts';
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

const owners: readonly { readonly name: string; readonly content: string; readonly silentMinutes?: number; readonly isTaken: boolean }[] = [
  { name: 'a dead process', content: owner({ pid: deadPid }), isTaken: true },
  { name: 'a dead process that had our number', content: owner({ pid: process.pid }), isTaken: true },
  { name: 'a living process', content: owner({ pid: process.ppid }), isTaken: false },
  { name: 'a process of another machine', content: owner({ pid: deadPid, host: 'elsewhere' }), isTaken: false },
  { name: 'a living process that was silent for 9 minutes', content: owner({ pid: process.ppid }), silentMinutes: 9, isTaken: false },
  {
    name: 'a process silent for 11 minutes, whose number another has',
    content: owner({ pid: process.ppid }),
    silentMinutes: 11,
    isTaken: true,
  },
  { name: 'a process of another machine, silent for 11 minutes', content: owner({ pid: 1, host: 'x' }), silentMinutes: 11, isTaken: true },
  ...impossiblePids.flatMap((pid) => [
    { name: `nobody: no process has the id ${JSON.stringify(pid)}`, content: owner({ pid }), isTaken: true },
    { name: `nobody elsewhere either: ${JSON.stringify(pid)}`, content: owner({ pid, host: 'elsewhere' }), isTaken: true },
  ]),
  { name: 'nobody: it is empty', content: '', isTaken: true },
  { name: 'nobody: it is not a lock', content: '[1]', isTaken: true },
];

function owner(parts: { readonly pid: unknown; readonly host?: string }): string {
  return JSON.stringify({ host: hostname(), token: 'another', ...parts });
}

for (const { name, content, silentMinutes = 0, isTaken } of owners) {
  test(`a lock of ${name} is ${isTaken ? 'taken over' : 'respected'}`, async (t) => {
    const { folder, outcome } = await tryFor(t, content, silentMinutes);
    assert.deepEqual({ outcome, left: readdirSync(folder) }, { outcome: isTaken, left: ['writer.lock'] });
  });
}

test('after sleep, or when the clock was set, a lock stays with the owner that shows that it lives', async (t) => {
  const content = owner({ pid: process.ppid });
  const now = Date.now() / 1000;
  const { outcome } = await tryFor(t, content, 60, (file) => utimesSync(file, now, now));
  assert.equal(outcome, false);
});

/** @param onWait while the lock is watched @returns whether it was taken */
async function tryFor(t: TestContext, content: string, silentMinutes: number, onWait: (file: string) => void = () => undefined) {
  const folder = tempFolder(t);
  const file = join(folder, 'writer.lock');
  t.mock.method(globalThis, 'setTimeout', (done: () => void, ms: number) => {
    assert.equal(ms, 25_000);
    onWait(file);
    return setImmediate(done);
  });
  writeFileSync(file, content);
  const touched = Date.now() / 1000 - silentMinutes * 60;
  utimesSync(file, touched, touched);
  const outcome = await lockForWriting(folder).then(
    () => true,
    (error: unknown) => !isAriadneError(error, 'index-locked'),
  );
  return { folder, outcome };
}

test('of many that find a stale lock at once exactly one gets it', async (t) => {
  const folder = tempFolder(t);
  writeFileSync(join(folder, 'writer.lock'), owner({ pid: deadPid }));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => lockForWriting(folder)));
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1);
});

test('an owner says that it lives, and learns that another has taken over, whose lock it leaves alone', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const folder = tempFolder(t);
  const file = join(folder, 'writer.lock');
  const lock = await lockForWriting(folder);
  utimesSync(file, 0, 0);
  t.mock.timers.tick(20_000);
  await until(() => statSync(file).mtimeMs > 0);
  writeFileSync(file, owner({ pid: process.ppid }));
  t.mock.timers.tick(20_000);
  await until(() => lock.lost.aborted);
  await lock.release();
  assert.equal(readFileSync(file, 'utf8'), owner({ pid: process.ppid }));
});

test('an owner that asks learns at once that another has taken over', async (t) => {
  const folder = tempFolder(t);
  const lock = await lockForWriting(folder);
  await lock.check();
  assert.equal(lock.lost.aborted, false);
  writeFileSync(join(folder, 'writer.lock'), owner({ pid: process.ppid }));
  await lock.check();
  assert.ok(isAriadneError(lock.lost.reason, 'index-lock-lost'));
});

test('who takes over a lock removes what killed processes have left while they took it', async (t) => {
  const folder = tempFolder(t);
  const [old, young] = [1, 2].map((part) => `writer.lock.${part}0000000-0000-4000-8000-000000000000`) as [string, string];
  for (const name of ['writer.lock', old, young]) writeFileSync(join(folder, name), owner({ pid: deadPid }));
  utimesSync(join(folder, old), 1_700_000_000, 1_700_000_000);
  await (await lockForWriting(folder)).release();
  assert.deepEqual(readdirSync(folder), [young]);
});

test('a lock is taken although another process, whose clock is wrong, removes what is written to take it', async (t) => {
  const folder = tempFolder(t);
  let left = 20;
  const removing = setInterval(() => {
    const draft = left > 0 && readdirSync(folder).find((name) => /\.[0-9a-f-]{36}$/.test(name));
    if (draft && left-- > 0) rmSync(join(folder, draft), { force: true });
  });
  t.after(() => clearInterval(removing));
  for (let i = 0; i < 20; i++) {
    writeFileSync(join(folder, 'writer.lock'), owner({ pid: deadPid }));
    const lock = await lockForWriting(folder);
    assert.equal((JSON.parse(readFileSync(join(folder, 'writer.lock'), 'utf8')) as { pid: number }).pid, process.pid);
    await lock.release();
  }
});

test('a lock that cannot be removed from a read-only disk is removed when it can be', { skip: cannotMount() }, async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const disk = smallDisk(t, 1024 * 1024);
  const lock = await lockForWriting(disk.folder);
  disk.setReadOnly(true);
  await lock.release();
  disk.setReadOnly(false);
  await assert.rejects(lockForWriting(disk.folder), (error) => isAriadneError(error, 'index-locked'));
  t.mock.timers.tick(20_000);
  await until(() => readdirSync(disk.folder).length === 0);
  await (await lockForWriting(disk.folder)).release();
});

test('a folder that is not there is created; one that goes with the lock in it does no harm', async (t) => {
  const folder = join(tempFolder(t), 'not', 'there');
  const lock = await lockForWriting(folder);
  rmSync(folder, { recursive: true });
  await lock.release();
  await (await lockForWriting(folder)).release();
});

/** Waits for work of the file system that the test cannot see. */
async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setImmediate(resolve));
}
