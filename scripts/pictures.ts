/**
 * Takes README's pictures of the panel and of the lists of models, in VS Code with the sample folder: `npm run build`, then
 * `node scripts/pictures.ts`.
 */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEditor } from '../test/rig/editor.ts';
import { packagedExtension } from './packagedExtension.ts';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'ariadne-pictures-'));
const folder = join(temporary, 'samples');
cpSync(join(root, 'samples'), folder, { recursive: true });
const tones = [
  ['Dark Modern', 'dark'],
  ['Light Modern', 'light'],
] as const;
const question = 'When was the birthplace of the designer of the Quillan Gate plant flooded?';
/** High enough for the whole list. */
const listSize = { width: 1200, height: 1400 };
/** High enough for the answer with its quotes, and the graph. */
const panelSize = { width: 1440, height: 1120 };
const editor = await openEditor({ folder, vsix: packagedExtension(), viewport: panelSize });
try {
  const { page } = editor;
  const list = page.locator('.quick-input-widget');
  const row = (text: string) => list.locator('.monaco-list-row', { hasText: text }).first();
  await editor.command('Ariadne: Focus on Questions View');
  await page.locator('.part.sidebar').getByText('Index This Folder').first().click();
  await page
    .locator('.statusbar')
    .getByText(/\d+ documents/)
    .waitFor();
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
    await editor.screenshot(join(root, 'media', `panel-answered-${tone}.png`));
  }
  await page.setViewportSize(listSize);
  for (const [theme, tone] of tones) {
    await editor.setTheme(theme);
    const take = async (name: string): Promise<void> => {
      await page.mouse.move(0, 0);
      await list.screenshot({ path: join(root, 'media', `${name}-${tone}.png`) });
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
} finally {
  await editor.dispose();
  rmSync(temporary, { recursive: true, force: true });
}
