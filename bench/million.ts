/** An index of a million passages: made while it is killed, then searched and edited, beside one of a tenth of them. */
import { spawn } from 'node:child_process';
import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { frugalAllocation, frugalHeap } from '../src/base/allocation.ts';
import { createCorpus, writeCorpus, writeMarked, type Corpus } from './corpus.ts';
import { builtCli, bytesPerPassage, databaseOf, openEngine } from './engineUnderTest.ts';
import {
  atLeast,
  atMost,
  percentile,
  runMeasured,
  timed,
  withTempFolder,
  type Bench,
  type BenchOptions,
  type BenchReport,
} from './harness.ts';
import { compareVectors, type ComparedVectors } from './vectorIndices.ts';
import { sizeOf } from './index.ts';

/** Percent of the work after which the process is killed, each time in a new one. */
const killedAt = [15, 40];
/** Of what is measured for the larger index, per passage, over that for the smaller. */
const maxGrowth = 1.3;
const maxGigabytes = 4;
const maxHybridMs = 60;
const maxSecondsToFound = 1;
const minRecall = 0.95;
const queries = 100;
const edits = 10;

export const million: Bench = {
  name: 'million',
  describe:
    'a million generated passages, or --passages, with --documents beside them: indexed while killed twice [linear], searched, edited [flat], and the ten nearest compared with exact ones and with LanceDB’s vector indices',
  run: async (options) => {
    const most = options.passages ?? (options.quick ? 4_000 : 1_000_000);
    const runs: Measured[] = [];
    for (const passages of [Math.round(most / 10), most]) runs.push(await withTempFolder((folder) => measure(folder, passages, options)));
    return report(runs);
  },
};

interface Indexed {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
}

export interface Searched {
  /** A new process until its first answer. */
  readonly first: { readonly seconds: number; readonly cpuSeconds: number; readonly peakBytes: number };
  readonly hybridMs: readonly number[];
  readonly narMs: readonly number[];
  readonly editSeconds: readonly number[];
  readonly editCpuMs: readonly number[];
}

interface Measured extends Searched {
  readonly passages: number;
  readonly textBytes: number;
  readonly diskBytes: number;
  readonly indexed: Indexed;
  readonly vectors: readonly ComparedVectors[];
}

async function measure(folder: string, passages: number, options: BenchOptions): Promise<Measured> {
  const [docs, storage] = [join(folder, 'docs'), join(folder, 'storage')];
  const corpus = createCorpus({ seed: 1, textBytes: passages * bytesPerPassage });
  writeCorpus(corpus, docs);
  if (options.documents !== undefined) cpSync(options.documents, join(docs, 'documents'), { recursive: true });
  options.log(`${(sizeOf(docs) / 1e6).toFixed(0)} MB of documents`);
  const [indexed, count] = await indexKilled(docs, storage, options);
  options.log(`${count} passages indexed in ${indexed.seconds.toFixed(0)} s`);
  const searched = await searchAndEdit({ docs, storage, corpus }, options);
  const vectors = await compareVectors(storage, options.signal, options.log);
  return { ...searched, vectors, passages: count, textBytes: sizeOf(docs), diskBytes: sizeOf(databaseOf(storage)), indexed };
}

/** @returns also the number of passages */
async function indexKilled(docs: string, storage: string, options: BenchOptions): Promise<readonly [Indexed, number]> {
  const parts: Indexed[] = [];
  for (const percent of killedAt) {
    const part = await indexUntil(percent, docs, storage, options.signal);
    if (part) parts.push(part);
  }
  options.log(`killed ${parts.length} times`);
  const args = ['index', docs, '--storage', storage, '--no-adapt', '--yes', '--json'];
  const last = await runMeasured(builtCli, args, { signal: options.signal, env: frugalAllocation, execArgv: frugalHeap });
  const { passages } = JSON.parse(last.stdout) as { passages: number };
  parts.push({ seconds: last.seconds, cpuSeconds: last.cpuSeconds, peakBytes: last.peakRssBytes });
  return [
    {
      seconds: parts.reduce((sum, { seconds }) => sum + seconds, 0),
      cpuSeconds: parts.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
      peakBytes: Math.max(...parts.map(({ peakBytes }) => peakBytes)),
    },
    passages,
  ];
}

/** Kills an indexing process when it says that so much is done. @returns undefined where it has ended before */
async function indexUntil(percent: number, docs: string, storage: string, signal: AbortSignal): Promise<Indexed | undefined> {
  const began = performance.now();
  const args = [...frugalHeap, builtCli, 'index', docs, '--storage', storage, '--no-adapt', '--yes'];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, ...frugalAllocation },
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
  });
  let used: ReturnType<typeof usageOf> | undefined;
  child.stderr.setEncoding('utf8').on('data', (lines: string) => {
    if (![...lines.matchAll(/(\d+)%/g)].some(([, done]) => Number(done) >= percent) || child.killed) return;
    used = usageOf(child.pid ?? 0);
    child.kill('SIGKILL');
  });
  await new Promise((resolve, reject) => child.once('close', resolve).once('error', reject));
  return used && { ...used, seconds: (performance.now() - began) / 1000 };
}

/** Of a running process; NaN where the system does not say. */
function usageOf(pid: number): { readonly cpuSeconds: number; readonly peakBytes: number } {
  if (process.platform !== 'linux') return { cpuSeconds: NaN, peakBytes: NaN };
  const times = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ');
  const peak = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return { cpuSeconds: (Number(times[11]) + Number(times[12])) / 100, peakBytes: 1024 * Number(peak) };
}

interface FolderUnderTest {
  readonly docs: string;
  readonly storage: string;
  readonly corpus: Corpus;
}

export async function searchAndEdit({ docs, storage, corpus }: FolderUnderTest, { signal, log }: BenchOptions): Promise<Searched> {
  const ask = ['search', docs, corpus.query(-1), '--storage', storage, '--method', 'hybrid', '--json'];
  const first = await runMeasured(builtCli, ask, { signal, env: frugalAllocation, execArgv: frugalHeap });
  log(`first answer of a new process after ${first.seconds.toFixed(1)} s, ${(first.peakRssBytes / 1e6).toFixed(0)} MB`);
  const [hybridMs, narMs, editSeconds, editCpuMs]: number[][] = [[], [], [], []];
  const engine = await openEngine(docs, storage, signal);
  try {
    // The first ones warm up.
    for (let i = -10; i < queries; i++) {
      const hybrid = await timed(() => engine.search(corpus.query(i + 10), 'hybrid', 10));
      const nar = await timed(() => engine.search(corpus.query(i + 10), 'nar', 10));
      if (i < 0) continue;
      hybridMs!.push(hybrid.ms);
      narMs!.push(nar.ms);
    }
    log(`hybrid ${percentile(hybridMs!, 0.95).toFixed(0)} ms, nar ${percentile(narMs!, 0.95).toFixed(0)} ms (p95)`);
    for (let i = -1; i < edits; i++) {
      const document = ((i + 1) * 37) % corpus.documents;
      const word = `zq${i + 1}x`;
      const path = corpus.path(document);
      writeMarked(corpus, docs, document, word);
      const found = await timed(async () => {
        await engine.update([path]);
        const [best] = await engine.search(word, 'bm25', 1);
        if (best?.passage.path !== path) throw new Error(`"${word}" was not found where it was written`);
      });
      // Waits for what follows an update.
      await engine.update([]);
      if (i < 0) continue;
      editSeconds!.push(found.ms / 1000);
      editCpuMs!.push(found.cpuMs);
    }
  } finally {
    await engine.close();
  }
  const { seconds, cpuSeconds, peakRssBytes: peakBytes } = first;
  return {
    first: { seconds, cpuSeconds, peakBytes },
    hybridMs: hybridMs!,
    narMs: narMs!,
    editSeconds: editSeconds!,
    editCpuMs: editCpuMs!,
  };
}

function report(runs: readonly Measured[]): BenchReport {
  const [small, large] = [runs[0]!, runs.at(-1)!];
  const growth = (of: (run: Measured) => number): number => of(large) / large.passages / (of(small) / small.passages);
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  return {
    columns: [
      'passages',
      'index s',
      'cpu s',
      'peak MB',
      'disk / text',
      'first answer s',
      'its MB',
      'hybrid p95 ms',
      'nar p95 ms',
      'edit found s',
      'vectors',
      'recall@10',
      'query ms',
      'build cpu s',
    ],
    rows: runs.flatMap((run) =>
      run.vectors.map(({ name, recall, queryMs, buildCpuSeconds }, i) => [
        ...(i > 0
          ? Array.from({ length: 10 }, () => '')
          : [
              run.passages,
              run.indexed.seconds,
              run.indexed.cpuSeconds,
              run.indexed.peakBytes / 1e6,
              run.diskBytes / run.textBytes,
              run.first.seconds,
              run.first.peakBytes / 1e6,
              percentile(run.hybridMs, 0.95),
              percentile(run.narMs, 0.95),
              median(run.editSeconds),
            ]),
        name,
        recall,
        queryMs,
        buildCpuSeconds,
      ]),
    ),
    checks: [
      atMost(
        'processor time of indexing per passage, over that of a tenth',
        growth(({ indexed }) => indexed.cpuSeconds),
        maxGrowth,
      ),
      atMost(
        'disk per passage, over that of a tenth',
        growth(({ diskBytes }) => diskBytes),
        maxGrowth,
      ),
      atMost('peak of a searching process, GB', large.first.peakBytes / 1e9, maxGigabytes),
      atMost('hybrid, p95 ms', percentile(large.hybridMs, 0.95), maxHybridMs),
      atMost('one edited document found, median s', median(large.editSeconds), maxSecondsToFound),
      atLeast('ten nearest of ours among the exact ones', large.vectors[0]?.recall ?? NaN, minRecall),
    ],
    json: { runs },
  };
}
