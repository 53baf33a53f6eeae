/**
 * A run is changed and made again as a user does it: a sub-question is edited in place, what runs again and what it costs is read, the run
 * is made, both answers are side by side, and it is undone. Runs in the sidebar are renamed, pinned, searched, deleted and brought back.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { before, test } from 'node:test';
import type { Frame, Locator } from 'playwright-core';
import type { Simulation } from '../../lab/simulation/startSimulation.ts';
import type { Editor } from '../rig/editor.ts';
import { waitFor } from '../rig/server.ts';

const shownMs = 60_000;

/** Where a model has answered one question. */
interface Stage {
  readonly editor: Editor;
  readonly simulation: Simulation;
  readonly question: string;
  /** The folder of the pictures. */
  readonly screenshots: string;
}

/** @param stage what there is once the tests begin */
export function testChanges(stage: () => Stage): void {
  let editor: Editor;
  let simulation: Simulation;
  let question: string;
  let screenshots: string;
  let panel: Frame;

  before(async () => {
    ({ editor, simulation, question, screenshots } = stage());
    await editor.command('Ariadne: Open Research Panel');
    panel = await editor.webview('.react-flow');
  });

  const sidebar = (): Locator => editor.page.locator('.part.sidebar');
  const rows = (text: string): Locator => sidebar().locator('.monaco-list-row', { hasText: text });
  const selectedRow = async (): Promise<number> => Number(await sidebar().locator('.monaco-list-row.selected').getAttribute('data-index'));
  const see = (selector: string, hasText?: string | RegExp): Promise<void> =>
    panel
      .locator(selector, hasText === undefined ? {} : { hasText })
      .first()
      .waitFor({ timeout: shownMs });
  const screenshot = (name: string): Promise<void> => editor.screenshot(join(screenshots, `${name}.png`));
  const textOf = (selector: string): Promise<string> => panel.locator(selector).first().innerText();

  test('a sub-question is edited on its card; what runs again and what it costs is said before, and asks nothing', async () => {
    const asked = simulation.requests.length;
    await panel.locator('[data-card="s2"]').click();
    await panel.locator('[data-card="s2"]').press('e');
    const box = panel.locator('.card-edit');
    await box.waitFor({ timeout: shownMs });
    await box.press('Escape');
    await box.waitFor({ state: 'hidden', timeout: shownMs });
    assert.equal(await panel.locator('.changes').count(), 0);
    await panel.locator('[data-card="s2"]').press('e');
    await box.fill('Where did Ruben Istad die?');
    await box.press('Enter');
    await see('.changes-sentence', /1 question changed\. Runs again: 2; may run again: .*3.*Likely \d+ model calls? \(/);
    await see('[data-card="s2"]', 'runs again');
    await see('[data-card="s3"]', 'may run again');
    assert.equal(simulation.requests.length, asked);
    await screenshot('changes-collected');
  });

  test('only what is affected runs, and both answers are side by side', async () => {
    const asked = simulation.requests.length;
    await panel.locator('.changes-buttons').getByText('Run', { exact: true }).click();
    await see('.lineage', /Made from the earlier answer: 1 question changed\./);
    await see('.answers.compared');
    await see('[data-card="s1"]', 'reused');
    await see('[data-card="s2"]', 'edited by you');
    assert.ok(simulation.requests.length > asked);
    assert.match(await textOf('.answer.other'), /11 October 1952/);
    assert.match(await textOf('.answer-now > .answer-heading'), /model calls? \(\d+ reused\)/);
    await panel.getByRole('button', { name: 'What changed' }).click();
    await see('.differences', 'Where did Ruben Istad die?');
    await screenshot('changes-compared');
  });

  test('undo goes back to the earlier run, redo forth again, by button and by key; its row is selected', async () => {
    const newest = Number(await rows(question).first().getAttribute('data-index'));
    await waitFor('the row of the run', async () => ((await selectedRow()) === newest ? true : undefined));
    await panel.getByRole('button', { name: 'Undo', exact: true }).click();
    await see('.lineage', 'A later answer was made from this one.');
    await waitFor('the row of the earlier run', async () => ((await selectedRow()) === newest + 1 ? true : undefined));
    assert.match(await textOf('.answer'), /11 October 1952/);
    await panel.getByRole('button', { name: 'Redo', exact: true }).click();
    await see('.answers.compared');
    await waitFor('the row of the later run', async () => ((await selectedRow()) === newest ? true : undefined));
    await panel.locator('[data-card="s2"]').press('u');
    await see('.lineage', 'A later answer was made from this one.');
  });

  test('a passage is pinned and banned by key and by the context menu, and all is discarded', async () => {
    await panel.locator('[data-card="s2"]').click();
    const evidence = panel.locator('.evidence');
    await evidence.nth(1).press('p');
    await see('.changes-sentence', '1 passage pinned');
    await evidence.nth(2).click({ button: 'right' });
    await editor.choose('Ban This Passage');
    await see('.changes-sentence', '1 passage pinned, 1 passage banned');
    await screenshot('changes-evidence');
    await panel.locator('.changes-buttons').getByText('Discard').click();
    await panel.locator('.changes').waitFor({ state: 'hidden', timeout: shownMs });
  });

  test('runs are renamed, pinned, searched, deleted and brought back', async () => {
    /**
     * A list that is filled again at this moment has no row in focus, and the key goes nowhere, as while the panel takes the focus. What is
     * only late is waited for.
     */
    const press = (row: string, key: string, shown: Locator): Promise<true> =>
      waitFor(`what ${key} does`, async () => {
        if (await shown.isVisible()) return true;
        await rows(row).first().click();
        await sidebar().locator('.monaco-list').first().press(key);
        return shown.waitFor({ timeout: shownMs / 4 }).then(
          () => true,
          () => undefined,
        );
      });
    await press(question, 'F2', editor.page.locator('.quick-input-widget'));
    await editor.quickInput('The flood');
    await rows('The flood').first().waitFor({ timeout: shownMs });
    await press('The flood', 'Alt+p', rows('Pinned').first());
    await editor.command('Ariadne: Search Questions…');
    await editor.page.locator('.quick-input-widget input').fill('flood drr');
    await sidebar().getByText('0 of 2 questions match').waitFor({ timeout: shownMs });
    await editor.page.keyboard.press('Escape');
    const inDialog = editor.page.locator('.monaco-dialog-box').getByText('Delete', { exact: true });
    await press('The flood', 'Delete', inDialog);
    await inDialog.click();
    await editor.notification('Deleted “The flood”');
    await rows('The flood').first().waitFor({ state: 'hidden', timeout: shownMs });
    await editor.pressInNotification('Deleted “The flood”', 'Undo');
    await rows('The flood').first().waitFor({ timeout: shownMs });
    await screenshot('runs-pinned');
  });
}
