import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isAbort } from '../../../src/base/abort.ts';
import { buildExactGraph } from '../../../src/indexing/graph/exactGraph.ts';
import type { RowLists } from '../../../src/indexing/graph/neighborLists.ts';
import { patchGraph, type GraphChange } from '../../../src/indexing/graph/patchGraph.ts';
import { VectorTable } from '../../../src/indexing/vectorTable.ts';
import { loadKernel } from '../../support/kernel.ts';
import { wholeNumbers } from './graphVectors.ts';

const kernel = await loadKernel();
const d = 3;

/** Passages by row, and the graph that is kept by patches. */
class Corpus {
  readonly #vectors = new Map<number, Float32Array>();
  #lists: RowLists;

  constructor(k: number) {
    this.#lists = { k, neighbors: new Int32Array(0), similarities: new Float32Array(0) };
  }

  get rows(): number[] {
    return [...this.#vectors.keys()].sort((a, b) => a - b);
  }

  get table(): VectorTable {
    const rows = this.rows;
    const values = Float32Array.from(rows.flatMap((row) => [...(this.#vectors.get(row) ?? [])]));
    return VectorTable.of(Int32Array.from(rows), values, d);
  }

  /** Returns the rows whose lists changed. */
  async change(put: ReadonlyMap<number, Float32Array>, removed: readonly number[]): Promise<number[]> {
    for (const row of removed) this.#vectors.delete(row);
    for (const [row, vector] of put) this.#vectors.set(row, vector);
    const before = this.asRecord();
    const changed = await patchGraph(kernel, this.table, this.#lists, { added: [...put.keys()], removed });
    this.#write(changed, removed);
    const after = this.asRecord();
    const rows = [...changed.rows];
    assert.deepEqual(
      rows,
      this.rows.filter((row) => !isSame(before[row], after[row])),
      'exactly the lists that changed are named',
    );
    return rows;
  }

  #write(changed: Awaited<ReturnType<typeof patchGraph>>, removed: readonly number[]): void {
    const { k } = this.#lists;
    const size = Math.max(this.#lists.neighbors.length / k, (this.rows.at(-1) ?? -1) + 1);
    const next = { k, neighbors: new Int32Array(size * k).fill(-1), similarities: new Float32Array(size * k) };
    next.neighbors.set(this.#lists.neighbors);
    next.similarities.set(this.#lists.similarities);
    for (const row of removed) {
      next.neighbors.fill(-1, row * k, (row + 1) * k);
      next.similarities.fill(0, row * k, (row + 1) * k);
    }
    changed.rows.forEach((row, i) => {
      next.neighbors.set(changed.neighbors.subarray(i * k, (i + 1) * k), row * k);
      next.similarities.set(changed.similarities.subarray(i * k, (i + 1) * k), row * k);
    });
    this.#lists = next;
  }

  asRecord(): Record<number, readonly (readonly [number, number])[] | undefined> {
    const { k, neighbors, similarities } = this.#lists;
    return Object.fromEntries(
      this.rows
        .filter((row) => row < neighbors.length / k)
        .map((row) => [row, Array.from({ length: k }, (_, j) => [neighbors[row * k + j] ?? -1, similarities[row * k + j] ?? 0] as const)]),
    );
  }

  /** The lists of a full build, by row. */
  async built(): Promise<Record<number, readonly (readonly [number, number])[]>> {
    const { k } = this.#lists;
    const { rows, neighbors, similarities } = await buildExactGraph(kernel, this.table, k);
    return Object.fromEntries(
      [...rows].map((row, i) => [
        row,
        Array.from({ length: k }, (_, j) => [neighbors[i * k + j] ?? -1, similarities[i * k + j] ?? 0] as const),
      ]),
    );
  }
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

const step = fc.record({
  put: fc.array(fc.tuple(fc.nat(39), fc.nat(1000)), { maxLength: 8 }),
  removed: fc.array(fc.nat(39), { maxLength: 6 }),
});

test('after any insertions, changes and removals the lists are those of a full build', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 6 }), fc.array(step, { minLength: 1, maxLength: 8 }), async (k, steps) => {
      const corpus = new Corpus(k);
      for (const { put, removed } of steps) {
        const vectors = new Map(put.map(([row, seed]) => [row, wholeNumbers(1, d, seed)]));
        await corpus.change(
          vectors,
          removed.filter((row) => !vectors.has(row)),
        );
        assert.deepEqual(corpus.asRecord(), await corpus.built());
      }
    }),
    { numRuns: 150 },
  );
});

/** On a line, so that who is near whom is plain: the larger the number, the nearer to all. */
const along = (...places: readonly number[]): Map<number, Float32Array> =>
  new Map(places.map((place, row) => [row, Float32Array.of(place, 0, 0)]));

test('a passage that is far from all changes no list but its own', async () => {
  const corpus = new Corpus(2);
  await corpus.change(along(5, 6, 7, 8), []);
  assert.deepEqual(await corpus.change(new Map([[9, Float32Array.of(1, 0, 0)]]), []), [9]);
});

test('an edit that leaves a vector as it was changes nothing', async () => {
  const corpus = new Corpus(2);
  await corpus.change(along(5, 6, 7, 8), []);
  assert.deepEqual(await corpus.change(new Map([[1, Float32Array.of(6, 0, 0)]]), []), []);
});

test('entries of rows that have no vector count as removed, no matter what removed them', async () => {
  const lists = { k: 1, neighbors: Int32Array.of(2, 0, 0), similarities: Float32Array.of(9, 2, 9) };
  const vectors = VectorTable.of(Int32Array.of(0, 1), Float32Array.of(1, 2), 1);
  const none: GraphChange = { added: [], removed: [] };
  assert.deepEqual(await patchGraph(kernel, vectors, lists, none), {
    rows: Int32Array.of(0),
    neighbors: Int32Array.of(1),
    similarities: Float32Array.of(2),
  });
});

test('a patch that is cancelled gives nothing', async () => {
  const lists = { k: 1, neighbors: new Int32Array(0), similarities: new Float32Array(0) };
  const vectors = VectorTable.of(Int32Array.of(0, 1), Float32Array.of(1, 2), 1);
  await assert.rejects(patchGraph(kernel, vectors, lists, { added: [0, 1], removed: [] }, { signal: AbortSignal.abort() }), isAbort);
});
