import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../src/base/abort.ts';
import { buildExactGraph } from '../../../src/indexing/graph/exactGraph.ts';
import { loadKernel } from '../../support/kernel.ts';
import { slowLists, tableOf, wholeNumbers } from './graphVectors.ts';

const kernel = await loadKernel();

test('each list is what a slow search of all others finds, equal vectors included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(50), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }), fc.nat(1000), async (n, d, k, seed) => {
      const values = wholeNumbers(n, d, seed);
      const { rows, ...lists } = await buildExactGraph(kernel, tableOf(values, d), k);
      assert.deepEqual({ k, ...lists }, slowLists(values, d, k));
      assert.deepEqual([...rows], [...Array(n).keys()]);
    }),
    { numRuns: 60 },
  );
});

test('a build of several blocks tells its share, which grows to 1', async () => {
  const shares: number[] = [];
  await buildExactGraph(kernel, tableOf(wholeNumbers(9000, 3, 5), 3), 4, { onShare: (share) => shares.push(share) });
  assert.deepEqual(
    [...shares].sort((a, b) => a - b),
    shares,
  );
  assert.equal(shares.at(-1), 1);
});

test('a build that is cancelled stops between tiles, and lets other work have its turn meanwhile', async () => {
  const stopping = new AbortController();
  setImmediate(() => stopping.abort());
  await assert.rejects(buildExactGraph(kernel, tableOf(wholeNumbers(9000, 2, 1), 2), 4, { signal: stopping.signal }), isAbort);
});
