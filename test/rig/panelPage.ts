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
  /** Shows a state of the demo in a page that has axe and keeps nothing of what it showed before. */
  show(address: string, viewport: Viewport, use: (page: Page) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

declare global {
  /** Functions of the demo page. */
  function showTheme(name: string): void;
}

/** @param logs run logs by name, which an address may show like the demo's runs */
export async function openPanelBrowser(logs: Readonly<Record<string, readonly RunEvent[]>> = {}): Promise<PanelBrowser> {
  const files = await filesOf(logs);
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  // A new page costs three times what another state in the same page does.
  const idle: Page[] = [];
  return {
    async show(address, viewport, use) {
      const page = idle.pop() ?? (await openPage(browser, files));
      await show(page, address, viewport);
      await use(page);
      idle.push(page);
    },
    close: () => browser.close(),
  };
}

async function show(page: Page, address: string, viewport: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  if (page.url().startsWith(origin)) await page.evaluate(() => sessionStorage.clear());
  await page.goto(`${origin}/?${address}`);
  await page.locator('html[data-shown]').waitFor();
}

async function openPage(browser: Browser, files: ReadonlyMap<string, Buffer>): Promise<Page> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  await page.route(`${origin}/**`, (route) => {
    const name = basename(new URL(route.request().url()).pathname) || 'index.html';
    const body = files.get(name);
    return body === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body, contentType: types[name.split('.').at(-1) ?? ''] ?? '' });
  });
  await page.addInitScript({ content: axe.source });
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
