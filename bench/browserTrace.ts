/** What the main thread of a page did, from Chromium's own trace. */
import type { Browser, Page } from 'playwright-core';
import * as z from 'zod';

export interface Traced {
  /** Milliseconds of processor time, which other programs do not lengthen, of the longest task between two marks. */
  longestMs(from: string, to: string): number;
  /** Milliseconds of processor time of all tasks between two marks. */
  busyMs(from: string, to: string): number;
  /** The same of all threads of the page's process, as those of workers. */
  allBusyMs(from: string, to: string): number;
  /** Milliseconds between two marks. */
  elapsedMs(from: string, to: string): number;
}

const event = z.object({
  name: z.string(),
  pid: z.number(),
  tid: z.number(),
  ts: z.number(),
  cat: z.string(),
  tdur: z.number().optional(),
});
const trace = z.object({ traceEvents: z.array(event) });

const categories = ['blink.user_timing', 'devtools.timeline', 'disabled-by-default-devtools.timeline'];

/** Traces the page, or all, during `work`, which sets marks with `performance.mark` in the page; `navigationStart` is also one. */
export async function traceMainThread(browser: Browser, page: Page | undefined, work: () => Promise<void>): Promise<Traced> {
  await browser.startTracing(page, { categories });
  await work();
  const { traceEvents } = trace.parse(JSON.parse((await browser.stopTracing()).toString('utf8')));
  const marks = traceEvents.filter(({ cat }) => cat === 'blink.user_timing');
  const at = (mark: string): number => {
    const found = marks.findLast(({ name }) => name === mark);
    if (!found) throw new Error(`The page has not set the mark ${mark}.`);
    return found.ts;
  };
  const last = marks.at(-1);
  const all = traceEvents.filter(({ name, pid }) => name === 'RunTask' && pid === last?.pid);
  const main = all.filter(({ tid }) => tid === last?.tid);
  const msBetween = (tasks: typeof all, from: string, to: string): number[] =>
    tasks.filter(({ ts }) => ts >= at(from) && ts <= at(to)).map(({ tdur = 0 }) => tdur / 1000);
  const sum = (ms: readonly number[]): number => ms.reduce((total, one) => total + one, 0);
  return {
    longestMs: (from, to) => Math.max(0, ...msBetween(main, from, to)),
    busyMs: (from, to) => sum(msBetween(main, from, to)),
    allBusyMs: (from, to) => sum(msBetween(all, from, to)),
    elapsedMs: (from, to) => (at(to) - at(from)) / 1000,
  };
}
