/// <reference lib="dom" />
/** The page that clients with MCP Apps show with an answer, in a real browser. */
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import axe from 'axe-core';
import { answerOf } from '../../src/agents/runAnswer.ts';
import { fold } from '../../src/trace/fold.ts';
import { breaches, hardToRead, looksOf, oneOfEach } from '../rig/axe.ts';
import { changeColors, openAppBrowser, type AppBrowser, type AppClient } from '../rig/appPage.ts';
import { readGoldenRun } from '../support/goldenRuns.ts';

const screenshots = join(import.meta.dirname, '..', '..', 'out', 'screenshots');

const narrow = 360;

describe('the page of a run', () => {
  const trace = { ...fold(readGoldenRun('sunar-nar').events), folder: 'C:\\my docs' };
  const structuredContent = answerOf(trace, 'a-run');
  const client = {
    theme: 'dark',
    capabilities: { serverResources: {}, openLinks: {} },
    arguments: { question: trace.question },
    result: { content: [{ type: 'text', text: JSON.stringify(structuredContent) }], structuredContent },
    resources: { 'ariadne://runs/a-run/trace': JSON.stringify(trace) },
  } as const satisfies AppClient;
  let browser: AppBrowser;
  before(async () => {
    mkdirSync(screenshots, { recursive: true });
    browser = await openAppBrowser();
  });
  after(() => browser?.close());

  test('shows the answer, the graph and the evidence, by keyboard, and opens places in the client', () =>
    browser.show(client, 900, async (frame, page, sent) => {
      await frame.getByText(trace.answer!).first().waitFor();
      const cards = frame.locator('[data-card]');
      await cards.first().waitFor();
      assert.equal((await cards.count()) > 2, true);
      const names = await frame.locator('body').ariaSnapshot();
      for (const part of [
        /region "Answer"[^]*button "Citation 1 ?: \S+:\d+"[^]*main:[^]*region "Sub-questions"[^]*region "Evidence of sub-question 2"/,
        /'button "Sub-question 1 answered ?: Who designed the Orrin barrage\? ?\. Answer: Ines Tarrow/,
        /tab "Evidence 10" \[selected\]/,
        /listitem "Evidence 1: Ines Tarrow: biographical note, found by the search"/,
      ])
        assert.match(names, part);
      await frame.locator('[data-card][tabindex="0"]').focus();
      const cardOf = (): Promise<string | undefined> => frame.evaluate(() => (document.activeElement as HTMLElement).dataset['card']);
      await page.keyboard.press('Home');
      const first = await cardOf();
      await page.keyboard.press('ArrowRight');
      assert.notEqual(await cardOf(), first);
      await page.keyboard.press(' ');
      await frame.locator('.evidence:focus').waitFor();
      await page.keyboard.press('Enter');
      await frame
        .getByRole('button', { name: /^Citation 1/ })
        .first()
        .click();
      await frame.getByRole('button', { name: 'From your documents' }).click();
      await frame.getByRole('button', { name: 'List' }).click();
      const blank = await frame.evaluate(() =>
        [...document.querySelectorAll('.codicon')]
          .filter((icon) => getComputedStyle(icon).getPropertyValue('--icon') === '')
          .map(({ className }) => className),
      );
      assert.deepEqual(blank, [], 'every icon has its image');
      const links = (await sent()).filter(({ method }) => method === 'ui/open-link').map(({ params }) => String(params?.['url']));
      assert.equal(links.length, 2);
      for (const link of links) assert.match(link, /^file:\/\/\/C:\/my%20docs\/[\w/.-]+#L\d+$/);
      const { path, startLine } = trace.citations[0]!;
      assert.ok(links[1]!.endsWith(`${path}#L${startLine}`), links[1]);
      const height = (await sent()).findLast(({ method }) => method === 'ui/notifications/size-changed')?.params?.['height'];
      assert.equal(height, await frame.evaluate(() => document.documentElement.scrollHeight), 'all of it is seen');
      for (const name of ['Pin', 'Insert with citations', 'Ask again'])
        assert.equal(await frame.getByRole('button', { name }).count(), 0, name);
    }));

  test('has the colors of the client, and says the place where the client opens none', () =>
    browser.show(
      {
        ...client,
        theme: 'light',
        variables: { '--color-background-primary': 'rgb(250, 240, 230)' },
        capabilities: { serverResources: {} },
      },
      420,
      async (frame) => {
        await frame
          .getByRole('button', { name: /^Citation 1/ })
          .first()
          .click();
        const { path } = trace.citations[0]!;
        await frame.getByRole('status').getByText(path).waitFor();
        const color = await frame.evaluate(() => [getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]);
        assert.deepEqual(color, ['rgb(250, 240, 230)', 'rgb(59, 59, 59)']);
        assert.equal(await frame.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
      },
    ));

  /** What clients name in a theme of high contrast. */
  const highContrast = {
    ...{ '--color-background-primary': '#000000', '--color-background-secondary': '#000000', '--color-background-tertiary': '#000000' },
    ...{ '--color-text-primary': '#ffffff', '--color-text-secondary': '#ffffff', '--color-text-info': '#21a6ff' },
    ...{ '--color-border-primary': '#6fc3df', '--color-ring-primary': '#f38518' },
  };
  for (const [name, given, width] of [
    ['wide', client, 900],
    ['narrow', client, narrow],
    ['without steps', { ...client, capabilities: {} }, 700],
  ] as const)
    test(`is accessible, also when the colors of the client change: ${name}`, () =>
      browser.show(given, width, async (frame, page) => {
        await frame.getByText(trace.answer!).first().waitFor();
        // Cards that are scrolled under the buttons of the graph are not their neighbors.
        if (width === narrow) await frame.getByRole('button', { name: 'List' }).click();
        await frame.evaluate(axe.source);
        const problems = await breaches(frame);
        const looks = oneOfEach(await looksOf(frame));
        const picture = (theme: string): Promise<unknown> =>
          page.screenshot({ path: join(screenshots, `run-app-${theme}-${width}.png`), fullPage: true });
        for (const [theme, colors] of Object.entries({
          dark: { theme: 'dark' },
          light: { theme: 'light' },
          'high-contrast': { theme: 'dark', variables: highContrast },
        } as const)) {
          await changeColors(frame, page, colors);
          problems.push(...(await hardToRead(frame, looks)).map(({ problem }) => `${theme}: ${problem}`));
          await picture(theme);
        }
        // These colors are the system's, not those that the page names.
        await page.emulateMedia({ forcedColors: 'active' });
        await picture('forced-colors');
        assert.deepEqual(problems, []);
      }));

  test('shows the answer alone where the client gives no steps, and why there is none', async () => {
    await browser.show({ ...client, capabilities: {} }, 700, async (frame) => {
      await frame.getByText('does not let the page read the steps').waitFor();
      await frame.getByText(structuredContent.quotes[0]!.link).first().waitFor();
    });
    const error = {
      isError: true,
      content: [{ type: 'text', text: JSON.stringify({ error: { code: 'agent-limit', message: 'Spent.' } }) }],
    };
    await browser.show({ ...client, result: error }, 700, (frame) => frame.getByText('Spent.').waitFor());
  });
});
