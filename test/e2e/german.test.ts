/** Ariadne in real VS Code with German as display language. Screenshots go to out/screenshots. */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { openEditor, type Editor } from '../rig/editor.ts';

const root = join(import.meta.dirname, '..', '..');
const screenshots = join(root, 'out', 'screenshots');
const shownMs = 60_000;

describe('Ariadne in German', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ariadne-e2e-')), 'samples');
  let editor: Editor;

  before(async () => {
    cpSync(join(root, 'samples'), folder, { recursive: true });
    mkdirSync(screenshots, { recursive: true });
    editor = await openEditor({ folder, vsix: packagedExtension(), locale: 'de', viewport: { width: 1280, height: 1000 } });
  });

  after(async () => {
    await editor?.dispose();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const see = (text: string | RegExp): Promise<void> =>
    editor.page.locator('.part.sidebar').getByText(text).first().waitFor({ timeout: shownMs });

  test('the sidebar says in German what it offers and what is indexed', async () => {
    await editor.command('Ariadne: Focus on Index View');
    await see(/Dieser Ordner muss einmal indiziert werden/);
    await editor.page.locator('.part.sidebar').getByText('Diesen Ordner indizieren').last().click();
    for (const label of [/^\d+ Dokumente$/, 'Zuletzt indiziert', 'Suche nach Bedeutung', 'Größe auf dem Datenträger']) await see(label);
    await see(/^Noch keine Fragen/);
    await editor.screenshot(join(screenshots, 'german-sidebar.png'));
  });

  test('lists to choose from are German', async () => {
    await editor.page.locator('.part.sidebar').getByText('Methode', { exact: true }).click();
    const list = editor.page.locator('.quick-input-widget');
    await list.getByText('Für die meisten Fragen.').first().waitFor({ timeout: shownMs });
    assert.match((await list.textContent()) ?? '', /Methode auswählen/);
    await editor.screenshot(join(screenshots, 'german-methods.png'));
  });
});
