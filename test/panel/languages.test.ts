/// <reference lib="dom" />
/** Texts may be longer in other languages: none is cut off, and none makes a page wider than its window. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { demoStates } from './demo/states.ts';
import { openPanelBrowser, type PanelBrowser } from '../rig/panelPage.ts';

const shown = ['empty: ready', 'finished', 'abstained', 'finished, with changes', 'table: filled'];
const widths = [360, 1280];
let browser: PanelBrowser;
before(async () => (browser = await openPanelBrowser()));
after(() => browser?.close());

for (const state of shown) {
  test(`longer texts fit: ${state}`, async () => {
    const problems: string[] = [];
    await browser.show(`${demoStates[state]}&language=pseudo`, { width: 1280, height: 900 }, async (page) => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 });
        for (const problem of await page.evaluate(cutOff)) problems.push(`${width}: ${problem}`);
      }
    });
    assert.deepEqual(problems, []);
  });
}

/** Runs in the page. */
function cutOff(): readonly string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const wider = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} pixels too wide`] : [];
  const cut = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
    const { overflowX, textOverflow, position } = getComputedStyle(element);
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '');
    const isHidden = position === 'absolute' && element.clientWidth <= 1;
    return hasText && !isHidden && overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1;
  });
  return [...wider, ...cut.map((element) => `cut: ${element.className} ${element.textContent?.slice(0, 40)}`)];
}
