import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createCorpus, writeCorpus } from './corpus.ts';
import { builtCli, databaseOf, openEngine } from './engineUnderTest.ts';
import {
  atLeast,
  atMost,
  logLogSlope,
  runMeasured,
  timed,
  withTempFolder,
  type Bench,
  type BenchOptions,
  type BenchReport,
} from './harness.ts';
import { frugalAllocation, frugalHeap } from '../src/base/allocation.ts';
import { indexSummary, type IndexSummary } from '../src/protocol/indexStatus.ts';

const minMegabytesPerSecond = 1;
/** The highest allowed growth for twenty times the text. */
const maxPeakGrowth = 1.5;
const maxDiskPerText = 3;

export const index: Bench = {
  name: 'index',
  describe:
    'Markdown to searchable by BM25 and plain built-in vectors, graph included [time linear but for the graph, memory flat], at 10, 50 and 200 MB of text, beside reading and hashing the files; learning apart',
  run: async (options) => {
    const sizes = options.quick ? [1, 4] : [10, 50, 200];
    const runs: Indexed[] = [];
    for (const megabytes of sizes) runs.push(await withTempFolder((folder) => measure(folder, megabytes, options)));
    return report(runs);
  },
};

interface Indexed {
  readonly textBytes: number;
  readonly summary: IndexSummary;
  /** Elapsed seconds of the indexing process. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakRssBytes: number;
  readonly diskBytes: number;
  /** Seconds for reading the files and hashing their bytes only. */
  readonly readSeconds: number;
  readonly learning: { readonly outcome: string; readonly seconds: number };
}

async function measure(folder: string, megabytes: number, { signal, log }: BenchOptions): Promise<Indexed> {
  const [docs, storage] = [join(folder, 'docs'), join(folder, 'storage')];
  const textBytes = writeCorpus(createCorpus({ seed: 1, textBytes: megabytes * 1e6 }), docs);
  log(`${(textBytes / 1e6).toFixed(0)} MB of text written`);
  const { ms: readMs } = await timed(() => hashAll(docs));
  const run = await runMeasured(builtCli, ['index', docs, '--storage', storage, '--no-adapt', '--yes', '--json'], {
    signal,
    // With these variables the program does not restart itself, which would close the pipe of the measurement.
    env: frugalAllocation,
    execArgv: frugalHeap,
  });
  const summary = indexSummary.parse(JSON.parse(run.stdout));
  log(`indexed in ${run.seconds.toFixed(1)} s, at most ${(run.peakRssBytes / 1e6).toFixed(0)} MB`);
  const diskBytes = sizeOf(databaseOf(storage));
  const engine = await openEngine(docs, storage, signal);
  try {
    const { outcome, seconds } = await engine.learn();
    log(`learning: ${outcome}, ${seconds.total.toFixed(1)} s`);
    const { cpuSeconds, peakRssBytes } = run;
    return {
      textBytes,
      summary,
      seconds: run.seconds,
      cpuSeconds,
      peakRssBytes,
      diskBytes,
      readSeconds: readMs / 1000,
      learning: { outcome, seconds: seconds.total },
    };
  } finally {
    await engine.close();
  }
}

function report(runs: readonly Indexed[]): BenchReport {
  const rates = runs.map(({ textBytes, seconds }) => textBytes / 1e6 / seconds);
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
  const bytesPerMegabyte = (last.peakRssBytes - first.peakRssBytes) / ((last.textBytes - first.textBytes) / 1e6);
  return {
    columns: ['text MB', 'passages', 's', 'MB/s', 'cpu s', 'peak MB', 'disk / text', 'read and hash s', 'learning s'],
    rows: runs.map(({ textBytes, summary, seconds, cpuSeconds, peakRssBytes, diskBytes, readSeconds, learning }, i) => [
      textBytes / 1e6,
      summary.passages,
      seconds,
      rates[i] ?? NaN,
      cpuSeconds,
      peakRssBytes / 1e6,
      diskBytes / textBytes,
      readSeconds,
      learning.seconds,
    ]),
    checks: [
      ...runs.map(({ textBytes }, i) => atLeast(`MB/s at ${(textBytes / 1e6).toFixed(0)} MB`, rates[i] ?? NaN, minMegabytesPerSecond)),
      atMost('peak memory at the most text over that at the least', last.peakRssBytes / first.peakRssBytes, maxPeakGrowth),
      ...runs.map(({ textBytes, diskBytes }) =>
        atMost(`disk over text at ${(textBytes / 1e6).toFixed(0)} MB`, diskBytes / textBytes, maxDiskPerText),
      ),
    ],
    json: {
      runs,
      peakBytesPerMegabyte: bytesPerMegabyte,
      timeExponent: logLogSlope(runs.map(({ textBytes, seconds }) => ({ size: textBytes, value: seconds }))),
      timesReading: runs.map(({ seconds, readSeconds }) => seconds / readSeconds),
    },
  };
}

function hashAll(folder: string): void {
  for (const file of filesBelow(folder)) createHash('sha256').update(readFileSync(file)).digest();
}

function sizeOf(folder: string): number {
  return filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
