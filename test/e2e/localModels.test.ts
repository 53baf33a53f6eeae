/**
 * Models on this computer, as a user meets them in real VS Code: chosen in one list, downloaded after a question, stopped and continued,
 * used for index and answers, tested, and removed. A loopback server plays the hub; its models are generated.
 */
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { openEditor, type Editor } from '../rig/editor.ts';
import { startModelHub } from '../support/models/modelHub.ts';
import type { HubServer } from '../support/hubServer.ts';
import { waitFor } from '../rig/server.ts';

const root = join(import.meta.dirname, '..', '..');
const screenshots = join(root, 'out', 'screenshots');
/** Few, because a model makes the vectors of all. */
const documents = ['sites/quillan-gate.md', 'people/ruben-istad.txt', 'places/nether-coll.md'];
const question = 'Where was the designer of the Quillan Gate plant born?';
const shownMs = 60_000;

describe('models on this computer, in real VS Code', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ariadne-e2e-')), 'samples');
  let editor: Editor;
  let hub: HubServer;
  let panel: Frame;
  const releases: (() => void | Promise<void>)[] = [];

  before(async () => {
    for (const path of documents) cpSync(join(root, 'samples', 'docs', path), join(folder, path));
    mkdirSync(screenshots, { recursive: true });
    hub = await startModelHub({ after: (release) => void releases.push(release) }, { padding: 2_000_000 });
    editor = await openEditor({ folder, vsix: packagedExtension() });
    // Not before it opens: it counts only where the editor itself has written it.
    await editor.changeSettings({ 'ariadne.hub.baseUrl': hub.url });
  });

  after(async () => {
    await editor?.dispose();
    for (const release of releases) await release();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));
  const row = (text: string | RegExp): Locator => editor.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  const dialog = (text: string): Locator => editor.page.locator('.monaco-dialog-box', { hasText: text });
  const toast = (text: string): Locator => editor.page.locator('.notifications-toasts .notification-list-item', { hasText: text });
  const indexRow = (text: string | RegExp): Locator => editor.page.locator('.part.sidebar .monaco-list-row', { hasText: text }).first();

  const openPicker = (): Promise<Locator> => editor.list('Ariadne: Choose Models…', 'Built-in models');

  test('one list has the presets and every role, with what each choice sends, costs, downloads and makes again', async () => {
    await editor.command('Ariadne: Focus on Questions View');
    await editor.page.locator('.part.sidebar').getByText('Index This Folder').first().click();
    await editor.page
      .locator('.statusbar')
      .getByText(/\d+ documents/)
      .waitFor({ timeout: shownMs });
    await openPicker();
    await screenshot('choose-models');
    assert.match(await row('Local models').innerText(), /4 downloads, 2\d\d MB[^]*Nothing is sent\. Free\./);
    await editor.page.locator('.quick-input-box input').fill('Embedder');
    await row('Embedder').click();
    await row('multilingual-e5-small').waitFor({ timeout: shownMs });
    await screenshot('choose-embedder');
    assert.match(await row('multilingual-e5-small').innerText(), /118 MB · MIT[^]*Nothing is sent\. Free\. Processes \d+ passages once/);
    await editor.page.keyboard.press('Escape');
  });

  test('a preset asks once before it downloads; without consent nothing is downloaded and nothing changes', async () => {
    await openPicker();
    await row('Local models').click();
    const asked = dialog('Download 4 models');
    await asked.waitFor({ timeout: shownMs });
    await screenshot('download-consent');
    assert.match(await asked.innerText(), /2\.1 MB · Apache-2\.0[^]*From: 127\.0\.0\.1[^]*Nothing of your documents is sent/);
    await asked.getByRole('button', { name: 'Cancel' }).click();
    await asked.waitFor({ state: 'hidden' });
    assert.ok(hub.calls.every(({ path }) => path.startsWith('/api/')));
  });

  test('a download shows how far it is, is stopped, and goes on where it was', async () => {
    hub.trick = ({ path }) => (path.includes('vocab.txt') ? { kind: 'slow', pieceBytes: 50 } : undefined);
    await openPicker();
    assert.match(await row('Built-in models').innerText(), /current/);
    await row('Local models').click();
    await dialog('Download 4 models').getByRole('button', { name: 'Download', exact: true }).click();
    const downloading = toast('Downloading onnx-community/granite');
    await downloading.waitFor({ timeout: shownMs });
    await waitFor('some of it', async () => (/[1-9]\S* (kB|MB) of/.test(await downloading.innerText()) ? true : undefined));
    await screenshot('download-progress');
    await downloading.getByRole('button', { name: 'Cancel' }).click();
    await editor.notification('was stopped. What has arrived is kept');
    hub.trick = () => undefined;
    const before = hub.calls.length;
    await openPicker();
    await row('Local models').click();
    const asked = dialog('Continue downloading 4 models');
    await asked.waitFor({ timeout: shownMs });
    await asked.getByRole('button', { name: 'Download', exact: true }).click();
    await editor.command('Ariadne: Focus on Index View');
    await indexRow(/Search by meaning.*granite/s).waitFor({ timeout: shownMs });
    assert.ok(hub.calls.slice(before).some(({ range }) => range !== undefined));
    await screenshot('embedder-in-use');
  });

  test('they answer, and panel and status bar say so', async () => {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(question);
    panel = await editor.webview('.page');
    await panel.locator('.answer .digest').waitFor({ timeout: shownMs });
    const chip = panel.locator('.chip', { hasText: 'tinyroberta' });
    assert.match((await chip.getAttribute('title')) ?? '', /Reader: tinyroberta-squad2[^]*Nothing leaves this computer/);
    await panel.locator('.meter', { hasText: 'by tinyroberta-squad2 + 3' }).waitFor({ timeout: shownMs });
    await chip.hover();
    await screenshot('models-chip');
  });

  test('each is asked one question, and the dialog says what works', async () => {
    await editor.command('Ariadne: Test Models');
    const tested = dialog('Some models answer wrongly');
    await tested.waitFor({ timeout: shownMs });
    await screenshot('local-models-tested');
    assert.match(
      await tested.innerText(),
      /Reader: tinyroberta-squad2 works[^]*Search: granite[^]*vectors of 32 numbers[^]*Comparison: \S+ answers, but wrongly/,
    );
    await editor.page.keyboard.press('Enter');
    await tested.waitFor({ state: 'hidden' });
  });

  async function askForSearchModel(name: string): Promise<void> {
    const title = editor.page.locator('.quick-input-title', { hasText: /Model on .+ \(Search\)/ });
    // A list closes when something else takes the focus, as a dialog may that was just closed.
    await waitFor('the box for a name', async () => {
      await openPicker();
      await editor.page.locator('.quick-input-box input').fill('Search');
      for (const text of ['Finds passages by meaning', 'A model by its name'])
        await row(text)
          .click({ timeout: shownMs / 4 })
          .catch(() => undefined);
      return title.waitFor({ timeout: shownMs / 12 }).then(
        () => true,
        () => undefined,
      );
    });
    await editor.quickInput(name);
    await dialog(`Download ${name}`).getByRole('button', { name: 'Download', exact: true }).click();
  }

  test('a model that its owner guards and one of another kind are refused in words', async () => {
    const files = hub.repositories.get('Xenova/ms-marco-MiniLM-L-6-v2')?.files ?? {};
    hub.repositories.set('org/guarded', { files, access: 'gated' });
    hub.repositories.set('org/other', { files });
    await askForSearchModel('org/guarded');
    // Not text first and then the button: VS Code hides warnings after a while.
    await toast('does not let you download org/guarded').getByRole('button', { name: 'Enter Token' }).waitFor({ timeout: shownMs });
    // VS Code shows three at once.
    await editor.command('Notifications: Clear All Notifications');
    await askForSearchModel('org/other');
    await editor.notification(/org\/other.* The search model is unchanged/);
  });

  test('they are managed: what is in use, how large, and removed', async () => {
    await editor.list('Ariadne: Manage Models…', 'granite');
    await screenshot('manage-models');
    assert.match(await row('granite').innerText(), /search model · 2\.\d MB · q8[^]*in use as search model · Apache-2\.0/);
    await row('nli-deberta').click();
    const asked = dialog('Remove nli-deberta-v3-xsmall');
    await asked.waitFor({ timeout: shownMs });
    await screenshot('remove-model');
    await asked.getByRole('button', { name: 'Remove', exact: true }).click();
    await row('granite').waitFor({ timeout: shownMs });
    assert.equal(await row('nli-deberta').count(), 0);
    await editor.page.keyboard.press('Escape');
  });
});
