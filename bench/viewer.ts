/// <reference lib="dom" />
import { openViewerBrowser, type ViewerBrowser } from '../test/rig/viewerPage.ts';
import { makePdf, type PdfPageContent } from '../test/support/pdf.ts';
import { traceMainThread } from './browserTrace.ts';
import { atMost, type Bench, type BenchReport, type Check } from './harness.ts';

const maxOpenMs = 1_000;
const maxTaskMs = 50;
/** A tenth of the least document. */
const maxDrawn = 40;
const maxGrowth = 1.2;
const linesPerPage = 45;
const sentence = 'The Orfield gauge was built by Marta Quell in 1931.';

export const viewer: Bench = {
  name: 'viewer',
  describe:
    'the viewer of PDFs in a real browser: from the start of its page until the cited words are marked, and memory while it is scrolled',
  async run({ quick, signal, log }) {
    const rows: (string | number)[][] = [];
    const checks: Check[] = [];
    const browser = await openViewerBrowser();
    try {
      for (const pages of quick ? [40] : [40, 400, 2_000]) {
        signal.throwIfAborted();
        log(`${pages} pages`);
        const measured = await measure(browser, pages);
        rows.push([
          pages,
          measured.elapsedMs,
          measured.workMs,
          measured.busyMs,
          measured.longestMs,
          measured.drawn,
          measured.heapMb,
          measured.growth,
        ]);
        checks.push(
          atMost(`${pages} pages: processor time until the words are marked, ms`, measured.workMs, maxOpenMs),
          atMost(`${pages} pages: longest task once the page has started, ms`, measured.longestMs, maxTaskMs),
          atMost(`${pages} pages: pages drawn at a time`, measured.drawn, maxDrawn),
          atMost(`${pages} pages: memory after the last part, times that after the first`, measured.growth, maxGrowth),
        );
      }
    } finally {
      await browser.close();
    }
    const columns = [
      'pages',
      'marked after, ms',
      'processor time, ms',
      'of it the page',
      'longest task, ms',
      'most pages drawn',
      'memory, MB',
      'times',
    ];
    return { columns, rows, checks, json: { rows } } satisfies BenchReport;
  },
};

interface Measured {
  readonly elapsedMs: number;
  /** Of the page and its worker. */
  readonly workMs: number;
  readonly busyMs: number;
  readonly longestMs: number;
  readonly drawn: number;
  /** Of the page, when all was scrolled. */
  readonly heapMb: number;
  readonly growth: number;
}

async function measure(browser: ViewerBrowser, pages: number): Promise<Measured> {
  const cited = Math.round(pages * 0.75);
  const pdf = makePdf(Array.from({ length: pages }, (_, i) => pageOf(i + 1, i + 1 === cited)));
  const first = await browser.open(makePdf([pageOf(1, false)]));
  const running = first.page.context().browser();
  if (!running) throw new Error('The page has no browser.');
  let opened = first;
  const traced = await traceMainThread(running, undefined, async () => {
    opened = await browser.open(pdf, { page: cited, words: sentence });
    await opened.page.evaluate(async () => {
      performance.mark('started');
      while (!document.querySelector('.mark')) await new Promise(requestAnimationFrame);
      await new Promise(requestAnimationFrame);
      performance.mark('marked');
    });
  });
  await first.page.close();
  const { page } = opened;
  const cdp = await page.context().newCDPSession(page);
  const heaps: number[] = [];
  let drawn = 0;
  for (let part = 0; part < 4; part++) {
    for (let at = 0; at < 15; at++) {
      await page.evaluate(
        async (share) => {
          const container = document.querySelector('.viewer-container');
          if (!container) throw new Error('The viewer has no container.');
          container.scrollTop = share * container.scrollHeight;
          for (let frame = 0; frame < 6; frame++) await new Promise(requestAnimationFrame);
        },
        (part * 15 + at) / 60,
      );
      drawn = Math.max(drawn, await page.locator('.page canvas').count());
    }
    await cdp.send('HeapProfiler.collectGarbage');
    heaps.push((await cdp.send('Runtime.getHeapUsage')).usedSize);
  }
  await page.close();
  const [least = NaN] = heaps;
  return {
    elapsedMs: traced.elapsedMs('navigationStart', 'marked'),
    workMs: traced.allBusyMs('navigationStart', 'marked'),
    busyMs: traced.busyMs('navigationStart', 'marked'),
    longestMs: traced.longestMs('started', 'marked'),
    drawn,
    heapMb: (heaps.at(-1) ?? NaN) / 1e6,
    growth: (heaps.at(-1) ?? NaN) / least,
  };
}

function pageOf(number: number, isCited: boolean): PdfPageContent {
  const lines = Array.from(
    { length: linesPerPage },
    (_, i) => `Page ${number}, line ${i + 1} has the weather of the coast, as on any other day.`,
  );
  if (isCited) lines[linesPerPage - 5] = sentence;
  return { texts: lines.map((text, i) => ({ x: 72, y: 740 - i * 15, text })) };
}
