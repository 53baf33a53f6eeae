/**
 * A model behind a server, as a user meets it in real VS Code: chosen by commands, answering through the one door to the network, stopped,
 * refused, and the engine dying under it; and its run changed. The server is the simulation, on loopback.
 */
import assert from 'node:assert/strict';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import { packagedExtension } from '../../scripts/packagedExtension.ts';
import { startSimulation, type Simulation, type SimulationOptions } from '../../lab/simulation/startSimulation.ts';
import { openEditor, type Editor } from '../rig/editor.ts';
import { waitFor } from '../rig/server.ts';
import { testChanges } from './changedRun.ts';

const root = join(import.meta.dirname, '..', '..');
const screenshots = join(root, 'out', 'screenshots');
const samples = join(root, 'samples');
const question = 'When was the birthplace of the designer of the Quillan Gate plant flooded?';
const key = 'sk-only-for-the-door';
const shownMs = 60_000;

describe('a model behind a server, in real VS Code', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'ariadne-e2e-')), 'samples');
  let editor: Editor;
  let simulation: Simulation;
  let panel: Frame;
  /** Requests of the whole question, when nothing comes between. */
  let requestsOfAll = 0;
  let requestsOfTest = 0;

  before(async () => {
    cpSync(samples, folder, { recursive: true });
    mkdirSync(screenshots, { recursive: true });
    simulation = await startSimulation({ dataset: samples });
    editor = await openEditor({ folder, vsix: packagedExtension() });
  });

  after(async () => {
    await editor?.dispose();
    await simulation?.close();
    rmSync(join(folder, '..'), { recursive: true, force: true });
  });

  const sidebar = (): Locator => editor.page.locator('.part.sidebar');
  const newestRun = (): Locator => sidebar().locator('.monaco-list-row', { hasText: question }).first();
  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));
  /** Of the run that is shown, not of the one before, which may be beside it. */
  const seeAnswer = (kind: string): Promise<void> => panel.locator(`.answer-${kind}:not(.other)`).waitFor({ timeout: shownMs });

  const questionBox = (): Locator => panel.getByRole('textbox', { name: 'Question', exact: true });

  /** The same address answers in another way from now on. */
  async function serveAgain(options: Omit<SimulationOptions, 'dataset' | 'port'>): Promise<void> {
    const port = Number(new URL(simulation.baseUrl).port);
    await simulation.close();
    simulation = await startSimulation({ dataset: samples, port, ...options });
  }

  async function ask(): Promise<void> {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(question);
    panel = await editor.webview('.page');
  }

  async function untilAsked(requests: number): Promise<void> {
    await waitFor(`${requests} requests`, () => Promise.resolve(simulation.requests.length >= requests ? true : undefined));
  }

  async function diagnostics(): Promise<string> {
    await editor.command('Ariadne: Copy Diagnostics');
    return waitFor('the diagnostics', async () => {
      const text = await editor.page.evaluate(() => navigator.clipboard.readText());
      return text.startsWith('```json') ? text : undefined;
    });
  }

  /** Settings, logs, run logs, the index: whatever the editor has stored. */
  function filesWithKey(): readonly string[] {
    const files = globSync('data/**/*', { cwd: editor.userData, withFileTypes: true }).filter((entry) => entry.isFile());
    return files.map((file) => join(file.parentPath, file.name)).filter((file) => readFileSync(file).includes(key));
  }

  /** Of the dialog that offers to stop the question that is being answered. */
  async function seeEnterShowRunning(): Promise<void> {
    await editor.openFile('docs/places/nether-coll.md');
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(question);
    const dialog = editor.page.locator('.monaco-dialog-box');
    await dialog.getByText('Stop It and Ask').waitFor({ timeout: shownMs });
    await screenshot('question-kept');
    await editor.page.keyboard.press('Enter');
    await editor.page.locator('.tab.active', { hasText: 'Ariadne' }).waitFor({ timeout: shownMs });
    // It is still being answered.
    await newestRun().locator('.codicon-modifier-spin').waitFor({ timeout: shownMs });
  }

  test('the server, the model and the key are chosen step by step, and the key is in no file', async () => {
    await editor.command('Ariadne: Focus on Questions View');
    await sidebar().getByText('Index This Folder').first().click();
    await editor.page
      .locator('.statusbar')
      .getByText(/\d+ documents/)
      .waitFor({ timeout: shownMs });
    await editor.list('Ariadne: Choose Models…', 'Model on a server');
    await screenshot('choose-models');
    await editor.quickInput('Model on a server');
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Another server' }).waitFor({ timeout: shownMs });
    await screenshot('choose-server');
    for (const given of ['Another server', simulation.baseUrl, key]) await editor.quickInput(given);
    await editor.page.locator('.quick-input-list .monaco-list-row', { hasText: 'simulation' }).waitFor({ timeout: shownMs });
    await screenshot('choose-server-model');
    await editor.quickInput('simulation');
    await sidebar()
      .getByText(`simulation at ${new URL(simulation.baseUrl).host}`)
      .waitFor({ timeout: shownMs });
    // The server is on this computer, so a test costs nothing.
    await editor.notification(/^simulation works, but does not keep to the requested format/);
    await screenshot('model-chosen');
    assert.deepEqual(filesWithKey(), []);
  });

  test('the chosen models are tested, and the dialog says what they do', async () => {
    await editor.command('Ariadne: Choose Models…');
    await editor.quickInput('Test these models');
    const dialog = editor.page.locator('.monaco-dialog-box', { hasText: 'The model works, with limits.' });
    await dialog.waitFor({ timeout: shownMs });
    assert.match(await dialog.innerText(), /Chat: simulation works, with limits \(\d+\.\d s\)[^]*supports structured output/);
    await screenshot('models-tested');
    await editor.page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    requestsOfTest = simulation.requests.length;
    await serveAgain({});
  });

  test('the model answers, with the key at the door alone, and the ledger says what was sent', async () => {
    await ask();
    await panel.locator('.answer .digest').waitFor({ timeout: shownMs });
    await screenshot('model-answered');
    assert.match(await panel.locator('.answer').innerText(), /11 October 1952/);
    assert.match(await panel.locator('.meter').innerText(), /[1-9] calls[^]*kB sent/);
    requestsOfAll = simulation.requests.length;
    await panel.locator('.cost-ahead', { hasText: `Last time ${requestsOfAll} model calls` }).waitFor({ timeout: shownMs });
    assert.deepEqual([...new Set(simulation.requests.map(({ headers }) => headers['authorization']))], [`Bearer ${key}`]);
    assert.ok(!simulation.requests.some(({ body }) => JSON.stringify(body).includes(key)));
    await editor.command('Ariadne: Show Network Ledger');
    const ledger = await editor.webview('[data-line]');
    const rows = ledger.locator('tbody tr');
    await rows.first().waitFor({ timeout: shownMs });
    const lines = await rows.allInnerTexts();
    assert.equal(lines.filter((row) => /\tchat\t.*\t200/.test(row)).length, requestsOfAll + requestsOfTest);
    const own = new URL(simulation.baseUrl).host.replaceAll('.', String.raw`\.`);
    assert.equal(lines.filter((row) => new RegExp(`\\t${own}\\tlist of models\\t0\\sbytes\\t.*\\t200`).test(row)).length, 1);
    await screenshot('network-ledger');
    await editor.openFile('docs/places/nether-coll.md');
    const names = await editor.page.locator('.tabs-container .tab .label-name').allInnerTexts();
    assert.ok(names.map((name) => name.trim()).includes('Network Ledger'), `the ledger keeps its name among ${names.join(', ')}`);
  });

  describe('and then its run is changed', () => testChanges(() => ({ editor, simulation, question, screenshots })));

  test('a run is stopped from the palette and from the panel, says so, and can be asked again or resumed', async () => {
    await serveAgain({ replies: 0 });
    await ask();
    await untilAsked(1);
    await seeEnterShowRunning();
    await editor.command('Ariadne: Stop');
    await seeAnswer('stopped');
    await newestRun().locator('.codicon-circle-slash').waitFor({ timeout: shownMs });
    await screenshot('model-stopped');
    await serveAgain({ replies: 1 });
    await panel.getByRole('button', { name: 'Ask again' }).click();
    await untilAsked(2);
    await panel.getByRole('button', { name: 'Stop' }).click();
    await seeAnswer('stopped');
    assert.equal(await panel.locator('.tone-bad').count(), 0, 'what was stopped did not fail');
    // The newest run is the first only once the sidebar shows both.
    await sidebar()
      .locator('.monaco-list-row', { hasText: question })
      .locator('.codicon-circle-slash')
      .nth(1)
      .waitFor({ timeout: shownMs });
    await serveAgain({});
    // A row that is drawn again has no buttons until the mouse moves on it, and takes no click at this moment.
    await waitFor('the run to go on', async () => {
      await editor.page.mouse.move(0, 0);
      await newestRun().hover();
      const resume = newestRun().getByRole('button', { name: 'Resume This Question' });
      await resume.click({ timeout: shownMs / 12 }).catch(() => undefined);
      const stopped = newestRun().locator('.codicon-circle-slash');
      await stopped.waitFor({ state: 'hidden', timeout: shownMs / 12 }).catch(() => undefined);
      return (await stopped.isVisible()) ? undefined : true;
    });
    await seeAnswer('answered');
    assert.equal(simulation.requests.length, requestsOfAll - 1, 'the call that was answered before is not made again');
    await newestRun().locator('.codicon-pass-filled').waitFor({ timeout: shownMs });
  });

  test('a method is chosen from the list, and the panel calls it by its name', async () => {
    const chip = (title: string): Promise<void> => panel.locator('.chip', { hasText: title }).waitFor({ timeout: shownMs });
    await chip('Balanced');
    await editor.list('Ariadne: Choose Method…', 'Balanced');
    await screenshot('pipeline-presets');
    await editor.quickInput('DRR-RAG');
    await chip('Questions with many parts');
    await editor.changeSettings({ 'ariadne.pipeline': undefined });
    await chip('Balanced');
  });

  test('a question stops asking the model at its limit, and says so', async () => {
    await serveAgain({});
    await editor.changeSettings({ 'ariadne.budget': { llmCalls: 3 } });

    await panel.locator('.cost-ahead', { hasText: 'limited to 3 calls' }).waitFor({ timeout: shownMs });
    await ask();
    await panel.locator('.meter', { hasText: '4 calls (limit 3 plus the final answer)' }).waitFor({ timeout: shownMs });
    await seeAnswer('partial');
    assert.equal(simulation.requests.length, 4, 'three, and the last one that answers');
    await screenshot('model-limited');
    await panel.getByRole('button', { name: 'Continue' }).click();
    await panel.locator('.meter', { hasText: '4 calls (limit 3 plus the final answer), 3 reused' }).waitFor({ timeout: shownMs });
    await seeAnswer('partial');
    assert.equal(simulation.requests.length, 8, 'three more, and a last one');
    await panel.getByRole('button', { name: 'Continue' }).click();
    await seeAnswer('answered');
    await editor.changeSettings({ 'ariadne.budget': { calls: 3 } });
    await ask();
    await panel.locator('.problem', { hasText: 'The setting "ariadne.budget" is invalid' }).waitFor({ timeout: shownMs });
    assert.equal(await questionBox().inputValue(), question);
    await editor.changeSettings({ 'ariadne.budget': {} });
  });

  test('a question that will take many calls is confirmed first; declined, it stays in the box and nothing is asked', async () => {
    await serveAgain({});
    await editor.changeSettings({ 'ariadne.confirmAboveCalls': 2 });
    const dialog = editor.page.locator('.monaco-dialog-box', { hasText: /likely to take \d+ model calls/ });
    await ask();
    await dialog.waitFor({ timeout: shownMs });
    await screenshot('confirm-calls');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    panel = await editor.webview('.page');
    await waitFor('the question', async () => ((await questionBox().inputValue()) === question ? true : undefined));
    assert.equal(simulation.requests.length, 0);
    await questionBox().press('Enter');
    await dialog.getByRole('button', { name: 'Ask', exact: true }).click();
    // Until then the panel shows the answer before this one.
    await untilAsked(requestsOfAll);
    await seeAnswer('answered');
    await editor.changeSettings({ 'ariadne.confirmAboveCalls': undefined });
  });

  test('a key that the server refuses ends the run with what to do', async () => {
    await serveAgain({ faults: [{ kind: 'unauthorized', probability: 1 }] });
    await ask();
    await seeAnswer('failed');
    assert.match(await panel.locator('.answer').innerText(), /refused the API key\. Set a valid key[^]*Choose models[^]*Ask again/);
    await newestRun().locator('.codicon-error').waitFor({ timeout: shownMs });
    await screenshot('model-refused');
  });

  test('a server that is not there is named, once', async () => {
    await serveAgain({});
    await simulation.close();
    await ask();
    // The answer before this one had failed too, and may be shown until this one has failed, or beside it.
    const sentence = panel.locator('.answer-failed:not(.other) > .answer-body > .answer-sentence', { hasText: 'could not be reached' });
    await sentence.waitFor({ timeout: shownMs });
    assert.match(
      await sentence.innerText(),
      /^\s*127\.0\.0\.1:\d+ could not be reached \(connect ECONNREFUSED [\d.:]+\)\. Check the address and that the server runs\.$/,
    );
  });

  test('the engine dies under a run: it is shown as interrupted, and goes on where it was', async () => {
    await serveAgain({ replies: 1 });
    await ask();
    await untilAsked(2);
    const text = await diagnostics();
    assert.ok(!text.includes(key) && !text.includes('Ruben Istad') && !text.includes(question));
    const engine = [...text.matchAll(/engine: started, process (\d+)/g)].at(-1)?.[1];
    assert.ok(engine);
    process.kill(Number(engine), 'SIGKILL');
    await editor.notification('Ariadne stopped unexpectedly');
    await seeAnswer('stopped');
    assert.match(await panel.locator('.answer').innerText(), /Interrupted/);
    assert.equal(await panel.locator('.codicon-modifier-spin').count(), 0);
    await newestRun().locator('.codicon-debug-disconnect').waitFor({ timeout: shownMs });
    await screenshot('engine-died');
    await serveAgain({});
    await panel.getByRole('button', { name: 'Resume' }).click();
    await seeAnswer('answered');
    assert.ok(simulation.requests.length < requestsOfAll, 'what was answered before is not asked again');
  });

  test('after all of this the key is in no file, and in no environment of an engine', async () => {
    assert.deepEqual(filesWithKey(), []);
    const engines = [...(await diagnostics()).matchAll(/engine: started, process (\d+)/g)].map((match) => match[1] ?? '');
    assert.ok(engines.length > 0);
    const environments = engines.map((id) => `/proc/${id}/environ`).filter((file) => existsSync(file));
    assert.deepEqual(
      environments.filter((file) => readFileSync(file).includes(key)),
      [],
    );
  });

  test('a deleted run is gone from the sidebar and from the panel', async () => {
    const rows = sidebar().locator('.monaco-list-row', { hasText: question });
    const count = await rows.count();
    const entry = editor.page.locator('.monaco-menu').getByText('Delete This Question');
    const isThere = (locator: Locator, timeout: number): Promise<boolean> =>
      locator.waitFor({ timeout }).then(
        () => true,
        () => false,
      );
    // A tree that is drawn again meanwhile takes its menu along, and a menu that is still opening takes no key, or for another entry.
    await waitFor('the deletion', async () => {
      await editor.page.keyboard.press('Escape');
      await newestRun().click({ button: 'right' });
      if (!(await isThere(entry, 3_000))) return undefined;
      await editor.page.keyboard.press('ArrowUp');
      await editor.page.keyboard.press('Enter');
      return (await isThere(panel.locator('.empty'), 5_000)) ? true : undefined;
    });
    await waitFor('one run less', async () => ((await rows.count()) === count - 1 ? true : undefined));
  });
});
