import { cpSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import { frugalAllocation, frugalHeap } from '../src/base/allocation.ts';
import { AriadneError } from '../src/base/errors.ts';
import { readDocument } from '../src/corpus/readDocument.ts';
import { defaultDiscovery } from '../src/protocol/indexRequests.ts';
import { readDataset, writeDocuments } from './dataset.ts';
import { builtCli, databaseOf } from './engineUnderTest.ts';
import {
  mean,
  percentile,
  runMeasured,
  withTempFolder,
  type Bench,
  type BenchOptions,
  type BenchReport,
  type MeasuredRun,
} from './harness.ts';
import { naturalQuestions } from './naturalQuestions.ts';
import { isEditable, peerPassages } from './peers/passages.ts';
import type { PeerPassage } from './peers/peer.ts';
import { ariadneMethods, ariadneName, peers as allPeers } from './peers/peers.ts';

const rounds = 3;
const peerProcess = join(import.meta.dirname, 'peers', 'process.ts');

/** Passages and questions of one folder, which all peers get. */
interface Task {
  readonly name: string;
  /** Has the documents in `docs`, and the passages and questions for the processes. */
  readonly work: string;
  readonly passages: readonly PeerPassage[];
  readonly textBytes: number;
  readonly questions: readonly Question[];
}

interface Question {
  readonly question: string;
  /** What an answer needs: for each fact, the documents any of which will do. */
  readonly gold: readonly (readonly string[])[];
}

/** Of one peer. The least of all rounds, but for memory, which is the most. */
interface Measured {
  readonly peer: string;
  readonly indexSeconds: number;
  readonly indexCpuSeconds: number;
  /** Of the process that indexes or of the one that gives the first answer. */
  readonly peakRssBytes: number;
  readonly diskBytes: number;
  readonly firstAnswerSeconds: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly updateMs: number;
  readonly updateCpuMs: number;
  readonly recall: number;
}

export const peers: Bench = {
  name: 'peers',
  describe:
    'Ariadne beside SQLite FTS5, MiniSearch, Orama and LanceDB alone, each in a process, over the passages that Ariadne cuts: index, memory, disk, first answer, searches, one changed document, recall@5; --dataset names data sets, or with --documents a set of bench/natural',
  async run(options) {
    const { datasets = [], log } = options;
    if (datasets.length === 0) throw new Error('Name a data set with --dataset DIR.');
    const tasks: { readonly task: Task; readonly measured: readonly Measured[] }[] = [];
    for (const dataset of datasets) {
      await withTempFolder(async (work) => {
        const task = await prepare(dataset, work, options);
        log(`${task.name}: ${task.passages.length} passages, ${(task.textBytes / 1e6).toFixed(1)} MB, ${task.questions.length} questions`);
        tasks.push({ task, measured: await measure(task, options) });
      });
    }
    return report(tasks);
  },
};

async function prepare(dataset: string, work: string, { documents, quick, log }: BenchOptions): Promise<Task> {
  const docs = join(work, 'docs');
  if (documents === undefined) writeDocuments(readDataset(dataset).documents, docs);
  else cpSync(documents, docs, { recursive: true });
  const all = documents === undefined ? datasetQuestions(dataset) : naturalSet(dataset);
  const questions = quick ? all.slice(0, 10) : all;
  if (questions.length === 0) throw new Error(`${dataset} has no question with gold documents.`);
  const passages: PeerPassage[] = [];
  let unread = 0;
  for (const path of filesBelow(docs)) {
    const cut = await readDocument(docs, { path }, defaultDiscovery).catch((error: unknown) => {
      if (error instanceof AriadneError) unread++;
      else throw error;
    });
    passages.push(...peerPassages(cut?.passages ?? [], passages.length));
  }
  if (unread > 0) log(`${unread} files are left out: Ariadne does not read them`);
  if (!passages.some(({ path }) => isEditable(path))) throw new Error('There is no Markdown, reStructuredText or text file to change.');
  writeFileSync(join(work, 'passages.json'), JSON.stringify(passages));
  writeFileSync(join(work, 'questions.json'), JSON.stringify(questions.map(({ question }) => question)));
  const textBytes = passages.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0);
  return { name: basename(dataset), work, passages, textBytes, questions };
}

function datasetQuestions(dataset: string): readonly Question[] {
  return readDataset(dataset).questions.map(({ question, supporting }) => ({ question, gold: supporting.map((id) => [`${id}.md`]) }));
}

function naturalSet(set: string): readonly Question[] {
  return naturalQuestions(set).map(({ question, gold }) => ({ question, gold: gold.map((fact) => fact.map(({ path }) => path)) }));
}

/** The peers take turns in each round, so that a disturbance affects all of them. */
async function measure(task: Task, options: BenchOptions): Promise<readonly Measured[]> {
  const runs = Object.keys(allPeers).map((peer) => ({ peer, all: [] as Measured[] }));
  for (let round = 0; round < (options.quick ? 1 : rounds); round++) {
    for (const { peer, all } of runs) {
      all.push(await measureOnce(peer, task, options));
      options.log(`round ${round + 1}, ${peer}: indexed in ${all.at(-1)?.indexSeconds.toFixed(2)} s`);
    }
  }
  return runs.map(({ peer, all }) => {
    const of = (key: Exclude<keyof Measured, 'peer'>): readonly number[] => all.map((measured) => measured[key]);
    const least = (key: Exclude<keyof Measured, 'peer'>): number => Math.min(...of(key));
    return {
      peer,
      indexSeconds: least('indexSeconds'),
      indexCpuSeconds: least('indexCpuSeconds'),
      peakRssBytes: Math.max(...of('peakRssBytes')),
      diskBytes: least('diskBytes'),
      firstAnswerSeconds: least('firstAnswerSeconds'),
      p50Ms: least('p50Ms'),
      p95Ms: least('p95Ms'),
      updateMs: least('updateMs'),
      updateCpuMs: least('updateCpuMs'),
      recall: least('recall'),
    };
  });
}

const searched = z.object({ found: z.array(z.array(z.string())), ms: z.array(z.number()) });
const updated = z.object({ ms: z.array(z.number()), cpuMs: z.array(z.number()) });

async function measureOnce(peer: string, task: Task, { signal }: BenchOptions): Promise<Measured> {
  signal.throwIfAborted();
  const storage = join(task.work, 'storage');
  rmSync(storage, { recursive: true, force: true });
  mkdirSync(storage);
  const run = (action: string): Promise<MeasuredRun> => runMeasured(peerProcess, [peer, action, task.work, storage], { signal });
  const method = ariadneMethods.find((one) => ariadneName(one) === peer);
  const indexed = method === undefined ? await run('index') : await indexWithAriadne(method === 'bm25', task, storage, signal);
  const diskBytes = sizeOf(method === undefined ? storage : databaseOf(storage));
  const first = method === undefined ? await run('first') : await searchWithAriadne(method, task, storage, signal);
  const { found, ms } = searched.parse(JSON.parse((await run('search')).stdout));
  const update = updated.parse(JSON.parse((await run('update')).stdout));
  return {
    peer,
    indexSeconds: indexed.seconds,
    indexCpuSeconds: indexed.cpuSeconds,
    peakRssBytes: Math.max(indexed.peakRssBytes, first.peakRssBytes),
    diskBytes,
    firstAnswerSeconds: first.seconds,
    p50Ms: percentile(ms, 0.5),
    p95Ms: percentile(ms, 0.95),
    updateMs: percentile(update.ms, 0.5),
    updateCpuMs: percentile(update.cpuMs, 0.5),
    recall: mean(task.questions.map(({ gold }, i) => shareFound(gold, found[i] ?? []))),
  };
}

/** With vectors, graph and mentions, which a search by words does not need; where it does, they are learned. */
function indexWithAriadne(isPlain: boolean, { work }: Task, storage: string, signal: AbortSignal): Promise<MeasuredRun> {
  const args = ['index', join(work, 'docs'), '--storage', storage, ...(isPlain ? ['--no-adapt'] : []), '--yes', '--json'];
  // With these variables the program does not restart itself, which would close the pipe of the measurement.
  return runMeasured(builtCli, args, { signal, env: frugalAllocation, execArgv: frugalHeap });
}

function searchWithAriadne(method: string, { work, questions }: Task, storage: string, signal: AbortSignal): Promise<MeasuredRun> {
  const question = questions[0]?.question ?? '';
  return runMeasured(builtCli, ['search', join(work, 'docs'), question, '--storage', storage, '--method', method, '--json'], { signal });
}

function shareFound(gold: Question['gold'], found: readonly string[]): number {
  return gold.filter((fact) => fact.some((path) => found.includes(path))).length / gold.length;
}

/** Whether more is better. Index and update by processor time, which depends less on the load. */
const compared = [
  ['index', 'indexCpuSeconds', false],
  ['memory', 'peakRssBytes', false],
  ['disk', 'diskBytes', false],
  ['first answer', 'firstAnswerSeconds', false],
  ['p50', 'p50Ms', false],
  ['p95', 'p95Ms', false],
  ['update', 'updateCpuMs', false],
  ['recall', 'recall', true],
] as const;

/** How many times better than Ariadne's method, by what is compared; below 1 where Ariadne is better. */
function timesBetter(measured: Measured, ours: Measured): Readonly<Record<string, number>> {
  return Object.fromEntries(compared.map(([name, key, isMore]) => [name, isMore ? measured[key] / ours[key] : ours[key] / measured[key]]));
}

function report(tasks: readonly { readonly task: Task; readonly measured: readonly Measured[] }[]): BenchReport {
  const compareAll = (measured: Measured, all: readonly Measured[]): Readonly<Record<string, Readonly<Record<string, number>>>> =>
    Object.fromEntries(
      ariadneMethods.map(
        (method) =>
          [
            method,
            timesBetter(
              measured,
              all.find(({ peer }) => peer === ariadneName(method))!,
            ),
          ] as const,
      ),
    );
  return {
    columns: [
      'data set',
      'peer',
      'index MB/s',
      'per cpu s',
      'peak MB',
      'disk / text',
      'first s',
      'p50 ms',
      'p95 ms',
      'update ms',
      'cpu ms',
      'recall@5',
      'ahead of bm25',
    ],
    rows: tasks.flatMap(({ task: { name, textBytes }, measured: all }) =>
      all.map((measured) => [
        name,
        measured.peer,
        textBytes / 1e6 / measured.indexSeconds,
        textBytes / 1e6 / measured.indexCpuSeconds,
        measured.peakRssBytes / 1e6,
        measured.diskBytes / textBytes,
        measured.firstAnswerSeconds,
        measured.p50Ms,
        measured.p95Ms,
        measured.updateMs,
        measured.updateCpuMs,
        measured.recall,
        Object.entries(compareAll(measured, all)['bm25'] ?? {})
          .filter(([, times]) => times > 1)
          .map(([what, times]) => `${what} ${times.toFixed(2)} ×`)
          .join(', '),
      ]),
    ),
    checks: [],
    json: {
      tasks: tasks.map(({ task: { name, passages, textBytes, questions }, measured: all }) => ({
        dataset: name,
        passages: passages.length,
        textBytes,
        questions: questions.length,
        peers: all.map((measured) => ({ ...measured, timesBetter: compareAll(measured, all) })),
      })),
    },
  };
}

function sizeOf(folder: string): number {
  return filesBelow(folder).reduce((sum, path) => sum + statSync(join(folder, path)).size, 0);
}

/** `/`-separated and in order. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll('\\', '/'))
    .sort();
}
