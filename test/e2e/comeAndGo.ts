/**
 * What comes and goes under a question: the engine, which is restarted or dies, the panel, which is hidden and shown again, other runs that
 * are opened, settings that cannot be asked with. The question and its answer stay.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import type { Editor } from '../rig/editor.ts';
import { waitFor } from '../rig/server.ts';

const flooded = 'When was the birthplace of the designer of the Quillan Gate plant flooded?';
const born = 'Where was the designer of the Quillan Gate plant born?';
const shownMs = 60_000;

/** An editor over the indexed samples. */
interface Stage {
  readonly editor: Editor;
  readonly folder: string;
  /** The folder of the pictures. */
  readonly screenshots: string;
}

/** @param stage what there is once the tests begin */
export function testComingAndGoing(stage: () => Stage): void {
  let editor: Editor;
  let screenshots: string;
  let panel: Frame;

  before(() => {
    ({ editor, screenshots } = stage());
    writeFileSync(join(stage().folder, 'notes.md'), '# Notes\n\nRuben Istad designed the Quillan Gate plant.\n');
  });

  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));
  const row = (question: string): Locator => editor.page.locator('.part.sidebar .monaco-list-row', { hasText: question }).first();
  const box = (): Locator => panel.getByRole('textbox', { name: 'Question', exact: true });
  /**
   * The short answer of the run that is shown. Below it, an answer also names what its steps found: the birthplace is in the sentence that
   * the steps to the flood compose, which may still be shown when the answer to the next question is waited for.
   */
  const shortAnswer = (text: string): Locator =>
    panel.locator('.answer-answered:not(.other) > .answer-body > .answer-text', { hasText: text });

  async function ask(question: string): Promise<void> {
    await editor.command('Ariadne: Ask a Question…');
    await editor.quickInput(question);
    panel = await editor.webview('.page');
  }

  async function enginePid(): Promise<number> {
    await editor.command('Ariadne: Copy Diagnostics');
    const text = await waitFor('the diagnostics', async () => {
      const copied = await editor.page.evaluate(() => navigator.clipboard.readText());
      return copied.startsWith('```json') ? copied : undefined;
    });
    return Number([...text.matchAll(/engine: started, process (\d+)/g)].at(-1)?.[1]);
  }

  /** So many questions asked before that the engine takes longer to list them than to answer one. */
  function growHistory(): void {
    const [log] = globSync('**/runs/*.jsonl', { cwd: editor.userData });
    assert.ok(log, 'a run has a log');
    const text = readFileSync(join(editor.userData, log), 'utf8');
    const { runId } = JSON.parse(text.slice(0, text.indexOf('\n'))) as { runId: string };
    for (let n = 0; n < 150; n++) {
      const [id, question] = [runId.replace(/^.{4}/, String(n).padStart(4, '0')), `Asked before, ${n}`];
      writeFileSync(join(editor.userData, log, '..', `${id}.jsonl`), text.replaceAll(runId, id).replaceAll(flooded, question));
    }
  }

  /** Answered in the panel and in the sidebar, and still so once everything that was asked of the engine has been answered. */
  async function seeAnswerStay(question: string, answer: string): Promise<void> {
    await shortAnswer(answer).waitFor({ timeout: shownMs });
    await row(question).locator('.codicon-pass-filled').waitFor({ timeout: shownMs });
    // The methods are offered once the engine has listed its runs, after whatever it was asked before.
    await editor.list('Ariadne: Choose Method…', 'DRR-RAG');
    await editor.page.keyboard.press('Escape');
    assert.equal(await shortAnswer(answer).count(), 1, 'the panel keeps the answer');
    assert.equal(await row(question).count(), 1, 'the sidebar keeps the run');
    assert.equal(await box().inputValue(), question);
  }

  test('asked of an engine that has just been restarted, the answer stays in the panel and in the sidebar', async () => {
    await ask(flooded);
    await seeAnswerStay(flooded, '11 October 1952');
    growHistory();
    await editor.command('Ariadne: Restart Ariadne');
    await ask(born);
    await seeAnswerStay(born, 'Nether Coll');
  });

  test('asked after the engine was killed, the answer stays', async () => {
    process.kill(await enginePid(), 'SIGKILL');
    await editor.notification('Ariadne stopped unexpectedly');
    await ask(flooded);
    await seeAnswerStay(flooded, '11 October 1952');
    await screenshot('answer-after-crash');
  });

  test('the panel that was hidden is back as it was, and is not made again', async () => {
    await editor.command('View: Move Editor into Previous Group');
    await editor.openFile('notes.md');
    panel = await editor.command('Ariadne: Open Research Panel').then(() => editor.webview('.page'));
    await panel.evaluate(() => (document.body.dataset['seen'] = 'yes'));
    const tab = (name: string): Locator => editor.page.locator('.tabs-container .tab', { hasText: name }).first();
    await tab('notes.md').click();
    await editor.page.locator('.tabs-container .tab.active', { hasText: 'notes.md' }).waitFor({ timeout: shownMs });
    await tab('Ariadne').click();
    panel = await editor.webview('.page');
    await shortAnswer('11 October 1952').waitFor({ timeout: shownMs });
    assert.equal(await panel.evaluate(() => document.body.dataset['seen']), 'yes');
  });

  test('what was typed and not asked stays in the box when another run is opened', async () => {
    await box().fill('And who dammed it?');
    await row(born).click();
    await shortAnswer('Nether Coll').waitFor({ timeout: shownMs });
    assert.equal(await box().inputValue(), 'And who dammed it?');
    await panel.locator('.answer-asked', { hasText: born }).waitFor({ timeout: shownMs });
    await box().fill('');
    await row(flooded).click();
    await shortAnswer('11 October 1952').waitFor({ timeout: shownMs });
    assert.equal(await box().inputValue(), flooded);
  });

  test('what is asked about a selection carries the selected text', async () => {
    await editor.openFile('notes.md');
    await editor.page.locator('.monaco-editor .view-line', { hasText: 'Ruben Istad' }).first().click();
    await editor.page.keyboard.press('Control+a');
    // The palette is opened with Escape first, which would take the selection away.
    await editor.page.keyboard.press('Control+Alt+a');
    const prompt = editor.page.locator('.quick-input-widget', { hasText: 'About “# Notes Ruben Istad designed the Quillan Gate plant.”' });
    await prompt.waitFor({ timeout: shownMs });
    await screenshot('ask-about-selection');
    const typed = 'Where was Ruben Istad born?';
    await editor.quickInput(typed);
    panel = await editor.webview('.page');
    const asked = `${typed}\n\nThis is about: # Notes Ruben Istad designed the Quillan Gate plant.`;
    await waitFor('the question', async () => ((await box().inputValue()) === asked ? true : undefined));
    await shortAnswer('Nether Coll').waitFor({ timeout: shownMs });
    await screenshot('asked-about-selection');
  });

  test('a question that cannot be asked with the settings stays in the box, with what is wrong and what to do', async () => {
    await editor.changeSettings({ 'ariadne.pipeline': 'sunar-nra' });
    await panel.locator('.chip', { hasText: 'sunar-nra' }).waitFor({ timeout: shownMs });
    await ask(flooded);
    const problem = panel.locator('.problem');
    await problem.waitFor({ timeout: shownMs });
    assert.match(await problem.innerText(), /There is no pipeline "sunar-nra"\. Did you mean "sunar-nar"\?\s*Choose Method/);
    assert.equal(await box().inputValue(), flooded);
    await screenshot('unknown-pipeline');
    await problem.getByRole('button', { name: 'Choose Method' }).click();
    await editor.quickInput('Balanced');
    await panel.locator('.chip', { hasText: 'Balanced' }).waitFor({ timeout: shownMs });
    await box().press('Enter');
    await seeAnswerStay(flooded, '11 October 1952');
    assert.equal(await problem.count(), 0);
  });
}
