/**
 * The index view in real VS Code: what is indexed and what is not, document by document, and how it follows the disk. Screenshots go to
 * out/screenshots.
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

describe('the index view in real VS Code', () => {
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
    await editor.command('Ariadne: Focus on Index View');
    await editor.page.locator('.part.sidebar').getByText('Index This Folder').last().click();
    await see('62 documents');
    for (const label of ['Last indexed', 'Search by meaning', 'Size on disk', 'Method', 'Models', 'Network', 'Documents']) await see(label);
    assert.match(await said('62 documents'), /^62 documents, \d+ passages$/);
    assert.match(await said('Needs attention'), /^Needs attention, 3 files$/);
  });

  test('what is not indexed is named with the reason, failures first', async () => {
    await open('Needs attention', '.env');
    const labels = await Promise.all(['papers/locked.pdf', '.env', 'levels.md'].map(said));
    assert.match(labels[0] ?? '', /could not be read, .*password/i);
    assert.match(labels[1] ?? '', /left out, .*secrets/);
    assert.match(labels[2] ?? '', /left out, .*limit/);
  });

  test('documents are in their folders', async () => {
    await open('Documents', 'papers');
    await open('papers', 'gauges.pdf');
    assert.match(await said('gauges.pdf'), /^gauges\.pdf, indexed, 1 passage$/);
    await editor.screenshot(join(screenshots, 'index-view.png'));
  });

  test('the text of a PDF opens from the view, and the PDF from its text', async () => {
    await row('gauges.pdf').first().click();
    await editor.page.locator('.tab[data-resource-name="gauges.pdf (text)"]').waitFor({ timeout: shownMs });
    await editor.page.locator('.view-line', { hasText: 'Orfield' }).first().waitFor({ timeout: shownMs });
    await editor.screenshot(join(screenshots, 'index-view-pdf-text.png'));
    await editor.page.locator('.editor-actions').getByLabel('Open the Original').first().click();
    await editor.page.locator('.tab[data-resource-name="gauges.pdf"]').waitFor({ timeout: shownMs });
  });

  test('a file that is written to the disk appears automatically', async () => {
    writeFileSync(join(folder, 'papers', 'north pier.md'), `# North pier\n\n${sentence}\n`);
    await see('63 documents');
    await see('north pier.md');
  });

  test('what agents get is shown first, written, and taken back', async () => {
    const mine = '{\n  // Mine.\n  "mcpServers": {\n    "other": { "command": "x" }\n  }\n}\n';
    const [servers, skill] = [join(folder, '.mcp.json'), join(folder, '.claude', 'skills', 'ariadne', 'SKILL.md')];
    writeFileSync(servers, mine);
    const [title, page] = ['Ariadne: Install for Agents…', editor.page];
    const write = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'Write 3 Files' });
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
    await editor.notification('Ariadne is installed for Claude Code');
    const { mcpServers } = parse(readFileSync(servers, 'utf8')) as { mcpServers: Record<string, { args: string[] }> };
    assert.deepEqual(
      [Object.keys(mcpServers), mcpServers['ariadne']?.args.slice(1)],
      [
        ['other', 'ariadne'],
        ['mcp', folder],
      ],
    );
    assert.match(readFileSync(skill, 'utf8'), /^---\nname: ariadne\n/);
    await editor.pressInNotification('Ariadne is installed for Claude Code', 'Undo');
    await editor.notification('2 files of Ariadne for agents removed');
    assert.deepEqual([readFileSync(servers, 'utf8'), existsSync(join(folder, '.claude'))], [mine, false]);
  });

  test('a folder without a document is called that everywhere, until there is one', async () => {
    for (const entry of readdirSync(folder)) if (entry !== '.env') rmSync(join(folder, entry), { recursive: true });
    await editor.page.locator('.statusbar', { hasText: 'No documents' }).waitFor({ timeout: shownMs });
    const nothing = 'has no documents that Ariadne can read';
    await editor.page.locator('.part.sidebar', { hasText: nothing }).waitFor({ timeout: shownMs });
    await editor.command('Ariadne: Open Research Panel');
    const panel = await editor.webview('.page');
    await panel.locator('.empty', { hasText: nothing }).waitFor({ timeout: shownMs });
    await editor.command('Ariadne: Ask a Question…');
    await editor.notification(nothing);
    await editor.screenshot(join(screenshots, 'no-document.png'));
    writeFileSync(join(folder, 'pier.md'), `# Pier\n\n${sentence}\n`);
    await panel.locator('.empty', { hasText: '1 document is ready' }).waitFor({ timeout: shownMs });
  });
});
