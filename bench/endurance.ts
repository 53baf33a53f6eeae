/** A year of use in an hour: windows on one folder, whose processes are killed, whose disk is full, whose clock is wrong. */
import { join } from 'node:path';
import { type Lived, liveYear } from './endurance/year.ts';
import type { Taken } from './endurance/window.ts';
import { atMost, percentile, type Bench, type BenchReport, withTempFolder } from './harness.ts';

/** Of memory and handles, from the first quarter to the last. */
const maxGrowth = 1.25;
const maxDiskOverFresh = 3;

export const endurance: Bench = {
  name: 'endurance',
  describe:
    'random work in five windows on a disk and in a bucket, with kills, sleep, a full disk, other clocks, embedders and locales; then what a person has made, the indexes against new ones, and what the processes take',
  run: ({ quick, signal, log }) =>
    withTempFolder(async (folder) => {
      const seed = Number(process.env['ARIADNE_SEED'] ?? 1);
      const [steps, perCheck] = quick ? [150, 75] : [20_000, 500];
      const forMs = 60_000 * Number(process.env['ARIADNE_MINUTES'] ?? 60);
      const sleep = quick ? { napMs: 2000 } : { napMs: 40_000, longSleepMs: 11 * 60_000, restMs: 12 * 60_000 };
      const options = {
        seed,
        steps,
        forMs,
        perCheck,
        documents: 300,
        windows: [3, 2],
        shares: { killed: 0.1, asleep: 0.01 },
        ...sleep,
        signal,
        log,
      } as const;
      return reportOf(seed, await liveYear(join(folder, 'documents'), options));
    }),
};

function reportOf(seed: number, { done, faults, taken, disk }: Lived): BenchReport {
  const rows = [...done].map(([name, all]) => {
    const counted = (end: string): number => all.filter((one) => one.end === end).length;
    const ms = percentile(
      all.filter(({ end }) => end === 'done').map((one) => one.ms),
      0.5,
    );
    return [name, all.length, counted('killed'), counted('asleep'), counted('no disk'), counted('refused'), Math.round(ms)];
  });
  const part = Math.max(1, Math.floor(taken.length / 4));
  const growth = (of: keyof Taken): number => {
    const quarter = (some: readonly Taken[]): number =>
      percentile(
        some.map((one) => one[of]),
        0.5,
      );
    return quarter(taken.slice(-part)) / quarter(taken.slice(0, part));
  };
  return {
    columns: ['work', 'times', 'killed', 'asleep', 'without disk', 'refused', 'median ms'],
    rows,
    checks: [
      atMost('differences, and failures that nothing explains', faults.length, 0),
      ...Object.entries(disk).map(([name, { later }]) => atMost(`${name}: index over a new one, after a rest`, later, maxDiskOverFresh)),
      ...(taken.length < 4
        ? []
        : [
            atMost('memory of a window, last quarter over first', growth('memoryMb'), maxGrowth),
            atMost('what JavaScript uses of it, last quarter over first', growth('heapMb'), maxGrowth),
            atMost('handles of a window, last quarter over first', growth('handles'), maxGrowth),
          ]),
    ],
    json: { seed, rows, faults, taken, disk },
  };
}
