import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { test } from 'node:test';
import { isAbort } from '../../../src/base/abort.ts';
import { buildExactGraph } from '../../../src/indexing/graph/exactGraph.ts';
import { memoryVectors } from '../../support/memoryVectors.ts';
import type { NeighborLists } from '../../../src/indexing/graph/neighborLists.ts';
import { buildPartitionedGraph } from '../../../src/indexing/graph/partitionedGraph.ts';
import { seededRandom } from '../../../src/base/seededRandom.ts';
import { sampleOf } from '../../../src/indexing/graph/partitions.ts';
import { loadKernel } from '../../support/kernel.ts';
import { tempFolder } from '../../support/tempFolder.ts';
import { clusteredVectors } from './graphVectors.ts';

const kernel = await loadKernel();
const d = 16;
const clustered = memoryVectors(clusteredVectors(3000, d, 60, 4), d);

test('in clustered vectors nearly all exact neighbors are found, and recall says how many', async (t) => {
  const workFolder = tempFolder(t, {});
  const shares: number[] = [];
  const { recall, ...lists } = await buildPartitionedGraph(kernel, clustered, 8, {
    seed: 1,
    workFolder,
    onShare: (share) => shares.push(share),
  });
  const exact = await buildExactGraph(kernel, clustered, 8);
  const truth = overlap(lists, exact);
  assert.ok(truth > 0.95, `recall is ${truth}`);
  assert.ok(Math.abs(recall - truth) < 0.02, `${recall} was told of ${truth}`);
  assert.deepEqual(
    [...shares].sort((a, b) => a - b),
    shares,
  );
  assert.equal(shares.at(-1), 1);
  assert.deepEqual(readdirSync(workFolder), []);
});

test('the same seed gives the same graph', async (t) => {
  const workFolder = tempFolder(t, {});
  const [a, b] = [
    await buildPartitionedGraph(kernel, clustered, 4, { seed: 7, workFolder }),
    await buildPartitionedGraph(kernel, clustered, 4, { seed: 7, workFolder }),
  ];
  assert.deepEqual(a, b);
});

for (const count of [0, 1, 2, 5]) {
  test(`${count} vectors have lists too`, async (t) => {
    const source = memoryVectors(clusteredVectors(count, d, 1, 1), d);
    const { neighbors } = await buildPartitionedGraph(kernel, source, 3, { seed: 1, workFolder: tempFolder(t, {}) });
    assert.equal(neighbors.length, count * 3);
  });
}

test('a build that is cancelled midway gives nothing and leaves no file', async (t) => {
  const workFolder = tempFolder(t, {});
  const stopping = new AbortController();
  const onShare = (share: number): void => {
    if (share > 0.5) stopping.abort();
  };
  await assert.rejects(buildPartitionedGraph(kernel, clustered, 4, { seed: 1, workFolder, onShare, signal: stopping.signal }), isAbort);
  assert.deepEqual(readdirSync(workFolder), []);
});

test('a sample has the wanted size, ascends, and reaches everywhere', () => {
  const sample = sampleOf(1000, 100, seededRandom(3));
  assert.deepEqual({ size: sample.length, ascending: [...new Set(sample)].sort((a, b) => a - b) }, { size: 100, ascending: [...sample] });
  assert.ok(sample.some((at) => at < 100) && sample.some((at) => at >= 900));
});

/** Share of the exact neighbors that are in the lists. */
function overlap(lists: NeighborLists, exact: NeighborLists): number {
  const { k } = exact;
  let found = 0;
  for (let at = 0; at < exact.neighbors.length; at += k) {
    const listed = new Set(lists.neighbors.subarray(at, at + k));
    for (const neighbor of exact.neighbors.subarray(at, at + k)) if (listed.has(neighbor)) found++;
  }
  return found / exact.neighbors.length;
}
