import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { frugalAllocation, frugalHeap } from '../../src/base/allocation.ts';
import { databaseOf } from '../engineUnderTest.ts';
import { mean, percentile, runMeasured, type BenchOptions, type MeasuredRun } from '../harness.ts';
import { ariadneMethods, ariadneName, pageRankName } from './peers.ts';
import { sizeOf, type Task } from './task.ts';

const peerProcess = join(import.meta.dirname, 'process.ts');
const ownProgram = join(import.meta.dirname, '..', '..');

export interface Contender {
  readonly name: string;
  readonly peer: string;
  /** A folder with Ariadne's sources and what is built of them, for a peer that is Ariadne. */
  readonly program?: string;
}

/** Of one peer. The least of all rounds, but for memory, which is the most. */
export interface Measured {
  readonly peer: string;
  readonly indexSeconds: number;
  readonly indexCpuSeconds: number;
  /** Of the process that indexes or of the one that gives the first answer. */
  readonly peakRssBytes: number;
  readonly diskBytes: number;
  readonly firstAnswerSeconds: number;
  readonly firstAnswerCpuSeconds: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly searchCpuMs: number;
  readonly updateMs: number;
  readonly updateCpuMs: number;
  /** NaN where questions have no gold documents. */
  readonly recall: number;
}

/** All take turns in each round, so that a disturbance affects all of them. */
export async function measureInTurn(contenders: readonly Contender[], task: Task, options: BenchOptions): Promise<readonly Measured[]> {
  const runs = contenders.map((contender) => ({ contender, all: [] as Measured[] }));
  const { quick, rounds = quick ? 1 : 3 } = options;
  for (let round = 0; round < rounds; round++) {
    const learned: LearnedIndexes = new Map();
    for (const { contender, all } of round % 2 === 0 ? runs : runs.toReversed()) {
      all.push(await measureOnce(contender, task, learned, options));
      options.log(`round ${round + 1}, ${contender.name}: indexed in ${all.at(-1)?.indexSeconds.toFixed(2)} s`);
    }
  }
  return runs.map(({ contender: { name }, all }) => best(name, all));
}

function best(peer: string, all: readonly Measured[]): Measured {
  const [first] = all;
  if (!first) throw new Error('nothing was measured');
  const figures = Object.keys(first).filter((key): key is Exclude<keyof Measured, 'peer'> => key !== 'peer');
  const of = (key: Exclude<keyof Measured, 'peer'>): number[] => all.map((measured) => measured[key]);
  return {
    ...first,
    peer,
    ...Object.fromEntries(figures.map((key) => [key, key === 'peakRssBytes' ? Math.max(...of(key)) : Math.min(...of(key))])),
  };
}

/** `peakBytes` is of a program that the process runs, which is the peer then. */
const ended = z.object({ peakBytes: z.number().optional() });
const searched = ended.extend({ found: z.array(z.array(z.string())), ms: z.array(z.number()), cpuMs: z.number() });
const updated = z.object({ ms: z.array(z.number()), cpuMs: z.array(z.number()) });

async function measureOnce(
  { name, peer, program = ownProgram }: Contender,
  task: Task,
  learned: LearnedIndexes,
  { signal }: BenchOptions,
): Promise<Measured> {
  signal.throwIfAborted();
  const storage = join(task.work, 'storage');
  rmSync(storage, { recursive: true, force: true });
  mkdirSync(storage);
  const run = (action: string): Promise<MeasuredRun> => runMeasured(peerProcess, [peer, action, task.work, storage, program], { signal });
  const method = ariadneMethods.find((one) => ariadneName(one) === peer);
  const command = { cli: join(program, 'dist', 'cli.js'), method, storage, signal };
  const isLearned = (method !== undefined && method !== 'bm25') || peer === pageRankName;
  const index = isLearned
    ? await indexLearned(task, command, learned)
    : method
      ? await indexWithAriadne(task, command)
      : await run('index');
  const diskBytes = sizeOf(existsSync(databaseOf(storage)) ? databaseOf(storage) : storage);
  const first = method === undefined ? await run('first') : await searchWithAriadne(task, command);
  const { found, ms, cpuMs } = searched.parse(JSON.parse((await run('search')).stdout));
  const update = updated.parse(JSON.parse((await run('update')).stdout));
  return {
    peer: name,
    indexSeconds: index.seconds,
    indexCpuSeconds: index.cpuSeconds,
    peakRssBytes: Math.max(peakBytes(index), peakBytes(first)),
    diskBytes,
    firstAnswerSeconds: first.seconds,
    firstAnswerCpuSeconds: first.cpuSeconds,
    p50Ms: percentile(ms, 0.5),
    p95Ms: percentile(ms, 0.95),
    searchCpuMs: cpuMs,
    updateMs: percentile(update.ms, 0.5),
    updateCpuMs: percentile(update.cpuMs, 0.5),
    recall: mean(task.questions.map(({ gold }, i) => shareFound(gold, found[i] ?? []))),
  };
}

function peakBytes({ stdout, peakRssBytes }: MeasuredRun): number {
  return ended.parse(JSON.parse(stdout)).peakBytes ?? peakRssBytes;
}

interface AriadneCommand {
  readonly cli: string;
  readonly method: string | undefined;
  readonly storage: string;
  readonly signal: AbortSignal;
}

/** By command line what its index with learned vectors took in this round, and a copy of it. */
type LearnedIndexes = Map<string, { readonly took: MeasuredRun; readonly copy: string }>;

/** All that search by vectors have the same index, which is made once. */
async function indexLearned(task: Task, command: AriadneCommand, learned: LearnedIndexes): Promise<MeasuredRun> {
  const { cli, storage } = command;
  const known = learned.get(cli);
  if (known) {
    cpSync(known.copy, storage, { recursive: true });
    return known.took;
  }
  const took = await indexWithAriadne(task, command);
  const copy = join(task.work, `learned-${learned.size}`);
  rmSync(copy, { recursive: true, force: true });
  cpSync(storage, copy, { recursive: true });
  learned.set(cli, { took, copy });
  return took;
}

/** With vectors, graph and mentions, which a search by words does not need; where it does, they are learned. */
function indexWithAriadne({ work }: Task, { cli, method, storage, signal }: AriadneCommand): Promise<MeasuredRun> {
  const args = ['index', join(work, 'docs'), '--storage', storage, ...(method === 'bm25' ? ['--no-adapt'] : []), '--yes', '--json'];
  // With these variables the program does not restart itself, which would close the pipe of the measurement.
  return runMeasured(cli, args, { signal, env: frugalAllocation, execArgv: frugalHeap });
}

function searchWithAriadne({ work, questions }: Task, { cli, method, storage, signal }: AriadneCommand): Promise<MeasuredRun> {
  const question = questions[0]?.question ?? '';
  return runMeasured(cli, ['search', join(work, 'docs'), question, '--storage', storage, '--method', method ?? '', '--json'], { signal });
}

function shareFound(gold: Task['questions'][number]['gold'], found: readonly string[]): number {
  return gold.filter((fact) => fact.some((path) => found.includes(path))).length / gold.length;
}
