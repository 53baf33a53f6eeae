import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { SearchMethod } from '../src/protocol/engine.ts';
import { builtCli, indexCorpus, type IndexedCorpus } from './engineUnderTest.ts';
import { atMost, percentile, runMeasured, withTempFolder, type Bench, type BenchReport, type MeasuredRun } from './harness.ts';

const methods = ['bm25', 'dense', 'hybrid', 'linked', 'nar'] as const satisfies readonly SearchMethod[];
const maxSeconds = 0.5;

export const start: Bench = {
  name: 'start',
  describe:
    'a new process, from its start to the end of its first search, at 50,000 passages [linear: all but bm25 load the vectors], beside what starting Node and the program alone takes',
  run: (options) =>
    withTempFolder(async (folder) => {
      const { quick, signal, log } = options;
      const index = await indexCorpus(folder, quick ? 2_000 : 50_000, options);
      const nothing = join(folder, 'nothing.mjs');
      writeFileSync(nothing, '');
      const programs: readonly Program[] = [
        { name: 'Node alone', run: () => runMeasured(nothing, [], { signal }) },
        { name: 'program loaded, nothing asked', run: () => runMeasured(builtCli, ['help'], { signal }) },
        ...methods.map((method) => ({
          name: `first search: ${method}`,
          run: (round: number) => firstSearch(index, method, round, signal),
        })),
      ];
      const rounds = quick ? 2 : 7;
      const runs = programs.map(({ name, run }) => ({ name, run, all: [] as MeasuredRun[] }));
      for (let round = 0; round < rounds; round++) {
        for (const { name, run, all } of runs) {
          signal.throwIfAborted();
          all.push(await run(round));
          log(`round ${round + 1} of ${rounds}, ${name}: ${all.at(-1)?.seconds.toFixed(2)} s`);
        }
      }
      return report(
        index.summary.passages,
        runs.map(({ name, all }) => ({
          name,
          seconds: percentile(
            all.map(({ seconds }) => seconds),
            0.5,
          ),
          leastSeconds: percentile(
            all.map(({ seconds }) => seconds),
            0,
          ),
          cpuSeconds: percentile(
            all.map(({ cpuSeconds }) => cpuSeconds),
            0.5,
          ),
          peakRssBytes: percentile(
            all.map(({ peakRssBytes }) => peakRssBytes),
            0.5,
          ),
        })),
      );
    }),
};

interface Program {
  readonly name: string;
  readonly run: (round: number) => Promise<MeasuredRun>;
}

interface Started {
  readonly name: string;
  readonly seconds: number;
  readonly leastSeconds: number;
  readonly cpuSeconds: number;
  readonly peakRssBytes: number;
}

const searched = z.object({ results: z.array(z.unknown()).min(1) });

async function firstSearch(
  { corpus, folder, storage }: IndexedCorpus,
  method: SearchMethod,
  round: number,
  signal: AbortSignal,
): Promise<MeasuredRun> {
  const run = await runMeasured(builtCli, ['search', folder, corpus.query(round), '--storage', storage, '--method', method, '--json'], {
    signal,
  });
  searched.parse(JSON.parse(run.stdout));
  return run;
}

function report(passages: number, programs: readonly Started[]): BenchReport {
  return {
    columns: ['process', 'median s', 'least s', 'cpu s', 'peak MB'],
    rows: programs.map(({ name, seconds, leastSeconds, cpuSeconds, peakRssBytes }) => [
      name,
      seconds,
      leastSeconds,
      cpuSeconds,
      peakRssBytes / 1e6,
    ]),
    checks: programs
      .filter(({ name }) => name.startsWith('first search'))
      .map(({ name, seconds }) => atMost(`${name}, s`, seconds, maxSeconds)),
    json: { passages, programs },
  };
}
