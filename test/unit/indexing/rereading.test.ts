import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AriadneError } from '../../../src/base/errors.ts';
import { readFailed, rereading } from '../../../src/indexing/rereading.ts';

const removed = new Error('lance error: Not found: index.lancedb/passages.lance/data/0.lance');

/** What reading ends with when its first attempts fail, and how often it was tried and refreshed. */
async function outcomeOf(failures: readonly Error[], refresh: () => void = () => undefined) {
  let [tried, refreshed] = [0, 0];
  const read = async (): Promise<string> => {
    const failure = failures[tried++];
    if (failure) throw failure;
    return 'read';
  };
  const renew = async (): Promise<void> => {
    refreshed++;
    refresh();
  };
  const end = rereading(read, renew).catch((error: unknown) => error);
  return { end: await end, tried, refreshed };
}

test('what was replaced is read again from what is there now; what keeps failing, or fails otherwise, is thrown', async () => {
  assert.deepEqual(await outcomeOf([]), { end: 'read', tried: 1, refreshed: 0 });
  assert.deepEqual(await outcomeOf([removed, readFailed({ uri: 'x' })]), { end: 'read', tried: 3, refreshed: 2 });
  assert.deepEqual(await outcomeOf(Array.from({ length: 9 }, () => removed)), { end: removed, tried: 5, refreshed: 4 });
  const others = [new AriadneError('index-missing', 'Not found: no index'), new Error('a bug')];
  for (const other of others) assert.deepEqual(await outcomeOf([other]), { end: other, tried: 1, refreshed: 0 });
  let refreshes = 0;
  const failsOnce = (): void => {
    if (refreshes++ === 0) throw removed;
  };
  assert.deepEqual(await outcomeOf([removed], failsOnce), { end: 'read', tried: 2, refreshed: 2 });
});
