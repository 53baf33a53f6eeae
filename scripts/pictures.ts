/** Takes README's pictures of the lists of models, in VS Code with the sample folder: `npm run build`, then `node scripts/pictures.ts`. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openEditor } from '../test/rig/editor.ts';
import { packagedExtension } from './packagedExtension.ts';

const root = join(import.meta.dirname, '..');
const temporary = mkdtempSync(join(tmpdir(), 'ariadne-pictures-'));
const folder = join(temporary, 'samples');
cpSync(join(root, 'samples'), folder, { recursive: true });
// High enough for the whole list.
const editor = await openEditor({ folder, vsix: packagedExtension(), viewport: { width: 1200, height: 1400 } });
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
  for (const theme of ['Dark Modern', 'Light Modern'] as const) {
    await editor.setTheme(theme);
    const tone = theme === 'Dark Modern' ? 'dark' : 'light';
    const take = async (name: string): Promise<void> => {
      await page.mouse.move(0, 0);
      await list.screenshot({ path: join(root, 'media', `${name}-${tone}.png`) });
    };
    await editor.command('Ariadne: Choose Models…');
    await row('Nothing leaves').waitFor();
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
