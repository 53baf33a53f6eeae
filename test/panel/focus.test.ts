/// <reference lib="dom" />
/** The keyboard's place in the panel, and what it asks for while a question runs, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import type { ToPanel } from '../../src/protocol/panel.ts';
import { emptySnapshot, follow } from '../../src/trace/fold.ts';
import { demoRuns } from './demo/runs.ts';
import { ended } from './demo/states.ts';
import { openPanelBrowser, type PanelBrowser } from '../rig/panelPage.ts';

describe('in the panel', () => {
  let browser: PanelBrowser;
  before(async () => {
    browser = await openPanelBrowser();
  });
  after(() => browser?.close());

  const withPanel = (address: string, use: (page: Page) => Promise<void>): Promise<void> =>
    browser.show(address, { width: 1280, height: 860 }, use);
  /** Until what has just happened is drawn, and what it calls for has been done. */
  const settle = (page: Page): Promise<void> =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame);
    });
  const placeOf = (page: Page): Promise<string> =>
    page.evaluate(() => `${document.activeElement?.tagName}.${document.activeElement?.className}`);
  /** A run that goes on may have taken the place in this very frame. */
  const isLost = async (page: Page): Promise<boolean> => {
    if (!(await placeOf(page)).startsWith('BODY')) return false;
    await settle(page);
    return (await placeOf(page)).startsWith('BODY');
  };

  for (const state of [`${ended('made')}&problem&unsent&changed`, `${ended('followed')}&follow=made`]) {
    test(`after every button the keyboard has a place on the page: ${state}`, () =>
      withPanel(state, async (page) => {
        const pressed = new Set<string>();
        const lost: string[] = [];
        for (;;) {
          const name = await page.evaluate(
            (done) => {
              const all = [...document.querySelectorAll<HTMLElement>('button, vscode-button')];
              const named = all.map((button) => [button, `${button.title} ${button.textContent}`] as const);
              const [button, next] =
                named.find(
                  ([one, text]) => !done.includes(text) && one.tabIndex >= 0 && !one.matches('[disabled]') && one.checkVisibility(),
                ) ?? [];
              button?.focus();
              return next;
            },
            [...pressed],
          );
          if (name === undefined) break;
          pressed.add(name);
          await page.keyboard.press('Enter');
          await settle(page);
          if (await isLost(page)) lost.push(name);
          if ((await page.locator('dialog').count()) === 0) continue;
          await page.keyboard.press('Escape');
          await settle(page);
          if (await isLost(page)) lost.push(`Escape after ${name}`);
        }
        assert.deepEqual(lost, []);
        assert.ok(pressed.size > 20, `${pressed.size} pressed`);
      }));
  }

  test('the keyboard keeps its place while runs come and go, and when the panel is shown again', () =>
    withPanel(ended('finished'), async (page) => {
      const snapshot = follow(emptySnapshot, demoRuns['short'] ?? []);
      const tell = async (...messages: readonly ToPanel[]): Promise<void> => {
        await page.evaluate((all) => all.forEach((message) => window.postMessage(message)), messages);
        await settle(page);
      };
      const question = page.getByRole('textbox', { name: 'Question', exact: true });
      await question.press('Enter');
      await tell({ kind: 'show-run', runId: 'next' });
      assert.match(await placeOf(page), /^TEXTAREA/, 'after Enter in the question box');
      await tell({ kind: 'show-run', runId: 'next', snapshot });
      assert.match(await placeOf(page), /^TEXTAREA/, 'when the next run is there');
      // VS Code takes the focus from the page and gives it back, when it shows a panel that is there.
      await page.evaluate(() => {
        if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
        window.dispatchEvent(new Event('focus'));
      });
      await settle(page);
      assert.match(await placeOf(page), /^TEXTAREA/, 'when the panel is shown again');
      for (const [from, key] of [
        ['.follow-up textarea', 'Enter'],
        ['[data-card="s3"]', 'Control+Enter'],
        ['.evidence', 'u'],
      ] as const) {
        await page.locator(from).first().press(key);
        await tell({ kind: 'show-run', runId: `after ${from}` });
        assert.match(await placeOf(page), /^MAIN/, `${key} in ${from}, while the next run is read`);
        await tell({ kind: 'show-run', runId: `after ${from}`, snapshot });
        assert.match(await placeOf(page), /^SECTION\.answer/, `${key} in ${from}`);
      }
      await tell({ kind: 'show-none' });
      assert.doesNotMatch(await placeOf(page), /^BODY/, 'without a run');
    }));

  test('while a question runs, each way to ask another reaches the host, which says what happens', () =>
    withPanel('run=finished&until=30', async (page) => {
      const asked: string[] = [];
      page.on('console', (line) => void asked.push(...(/kind: ([\w-]+)/.exec(line.text())?.slice(1) ?? [])));
      const question = page.getByRole('textbox', { name: 'Question', exact: true });
      await question.fill('Who built the Quillan Gate?');
      await question.press('Enter');
      await page.locator('.answer-asked', { hasText: 'Answering Who is the daughter of' }).waitFor();
      assert.ok(asked.includes('ask'));
      const snapshot = follow(emptySnapshot, demoRuns['failed'] ?? []);
      await page.evaluate((message) => window.postMessage(message), { kind: 'show-run', runId: 'other', snapshot });
      for (const [name, kind] of [
        ['Ask again', 'ask-again'],
        ['Try another method…', 'other-method'],
        ['Resume', 'resume'],
      ] as const) {
        await page.getByRole('button', { name }).press('Enter');
        assert.equal(asked.at(-1), kind);
      }
      const followUp = page.getByRole('textbox', { name: 'Follow-up question' });
      await followUp.fill('And who founded it?');
      await followUp.press('Enter');
      await page.getByRole('textbox', { name: 'Asked as:' }).press('Enter');
      assert.equal(asked.at(-1), 'ask');
    }));
});
