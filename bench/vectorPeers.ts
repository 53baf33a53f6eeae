import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { readDataset, writeDocuments } from './dataset.ts';
import { isExact } from '../src/indexing/vectorTable.ts';
import { StaticEmbedder } from '../src/models/builtin/staticEmbedder.ts';
import { dimension as builtinDimension, openEngine, storedState } from './engineUnderTest.ts';
import { mean, percentile, withTempFolder, type Bench, type BenchOptions, type BenchReport } from './harness.ts';
import { mixtureSays, mixtureVectors } from './mixture.ts';
import { runProgram } from './peers/program.ts';
import { hasPythonModule, systemPython } from './peers/systemPython.ts';
import { sizeOf } from './peers/task.ts';

const k = 10;
/** At which approximate search is compared: the first of these that finds so much of what the exact one finds. */
const wantedRecall = 0.99;
const expansions = [16, 32, 64, 128, 256, 512, 1024];
const vectorProcess = join(import.meta.dirname, 'peers', 'vectorProcess.ts');
const faiss = join(import.meta.dirname, 'peers', 'searchFaiss.py');

interface Task {
  readonly name: string;
  readonly work: string;
  readonly count: number;
  readonly dimension: number;
}

interface Measured {
  readonly peer: string;
  readonly buildMs: number;
  readonly buildCpuMs: number;
  readonly peakBytes: number;
  readonly diskBytes: number;
  readonly firstMs: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly searchCpuMs: number;
  readonly recall: number;
  readonly graphMs: number;
  readonly graphCpuMs: number;
  readonly graphRecall: number;
}

export const vectorPeers: Bench = {
  name: 'vector-peers',
  describe: `exact search of vectors beside FAISS's IndexFlatIP and usearch's HNSW at a recall of ${wantedRecall}, the same vectors in each, a process for each: build, memory, disk, first answer, queries, ${k} neighbors of all; --dataset takes learned vectors and questions, else ${mixtureSays}`,
  run: async (options) => {
    const { datasets = [undefined], log } = options;
    const noFaiss = hasPythonModule('faiss')
      ? undefined
      : 'FAISS is left out, not installed: apt-get install python3-faiss libopenblas0-pthread';
    if (noFaiss !== undefined) log(noFaiss);
    const all: { readonly task: Task; readonly measured: readonly Measured[] }[] = [];
    for (const dataset of datasets)
      await withTempFolder(async (work) => {
        const task = await (dataset === undefined ? mixture(work, options) : learned(dataset, work, options));
        log(`${task.name}: ${task.count} × ${task.dimension}`);
        all.push({ task, measured: await measureAll(task, noFaiss === undefined, options) });
      });
    return report(all);
  },
};

function mixture(work: string, { quick }: BenchOptions): Task {
  const [count, asked, dimension] = quick ? [4000, 50, 384] : [50_000, 500, 384];
  const values = mixtureVectors(count + asked, dimension, 1);
  // The last ones are of topics that the others have few of, as questions are.
  return write('mixture', work, values.subarray(0, count * dimension), values.subarray(count * dimension), dimension);
}

async function learned(dataset: string, work: string, { signal, quick }: BenchOptions): Promise<Task> {
  const [docs, storage] = [join(work, 'docs'), join(work, 'index')];
  const { documents, questions } = readDataset(dataset);
  writeDocuments(documents, docs);
  const engine = await openEngine(docs, storage, signal);
  await engine.index();
  await engine.learn();
  const embedded = watchEmbedded();
  for (const { question } of questions.slice(0, quick ? 10 : 500)) await engine.search(question, 'dense', k);
  await engine.close();
  const { vectors } = await storedState(storage);
  if (!isExact(vectors)) throw new Error('the data set has so many passages that vectors are quantized');
  return write(
    basename(dataset),
    work,
    vectors.gather(Int32Array.from(vectors.rows.keys())),
    Float32Array.from(embedded.flatMap((one) => [...one])),
    builtinDimension,
  );
}

/** What the built-in embedder returns in this process from now on. */
function watchEmbedded(): readonly Float32Array[] {
  const embedded: Float32Array[] = [];
  const original: unknown = Reflect.get(StaticEmbedder.prototype, 'embed');
  if (typeof original !== 'function') throw new Error('the embedder has no embed');
  Reflect.set(StaticEmbedder.prototype, 'embed', async function (this: unknown, ...args: readonly unknown[]) {
    const vectors = (await Reflect.apply(original, this, args)) as Float32Array;
    embedded.push(vectors);
    return vectors;
  });
  return embedded;
}

function write(name: string, work: string, vectors: Float32Array, queries: Float32Array, dimension: number): Task {
  writeFileSync(join(work, 'vectors.f32'), vectors);
  writeFileSync(join(work, 'queries.f32'), queries);
  return { name, work, count: vectors.length / dimension, dimension };
}

const took = z.object({ ms: z.number(), cpuMs: z.number() });
const searched = z.object({ found: z.array(z.array(z.number())), ms: z.array(z.number()), cpuMs: z.number(), graph: took });

type Found = Pick<z.infer<typeof searched>, 'found'> & { readonly neighbors: Int32Array };

/** The exact kernel first: what it finds is what the others are compared with. */
async function measureAll(task: Task, hasFaiss: boolean, { signal, log }: BenchOptions): Promise<readonly Measured[]> {
  const peers = { ariadne: 'Ariadne, exact', ...(hasFaiss && { faiss: 'FAISS IndexFlatIP' }), usearch: 'usearch HNSW' };
  const all: Measured[] = [];
  let exact: Found | undefined;
  for (const [name, title] of Object.entries(peers)) {
    signal.throwIfAborted();
    const { measured, found } = await measure(name, title, task, exact);
    exact ??= found;
    all.push(measured);
    log(`${title}: p95 ${measured.p95Ms.toFixed(2)} ms`);
  }
  return all;
}

async function measure(
  name: string,
  title: string,
  task: Task,
  exact?: Found,
): Promise<{ readonly measured: Measured; readonly found: Found }> {
  const storage = join(task.work, name);
  mkdirSync(storage);
  const run = async (
    action: string,
    expansion = 0,
  ): Promise<{ readonly said: unknown; readonly peakBytes: number; readonly ms: number }> => {
    const began = performance.now();
    const args = [action, task.work, storage, String(task.dimension), String(k)];
    const { stdout, peakBytes } = await (name === 'faiss'
      ? runProgram(systemPython, [faiss, ...args])
      : runProgram(process.execPath, [vectorProcess, name, ...args, String(expansion)]));
    return { said: JSON.parse(stdout), peakBytes, ms: performance.now() - began };
  };
  const built = await run('build');
  const diskBytes = sizeOf(storage);
  const build = took.parse(built.said);
  for (const expansion of name === 'usearch' ? expansions : [0]) {
    const ran = await run('search', expansion);
    const { found, ms, cpuMs, graph } = searched.parse(ran.said);
    const bytes = readFileSync(join(storage, 'neighbors.i32'));
    const neighbors = new Int32Array(new Uint8Array(bytes).buffer);
    const recall = exact ? mean(found.map((rows, i) => share(rows, exact.found[i] ?? []))) : 1;
    if (recall < wantedRecall && expansion !== expansions.at(-1)) continue;
    const first = await run('first', expansion);
    return {
      found: { found, neighbors },
      measured: {
        peer: expansion === 0 ? title : `${title}, expansion ${expansion}`,
        buildMs: build.ms,
        buildCpuMs: build.cpuMs,
        peakBytes: Math.max(built.peakBytes, ran.peakBytes),
        diskBytes,
        firstMs: first.ms,
        p50Ms: percentile(ms, 0.5),
        p95Ms: percentile(ms, 0.95),
        searchCpuMs: cpuMs,
        recall,
        graphMs: graph.ms,
        graphCpuMs: graph.cpuMs,
        graphRecall: exact ? sharedNeighbors(neighbors, exact.neighbors) : 1,
      },
    };
  }
  throw new Error(`${title} was not searched`);
}

function share(found: readonly number[], wanted: readonly number[]): number {
  return wanted.filter((row) => found.includes(row)).length / wanted.length;
}

/** Of lists with `k + 1` rows each, the passage itself among them. */
function sharedNeighbors(found: Int32Array, wanted: Int32Array): number {
  const width = k + 1;
  let shared = 0;
  for (let at = 0; at < wanted.length; at += width) {
    const list = found.subarray(at, at + width);
    for (const row of wanted.subarray(at, at + width)) if (list.includes(row)) shared++;
  }
  return shared / wanted.length;
}

function report(all: readonly { readonly task: Task; readonly measured: readonly Measured[] }[]): BenchReport {
  return {
    columns: [
      'vectors',
      'peer',
      'build s',
      'cpu s',
      'peak MB',
      'disk MB',
      'first s',
      'p50 ms',
      'p95 ms',
      'cpu ms',
      `recall@${k}`,
      'neighbors s',
      'cpu s',
      'recall',
    ],
    rows: all.flatMap(({ task: { name, count }, measured }) =>
      measured.map((one) => [
        `${name}, ${count}`,
        one.peer,
        one.buildMs / 1000,
        one.buildCpuMs / 1000,
        one.peakBytes / 1e6,
        one.diskBytes / 1e6,
        one.firstMs / 1000,
        one.p50Ms,
        one.p95Ms,
        one.searchCpuMs,
        one.recall,
        one.graphMs / 1000,
        one.graphCpuMs / 1000,
        one.graphRecall,
      ]),
    ),
    checks: [],
    json: { k, wantedRecall, tasks: all.map(({ task: { name, count, dimension }, measured }) => ({ name, count, dimension, measured })) },
  };
}
