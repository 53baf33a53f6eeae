/**
 * The in-memory part of an index (keys, vectors and neighbor graph in typed arrays), each part of which is read when it is first needed,
 * and how a change is applied to it without reading the index again.
 */
import { insertionIndex } from '../base/binarySearch.ts';
import { Lazy } from '../base/lazy.ts';
import { keptNumbersAnd, stretchesWithout } from '../base/stretches.ts';
import type { PassageRows } from '../models/nearestRows.ts';
import { exactLimit } from './graph/exactGraph.ts';
import type { SearchTerms } from '../corpus/searchTerms.ts';
import type { ChangedLists, RowLists } from './graph/neighborLists.ts';
import type { PassageTerms } from './fullText/passageTerms.ts';
import type { NeighborTable } from './neighborTable.ts';
import { TextPlaces } from './packedTexts.ts';
import type { NumberedPassage } from './passageRows.ts';
import { PassageLookup } from './passageLookup.ts';
import type { PassageKeys, PassageReader } from './passageReader.ts';
import { quantized } from './quantizedVectors.ts';
import { graphK } from './schema.ts';
import type { VectorCache } from './vectorCache.ts';
import { floats, fromHalf, isExact, VectorTable, type VectorForm } from './vectorTable.ts';

interface KnownPassages extends PassageKeys {
  readonly lookup: PassageLookup;
}

interface Graph {
  /** Lists name only rows of passages. None where vectors are quantized. */
  readonly lists: RowLists;
  /** Ascending rows that have a list, empty lists included. */
  readonly listed: Int32Array;
}

/** An index without the terms of its passages. */
export interface LinkedVectors extends KnownPassages, Graph {
  /** Vectors of the passages that have one; quantized where they are too many for a graph. */
  readonly vectors: VectorTable<PassageRows>;
}

export interface IndexState extends LinkedVectors {
  /** Of all passages. */
  readonly terms: PassageTerms;
  /** The number of passages in each, by its BCP 47 tag. */
  readonly languages: ReadonlyMap<string, number>;
  /** Rows that were removed, whose lists are still stored. */
  readonly removed: readonly number[];
}

/** A first answer by words needs no more than the keys. */
export interface IndexParts {
  readonly keys: KnownPassages;
  readonly vectors: Lazy<VectorTable<PassageRows>>;
  readonly graph: Lazy<Graph>;
  readonly terms: Lazy<PassageTerms>;
  /** See `IndexState`. */
  readonly removed: readonly number[];
}

export interface OpenOptions {
  /** With more passages vectors are quantized. */
  readonly exactUpTo?: number;
}

/** @param vectors undefined when there are none yet */
export function openParts(
  keys: PassageKeys,
  reader: PassageReader,
  vectors: VectorCache | undefined,
  neighbors: NeighborTable | undefined,
  { exactUpTo = exactLimit }: OpenOptions = {},
): IndexParts {
  const isSmall = keys.rows.length <= exactUpTo;
  const form: VectorForm<PassageRows> = isSmall ? floats : quantized;
  return {
    keys: { ...keys, lookup: PassageLookup.of(keys) },
    vectors: new Lazy(() => loadVectors(vectors, keys, form)),
    graph: new Lazy(() => loadGraph(keys.rows, isSmall, neighbors)),
    terms: new Lazy(() => reader.terms()),
    removed: [],
  };
}

export function partsOf(state: IndexState): IndexParts {
  const { vectors, terms, removed } = state;
  return { keys: state, vectors: Lazy.of(vectors), graph: Lazy.of(state), terms: Lazy.of(terms), removed };
}

export async function linkedVectors({ keys, vectors, graph }: IndexParts): Promise<LinkedVectors> {
  const { lists, listed } = await graph.value();
  return { ...keys, vectors: await vectors.value(), lists, listed };
}

async function loadGraph(rows: Int32Array, isSmall: boolean, neighbors: NeighborTable | undefined): Promise<Graph> {
  const size = isSmall ? (rows.at(-1) ?? -1) + 1 : 0;
  const stored = isSmall ? await neighbors?.read(size) : undefined;
  const exists = existing(rows, size);
  const lists = stored?.lists ?? emptyLists(size);
  withoutGone(lists, exists);
  return { lists, listed: (stored?.rows ?? new Int32Array(0)).filter((row) => exists[row] === 1) };
}

interface KnownOfChange {
  /** Of added passages. */
  readonly vectorOf: (contentHash: string) => Float32Array | undefined;
  /** Of removed passages. */
  readonly searchTerms: ReadonlyMap<number, SearchTerms>;
}

/**
 * The state without the removed rows and with the added passages. Added passages have no lists yet; entries that name a removed row are
 * dropped.
 */
export function changedState(
  state: IndexState,
  removed: ReadonlySet<number>,
  added: readonly NumberedPassage[],
  { vectorOf, searchTerms }: KnownOfChange,
): IndexState {
  const kept = stretchesWithout(state.rows, removed);
  const gone = [...removed].map((row) => ({ row, ...(searchTerms.get(row) ?? { language: '', terms: '' }) }));
  const rows = keptNumbersAnd(
    state.rows,
    kept,
    added.map(({ row }) => row),
  );
  const size = isExact(state.vectors) ? (rows.at(-1) ?? -1) + 1 : 0;
  const lists = emptyLists(size);
  const overlap = Math.min(size * graphK, state.lists.neighbors.length);
  lists.neighbors.set(state.lists.neighbors.subarray(0, overlap));
  lists.similarities.set(state.lists.similarities.subarray(0, overlap));
  withoutGone(lists, existing(rows, size));
  return {
    rows,
    ids: state.ids.with(
      kept,
      added.map(({ passage }) => passage.id),
    ),
    contentHashes: state.contentHashes.with(
      kept,
      added.map(({ contentHash }) => contentHash),
    ),
    paths: state.paths.with(
      kept,
      added.map(({ passage }) => passage.path),
    ),
    lookup: state.lookup.with(added),
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
      gone,
      added.map(({ row, searchTerms: { terms } }) => ({ row, terms })),
    ),
    languages: changedCounts(
      state.languages,
      gone.map(({ language }) => language),
      added.map(({ searchTerms: { language } }) => language),
    ),
    removed: [...state.removed, ...removed],
  };
}

function changedCounts(
  counts: ReadonlyMap<string, number>,
  removed: readonly string[],
  added: readonly string[],
): ReadonlyMap<string, number> {
  const changed = new Map(counts);
  for (const one of removed) changed.set(one, (changed.get(one) ?? 0) - 1);
  for (const one of added) changed.set(one, (changed.get(one) ?? 0) + 1);
  return new Map([...changed].filter(([, count]) => count > 0));
}

/** The state with the changed lists. */
export function linkedState<T extends LinkedVectors>(state: T, changed: ChangedLists): T {
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
export function unlistedRows({ vectors, listed }: LinkedVectors): readonly number[] {
  return [...vectors.rows.filter((row) => insertionIndex(row, listed) < 0)];
}

/** Whether every passage has a vector and a list with as many neighbors as possible. */
export function isLinked({ rows, vectors, lists: { k, neighbors } }: LinkedVectors): boolean {
  const length = Math.min(k, rows.length - 1);
  return vectors.rows.length === rows.length && rows.every((row) => length < 1 || neighbors[row * k + length - 1]! >= 0);
}

/** Vectors of the passages that have one. */
export async function loadVectors<Values extends PassageRows>(
  cache: Pick<VectorCache, 'dimension' | 'each'> | undefined,
  { rows, contentHashes }: Pick<PassageKeys, 'rows' | 'contentHashes'>,
  form: VectorForm<Values>,
): Promise<VectorTable<Values>> {
  if (!cache) return VectorTable.zeros(new Int32Array(0), 1, form);
  const { dimension } = cache;
  const places = new TextPlaces(contentHashes);
  const all = VectorTable.zeros(rows, dimension, form);
  const has = new Uint8Array(rows.length);
  const vector = new Float32Array(dimension);
  await cache.each(({ bytes, offsets, count }, halves) => {
    for (let i = 0; i < count; i++) {
      const found = places.of(bytes, offsets[i]!, offsets[i + 1]!);
      if (found.length > 0) fromHalf(halves.subarray(i * dimension, (i + 1) * dimension), vector);
      for (const at of found) {
        all.put(at, vector);
        has[at] = 1;
      }
    }
  });
  return has.includes(0) ? all.with(new Set(rows.filter((_, i) => has[i] === 0)), []) : all;
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
