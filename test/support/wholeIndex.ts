/** All that an index knows, to be compared with that of another index of the same documents. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { IndexState } from '../../src/indexing/indexState.ts';
import { loadSnapshot } from '../../src/indexing/loadSnapshot.ts';
import { loadModel, saveModel } from '../../src/indexing/modelTables.ts';
import { staticDimension } from '../../src/models/builtin/staticModel.ts';
import { openStore } from './indexCheck.ts';
import { loadKernel } from './kernel.ts';

/** Of a sum whose terms are added in another order. */
const tolerance = 1e-5;

export type Everything = Awaited<ReturnType<typeof everythingOf>>;

/** All but rows and times, which differ. Its vectors have as many numbers as those of the built-in embedder. */
export async function everythingOf(storage: string) {
  const store = await openStore(storage);
  try {
    const snapshot = await loadSnapshot(store, await loadKernel(), () => Promise.resolve(staticDimension));
    assert.ok(snapshot, 'no index');
    const passages = await snapshot.passages([...snapshot.keys.rows]);
    const documents = [...(await store.documents()).values()].map(({ path, state, reason, hash, title, parser, passages: count }) => {
      return { path, state, reason, hash, title, parser, passages: count };
    });
    const contents = {
      documents: documents.sort((a, b) => (a.path < b.path ? -1 : 1)),
      epoch: snapshot.epoch,
      model: snapshot.model,
      passages: [...passages].sort((a, b) => (a.id < b.id ? -1 : 1)),
      ...graphOf(await snapshot.state()),
    };
    snapshot.close();
    return contents;
  } finally {
    store.close();
  }
}

/** Where two differ, in words: the first difference of each part, since those of all vectors take the machine's memory to print. */
export function differencesOf(one: Everything, other: Everything): readonly string[] {
  return (Object.keys(one) as (keyof Everything)[]).flatMap((part) => {
    const [here, there] = [one[part], other[part]];
    if (here === there) return [];
    if (typeof here === 'string' || typeof there === 'string') return [`${part}: ${JSON.stringify([here, there])}`];
    const at = [...here.keys(), here.length].find((i) => !isSame(here[i], there[i]));
    if (at === undefined) return [];
    const said = (all: readonly unknown[]): string => JSON.stringify(all[at] ?? 'nothing').slice(0, 300);
    return [`${part}: ${here.length}, not ${there.length}; the first that differs is ${said(here)}, not ${said(there)}`];
  });
}

interface Neighbors {
  readonly id: string;
  readonly similarities: readonly number[];
}

/** Where a list was patched, its similarities may have been summed in another order. */
function isSame(one: unknown, other: unknown): boolean {
  if (!isNeighbors(one) || !isNeighbors(other)) return isDeepStrictEqual(one, other);
  const areNear = one.similarities.every((similarity, i) => Math.abs(similarity - (other.similarities[i] ?? NaN)) <= tolerance);
  return one.id === other.id && one.similarities.length === other.similarities.length && areNear;
}

function isNeighbors(one: unknown): one is Neighbors {
  return typeof one === 'object' && one !== null && 'similarities' in one;
}

/** Has the other index begin with the model that this one uses, if it has learned, so that their vectors can be compared. */
export async function lendModel(from: string, to: string): Promise<void> {
  const [lender, borrower] = [await openStore(from), await openStore(to)];
  try {
    const id = (await lender.meta('embedder')) ?? '';
    const model = await loadModel(lender.database, id);
    if (!model) return;
    await saveModel(borrower.database, id, 'static', model);
    await borrower.setMeta({ embedder: id, changedSinceLearned: '0' });
  } finally {
    lender.close();
    borrower.close();
  }
}

/**
 * Vectors and neighbor lists by passage. A list is compared by its similarities, because equally near neighbors may stand for each other;
 * each neighbor must be as near as the list says.
 */
function graphOf({ rows, ids, vectors, lists }: IndexState) {
  const at = new Map([...vectors.rows].map((row, i) => [row, i]));
  const vectorOf = (row: number): Float32Array => vectors.at(at.get(row) ?? NaN);
  const wrong: string[] = [];
  const found = [...rows].map((row, i) => {
    const [start, end] = [row * lists.k, (row + 1) * lists.k];
    const neighbors = [...lists.neighbors.subarray(start, end)].filter((neighbor) => neighbor >= 0);
    const similarities = [...lists.similarities.subarray(start, start + neighbors.length)];
    neighbors.forEach((neighbor, j) => {
      if (Math.abs(dot(vectorOf(row), vectorOf(neighbor)) - (similarities[j] ?? NaN)) > tolerance) wrong.push(`${ids.at(i)} ${neighbor}`);
    });
    if (new Set(neighbors).size < neighbors.length || neighbors.includes(row)) wrong.push(`${ids.at(i)} repeats`);
    return { id: ids.at(i) ?? '', vector: [...vectorOf(row)], similarities };
  });
  const byId = found.sort((a, b) => (a.id < b.id ? -1 : 1));
  return {
    wrong,
    vectors: byId.map(({ id, vector }) => ({ id, vector })),
    graph: byId.map(({ id, similarities }): Neighbors => ({ id, similarities })),
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? NaN), 0);
}
