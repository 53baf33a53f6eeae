/// <reference lib="dom" />
// The page of the PDF viewer in a real browser, without an editor around it.
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { chromium, type Page } from 'playwright-core';
import type { FromPdfPage, PdfPlace } from '../../src/protocol/pdfView.ts';
import { findBrowser } from './browser.ts';
import { themesFile } from './panelThemes.ts';

const repository = join(import.meta.dirname, '..', '..');
const pdfjs = join(repository, 'node_modules', 'pdfjs-dist');
const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', mjs: 'text/javascript', css: 'text/css' };

/** Much longer than anything takes, also on a busy machine. */
const waitMs = 60_000;

export interface ViewerBrowser {
  /** Shows a PDF at a place. */
  open(pdf: Uint8Array, place?: Partial<PdfPlace>, state?: object): Promise<ViewerPage>;
  close(): Promise<void>;
}

interface ViewerPage {
  readonly page: Page;
  /** The file has other contents from now on, and is loaded again. */
  readonly change: (pdf: Uint8Array) => Promise<void>;
  /** What the page has said, without what it has read. */
  readonly posted: readonly FromPdfPage[];
  /** Addresses that the page has asked for, or has gone to. */
  readonly requested: readonly string[];
}

export async function openViewerBrowser(): Promise<ViewerBrowser> {
  const files = await builtFiles();
  const server = createServer(({ url = '/' }, response) => {
    const { pathname: path, searchParams } = new URL(url, 'http://localhost');
    const file = path.startsWith('/pdfjs/') ? join(pdfjs, path.slice('/pdfjs/'.length)) : '';
    const body = files.get(path) ?? (existsSync(file) ? readFileSync(file) : undefined);
    const [begin, end] = ['begin', 'end'].map((name) => Number(searchParams.get(name) ?? NaN));
    const part = Number.isNaN(end) ? body : body?.subarray(begin, end);
    response.writeHead(part ? 200 : 404, { 'content-type': types[path.split('.').at(-1) ?? ''] ?? 'application/octet-stream' }).end(part);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const html = `<!DOCTYPE html><html lang="en" data-theme="dark"><head><meta charset="UTF-8">
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-1' 'wasm-unsafe-eval'; style-src ${origin}; font-src ${origin}; img-src ${origin} data: blob:; connect-src ${origin}; worker-src blob:">
    <link rel="stylesheet" href="/themes.css"><link rel="stylesheet" href="/main.css"><title>PDF</title></head>
    <body><div id="root"></div><script type="module" nonce="1" src="/main.js"></script></body></html>`;
  files.set('/index.html', Buffer.from(html));
  files.set('/themes.css', readFileSync(themesFile));
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return {
    async open(pdf, place, state) {
      const page = await browser.newPage({ reducedMotion: 'reduce', viewport: { width: 900, height: 700 } });
      const posted: FromPdfPage[] = [];
      const requested: string[] = [];
      page.on('request', (request) => void requested.push(request.url()));
      page.on('framenavigated', (frame) => void requested.push(frame.url()));
      page.on('popup', (popup) => void requested.push(`popup ${popup.url()}`));
      await page.exposeFunction('hear', (message: FromPdfPage) => void posted.push(message));
      const path = `/${files.size}.pdf`;
      files.set(path, Buffer.from(pdf));
      await page.addInitScript(hostOf, { path, sizeBytes: pdf.length, place: place && { before: '', after: '', ...place }, state });
      page.setDefaultTimeout(waitMs);
      await page.goto(`${origin}/index.html`);
      const change = async (changed: Uint8Array): Promise<void> => {
        files.set(path, Buffer.from(changed));
        await page.evaluate((sizeBytes) => openAgain(sizeBytes), changed.length);
      };
      return { page, change, posted, requested };
    },
    close: async () => {
      await browser.close();
      server.close();
    },
  };
}

declare global {
  /** Put into the page by `hostOf`. */
  function openAgain(sizeBytes: number): void;
}

interface HostOptions {
  readonly path: string;
  readonly sizeBytes: number;
  readonly place: object | undefined;
  readonly state: object | undefined;
}

/** Runs in the page: VS Code as the page sees it. */
function hostOf({ path: pdf, sizeBytes, place, state }: HostOptions): void {
  const { hear } = globalThis as unknown as { readonly hear: (message: FromPdfPage) => void };
  let kept: unknown = state;
  const at = (path: string): string => `${location.origin}/pdfjs/${path}`;
  const assets = { worker: at('legacy/build/pdf.worker.min.mjs'), cMaps: at('cmaps/'), fonts: at('standard_fonts/'), wasm: at('wasm/') };
  const open = { kind: 'open', name: 'a.pdf', assets };
  Object.assign(globalThis, {
    openAgain: (size: number) => postMessage({ ...open, sizeBytes: size }),
    acquireVsCodeApi: () => ({
      getState: () => kept,
      setState: (next: unknown) => (kept = next),
      postMessage: async (message: FromPdfPage) => {
        if (message.kind === 'ready') postMessage({ ...open, sizeBytes, place });
        else if (message.kind === 'range') {
          const { begin, end } = message;
          const part = await fetch(`${pdf}?begin=${begin}&end=${end}`);
          postMessage({ kind: 'bytes', begin, bytes: new Uint8Array(await part.arrayBuffer()) });
        } else hear(message);
      },
    }),
  });
}

async function builtFiles(): Promise<Map<string, Buffer>> {
  const { outputFiles } = await build({
    entryPoints: [join(repository, 'webview-ui', 'viewer', 'main.tsx')],
    ...{ outdir: '/out', bundle: true, write: false, format: 'iife', jsx: 'automatic', target: 'chrome128' },
    loader: { '.ttf': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return new Map(outputFiles.map(({ path, contents }) => [`/${basename(path)}`, Buffer.from(contents)]));
}
