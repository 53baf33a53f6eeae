import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../src/base/abort.ts';
import { isAriadneError } from '../../../src/base/errors.ts';
import { buildExactGraph } from '../../../src/indexing/graph/exactGraph.ts';
import { memoryVectors } from '../../support/memoryVectors.ts';
import { VectorFile } from '../../../src/indexing/graph/vectorFile.ts';
import { loadKernel } from '../../support/kernel.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { slowLists, wholeNumbers } from './graphVectors.ts';

const kernel = await loadKernel();

test('each list is what a slow search of all others finds, equal vectors included', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(50), fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 12 }), fc.nat(1000), async (n, d, k, seed) => {
      const values = wholeNumbers(n, d, seed);
      assert.deepEqual(await buildExactGraph(kernel, memoryVectors(values, d), k), slowLists(values, d, k));
    }),
    { numRuns: 60 },
  );
});

test('a graph of several blocks from a file is that of the vectors in memory, and leaves no file', async (t) => {
  const folder = tempFolder(t, {});
  const values = wholeNumbers(9000, 3, 5);
  const file = await VectorFile.create(folder, 3);
  for (let from = 0; from < 9000; from += 1700) await file.append(values.subarray(from * 3, Math.min(9000, from + 1700) * 3));
  const shares: number[] = [];
  const built = await buildExactGraph(kernel, file, 4, { onShare: (share) => shares.push(share) });
  await file.dispose();
  await file.dispose();
  assert.deepEqual(built, await buildExactGraph(kernel, memoryVectors(values, 3), 4));
  assert.deepEqual(
    [...shares].sort((a, b) => a - b),
    shares,
  );
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(readdirSync(folder), []);
});

test('a build that is cancelled stops between tiles, and lets other work have its turn meanwhile', async () => {
  const stopping = new AbortController();
  setImmediate(() => stopping.abort());
  await assert.rejects(buildExactGraph(kernel, memoryVectors(wholeNumbers(9000, 2, 1), 2), 4, { signal: stopping.signal }), isAbort);
});

test('vectors are read from where they were written, in any order', async (t) => {
  const file = await VectorFile.create(join(tempFolder(t, {}), 'new'), 2);
  t.after(() => file.dispose());
  await file.write(2, Float32Array.of(5, 6));
  await file.write(0, Float32Array.of(1, 2, 3, 4));
  await file.append(Float32Array.of(7, 8));
  assert.deepEqual({ count: file.count, all: await file.read(0, 4) }, { count: 4, all: Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8) });
  await assert.rejects(file.read(3, 5), RangeError);
});

test('a full disk is reported as such', async (t) => {
  const folder = tempFolder(t, { any: '' });
  const any = await open(join(folder, 'any'));
  t.mock.method(Object.getPrototypeOf(any), 'write', () => Promise.reject(new Error('ENOSPC: no space left on device, write')));
  await any.close();
  const file = await VectorFile.create(folder, 1);
  t.after(() => file.dispose());
  await assert.rejects(file.append(Float32Array.of(1)), (error) => isAriadneError(error, 'storage-full') && error.message.includes(folder));
});
