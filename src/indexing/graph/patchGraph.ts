/** Keeps an exact neighbor graph exact when passages come and go, at a cost in proportion to the change instead of the graph. */
import type { NearestKernel } from '../../models/nearest.ts';
import type { NearestRows } from '../../models/nearestRows.ts';
import type { VectorTable } from '../vectorTable.ts';
import { keepOthers } from './exactGraph.ts';
import type { ChangedLists, GraphOptions, RowLists } from './neighborLists.ts';

/** Sums of the same products in another order differ by less than this; similarities of other vectors differ by more. */
const sameSimilarity = 1e-6;

export interface GraphChange {
  /** Includes rows that existed before and now have another vector. */
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

/**
 * The lists that differ after a change; with them the graph is that of a full build. Lists of added passages, and those that lost a
 * neighbor or have too few, are recomputed in one batch; into the others the added passages are merged in a second. Time: (lists
 * recomputed + added) × passages. An edited document of 10 passages among 50,000 × 384 affects about 200 lists and takes 150 ms of
 * processor time.
 *
 * A similarity may differ from that of a full build in its last bits, and so may the order of passages that are almost equally near.
 * @param vectors vectors of all passages after the change
 * @param lists lists before the change; a row beyond their end has an empty list. Entries that name a row without a vector count as removed
 * @returns rows ascending; only lists that differ from before, and none of removed rows
 * @throws AbortError between tiles
 */
export async function patchGraph(
  kernel: NearestKernel,
  vectors: VectorTable,
  lists: RowLists,
  change: GraphChange,
  { signal, onShare }: GraphOptions = {},
): Promise<ChangedLists> {
  const { rows, pieces, dimension } = vectors;
  const graph = new PatchedGraph(vectors, lists, change);
  const { broken, added } = graph;
  const telling = (before: number, share: (done: number) => number): { signal?: AbortSignal; onTile: (done: number) => void } => ({
    ...(signal && { signal }),
    onTile: (done) => onShare?.((before + share(done)) / (broken.length + added.length)),
  });

  const recomputed = await vectors.nearest(
    kernel,
    vectors.gather(broken),
    lists.k + 1,
    telling(0, (done) => done),
  );
  broken.forEach((position, i) => graph.replace(position, recomputed, i));

  const addedValues = vectors.gather(added);
  for (const { from, values } of added.length === 0 ? [] : pieces) {
    const offered = await kernel.nearest(
      values,
      addedValues,
      dimension,
      Math.min(lists.k, added.length),
      telling(broken.length, (done) => (added.length * (from + done)) / rows.length),
    );
    const to = from + values.length / dimension;
    for (let position = from; position < to; position++) graph.offer(position, offered, position - from);
  }
  onShare?.(1);
  return graph.changedLists();
}

/** The state of each list during a patch. A position is an index into `vectors`. Rows ascend, so ties by position are ties by row. */
class PatchedGraph {
  /** Ascending positions of the lists to recompute. */
  readonly broken: Int32Array;
  /** Ascending positions of the added passages that have a vector. */
  readonly added: Int32Array;
  readonly #rows: Int32Array;
  readonly #before: RowLists;
  readonly #isBroken: Uint8Array;
  readonly #isChanged: Uint8Array;
  /** Changed lists, by position; they name rows. */
  readonly #after: RowLists;

  constructor({ rows }: VectorTable, before: RowLists, change: GraphChange) {
    const { k } = before;
    const n = rows.length;
    this.#rows = rows;
    this.#before = before;
    this.#after = { k, neighbors: new Int32Array(n * k).fill(-1), similarities: new Float32Array(n * k) };
    this.#isChanged = new Uint8Array(n);
    const size = Math.max(before.neighbors.length / k, (rows.at(-1) ?? -1) + 1);
    const isNew = flags(size, change.added);
    const stays = flags(size, rows);
    for (const row of [...change.added, ...change.removed]) stays[row] = 0;
    this.added = positionsWhere(n, (position) => isNew[rows[position]!] === 1);
    this.#isBroken = new Uint8Array(n);
    for (let position = 0; position < n; position++) {
      const row = rows[position]!;
      if (isNew[row] === 1 || isBrokenList(before, row, stays, n)) this.#isBroken[position] = 1;
    }
    this.broken = positionsWhere(n, (position) => this.#isBroken[position] === 1);
  }

  /** Sets a list to list `i` of a search among all vectors. */
  replace(position: number, found: NearestRows, i: number): void {
    keepOthers(found, i, position, this.#after, position);
    const { k, neighbors } = this.#after;
    for (let j = position * k; j < (position + 1) * k && neighbors[j]! >= 0; j++) neighbors[j] = this.#rows[neighbors[j]!]!;
    this.#isChanged[position] = this.#differs(position) ? 1 : 0;
  }

  /** Merges list `i` of a search among the added vectors into an unbroken list; of equally near vectors the lower row comes first. */
  offer(position: number, found: NearestRows, i: number): void {
    if (this.#isBroken[position] === 1) return;
    const { k, neighbors, similarities } = this.#before;
    const endA = (this.#rows[position]! + 1) * k;
    if (found.similarities[i * found.k]! < similarities[endA - 1]! && neighbors[endA - 1]! >= 0) return;
    const after = this.#after;
    let a = endA - k;
    let b = i * found.k;
    for (let to = position * k; to < (position + 1) * k; to++) {
      const rowA = a < endA ? neighbors[a]! : -1;
      const rowB = b < (i + 1) * found.k && found.rows[b]! >= 0 ? this.#rows[this.added[found.rows[b]!]!]! : -1;
      if (rowA < 0 && rowB < 0) break;
      const isFromB = rowB >= 0 && (rowA < 0 || isNearer(found.similarities[b]!, rowB, similarities[a]!, rowA));
      if (isFromB) this.#isChanged[position] = 1;
      after.neighbors[to] = isFromB ? rowB : rowA;
      after.similarities[to] = isFromB ? found.similarities[b++]! : similarities[a++]!;
    }
  }

  changedLists(): ChangedLists {
    const { k, neighbors, similarities } = this.#after;
    const changed = positionsWhere(this.#rows.length, (position) => this.#isChanged[position] === 1);
    const lists = {
      rows: changed.map((position) => this.#rows[position]!),
      neighbors: new Int32Array(changed.length * k),
      similarities: new Float32Array(changed.length * k),
    };
    changed.forEach((position, i) => {
      lists.neighbors.set(neighbors.subarray(position * k, (position + 1) * k), i * k);
      lists.similarities.set(similarities.subarray(position * k, (position + 1) * k), i * k);
    });
    return lists;
  }

  #differs(position: number): boolean {
    const { k, neighbors, similarities } = this.#after;
    const before = this.#before;
    const start = this.#rows[position]! * k;
    for (let j = 0; j < k; j++) {
      const [at, was] = [position * k + j, start + j];
      // A missing list reads as undefined, which also differs from -1, so an added passage without neighbors gets an empty list.
      if (neighbors[at] !== before.neighbors[was]) return true;
      if (!(Math.abs(similarities[at]! - before.similarities[was]!) < sameSimilarity)) return true;
    }
    return false;
  }
}

function positionsWhere(n: number, holds: (position: number) => boolean): Int32Array {
  const positions: number[] = [];
  for (let position = 0; position < n; position++) if (holds(position)) positions.push(position);
  return Int32Array.from(positions);
}

/** True for a list that names a removed row, or has fewer neighbors than possible. */
function isBrokenList({ k, neighbors }: RowLists, row: number, stays: Uint8Array, n: number): boolean {
  const start = row * k;
  const wanted = Math.min(k, n - 1);
  for (let j = 0; j < k; j++) {
    const neighbor = neighbors[start + j] ?? -1;
    if (neighbor >= 0 ? stays[neighbor] !== 1 : j < wanted) return true;
    if (neighbor < 0) return false;
  }
  return false;
}

function isNearer(similarityA: number, rowA: number, similarityB: number, rowB: number): boolean {
  return similarityA > similarityB || (similarityA === similarityB && rowA < rowB);
}

function flags(size: number, rows: Iterable<number>): Uint8Array {
  const flagged = new Uint8Array(size);
  for (const row of rows) flagged[row] = 1;
  return flagged;
}
