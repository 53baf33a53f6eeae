/// <reference lib="dom" />
// A client of MCP Apps around the page of a run, in a real browser: a frame without an origin, with the policy that the protocol names.
import { chromium, type Browser, type Frame, type Page } from 'playwright-core';
import { build } from 'esbuild';
import { runAppHtml, runAppPage } from '../../scripts/runApp.ts';
import { findBrowser } from './browser.ts';

/** What the client is and answers. */
export interface AppClient {
  readonly theme: 'light' | 'dark';
  readonly variables?: Readonly<Record<string, string>>;
  readonly capabilities: object;
  readonly arguments: object;
  /** Of the tool. */
  readonly result: object;
  readonly resources: Readonly<Record<string, string>>;
}

export interface AppBrowser {
  /** @param use gets the frame with the page, and what the page has sent so far */
  show(
    client: AppClient,
    width: number,
    use: (frame: Frame, page: Page, sent: () => Promise<readonly Sent[]>) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

interface Sent {
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

declare global {
  /** What the page has sent to its client. */
  var sentByApp: Sent[];
}

const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'none'; media-src 'none'; connect-src 'none'";

export async function openAppBrowser(): Promise<AppBrowser> {
  const { outputFiles = [] } = await build(runAppPage());
  const html = runAppHtml(outputFiles).replace('<head>', `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`);
  const browser: Browser = await chromium.launch({
    executablePath: findBrowser(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  return {
    async show(client, width, use) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
      const trouble: string[] = [];
      page.on('console', (message) => message.type() !== 'log' && trouble.push(message.text()));
      page.on('pageerror', (error) => trouble.push(error.message));
      page.on('request', (request) => !/^(data:|about:)/.test(request.url()) && trouble.push(request.url()));
      await page.setContent('<body style="margin:0"><iframe sandbox="allow-scripts" style="width:100%;height:300px;border:0"></iframe>');
      await page.evaluate(startClient, { client, html });
      const frame = page.frames()[1]!;
      await use(frame, page, () => page.evaluate(() => globalThis.sentByApp));
      await page.close();
      if (trouble.length > 0) throw new Error(`The page has caused: ${trouble.join('\n')}`);
    },
    close: () => browser.close(),
  };
}

/** The client has other colors from now on. Resolves when the page has them too. */
export async function changeColors(
  frame: Frame,
  page: Page,
  { theme, variables = {} }: Pick<AppClient, 'theme' | 'variables'>,
): Promise<void> {
  const params = { theme, styles: { variables } };
  await page.evaluate((changed) => {
    const { contentWindow } = document.querySelector('iframe')!;
    contentWindow!.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/host-context-changed', params: changed }, '*');
  }, params);
  for (const part of [`color-scheme: ${theme}`, ...Object.keys(variables)]) await frame.locator(`html[style*="${part}"]`).waitFor();
}

/** Runs in the browser. */
function startClient({ client, html }: { readonly client: AppClient; readonly html: string }): void {
  const frame = document.querySelector('iframe')!;
  globalThis.sentByApp = [];
  const answers: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => object>> = {
    'ui/initialize': () => ({
      protocolVersion: '2026-01-26',
      hostInfo: { name: 'test', version: '1' },
      hostCapabilities: client.capabilities,
      hostContext: { theme: client.theme, styles: { variables: client.variables ?? {} } },
    }),
    'ui/open-link': () => ({}),
    'resources/read': ({ uri }) => ({ contents: [{ uri, text: client.resources[String(uri)] }] }),
  };
  const send = (text: object): void => frame.contentWindow!.postMessage({ jsonrpc: '2.0', ...text }, '*');
  window.addEventListener(
    'message',
    ({ data }: MessageEvent<{ id?: number; method: string; params: Readonly<Record<string, unknown>> }>) => {
      globalThis.sentByApp.push(data);
      const { id, method, params } = data;
      if (id !== undefined) send({ id, result: answers[method]!(params) });
      if (method === 'ui/notifications/size-changed') frame.style.height = `${String(params['height'])}px`;
      if (method !== 'ui/notifications/initialized') return;
      send({ method: 'ui/notifications/tool-input', params: { arguments: client.arguments } });
      send({ method: 'ui/notifications/tool-result', params: client.result });
    },
  );
  frame.srcdoc = html;
}
