/**
 * Takes the pictures of README and of the documentation, in VS Code with the sample folder: `npm run build`, then
 * `node scripts/pictures.ts`, or some of them: `node scripts/pictures.ts panel`, `views` or `moving`.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import type { Theme } from '../test/rig/profile.ts';
import { openEditor, type Editor } from '../test/rig/editor.ts';
import { makePdf } from '../test/support/pdf.ts';
import { animation, type Shot } from './animation.ts';
import { packagedExtension } from './packagedExtension.ts';

const root = join(import.meta.dirname, '..');
const media = join(root, 'media');
const tones: readonly (readonly [theme: Theme, tone: string])[] = [
  ['Dark Modern', 'dark'],
  ['Light Modern', 'light'],
];
const question = 'When was the birthplace of the designer of the Quillan Gate plant flooded?';
/** High enough for the whole list. */
const listSize = { width: 1200, height: 1400 };
/** High enough for the answer with its quotes, and the graph. */
const panelSize = { width: 1440, height: 1120 };
const viewsSize = { width: 1100, height: 1000 };
const otherQuestions = ['Who designed the Orrin barrage?', 'Who founded the company that built the Orrin barrage?'];
const tableQuestions = ['Who designed it?', 'When was it commissioned?'];
/** Shown at about the width of README, so that its text can be read. */
const animationSize = { width: 960, height: 660 };

const vsix = packagedExtension();
const [only] = process.argv.slice(2);
const isWanted = (kind: 'panel' | 'views' | 'moving'): boolean => only === undefined || only === kind;
if (isWanted('panel')) await inEditor('Dark Modern', takeStill);
if (isWanted('views')) await inEditor('Dark Modern', takeViews);
// Each in a new editor, which has no answer yet.
for (const [theme, tone] of isWanted('moving') ? tones : [])
  await inEditor(theme, (editor) => record(editor, join(media, `answering-${tone}.gif`)));

async function inEditor(theme: Theme, use: (editor: Editor, folder: string) => Promise<void>): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'ariadne-pictures-'));
  const folder = join(temporary, 'samples');
  cpSync(join(root, 'samples'), folder, { recursive: true });
  const settings = { 'editor.wordWrap': 'on', 'editor.minimap.enabled': false, 'editor.hover.above': false };
  const editor = await openEditor({ folder, vsix, theme, viewport: panelSize, settings });
  try {
    const { page } = editor;
    await editor.command('Ariadne: Focus on Questions View');
    await page.locator('.part.sidebar').getByText('Index This Folder').first().click();
    await page
      .locator('.statusbar')
      .getByText(/\d+ documents/)
      .waitFor();
    await use(editor, folder);
  } finally {
    await editor.dispose();
    rmSync(temporary, { recursive: true, force: true });
  }
}

async function takeStill(editor: Editor): Promise<void> {
  const { page } = editor;
  const list = page.locator('.quick-input-widget');
  const row = (text: string) => list.locator('.monaco-list-row', { hasText: text }).first();
  await editor.command('Ariadne: Ask a Question…');
  await editor.quickInput(question);
  const panel = await editor.webview('.react-flow');
  await panel.locator('.answer .digest').waitFor();
  await panel.locator('[data-card="s2"]').click();
  const found = panel.locator('.evidence', { has: panel.locator('mark') }).first();
  await found.getByRole('button', { name: /^Open/ }).click();
  await page.locator('.tab.active', { hasText: 'ruben-istad' }).waitFor();
  await panel.locator('.page').evaluate(() => scrollTo(0, 0));
  for (const [theme, tone] of tones) {
    await editor.setTheme(theme);
    await page.mouse.move(0, 0);
    // The colors of the panel and of the marked line arrive after those of the editor.
    await page.waitForTimeout(1_000);
    await editor.screenshot(join(media, `panel-answered-${tone}.png`));
  }
  await page.setViewportSize(listSize);
  for (const [theme, tone] of tones) {
    await editor.setTheme(theme);
    const take = async (name: string): Promise<void> => {
      await page.mouse.move(0, 0);
      await list.screenshot({ path: join(media, `${name}-${tone}.png`) });
    };
    await editor.command('Ariadne: Choose Models…');
    await row('Built-in models').waitFor();
    await take('choose-models');
    await list.locator('input').first().fill('Embedder');
    await row('Embedder').click();
    await row('multilingual-e5-small').waitFor();
    await take('choose-embedder');
    await page.keyboard.press('Escape');
  }
}

/** The list of questions, the index, a citation with its hover, and a table. */
async function takeViews(editor: Editor, folder: string): Promise<void> {
  const { page } = editor;
  await page.setViewportSize(viewsSize);
  /** @param picture what it begins with and is cut off at, and what it ends with; as wide as the wider of the two */
  const inTones = async (name: string, picture: () => Promise<readonly [top: Locator, bottom: Locator]>): Promise<void> => {
    for (const [theme, tone] of tones) {
      await editor.setTheme(theme);
      await page.mouse.move(0, 0);
      await page.waitForTimeout(1_000);
      const [top, bottom] = await picture();
      const [from, to] = [await top.boundingBox(), await bottom.boundingBox()];
      if (!from || !to) throw new Error(`Nothing to take a picture of for ${name}.`);
      const x = Math.min(from.x, to.x);
      const width = Math.max(from.x + from.width, to.x + to.width) - x;
      const clip = { x, y: from.y, width, height: Math.min(to.y + to.height + 8 - from.y, from.height) };
      await page.screenshot({ path: join(media, `${name}-${tone}.png`), clip, animations: 'disabled', caret: 'hide' });
    }
  };
  const ask = async (text: string): Promise<void> => {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(text);
    const panel = await editor.webview('.react-flow');
    await panel.locator('.bar textarea', { hasText: text }).waitFor();
    await panel.locator('.answer .digest').waitFor();
  };
  for (const text of [...otherQuestions, question]) await ask(text);

  writeFileSync(join(folder, 'notes.md'), '# Notes\n\n');
  await editor.command('View: Close All Editors');
  await editor.command('View: Close Primary Side Bar');
  await editor.openFile('notes.md');
  await page.keyboard.press('Control+End');
  await editor.command('Ariadne: Insert Answer with Citations');
  await page.locator('.view-line', { hasText: 'coll.md#L14' }).first().waitFor();
  await page.keyboard.press('Control+s');
  await inTones('citation-hover', async () => {
    await page.keyboard.press('Control+Home');
    await editor.hover('coll.md#L14');
    return [
      page.locator('.editor-instance:visible').first(),
      page.locator('.monaco-resizable-hover:visible, .monaco-hover:visible').first(),
    ];
  });

  const scan = { texts: [{ x: 72, y: 700, text: 'Minutes of the harbour board' }] };
  writeFileSync(join(folder, 'docs', 'minutes', 'board.pdf'), makePdf([scan], { isEncrypted: true }));
  await editor.command('Ariadne: Focus on Questions View');
  const sidebar = page.locator('.part.sidebar');
  const edge = await sidebar.boundingBox();
  if (!edge) throw new Error('The side bar is hidden.');
  await page.mouse.move(edge.x + edge.width, 500);
  await page.mouse.down();
  await page.mouse.move(edge.x + edge.width + 320, 500, { steps: 4 });
  await page.mouse.up();
  for (const title of ['Questions', 'Index']) {
    const pane = sidebar.locator('.pane', { has: page.locator('.pane-header', { hasText: title }) });
    await editor.command(`Ariadne: Focus on ${title} View`);
    for (const inside of title === 'Index' ? ['Needs attention', 'Documents', 'docs'] : [])
      await pane.locator('.monaco-list-row', { has: page.getByText(inside, { exact: true }) }).click();
    await inTones(`${title.toLowerCase()}-view`, () => Promise.resolve([pane, pane.locator('.monaco-list-row').last()]));
  }

  await editor.command('View: Close All Editors');
  await editor.command('View: Close Primary Side Bar');
  await editor.command('Ariadne: Ask Each Document…');
  const box = page.locator('.quick-input-widget .quick-input-box input');
  const row = (text: string): Locator => page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  for (const [i, text] of tableQuestions.entries()) {
    await box.fill(text);
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'add this question' }).filter({ hasText: text }).click();
    await row(`Continue with ${i + 1} question`).waitFor();
  }
  await row(`Continue with ${tableQuestions.length} questions`).click();
  await page.locator('.quick-input-title', { hasText: 'Which Documents?' }).waitFor();
  await box.fill('in:docs/sites/');
  await page.locator('.quick-input-message', { hasText: '9 documents' }).waitFor();
  await box.press('Enter');
  await page.locator('.quick-input-title', { hasText: 'Where to Write the Table' }).waitFor();
  await box.press('Enter');
  const table = await editor.webview('.table-page');
  await table.getByText('Export').first().waitFor();
  const group = page.locator('.editor-group-container').first();
  await page.setViewportSize({ width: 1100, height: 720 });
  await inTones('table', () => Promise.resolve([group, group]));
}

/** A question from its first letter to the document that answers it. */
async function record(editor: Editor, file: string): Promise<void> {
  const { page } = editor;
  const shots: Shot[] = [];
  const take = async (ms: number): Promise<void> => void shots.push({ png: await page.screenshot(), ms });
  await page.setViewportSize(animationSize);
  await editor.command('View: Close Primary Side Bar');
  await editor.command('Ariadne: Open Research Panel');
  const panel = await editor.webview('.bar textarea');
  const box = panel.locator('.bar textarea');
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1_000);
  await take(900);
  for (let end = 4; end < question.length + 4; end += 4) {
    await box.fill(question.slice(0, end));
    await take(80);
  }
  await take(400);
  await box.press('Enter');
  const answer = panel.locator('.answer .digest');
  for (let taken = 0; taken < 40 && !(await answer.isVisible()); taken++) await take(150);
  await answer.waitFor();
  await page.waitForTimeout(500);
  await take(2_600);
  await panel.locator('.digest-place', { hasText: /line 5$/ }).click();
  await page.locator('.tab.active', { hasText: 'ruben-istad' }).waitFor();
  await page.mouse.move(0, 0);
  await page.waitForTimeout(1_000);
  await take(3_400);
  // The page of the editor may not read pictures.
  writeFileSync(file, await animation(await page.context().newPage(), shots));
}
