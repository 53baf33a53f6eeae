import assert from 'node:assert/strict';
import { join } from 'node:path';
import { termsOf } from '../../src/language/terms/terms.ts';
import { parseLocation } from '../../src/indexing/location.ts';
import type { TermFrequencies } from '../../src/indexing/fullText/termFrequencies.ts';
import { countTerms, storedTerms } from '../../src/indexing/fullText/termHashes.ts';
import { NeighborTable } from '../../src/indexing/neighborTable.ts';
import { IndexStore } from '../../src/indexing/store.ts';
import { isIndexed } from '../../src/indexing/documentRows.ts';
import type { PassageReader } from '../../src/indexing/passageReader.ts';
import type { Passage } from '../../src/protocol/passage.ts';
import { VectorCache } from '../../src/indexing/vectorCache.ts';

export interface IndexContents {
  /** Whether it is stored in how many passages each term is. */
  readonly areTermsCounted: boolean;
  /** `path id contentHash` of every passage, ascending. */
  readonly passages: readonly string[];
  readonly contentHashes: ReadonlySet<string>;
  readonly model: string;
  /** Content hashes with a vector, by their model's table. */
  readonly vectors: ReadonlyMap<string, ReadonlySet<string>>;
}

/** The capacity of a neighbor list. */
const graphK = 16;

/** @param storage a folder, or the address of an index elsewhere */
export function openStore(storage: string): Promise<IndexStore> {
  return IndexStore.open(parseLocation(storage.includes('://') ? storage : join(storage, 'index.lancedb')));
}

/**
 * The contents of an index as any process that opens it now sees it; writes nothing. The full-text index must find every passage by each of
 * its words, whatever state the writer is in.
 * @throws errors of opening, searching and reading
 */
export async function contentsOf(storage: string): Promise<IndexContents> {
  const store = await openStore(storage);
  try {
    return await read(store);
  } finally {
    store.close();
  }
}

async function read(store: IndexStore): Promise<IndexContents> {
  const model = (await store.meta('embedder')) ?? '';
  const vectors = new Map<string, ReadonlySet<string>>();
  for (const name of store.database.names().filter((table) => table.startsWith('vectors-'))) {
    const hashes = (await store.database.select(name, ['contentHash']))?.getChild('contentHash') ?? [];
    vectors.set(name, new Set(hashes as Iterable<string>));
  }
  const reader = await store.reader();
  if (!reader) return { areTermsCounted: false, passages: [], contentHashes: new Set(), model, vectors };
  try {
    const { rows, contentHashes, ids } = await reader.keys();
    const passages = (await reader.passages([...rows])).map((passage) => passage ?? assert.fail('a passage is not there'));
    assert.deepEqual(await wronglyFound(reader, rows, passages), {});
    return {
      areTermsCounted: await areTermsCounted(store),
      passages: passages.map(({ path }, i) => `${path} ${ids.at(i)} ${contentHashes.at(i)}`).sort(),
      contentHashes: new Set(contentHashes),
      model,
      vectors,
    };
  } finally {
    reader.close();
  }
}

/** Whether it is stored in how many passages each term is, which is then as it is counted. */
export async function areTermsCounted(store: IndexStore): Promise<boolean> {
  const stored = await store.frequencies.reader(await store.placed())(await store.passageCount());
  const passages = store.database.table('passages');
  if (stored && passages) assert.deepEqual(countsIn(stored), countsIn(await countTerms(storedTerms(passages))));
  return stored !== undefined;
}

function countsIn(frequencies: TermFrequencies) {
  const { counts, ...sums } = frequencies.packed();
  return { ...sums, counts: new Map(Array.from({ length: counts.length / 2 }, (_, i) => [counts[2 * i]!, counts[2 * i + 1]!])) };
}

/** For each word of the passages, the rows that contain it and are not found, or are found without containing it. */
async function wronglyFound(reader: PassageReader, rows: Int32Array, passages: readonly Passage[]) {
  const byTerm = new Map<string, { readonly word: string; readonly rows: Set<number> }>();
  for (const [i, { title, headings, text }] of passages.entries()) {
    for (const [word] of [title, ...headings, text].join('\n').matchAll(/[\p{L}\p{N}]+/gu)) {
      const [term] = termsOf(word, 'en');
      if (term === undefined) continue;
      const known = byTerm.get(term) ?? { word, rows: new Set() };
      byTerm.set(term, known);
      known.rows.add(rows[i] ?? -1);
    }
  }
  const searched = [...byTerm.values()].map(async ({ word, rows: having }) => {
    const found = new Set((await reader.searchText(word, rows.length + 10)).map(({ row }) => row));
    const missing = [...having].filter((row) => !found.has(row));
    const extra = [...found].filter((row) => !having.has(row));
    return [word, { missing, extra }] as const;
  });
  return Object.fromEntries((await Promise.all(searched)).filter(([, { missing, extra }]) => missing.length + extra.length > 0));
}

/**
 * Asserts that documents, passages, full text, vectors and neighbor lists agree, and that the full-text index contains nearly all
 * passages.
 */
export async function assertWhole(storage: string, dimension: number): Promise<IndexContents> {
  const store = await openStore(storage);
  try {
    const contents = await read(store);
    const documents = [...(await store.documents()).values()].filter(isIndexed);
    const reader = await store.reader();
    assert.ok(reader, 'no passages');
    const cache = new VectorCache(store.database, contents.model, dimension);
    const lists = new NeighborTable(store.database, contents.model);
    const { rows, neighbors, listed } = await graphOf(reader, lists);
    reader.close();
    const passagesOf = new Map<string, number>();
    for (const passage of contents.passages) {
      // Ids and hashes have no spaces.
      const path = passage.split(' ').slice(0, -2).join(' ');
      passagesOf.set(path, (passagesOf.get(path) ?? 0) + 1);
    }
    const byRow = [...rows].sort((a, b) => a - b);
    assert.deepEqual(
      {
        passagesByDocument: [...passagesOf].sort(),
        withoutVector: [...contents.contentHashes].filter((hash) => !contents.vectors.get(cache.tableName)?.has(hash)),
        listed,
        wrongLists: neighbors.filter(({ row, list }) => !isList(row, list, byRow)),
        isFullTextDue: await store.isFullTextDue(),
        areTermsCounted: contents.areTermsCounted,
      },
      {
        passagesByDocument: documents.map(({ path, passages }): [string, number] => [path, passages]).sort(),
        withoutVector: [],
        listed: byRow,
        wrongLists: [],
        isFullTextDue: false,
        areTermsCounted: true,
      },
    );
    return contents;
  } finally {
    store.close();
  }
}

async function graphOf(reader: PassageReader, lists: NeighborTable) {
  const { rows } = await reader.keys();
  const stored = await lists.read((rows.at(-1) ?? -1) + 1);
  const neighbors = [...stored.rows].map((row) => ({
    row,
    list: [...stored.lists.neighbors.subarray(row * graphK, (row + 1) * graphK)].filter((neighbor) => neighbor >= 0),
  }));
  return { rows, neighbors, listed: [...stored.rows].sort((a, b) => a - b) };
}

/** Whether a list has all other rows, up to its capacity, each once. */
function isList(row: number, list: readonly number[], rows: readonly number[]): boolean {
  const existing = new Set(rows);
  return (
    list.length === Math.min(graphK, rows.length - 1) &&
    new Set(list).size === list.length &&
    list.every((neighbor) => neighbor !== row && existing.has(neighbor))
  );
}
