import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTempFolder, type Bench, type BenchOptions, type BenchReport } from './harness.ts';
import { measureInTurn, type Contender, type Measured } from './peers/measure.ts';
import { ariadneMethods, ariadneName } from './peers/peers.ts';
import { prepareTask, type Task } from './peers/task.ts';

const root = join(import.meta.dirname, '..');

export const versions: Bench = {
  name: 'versions',
  describe:
    'the program of --revision REV and this one, taking turns over the same documents: index, memory, disk, first answer, searches, one changed document; --dataset names data sets, or with --documents a set of bench/natural; else generated text',
  run: (options) =>
    withTempFolder(async (folder) => {
      const { revision, datasets = [undefined], peers = ariadneMethods.map(ariadneName) } = options;
      if (revision === undefined) throw new Error('Name a revision with --revision REV.');
      const program = join(folder, 'program');
      checkOut(revision, program, options);
      const contenders = peers.flatMap((peer): Contender[] => [
        { name: `${peer} at ${revision}`, peer, program },
        { name: peer, peer },
      ]);
      const tasks: Compared[] = [];
      for (const [i, dataset] of datasets.entries()) {
        const work = join(folder, String(i));
        mkdirSync(work);
        const task = await prepareTask(dataset, work, options);
        tasks.push({ task, measured: await measureInTurn(contenders, task, options) });
        rmSync(work, { recursive: true });
      }
      return report(tasks);
    }),
};

interface Compared {
  readonly task: Task;
  /** In pairs: the revision, this one. */
  readonly measured: readonly Measured[];
}

/** Builds the program of a revision in `folder`, with the packages that are installed here where they are the same. */
function checkOut(revision: string, folder: string, { log }: BenchOptions): void {
  const run = (command: string, args: readonly string[], cwd: string): void =>
    void execFileSync(command, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  mkdirSync(folder);
  writeFileSync(`${folder}.tar`, execFileSync('git', ['archive', revision], { cwd: root, maxBuffer: 2 ** 30 }));
  run('tar', ['-xf', `${folder}.tar`], folder);
  const own = packages(root);
  const isInstalled = Object.entries(packages(folder)).every(([path, { version }]) => path === '' || own[path]?.version === version);
  log(`building ${revision}${isInstalled ? '' : ', after its packages are installed'}`);
  if (isInstalled) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  else run('npm', ['ci', '--no-audit', '--no-fund'], folder);
  run(process.execPath, [join('scripts', 'build.ts')], folder);
}

function packages(folder: string): Readonly<Record<string, { readonly version?: string }>> {
  const lock = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as { packages: Record<string, { version?: string }> };
  return lock.packages;
}

const measures = [
  ['index, s', 'indexSeconds'],
  ['index, cpu s', 'indexCpuSeconds'],
  ['peak memory, bytes', 'peakRssBytes'],
  ['disk, bytes', 'diskBytes'],
  ['new process to first answer, s', 'firstAnswerSeconds'],
  ['new process to first answer, cpu s', 'firstAnswerCpuSeconds'],
  ['search, p50 ms', 'p50Ms'],
  ['search, p95 ms', 'p95Ms'],
  ['search, cpu ms', 'searchCpuMs'],
  ['one changed document, ms', 'updateMs'],
  ['one changed document, cpu ms', 'updateCpuMs'],
  ['recall@5', 'recall'],
] as const;

function report(tasks: readonly Compared[]): BenchReport {
  const compared = tasks.flatMap(({ task: { name }, measured }) =>
    measured.flatMap((before, i) => {
      const now = measured[i + 1];
      if (i % 2 === 1 || !now) return [];
      return measures
        .filter(([, key]) => !Number.isNaN(now[key]))
        .map(([measure, key]) => ({
          dataset: name,
          method: now.peer,
          measure,
          before: before[key],
          now: now[key],
          ratio: now[key] / before[key],
        }));
    }),
  );
  return {
    columns: ['data set', 'method', 'measure', 'before', 'now', 'now / before'],
    rows: compared.map(({ dataset, method, measure, before, now, ratio }) => [dataset, method, measure, before, now, ratio]),
    checks: [],
    json: { compared },
  };
}
