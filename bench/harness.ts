/**
 * Shared by the benchmarks: their interface, and measurements that hold on any machine (ratios within one run, growth over sizes, minimum
 * of interleaved rounds).
 */
import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import * as z from 'zod';

export interface Bench {
  readonly name: string;
  /** One line that says what is measured and compared. A measurement of growth states its order, for example `edit one document [flat]`. */
  readonly describe: string;
  run(options: BenchOptions): Promise<BenchReport>;
}

export interface BenchOptions {
  /** A folder with `corpus.jsonl[.gz]` and `questions.jsonl`. */
  readonly dataset?: string;
  /** All that were named; the first is `dataset`. */
  readonly datasets?: readonly string[];
  /** A folder of documents that are not in the data set. */
  readonly documents?: string;
  /** Those that a bench compares, where not all. */
  readonly peers?: readonly string[];
  /** How often a bench of peers or versions measures each, where not three times. */
  readonly rounds?: number;
  /** Of git, which the program is compared with. */
  readonly revision?: string;
  /** How many passages the largest index of a bench has, where that can be chosen. */
  readonly passages?: number;
  /** Where a bench that plots writes its SVG. */
  readonly out?: string;
  /** Small sizes, which show that the bench works but not that the numbers hold. */
  readonly quick: boolean;
  readonly signal: AbortSignal;
  /** Reports progress as a line on stderr. */
  readonly log: (line: string) => void;
}

export interface BenchReport {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number)[])[];
  readonly checks: readonly Check[];
  /** The output of `--json` without the checks and the machine. */
  readonly json: object;
}

/** A requirement. A bench that fails one exits with 1. */
export interface Check {
  readonly name: string;
  readonly value: number;
  readonly limit: number;
  /** False for a minimum. */
  readonly isAtMost: boolean;
  readonly ok: boolean;
}

export function atMost(name: string, value: number, limit: number): Check {
  return { name, value, limit, isAtMost: true, ok: value <= limit };
}

export function atLeast(name: string, value: number, limit: number): Check {
  return { name, value, limit, isAtMost: false, ok: value >= limit };
}

/** Elapsed time of some work, and the processor time of the whole process, which is less affected by other programs. */
export interface Took {
  readonly ms: number;
  readonly cpuMs: number;
}

export async function timed<T>(work: () => Promise<T> | T): Promise<Took & { readonly result: T }> {
  const cpuBefore = process.cpuUsage();
  const began = performance.now();
  const result = await work();
  const ms = performance.now() - began;
  const { user, system } = process.cpuUsage(cpuBefore);
  return { result, ms, cpuMs: (user + system) / 1000 };
}

/**
 * Runs the works in turn, `rounds` times each, and keeps the fastest round of each: a disturbance affects all of them, and only makes them
 * slower. The least elapsed and the least processor time may come from different rounds.
 */
export async function alternate<K extends string>(
  works: Readonly<Record<K, () => Promise<unknown>>>,
  rounds: number,
): Promise<Readonly<Record<K, Took>>> {
  const names = Object.keys(works) as K[];
  const best = Object.fromEntries(names.map((name) => [name, { ms: Infinity, cpuMs: Infinity }])) as Record<K, Took>;
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      const { ms, cpuMs } = await timed(works[name]);
      best[name] = { ms: Math.min(best[name].ms, ms), cpuMs: Math.min(best[name].cpuMs, cpuMs) };
    }
  }
  return best;
}

/**
 * The exponent p of `value ~ sizeᵖ` by least squares: 0 is flat, 1 linear, 2 quadratic. Needs at least two different sizes; sizes and
 * values > 0.
 */
export function logLogSlope(points: readonly { readonly size: number; readonly value: number }[]): number {
  return fitLine(points.map(({ size, value }) => [Math.log(size), Math.log(value)] as const)).slope;
}

/** The line through points (x, y) by least squares. Needs at least two different x. */
export function fitLine(points: readonly (readonly [number, number])[]): { readonly slope: number; readonly intercept: number } {
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  const slope = covariance / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
  return { slope, intercept: meanY - slope * meanX };
}

/** The smallest value that at least `share` of the values do not exceed (nearest rank). NaN when there are none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
}

export interface MeasuredRun {
  readonly stdout: string;
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakRssBytes: number;
}

interface MeasuredOptions {
  readonly signal?: AbortSignal;
  readonly env?: Readonly<Record<string, string>>;
  /** Options for Node. */
  readonly execArgv?: readonly string[];
}

/**
 * Runs a script in a separate process with this Node, for example one of our programs with `--json`, and measures its peak memory.
 * @throws Error with the end of its stderr when it does not exit with 0; AbortError
 */
export async function runMeasured(
  file: string,
  args: readonly string[],
  { signal, env = {}, execArgv = [] }: MeasuredOptions = {},
): Promise<MeasuredRun> {
  const began = performance.now();
  const child = spawn(process.execPath, [...execArgv, '--import', join(import.meta.dirname, 'reportUsage.mjs'), file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    env: { ...process.env, ...env, ARIADNE_MEASURED: '1' },
    ...(signal ? { signal } : {}),
  });
  const exited = new Promise<string | undefined>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, killedBy) => resolve(code === 0 ? undefined : (killedBy ?? `exit code ${code}`)));
  });
  const [failure, , stdout, stderr, usage] = await Promise.all([
    exited,
    ...child.stdio.map((stream) => (stream instanceof Readable ? text(stream) : '')),
  ]);
  if (failure !== undefined) throw new Error(`${file} ended with ${failure}:\n${stderr?.slice(-2000)}`);
  return { stdout: stdout ?? '', seconds: (performance.now() - began) / 1000, ...reportedUsage.parse(JSON.parse(usage ?? '')) };
}

/** The output of `reportUsage.mjs`. */
const reportedUsage = z.object({ cpuSeconds: z.number(), peakRssBytes: z.number() });

/** Calls `work` with an empty folder and removes it afterwards. */
export async function withTempFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'ariadne-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Columns of numbers are right-aligned. */
export function formatTable(columns: readonly string[], rows: BenchReport['rows']): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? formatNumber(cell) : cell)));
  const widths = columns.map((column, i) => Math.max(column.length, ...cells.map((row) => row[i]?.length ?? 0)));
  const isNumeric = columns.map((_, i) => rows.length > 0 && rows.every((row) => row[i] === undefined || typeof row[i] === 'number'));
  const line = (row: readonly string[]): string =>
    widths
      .map((width, i) => (isNumeric[i] ? (row[i] ?? '').padStart(width) : (row[i] ?? '').padEnd(width)))
      .join('  ')
      .trimEnd();
  return [line(columns), widths.map((width) => '─'.repeat(width)).join('  '), ...cells.map(line)].join('\n');
}

export function formatCheck({ name, value, limit, isAtMost, ok }: Check): string {
  return `${ok ? 'ok    ' : 'MISSED'}  ${name}: ${formatNumber(value)} (at ${isAtMost ? 'most' : 'least'} ${formatNumber(limit)})`;
}

/** Four significant digits, without an exponent. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value) || Number.isInteger(value)) return String(value);
  return String(Math.abs(value) >= 1000 ? Math.round(value) : Number(value.toPrecision(4)));
}

/** The machine that the bench ran on. */
export function machineLine(): string {
  return `${availableParallelism()} cores, ${cpus()[0]?.model.trim() ?? 'unknown processor'}, ${(totalmem() / 2 ** 30).toFixed(0)} GiB, ${process.platform}, Node ${process.versions.node}`;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
