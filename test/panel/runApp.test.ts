/// <reference lib="dom" />
/** The page that clients with MCP Apps show with an answer, in a real browser. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { answerOf } from '../../src/agents/runAnswer.ts';
import { fold } from '../../src/trace/fold.ts';
import { openAppBrowser, type AppBrowser, type AppClient } from '../rig/appPage.ts';
import { readGoldenRun } from '../support/goldenRuns.ts';

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
    browser = await openAppBrowser();
  });
  after(() => browser?.close());

  test('shows the answer, the graph and the evidence, by keyboard, and opens places in the client', () =>
    browser.show(client, 900, async (frame, page, sent) => {
      await frame.getByText(trace.answer!).first().waitFor();
      const cards = frame.locator('[data-card]');
      await cards.first().waitFor();
      assert.equal((await cards.count()) > 2, true);
      await frame.locator('[data-card][tabindex="0"]').focus();
      const cardOf = (): Promise<string | undefined> => frame.evaluate(() => (document.activeElement as HTMLElement).dataset['card']);
      await page.keyboard.press('Home');
      const first = await cardOf();
      await page.keyboard.press('ArrowDown');
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
