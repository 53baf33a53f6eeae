/**
 * The index view in real VS Code with German as display language: what is indexed and what is not, document by document, and how it follows
 * the disk. Screenshots go to out/screenshots.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { parse } from 'jsonc-parser';
import type { Locator } from 'playwright-core';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { openEditor, type Editor } from '../rig/editor.ts';
import { waitFor } from '../rig/server.ts';
import { makePdf } from '../support/pdf.ts';

const root = join(import.meta.dirname, '..', '..');
const screenshots = join(root, 'out', 'screenshots');
const shownMs = 60_000;
const sentence = 'The Orfield gauge was moved to the north pier in 1931.';

describe('the index view in German, in real VS Code', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ariadne-e2e-')), 'samples');
  let editor: Editor;

  before(async () => {
    cpSync(join(root, 'samples'), folder, { recursive: true });
    mkdirSync(join(folder, 'papers'));
    const page = { texts: [{ x: 72, y: 700, text: sentence }] };
    writeFileSync(join(folder, 'papers', 'gauges.pdf'), makePdf([page]));
    writeFileSync(join(folder, 'papers', 'locked.pdf'), makePdf([page], { isEncrypted: true }));
    writeFileSync(join(folder, '.env'), 'KEY=1\n');
    writeFileSync(join(folder, 'levels.md'), `# Levels\n\n${'Low water at noon. '.repeat(20_000)}\n`);
    mkdirSync(screenshots, { recursive: true });
    editor = await openEditor({
      folder,
      vsix: packagedExtension(),
      theme: 'Dark Modern',
      locale: 'de',
      viewport: { width: 1280, height: 1100 },
      settings: { 'ariadne.maxFileSizeMB': 0.2 },
    });
  });

  after(async () => {
    await editor?.dispose();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const row = (label: string): Locator =>
    editor.page.locator('.part.sidebar .monaco-list-row', {
      has: editor.page.locator('.label-name', { hasText: new RegExp(`^${label}$`) }),
    });
  const see = (label: string): Promise<void> => row(label).first().waitFor({ timeout: shownMs });
  /** A redrawn tree takes a click along now and then. */
  const open = (label: string, inside: string): Promise<true> =>
    waitFor(`what is in “${label}”`, async () => {
      if ((await row(label).first().getAttribute('aria-expanded')) !== 'true') await row(label).first().click();
      await row(inside)
        .first()
        .waitFor({ timeout: 2_000 })
        .catch(() => undefined);
      return (await row(inside).count()) > 0 ? true : undefined;
    });
  const said = async (label: string): Promise<string> => (await row(label).first().getAttribute('aria-label')) ?? '';

  test('the view says what is indexed, how, and where it is kept', async () => {
    const sidebar = editor.page.locator('.part.sidebar');
    await editor.command('Ariadne: Focus on Index View');
    await sidebar
      .getByText(/Dieser Ordner muss einmal indiziert werden/)
      .first()
      .waitFor({ timeout: shownMs });
    await sidebar.getByText('Diesen Ordner indizieren').last().click();
    await see('62 Dokumente');
    const labels = [
      'Zuletzt indiziert',
      'Suche nach Bedeutung',
      'Größe auf dem Datenträger',
      'Methode',
      'Modelle',
      'Netzwerk',
      'Dokumente',
    ];
    for (const label of labels) await see(label);
    assert.match(await said('62 Dokumente'), /^62 Dokumente, \d+ Textstellen$/);
    assert.match(await said('Erfordert Aufmerksamkeit'), /^Erfordert Aufmerksamkeit, 3 Dateien$/);
    await sidebar
      .getByText(/^Noch keine Fragen/)
      .first()
      .waitFor({ timeout: shownMs });
  });

  test('lists to choose from are German', async () => {
    await row('Methode').first().click();
    const list = editor.page.locator('.quick-input-widget');
    await list.getByText('Für die meisten Fragen.').first().waitFor({ timeout: shownMs });
    assert.match((await list.textContent()) ?? '', /Methode auswählen/);
    await editor.screenshot(join(screenshots, 'german-methods.png'));
    await editor.page.keyboard.press('Escape');
  });

  test('what is not indexed is named with the reason, failures first', async () => {
    await open('Erfordert Aufmerksamkeit', '.env');
    const labels = await Promise.all(['papers/locked.pdf', '.env', 'levels.md'].map(said));
    assert.match(labels[0] ?? '', /konnte nicht gelesen werden, .*Kennwort/i);
    assert.match(labels[1] ?? '', /ausgelassen, .*Geheimnisse/);
    assert.match(labels[2] ?? '', /ausgelassen, .*Limit/);
  });

  test('documents are in their folders', async () => {
    await open('Dokumente', 'papers');
    await open('papers', 'gauges.pdf');
    assert.match(await said('gauges.pdf'), /^gauges\.pdf, indiziert, 1 Textstelle$/);
    await editor.screenshot(join(screenshots, 'index-view.png'));
  });

  test('the text of a PDF opens from the view, and the PDF from its text', async () => {
    await row('gauges.pdf').first().click();
    await editor.page.locator('.tab[data-resource-name="gauges.pdf (text)"]').waitFor({ timeout: shownMs });
    await editor.page.locator('.view-line', { hasText: 'Orfield' }).first().waitFor({ timeout: shownMs });
    await editor.screenshot(join(screenshots, 'index-view-pdf-text.png'));
    await editor.page.locator('.editor-actions').getByLabel('Original öffnen').first().click();
    await editor.page.locator('.tab[data-resource-name="gauges.pdf"]').waitFor({ timeout: shownMs });
  });

  test('a file that is written to the disk appears automatically', async () => {
    writeFileSync(join(folder, 'papers', 'north pier.md'), `# North pier\n\n${sentence}\n`);
    await see('63 Dokumente');
    await see('north pier.md');
  });

  test('what agents get is shown first, written, and taken back', async () => {
    const mine = '{\n  // Mine.\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
    const [servers, skill] = [join(folder, '.mcp.json'), join(folder, '.claude', 'skills', 'ariadne', 'SKILL.md')];
    writeFileSync(servers, mine);
    const [title, page] = ['Ariadne: Für Agents installieren…', editor.page];
    const write = page.locator('.quick-input-widget .monaco-list-row', { hasText: '3 Dateien schreiben' });
    const preview = async (): Promise<void> => {
      await (await editor.list(title, 'Claude Code')).click();
      await write.waitFor({ timeout: shownMs });
    };
    await preview();
    await page.locator('.view-line', { hasText: '"ariadne": {' }).first().waitFor({ timeout: shownMs });
    await editor.screenshot(join(screenshots, 'install-for-agents.png'));
    await page.keyboard.press('Escape');
    await write.waitFor({ state: 'hidden', timeout: shownMs });
    assert.deepEqual([readFileSync(servers, 'utf8'), existsSync(skill)], [mine, false], 'nothing is written without a word');
    await preview();
    await write.click();
    await editor.notification('Ariadne ist für Claude Code installiert');
    const { mcpServers } = parse(readFileSync(servers, 'utf8')) as { mcpServers: Record<string, { args: string[] }> };
    assert.deepEqual(
      [Object.keys(mcpServers), mcpServers['ariadne']?.args.slice(1)],
      [
        ['other', 'ariadne'],
        ['mcp', folder],
      ],
    );
    assert.match(readFileSync(skill, 'utf8'), /^---\nname: ariadne\n/);
    await editor.pressInNotification('Ariadne ist für Claude Code installiert', 'Rückgängig');
    await editor.notification('2 Dateien von Ariadne für Agents');
    assert.deepEqual([readFileSync(servers, 'utf8'), existsSync(join(folder, '.claude'))], [mine, false]);
  });

  test('a folder without a document is called that everywhere, until there is one', async () => {
    for (const entry of readdirSync(folder)) if (entry !== '.env') rmSync(join(folder, entry), { recursive: true });
    await editor.page.locator('.statusbar', { hasText: 'Keine Dokumente' }).waitFor({ timeout: shownMs });
    const nothing = 'enthält keine Dokumente, die Ariadne lesen kann';
    await editor.page.locator('.part.sidebar', { hasText: nothing }).waitFor({ timeout: shownMs });
    await editor.command('Ariadne: Recherchebereich öffnen');
    const panel = await editor.webview('.page');
    await panel.locator('.empty', { hasText: nothing }).waitFor({ timeout: shownMs });
    await editor.command('Ariadne: Frage stellen…');
    await editor.notification('keine Dokumente, die Ariadne lesen kann');
    await editor.screenshot(join(screenshots, 'no-document.png'));
    writeFileSync(join(folder, 'pier.md'), `# Pier\n\n${sentence}\n`);
    await panel.locator('.empty', { hasText: '1 Dokument ist bereit' }).waitFor({ timeout: shownMs });
  });
});
