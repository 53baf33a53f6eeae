/// <reference lib="dom" />
// The panel's demo page in a real browser, without an editor around it.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';

import axe from 'axe-core';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';

import { demoPage } from '../../scripts/demoPage.ts';
import { pseudoTexts } from '../../scripts/l10n.ts';
import type { RunEvent } from '../../src/protocol/events.ts';
import { findBrowser } from './browser.ts';
import type { Viewport } from './browser.ts';

const repository = join(import.meta.dirname, '..', '..');
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css', ttf: 'font/ttf' };

/** Much longer than anything takes, also on a busy machine. */
const waitMs = 120_000;

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
  const server = await serve(await filesOf(logs));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  // A new page costs three times what another state in the same page does.
  const idle: Page[] = [];
  return {
    async show(address, viewport, use) {
      const page = idle.pop() ?? (await browser.newPage({ reducedMotion: 'reduce' }));
      page.setDefaultTimeout(waitMs);
      await show(page, `${origin}/?${address}`, viewport);
      await use(page);
      idle.push(page);
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

async function show(page: Page, address: string, viewport: Viewport): Promise<void> {
  await page.emulateMedia({ colorScheme: null, forcedColors: null });
  await page.setViewportSize(viewport);
  await page.mouse.move(0, 0);
  if (page.url().startsWith('http')) await page.evaluate(() => sessionStorage.clear());
  await page.goto(address);
  await page.locator('html[data-shown]').waitFor();
}

/** A real server, because a browser keeps the compiled code of what it has cached. */
async function serve(files: ReadonlyMap<string, Buffer>): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const name = basename(pathname) || 'index.html';
    const language = searchParams.get('language');
    if (language !== null && name === 'index.html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end(inLanguage(String(files.get(name)), language));
    const contentType = types[name.split('.').at(-1) ?? ''] ?? '';
    const body = files.get(name);
    if (body) response.writeHead(200, { 'content-type': contentType, 'cache-control': 'max-age=3600' }).end(body);
    else response.writeHead(404).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

/** The page as src/extension/panel/pageHtml.ts writes it. @param language one of `languages`, or `pseudo` for longer texts in brackets */
function inLanguage(page: string, language: string): string {
  const words =
    language === 'pseudo'
      ? pseudoTexts()
      : (JSON.parse(readFileSync(join(repository, 'l10n', `bundle.l10n.${language}.json`), 'utf8')) as object);
  const data = JSON.stringify(words).replaceAll('<', '\\u003c');
  const tag = language === 'pseudo' ? 'en' : language;
  return page
    .replace('lang="en"', `lang="${tag}"`)
    .replace('<div id="root">', () => `<script type="application/json" id="words">${data}</script><div id="root">`);
}

async function filesOf(logs: Readonly<Record<string, readonly RunEvent[]>>): Promise<ReadonlyMap<string, Buffer>> {
  const { outputFiles = [] } = await build({
    ...demoPage(logs),
    absWorkingDir: repository,
    minify: true,
    define: { ...demoPage(logs).define, 'process.env.NODE_ENV': '"production"' },
  });
  const index = readFileSync(join(repository, 'test', 'panel', 'demo', 'index.html'), 'utf8');
  const withAxe = index.replace('</head>', '<script src="axe.js"></script></head>');
  const own = { 'index.html': withAxe, 'axe.js': axe.source };
  return new Map([
    ...Object.entries(own).map(([name, text]) => [name, Buffer.from(text)] as const),
    ...outputFiles.map(({ path, contents }) => [basename(path), Buffer.from(contents)] as const),
  ]);
}
