import assert from 'node:assert/strict';
import { test } from 'node:test';
import { peers } from '../../../bench/peers/peers.ts';
import { withTempFolder } from '../../../bench/harness.ts';

const [storms, tides] = [
  { row: 0, path: 'storms.md', text: 'Storms\nThe storms of autumn' },
  { row: 1, path: 'tides.md', text: 'Tides\nThe "tides" of spring' },
];
const changed = { row: 2, path: 'tides.md', text: 'Tides\nA glacier now' };

/** Those that are given passages. */
const indexes = ['SQLite FTS5', 'MiniSearch', 'Orama', 'LanceDB'];

for (const [name, open] of Object.entries(peers).filter(([peer]) => indexes.includes(peer))) {
  test(`${name}: a new process finds what was indexed, and only the new text of what was replaced`, () =>
    withTempFolder(async (storage) => {
      const openAgain = (): ReturnType<typeof open> => open({ storage, documents: storage, program: storage });
      const first = await openAgain();
      await first.index([storms, tides]);
      await first.close();
      const second = await openAgain();
      assert.deepEqual(await second.search('Which "tides" (really)?', 5), ['tides.md']);
      await second.replace([1], [changed]);
      await second.close();
      const third = await openAgain();
      assert.deepEqual(await third.search('glacier', 5), ['tides.md']);
      assert.deepEqual(await third.search('spring', 5), []);
      assert.deepEqual(await third.search('autumn', 1), ['storms.md']);
      await third.close();
    }));
}
