/// <reference lib="dom" />
/** The documentation site as it is built: its links, its search, and its pages in a real browser, without a network. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chromium, type Browser, type Page } from 'playwright-core';
import { build } from 'vitepress';
import { findBrowser } from '../rig/browser.ts';
import { tempFolder } from '../support/tempFolder.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

describe('the documentation site', () => {
  const site = tempFolder({ after });
  let server: Server;
  let browser: Browser;
  let origin: string;
  let names: readonly string[];
  before(async () => {
    await build(join(import.meta.dirname, '..', '..', 'docs'), { outDir: site });
    names = globSync('**/*.html', { cwd: site }).map((name) => name.replaceAll('\\', '/'));
    server = await served(site);
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'] });
  });
  after(async () => {
    await browser?.close();
    server?.close();
  });

  test('every link and anchor leads somewhere', () => {
    const pages = new Map(names.map((name) => [`/${name}`, readFileSync(join(site, name), 'utf8')]));
    const ids = new Map([...pages].map(([path, html]) => [path, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]));
    const broken = [...pages].flatMap(([path, html]) =>
      [...html.matchAll(/<a [^>]*href="([^"]+)"/g)].flatMap(([, href = '']) => {
        const { origin: of, pathname, hash } = new URL(href, `http://site${path}`);
        if (of !== 'http://site' || pathname.startsWith('/assets/')) return [];
        const target = ids.get(
          pathname.endsWith('/') ? `${pathname}index.html` : pathname.endsWith('.html') ? pathname : `${pathname}.html`,
        );
        return target && (hash === '' || target.has(decodeURIComponent(hash.slice(1)))) ? [] : [`${path}: ${href}`];
      }),
    );
    assert.ok(pages.size > 20, `only ${pages.size} pages were built`);
    assert.deepEqual([...new Set(broken)], []);
  });

  const open = async (viewport: typeof phone, use: (page: Page) => Promise<void>): Promise<void> => {
    const page = await browser.newPage({ viewport });
    const wrong: string[] = [];
    page.on('request', (request) => {
      if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) wrong.push(request.url());
    });
    page.on('pageerror', (error) => wrong.push(error.message));
    await use(page);
    await page.close();
    assert.deepEqual(wrong, []);
  };

  test('a search finds a message by its words, without a network', () =>
    open(desktop, async (page) => {
      await page.goto(`${origin}/index.html`);
      await page.getByRole('button', { name: /Search/ }).click();
      await page.locator('#localsearch-input').fill('is password-protected');
      await page.locator('.VPLocalSearchBox .result', { hasText: 'A document is not read' }).first().click();
      await page.getByRole('heading', { name: 'Error messages' }).waitFor();
      assert.match(page.url(), /troubleshooting\.html#a-document-is-not-read$/);
    }));

  test('no page is wider than a phone, and every picture is there and has words', () =>
    open(phone, async (page) => {
      const found: string[] = [];
      for (const name of names) {
        await page.goto(`${origin}/${name}`);
        const facts = await page.evaluate(() => ({
          width: document.documentElement.scrollWidth,
          bad: [...document.images]
            .filter(({ alt, complete, naturalWidth, className }) => (complete && naturalWidth === 0) || (alt === '' && className === ''))
            .map(({ src }) => src),
        }));
        if (facts.width > phone.width || facts.bad.length > 0) found.push(`${name}: ${JSON.stringify(facts)}`);
      }
      assert.deepEqual(found, []);
    }));
});

const types: Readonly<Record<string, string>> = { html: 'text/html', js: 'text/javascript', css: 'text/css', json: 'application/json' };

async function served(folder: string): Promise<Server> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = globSync([pathname.slice(1), `${pathname.slice(1)}.html`], { cwd: folder })[0];
    if (name === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': types[name.split('.').at(-1) ?? ''] ?? '' }).end(readFileSync(join(folder, name)));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}
