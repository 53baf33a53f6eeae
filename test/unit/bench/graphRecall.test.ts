import assert from 'node:assert/strict';
import { test } from 'node:test';
import { graphRecall } from '../../../bench/graphRecall.ts';
import type { IndexState } from '../../../src/indexing/indexState.ts';
import { PassageTerms } from '../../../src/indexing/fullText/passageTerms.ts';
import { PassageLookup } from '../../../src/indexing/passageLookup.ts';
import { PiecedList } from '../../../src/base/pieces.ts';
import { PackedTexts } from '../../../src/indexing/packedTexts.ts';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';
import { loadKernel } from '../../support/kernel.ts';

/** Five passages on a quarter of a circle; row 2 is gone. */
const angles = [0, 0.1, 0.3, 0.7, 1.5];
const rows = [0, 1, 3, 4, 5];
const values = Float32Array.from(angles.flatMap((angle) => [Math.cos(angle), Math.sin(angle)]));

function stateWith(lists: Readonly<Record<number, readonly number[]>>): IndexState {
  const k = 2;
  const neighbors = new Int32Array(6 * k).fill(-1);
  const similarities = new Float32Array(6 * k);
  for (const [row, list] of Object.entries(lists)) {
    list.forEach((neighbor, i) => {
      neighbors[Number(row) * k + i] = neighbor;
      similarities[Number(row) * k + i] = Math.cos((angles[rows.indexOf(Number(row))] ?? 0) - (angles[rows.indexOf(neighbor)] ?? 0));
    });
  }
  const paths = rows.map(String);
  const ids = PackedTexts.of(paths);
  const state = {
    rows: Int32Array.from(rows),
    ids,
    contentHashes: ids,
    paths: PiecedList.of(paths),
    lookup: PassageLookup.of({ rows: Int32Array.from(rows), ids, paths }),
    listed: Int32Array.from(rows),
    terms: PassageTerms.empty(),
    languages: new Map(),
    removed: [],
  };
  return { ...state, vectors: VectorTable.of(Int32Array.from(rows), values, 2), lists: { k, neighbors, similarities } };
}

const exact = { 0: [1, 3], 1: [0, 3], 3: [1, 0], 4: [3, 1], 5: [4, 3] };

test('the exact lists have all edges, each missing or farther neighbor costs one', async () => {
  const kernel = await loadKernel();
  const recalls = [exact, { ...exact, 4: [3] }, { ...exact, 0: [1, 4], 5: [] }, {}].map((lists) => graphRecall(stateWith(lists), kernel));
  assert.deepEqual(
    (await Promise.all(recalls)).map((recall) => recall.toFixed(3)),
    ['1.000', '0.900', '0.700', '0.000'],
  );
});
