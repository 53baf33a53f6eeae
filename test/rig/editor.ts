/// <reference lib="dom" />
// Drives real VS Code in a browser, as a user would: keyboard, mouse, and what is on the screen.
import { basename } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { messageOf } from '../../src/base/errors.ts';
import { activeGroup, readActiveEditor } from './activeEditor.ts';
import type { ActiveEditor } from './activeEditor.ts';
import { closeSession, OPEN_MS, openSession, TRY_MS, waitForTheme, waitForWorkbench } from './editorSession.ts';
import type { EditorOptions, Session } from './editorSession.ts';
import { changeSettings } from './profile.ts';
import type { Settings, Theme } from './profile.ts';
import { waitFor } from './server.ts';

const TIMEOUT_MS = 60_000;

export interface Editor {
  readonly page: Page;
  readonly userData: string;
  readonly settingsFile: string;
  /** Runs a command by its title in the palette, category included: `Ariadne: Ask`. */
  command(title: string): Promise<void>;
  /** Types into the open quick input and accepts; in a list, selects the first entry that contains the text. */
  quickInput(text: string): Promise<void>;
  /** Runs a command that shows a list, and returns the list's first row that contains the text. */
  list(title: string, text: string): Promise<Locator>;
  /** The texts of the visible notifications. */
  notifications(): Promise<readonly string[]>;
  /** Waits for a notification that contains the text and returns its whole text. */
  notification(text: string | RegExp): Promise<string>;
  /** Presses a button of the notification that contains the text, also where VS Code has hidden it, as it does after ten seconds. */
  pressInNotification(text: string, button: string): Promise<void>;
  /** Selects an entry of the context menu that is open or about to open. */
  choose(entry: string): Promise<void>;
  /** Waits for a visible webview by its title, or by a CSS selector of an element in it (`#x`, `.x`, `[x]`). */
  webview(titleOrSelector: string): Promise<Frame>;
  activeEditor(): Promise<ActiveEditor>;
  /** Opens a file by its path relative to the folder. */
  openFile(path: string): Promise<void>;
  /** Moves the mouse over the text, which must be visible, and returns the hover's text. */
  hover(text: string): Promise<string>;
  setTheme(theme: Theme): Promise<void>;
  /** Changes user settings while the editor runs. `undefined` resets one to its default. */
  changeSettings(settings: Settings): Promise<void>;
  reload(): Promise<void>;
  screenshot(path: string): Promise<void>;
  /** The output of the server and the extension hosts. */
  log(): string;
  dispose(): Promise<void>;
}

const quickInputBox = '.quick-input-widget .quick-input-box input';
const quickInputRow = '.quick-input-widget .quick-input-list .monaco-list-row';

async function hasAppeared(locator: Locator, timeoutMs = TRY_MS): Promise<boolean> {
  return locator.waitFor({ timeout: timeoutMs }).then(
    () => true,
    () => false,
  );
}

async function openPalette(page: Page): Promise<Locator> {
  const box = page.locator(quickInputBox);
  await waitFor('the command palette', async () => {
    await page.keyboard.press('Escape');
    await page.keyboard.press('F1');
    return (await hasAppeared(box)) ? true : undefined;
  });
  return box;
}

/** @returns false when something that takes the focus, such as a webview or a dialog that was just closed, closed the palette */
async function fillPalette(page: Page, text: string): Promise<boolean> {
  const box = await openPalette(page);
  return box.fill(text, { timeout: TRY_MS }).then(
    () => true,
    () => false,
  );
}

function exactly(text: string): RegExp {
  return new RegExp(`^\\s*${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\s*$`);
}

async function runCommand(page: Page, title: string): Promise<void> {
  const typed = `>${title}`;
  const row = page.locator(quickInputRow).filter({ has: page.locator('.label-name', { hasText: exactly(title) }) });
  await waitFor(`the command “${title}” in the palette`, async () => {
    if (!(await fillPalette(page, typed))) return undefined;
    // Commands of an extension that is still loading are missing until the palette is opened again.
    if (!(await hasAppeared(row.first(), 2_000))) return undefined;
    // The palette draws its rows again when it has found similar commands. A row takes no click then.
    return (await isClicked(row.first())) && (await leaves(page, typed)) ? true : undefined;
  });
}

/** @returns false when it has gone, or something is in front of it */
async function isClicked(locator: Locator): Promise<boolean> {
  return locator.click({ timeout: 2 * TRY_MS }).then(
    () => true,
    () => false,
  );
}

/** Whether the quick input is closed soon, or shows something else. */
async function leaves(page: Page, typed: string, timeoutMs = TRY_MS): Promise<boolean> {
  const isDone = async (): Promise<true | undefined> => ((await quickInputDone(page, typed)) ? true : undefined);
  return waitFor('the quick input to take the answer', isDone, timeoutMs).catch(() => false);
}

async function quickInputDone(page: Page, text: string): Promise<boolean> {
  const box = page.locator(quickInputBox);
  if (!(await box.isVisible())) return true;
  // The next step of the same dialog uses the same box, and so does an error about the input.
  const value = await box.inputValue().catch(() => '');
  return value !== text || (await page.locator('.quick-input-widget .monaco-inputbox.error').count()) > 0;
}

async function answerQuickInput(page: Page, text: string): Promise<void> {
  const box = page.locator(quickInputBox);
  await box.waitFor({ timeout: TIMEOUT_MS });
  await box.fill(text);
  const row = page.locator(quickInputRow, { hasText: text }).first();
  await waitFor('the quick input to take the answer', async () => {
    if (await page.locator('.quick-input-widget .quick-input-list').isVisible()) await isClicked(row);
    else await box.press('Enter', { timeout: TRY_MS }).catch(() => undefined);
    // An extension closes its list itself. A second answer meanwhile would count twice.
    return (await leaves(page, text, 3 * TRY_MS)) ? true : undefined;
  });
}

/**
 * Runs the command again when something that takes the focus, such as a webview that has just been shown, has closed the list. A command
 * that is only slow runs once: a second list would close what its caller opens from the first.
 */
async function openList(page: Page, title: string, text: string): Promise<Locator> {
  const row = page.locator(quickInputRow, { hasText: text }).first();
  let [ranMs, wasShown] = [-Infinity, false];
  return waitFor(`“${text}” in the list of “${title}”`, async () => {
    if (performance.now() - ranMs > (wasShown ? TRY_MS : TIMEOUT_MS / 2)) {
      await runCommand(page, title);
      [ranMs, wasShown] = [performance.now(), false];
    }
    if (await row.isVisible()) return row;
    if (await page.locator(quickInputBox).isVisible()) [ranMs, wasShown] = [performance.now(), true];
    return undefined;
  });
}

const notification = '.notification-list-item';
const toast = `.notifications-toasts ${notification}`;

async function notificationTexts(page: Page): Promise<readonly string[]> {
  return page.locator(`${toast} .notification-list-item-message`).allInnerTexts();
}

async function waitForNotification(page: Page, text: string | RegExp): Promise<string> {
  const matches = (said: string): boolean => (typeof text === 'string' ? said.includes(text) : text.test(said));
  return waitFor(`a notification with ${String(text)}`, async () => (await notificationTexts(page)).find(matches));
}

async function pressInNotification(page: Page, text: string, name: string): Promise<void> {
  const button = page.locator(notification, { hasText: text }).getByRole('button', { name, exact: true }).first();
  await waitFor(`“${name}” in the notification “${text}”`, async () => {
    if (!(await hasAppeared(button))) await runCommand(page, 'Notifications: Show Notifications');
    return (await isClicked(button)) ? true : undefined;
  });
}

/** A menu that has just opened takes no click. */
async function chooseFromMenu(page: Page, name: string): Promise<void> {
  const entry = page.locator('.context-view .monaco-menu').getByText(name, { exact: true });
  await entry.waitFor({ timeout: TIMEOUT_MS });
  await waitFor(`“${name}” in the menu`, async () => {
    await entry.click({ timeout: 1_000 }).catch(() => undefined);
    return (await entry.isVisible()) ? undefined : true;
  });
}

/** VS Code wraps a webview twice: `iframe.webview` around `#active-frame`, which contains the extension's document. */
async function visibleWebviews(page: Page): Promise<readonly Frame[]> {
  const found: Frame[] = [];
  for (const outer of await page.locator('iframe.webview').elementHandles()) {
    if (!(await outer.isVisible())) continue;
    const wrapper = await outer.contentFrame();
    const inner = await wrapper?.$('#active-frame');
    const frame = await inner?.contentFrame();
    if (frame) found.push(frame);
  }
  return found;
}

async function isWebview(frame: Frame, titleOrSelector: string): Promise<boolean> {
  if (/^[#.[]/.test(titleOrSelector)) return (await frame.locator(titleOrSelector).count()) > 0;
  const element = await frame.frameElement();
  return (await element.getAttribute('title')) === titleOrSelector || (await frame.title()) === titleOrSelector;
}

/**
 * One attempt. A webview that is being replaced disappears during the queries, with various browser errors. The next attempt finds its
 * successor; otherwise `waitForWebview` reports the last error.
 */
async function findWebview(page: Page, titleOrSelector: string): Promise<Frame | undefined> {
  for (const frame of await visibleWebviews(page)) {
    if (await isWebview(frame, titleOrSelector)) return frame;
  }
  return undefined;
}

async function waitForWebview(page: Page, titleOrSelector: string): Promise<Frame> {
  let problem = '';
  const look = (): Promise<Frame | undefined> =>
    findWebview(page, titleOrSelector).catch((error: unknown) => {
      problem = messageOf(error);
      return undefined;
    });
  try {
    return await waitFor(`the webview “${titleOrSelector}”`, look);
  } catch (error) {
    throw new Error(problem === '' ? messageOf(error) : `${messageOf(error)} (${problem})`, { cause: error });
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The middle of the text's first occurrence on the screen. A line has many spans, so no single element contains the text. */
function placeOfText(editor: Element, text: string): Point | undefined {
  for (const line of editor.querySelectorAll('.view-line')) {
    const start = (line.textContent ?? '').replaceAll('\u00a0', ' ').indexOf(text);
    if (start < 0) continue;
    const middle = start + Math.floor(text.length / 2);
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    let before = 0;
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const length = node.textContent?.length ?? 0;
      if (middle < before + length) {
        const range = document.createRange();
        range.setStart(node, middle - before);
        range.setEnd(node, middle - before + 1);
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      before += length;
    }
  }
  return undefined;
}

async function hoverOn(page: Page, text: string): Promise<string> {
  const editor = page.locator(`${activeGroup} .editor-instance .monaco-editor[data-uri]:visible`).last();
  await editor.waitFor({ timeout: TIMEOUT_MS });
  const content = page.locator(
    '.monaco-editor .monaco-hover:not(.hidden) .monaco-hover-content, ' + '.monaco-resizable-hover:not(.hidden) .monaco-hover-content',
  );
  return waitFor(`a hover on “${text}”`, async () => {
    const place = await editor.evaluate(placeOfText, text);
    if (place === undefined) return undefined;
    // VS Code only notices a moving mouse, and an extension that was still loading needs a second hover.
    await page.mouse.move(place.x + 200, place.y + 200);
    await page.mouse.move(place.x - 1, place.y);
    await page.mouse.move(place.x, place.y, { steps: 3 });
    if (!(await hasAppeared(content.first()))) return undefined;
    const said = await settledText(content.first());
    return said === '' ? undefined : said;
  });
}

/** A hover first shows that it is loading, then the results of the providers one by one. */
async function settledText(content: Locator): Promise<string> {
  let before = '';
  return waitFor('the hover to say something', async () => {
    const now = (await content.innerText({ timeout: TRY_MS }).catch(() => '')).trim();
    const settled = now === before && !/^Loading/m.test(now);
    before = now;
    return settled ? now : undefined;
  });
}

async function openFile(page: Page, path: string): Promise<void> {
  const name = basename(path);
  const row = page.locator(quickInputRow).filter({ has: page.locator('.label-name', { hasText: exactly(name) }) });
  await waitFor(`the file “${path}” in the palette`, async () => {
    if (!(await fillPalette(page, path)) || !(await hasAppeared(row.first()))) return undefined;
    return row
      .first()
      .click({ timeout: TRY_MS })
      .then(
        () => true,
        () => undefined,
      );
  });
  await page.locator(`${activeGroup} .tab.active[data-resource-name="${name}"]`).waitFor({ timeout: TIMEOUT_MS });
}

function editorOf(session: Session): Editor {
  const { page, places, server } = session;
  return {
    page,
    userData: places.root,
    settingsFile: places.settings,
    command: (title) => runCommand(page, title),
    quickInput: (text) => answerQuickInput(page, text),
    list: (title, text) => openList(page, title, text),
    notifications: () => notificationTexts(page),
    notification: (text) => waitForNotification(page, text),
    pressInNotification: (text, button) => pressInNotification(page, text, button),
    choose: (entry) => chooseFromMenu(page, entry),
    webview: (which) => waitForWebview(page, which),
    activeEditor: () => readActiveEditor(page),
    openFile: (path) => openFile(page, path),
    hover: (text) => hoverOn(page, text),
    changeSettings: (settings) => changeSettings(places, settings),
    async setTheme(theme) {
      await changeSettings(places, { 'workbench.colorTheme': theme });
      await waitForTheme(page, theme);
    },
    async reload() {
      await page.reload({ timeout: OPEN_MS });
      await waitForWorkbench(page);
    },
    async screenshot(path) {
      await page.screenshot({ path, caret: 'hide', timeout: TIMEOUT_MS });
    },
    log: () => server.log(),
    dispose: () => closeSession(session),
  };
}

/** Real VS Code with the folder open, ready for keyboard input. The caller disposes of it. */
export async function openEditor(options: EditorOptions): Promise<Editor> {
  return editorOf(await openSession(options));
}
