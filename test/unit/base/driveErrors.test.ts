import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUnreachable, longestSilenceMs, systemCode, whileAnswering } from '../../../src/base/driveErrors.ts';
import { abortError, isAbort, yieldToEventLoop } from '../../../src/base/abort.ts';
import { isAriadneError } from '../../../src/base/errors.ts';

test('work on a drive that is silent for too long ends with a sentence, and one that answers goes on', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const never = new Promise<void>(() => undefined);
  const silent = whileAnswering('/docs', () => never, { answeredAtMs: () => -longestSilenceMs });
  const { promise: work, resolve } = Promise.withResolvers<string>();
  const answering = whileAnswering('/other', () => work, { answeredAtMs: () => performance.now() });
  t.mock.timers.tick(longestSilenceMs);
  await assert.rejects(silent, (error) => {
    assert.ok(isAriadneError(error, 'folder-unreachable'));
    return /^The folder \/docs has not answered for 30 s\. Check its drive/.test(error.message);
  });
  resolve('done');
  assert.equal(await answering, 'done');
});

test('while earlier work has no answer, no more is begun, and then it is', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { promise, resolve } = Promise.withResolvers<string>();
  const first = whileAnswering('/away', () => promise, { answeredAtMs: () => -longestSilenceMs });
  t.mock.timers.tick(longestSilenceMs);
  await assert.rejects(first, (error) => isAriadneError(error, 'folder-unreachable'));
  const begun: string[] = [];
  const second = whileAnswering('/away', () => Promise.resolve(begun.push('second')));
  await yieldToEventLoop();
  assert.deepEqual(begun, []);
  resolve('late');
  assert.equal(await second, 1);
});

test('work that never ends can be stopped', async () => {
  const controller = new AbortController();
  const work = whileAnswering('/stopped', () => new Promise(() => undefined), { signal: controller.signal });
  controller.abort(abortError());
  await assert.rejects(work, isAbort);
});

test('a drive is told from a file by the error, also by one that Node has no name for', { skip: process.platform !== 'linux' }, () => {
  const errorOf = (code: string): NodeJS.ErrnoException => Object.assign(new Error(code), { code });
  const codes = ['EIO', 'ENOTCONN', 'Unknown system error -116', 'EACCES', 'ENOENT', 'Unknown system error -1161'].map(errorOf);
  assert.deepEqual(codes.map(isUnreachable), [true, true, true, false, false, false]);
  assert.equal(systemCode(errorOf('Unknown system error -116')), 'ESTALE');
});
