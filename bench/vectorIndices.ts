/** The ten nearest of some passages among the vectors of an index: exactly, as we hold them, and by LanceDB's vector indices. */
import { join } from 'node:path';
import { connect, Index, type VectorQuery } from '@lancedb/lancedb';
import { Field, FixedSizeList, Float32, Int32, Schema } from '../src/indexing/arrow.cjs';
import { IndexStore } from '../src/indexing/store.ts';
import { parseLocation } from '../src/indexing/location.ts';
import { quantized } from '../src/indexing/quantizedVectors.ts';
import { arrowTable } from '../src/indexing/tables.ts';
import { VectorCache } from '../src/indexing/vectorCache.ts';
import { fromHalf, VectorTable } from '../src/indexing/vectorTable.ts';
import { databaseOf, dimension, loadNearestKernel } from './engineUnderTest.ts';
import { percentile, timed, withTempFolder } from './harness.ts';

export interface ComparedVectors {
  readonly name: string;
  /** Share of the exact ten nearest that are found. */
  readonly recall: number;
  /** Median of a query. */
  readonly queryMs: number;
  readonly buildCpuSeconds: number;
}

const k = 10;
const asked = 200;
const perAppend = 50_000;

/** @param most compares among so many of the vectors */
export async function compareVectors(
  storage: string,
  signal: AbortSignal,
  log: (line: string) => void,
  most = Infinity,
): Promise<readonly ComparedVectors[]> {
  const vectors = await storedVectors(storage, most);
  const kernel = await loadNearestKernel();
  const count = vectors.rows.length;
  const step = Math.max(1, Math.floor(count / asked));
  const queries = Array.from({ length: Math.min(asked, count) }, (_, i) =>
    between(vectors.at(i * step), vectors.at(((i * step + step / 2) % count) | 0)),
  );
  const exact: ReadonlySet<number>[] = [];
  for (const query of queries) exact.push(new Set((await vectors.nearest(kernel, query, k)).rows));

  const held = VectorTable.zeros(vectors.rows, dimension, quantized);
  const { cpuMs } = await timed(() => vectors.rows.forEach((_, at) => held.put(at, vectors.at(at))));
  const ask = async (
    name: string,
    buildCpuMs: number,
    nearest: (query: Float32Array) => Promise<Iterable<number>>,
  ): Promise<ComparedVectors> => {
    const ms: number[] = [];
    let found = 0;
    for (const [i, query] of queries.entries()) {
      signal.throwIfAborted();
      const took = await timed(() => nearest(query));
      ms.push(took.ms);
      for (const row of took.result) if (exact[i]!.has(row)) found++;
    }
    const compared = { name, recall: found / (k * queries.length), queryMs: percentile(ms, 0.5), buildCpuSeconds: buildCpuMs / 1000 };
    log(
      `${count} vectors, ${name}: recall ${compared.recall.toFixed(3)}, ${compared.queryMs.toFixed(1)} ms, built in ${compared.buildCpuSeconds.toFixed(1)} s`,
    );
    return compared;
  };
  const ours = await ask('ours', cpuMs, async (query) => (await held.nearest(kernel, query, k)).rows);
  return withTempFolder(async (folder) => [ours, ...(await askLanceDb(folder, vectors, ask))]);
}

async function askLanceDb(
  folder: string,
  vectors: VectorTable,
  ask: (name: string, buildCpuMs: number, nearest: (query: Float32Array) => Promise<Iterable<number>>) => Promise<ComparedVectors>,
): Promise<readonly ComparedVectors[]> {
  const schema = new Schema([
    new Field('row', new Int32(), false),
    new Field('vector', new FixedSizeList(dimension, new Field('item', new Float32(), true)), false),
  ]);
  const connection = await connect(join(folder, 'vectors'));
  const table = await connection.createEmptyTable('vectors', schema);
  try {
    const count = vectors.rows.length;
    for (let from = 0; from < count; from += perAppend) {
      const rows = Int32Array.from({ length: Math.min(perAppend, count - from) }, (_, i) => from + i);
      await table.add(arrowTable(schema, rows.length, { row: [...rows], vector: vectors.gather(rows) }));
    }
    const compared: ComparedVectors[] = [];
    const distanceType = 'cosine';
    for (const [name, config, refine] of [
      ['LanceDB IVF', Index.ivfFlat({ distanceType }), 1],
      ['LanceDB IVF, product quantization', Index.ivfPq({ distanceType }), 10],
      ['LanceDB HNSW, scalar quantization', Index.hnswSq({ distanceType }), 1],
    ] as const) {
      const { cpuMs } = await timed(() => table.createIndex('vector', { config, replace: true }));
      compared.push(
        await ask(name, cpuMs, async (query) => {
          const search = (table.search(query) as VectorQuery).distanceType(distanceType);
          const found = await (refine > 1 ? search.refineFactor(refine) : search).select(['row', '_distance']).limit(k).toArray();
          return (found as readonly { readonly row: number }[]).map(({ row }) => row);
        }),
      );
    }
    return compared;
  } finally {
    table.close();
    connection.close();
  }
}

/** The stored vectors, by position. */
async function storedVectors(storage: string, most: number): Promise<VectorTable> {
  const store = await IndexStore.open(parseLocation(databaseOf(storage)));
  try {
    const parts: Float32Array[] = [];
    let count = 0;
    await new VectorCache(store.database, (await store.meta('embedder')) ?? '', dimension).each((contents, halves) => {
      const taken = Math.min(contents.count, most - count);
      if (taken <= 0) return;
      parts.push(fromHalf(halves.subarray(0, taken * dimension)));
      count += taken;
    });
    const table = VectorTable.zeros(
      Int32Array.from({ length: count }, (_, row) => row),
      dimension,
    );
    let at = 0;
    for (const part of parts.splice(0))
      for (let from = 0; from < part.length; from += dimension) table.put(at++, part.subarray(from, from + dimension));
    return table;
  } finally {
    store.close();
  }
}

/** As a question that is about two passages. */
function between(a: Float32Array, b: Float32Array): Float32Array {
  const sum = a.map((value, i) => value + b[i]!);
  const length = Math.hypot(...sum);
  return length === 0 ? sum : sum.map((value) => value / length);
}
