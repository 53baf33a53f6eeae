/**
 * The in-memory part of an index (keys, vectors and neighbor graph in typed arrays), and how a change is applied to it without reading the
 * index again.
 */
import { insertionIndex } from '../base/binarySearch.ts';
import type { ChangedLists, RowLists } from './graph/neighborLists.ts';
import { PassageTerms } from './fullText/passageTerms.ts';
import type { NeighborTable } from './neighborTable.ts';
import type { NumberedPassage } from './passageRows.ts';
import type { PassageReader } from './passageReader.ts';
import { graphK } from './schema.ts';
import type { VectorCache } from './vectorCache.ts';
import { VectorTable } from './vectorTable.ts';

export interface IndexState {
  /** Ascending. `ids`, `contentHashes` and `paths` have the same order. */
  readonly rows: Int32Array;
  readonly ids: readonly string[];
  readonly contentHashes: readonly string[];
  readonly paths: readonly string[];
  /** Vectors of the passages that have one; empty if vectors stay on disk. */
  readonly vectors: VectorTable;
  /** Lists name only rows in `rows`. */
  readonly lists: RowLists;
  /** Ascending rows that have a list, empty lists included. */
  readonly listed: Int32Array;
  /** Of all passages. */
  readonly terms: PassageTerms;
  /** Rows that were removed, whose lists are still stored. */
  readonly removed: readonly number[];
}

/**
 * @param vectors undefined when there are none yet, or too many for memory
 * @param withTerms false where terms are not needed
 */
export async function loadState(
  reader: PassageReader,
  vectors: VectorCache | undefined,
  neighbors: NeighborTable | undefined,
  withTerms = true,
): Promise<IndexState> {
  const { rows, ids, contentHashes, paths } = await reader.keys();
  const size = (rows.at(-1) ?? -1) + 1;
  const stored = await neighbors?.read(size);
  const exists = existing(rows, size);
  const lists = stored?.lists ?? emptyLists(size);
  withoutGone(lists, exists);
  return {
    rows,
    ids,
    contentHashes,
    paths,
    vectors: vectors ? await loadVectors(vectors, rows, contentHashes) : VectorTable.zeros(new Int32Array(0), 1),
    lists,
    listed: (stored?.rows ?? new Int32Array(0)).filter((row) => exists[row] === 1),
    terms: withTerms ? await reader.terms() : PassageTerms.empty(),
    removed: [],
  };
}

/**
 * The state without the removed rows and with the added passages. Added passages have no lists yet; entries that name a removed row are
 * dropped.
 */
export function changedState(
  state: IndexState,
  removed: ReadonlySet<number>,
  added: readonly NumberedPassage[],
  vectorOf: (contentHash: string) => Float32Array | undefined,
): IndexState {
  const kept: number[] = [];
  for (let i = 0; i < state.rows.length; i++) if (!removed.has(state.rows[i]!)) kept.push(i);
  const rows = new Int32Array(kept.length + added.length);
  kept.forEach((from, to) => (rows[to] = state.rows[from]!));
  added.forEach(({ row }, i) => (rows[kept.length + i] = row));
  const size = (rows.at(-1) ?? -1) + 1;
  const lists = emptyLists(size);
  const overlap = Math.min(size * graphK, state.lists.neighbors.length);
  lists.neighbors.set(state.lists.neighbors.subarray(0, overlap));
  lists.similarities.set(state.lists.similarities.subarray(0, overlap));
  withoutGone(lists, existing(rows, size));
  return {
    rows,
    ids: [...kept.map((i) => state.ids[i] ?? ''), ...added.map(({ passage }) => passage.id)],
    contentHashes: [...kept.map((i) => state.contentHashes[i] ?? ''), ...added.map(({ contentHash }) => contentHash)],
    paths: [...kept.map((i) => state.paths[i] ?? ''), ...added.map(({ passage }) => passage.path)],
    vectors: state.vectors.with(
      removed,
      added.flatMap(({ row, contentHash }) => {
        const vector = vectorOf(contentHash);
        return vector ? [{ row, vector }] : [];
      }),
    ),
    lists,
    listed: state.listed.filter((row) => !removed.has(row)),
    terms: state.terms.with(
      removed,
      added.map(({ row, searchTerms: { terms } }) => ({ row, terms })),
    ),
    removed: [...state.removed, ...removed],
  };
}

/** The state with the changed lists. */
export function linkedState(state: IndexState, changed: ChangedLists): IndexState {
  const { k, neighbors, similarities } = state.lists;
  const lists = { k, neighbors: neighbors.slice(), similarities: similarities.slice() };
  changed.rows.forEach((row, i) => {
    lists.neighbors.set(changed.neighbors.subarray(i * k, (i + 1) * k), row * k);
    lists.similarities.set(changed.similarities.subarray(i * k, (i + 1) * k), row * k);
  });
  const added = changed.rows.filter((row) => insertionIndex(row, state.listed) < 0);
  const listed = new Int32Array(state.listed.length + added.length);
  listed.set(state.listed);
  listed.set(added, state.listed.length);
  return { ...state, lists, listed: listed.sort() };
}

/** Ascending rows that have a vector but no list yet. */
export function unlistedRows({ vectors, listed }: IndexState): readonly number[] {
  return [...vectors.rows.filter((row) => insertionIndex(row, listed) < 0)];
}

/** Whether every passage has a vector and a list with as many neighbors as possible. */
export function isLinked({ rows, vectors, lists: { k, neighbors } }: IndexState): boolean {
  const length = Math.min(k, rows.length - 1);
  return vectors.rows.length === rows.length && rows.every((row) => length < 1 || neighbors[row * k + length - 1]! >= 0);
}

async function loadVectors(cache: VectorCache, rows: Int32Array, contentHashes: readonly string[]): Promise<VectorTable> {
  const { dimension } = cache;
  const places = placesOf(contentHashes);
  const all = VectorTable.zeros(rows, dimension);
  const has = new Uint8Array(rows.length);
  await cache.each((hashes, vectors) => {
    hashes.forEach((hash, i) => {
      for (const at of places.get(hash) ?? []) {
        all.at(at).set(vectors.subarray(i * dimension, (i + 1) * dimension));
        has[at] = 1;
      }
    });
  });
  return has.includes(0) ? all.with(new Set(rows.filter((_, i) => has[i] === 0)), []) : all;
}

/** Positions of each content. */
export function placesOf(contentHashes: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  contentHashes.forEach((hash, i) => {
    const at = places.get(hash);
    if (at) at.push(i);
    else places.set(hash, [i]);
  });
  return places;
}

function existing(rows: Int32Array, size: number): Uint8Array {
  const exists = new Uint8Array(size);
  for (const row of rows) exists[row] = 1;
  return exists;
}

function emptyLists(size: number): RowLists {
  return { k: graphK, neighbors: new Int32Array(size * graphK).fill(-1), similarities: new Float32Array(size * graphK) };
}

/** Closes the gaps that removed rows leave in other rows' lists. */
function withoutGone({ neighbors, similarities }: RowLists, exists: Uint8Array): void {
  for (let start = 0; start < neighbors.length; start += graphK) {
    const isGone = exists[start / graphK] !== 1;
    let kept = start;
    for (let at = start; at < start + graphK; at++) {
      const neighbor = neighbors[at]!;
      if (neighbor < 0) break;
      if (isGone || exists[neighbor] !== 1) continue;
      neighbors[kept] = neighbor;
      similarities[kept++] = similarities[at]!;
    }
    neighbors.fill(-1, kept, start + graphK);
    similarities.fill(0, kept, start + graphK);
  }
}
