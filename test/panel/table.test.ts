/// <reference lib="dom" />
/** The page of a table in a real browser: keyboard, sorting and filtering. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPanelBrowser } from '../rig/panelPage.ts';

test('a table is one stop of the tab key; arrows move through it, Enter opens a place, headers sort and the filter narrows', async (t) => {
  const browser = await openPanelBrowser();
  t.after(() => browser.close());
  await browser.show('table=filled', { width: 1100, height: 700 }, async (page) => {
    const posted: string[] = [];
    page.on(
      'console',
      (message) =>
        void message
          .args()[1]
          ?.jsonValue()
          .then((value) => posted.push(JSON.stringify(value))),
    );
    const focused = (): Promise<string> =>
      page.evaluate(() => (document.activeElement as HTMLElement).dataset['cell'] ?? document.activeElement?.textContent ?? '');
    await page.getByRole('button', { name: 'Refresh' }).focus();
    await page.keyboard.press('Tab');
    assert.equal(await focused(), '0,0');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+ArrowRight');
    assert.equal(await focused(), '1,3');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    assert.match(await focused(), /Ines Tarrow, then/);
    await page.keyboard.press('ArrowLeft');
    assert.equal(await focused(), '1,2');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await page.getByRole('searchbox').fill('limewash');
    await page.getByText('1 of 5 rows').waitFor();
    await page.getByRole('searchbox').fill('');
    const header = page.getByRole('columnheader', { name: 'When was it commissioned?' });
    await header.locator('.table-sort').click();
    await header.locator('.table-sort').click();
    assert.equal(await header.getAttribute('aria-sort'), 'descending');
    await page.getByRole('row').nth(1).getByRole('rowheader', { name: 'Tamsay' }).waitFor();
    await page.getByRole('button', { name: 'Refresh' }).click();
    await page.evaluate(() => postMessage({ kind: 'progress', progress: { documents: 5, cells: 15, done: 8, due: 7, answeredNow: 0 } }));
    await page.locator('button:focus', { hasText: 'Stop' }).waitFor();
    const opened = { kind: 'open-quote', path: 'sites/orrin-barrage.md', startLine: 22, endLine: 22, linesHash: '0123456789abcdef' };
    assert.partialDeepStrictEqual(
      posted.map((one) => JSON.parse(one) as object).filter((one) => !('kind' in one && one.kind === 'ready')),
      [opened, { kind: 'open-document', path: 'sites/orrin-barrage.md' }, { kind: 'refresh' }],
    );
  });
  await browser.show('table=large', { width: 1100, height: 700 }, async (page) => {
    const drawn = (): Promise<number> => page.locator('tbody tr[aria-rowindex]').count();
    assert.ok((await drawn()) < 100, 'only the rows that are seen are drawn');
    await page.getByRole('button', { name: 'Document' }).focus();
    await page.keyboard.press('Control+End');
    await page.locator('[data-cell="600,3"]:focus').waitFor();
    await page.keyboard.press('Control+Home');
    await page.locator('[data-cell="0,0"]:focus').waitFor();
  });
  await browser.show('table=large', { width: 360, height: 700 }, async (page) => {
    const drawn = page.locator('tbody tr[aria-rowindex]');
    assert.ok((await drawn.count()) < 100, 'also where the whole page scrolls');
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await page.locator('[data-cell="600,3"]').waitFor();
    assert.ok((await drawn.count()) < 150);
  });
});
