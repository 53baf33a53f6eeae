/**
 * Takes the pictures of README and of the documentation, in VS Code with the sample folder: `npm run build`, then
 * `node scripts/pictures.ts`, or only those that move: `node scripts/pictures.ts moving`.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Theme } from '../test/rig/profile.ts';
import { openEditor, type Editor } from '../test/rig/editor.ts';
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
/** Shown at about the width of README, so that its text can be read. */
const animationSize = { width: 960, height: 660 };

const vsix = packagedExtension();
if (process.argv[2] !== 'moving') await inEditor('Dark Modern', takeStill);
// Each in a new editor, which has no answer yet.
for (const [theme, tone] of tones) await inEditor(theme, (editor) => record(editor, join(media, `answering-${tone}.gif`)));

async function inEditor(theme: Theme, use: (editor: Editor) => Promise<void>): Promise<void> {
  const temporary = mkdtempSync(join(tmpdir(), 'ariadne-pictures-'));
  const folder = join(temporary, 'samples');
  cpSync(join(root, 'samples'), folder, { recursive: true });
  const settings = { 'editor.wordWrap': 'on', 'editor.minimap.enabled': false };
  const editor = await openEditor({ folder, vsix, theme, viewport: panelSize, settings });
  try {
    const { page } = editor;
    await editor.command('Ariadne: Focus on Questions View');
    await page.locator('.part.sidebar').getByText('Index This Folder').first().click();
    await page
      .locator('.statusbar')
      .getByText(/\d+ documents/)
      .waitFor();
    await use(editor);
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
