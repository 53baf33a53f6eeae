import { createHash } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
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
  type Check,
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
    'Markdown to searchable by BM25 and plain built-in vectors, graph included [time linear but for the graph, memory flat], at 10, 50 and 200 MB of text, or --documents as they are, beside reading and hashing the files; learning apart',
  run: async (options) => {
    const { quick, documents, log } = options;
    const write = (megabytes: number) => (docs: string) => writeCorpus(createCorpus({ seed: 1, textBytes: megabytes * 1e6 }), docs);
    const copy = (docs: string): number => {
      cpSync(documents ?? '', docs, { recursive: true });
      return sizeOf(docs);
    };
    const runs: Indexed[] = [];
    for (const prepare of documents === undefined ? (quick ? [1, 4] : [10, 50, 200]).map(write) : [copy])
      runs.push(
        await withTempFolder((folder) => {
          const docs = join(folder, 'docs');
          const textBytes = prepare(docs);
          log(`${(textBytes / 1e6).toFixed(0)} MB written`);
          return measure(docs, join(folder, 'storage'), textBytes, options);
        }),
      );
    return report(runs, documents);
  },
};

interface Indexed {
  /** Of the files, where these are not generated. */
  readonly textBytes: number;
  readonly summary: Omit<IndexSummary, 'skipped'>;
  /** Elapsed seconds of the indexing process. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakRssBytes: number;
  readonly diskBytes: number;
  /** Seconds for reading the files and hashing their bytes only. */
  readonly readSeconds: number;
  readonly learning: { readonly outcome: string; readonly seconds: number };
}

async function measure(docs: string, storage: string, textBytes: number, { signal, log }: BenchOptions): Promise<Indexed> {
  const { ms: readMs } = await timed(() => hashAll(docs));
  const run = await runMeasured(builtCli, ['index', docs, '--storage', storage, '--no-adapt', '--yes', '--json'], {
    signal,
    // With these variables the program does not restart itself, which would close the pipe of the measurement.
    env: frugalAllocation,
    execArgv: frugalHeap,
  });
  const summary = indexSummary.omit({ skipped: true }).parse(JSON.parse(run.stdout));
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

/** What is wanted is of generated text, since formats differ in how much text they have. */
function report(runs: readonly Indexed[], documents: string | undefined): BenchReport {
  const rates = runs.map(({ textBytes, seconds }) => textBytes / 1e6 / seconds);
  const [first, last] = [runs[0], runs.at(-1)];
  if (!first || !last) throw new Error('nothing was measured');
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
    checks: documents === undefined ? checksOf(runs, rates, first, last) : [],
    json: {
      ...(documents === undefined ? growth(runs, first, last) : { extensions: extensionsOf(documents) }),
      runs,
      timesReading: runs.map(({ seconds, readSeconds }) => seconds / readSeconds),
    },
  };
}

function growth(runs: readonly Indexed[], first: Indexed, last: Indexed): object {
  return {
    peakBytesPerMegabyte: (last.peakRssBytes - first.peakRssBytes) / ((last.textBytes - first.textBytes) / 1e6),
    timeExponent: logLogSlope(runs.map(({ textBytes, seconds }) => ({ size: textBytes, value: seconds }))),
  };
}

function checksOf(runs: readonly Indexed[], rates: readonly number[], first: Indexed, last: Indexed): readonly Check[] {
  return [
    ...runs.map(({ textBytes }, i) => atLeast(`MB/s at ${(textBytes / 1e6).toFixed(0)} MB`, rates[i] ?? NaN, minMegabytesPerSecond)),
    atMost('peak memory at the most text over that at the least', last.peakRssBytes / first.peakRssBytes, maxPeakGrowth),
    ...runs.map(({ textBytes, diskBytes }) =>
      atMost(`disk over text at ${(textBytes / 1e6).toFixed(0)} MB`, diskBytes / textBytes, maxDiskPerText),
    ),
  ];
}

/** How many files have each. */
function extensionsOf(folder: string): Readonly<Record<string, number>> {
  const files = Map.groupBy(filesBelow(folder), (file) => extname(file).slice(1));
  return Object.fromEntries([...files].map(([extension, all]) => [extension, all.length]));
}

function hashAll(folder: string): void {
  for (const file of filesBelow(folder)) createHash('sha256').update(readFileSync(file)).digest();
}

export function sizeOf(folder: string): number {
  return filesBelow(folder).reduce((sum, file) => sum + statSync(file).size, 0);
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}
