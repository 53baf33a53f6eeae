/// <reference lib="dom" />
/**
 * The main path as a user walks it, in real VS Code with the packaged extension: open the samples, index, ask, look into the DAG, open
 * evidence, insert the answer, hover its citation, reload. On the way axe-core looks at the panel in the editor's themes, and the demo
 * page's are compared with them; `UPDATE_THEMES=1 node --test test/e2e/mainPath.test.ts` writes these again, all of them. Screenshots go to
 * out/screenshots.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import type { Frame, Locator } from 'playwright-core';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { breaches, hardToRead, looksOf, oneOfEach } from '../rig/axe.ts';
import { openEditor, type Editor } from '../rig/editor.ts';
import { panelThemes, readThemesCss, themeCss, themesCss, themesFile, type PanelTheme } from '../rig/panelThemes.ts';
import { waitFor } from '../rig/server.ts';
import { testComingAndGoing } from './comeAndGo.ts';

const root = join(import.meta.dirname, '..', '..');
const screenshots = join(root, 'out', 'screenshots');
const question = 'When was the birthplace of the designer of the Quillan Gate plant flooded?';
const shownMs = 60_000;

describe('the main path in real VS Code', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ariadne-e2e-')), 'samples');
  let editor: Editor;
  let panel: Frame;

  before(async () => {
    cpSync(join(root, 'samples'), folder, { recursive: true });
    writeFileSync(join(folder, 'notes.md'), '# Notes\n\n');
    mkdirSync(screenshots, { recursive: true });
    editor = await openEditor({ folder, vsix: packagedExtension(), theme: 'Dark Modern' });
  });

  after(async () => {
    await editor?.dispose();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const see = (text: string): Promise<void> => panel.locator(`text=${text}`).first().waitFor({ timeout: shownMs });
  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));

  const mark = (): Locator => editor.page.locator('.monaco-editor .view-overlays .cdr[class*="ced-"]').first();
  const seeMark = (): Promise<void> => mark().waitFor({ timeout: shownMs });
  const seeNoMark = (): Promise<void> => mark().waitFor({ state: 'detached', timeout: shownMs });

  /** The panel in a theme. Returns what `themes.css` has to say of it. */
  async function show(theme: PanelTheme): Promise<string> {
    await editor.changeSettings({ 'workbench.colorTheme': panelThemes[theme] });
    await panel.locator(`body[data-vscode-theme-id="${panelThemes[theme]}"]`).waitFor({ timeout: shownMs });
    const values = await panel.evaluate(() => ({
      isLight: /vscode-light|vscode-high-contrast-light/.test(document.body.className),
      variables: Object.fromEntries(
        [...document.documentElement.style].map((name) => [name, document.documentElement.style.getPropertyValue(name)]),
      ),
    }));
    const page = ['main.js', 'main.css'].map((file) => readFileSync(join(root, 'dist', 'webview', file), 'utf8'));
    return themeCss({ name: theme, ...values }, page.join('\n'));
  }

  function changeSource(from: string, to: string): void {
    const source = join(folder, 'docs', 'places', 'nether-coll.md');
    writeFileSync(source, readFileSync(source, 'utf8').replace(from, to));
  }

  async function writeThemes(): Promise<void> {
    const blocks: string[] = [];
    for (const theme of Object.keys(panelThemes) as PanelTheme[]) blocks.push(await show(theme));
    writeFileSync(themesFile, themesCss(blocks));
  }

  test('without an index the sidebar offers to make one, and its button does', async () => {
    await editor.command('Ariadne: Focus on Questions View');
    const sidebar = editor.page.locator('.part.sidebar');
    await sidebar.getByText('This folder has to be indexed once').first().waitFor({ timeout: shownMs });
    await screenshot('no-index');
    await sidebar.getByText('Index This Folder').first().click();
    await editor.page.locator('.statusbar').getByText('62 documents').waitFor({ timeout: shownMs });
  });

  test('a question asked by command grows a DAG and is answered', async () => {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(question);
    panel = await editor.webview('.react-flow');
    await panel.locator('[data-card="final"]').waitFor({ timeout: shownMs });
    await see('11 October 1952');
    const cards = await panel.locator('[data-card]').evaluateAll((all) => all.map((card) => card.getAttribute('data-card')));
    assert.deepEqual(cards, ['root', 's1', 's2', 's3', 'meta', 'final']);
    await panel.locator('.answer .digest').waitFor({ timeout: shownMs });
  });

  test('a click on a card shows its sub-question, its answer and its evidence', async () => {
    await panel.locator('[data-card="s2"]').click();
    await see('What is the birthplace of Ruben Istad?');
    const carrier = panel.locator('.evidence', { has: panel.locator('mark') }).first();
    await carrier.waitFor({ timeout: shownMs });
    assert.match(await carrier.locator('mark').innerText(), /Ruben Istad was born on 23 April 1907 at Nether Coll/);
    assert.match(await carrier.innerText(), /found by the search|related to/);
  });

  test('opening evidence lands on its lines', async () => {
    await panel
      .locator('.evidence', { has: panel.locator('mark') })
      .first()
      .getByRole('button', { name: /^Open/ })
      .click();
    const line = await waitFor('the document of the evidence', async () => {
      const active = await editor.activeEditor();
      return active.file.endsWith('docs/people/ruben-istad.txt') ? active.line : undefined;
    });
    const cited = readFileSync(join(folder, 'docs', 'people', 'ruben-istad.txt'), 'utf8').split('\n')[line - 1];
    assert.match(cited ?? '', /^Ruben Istad was born on 23 April 1907 at Nether Coll/);
    await screenshot('evidence-opened');
  });

  test('panel and marked place follow the theme, and axe finds nothing wrong with the panel in any', async () => {
    if (process.env['UPDATE_THEMES']) await writeThemes();
    await panel.evaluate(axe.source);
    // Cards that the edge of the graph hides would count as above the buttons there. The focus stays in the text.
    await panel.getByRole('button', { name: 'Arrange and show the whole graph' }).dispatchEvent('click');
    const problems = await breaches(panel);
    const looks = oneOfEach(await looksOf(panel));
    for (const theme of ['light', 'hc', 'dark'] as const) {
      const css = await show(theme);
      if (!readThemesCss().includes(css)) problems.push(`themes.css is not what the editor has in ${theme}`);
      const hard = await hardToRead(panel, looks);
      problems.push(...hard.flatMap(({ isKnown, problem }) => (isKnown ? [`${theme}: ${problem}`] : [])));
      await seeMark();
      await screenshot(`answered-${theme}`);
    }
    assert.deepEqual(problems, []);
  });

  test('the opened place stays marked while another file is looked at, until something is typed there', async () => {
    await editor.openFile('notes.md');
    await seeNoMark();
    await editor.openFile('docs/people/ruben-istad.txt');
    await seeMark();
    await editor.page.keyboard.type(' ');
    await seeNoMark();
    await editor.page.keyboard.press('Control+z');
  });

  test('the answer is inserted into a document with links to the cited lines', async () => {
    await editor.openFile('notes.md');
    await editor.page.keyboard.press('Control+End');
    await editor.command('Ariadne: Insert Answer with Citations');
    await editor.page.keyboard.press('Control+s');
    const text = await waitFor('the saved document', () => {
      const saved = readFileSync(join(folder, 'notes.md'), 'utf8');
      return Promise.resolve(saved.includes('ariadne:') ? saved : undefined);
    });
    assert.match(text, /11 October 1952[^\n]* \[\d\]\(docs\/places\/nether-coll\.md#L14 "ariadne:[0-9a-f]{16}"\)/);
  });

  test('hovering a citation shows the passage as it is now, also after it changed', async () => {
    await editor.page.keyboard.press('Control+Home');
    const unchanged = await editor.hover('coll.md#L14');
    assert.match(unchanged, /The village was flooded on 11 October 1952/);
    assert.match(unchanged, /unchanged/i);
    await screenshot('hover');
    changeSource('flooded on 11 October 1952', 'flooded on 12 October 1952');
    await editor.page.mouse.move(5, 5);
    await editor.page.locator('.monaco-hover:visible').first().waitFor({ state: 'hidden', timeout: shownMs });
    const changed = await editor.hover('coll.md#L14');
    assert.match(changed, /flooded on 12 October 1952/);
    assert.match(changed, /It said: .*11 October 1952/);
    assert.match(changed, /changed since/i);
    await editor.page.locator('.monaco-hover:visible a', { hasText: 'Open' }).first().click();
    await editor.notification('The cited words are no longer in "docs/places/nether-coll.md". They were at line 14.');
    await seeNoMark();
  });

  test('before words are inserted that are no longer in their document, the user is asked, and the panel says so', async () => {
    panel = await editor.webview('.react-flow');
    await panel.locator('.stale', { hasText: 'nether-coll.md no longer has' }).waitFor({ timeout: shownMs });
    await panel.getByRole('button', { name: 'Insert with citations' }).click();
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByText('A cited document has changed.').waitFor({ timeout: shownMs });
    for (const name of ['Insert Anyway', 'Ask Again']) await dialog.getByRole('button', { name }).waitFor({ timeout: shownMs });
    await screenshot('changed-source');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached', timeout: shownMs });
    changeSource('flooded on 12 October 1952', 'flooded on 11 October 1952');
    await panel.locator('.stale').waitFor({ state: 'detached', timeout: shownMs });
  });

  test('after a reload the run is still in the sidebar and in the panel', async () => {
    await editor.reload();
    await editor.command('Ariadne: Focus on Questions View');
    const run = editor.page.locator('.part.sidebar .monaco-list-row', { hasText: question }).first();
    await run.waitFor({ timeout: shownMs });
    await run.click();
    panel = await editor.webview('.react-flow');
    await see('11 October 1952');
    const sidebar = editor.page.locator('.part.sidebar');
    await run.locator('.monaco-tl-twistie').click();
    await sidebar.getByText('Who is the designer of the Quillan Gate plant?').first().waitFor({ timeout: shownMs });
    await sidebar.getByText('Ruben Istad').first().waitFor({ timeout: shownMs });
    await sidebar.locator('.monaco-list-row', { hasText: 'Who is the designer' }).first().locator('.monaco-tl-twistie').click();
    const evidence = sidebar.locator('.monaco-list-row[aria-label^="Evidence 1,"]').first();
    await evidence.waitFor({ timeout: shownMs });
    assert.match((await evidence.getAttribute('aria-label')) ?? '', /^Evidence 1, .{3,60}, \S+:\d+(–\d+)?, score \d\.\d\d$/);
    await evidence.click();
    await seeMark();
    await screenshot('after-reload');
  });

  test('a question the documents do not answer is said to be unanswered', async () => {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput('What was the annual salary of Ruben Istad?');
    await see('No short answer was found.');
    // Nothing else is at hand where tests run.
    await see('Download Qwen3-0.6B (');
    await screenshot('abstained');
  });

  describe('and then', () => testComingAndGoing(() => ({ editor, folder, screenshots })));
});
