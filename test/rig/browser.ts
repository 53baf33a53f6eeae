/// <reference lib="dom" />
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { chromium } from 'playwright-core';
import type { BrowserContext } from 'playwright-core';

import { ensureSystemPackages } from '../../scripts/systemPackages.mjs';

export interface Viewport {
  readonly width: number;
  readonly height: number;
}

export interface BrowserOptions {
  /** Folder of the browser's profile, in which web storage persists. */
  readonly profile: string;
  /** A loopback port that the browser has as `http://editor.localhost`. */
  readonly port?: number;
  readonly viewport?: Viewport;
  readonly locale?: string;
}

const defaultViewport: Viewport = { width: 1440, height: 900 };

const quietArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without this, pages crash on a machine with a small /dev/shm, like most containers.
  '--disable-dev-shm-usage',
  // Two editors must both be drawn, although only one window can be in front.
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
];

/** What the browser knows an editor as, on whatever port: it keeps programs that it has compiled, and stored data, by origin. */
export const editorOrigin = 'http://editor.localhost';

/** Tests must not use the network, nor wait for it. */
function resolverRules(port: number | undefined): string {
  const editor = port === undefined ? [] : [`MAP ${new URL(editorOrigin).host} 127.0.0.1:${port}`];
  return `--host-resolver-rules=${[...editor, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'].join(', ')}`;
}

function candidates(): readonly string[] {
  const programFiles = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ...programFiles
      .filter((folder) => folder !== undefined)
      .flatMap((folder) => [
        join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'),
        join(folder, 'Chromium', 'Application', 'chrome.exe'),
        join(folder, 'Microsoft', 'Edge', 'Application', 'msedge.exe'),
      ]),
  ];
}

/** The browser to test with: the one in CHROMIUM, otherwise one in the usual places. */
export function findBrowser(): string {
  const named = process.env.CHROMIUM;
  if (named !== undefined && named !== '') {
    if (!existsSync(named)) throw new Error(`CHROMIUM names ${named}, which does not exist.`);
    return named;
  }
  const found = candidates().find((path) => existsSync(path));
  if (found !== undefined) return found;
  if (process.platform === 'linux') {
    ensureSystemPackages([{ file: '/usr/bin/chromium', package: 'chromium' }]);
    return '/usr/bin/chromium';
  }
  throw new Error('No Chromium, Chrome or Edge found: install one, or set CHROMIUM to its path.');
}

/** Without it, whatever turns while something runs is drawn sixty times a second. Runs in each page and frame. */
function keepStill(): void {
  const sheet = new CSSStyleSheet();
  // An answer's end fades out with scrolling, not with time.
  sheet.replaceSync(':not(.answer-body), ::before, ::after { animation: none !important; }');
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** A separate headless browser with its profile in the given folder. Closing the context ends it. */
export async function launchBrowser(options: BrowserOptions): Promise<BrowserContext> {
  const context = await chromium.launchPersistentContext(options.profile, {
    executablePath: findBrowser(),
    headless: true,
    args: [...quietArguments, resolverRules(options.port)],
    viewport: options.viewport ?? defaultViewport,
    permissions: ['clipboard-read', 'clipboard-write'],
    timeout: 180_000,
    // Playwright's handlers close the browser but keep the process alive, see server.ts.
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  });
  await context.addInitScript(keepStill);
  context.setDefaultTimeout(60_000);
  context.setDefaultNavigationTimeout(60_000);
  return context;
}
