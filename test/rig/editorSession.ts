// Real VS Code in a browser, from its start to its end; editor.ts drives it.
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { editorOrigin, launchBrowser } from './browser.ts';
import type { Viewport } from './browser.ts';
import { ensureCodeServer, type CodeServer } from './codeServer.ts';
import { isTheme, placesIn, prepareSettings, readSettings, themeClass, writeHelper, writeLanguagePack } from './profile.ts';
import type { Places, Settings, Theme } from './profile.ts';
import { linkExtensions, startEditorServer } from './editorServer.ts';
import { tail } from './server.ts';
import type { Server } from './server.ts';

export const OPEN_MS = 180_000;
/** Time limit for one try of something that may need several. */
export const TRY_MS = 5_000;

export interface EditorOptions {
  readonly folder: string; // or a `.code-workspace` file
  /** Packaged extensions to install first. */
  readonly vsix?: string | readonly string[];
  /**
   * A folder for everything the editor stores: settings, extensions, and their state and secrets. A second start with the same folder
   * restores it. Without one, the editor forgets everything on dispose.
   */
  readonly userData?: string;
  readonly settings?: Settings;
  /** The user's language (`navigator.language`) and `vscode.env.language`, such as `de`. */
  readonly locale?: string;
  readonly theme?: Theme;
  readonly viewport?: Viewport;
  /** Environment variables of the extension host. */
  readonly env?: Readonly<Record<string, string>>;
  readonly log?: (line: string) => void;
}

export interface Session {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly server: Server;
  readonly places: Places;
  readonly temporary: boolean;
}

export async function closeSession({ context, page, server, places, temporary }: Session): Promise<void> {
  try {
    // Leaving the page makes the workbench write its pending data: the extensions' state, the open editors.
    await page.goto('about:blank', { timeout: TRY_MS }).catch(() => undefined);
    await context.close();
  } finally {
    await server.stop();
    if (temporary) await rm(places.root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

export async function waitForWorkbench(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor({ timeout: OPEN_MS });
  await page.locator('.monaco-workbench .part.editor').waitFor({ timeout: OPEN_MS });
}

export async function waitForTheme(page: Page, theme: Theme): Promise<void> {
  await page.locator(`.monaco-workbench.${themeClass(theme)}`).waitFor({ timeout: OPEN_MS });
}

async function openPage(context: BrowserContext, url: string, places: Places): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage());
  // The only dialog of a workbench asks whether to leave the page, which the test wants.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
  await page.goto(url, { timeout: OPEN_MS });
  await waitForWorkbench(page);
  const theme = (await readSettings(places.settings))['workbench.colorTheme'];
  // Themes come from extensions, so when one is applied, the contributions of the others are known too.
  if (isTheme(theme)) await waitForTheme(page, theme);
  return page;
}

interface Opened {
  readonly temporary: boolean;
  readonly places: Places;
  server?: Server;
  context?: BrowserContext;
}

/**
 * The profile of a browser that has opened an editor without files once. What starts with a copy is open in two thirds of the processor
 * time: it has the compiled workbench, and what that does on its first start is done.
 */
export async function startedProfile(codeServer: CodeServer): Promise<string> {
  const kept = join(codeServer.home, 'browser');
  if (existsSync(kept)) return kept;
  const root = await mkdtemp(join(codeServer.home, 'first-'));
  const opened: Opened = { temporary: false, places: placesIn(root) };
  try {
    const session = await openWith({ folder: opened.places.data }, opened, codeServer);
    await session.page.waitForLoadState('networkidle');
    await closeSession(session);
    await rename(opened.places.profile, kept).catch((error: unknown) => {
      // Another process was faster.
      if (!existsSync(kept)) throw error;
    });
  } finally {
    await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
  return kept;
}

async function openWith(options: EditorOptions, opened: Opened, codeServer: CodeServer): Promise<Session> {
  const { places, temporary } = opened;
  await prepareSettings(places, options);
  await writeHelper(places);
  if (options.locale !== undefined) await writeLanguagePack(places, options.locale);
  await linkExtensions(codeServer, places, options.vsix === undefined ? [] : [options.vsix].flat());
  const server = await startEditorServer(codeServer, places, options);
  opened.server = server;
  const context = await launchBrowser({
    profile: places.profile,
    port: Number(new URL(server.url).port),
    ...(options.viewport === undefined ? {} : { viewport: options.viewport }),
    ...(options.locale === undefined ? {} : { locale: options.locale }),
  });
  opened.context = context;
  const parameter = options.folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
  const url = `${editorOrigin}/?${parameter}=${encodeURIComponent(resolve(options.folder))}`;
  const page = await openPage(context, url, places);
  return { context, page, server, places, temporary };
}

/** Real VS Code with the folder open. A later start in the same folder of user data restores it. */
export async function openSession(options: EditorOptions): Promise<Session> {
  const temporary = options.userData === undefined;
  const root = resolve(options.userData ?? (await mkdtemp(join(tmpdir(), 'ariadne-'))));
  const opened: Opened = { temporary, places: placesIn(root) };
  try {
    const codeServer = await ensureCodeServer(options.log === undefined ? {} : { log: options.log });
    const { profile } = opened.places;
    if (!existsSync(profile)) await cp(await startedProfile(codeServer), profile, { recursive: true });
    return await openWith(options, opened, codeServer);
  } catch (error) {
    await opened.context?.close();
    await opened.server?.stop();
    if (temporary) await rm(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(`The editor did not open: ${why}\n${tail(opened.server?.log() ?? '')}`, { cause: error });
  }
}
