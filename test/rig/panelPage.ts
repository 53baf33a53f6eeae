/// <reference lib="dom" />
// The panel's demo page in a real browser, without an editor around it.
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import axe from 'axe-core';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';

import { demoPage } from '../../scripts/demoPage.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { findBrowser } from './browser.ts';
import type { Viewport } from './browser.ts';

const repository = join(import.meta.dirname, '..', '..');
const origin = 'http://panel.test';
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

export interface PanelBrowser {
  /** A separate page that shows a state of the demo, with axe in it. */
  open(address: string, viewport: Viewport): Promise<Page>;
  close(): Promise<void>;
}

declare global {
  /** What the demo page offers. */
  function showTheme(name: string): void;
}

/** @param logs run logs by name, which an address may show like the demo's own runs */
export async function openPanelBrowser(logs: Readonly<Record<string, readonly RunEvent[]>> = {}): Promise<PanelBrowser> {
  const files = await filesOf(logs);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return { open: (address, viewport) => openPage(browser, files, address, viewport), close: () => browser.close() };
}

/** Shows a state in a page that is there. */
async function show(page: Page, address: string): Promise<void> {
  await page.goto(`${origin}/?${address}`);
  await page.locator('html[data-shown]').waitFor();
}

async function openPage(browser: Browser, files: ReadonlyMap<string, Buffer>, address: string, viewport: Viewport): Promise<Page> {
  const page = await browser.newPage({ viewport, reducedMotion: 'reduce' });
  await page.route(`${origin}/**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname) || 'index.html';
    const body = files.get(name);
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body, contentType: types[name.split('.').at(-1) ?? ''] ?? '' });
  });
  await page.addInitScript({ content: axe.source });
  await show(page, address);
  return page;
}

async function filesOf(logs: Readonly<Record<string, readonly RunEvent[]>>): Promise<ReadonlyMap<string, Buffer>> {
  const { outputFiles = [] } = await build({
    ...demoPage(logs),
    absWorkingDir: repository,
    minify: true,
    define: { ...demoPage(logs).define, 'process.env.NODE_ENV': '"production"' },
  });
  const index = readFileSync(join(repository, 'webview-ui', 'demo', 'index.html'));
  return new Map([['index.html', index], ...outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)] as const)]);
}
