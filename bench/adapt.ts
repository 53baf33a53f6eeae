import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { learnInProcess } from '../src/folder/learnProcess.ts';
import { learnModel, learningSampleSize, roundsOver, sampleFor } from '../src/models/builtin/learnModels.ts';
import { inverseClozePairs, type Bags, type Pairs } from '../src/models/builtin/inverseCloze.ts';
import { LearningKernel } from '../src/models/builtin/learningKernel.ts';
import { sumRows } from '../src/models/builtin/rowCosines.ts';
import { staticDimension, type StaticModel } from '../src/models/builtin/staticModel.ts';
import type { RerankItem } from '../src/models/models.ts';
import { createCorpus } from './corpus.ts';
import { readDataset } from './dataset.ts';
import { builtFiles, bytesPerPassage } from './engineUnderTest.ts';
import { atMost, timed, type Bench, type BenchOptions, type BenchReport } from './harness.ts';

const batchSize = 1024;
const seed = 1;
const wordsPerPassage = 120;
/** The highest allowed ratio of learning to its dense algebra and sums alone, in processor time. */
const maxRatio = 2.5;
/** Half a minute on two cores. */
const maxLargestCpuSeconds = 60;

export const adapt: Bench = {
  name: 'adapt',
  describe:
    'learning the built-in vectors from the passages of --dataset (else made-up ones), against the bare matrix products and token sums of as many steps; the largest sample there can be',
  run: async (options) => {
    const kernel = await LearningKernel.load(kernelFile);
    const passages = options.dataset === undefined ? madeUp(options.quick ? 300 : 6000) : passagesOf(options.dataset);
    const own = await measure(passages, kernel, options);
    const apart = await inOwnProcess(passages, options);
    const largest = options.quick ? undefined : await measure(madeUp(1.2 * learningSampleSize), kernel, options);
    return report(own, apart, largest);
  },
};

const kernelFile = join(builtFiles.kernels, 'learning.onnx');

interface Measured {
  readonly passages: number;
  readonly pairs: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Processor time of the same number of steps with matrix products and token sums only. */
  readonly bareCpuSeconds: number;
}

async function measure(passages: readonly RerankItem[], kernel: LearningKernel, { log, signal }: BenchOptions): Promise<Measured> {
  signal.throwIfAborted();
  const sample = sampleFor('learned', seed);
  const learning = await timed(async () => {
    for (const passage of passages) sample.offer(passage);
    return learnModel(sample.passages(), kernel, { seed });
  });
  const { model, pairs: count } = learning.result;
  signal.throwIfAborted();
  const pairs = inverseClozePairs(sample.passages(), model.wordPiece, seed, count);
  const bare = await timed(() => bareSteps(pairs, model, kernel));
  const measured = {
    passages: passages.length,
    pairs: count,
    seconds: learning.ms / 1000,
    cpuSeconds: learning.cpuMs / 1000,
    bareCpuSeconds: bare.cpuMs / 1000,
  };
  log(
    `${passages.length} passages, ${count} pairs: learned in ${measured.seconds.toFixed(1)} s, processor ${measured.cpuSeconds.toFixed(1)} s`,
  );
  return measured;
}

/** The work that every implementation needs: three products per step, and every token's row added once forward and once backward. */
async function bareSteps(pairs: Pairs, model: StaticModel, kernel: LearningKernel): Promise<void> {
  const vectors = model.vectors.all();
  const size = Math.min(batchSize, pairs.count);
  const rows = vectors.slice(0, size * staticDimension);
  const sums = new Float32Array(size * staticDimension);
  const sides = [weighted(pairs.queries), weighted(pairs.contexts)];
  const rounds = roundsOver(pairs.count);
  for (let round = 0; round < rounds; round++) {
    for (let from = 0; from + size <= pairs.count; from += size) {
      for (const side of sides) {
        const lists = { ...side, starts: side.starts.subarray(from, from + size + 1) };
        sumRows(lists, size, vectors, staticDimension, sums);
        sumRows(lists, size, vectors, staticDimension, sums);
      }
      await kernel.push(rows, rows, staticDimension);
    }
  }
}

function weighted({ starts, ids, counts }: Bags): { starts: Int32Array; ids: Int32Array; weights: Float32Array } {
  return { starts, ids, weights: Float32Array.from(counts) };
}

/** Learns in a separate process, as the engine does, and measures how long the calling thread was blocked. */
async function inOwnProcess(
  passages: readonly RerankItem[],
  { signal }: BenchOptions,
): Promise<{ readonly seconds: number; readonly longestBlockMs: number }> {
  const delays = monitorEventLoopDelay({ resolution: 5 });
  delays.enable();
  const { ms } = await timed(() =>
    learnInProcess(batchesOf(passages), {
      learner: builtFiles.learner,
      kernel: kernelFile,
      wasm: builtFiles.models.wasm,
      seed,
      signal,
      onShare: () => undefined,
    }),
  );
  delays.disable();
  return { seconds: ms / 1000, longestBlockMs: delays.max / 1e6 };
}

async function* batchesOf(passages: readonly RerankItem[]): AsyncGenerator<readonly RerankItem[]> {
  for (let from = 0; from < passages.length; from += 1000) {
    await new Promise((resolve) => setImmediate(resolve));
    yield passages.slice(from, from + 1000);
  }
}

function report(
  own: Measured,
  { seconds, longestBlockMs }: { readonly seconds: number; readonly longestBlockMs: number },
  largest: Measured | undefined,
): BenchReport {
  const rows = [own, ...(largest ? [largest] : [])].map((of) => ({ ...of, ratio: of.cpuSeconds / of.bareCpuSeconds }));
  return {
    columns: ['passages', 'pairs', 'seconds', 'processor s', 'bare processor s', 'ratio'],
    rows: rows.map((of) => [of.passages, of.pairs, of.seconds, of.cpuSeconds, of.bareCpuSeconds, of.ratio]),
    checks: [
      atMost('learning beside its bare algebra, processor time', own.cpuSeconds / own.bareCpuSeconds, maxRatio),
      ...(largest ? [atMost('the largest sample, processor seconds', largest.cpuSeconds, maxLargestCpuSeconds)] : []),
    ],
    json: { runs: rows, ownProcess: { seconds, longestBlockMs } },
  };
}

/** Cuts long texts approximately as an index would. */
function passagesOf(folder: string): readonly RerankItem[] {
  return readDataset(folder).documents.flatMap(({ title, text }) => cut(text).map((part) => ({ title, headings: [], text: part })));
}

function madeUp(count: number): readonly RerankItem[] {
  const corpus = createCorpus({ seed: 1, textBytes: count * bytesPerPassage });
  return Array.from({ length: corpus.documents }, (_, document) => corpus.markdown(document)).flatMap((text, i) =>
    cut(text).map((part) => ({ title: `Document ${i}`, headings: [], text: part })),
  );
}

function cut(text: string): readonly string[] {
  const words = text.split(' ');
  return Array.from({ length: Math.ceil(words.length / wordsPerPassage) }, (_, i) =>
    words.slice(i * wordsPerPassage, (i + 1) * wordsPerPassage).join(' '),
  );
}
