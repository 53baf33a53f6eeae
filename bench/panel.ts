/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { RunEvent } from '../src/protocol/events.ts';
import { emptySnapshot, follow } from '../src/trace/fold.ts';
import { openPanelBrowser } from '../test/rig/panelPage.ts';
import { traceMainThread, type Traced } from './browserTrace.ts';
import { atMost, type Bench } from './harness.ts';
import { longRun } from './longRun.ts';

const maxFirstPaintMs = 500;
const maxTaskMs = 50;
const maxGrowth = 1.1;
const viewport = { width: 1280, height: 900 };

declare global {
  /** Put into the page by this bench. */
  var longRunEvents: readonly RunEvent[];
}

export const panel: Bench = {
  name: 'panel',
  describe:
    'the panel in a real browser, by its trace: first paint, longest task of the main thread while a run of 300 steps is shown as it runs and when it is opened, memory over ten replays',
  async run({ quick, signal, log }) {
    const events = longRun(quick ? 40 : 300, quick ? 2 : 10);
    const browser = await openPanelBrowser();
    let start: Traced | undefined;
    let replayed: Traced | undefined;
    let opened: Traced | undefined;
    const heaps: number[] = [];
    const elements: number[] = [];
    try {
      await browser.show('readiness=ready', viewport, async (page) => {
        const running = page.context().browser();
        if (!running) throw new Error('The page has no browser.');
        const cdp = await page.context().newCDPSession(page);
        const measureMemory = async (): Promise<void> => {
          await cdp.send('HeapProfiler.collectGarbage');
          heaps.push((await cdp.send('Runtime.getHeapUsage')).usedSize);
          elements.push((await cdp.send('Memory.getDOMCounters')).nodes);
        };
        // It would hear every message.
        await page.route('**/axe.js', (route) => route.abort());
        start = await traceMainThread(running, page, async () => {
          await page.reload();
          await page.locator('html[data-shown]').waitFor();
          await page.evaluate(() => performance.mark('page'));
        });
        await page.evaluate((all) => void (globalThis.longRunEvents = all), events);
        const { length } = events;
        log(`${length} events`);
        replayed = await traceMainThread(running, page, () => replay(page));
        opened = await traceMainThread(running, page, () => open(page, events));
        for (let round = 0; round < (quick ? 2 : 10); round++) {
          signal.throwIfAborted();
          await replay(page, 5);
          await measureMemory();
        }
      });
    } finally {
      await browser.close();
    }
    if (!start || !replayed || !opened) throw new Error('The page was not measured.');
    const firstPaint = start.busyMs('navigationStart', 'page') + opened.busyMs('open', 'answer');
    const growth = (heaps.at(-1) ?? NaN) / (heaps[1] ?? NaN);
    const longest = { replay: replayed.longestMs('replay', 'replayed'), open: opened.longestMs('open', 'opened') };
    return {
      columns: ['what', 'processor time, ms', 'elapsed, ms', 'longest task, ms'],
      rows: [
        [
          'page without a run',
          start.busyMs('navigationStart', 'page'),
          start.elapsedMs('navigationStart', 'page'),
          start.longestMs('navigationStart', 'page'),
        ],
        ['replay', replayed.busyMs('replay', 'replayed'), replayed.elapsedMs('replay', 'replayed'), longest.replay],
        ['opened: its answer', opened.busyMs('open', 'answer'), opened.elapsedMs('open', 'answer'), opened.longestMs('open', 'answer')],
        ['opened: all', opened.busyMs('open', 'opened'), opened.elapsedMs('open', 'opened'), longest.open],
      ],
      checks: [
        atMost('page and run until the first paint, ms of processor time', firstPaint, maxFirstPaintMs),
        atMost('longest task while it runs, ms', longest.replay, maxTaskMs),
        atMost('longest task when it is opened, ms', longest.open, maxTaskMs),
        atMost('memory after the last replay, times that after the second', growth, maxGrowth),
      ],
      json: { events: events.length, firstPaint, longest, heaps, elements },
    };
  },
};

/** In batches as the extension sends them. @param speed times that of the run */
async function replay(page: Page, speed = 1): Promise<void> {
  await page.evaluate(
    async ({ times, snapshot }) => {
      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      const batchMs = 40;
      postMessage({ kind: 'show-none' });
      await frame();
      await frame();
      performance.mark('replay');
      postMessage({ kind: 'show-run', runId: 'long', snapshot });
      const began = performance.now();
      const batches = Map.groupBy(globalThis.longRunEvents, ({ at }) => Math.floor(at / times / batchMs));
      for (const [batch, events] of batches) {
        await new Promise((resolve) => setTimeout(resolve, Math.max(0, began + batch * batchMs - performance.now())));
        postMessage({ kind: 'events', runId: 'long', events });
      }
      for (let i = 0; i < 10; i++) await frame();
      performance.mark('replayed');
    },
    { times: speed, snapshot: emptySnapshot },
  );
}

/** The finished run. */
async function open(page: Page, events: readonly RunEvent[]): Promise<void> {
  await page.evaluate(
    async (snapshot) => {
      const frame = (): Promise<unknown> => new Promise(requestAnimationFrame);
      const until = async (selector: string): Promise<void> => {
        while (!document.querySelector(selector)) await frame();
        await frame();
      };
      postMessage({ kind: 'show-none' });
      for (let i = 0; i < 4; i++) await frame();
      performance.mark('open');
      postMessage({ kind: 'show-run', runId: 'opened', snapshot });
      await until('.answer');
      performance.mark('answer');
      await until('.card');
      for (let i = 0; i < 20; i++) await frame();
      performance.mark('opened');
    },
    follow(emptySnapshot, events),
  );
}
