import { connect, Index, type VectorQuery } from '@lancedb/lancedb';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import pLimit from 'p-limit';
import { join } from 'node:path';
import { buildKernels } from '../scripts/buildKernels.ts';
import { elementType, encodeOnnxModel } from '../scripts/onnxModel.ts';
import { Field, FixedSizeList, Float32, Int32, Schema } from '../src/indexing/arrow.cjs';
import { buildExactGraph } from '../src/indexing/graph/exactGraph.ts';
import type { ChangedLists } from '../src/indexing/graph/neighborLists.ts';
import { patchGraph } from '../src/indexing/graph/patchGraph.ts';
import { arrowTable } from '../src/indexing/tables.ts';
import { VectorTable } from '../src/indexing/vectorTable.ts';
import { kernelSession, NearestKernel } from '../src/models/nearest.ts';
import {
  alternate,
  atLeast,
  atMost,
  logLogSlope,
  timed,
  withTempFolder,
  type Bench,
  type BenchOptions,
  type BenchReport,
} from './harness.ts';
import { mixtureSays, mixtureVectors } from './mixture.ts';

const k = 16;
const seed = 1;

export const graph: Bench = {
  name: 'graph',
  describe: `neighbor graph of 50,000 × 384, exact [quadratic], against the bare product and LanceDB's HNSW index; ${mixtureSays}`,
  run: (options) => withTempFolder((folder) => run(folder, options)),
};

interface Sizes {
  readonly count: number;
  readonly dimension: number;
  /** The number of passages used as queries of the HNSW index. */
  readonly asked: number;
}

async function run(folder: string, { quick, signal, log }: BenchOptions): Promise<BenchReport> {
  const { count, dimension, asked }: Sizes = quick
    ? { count: 8000, dimension: 384, asked: 300 }
    : { count: 50_000, dimension: 384, asked: 2000 };
  const kernels = join(folder, 'kernels');
  buildKernels(kernels);
  const kernel = await NearestKernel.load(kernels);
  const values = mixtureVectors(count, dimension, seed);
  const vectors = tableOf(values, dimension);

  log(`bare product and exact build of ${count} × ${dimension}, in turn`);
  const bare = await BareProduct.create();
  let exact: ChangedLists = { rows: new Int32Array(0), neighbors: new Int32Array(0), similarities: new Float32Array(0) };
  const full = await alternate(
    {
      bare: () => bare.run(values, dimension, signal),
      exact: async () => (exact = await buildExactGraph(kernel, vectors, k, { signal })),
    },
    2,
  );

  log('growth');
  const smaller = [count / 8, count / 4, count / 2];
  const parts = Object.fromEntries(smaller.map((n) => [String(n), tableOf(values.subarray(0, n * dimension), dimension)] as const));
  const grown = await alternate(
    Object.fromEntries(Object.entries(parts).map(([n, part]) => [n, () => buildExactGraph(kernel, part, k, { signal })])),
    2,
  );
  const growth = [...smaller.map((n) => ({ size: n, value: grown[String(n)]?.ms ?? NaN })), { size: count, value: full.exact.ms }];

  log(`LanceDB's HNSW index: build, then ${asked} passages`);
  const hnsw = await askHnsw(join(folder, 'hnsw'), values, dimension, asked, exact, signal);
  const hnswMs = hnsw.buildMs + hnsw.msPerPassage * count;
  const hnswOfFourMs = hnsw.buildMs + hnsw.msPerPassageOfFour * count;

  log('an edited document');
  const edited = await patchOf(kernel, values, dimension, exact);

  const seconds = (ms: number): number => ms / 1000;
  const ratio = full.exact.ms / full.bare.ms;
  const slope = logLogSlope(growth);
  return {
    // Measurements for some passages are extrapolated to all.
    columns: ['what', 'passages', 'seconds', 'of exact', 'recall'],
    rows: [
      ['bare matrix product', count, seconds(full.bare.ms), full.bare.ms / full.exact.ms, ''],
      ...growth.map(({ size, value }) => ['exact', size, seconds(value), value / full.exact.ms, 1]),
      [`HNSW, one passage after the other (${asked / 2} asked)`, count, seconds(hnswMs), hnswMs / full.exact.ms, hnsw.recall],
      [`HNSW, four passages at a time (${asked / 2} asked)`, count, seconds(hnswOfFourMs), hnswOfFourMs / full.exact.ms, hnsw.recall],
      ['an edited document of 10 passages', count, seconds(edited.ms), edited.ms / full.exact.ms, 1],
    ],
    checks: [
      atMost('exact build ÷ bare matrix product', ratio, 1.5),
      atLeast('HNSW passage by passage ÷ exact build', hnswMs / full.exact.ms, 6),
      atMost('growth of the exact build, exponent of passages', slope, 2.2),
    ],
    json: {
      vectors: mixtureSays,
      passages: count,
      dimension,
      k,
      seconds: {
        bare: seconds(full.bare.ms),
        exact: seconds(full.exact.ms),
        hnsw: seconds(hnswMs),
        hnswOfFour: seconds(hnswOfFourMs),
      },
      cpuSeconds: { bare: seconds(full.bare.cpuMs), exact: seconds(full.exact.cpuMs) },
      growth: { exponent: slope, points: growth.map(({ size, value }) => ({ passages: size, seconds: seconds(value) })) },
      hnsw: { ...hnsw, asked, extrapolated: true },
      editedDocument: { ms: edited.ms, lists: edited.lists },
    },
  };
}

/**
 * The product alone, over the same tiles in the same order. Only the largest number of each tile is returned, so that the product is not
 * copied.
 */
class BareProduct {
  readonly #session: InferenceSession;

  private constructor(session: InferenceSession) {
    this.#session = session;
  }

  static async create(): Promise<BareProduct> {
    const { float } = elementType;
    const model = encodeOnnxModel(
      'product',
      [
        { opType: 'Gemm', input: ['queries', 'passages'], output: ['similarities'], attributes: { transB: 1 } },
        { opType: 'ReduceMax', input: ['similarities'], output: ['largest'], attributes: { keepdims: 0 } },
      ],
      [
        { name: 'queries', type: float, dims: ['m', 'd'] },
        { name: 'passages', type: float, dims: ['n', 'd'] },
      ],
      [{ name: 'largest', type: float, dims: [] }],
    );
    return new BareProduct(await InferenceSession.create(model, kernelSession));
  }

  async run(values: Float32Array, d: number, signal: AbortSignal): Promise<void> {
    const n = values.length / d;
    const [block, passageTile, queryTile] = [8192, 4096, 512];
    for (let b = 0; b < n; b += block) {
      for (let p = 0; p < n; p += passageTile) {
        const passages = values.subarray(p * d, Math.min(n, p + passageTile) * d);
        for (let q = b; q < Math.min(n, b + block); q += queryTile) {
          signal.throwIfAborted();
          const queries = values.subarray(q * d, Math.min(n, b + block, q + queryTile) * d);
          await this.#session.run({
            queries: new Tensor('float32', queries, [queries.length / d, d]),
            passages: new Tensor('float32', passages, [passages.length / d, d]),
          });
        }
      }
    }
  }
}

interface Hnsw {
  readonly buildMs: number;
  readonly msPerPassage: number;
  /** With four concurrent queries, so that both cores are used. */
  readonly msPerPassageOfFour: number;
  readonly recall: number;
}

/** Builds the index and queries it with a sample of the passages, half of them in each of two ways. */
async function askHnsw(
  folder: string,
  values: Float32Array,
  dimension: number,
  asked: number,
  exact: ChangedLists,
  signal: AbortSignal,
): Promise<Hnsw> {
  const count = values.length / dimension;
  const schema = new Schema([
    new Field('row', new Int32(), false),
    new Field('vector', new FixedSizeList(dimension, new Field('item', new Float32(), true)), false),
  ]);
  const rows = Array.from({ length: count }, (_, row) => row);
  const connection = await connect(folder);
  const table = await connection.createTable('vectors', arrowTable(schema, count, { row: rows, vector: values }));
  try {
    // Not the inner product, with which this index finds a quarter of the neighbors (LanceDB 0.31). The vectors have length 1.
    const built = await timed(() => table.createIndex('vector', { config: Index.hnswSq({ distanceType: 'cosine', numPartitions: 1 }) }));
    let found = 0;
    const ask = async (row: number): Promise<void> => {
      signal.throwIfAborted();
      const query = table.search(values.slice(row * dimension, (row + 1) * dimension)) as VectorQuery;
      const answers: readonly { readonly row: number }[] = await query
        .distanceType('cosine')
        .select(['row', '_distance'])
        .limit(k + 1)
        .toArray();
      const rowsFound = new Set(answers.map((answer) => answer.row));
      for (const neighbor of exact.neighbors.subarray(row * k, (row + 1) * k)) if (rowsFound.has(neighbor)) found++;
    };
    const sample = Array.from({ length: asked }, (_, i) => Math.floor((i * count) / asked));
    const halves = { even: sample.filter((_, i) => i % 2 === 0), odd: sample.filter((_, i) => i % 2 === 1) };
    const one = await timed(async () => {
      for (const row of halves.even) await ask(row);
    });
    const few = pLimit(4);
    const four = await timed(() => few.map(halves.odd, ask));
    return {
      buildMs: built.ms,
      msPerPassage: one.ms / halves.even.length,
      msPerPassageOfFour: four.ms / halves.odd.length,
      recall: found / (asked * k),
    };
  } finally {
    table.close();
    connection.close();
  }
}

/** Replaces ten consecutive passages, as an edit of a document does. */
async function patchOf(
  kernel: NearestKernel,
  values: Float32Array,
  dimension: number,
  exact: ChangedLists,
): Promise<{ readonly ms: number; readonly lists: number }> {
  const added = Array.from({ length: 10 }, (_, row) => row);
  const edited = values.slice();
  edited.set(mixtureVectors(added.length, dimension, seed + 1));
  const vectors = tableOf(edited, dimension);
  const patched = { ms: Infinity, lists: 0 };
  for (let round = 0; round < 5; round++) {
    const { ms, result } = await timed(() => patchGraph(kernel, vectors, { k, ...exact }, { added, removed: [] }));
    patched.ms = Math.min(patched.ms, ms);
    patched.lists = result.rows.length;
  }
  return patched;
}

function tableOf(values: Float32Array, dimension: number): VectorTable {
  return VectorTable.of(
    Int32Array.from({ length: values.length / dimension }, (_, row) => row),
    values,
    dimension,
  );
}
