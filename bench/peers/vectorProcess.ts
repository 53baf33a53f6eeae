/**
 * A process that measures one way to search vectors, as `searchFaiss.py` does for FAISS. It prints JSON.
 *
 * usage: vectorProcess.ts ariadne|usearch build|first|search WORK STORAGE DIMENSION K EXPANSION; WORK has `vectors.f32`, `queries.f32`
 */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Index, MetricKind, ScalarKind } from 'usearch';
import { NearestKernel } from '../../src/models/nearest.ts';
import { builtFiles } from '../engineUnderTest.ts';
import { mean, timed } from '../harness.ts';

/** Searches `k` rows for each query; -1 where there are fewer. */
interface VectorSearch {
  nearest(queries: Float32Array, k: number): Promise<ArrayLike<number>> | ArrayLike<number>;
}

const threads = 2;
const [name = '', action = '', work = '', storage = '', ...numbers] = process.argv.slice(2);
const [dimension = 0, k = 0, expansion = 0] = numbers.map(Number);
const vectors = (file: string): Float32Array => new Float32Array(new Uint8Array(readFileSync(file)).buffer);
const queries = vectors(join(work, 'queries.f32'));
const stored = join(storage, name);
const { build, open } =
  name === 'ariadne'
    ? { build: () => copyFileSync(join(work, 'vectors.f32'), stored), open: openKernel }
    : { build: buildUsearch, open: openUsearch };
process.stdout.write(JSON.stringify(await act()));

async function act(): Promise<object> {
  if (action === 'build') {
    const { ms, cpuMs } = await timed(build);
    return { ms, cpuMs };
  }
  const index = await open();
  if (action === 'first') return { found: [[...Array.from(await index.nearest(queries.subarray(0, dimension), k))]] };
  const [found, ms, cpuMs]: [number[][], number[], number[]] = [[], [], []];
  for (let at = 0; at < Math.min(20, queries.length / dimension); at++) await index.nearest(queryAt(at), k);
  for (let at = 0; at < queries.length / dimension; at++) {
    const took = await timed(() => index.nearest(queryAt(at), k));
    found.push(Array.from(took.result));
    ms.push(took.ms);
    cpuMs.push(took.cpuMs);
  }
  const all = vectors(join(work, 'vectors.f32'));
  const graph = await timed(() => index.nearest(all, k + 1));
  writeFileSync(join(storage, 'neighbors.i32'), Int32Array.from(graph.result));
  return { found, ms, cpuMs: mean(cpuMs), graph: { ms: graph.ms, cpuMs: graph.cpuMs } };
}

function queryAt(at: number): Float32Array {
  return queries.subarray(at * dimension, (at + 1) * dimension);
}

async function openKernel(): Promise<VectorSearch> {
  const [kernel, all] = [await NearestKernel.load(builtFiles.kernels), vectors(stored)];
  return { nearest: async (of, count) => (await kernel.nearest(of, all, dimension, count)).rows };
}

function createUsearch(): Index {
  const metric = MetricKind.IP;
  return new Index({
    dimensions: dimension,
    metric,
    quantization: ScalarKind.F32,
    connectivity: 16,
    expansion_add: 128,
    expansion_search: expansion,
    multi: false,
  });
}

function buildUsearch(): void {
  const index = createUsearch();
  const all = vectors(join(work, 'vectors.f32'));
  index.add(
    BigUint64Array.from({ length: all.length / dimension }, (_, row) => BigInt(row)),
    all,
    threads,
  );
  index.save(stored);
}

function openUsearch(): VectorSearch {
  const index = createUsearch();
  index.load(stored);
  return {
    nearest: (of, count) => {
      const { keys } = index.search(of, count, of.length === dimension ? 1 : threads);
      return Array.from(keys, Number);
    },
  };
}
